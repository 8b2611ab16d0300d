"""What work costs: pairs of codes, bytes, and the speed at which this computer compares pairs."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pegwise.engine.code_space import all_codes
from pegwise.engine.enumerated.guess_scores import scores_of
from pegwise.engine.feedback import class_sizes
from pegwise.limit import Limit, LimitReached, limited, share_of_limit

if TYPE_CHECKING:
    from pegwise.rules import Rules

_CODES, _PAIRS = (1 << 10, 1 << 12), (1 << 17, 1 << 23)
"""With how many codes guesses are compared in a short and in a long probe, and how many pairs in all."""
_TELLING, _LONGER = 2e-3, 8e-3
"""Seconds from which on a short probe tells the speed of kernels, and that a long one is to take."""
_TICK = 1e-5
"""The least seconds that a probe counts for: the clock of a browser may say that it took none."""
_NOMINAL, _NOMINAL_PLAIN = 2e10, 1.5e8
"""Pairs per second, with a compiled score and without one, if a limit leaves no time to measure them."""
_UNITS = (("year", 365 * 86400), ("day", 86400), ("hour", 3600), ("minute", 60))
_AGES = 1000
"""Years from which on nobody counts them."""


@dataclass(frozen=True)
class Cost:
    """An estimate of the work that a call takes.

    Attributes:
        pairs: The number of pairs of codes to compare.
        bytes: The most bytes of memory.
        speed: The pairs compared per second, on one thread.
        setup: The seconds that the work takes besides.
        at_most: True if there was no time to count the pairs: there may be fewer.

    Example:
        >>> import pegwise
        >>> cost = pegwise.estimate("4x6 1122:B", strategy="knuth")
        >>> cost.pairs, cost.within(pegwise.Limit(pairs=1000)), cost.to_dict()["pairs"]
        (9984, False, 9984)
    """

    pairs: int
    bytes: int
    speed: float
    setup: float = 0.0
    at_most: bool = False

    @property
    def seconds(self) -> float:
        """The time that the work takes, on one thread."""
        return self.setup + self.pairs / self.speed

    def within(self, limit: Limit) -> bool:
        """Tell whether the work stays within a limit.

        It must stay within half of the seconds, because not all work is comparing pairs.

        Args:
            limit: The limit.

        Returns:
            True if time, pairs and memory stay within it.
        """
        return (
            (limit.seconds is None or self.seconds <= limit.seconds / 2)
            and (limit.pairs is None or self.pairs <= limit.pairs)
            and (limit.memory is None or self.bytes <= limit.memory)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the estimate as plain values.

        Returns:
            The pairs, the bytes and the seconds.
        """
        return {"pairs": self.pairs, "bytes": self.bytes, "seconds": round(self.seconds, 3)}

    def __str__(self) -> str:
        return f"{_duration(self.seconds)} and {self.bytes / 2**20:.0f} MiB of memory"


def _duration(seconds: float) -> str:
    """Say how long something takes, in the largest unit of which there are two."""
    if seconds < 1:
        return "less than a second"
    unit, size = next(((unit, size) for unit, size in _UNITS if seconds >= 2 * size), ("second", 1))
    number = round(seconds / size)
    if unit == "year" and number > _AGES:
        return f"more than {_AGES} years"
    return f"about {number} {unit}{'s' * (number != 1)}"


def speed(rules: Rules, kind: int | None) -> float:
    """Return how many pairs of codes this computer compares per second; measured once for each game.

    ``kind`` is a compiled score; None for the sizes of classes. The speed is a nominal one if a limit in
    force leaves no time to measure it.
    """
    try:
        with share_of_limit(0.25):
            return measured_speed(rules, kind)
    except LimitReached:
        return _NOMINAL_PLAIN if kind is None else _NOMINAL


@lru_cache(maxsize=16)
def measured_speed(rules: Rules, kind: int | None) -> float:
    """Measure the speed: that of a short probe, or of a long one if the short one is soon over."""
    pairs, seconds = _probed(rules, kind, _CODES[0], _PAIRS[0])
    if kind is not None and seconds < _TELLING:
        longer = min(_PAIRS[1], int(pairs * _LONGER / max(seconds, _TICK)))
        pairs, seconds = _probed(rules, kind, _CODES[1], longer)
    return pairs / max(seconds, _TICK)


def _probed(rules: Rules, kind: int | None, codes: int, pairs: int) -> tuple[int, float]:
    """Return the pairs of a probe with about so many codes, and the least of the times of three runs."""
    some = all_codes(rules)[:, :: max(1, rules.size // codes)]
    guesses = some[:, : max(1, pairs // some.shape[1])]
    least = float("inf")
    with limited(None):  # the probe is not part of anyone's work
        for _ in range(3):
            started = time.perf_counter()
            if kind is None:
                class_sizes(guesses, some, rules)
            else:
                scores_of(kind, guesses, some, rules)
            least = min(least, time.perf_counter() - started)
    return guesses.shape[1] * some.shape[1], least
