"""Optima as they are published, by the compiled search."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pegwise.engine.searching import IMPOSSIBLE, Question
from tests.engine.searches import UNIT, first_guesses, least_total, matrix_of, searcher

SLOW = pytest.mark.slow
TOTALS = [
    ("4x6", 5625),  # Koyama and Lai 1993
    ("3x9", 3596),  # mmstrat's tests
    ("4x9-distinct", 14914),  # mmstrat
    ("4x4", 905),  # from here on values of this program: they guard against change
    ("4x5", 2463),
    ("3x5", 451),
    ("3x10", 5242),
    pytest.param("4x10-distinct", 26274, marks=SLOW),  # Tanaka 1996: 26274/5040 guesses on average
    pytest.param("5x4", 3954, marks=SLOW),
]


def worst_of(name: str) -> int:
    """The fewest guesses that are always enough."""
    count, listed, mine = len(matrix_of(name).codes), first_guesses(name), searcher(name)
    left = 1
    while mine.excess(range(count), Question(left, unit=0), listed=listed)[0] == IMPOSSIBLE:
        left += 1
    return left


@pytest.mark.parametrize(("name", "total"), TOTALS)
def test_least_totals(name: str, total: int) -> None:
    assert least_total(name) == total


def test_knuths_game() -> None:
    """Koyama and Lai 1993: 5626 with at most 5 guesses, 5625 with 6; Knuth 1977: 5 are needed and enough."""
    assert least_total("4x6", Question(6)) == 5625
    assert least_total("4x6", Question(5)) == 5626
    assert least_total("4x6", Question(4)) > IMPOSSIBLE
    assert worst_of("4x6") == 5


@pytest.mark.parametrize("colors", range(3, 21))
def test_two_pegs(colors: int) -> None:
    """From three colors on: of two the formula says 7, but 8 is the least there is.

    S.-T. Chen and S.-S. Lin, Optimal algorithms for 2xn Mastermind games, Computer J. 47, 2004.
    """
    c, rest = colors, -74 * colors + 48 if colors % 2 == 0 else -80 * colors + 69
    assert 24 * least_total(f"2x{c}") == 8 * c**3 + 51 * c**2 + rest
    assert least_total(f"2x{c}", Question(c // 2 + 2)) < IMPOSSIBLE


@pytest.mark.parametrize("colors", range(2, 13))
def test_the_worst_of_two_pegs(colors: int) -> None:
    """Chen and Lin 2004."""
    assert worst_of(f"2x{colors}") == colors // 2 + 2


@pytest.mark.parametrize("n", range(3, 21))
def test_two_different_pegs(n: int) -> None:
    """S.-T. Chen and S.-S. Lin, Optimal algorithms for 2xn AB games, JISE 20, 2004."""
    rest = -76 * n + 72 if n % 2 == 0 else -82 * n + 105
    average = Fraction(4 * n**3 + 21 * n**2 + rest, 12 * n * (n - 1))
    assert least_total(f"2x{n}-distinct") == average * n * (n - 1)
    if n <= 12:
        assert worst_of(f"2x{n}-distinct") == -(-n // 2) + 1


@pytest.mark.parametrize("colors", [5, 6, 7, *(pytest.param(c, marks=SLOW) for c in (8, 9, 10))])
def test_the_worst_of_three_pegs(colors: int) -> None:
    """G. Jaeger and M. Peczarski, The number of pessimistic guesses in generalized Mastermind, IPL 2009."""
    assert worst_of(f"3x{colors}") == (colors - 1) // 3 + 4


@pytest.mark.parametrize("name", ["3x7", "4x4"])
def test_the_fewest_secrets_found_with_the_last_guess(name: str) -> None:
    """Counting them leaves the total as it is; one guess more, and none is found with it."""
    count, listed, mine = len(matrix_of(name).codes), first_guesses(name), searcher(name)
    least = mine.excess(range(count), listed=listed)[0]
    left = next(
        left for left in range(1, 20) if mine.excess(range(count), Question(left), listed=listed)[0] == least
    )
    excess, last = divmod(mine.excess(range(count), Question(left, unit=UNIT), listed=listed)[0], UNIT)
    assert excess == least
    assert 0 < last < count
    assert mine.excess(range(count), Question(left + 1, unit=UNIT), listed=listed)[0] == least * UNIT
