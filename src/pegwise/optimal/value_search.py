"""The value of a game by cutting planes: a few trees at a time, and the best answer to each mixture.

The codebreaker's trees are the rows of a matrix game, the classes of secrets are its columns. The trees known
so far give a mixture of the classes; the best tree against this mixture joins them, until it is no better.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.drawable import Printable
from pegwise.engine.listed.optimum_search import ListedSearch
from pegwise.limit import LimitReached, memory_limit, spend
from pegwise.optimal.listed_search import by_expected_size

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.optimal.secret_classes import SecretClasses


_MOST_WEIGHT = (1 << 31) - 1
"""What the weights of all secrets may sum to, so that the compiled search takes them."""
_USUAL_WEIGHT = 1 << 22
"""What they sum to, about, where a mixture has to be rounded."""
_MEMORY = 1 << 28
"""Bytes of the table of solved positions at most, unless a limit says otherwise."""
_MEMORY_OF_A_PAIR = 1 << 8
"""Bytes of that table for each pair of secrets: small games need little, and each mixture a new table."""


@dataclass(frozen=True, repr=False)
class ValueBounds(Printable):
    """The bounds of a value so far, on average guesses a game.

    Attributes:
        lower: What the codemaker's best mixture so far ensures.
        upper: What the codebreaker's best mixture so far ensures; None if no tree is known yet.
        rounds: The number of mixtures that were answered.
        trees: The number of trees so far.
        seconds: The time so far.

    Example:
        >>> import pegwise
        >>> seen = []
        >>> found = pegwise.value("2x3", watch=seen.append)
        >>> print(*(f"{bounds.lower}..{bounds.upper}" for bounds in seen))
        7/3..8/3 7/3..8/3 7/3..29/12 29/12..29/12
        >>> seen[-1].to_dict()["trees"]
        3
    """

    lower: Fraction
    upper: Fraction | None
    rounds: int
    trees: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the bounds as plain values.

        Returns:
            The attributes by name; the bounds as the texts of fractions.
        """
        upper = None if self.upper is None else str(self.upper)
        return {**vars(self), "lower": str(self.lower), "upper": upper, "seconds": round(self.seconds, 3)}


