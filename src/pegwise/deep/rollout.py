"""Chooses the guess of one position by rollout: every guess that looks good is played to the end.

The guesses that look good are the best ones of each one-step heuristic. Below a guess the trees of some
heuristics are built for every class, and the best tree of each class counts; small positions are solved.

So the total V(S) of the tree that these choices make from a position S is at most T(S), that of any of the
heuristics. Proof by the number of candidates: the guess of the heuristic is among those tried, and follows
itself, so the best guess tried comes to at most T(S) if each class costs what the best of the trees below it
does; and each class then costs at most that, because it costs at most what each heuristic does there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pegwise.deep.heuristic_trees import KINDS, HeuristicTrees, apart
from pegwise.deep.solved_positions import Solved
from pegwise.engine.enumerated.tree_builder import Ints, Order, Positions, TreeBuilder
from pegwise.engine.kernels.search.interface import MOST_ANSWERS
from pegwise.engine.kernels.shapes import classes
from pegwise.engine.running import arrays
from pegwise.engine.score_kinds import ENTROPY, PARTS, SQUARES
from pegwise.engine.tree_arrays import Nodes, Stretch, grown, joined, single_node
from pegwise.progress import report

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pegwise.deep.strategy import Deep
    from pegwise.engine.enumerated.renamings import Stabilizer
    from pegwise.rules import Rules

FOLLOWING = (ENTROPY, PARTS, SQUARES)
"""The heuristics that follow every guess that is tried, and of which several guesses may be tried."""
_SOLVED, _ANSWERS = 64, 5
"""The most candidates of a position that is solved; and the most for each kind of feedback."""
_SOLVED_PAIRS = 1 << 21
"""The largest n*G of a position of n candidates that is solved, in a game of G codes."""
_TINY = 16
"""Candidates up to which the trees of the heuristics are all that is compared."""
_COMPARED = 1 << 30
"""The largest n*G of a position in which each guess is followed by several heuristics: some seconds."""


class Tried(NamedTuple):
    """A guess, and the guesses that all candidates take together with it and what follows it."""

    total: int
    is_other: bool
    guess: int


@dataclass(frozen=True)
class Chooser:
    """The choices of a strategy in one game, in one thread.

    ``stop`` (1,) is set to end the work; with ``tell`` it is reported how far it is.

    A choice depends on nothing but the candidates, the guesses made before, and the options of the strategy.
    """

    rules: Rules
    strategy: Deep
    stop: Ints = field(default_factory=arrays.flag)
    tell: bool = False

    @cached_property
    def trees(self) -> HeuristicTrees:
        """The trees of the heuristics."""
        return HeuristicTrees(self.rules, self.stop)

    @property
    def building(self) -> dict[int, TreeBuilder]:
        """What builds the tree of each heuristic."""
        return self.trees.building

    @cached_property
    def solved(self) -> Solved:
        """What solves small positions."""
        return Solved(self.rules, self.stop)

    @cached_property
    def most_solved(self) -> int:
        """The most candidates of a position that is solved."""
        answers = len(classes(self.rules.pegs, not self.rules.whites))
        if answers > MOST_ANSWERS:
            return 2
        return max(2, min(_SOLVED, _ANSWERS * answers, _SOLVED_PAIRS // self.rules.size))

    # --- one position -----------------------------------------------------------------------------

    def tried(self, order: Order, group: Stabilizer, found: list[Tried] | None = None) -> list[Tried]:
        """The guesses that are tried at the candidates (N,), ascending places, the best first.

        ``group`` is that of the history. Whoever is interrupted has what was tried so far in ``found``.
        """
        found = [] if found is None else found
        strategy, pairs = self.strategy, len(order) * self.rules.size
        if not strategy.least and len(order) <= self.most_solved:
            tree = self.solved.trees([order])[0]
            found.append(self._tried(order, int(tree[0, 0]), int(tree[3].sum())))
            return found
        best = self.trees.chosen(ENTROPY, order, group)
        guesses = {best: {ENTROPY}}
        # Whatever is guessed first, one candidate after another can follow.
        found.append(self._tried(order, best, len(order) * (len(order) + 3) // 2))
        if len(order) < strategy.least or pairs > strategy.pairs:
            return found
        if strategy.least:  # only guesses of entropy are tried
            for guess in self.building[ENTROPY].next_best(order, group, strategy.width):
                guesses[guess] = {ENTROPY}
        else:
            self._add_guesses(guesses, order, group, len(order) > _TINY and pairs <= _COMPARED)
        return self._played(guesses, order, group, found)

    def _played(
        self, guesses: dict[int, set[int]], order: Order, group: Stabilizer, found: list[Tried]
    ) -> list[Tried]:
        least = 2 * len(order) - 1
        best: dict[int, list[Nodes]] = {}
        below = Positions([], group)
        for number, (guess, kinds) in enumerate(guesses.items()):
            if self.tell:
                report("guesses", number, len(guesses))
            positions = self.building[ENTROPY].below(order, group, guess)
            trees = {kind: self.trees.below(kind, order, guess, positions) for kind in sorted(kinds)}
            found[number:] = [self._tried(order, guess, _total(len(order), trees.values()))]
            if found[-1] <= min(found):
                best, below = trees, positions
            if found[-1].total == least:
                break
        found.sort()
        for kind, trees_ in best.items():
            self.trees.keep(kind, [part for _, part in below.classes], trees_)
        return found

    def _tried(self, order: Order, guess: int, total: int) -> Tried:
        place = int(np.searchsorted(order, guess))
        return Tried(total, place == len(order) or int(order[place]) != guess, guess)

    def _add_guesses(
        self, found: dict[int, set[int]], order: Order, group: Stabilizer, several: bool
    ) -> None:
        """Add the guesses to try, each with the heuristics that follow it."""
        for kind in KINDS:
            found.setdefault(self.trees.chosen(kind, order, group), set()).add(kind)
        if not several:
            return
        for kind in FOLLOWING if self.strategy.width > 1 else ():
            for guess in self.building[kind].next_best(order, group, self.strategy.width):
                found.setdefault(guess, set())
        for kinds in found.values():
            kinds |= set(FOLLOWING)

    # --- whole trees ------------------------------------------------------------------------------

    def build(self, positions: Positions) -> Nodes:
        """The subtrees of sister positions, one after another."""
        return grown(positions, self._parts)

    def _parts(self, positions: Positions) -> Iterator[tuple[Sequence[int], Nodes, Positions | None]]:
        """The stretches of sisters: the trees of small ones, and the guesses of others."""
        group = positions.group
        most = self.strategy.least - 1 if self.strategy.least else max(_TINY, self.most_solved)
        few = [order for _, order in positions.classes if len(order) <= most]
        trees = iter(self._left(few, group) if self.strategy.least else self._trees(few))
        for number, order in positions.classes:
            if len(order) <= most:
                yield [number], next(trees), None
            else:
                guess = self.tried(order, group)[0].guess
                below = self.building[ENTROPY].below(order, group, guess, least=0)
                yield [number], single_node(guess, len(order)), below

    def _left(self, orders: Sequence[Order], group: Stabilizer) -> list[Nodes]:
        if not orders:
            return []
        positions = Positions([(0, order) for order in orders], group)
        return [tree.copy() for tree in self.trees.of(ENTROPY, positions)]

    def _trees(self, orders: Sequence[Order]) -> list[Nodes]:
        trees: dict[int, Nodes] = {}
        small = [place for place, order in enumerate(orders) if len(order) <= self.most_solved]
        trees |= zip(small, self.solved.trees([orders[place] for place in small]), strict=True)
        rest = [place for place in range(len(orders)) if place not in trees]
        trees |= zip(rest, self._tiny([orders[place] for place in rest]), strict=True)
        return [trees[place] for place in range(len(orders))]

    def _tiny(self, orders: Sequence[Order]) -> list[Nodes]:
        """The same where no more than the trees of the heuristics are compared, all positions at once."""
        if not orders:
            return []
        built = [apart(self.building[kind].small(orders)) for kind in KINDS]
        trees: list[Nodes] = []
        below: list[Order] = []
        opened: list[tuple[int, list[int]]] = []  # the place of a tree, and the feedback below its root
        for order, *each in zip(orders, *built, strict=True):
            guess, tree = self._best_tree(order, each)
            if tree is None:
                classes_ = self.building[ENTROPY].classes(order, guess)
                opened.append((len(trees), [number for number, _ in classes_]))
                below += [part for _, part in classes_]
                tree = single_node(guess, len(order))
            trees.append(tree)
        rest = iter(self._trees(below))
        for place, numbers in opened:
            below_it = [Stretch([number], next(rest)) for number in numbers]
            trees[place] = joined([Stretch([0], trees[place], below_it)])
        return trees

    def _best_tree(self, order: Order, trees: Sequence[Nodes]) -> tuple[int, Nodes | None]:
        """The guess as :meth:`tried` finds it, and the tree if no other comes to less."""
        totals: dict[int, list[Ints]] = {}
        for tree in trees:
            if int(tree[3].sum()) == 2 * len(order) - 1:
                return int(tree[0, 0]), tree
            totals.setdefault(int(tree[0, 0]), []).append(_totals_below(tree))
        guesses = [
            self._tried(order, guess, int(np.min(each, axis=0).sum())) for guess, each in totals.items()
        ]
        return min(guesses).guess, None


def _total(candidates: int, trees: Iterable[Sequence[Nodes]]) -> int:
    """The total with a guess, each class being left to the heuristic whose tree is the best there."""
    totals = [[int(tree[3].sum()) for tree in some] for some in trees]
    return candidates + int(np.min(totals, axis=0).sum())


def _totals_below(tree: Nodes) -> Ints:
    starts = np.flatnonzero(tree[1] == 0)
    totals: Ints = np.add.reduceat(tree[3], starts, dtype=np.int64) if len(starts) else np.zeros(1, np.int64)
    return totals
