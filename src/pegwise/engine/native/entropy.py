"""Entropy that compares exactly: sums of n*log2(n) in fixed point. Only numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.limit import spend

if TYPE_CHECKING:
    from numpy.typing import NDArray

SCALE_BITS = 46
"""Most binary places: float64 gives log2 of a prime no better."""
_BLOCK = 1 << 18
"""Numbers whose logarithms are taken between two looks at the clock."""


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
    units = {prime: int(np.rint(np.log2(prime) * scale)) for prime in _primes(int(size**0.5))}
    table = np.empty(size + 1, dtype=np.int64)
    for start in range(0, size + 1, _BLOCK):
        spend(0)
        numbers = np.arange(start, min(start + _BLOCK, size + 1), dtype=np.int64)
        table[start : start + _BLOCK] = _logarithms(numbers, units, scale) * numbers
    return table


def _logarithms(numbers: NDArray[np.int64], units: dict[int, int], scale: float) -> NDArray[np.int64]:
    """The logarithms of numbers in a row, by the ``units`` of the small primes; that of 0 is 0."""
    logarithm, rest = np.zeros_like(numbers), numbers.copy()
    start, last = int(numbers[0]), int(numbers[-1])
    for prime, unit in units.items():
        power = prime
        while power <= last:
            first = -start % power or (power if start == 0 else 0)
            logarithm[first::power] += unit
            rest[first::power] //= prime
            power *= prime
    large = rest > 1
    logarithm[large] += np.rint(np.log2(rest[large]) * scale).astype(np.int64)
    return logarithm


def _primes(most: int) -> list[int]:
    """The primes up to ``most``."""
    return [
        number
        for number in range(2, most + 1)
        if all(number % other for other in range(2, int(number**0.5) + 1))
    ]


def entropy_margin(size: int) -> int:
    """Least difference of two sums from ``entropy_table(size)`` that surely means unequal reals.

    A prime's logarithm is wrong by at most 1 unit, n has at most log2(n) prime factors, so each sum
    over ``size`` codes is wrong by at most size*log2(size) units.
    """
    return 2 * size * max(1, size.bit_length()) + 1
