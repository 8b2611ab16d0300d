"""Entropies compared exactly: sums of n log n as the whole numbers whose logarithms they are."""

from __future__ import annotations

from functools import cmp_to_key, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.native.entropy import entropy_margin, entropy_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.engine.space import Indices

__all__ = ["exact_ranks", "margin_for", "table_for"]


def table_for(candidates: int) -> Indices:
    """n * log2 n in fixed point for n = 0 to at least ``candidates``; see :func:`margin_for`.

    Equal sums of n log n are equal sums of the table; sums that differ by more than the margin are ordered
    as the reals are.
    """
    return _table(_size(candidates))


def margin_for(candidates: int) -> int:
    """Within this difference sums of the table must be compared exactly, by :func:`exact_ranks`."""
    return entropy_margin(_size(candidates))


def _size(candidates: int) -> int:
    """A power of two, so that few tables are made."""
    return 1 << max(8, (max(1, candidates) - 1).bit_length())


@lru_cache(maxsize=4)
def _table(size: int) -> Indices:
    return entropy_table(size)


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


def _compare(left: dict[int, int], right: dict[int, int]) -> int:
    """The order of two products of prime powers; only what differs is multiplied out."""
    first = second = 1
    for prime in left.keys() | right.keys():
        difference = left.get(prime, 0) - right.get(prime, 0)
        if difference > 0:
            first *= prime**difference
        else:
            second *= prime**-difference
    return (first > second) - (first < second)


def _prime_powers(sizes: Sequence[int]) -> dict[int, int]:
    """The exponents of the primes in the product of n**n."""
    powers: dict[int, int] = {}
    for size in sizes:
        for prime, exponent in _factors(size):
            powers[prime] = powers.get(prime, 0) + exponent * size
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
