"""Exact values and optimal trees of small games by plain search: a memory of sets, and one bound by size."""

from __future__ import annotations

import math
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from pegwise.rules import Code, Feedback, Rules
from pegwise.trees.tree import Node, StrategyTree
from tests import oracle
from tests.helpers import game_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pegwise.optimal.problem import Problem

Set = tuple[int, ...]
BIG = 1 << 20


class Key(NamedTuple):
    """What a cost depends on."""

    codes: Set
    left: float
    free: float
    last: bool


class SlowValues:
    """Costs as whole numbers, total * BIG + found last; infinite where there is no way.

    With ``only_last`` the totals are 0.
    """

    def __init__(self, rules: Rules, candidates_from: int | None = None, only_last: bool = False) -> None:
        self.guess = 0 if only_last else BIG
        game = game_of(rules)
        self.rules, self.codes, self.win = rules, oracle.codes(game), game.win
        table = oracle.table(game)
        self.rows = [[table[guess][code] for code in self.codes] for guess in self.codes]
        self.candidates_from = candidates_from
        self.known: dict[Key, tuple[float, bool, int]] = {}

    def free(self, made: int) -> float:
        return math.inf if self.candidates_from is None else max(0, self.candidates_from - 1 - made)

    def cost(
        self, codes: NDArray[np.int32], made: int, left: int | None, last: bool
    ) -> tuple[int, int] | None:
        key = Key(tuple(codes.tolist()), math.inf if left is None else left, self.free(made), last)
        found = self.solve(key)
        return None if math.isinf(found) else divmod(int(found), BIG)

    def at_least(
        self,
        codes: NDArray[np.int32],
        made: int,
        left: int | None,
        last: bool,
        target: tuple[int, int] | None,
    ) -> bool:
        found = self.cost(codes, made, left, last)
        return found is None or (target is not None and found >= target)

    def solve(self, key: Key, most: float = math.inf) -> float:
        """The cost if it is below ``most``; else some lower bound of it that is not."""
        if len(key.codes) == 1:
            return self.guess + (key.last and key.left == 1) if key.left >= 1 else math.inf
        if key.left <= 1:
            return math.inf
        cost, exact, _ = self.known.get(key, (0, False, -1))
        if exact or cost >= most:
            return cost
        best, choice = most, -1
        for guess, estimate, classes in self.promising(key):
            if estimate >= best:
                break
            found = self.try_guess(key, estimate, classes, best)
            if found < best:
                best, choice = found, guess
        exact = choice >= 0 or math.isinf(most)
        self.known[key] = (best, exact, choice)
        return best

    def least(self, size: int) -> int:
        return (2 * size - 1) * self.guess

    def try_guess(self, key: Key, estimate: float, classes: list[Set], most: float) -> float:
        for codes in classes:
            bound = self.least(len(codes))
            below = Key(codes, key.left - 1, max(0, key.free - 1), key.last)
            estimate += self.solve(below, most - estimate + bound) - bound
            if estimate >= most:
                break
        return estimate

    def promising(self, key: Key) -> list[tuple[int, float, list[Set]]]:
        found: dict[tuple[Set, ...], int] = {}
        pool = range(len(self.codes)) if key.free else key.codes
        for guess in pool:
            classes = self.classes(key.codes, guess)
            classes.pop(self.win, None)
            if len(classes) > 1 or guess in key.codes:
                found.setdefault(
                    tuple(sorted(classes.values(), key=lambda codes: (len(codes), codes))), guess
                )
        now = len(key.codes) * self.guess
        rated = [
            (guess, now + sum(self.least(len(codes)) for codes in classes), list(classes))
            for classes, guess in found.items()
        ]
        return sorted(rated, key=lambda one: (one[1], one[0]))

    def classes(self, codes: Set, guess: int) -> dict[oracle.Feedback, Set]:
        row, parts = self.rows[guess], dict[oracle.Feedback, list[int]]()
        for code in codes:
            parts.setdefault(row[code], []).append(code)
        return {told: tuple(part) for told, part in parts.items()}

    def node(self, key: Key, guess: int | None = None) -> Node:
        """An optimal tree of what is solved; with ``guess`` first, if given."""
        if guess is None:
            self.solve(key)
            guess = key.codes[0] if len(key.codes) == 1 else self.known[key][2]
        node = Node(Code(self.codes[guess]), len(key.codes))
        for told, codes in self.classes(key.codes, guess).items():
            if told != self.win:
                below = Key(codes, key.left - 1, max(0, key.free - 1), key.last)
                node.children[Feedback(*told)] = self.node(below)
        return node


def optimum(problem: Problem) -> tuple[StrategyTree, SlowValues]:
    """An optimal tree for the problem, and the values to prove it by."""
    position = problem.position
    only_last = problem.objective == "worst,last"
    values = SlowValues(position.rules, problem.candidates_from, only_last)
    made = len(position.history)
    codes = tuple(values.codes.index(tuple(code)) for code in position)
    first = None if problem.first is None else values.codes.index(tuple(problem.first))

    def tree_within(within: float, last: bool) -> StrategyTree | None:
        key = Key(codes, within - made, values.free(made), last)
        if first is not None:
            parts = values.classes(codes, first)
            parts.pop(values.win, None)
            below = [Key(part, key.left - 1, max(0, key.free - 1), last) for part in parts.values()]
            solvable = key.left >= 1 and all(not math.isinf(values.solve(one)) for one in below)
        else:
            solvable = not math.isinf(values.solve(key))
        return StrategyTree(position, "optimal", values.node(key, first)) if solvable else None

    most = math.inf if problem.max_guesses is None else problem.max_guesses
    if problem.objective == "total":
        return require(tree_within(most, last=False)), values
    wanted = None if problem.objective.startswith("worst") else require(tree_within(most, last=False)).total
    for depth in count(made + 1):
        tree = tree_within(depth, last=wanted is not None or only_last)
        if tree is not None and wanted in (None, tree.total):
            return tree, values
    raise AssertionError("no depth is enough")


def require(tree: StrategyTree | None) -> StrategyTree:
    assert tree is not None, "the problem has no solution"
    return tree
