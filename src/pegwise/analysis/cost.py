"""What a request costs, before it is begun."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.candidates import is_enumerable
from pegwise.engine.feedback import class_sizes
from pegwise.engine.space import all_codes
from pegwise.errors import MethodError
from pegwise.limit import limited

if TYPE_CHECKING:
    from pegwise.limit import Limit
    from pegwise.position import Position
    from pegwise.rules import Rules
    from pegwise.strategies import Heuristic

__all__ = ["Cost", "estimate", "speed"]

_PROBE = 1 << 17
"""Pairs compared to find out how fast this machine is on these rules."""


@dataclass(frozen=True)
class Cost:
    """An estimate: ``pairs`` of codes to compare, ``bytes`` of memory at most, ``speed`` in pairs/s."""

    pairs: int
    bytes: int
    speed: float

    @property
    def seconds(self) -> float:
        """The time the comparisons take."""
        return self.pairs / self.speed

    def within(self, limit: Limit) -> bool:
        """Whether all of it stays within ``limit``; half the time is left for what is not comparing."""
        return (
            (limit.seconds is None or self.seconds <= limit.seconds / 2)
            and (limit.pairs is None or self.pairs <= limit.pairs)
            and (limit.memory is None or self.bytes <= limit.memory)
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"pairs": self.pairs, "bytes": self.bytes, "seconds": round(self.seconds, 3)}

    def __str__(self) -> str:
        return f"about {self.seconds:.2g} s, {self.pairs:.2g} pairs of codes, {self.bytes / 2**20:.0f} MiB"


def estimate(position: Position, strategy: Heuristic) -> Cost:
    """What choosing a guess in ``position`` costs; the speed is measured, in a few milliseconds.

    Raises :class:`~pegwise.errors.MethodError` where the rules are too large for the strategy.

    >>> from pegwise.position import Position
    >>> from pegwise.strategies import make
    >>> estimate(Position("4x6", "1122:B"), make("knuth")).pairs
    9984
    """
    rules = position.rules
    if not is_enumerable(rules):
        raise MethodError(f"{strategy.name} weighs every code, and {rules} has {rules.size}")
    # All codes, the candidates and a working block; the guesses that are tried are a copy of some codes.
    size = all_codes(rules).nbytes * 2 + rules.size * 8 + (1 << 26)
    return Cost(strategy.pairs(position), size, speed(rules))


def speed(rules: Rules) -> float:
    """Pairs of codes of these rules that this machine compares a second: the best of three short runs."""
    codes = all_codes(rules)
    some = codes[:, :: max(1, rules.size // 1024)]
    guesses = some[:, : max(1, _PROBE // some.shape[1])]
    best = np.inf
    with limited(None):  # the probe is not part of anyone's work
        for _ in range(3):
            started = time.perf_counter()
            class_sizes(guesses, some, rules)
            best = min(best, time.perf_counter() - started)
    return float(guesses.shape[1] * some.shape[1] / best)
