"""Counts and lists candidates exactly by meeting in the middle.

What each half of a code can use up of the history is tabulated, and each state of one half is looked up among
those of the other half that bring it to the history's own hits (:mod:`pegwise.engine.unlimited.plan`). Where
the sum of black and white hits matters, it depends on the numbers of the colors alone; so those that whole
codes can have are listed first, and each state is looked up for each of them.

Source: E. Horowitz and S. Sahni, "Computing partitions with applications to the knapsack problem", J. ACM 21
(1974).
"""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.space import color_type
from pegwise.engine.unlimited.half import Half
from pegwise.engine.unlimited.layers import mixed
from pegwise.engine.unlimited.plan import OTHER
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from pegwise.engine.space import Columns
    from pegwise.engine.unlimited.fields import Words
    from pegwise.engine.unlimited.layers import Ints
    from pegwise.engine.unlimited.plan import Plan

__all__ = ["LISTED", "Halves"]

LISTED = 1 << 18
"""Candidates that are kept for a list, at most."""
_PAIRS = 1 << 18
"""States that are looked up between two looks at the clock."""
_LEAST_BITS, _MOST_BITS, _SPARE_BITS = 10, 25, 3
"""Bits of the places in the table that sorts out most states before they are looked up."""


class Halves:
    """The candidates that a plan finds, counted, and kept if they are not many.

    >>> from pegwise.engine.unlimited.plan import Plan
    >>> from pegwise.rules import Rules
    >>> halves = Halves(Plan(Rules(4, 6), [((0, 0, 1, 1), 1, 0), ((0, 2, 3, 3), 0, 1)]))
    >>> halves.total, halves.codes()[:, 0].tolist()
    (44, [2, 4, 1, 2])
    """

    def __init__(self, plan: Plan) -> None:
        self.total = 0
        self._plan, self._split, self._rules = plan, plan.split, plan.rules
        self._found: list[Words] | None = []
        """The states of the candidates, first half over second; None if there are too many candidates."""
        if plan.possible:
            self._meet()

    def _meet(self) -> None:
        plan, split = self._plan, self._split
        assert split is not None  # noqa: S101 - whoever asks has looked
        pegs = plan.firsts[: split.pegs], plan.lasts[: self._rules.pegs - split.pegs]
        self._halves = tuple(Half(plan.fields, each, plan.mask) for each in pegs)
        kept, other = self._halves if split.first_kept else self._halves[::-1]
        layer = kept.last()
        bits = min(_MOST_BITS, max(_LEAST_BITS, layer.size.bit_length() + _SPARE_BITS))
        shift = np.uint64(64 - bits)
        there = np.zeros(1 << bits, np.bool_)
        for start in range(0, layer.size, _PAIRS):
            spend(0)
            there[mixed(layer.words[:, start : start + _PAIRS]) >> shift] = True
        for words, ways in other.blocks():
            for needed, of, counts in self._needed(words):
                spend(0)
                mixes = mixed(needed)
                likely = np.flatnonzero(there[mixes >> shift])
                asked, places = layer.find(needed[:, likely], mixes[likely])
                asked = likely[asked]
                self._add(counts[asked], layer.ways[places], ways[of[asked]])
                self._keep(layer.words[:, places], words[:, of[asked]])

    def _needed(self, words: Words) -> Iterator[tuple[Words, Ints, Ints]]:
        """Iterate over the states that complete these; with each, which it completes, and to which counts."""
        plan = self._plan
        fields, totals = plan.fields, plan.totals
        if not plan.counted:
            none = np.zeros(words.shape[1], np.int64)
            yield fields.rest(totals, words), np.arange(words.shape[1]), none
            return
        # States that have the same numbers of the colors lie together.
        colors = words & plan.mask
        new = np.ones(words.shape[1], np.bool_)
        new[1:] = (colors[:, 1:] != colors[:, :-1]).any(axis=0)
        starts = np.flatnonzero(new)
        lengths = np.diff(starts, append=words.shape[1])
        colors = colors[:, starts] | (fields.start & ~plan.mask)
        pace = max(1, _PAIRS // max(1, len(starts)))
        for first in range(0, totals.shape[1], pace):
            spend(0)
            some = totals[:, first : first + pace]
            counts, groups = np.nonzero(fields.holds(some[:, :, None], colors[:, None, :]))
            for begin, end in _portions(lengths[groups], _PAIRS):
                group, number = groups[begin:end], lengths[groups[begin:end]]
                of = np.arange(number.sum()) - np.repeat(np.cumsum(number) - number - starts[group], number)
                count = np.repeat(counts[begin:end], number)
                yield fields.rest(some[:, count], words[:, of]), of, first + count

    def _add(self, counts: Ints, ways: Ints, more: Ints) -> None:
        """Count the codes of pairs of states."""
        if not len(counts):
            return
        large = self._rules.size >= 1 << 63
        codes = ways.astype(object) * more.astype(object) if large else ways * more
        others = self._plan.counts[-1, counts]
        for number in np.unique(others).tolist():
            self.total += int(codes[others == number].sum()) * self._plan.factors[number]

    def _keep(self, kept: Words, other: Words) -> None:
        if self.total > LISTED:
            self._found = None
        if self._found is not None and kept.shape[1]:
            assert self._split is not None  # noqa: S101
            pair = (kept, other) if self._split.first_kept else (other, kept)
            self._found.append(np.concatenate(pair))

    def codes(self) -> Columns | None:
        """Return all candidates as columns, the lowest first; None if there are more than :data:`LISTED`."""
        if self._found is None:
            return None
        kind = color_type(self._rules)
        if not self._found:
            return np.zeros((self._rules.pegs, 0), kind)
        pairs = np.unique(np.concatenate(self._found, axis=1), axis=1)
        words = self._plan.fields.words
        columns, numbers = [], []
        for half, states in zip(self._halves, (pairs[:words], pairs[words:]), strict=True):
            alone, which = np.unique(states, axis=1, return_inverse=True)
            parts, of = half.parts(alone)
            order = np.argsort(of, kind="stable")
            columns.append(parts[:, order])
            numbers.append((np.searchsorted(of[order], which.reshape(-1)), np.bincount(of)[which.reshape(-1)]))
        (one, ones), (two, twos) = numbers
        pair, place = _places(ones * twos)
        first = columns[0][:, one[pair] + place // twos[pair]]
        second = columns[1][:, two[pair] + place % twos[pair]]
        codes = self._with_others(np.concatenate([first, second[::-1]]))
        return _sorted(codes, self._rules.colors).astype(kind)

    def _with_others(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the codes with each choice of colors for the pegs whose colors no guess has."""
        if not (codes == OTHER).any():
            return codes
        found = []
        unguessed = self._plan.unguessed
        for code in codes.T:
            spend(0)
            open_pegs = np.flatnonzero(code == OTHER)
            number = len(open_pegs)
            ways = product(unguessed, repeat=number) if self._rules.repeats else permutations(unguessed, number)
            filled = list(ways)
            whole = np.repeat(code[:, None], len(filled), axis=1)
            whole[open_pegs] = np.array(filled, np.int64).reshape(len(filled), number).T
            found.append(whole)
        return np.concatenate(found, axis=1)


def _portions(sizes: Ints, most: int) -> Iterator[tuple[int, int]]:
    """Iterate over slices of ``sizes`` that sum to about ``most`` each."""
    ends = np.cumsum(sizes)
    begin = 0
    while begin < len(sizes):
        done = ends[begin - 1] if begin else 0
        end = max(begin + 1, int(np.searchsorted(ends, done + most, "right")))
        yield begin, end
        begin = end


def _places(sizes: Ints) -> tuple[Ints, Ints]:
    """Return for each thing of each group the number of the group, and its own number in there."""
    group = np.repeat(np.arange(len(sizes)), sizes)
    return group, np.arange(len(group)) - np.repeat(np.cumsum(sizes) - sizes, sizes)


def _sorted(codes: NDArray[np.int64], colors: int) -> NDArray[np.int64]:
    """Return the codes in numeric order."""
    together = max(1, int(62 // np.log2(max(2, colors))))
    keys = []
    for start in range(0, len(codes), together):
        key = np.zeros(codes.shape[1], np.int64)
        for peg in codes[start : start + together]:
            key = key * colors + peg
        keys.append(key)
    return codes[:, np.lexsort(keys[::-1])]
