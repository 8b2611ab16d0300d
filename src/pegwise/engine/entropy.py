"""Entropies compared exactly: sums of n log n as the whole numbers whose logarithms they are."""

from __future__ import annotations

from collections import Counter
from functools import cmp_to_key, lru_cache
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.running import arrays
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.code_space import Indices

SCALE_BITS = 46
"""Most binary places: float64 gives log2 of a prime no better."""
_BLOCK = 1 << 18
"""Numbers whose logarithms are taken between two looks at the clock."""


def table_for(candidates: int) -> Indices:
    """n * log2 n in fixed point for n = 0 to at least ``candidates``; see :func:`margin_for`.

    Equal sums of n log n are equal sums of the table; sums that differ by more than the margin are ordered
    as the reals are.
    """
    return entropy_table(_size(candidates))


def margin_for(candidates: int) -> int:
    """Within this difference sums of the table must be compared exactly, by :func:`exact_ranks`."""
    return entropy_margin(_size(candidates))


def _size(candidates: int) -> int:
    """A power of two, so that few tables are made."""
    return 1 << max(8, (max(1, candidates) - 1).bit_length())


def exact_ranks(sizes: Indices) -> Indices:
    """The dense rank of each row (G, bins) by its sum of n log n, equal sums having equal ranks.

    >>> exact_ranks(np.array([[2, 2, 2, 2, 0], [4, 1, 1, 1, 1], [3, 3, 1, 1, 0]])).tolist()
    [0, 0, 1]
    """
    rows, inverse = np.unique(np.sort(sizes, axis=1), axis=0, return_inverse=True)
    powers = [_prime_powers([int(size) for size in row if size > 1]) for row in rows]
    by_value = cmp_to_key(_compare)
    order = sorted(range(len(rows)), key=lambda row: by_value(powers[row]))
    ranks = np.zeros(len(rows), np.int64)
    for before, place in pairwise(order):
        ranks[place] = ranks[before] + (powers[before] != powers[place])
    return ranks[inverse.ravel()]


def _compare(left: Counter[int], right: Counter[int]) -> int:
    """The order of two products of prime powers; only what differs is multiplied out."""
    first: int = prod(prime**power for prime, power in (left - right).items())
    second: int = prod(prime**power for prime, power in (right - left).items())
    return (first > second) - (first < second)


def _prime_powers(sizes: Sequence[int]) -> Counter[int]:
    """The exponents of the primes in the product of n**n."""
    powers = Counter[int]()
    for size in sizes:
        for prime, exponent in _factors(size):
            powers[prime] += exponent * size
    return powers


@lru_cache(maxsize=65536)
def _factors(number: int) -> tuple[tuple[int, int], ...]:
    factors, divisor = [], 2
    while divisor * divisor <= number:
        exponent = 0
        while number % divisor == 0:
            number, exponent = number // divisor, exponent + 1
        if exponent:
            factors.append((divisor, exponent))
        divisor += 1
    return (*factors, (number, 1)) if number > 1 else tuple(factors)


# --- sums in fixed point ---------------------------------------------------------------------------


def entropy_scale(size: int) -> int:
    """Binary places such that sums over ``size`` codes stay below 2**62."""
    return min(SCALE_BITS, 61 - max(1, int(size * max(1, size.bit_length())).bit_length()))


@lru_cache(maxsize=4)
def entropy_table(size: int) -> NDArray[np.int64]:
    """n*log2(n) in fixed point for n = 0 to size, (size+1,) int64, ``entropy_scale(size)`` places.

    log2(n) is the sum of the rounded logarithms of n's prime factors. So class sizes with equal
    products of n**n have equal sums, exactly. The other way round, sums that differ by more than
    ``entropy_margin(size)`` differ truly and in this direction; closer ones need an exact comparison.
    """
    scale = float(1 << entropy_scale(size))
    units = {prime: int(np.rint(np.log2(prime) * scale)) for prime in _primes(int(size**0.5))}
    table = arrays.empty(size + 1, np.int64)  # where kernels read it in place
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
    return [number for number in range(2, most + 1) if _factors(number) == ((number, 1),)]


def entropy_margin(size: int) -> int:
    """Least difference of two sums from ``entropy_table(size)`` that surely means unequal reals.

    A prime's logarithm is wrong by at most 1 unit, n has at most log2(n) prime factors, so each sum
    over ``size`` codes is wrong by at most size*log2(size) units.
    """
    return 2 * size * max(1, size.bit_length()) + 1
