"""The strategy ``deep``: looks ahead by playing guesses to the end."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pegwise.candidates import check_enumerable
from pegwise.deep.rollout import Chooser, Effort
from pegwise.deep.rollout_by_trees import tried_plainly
from pegwise.deep.tree_builder import HARDER, build_deep
from pegwise.engine.code_space import guess_index, guesses_at, to_code, zero_based
from pegwise.engine.enumerated.game_tables import is_served
from pegwise.errors import LimitError
from pegwise.exactness import Sample
from pegwise.limit import Limit, LimitReached, limited
from pegwise.strategies.base import Strategy
from pegwise.strategies.registry import register
from pegwise.trees.build import finished_parts
from pegwise.trees.nodes import node_of
from pegwise.trees.parallel_builder import start_of
from pegwise.trees.plain_builder import build_plain_tree
from pegwise.trees.tree import StrategyTree

if TYPE_CHECKING:
    from pathlib import Path

    from pegwise.deep.rollout import Tried
    from pegwise.executors import Executes
    from pegwise.position import Position
    from pegwise.rules import Code

__all__ = ["Deep"]

_WIDEST = 64
"""The most guesses of a heuristic that are tried where a time for a guess is set."""


@register
@dataclass(frozen=True, kw_only=True)
class Deep(Strategy):
    """Tries the best guesses of every one-step heuristic by playing them to the end, and makes the best one.

    A guess is followed by the trees of the heuristics, the best of them for each class; positions of few
    candidates are solved. So its whole tree takes no more guesses in total than that of any of these
    heuristics, up to 10^10 pairs of a candidate and a code (100,000 codes at the start of a game). In larger
    positions it makes the guess of ``entropy``, so there its tree is at most that of ``entropy``.
    The guess depends on the position alone, unless ``seconds`` is set or a limit ends the work sooner.

    Source: rollout, after G. Tesauro and G. R. Galperin (1996) and D. P. Bertsekas, J. N. Tsitsiklis and
    C. Wu (1997).

    Attributes:
        width: The number of guesses of ``entropy``, ``most-parts`` and ``expected-size`` to try.
        pairs: The largest number of candidates times codes for which more than one guess is tried.
        seconds: The time for a guess; ``width`` then is doubled as long as there is time. None to let
            ``width`` decide.

    Example:
        >>> from pegwise import Position, make
        >>> str(make("deep").choose(Position("4x6 1122:B")))
        '1334'
    """

    name: ClassVar[str] = "deep"
    summary: ClassVar[str] = "plays the best guesses of the heuristics to the end"
    source: ClassVar[str] = "after Tesauro and Galperin 1996"
    searches: ClassVar[bool] = True

    width: int = 4
    pairs: int = 10**10
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Raise :class:`~pegwise.errors.LimitError` for a width, or a time, that allows nothing."""
        if self.width < 1 or (self.seconds is not None and not self.seconds > 0):
            raise LimitError("deep needs a width of at least 1, and seconds above 0")

    @property
    def trees_worth(self) -> int:
        """The number of trees of a heuristic that take as long as one of this strategy, roughly."""
        return HARDER * (3 + self.width) // 4

    def guess(self, position: Position) -> Code:
        """Return the best guess.

        Raises:
            MethodError: If there are too many codes to list.
            LimitReached: If a limit leaves no time for any guess.
        """
        return self.ranked(position, 1)[0][0]

    def rank(self, position: Position, number: int) -> list[Code]:
        """Return the guesses that are tried, the best first."""
        return self.ranked(position, number)[0][:number]

    def ranked(self, position: Position, number: int) -> tuple[list[Code], Sample | None]:
        """Return the guesses that are tried, the best first; with a sample if time ran out."""
        if self.first is not None and not position.history:
            return [position.rules.code(self.first)], None
        check_enumerable(position.rules, self.name)
        position.check_possible()
        found: list[Tried] = []
        cut_short = self.seconds is not None
        try:
            if self.seconds is None:
                found = self._tried(position, self.width, found)
            else:
                found = self._tried_longer(position, self.seconds)
        except LimitReached:
            if not found:
                raise
            cut_short = True
            found.sort()
        places = [each.guess for each in found[: max(1, number)]]
        with limited(None):
            columns = guesses_at(np.array(places, np.int64), position.rules)
            codes = [position.rules.spelled(to_code(code)) for code in columns.T]
        count = len(position)
        return codes, Sample(count, count, len(found)) if cut_short else None

    def _tried(self, position: Position, width: int, found: list[Tried]) -> list[Tried]:
        effort = Effort(width, self.pairs)
        if not is_served(position.rules):
            return tried_plainly(position, effort, found)
        history = [zero_based(row.guess) for row in position.history]
        order, group = start_of(position.rules, history, position.listed().indices)
        return Chooser(position.rules, effort, tell=True).tried(order, group, found)

    def _tried_longer(self, position: Position, seconds: float) -> list[Tried]:
        """The best of rounds with more and more guesses, until the time is up."""
        best: dict[int, Tried] = {}
        found: list[Tried] = []
        width = self.width
        try:
            with limited(Limit(seconds=seconds)):
                while width <= max(_WIDEST, self.width):
                    found = []
                    self._tried(position, width, found)
                    best |= {each.guess: each for each in found}
                    width *= 2
        except LimitReached:
            best = {each.guess: each for each in found} | best
        if not best:
            raise LimitReached(f"no guess was found in {seconds:g} seconds")
        return sorted(best.values())

    def build(
        self,
        start: Position,
        *,
        threads: int | None = None,
        checkpoint: str | Path | None = None,
        executor: Executes = None,
    ) -> StrategyTree:
        """Return the whole tree from a position on.

        Raises:
            MethodError: If there are too many codes to list.
            LimitReached: If a limit in force ended the work.
        """
        rules, options = start.rules, self.options()
        check_enumerable(rules, self.name)
        if not is_served(rules) or self.seconds is not None:
            return StrategyTree(start, self.name, build_plain_tree(self, start, executor), options)
        first = self.first if not start.history else None
        with finished_parts(checkpoint, self, start) as finished:
            arrays = build_deep(
                rules,
                Effort(self.width, self.pairs),
                history=[zero_based(row.guess) for row in start.history],
                told=[rules.number(row.feedback) for row in start.history],
                candidates=start.listed().indices,
                first=None if first is None else guess_index(zero_based(rules.code(first)), rules),
                threads=threads or os.cpu_count() or 1,
                executor=executor,
                finished=finished,
            )
        return StrategyTree(start, self.name, node_of(arrays, rules), options, arrays)