class ValueSearch:
    """The two sides of the search. ``trees`` go with ``totals``: guesses for each class, summed.

    ``weights`` of one secret of each class and ``least``, no more than what any strategy costs against them,
    prove the lower bound.
    """

    def __init__(
        self, classes: SecretClasses, watch: Callable[[ValueBounds], None] | None, memory: int | None
    ) -> None:
        self.classes, self.watch = classes, watch
        usual = min(_MEMORY, _MEMORY_OF_A_PAIR * len(classes.class_of) ** 2)
        self.memory = memory or min(usual, memory_limit() or usual)
        self.trees: list[TreeArrays] = []
        self.totals: list[tuple[int, ...]] = []
        self.weights = (1,) * len(classes.sizes)
        self.least = 2 * sum(classes.sizes) - 1
        self.game: MatrixGame | None = None
        self.rounds = self.positions = 0
        self.began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Return the time so far."""
        return time.perf_counter() - self.began

    @property
    def lower(self) -> Fraction:
        """Return the proved lower bound of the value."""
        return Fraction(self.least, self._weight(self.weights))

    @property
    def upper(self) -> Fraction | None:
        """Return what the best mixture of the trees ensures; None if there is no tree."""
        return None if self.game is None else self.game.value

    def add(self, tree: TreeArrays) -> bool:
        """Take a tree for all secrets in, and tell whether it differs from those there are."""
        totals = self.classes.totals(tree)
        if totals in self.totals:
            return False
        self.trees.append(tree)
        self.totals.append(totals)
        return True

    def begin(self, tree: TreeArrays | None, least: int, positions: int) -> None:
        """Note what is known if all secrets are equally likely: the best tree, and what none is below."""
        if tree is not None:
            self.add(tree)
        self.least, self.rounds, self.positions = max(self.least, least), 1, positions
        self._solve()

    def run(self) -> None:
        """Narrow the bounds until they meet, nothing new is found, or the limit in force is used up."""
        try:
            while self.lower != self._solve():
                spend(0)
                assert self.game is not None  # noqa: S101 - it was solved above
                weights, scaled = whole_weights_of(self.game.columns, self.classes.sizes)
                if not self._answer(weights, scaled):
                    self._solve()
                    break
        except LimitReached:
            self._solve()

    def _solve(self) -> Fraction | None:
        """Solve the game of the trees so far, and tell who watches."""
        if self.trees:
            sizes = self.classes.sizes
            averages = [
                [Fraction(total, size) for total, size in zip(totals, sizes, strict=True)]
                for totals in self.totals
            ]
            self.game = solved(averages)
        if self.watch is not None:
            self.watch(ValueBounds(self.lower, self.upper, self.rounds, len(self.trees), self.seconds))
        return self.upper

    def _answer(self, weights: Sequence[int], scaled: Sequence[int]) -> bool:
        """Find the best tree against weights; tell whether it is new. ``scaled`` weights are all above 0.

        Raises:
            LimitReached: If the limit in force ends the search.
        """
        known = min((self._cost(scaled, totals) for totals in self.totals), default=None)
        search, before = self._search(scaled), known
        bounds, is_new, is_proved = list[int](), False, True
        for opening in by_expected_size(search, self.classes.openings):
            found = search.optimum(first=opening, known=known)
            bounds.append(found.bound)
            if found.tree is not None and found.total is not None:
                known = found.total if known is None else min(known, found.total)
                is_new |= self.add(self.classes.counted(found.tree))
            if not found.is_proved:
                is_proved = False
                break
        self.positions += search.positions
        self.rounds += 1
        if len(bounds) == len(self.classes.openings):
            self._prove(scaled, min(bounds))
            if is_proved and known is not None and tuple(weights) != tuple(scaled):
                self._prove(weights, self._least_of(weights))
        if not is_proved:
            raise LimitReached("the limit ended the search")
        return is_new or before is None

    def _least_of(self, weights: Sequence[int]) -> int:
        """Return the least cost against weights of which some are 0, which one of the trees attains."""
        return min(self._cost(weights, totals) for totals in self.totals)

    def _prove(self, weights: Sequence[int], least: int) -> None:
        """Note that no strategy costs less than this against weights, if it is the best bound so far."""
        if Fraction(least, self._weight(weights)) > self.lower:
            self.weights, self.least = tuple(weights), least

    def _weight(self, weights: Sequence[int]) -> int:
        return sum(weight * size for weight, size in zip(weights, self.classes.sizes, strict=True))

    def _cost(self, weights: Sequence[int], totals: Sequence[int]) -> int:
        return sum(weight * total for weight, total in zip(weights, totals, strict=True))

    def _search(self, weights: Sequence[int]) -> ListedSearch:
        classes = self.classes
        each = np.array(weights, np.int64)[classes.class_of]
        everyone = np.arange(len(each), dtype=np.int32)
        return ListedSearch(
            classes.matrix, classes.secret_of, each, classes.bins, everyone, memory=self.memory
        )


def whole_weights_of(
    mixture: Sequence[Fraction], sizes: Sequence[int], most: int = _MOST_WEIGHT
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return whole weights of one secret of each class: those of a mixture, and such that are all above 0.

    A mixture whose weights are too large is rounded. Against the second weights a best tree is best against
    the first ones too: classes of weight 0 get 1, and the others a multiple that outweighs all of them. A
    best tree for the other secrets takes the ``few`` secrets of weight 0 in within ``few * all`` guesses,
    for no useful guess is made twice. Where that would be too much, no weight is 0.

    >>> whole_weights_of([Fraction(1, 2), Fraction(1, 2), Fraction(0)], [4, 8, 1])
    ((2, 1, 0), (28, 14, 1))
    """
    shares = [share / size for share, size in zip(mixture, sizes, strict=True)]
    few = sum(size for share, size in zip(shares, sizes, strict=True) if not share)
    factor = few * sum(sizes) + 1 if few else 1
    room = (most - few) // factor
    scale = math.lcm(*(share.denominator for share in shares))
    whole = [int(share * scale) for share in shares]
    common = math.gcd(*whole)
    weights = tuple(weight // common for weight in whole)
    if sum(weight * size for weight, size in zip(weights, sizes, strict=True)) > room:
        usual = min(room, _USUAL_WEIGHT) - sum(sizes)
        if usual < sum(sizes):  # too many secrets of weight 0 to outweigh them
            weights = tuple(max(1, int(share * _USUAL_WEIGHT)) for share in shares)
            return weights, weights
        weights = tuple(max(1, int(share * usual)) if share else 0 for share in shares)
    return weights, tuple(weight * factor if weight else 1 for weight in weights)


@dataclass(frozen=True)
class MatrixGame:
    """A solved game: its ``value``, the best mixture of the rows, and the best mixture of the columns."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def solved(payoffs: Sequence[Sequence[Fraction]]) -> MatrixGame:
    """Solve the game in which rows pay columns these amounts, each above zero.

    With ``p`` the mixture of the rows divided by the value, the rows maximize the sum of ``p`` while no
    column gets more than 1. There are as many conditions as columns, and zero is feasible.

    >>> game = solved([[Fraction(1), Fraction(3)], [Fraction(2), Fraction(1)]])
    >>> str(game.value), list(map(str, game.rows)), list(map(str, game.columns))
    ('5/3', ['1/3', '2/3'], ['2/3', '1/3'])
    """
    rows, columns = len(payoffs), len(payoffs[0])
    table = [
        [
            *(row[column] for row in payoffs),
            *(Fraction(column == other) for other in range(columns)),
            Fraction(1),
        ]
        for column in range(columns)
    ]
    gains = [Fraction(1)] * rows + [Fraction(0)] * (columns + 1)
    basis = list(range(rows, rows + columns))
    while (entering := next((at for at, gain in enumerate(gains[:-1]) if gain > 0), None)) is not None:
        _pivot(table, gains, basis, entering)
    value = -1 / gains[-1]
    shares = [Fraction(0)] * (rows + columns)
    for line, variable in zip(table, basis, strict=True):
        shares[variable] = line[-1] * value
    prices = tuple(-gain * value for gain in gains[rows:-1])
    return MatrixGame(value, tuple(shares[:rows]), prices)


def _pivot(table: list[list[Fraction]], gains: list[Fraction], basis: list[int], entering: int) -> None:
    """Bring a variable into the basis; of the lines that allow the least, the lowest variable leaves."""
    lines = [at for at, line in enumerate(table) if line[entering] > 0]
    leaving = min(lines, key=lambda at: (table[at][-1] / table[at][entering], basis[at]))
    pivot = table[leaving][entering]
    chosen = table[leaving] = [number / pivot for number in table[leaving]]
    basis[leaving] = entering
    for line in [*(other for at, other in enumerate(table) if at != leaving), gains]:
        factor = line[entering]
        if factor:
            line[:] = [number - factor * other for number, other in zip(line, chosen, strict=True)]
