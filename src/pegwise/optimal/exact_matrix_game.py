"""The value of a matrix game in exact fractions: the simplex method, with Bland's rule so that it ends."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["MatrixGame", "solved"]


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
