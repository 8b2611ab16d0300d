"""Counters with limits, packed into words: one addition counts in all of them, one test checks them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

Words: TypeAlias = "NDArray[np.uint64]"

_WIDTH = 64
_FEW = 1 << 15
"""Words of states that are looked at all at once, rather than one word of all states after another."""


class Fields:
    """The layout of counters, each with the most that it may count.

    Each counter has a field that starts so that its top bit, the *guard*, is set just when it has passed its
    limit. Arrays of states have the shape (words, N).

    >>> fields = Fields([2, 1])
    >>> state = fields.start
    >>> for _ in range(3):
    ...     state = state + fields.packed(np.array([[1], [0]]))
    ...     print(bool(fields.fit(state)[0]))
    True
    True
    False
    """

    def __init__(self, limits: Sequence[int]) -> None:
        self.limits = tuple(limits)
        self._places: list[tuple[int, int]] = []
        bits, word = 0, 0
        for limit in limits:
            width = limit.bit_length() + 1
            if bits + width > _WIDTH:
                bits, word = 0, word + 1
            self._places.append((word, bits))
            bits += width
        self.words = word + 1
        tops = [1 << limit.bit_length() for limit in limits]
        self.start = self._laid([top - 1 - limit for top, limit in zip(tops, limits, strict=True)])
        self.guard = self._laid(tops)

    def _laid(self, amounts: Sequence[int]) -> Words:
        found = [0] * self.words
        for (word, shift), amount in zip(self._places, amounts, strict=True):
            found[word] += amount << shift
        return np.array(found, np.uint64).reshape(-1, 1)

    def packed(self, amounts: NDArray[np.int64]) -> Words:
        """Return what adds each column of amounts, shape (counters, N); more than a limit is one too many."""
        words, shifts = np.array(self._places, np.int64).T
        fitting = np.minimum(amounts, np.array(self.limits, np.int64)[:, None] + 1).astype(np.uint64)
        first = np.searchsorted(words, np.arange(self.words, dtype=np.int64))
        return np.add.reduceat(fitting << shifts[:, None].astype(np.uint64), first, axis=0)

    def at_least(self, least: Sequence[int] | NDArray[np.int64]) -> Words | None:
        """Return what, added to a state, sets the guards of all counters that have this; None if all do."""
        wanted = np.array(least, np.int64)
        if not (wanted > 0).any():
            return None
        above = np.array(self.limits, np.int64) + 1
        return self.packed((above - np.clip(wanted, 0, above))[:, None])

    def mask(self, count: int) -> Words:
        """Return the bits of the first ``count`` counters, guards included."""
        tops = [(2 << limit.bit_length()) - 1 for limit in self.limits[:count]]
        return self._laid([*tops, *[0] * (len(self.limits) - count)])

    def fit(self, states: Words, floor: Words | None = None) -> NDArray[np.bool_]:
        """Tell which states pass no limit and, with a ``floor``, have what :meth:`at_least` was asked for."""
        if states.size < _FEW:
            passed = (states & self.guard).any(axis=0)
            if floor is not None:
                passed |= (~(states + floor) & self.guard).any(axis=0)
            return np.asarray(~passed)
        good = np.ones(states.shape[1], np.bool_)
        for word, (state, guard) in enumerate(zip(states, self.guard, strict=True)):
            if guard[0]:
                good &= (state & guard) == 0
                if floor is not None:
                    good &= ((state + floor[word]) & guard) == guard
        return good

    def holds(self, totals: Words, states: Words) -> NDArray[np.bool_]:
        """Tell whether totals leave something for the rest of each state, in every counter.

        Both may be of any shapes that numpy broadcasts, words first; ``totals`` are packed amounts.
        """
        good = np.ones(np.broadcast_shapes(totals.shape[1:], states.shape[1:]), np.bool_)
        for word, (start, guard) in enumerate(zip(self.start, self.guard, strict=True)):
            if guard[0]:
                good &= ((totals[word] + (guard + start) - states[word]) & guard) == guard
        return good

    def rest(self, totals: Words, states: Words) -> Words:
        """Return the states that bring these states to the totals; see :meth:`holds`."""
        return totals + (self.start + self.start) - states
