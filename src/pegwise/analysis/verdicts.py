"""Names for guesses by the turns they lost, and the accuracy of a game."""

from __future__ import annotations

import math
from typing import Literal

Verdict = Literal["best", "good", "inaccuracy", "mistake", "blunder", "open"]
"""The name of a guess by its regret. It is ``open`` if the bounds that are known allow more than one name."""

THRESHOLDS: tuple[tuple[Verdict, float], ...] = (
    ("best", 0.0),
    ("good", 0.1),
    ("inaccuracy", 0.25),
    ("mistake", 0.5),
    ("blunder", math.inf),
)
"""The largest regret of each name, in turns.

A ``good`` guess loses at most a turn in ten games, an ``inaccuracy`` in four games, a ``mistake`` in two
games.
"""


def verdict(regret: float, most: float) -> Verdict:
    """Return the name of a guess whose regret, in turns, is between ``regret`` and ``most``.

    >>> verdict(0.0, 0.0), verdict(0.06, 0.06), verdict(0.6, 1.4), verdict(0.0, 0.4)
    ('best', 'good', 'blunder', 'open')
    """
    name = _name(regret)
    return name if name == _name(most) else "open"


def _name(regret: float) -> Verdict:
    return next(name for name, most in THRESHOLDS if regret <= most)


def accuracy(regret: float) -> float:
    """Return the accuracy of a game in percent; each turn lost halves it.

    Regret adds up over the guesses of a game, so accuracies multiply.

    Args:
        regret: The turns lost in the game.

    Returns:
        The accuracy, 100 for best play.

    Example:
        >>> from pegwise.analysis.verdicts import accuracy
        >>> accuracy(0.0), accuracy(1.0), round(accuracy(0.1), 1)
        (100.0, 50.0, 93.3)
    """
    return float(100 * 2.0**-regret)
