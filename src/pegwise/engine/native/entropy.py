"""Entropy that compares exactly: sums of n*log2(n) in fixed point. Only numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SCALE_BITS = 46
"""Most binary places: float64 gives log2 of a prime no better."""


def entropy_scale(size: int) -> int:
    """Binary places such that sums over ``size`` codes stay below 2**62."""
    return min(SCALE_BITS, 61 - max(1, int(size * max(1, size.bit_length())).bit_length()))


def entropy_table(size: int) -> NDArray[np.int64]:
    """n*log2(n) in fixed point for n = 0 to size, (size+1,) int64, ``entropy_scale(size)`` places.

    log2(n) is the sum of the rounded logarithms of n's prime factors. So class sizes with equal
    products of n**n have equal sums, exactly. The other way round, sums that differ by more than
    ``entropy_margin(size)`` differ truly and in this direction; closer ones need an exact comparison.
    """
    scale = float(1 << entropy_scale(size))
    logarithm = np.zeros(size + 1, dtype=np.int64)
    rest = np.arange(size + 1, dtype=np.int64)
    for prime in range(2, int(size**0.5) + 1):
        if rest[prime] != prime:
            continue
        unit = int(np.rint(np.log2(prime) * scale))
        power = prime
        while power <= size:
            logarithm[power::power] += unit
            rest[power::power] //= prime
            power *= prime
    large = rest > 1
    logarithm[large] += np.rint(np.log2(rest[large]) * scale).astype(np.int64)
    return logarithm * np.arange(size + 1, dtype=np.int64)


def entropy_margin(size: int) -> int:
    """Least difference of two sums from ``entropy_table(size)`` that surely means unequal reals.

    A prime's logarithm is wrong by at most 1 unit, n has at most log2(n) prime factors, so each sum
    over ``size`` codes is wrong by at most size*log2(size) units.
    """
    return 2 * size * max(1, size.bit_length()) + 1
