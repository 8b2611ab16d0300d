"""States with the number of ways that lead to each, sorted so that they are found quickly."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from pegwise.engine.code_space import blocks
from pegwise.engine.counting import occurrences
from pegwise.limit import spend

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.unlimited.packed_counters import Words

Ints: TypeAlias = "NDArray[np.int64]"

_ODD, _OTHER = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
_BUCKETS, _BUCKET_SHIFT = 64, np.uint64(58)
_TOGETHER = 1 << 17
"""States that are put into buckets between two looks at the clock: some milliseconds."""
_FRESH = 1 << 15
"""States that a bucket takes in before it is sorted: its arrays stay in a fast cache."""


def mixed(words: Words) -> Words:
    """Return a number for each state: equal for equal states, and of one word for no others."""
    found: Words = words[0] * _ODD
    found ^= found >> _HALF
    for word in words[1:]:
        found = (found ^ word) * _OTHER
        found ^= found >> _HALF
    found *= _OTHER
    return found


def spread(sizes: Ints) -> tuple[Ints, Ints]:
    """Return for each thing of each group the number of its group, and its own number in there.

    >>> [numbers.tolist() for numbers in spread(np.array([2, 0, 1]))]
    [[0, 0, 2], [0, 1, 0]]
    """
    group = np.repeat(np.arange(len(sizes), dtype=np.int64), sizes.astype(np.intp, copy=False))
    return group, np.arange(len(group), dtype=np.int64) - (np.cumsum(sizes, dtype=np.int64) - sizes)[group]


class Sorter:
    """The order that states are kept in: those whose bits in ``mask`` are equal stay together."""

    def __init__(self, mask: Words | None = None) -> None:
        self.mask = mask if mask is not None and mask.any() else None

    def keys(self, words: Words, mixes: Words | None = None) -> Words:
        """Return the number by which each state is sorted; ``mixes`` are what :func:`mixed` returns."""
        found = mixed(words) if mixes is None else mixes
        if self.mask is None:
            return found
        return (mixed(words & self.mask) & ~_LOW) | (found >> _HALF)


class Layer:
    """States in the order of a sorter, each with its ways: the codes, or parts of codes, that lead to it."""

    def __init__(self, sorter: Sorter, words: Words, ways: Ints, keys: Words | None = None) -> None:
        self.sorter, self.words, self.ways = sorter, words, ways
        self.keys = sorter.keys(words) if keys is None else keys

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self.ways)

    def find(self, words: Words, mixes: Words | None = None) -> tuple[Ints, Ints]:
        """Return which of these states are in the layer, and where; the same state may be there twice."""
        keys = self.sorter.keys(words, mixes)
        order = np.argsort(keys)  # neighbors in the layer are looked for one after another
        first = np.searchsorted(self.keys, keys[order])
        there = np.flatnonzero(self.keys[np.minimum(first, self.size - 1)] == keys[order])
        first, order = first[there], order[there]
        number = np.searchsorted(self.keys, keys[order], "right") - first
        group, place = spread(number)
        asked, places = order[group], first[group] + place
        same = (self.words[:, places] == words[:, asked]).all(axis=0)
        return asked[same], places[same]


def distinct(words: Words) -> Layer:
    """Return the different ones of these states; seldom, a state may stay there twice."""
    merger = Merger(Sorter(), len(words))
    for block in blocks(words.shape[1], _TOGETHER):
        some = words[:, block]
        merger.add(some, np.ones(some.shape[1], np.int64))
    return merger.layer()


class Merger:
    """Collects states block by block into a layer; equal states become one."""

    def __init__(self, sorter: Sorter, words: int) -> None:
        self._sorter, self._words = sorter, words
        self._buckets: list[list[Layer]] = [[] for _ in range(_BUCKETS)]
        self._fresh = [0] * _BUCKETS

    def add(self, words: Words, ways: Ints) -> None:
        """Take in a block of states with their ways."""
        keys = self._sorter.keys(words)
        parts = (keys >> _BUCKET_SHIFT).astype(np.uint8)
        order = np.argsort(parts, kind="stable")
        words, ways, keys = words[:, order], ways[order], keys[order]
        ends = np.cumsum(occurrences(parts, minlength=_BUCKETS), dtype=np.int64).tolist()
        for part, (start, end) in enumerate(zip([0, *ends], ends, strict=False)):
            if end > start:
                piece = Layer(self._sorter, words[:, start:end], ways[start:end], keys[start:end])
                self._take(part, piece)

    def _take(self, number: int, piece: Layer) -> None:
        part = self._buckets[number]
        part.append(piece)
        self._fresh[number] += piece.size
        if self._fresh[number] > max(_FRESH, part[0].size):
            spend(0)  # all buckets may be full at once
            self._buckets[number], self._fresh[number] = [_merged(self._sorter, part)], 0

    def layer(self) -> Layer:
        """Return all states that were taken in."""
        for number, bucket in enumerate(self._buckets):
            if bucket:
                spend(0)
                self._buckets[number] = [_merged(self._sorter, bucket)]
        size = sum(bucket[0].size for bucket in self._buckets if bucket)
        words, ways = np.empty((self._words, size), np.uint64), np.empty(size, np.int64)
        keys, start = np.empty(size, np.uint64), 0
        for bucket in self._buckets:
            if bucket:
                spend(0)
                layer = bucket.pop()  # what is copied is given back at once
                here = slice(start, start + layer.size)
                words[:, here], ways[here], keys[here] = layer.words, layer.ways, layer.keys
                start += layer.size
        return Layer(self._sorter, words, ways, keys)


def _merged(sorter: Sorter, parts: list[Layer]) -> Layer:
    """Return the states of all parts, sorted, equal neighbors made one.

    Where different states have one key, equal states may stay apart: the ways count all the same.
    """
    keys = np.concatenate([part.keys for part in parts])
    order = np.argsort(keys)
    words = np.concatenate([part.words for part in parts], axis=1)[:, order]
    ways, keys = np.concatenate([part.ways for part in parts])[order], keys[order]
    new = np.ones(len(keys), np.bool_)
    new[1:] = (words[:, 1:] != words[:, :-1]).any(axis=0)
    starts = np.flatnonzero(new)
    if len(starts) == len(keys):
        return Layer(sorter, words, ways, keys)
    return Layer(sorter, words[:, starts], np.add.reduceat(ways, starts), keys[starts])
