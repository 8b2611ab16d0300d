"""Names of guesses and the accuracy of games."""

from __future__ import annotations

import math

import pytest

from pegwise.analysis.verdicts import THRESHOLDS, accuracy, verdict


def test_the_names_by_the_turns_lost() -> None:
    turns = [0.0, 1e-6, 0.1, 0.11, 0.25, 0.26, 0.5, 0.51, 1.0]
    assert [verdict(each, each) for each in turns] == [
        *("best", "good", "good", "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder", "blunder")
    ]
    assert [most for _, most in THRESHOLDS] == sorted(most for _, most in THRESHOLDS)


def test_bounds_that_allow_two_names_leave_it_open() -> None:
    assert verdict(0.0, 0.01) == "open"
    assert verdict(0.3, 0.4) == "mistake"
    assert verdict(0.6, math.inf) == "blunder"


def test_accuracies_multiply_as_regrets_add() -> None:
    assert accuracy(0.3) * accuracy(0.2) / 100 == pytest.approx(accuracy(0.5))
    assert accuracy(0.0) == 100.0
