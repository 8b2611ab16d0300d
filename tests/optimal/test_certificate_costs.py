"""The bounds of the slow prover are the checker's, though they share no code."""

from __future__ import annotations

import math

import pytest

import pegcheck
from pegwise.optimal.certificate_costs import UNIT, cost_of, pair_of
from tests.optimal.slow_splits import least_costs


@pytest.mark.parametrize("left", [0, 1, 2, 3, 5, math.inf])
@pytest.mark.parametrize("most", [1, 2, 3, 14])
@pytest.mark.parametrize("open_to_all", [False, True])
def test_size_bounds(left: float, most: int, open_to_all: bool) -> None:
    others = most if open_to_all else most - 1
    theirs = [pegcheck.least(count, left, most, others) for count in range(60)]
    assert least_costs(59, left, most, others).tolist() == theirs
    theirs = [pegcheck.least(count, left, most, others, 0) for count in range(60)]
    assert least_costs(59, left, most, others, 0).tolist() == theirs


def test_the_units_are_the_same() -> None:
    assert pegcheck.UNIT == UNIT


@pytest.mark.parametrize("pair", [(0, 0), (5625, 2), (2**28, 2**22), None])
def test_pairs_there_and_back(pair: tuple[int, int] | None) -> None:
    assert pair_of(cost_of(pair)) == pair
