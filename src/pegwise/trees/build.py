"""Builds the tree of a strategy, which plays it against every secret at once."""

from __future__ import annotations

import os
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from pegwise.candidates import EnumeratedCandidates, is_enumerable
from pegwise.engine.code_space import guess_index, zero_based
from pegwise.engine.enumerated.game_tables import is_served
from pegwise.engine.listed.tree_builder import build_from_matrix, has_tree_kernel
from pegwise.errors import LimitError
from pegwise.notation import number_name, plain_history
from pegwise.position import parse_position
from pegwise.trees.nodes import node_of
from pegwise.trees.plain_builder import build_plain_tree
from pegwise.trees.tree import StrategyTree

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from pegwise.executors import Executes
    from pegwise.position import Position, PositionLike
    from pegwise.strategies import Strategy
    from pegwise.trees.tree_checkpoint import Checkpoint

__all__ = ["build_tree", "finished_parts"]


@runtime_checkable
class BuildsItself(Protocol):
    """A strategy that makes its whole tree at once."""

    def build(
        self, start: Position, *, threads: int | None, checkpoint: str | Path | None, executor: Executes
    ) -> StrategyTree:
        """Return the tree from a position on."""


_WORTH_THREADS = 10**8
"""Codes x secrets below which a second thread costs more than it saves: a tree of some 20 ms."""


def build_tree(
    position: PositionLike = "4x6",
    *,
    strategy: Strategy | str = "knuth",
    threads: int | None = None,
    checkpoint: str | Path | None = None,
    executor: Executes = None,
    **options: Any,
) -> StrategyTree:
    """Build the whole tree of a strategy.

    Args:
        position: The position to start from; rules are the start of the game.
        strategy: The strategy, or its name.
        threads: The number of threads; None for one for each processor. It changes no tree.
        checkpoint: A file that saves finished parts, so that the same call continues after the program was
            killed. It is removed when the tree is whole. Only trees that compiled kernels make use it.
        executor: Where the work runs: an executor of ``concurrent.futures``, a
            ``dask.distributed.Client``, or None for threads of this process. It changes no tree.
        options: The options of the strategy, such as ``first``.

    Returns:
        The tree.

    Raises:
        LimitError: If there are too many codes to list.
        ContradictionError: If no code is consistent with the rows of the position.
        StrategyError: If there is no such strategy, or it repeats a guess that tells it nothing.
        FileFormatError: If the checkpoint belongs to different work.
        ExecutorError: If the executor cannot do the work.

    Example:
        >>> import pegwise
        >>> pegwise.build_tree("3x4", strategy="most-parts").total
        208
    """
    from pegwise.strategies import make

    chosen = make(strategy, **options)
    start = parse_position(position)
    start.check_rows_true()
    if not is_enumerable(start.rules):
        codes = number_name(start.rules.size)
        raise LimitError(f"{start.rules} has {codes} codes: too many for a whole tree")
    start.listed()
    start.check_possible()
    if threads is not None and threads < 1:
        raise LimitError(f"work needs at least one thread, not {threads}")
    if isinstance(chosen, BuildsItself):
        return chosen.build(start, threads=threads, checkpoint=checkpoint, executor=executor)
    compiled = _compiled(chosen, start, threads or os.cpu_count() or 1, checkpoint, executor)
    if compiled is not None:
        return compiled
    return StrategyTree(start, chosen.name, build_plain_tree(chosen, start, executor), chosen.options())


def _compiled(
    strategy: Strategy,
    start: Position,
    threads: int,
    checkpoint: str | Path | None,
    executor: Executes,
) -> StrategyTree | None:
    """Return the tree made by the kernels, if they serve the strategy and the rules; otherwise None."""
    from pegwise.strategies import Heuristic
    from pegwise.trees.parallel_builder import build_compiled_tree

    rules, candidates = start.rules, start.candidates
    if not isinstance(strategy, Heuristic) or not isinstance(candidates, EnumeratedCandidates):
        return None
    kind = strategy.compiled
    if kind is None or strategy.unused_only:
        return None
    first = strategy.first if not start.history else None
    opening = None if first is None else guess_index(zero_based(rules.code(first)), rules)
    if has_tree_kernel(rules):
        arrays = build_from_matrix(
            rules, kind, candidates.indices, opening, candidates_only=strategy.candidates_only
        )
        return StrategyTree(start, strategy.name, node_of(arrays, rules), strategy.options(), arrays)
    if rules.size == 1 or not is_served(rules):
        return None
    if rules.size * len(start) < _WORTH_THREADS:
        threads = 1
    with finished_parts(checkpoint, strategy, start) as finished:
        arrays = build_compiled_tree(
            rules,
            kind,
            history=[zero_based(row.guess) for row in start.history],
            told=[rules.number(row.feedback) for row in start.history],
            candidates=candidates.indices,
            first=opening,
            candidates_only=strategy.candidates_only,
            threads=threads,
            executor=executor,
            finished=finished,
        )
    return StrategyTree(start, strategy.name, node_of(arrays, rules), strategy.options(), arrays)


def finished_parts(
    checkpoint: str | Path | None, strategy: Strategy, start: Position
) -> AbstractContextManager[Checkpoint | None]:
    """Open the checkpoint of a tree, if there is to be one; only then SQLite is loaded."""
    if checkpoint is None:
        return nullcontext()
    from pegwise.trees.tree_checkpoint import opened

    about = {
        "rules": str(start.rules.plain),
        "history": plain_history(start.history),
        "strategy": strategy.name,
    }
    return opened(checkpoint, {**about, **strategy.options()})
