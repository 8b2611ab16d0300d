"""As much information as possible, compared exactly."""

from __future__ import annotations

from functools import cmp_to_key, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from pegwise.strategies.heuristic import Heuristic
from pegwise.strategies.registry import register

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.engine.space import Indices
    from pegwise.strategies.heuristic import Scores

__all__ = ["Entropy", "exact_ranks"]


@register
class Entropy(Heuristic):
    """The guess whose answer has most entropy: the least sum of n log n over the classes.

    The sums are compared in floating point only where they clearly differ; near ties are decided exactly,
    by comparing the products of n**n as whole numbers, so that ties are ties.
    Source: E. Neuwirth, Some strategies for Mastermind, Z. Operations Research 26, 1982.
    """

    name = "entropy"
    summary = "most information"
    source = "Neuwirth 1982"
    # Sums of at most a few hundred terms err by less than 1e-13 of their value.
    slack = 1e-11

    def scores(self, sizes: Indices) -> Scores:
        """The sum of n * log2 n over the classes."""
        logs = np.log2(np.maximum(sizes, 1))
        return ((sizes * logs).sum(axis=1),)

    def settle(self, sizes: Indices) -> Indices:
        """Exact ranks by the sum of n log n."""
        return exact_ranks(sizes)


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
