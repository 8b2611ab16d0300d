"""Counts estimated from walks lie around the exact ones, as often as they say."""

from __future__ import annotations

from math import exp, log

import pytest

from pegwise import Rules
from pegwise.engine.unlimited.candidate_count import exact_count
from pegwise.engine.unlimited.sample import estimate
from tests.engine.unlimited.test_walk import drawn_rows
from tests.helpers import exhaustive

GAMES = [
    (Rules(6, 6), 1),
    (Rules(6, 6), 3),
    (Rules(8, 8), 2),
    (Rules(8, 8), 4),
    (Rules(9, 12, repeats=False), 2),
    (Rules(10, 4, whites=False), 3),
    (Rules(12, 12), 2),
    (Rules(20, 20), 1),
]


@pytest.mark.some(2)
@pytest.mark.parametrize(("rules", "number"), [*GAMES[:4], *exhaustive(*GAMES[4:])], ids=str)
def test_an_estimate_is_near_the_exact_count(rules: Rules, number: int) -> None:
    _, rows = drawn_rows(rules, number, "counted")
    exact = exact_count(rules, tuple(rows), 400_000)
    assert exact is not None
    found = estimate(rules, rows, seed=1)
    assert found is not None
    low, about, high = found
    assert low < about < high
    # The interval is wrong 1 time in 20; one half as wide again is wrong 1 time in 70 or so.
    assert about - 1.5 * (about - low) < log(exact) < about + 1.5 * (high - about)
    assert exp(high - low) < 1.6


def test_without_rows_it_is_the_size_of_the_game() -> None:
    found = estimate(Rules(30, 30), [], moves=50_000)
    assert found is not None
    assert all(abs(each - 30 * log(30)) < 1e-9 for each in found)


def test_where_no_code_is_met_there_is_no_estimate() -> None:
    impossible = [((0, 0, 1, 1), 4, 0), ((2, 2, 3, 3), 4, 0)]
    assert estimate(Rules(4, 6), impossible, moves=100_000) is None
