"""Published optima, and those found here first: totals over all secrets, and worst cases."""

from __future__ import annotations

import pytest
from tablebase.published import two_pegs

from pegwise.optimal.optimum import optimum


@pytest.mark.parametrize("colors", range(3, 21))
def test_two_pegs_with_repeats(colors: int) -> None:
    """The formula gives 7 for two colors, where 8 is the least."""
    found = optimum(f"2x{colors}", book=False)
    assert found.total == two_pegs(colors, repeats=True) * colors**2
    assert optimum(f"2x{colors}", objective="worst").worst == colors // 2 + 2


def test_two_pegs_and_two_colors_are_no_case_of_the_formula() -> None:
    assert two_pegs(2, repeats=True) * 4 == 7
    assert optimum("2x2", book=False).total == 8


@pytest.mark.parametrize("colors", range(2, 21))
def test_two_pegs_without_repeats(colors: int) -> None:
    found = optimum(f"2x{colors}-distinct", book=False)
    assert found.total == two_pegs(colors, repeats=False) * colors * (colors - 1)
    assert optimum(f"2x{colors}-distinct", objective="worst").worst == -(-colors // 2) + 1


@pytest.mark.parametrize("colors", range(5, 11))
def test_the_worst_case_of_three_pegs(colors: int) -> None:
    """Jäger and Peczarski, IPL 2009."""
    assert optimum(f"3x{colors}", objective="worst").worst == (colors - 1) // 3 + 4


FAST = {
    "3x9": (3596, "mmstrat's own tests"),
    "3x10": (5242, ""),
    "4x4": (905, ""),
    "4x5": (2463, ""),
    "4x6": (5625, "Koyama and Lai 1993"),
    "5x4": (3954, ""),
}
SLOW = {
    "4x7": (11228, "Ville 2013: 4.676 on average"),
    "4x8": (20471, ""),
    "5x5": (13496, ""),
    "6x4": (17281, ""),
    "4x9-distinct": (14914, "mmstrat"),
    "4x10-distinct": (26274, "Tanaka 1996"),
    "5x7-distinct": (12305, ""),
    "6x6-distinct": (3924, ""),
}
LONG = {"4x9": 34666, "5x6": 36721, "5x8-distinct": 34444, "4x11-distinct": 43537}
"""Minutes each; in no source we know."""


@pytest.mark.parametrize("rules", FAST)
def test_least_totals(rules: str) -> None:
    assert optimum(rules, book=False).total == FAST[rules][0]


@pytest.mark.slow
@pytest.mark.parametrize("rules", SLOW)
def test_least_totals_of_larger_games(rules: str) -> None:
    assert optimum(rules, book=False).total == SLOW[rules][0]


@pytest.mark.slow
@pytest.mark.parametrize("rules", LONG)
def test_least_totals_that_take_minutes(rules: str) -> None:
    assert optimum(rules, book=False).total == LONG[rules]


def test_at_most_five_guesses_cost_one_more() -> None:
    """Koyama and Lai 1993; the total is then 5626."""
    found = optimum("4x6", max_guesses=5, book=False)
    assert (found.total, found.worst) == (5626, 5)
    assert optimum("4x6", objective="worst,total", book=False).total == 5626


def test_the_fewest_secrets_that_need_the_last_of_five_guesses() -> None:
    """Slovesnov 2017, "Optimal algorithms for Mastermind and Bulls-Cows games": 539."""
    found = optimum("4x6", objective="worst,last", book=False)
    assert (found.worst, found.distribution[-1], found.known) == (5, 539, "exact")


@pytest.mark.slow
def test_the_fewest_secrets_of_bulls_and_cows_that_need_the_seventh_guess() -> None:
    """Slovesnov 2017: 50."""
    found = optimum("4x10-distinct", objective="worst,last", book=False)
    assert (found.worst, found.distribution[-1], found.known) == (7, 50, "exact")


def test_only_candidates() -> None:
    """5660 where every guess is a candidate."""
    assert optimum("4x6", candidates_from=1).total == 5660


@pytest.mark.parametrize(
    ("first", "worst"), [("1111", 6), ("1112", 5), ("1122", 5), ("1123", 5), ("1234", 5)]
)
def test_which_first_guesses_win_in_five(first: str, worst: int) -> None:
    """Knuth 1977: with 1234 "it appears to be impossible to guarantee a win in five". It is not."""
    assert optimum("4x6", objective="worst", first=first).worst == worst


@pytest.mark.parametrize(
    ("rules", "worst"),
    [("4x4", 4), ("4x5", 5), ("4x6", 5), ("5x3", 4), ("5x4", 5), ("6x3", 5), ("7x2", 5)],
)
def test_least_worst_cases(rules: str, worst: int) -> None:
    assert optimum(rules, objective="worst").worst == worst


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "worst"), [("8x2", 6), ("4x7", 6), ("4x8", 6), ("6x4", 5), ("4x10-distinct", 7)]
)
def test_least_worst_cases_of_larger_games(rules: str, worst: int) -> None:
    """4x10-distinct: 7, so 6 guesses do not suffice (Tanaka 1996; Slovesnov)."""
    assert optimum(rules, objective="worst").worst == worst
