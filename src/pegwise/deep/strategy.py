"""The strategy ``deep``: looks ahead by playing guesses to the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pegwise.candidates import check_enumerable
from pegwise.deep.rollout import Chooser, Tried
from pegwise.engine.code_space import guess_index, guesses_at, to_code, zero_based
from pegwise.engine.enumerated.game_tables import has_tables
from pegwise.engine.enumerated.tree_builder import Ints, Order, Positions
from pegwise.engine.kernels.grow.interface import TALLY
from pegwise.engine.score_kinds import ENTROPY
from pegwise.errors import LimitError
from pegwise.exactness import Sample
from pegwise.executors.stop_flag import current_flag
from pegwise.executors.task_queue import Done, Task
from pegwise.limit import Limit, LimitReached, limited, spend
from pegwise.strategies import make
from pegwise.strategies.base import RankingStrategy
from pegwise.trees.build import build_tree, compiled_tree, plain_tree
from pegwise.trees.builder_tasks import Origin
from pegwise.trees.parallel_builder import Driver, Part

if TYPE_CHECKING:
    from pegwise.engine.enumerated.renamings import Stabilizer
    from pegwise.engine.tree_arrays import Nodes
    from pegwise.position import Position
    from pegwise.rules import Code
    from pegwise.trees.builder_tasks import Sisters
    from pegwise.trees.tree import StrategyTree

_WIDEST = 64
"""The most guesses of a heuristic that are tried where a time for a guess is set."""


@dataclass(frozen=True, kw_only=True)
class Deep(RankingStrategy):
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
        least: If this is not 0, only the best guesses of ``entropy`` are tried, each followed by ``entropy``,
            and only in positions of at least so many candidates. That is quick enough for a million codes.
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
    least: int = 0
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Raise :class:`~pegwise.errors.LimitError` for a width, or a time, that allows nothing."""
        if self.width < 1 or self.least < 0 or (self.seconds is not None and not self.seconds > 0):
            raise LimitError("deep needs a width of at least 1, no least below 0, and seconds above 0")

    @property
    def trees_worth(self) -> int:
        """The number of trees of a heuristic that take as long as one of this strategy, roughly."""
        return 1 + 2 * self.width if self.least else HARDER * (3 + self.width) // 4

    def ranked(self, position: Position, number: int) -> tuple[list[Code], Sample | None]:
        """Return the guesses that are tried, the best first; with a sample if time ran out.

        Raises:
            MethodError: If there are too many codes to list.
            LimitReached: If a limit leaves no time for any guess.
        """
        if self.first is not None and not position.history:
            return [position.rules.code(self.first)], None
        check_enumerable(position.rules, self.name)
        position.check_possible()
        found: list[Tried] = []
        cut_short = self.seconds is not None
        try:
            if self.seconds is None:
                found = self._tried(position, found)
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

    def _tried(self, position: Position, found: list[Tried]) -> list[Tried]:
        if not has_tables(position.rules):
            return tried_plainly(position, self.pairs, found)
        root = Origin(position, ENTROPY, False).root
        return Chooser(position.rules, self, tell=True).tried(*root, found)

    def _tried_longer(self, position: Position, seconds: float) -> list[Tried]:
        """The best of rounds with more and more guesses, until the time is up."""
        best: dict[int, Tried] = {}
        found: list[Tried] = []
        width = self.width
        try:
            with limited(Limit(seconds=seconds)):
                while width <= max(_WIDEST, self.width):
                    found = []
                    replace(self, width=width)._tried(position, found)
                    best |= {each.guess: each for each in found}
                    width *= 2
        except LimitReached:
            best = {each.guess: each for each in found} | best
        if not best:
            raise LimitReached(f"no guess was found in {seconds:g} seconds")
        return sorted(best.values())

    def build(self, start: Position, **how: Any) -> StrategyTree:
        """Return the whole tree from a position on.

        Raises:
            MethodError: If there are too many codes to list.
            LimitReached: If a limit in force ended the work.
        """
        check_enumerable(start.rules, self.name)
        if not has_tables(start.rules) or self.seconds is not None:
            return plain_tree(self, start, how["executor"])
        return compiled_tree(self, start, ENTROPY, driving=partial(DeepDriver, self), **how)


_PAIRS = 1 << 22
"""The largest number of candidates times codes for which more than the guess of entropy is tried."""
HEURISTICS = ("entropy", "most-parts", "expected-size", "minimax-parts", "knuth")
"""All one-step heuristics, in the order of ``heuristic_trees.KINDS``."""


def tried_plainly(position: Position, pairs: int, found: list[Tried] | None = None) -> list[Tried]:
    """The same choice made of whole trees of strategies, for listed games.

    It tries the guess of each heuristic, followed by that heuristic; the best is first.

    Whoever is interrupted has what was tried so far in ``found``.
    """
    found = [] if found is None else found
    count = position.listed().weight
    guesses: dict[Code, list[str]] = {make("entropy").choose(position): ["entropy"]}
    found.append(_tried(position, next(iter(guesses)), count * (count + 3) // 2))
    if count * position.rules.size > min(pairs, _PAIRS):
        return found
    for name in HEURISTICS[1:]:
        guesses.setdefault(make(name).choose(position), []).append(name)
    for number, (guess, names) in enumerate(guesses.items()):
        found[number:] = [_tried(position, guess, count + _after(position, guess, names))]
        if found[-1].total == 2 * count - 1:
            break
    found.sort()
    return found


def _tried(position: Position, guess: Code, total: int) -> Tried:
    return Tried(total, guess not in position, guess_index(zero_based(guess), position.rules))


def _after(position: Position, guess: Code, names: list[str]) -> int:
    """The total of what follows a guess, each class being left to the strategy whose tree is the best."""
    total = 0
    for feedback, child in position.split(guess):
        spend(0)
        if feedback != position.rules.win:
            made = len(child.history)
            trees = [build_tree(child, strategy=name, threads=1) for name in names]
            total += min(tree.total - made * tree.root.count for tree in trees)
    return total


HARDER = 20
"""How many times the work of a heuristic's tree is done for that of this strategy, roughly."""


def choose(sisters: Sisters, strategy: Deep) -> int:
    """Choose the guess at a position."""
    positions = sisters.positions()
    return _chooser(sisters, strategy).tried(positions.classes[0][1], positions.group)[0].guess


def build(sisters: Sisters, strategy: Deep) -> tuple[Nodes, Ints]:
    """Build positions with all that is below them."""
    return _chooser(sisters, strategy).build(sisters.positions()), np.zeros(len(TALLY), np.int64)


def _chooser(sisters: Sisters, strategy: Deep) -> Chooser:
    return Chooser(sisters.origin.position.rules, strategy, current_flag())


class DeepDriver(Driver):
    """One tree in the making."""

    work = staticmethod(build)
    least = 0

    def __init__(self, strategy: Deep, origin: Origin, *given: Any, **named: Any) -> None:
        super().__init__(origin, *given, **named)
        self.strategy, self.more = strategy, (strategy,)

    def _cost(self, count: int, group: Stabilizer) -> float:
        return self.strategy.trees_worth * super()._cost(count, group)

    def _choose(self, part: Part, order: Order, group: Stabilizer) -> None:
        def then(done: Done) -> None:
            self._keep(part, np.array([done.result], np.int32))
            self._opened(part, order, group, done.result)

        given = self._sisters(part, Positions([(part.numbers[0], order)], group)), self.strategy
        self.run.add(Task(f"{part.key}, a guess", choose, given, cost=self._cost(len(order), group)), then)
