"""Names for guesses by the turns they lost, and the accuracy of a game."""

from __future__ import annotations

import math
from typing import Literal

__all__ = ["THRESHOLDS", "Verdict", "accuracy", "verdict"]

Verdict = Literal["best", "good", "inaccuracy", "mistake", "blunder", "open"]
"""``open``: the bounds that are known allow more than one name."""

THRESHOLDS: tuple[tuple[Verdict, float], ...] = (
    ("best", 0.0),
    ("good", 0.1),
    ("inaccuracy", 0.25),
    ("mistake", 0.5),
    ("blunder", math.inf),
)
"""The regret up to which a guess has each name: a turn in ten games, in four games, in two games, or more."""


def verdict(regret: float, most: float) -> Verdict:
    """The name of a guess whose regret, in turns, lies between these.

    >>> verdict(0.0, 0.0), verdict(0.06, 0.06), verdict(0.6, 1.4), verdict(0.0, 0.4)
    ('best', 'good', 'blunder', 'open')
    """
    name = _name(regret)
    return name if name == _name(most) else "open"


def _name(regret: float) -> Verdict:
    return next(name for name, most in THRESHOLDS if regret <= most)


def accuracy(regret: float) -> float:
    """The accuracy in percent of a game in which so many turns were lost: halved by each.

    Regret adds up over the guesses of a game, so accuracies multiply. Best play has 100.

    >>> accuracy(0.0), accuracy(1.0), round(accuracy(0.1), 1)
    (100.0, 50.0, 93.3)
    """
    return float(100 * 2.0**-regret)
