"""Counts and lists candidates exactly by meeting in the middle.

What each half of a code can use up of the history is tabulated, and each state of one half is looked up among
those of the other half that bring it to the history's own hits (``halves_plan``). Where
the sum of black and white hits matters, it depends on the numbers of the colors alone; so those that whole
codes can have are listed first, and each state is looked up for each of them.

Source: E. Horowitz and S. Sahni, "Computing partitions with applications to the knapsack problem", J. ACM 21
(1974).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from pegwise.engine.code_space import color_type
from pegwise.engine.counting import occurrences
from pegwise.engine.unlimited.half_states import Half
from pegwise.engine.unlimited.halves_plan import OTHER, Plan
from pegwise.engine.unlimited.state_layers import distinct, mixed, spread
from pegwise.limit import memory_limit, seconds_left, spend

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns
    from pegwise.engine.unlimited.packed_counters import Words
    from pegwise.engine.unlimited.packed_state import EngineRow
    from pegwise.engine.unlimited.state_layers import Ints
    from pegwise.rules import Rules


LISTED = 1 << 17
"""Candidates that are listed, at most."""
_MEMORY = 1 << 30
"""Bytes that it may take, by the estimate, if no limit is set."""
_PAIRS = 1 << 17
"""States that are looked up between two looks at the clock."""
_LEAST_BITS, _MOST_BITS, _SPARE_BITS = 10, 25, 3
"""Bits of the places in the table that sorts out most states before they are looked up."""


@dataclass(frozen=True)
class Met:
    """All candidates of a history: how many they are and, if these are few, the codes, the lowest first."""

    total: int
    codes: Columns | None


def met(rules: Rules, rows: tuple[EngineRow, ...], seconds: float) -> Met | None:
    """Count the candidates, and list them if they are few; None if that would take too long.

    By a nominal estimate, it takes at most ``seconds``; or half of what a limit in force leaves. What was
    found before takes no time.

    >>> from pegwise.rules import Rules
    >>> found = met(Rules(4, 6), (((0, 0, 1, 1), 1, 0), ((0, 2, 3, 3), 0, 1)), 1.0)
    >>> found.total, found.codes[:, 0].tolist()
    (44, [2, 4, 1, 2])
    """
    if not rows:
        return None
    plan = _plan(rules, rows, memory_limit() or _MEMORY)
    if plan not in _known:
        left = seconds_left()
        allowed = seconds if left is None else left / 2
        if plan.possible and (plan.split is None or plan.split.seconds > allowed):
            return None
        _known[plan] = _Meeting(plan).met() if plan.possible else Met(0, _none(rules))
    return _known[plan]


_plan = lru_cache(maxsize=8)(Plan)
"""The plans of the histories last asked about."""
_known: WeakKeyDictionary[Plan, Met] = WeakKeyDictionary()
"""What was found with them."""


def _none(rules: Rules) -> Columns:
    return np.zeros((rules.pegs, 0), color_type(rules))


class _Meeting:
    """Two halves of the pegs, one of them tabulated, and what is found of the other one in it."""

    def __init__(self, plan: Plan) -> None:
        assert plan.split is not None  # noqa: S101 - whoever asks has looked
        self._plan, self._split, self._rules = plan, plan.split, plan.rules
        self._total = 0
        self._found: list[Words] | None = []
        """The states of the candidates, first half over second; None if there are too many candidates."""
        pegs = plan.firsts[: plan.split.pegs], plan.lasts[: plan.rules.pegs - plan.split.pegs]
        masks = (None, plan.mask) if plan.split.first_kept else (plan.mask, None)
        self._halves = tuple(Half(plan.fields, *each) for each in zip(pegs, masks, strict=True))

    def met(self) -> Met:
        """Look up each state of the one half in the other, and return what that tells."""
        kept, other = self._halves if self._split.first_kept else self._halves[::-1]
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
        return Met(self._total, None if self._found is None else self._codes(self._found))

    def _needed(self, words: Words) -> Iterator[tuple[Words, Ints, Ints]]:
        """Iterate over the states that complete these; with each, which it completes, and to which counts."""
        plan = self._plan
        fields, totals = plan.fields, plan.totals
        if not plan.counted:
            none = np.zeros(words.shape[1], np.int64)
            yield fields.rest(totals, words), np.arange(words.shape[1], dtype=np.int64), none
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
                pair, place = spread(lengths[groups[begin:end]])
                of, count = starts[groups[begin:end]][pair] + place, counts[begin:end][pair]
                yield fields.rest(some[:, count], words[:, of]), of, first + count

    def _add(self, counts: Ints, ways: Ints, more: Ints) -> None:
        """Count the codes of pairs of states."""
        if not len(counts):
            return
        large = self._rules.size >= 1 << 63
        codes = ways.astype(object) * more.astype(object) if large else ways * more
        others = self._plan.counts[-1, counts]
        for number in np.unique(others).tolist():
            self._total += int(codes[others == number].sum()) * self._plan.factors[number]

    def _keep(self, kept: Words, other: Words) -> None:
        if self._total > LISTED:
            self._found = None
        if self._found is not None and kept.shape[1]:
            self._found.append(np.concatenate((kept, other) if self._split.first_kept else (other, kept)))

    def _codes(self, found: list[Words]) -> Columns:
        """Return all candidates, from the states of their halves."""
        if not found:
            return _none(self._rules)
        pairs = distinct(np.concatenate(found, axis=1)).words
        words = self._plan.fields.words
        (first, one, ones), (last, two, twos) = (
            _parts(half, states)
            for half, states in zip(self._halves, (pairs[:words], pairs[words:]), strict=True)
        )
        pair, place = spread(ones * twos)
        first = first[:, one[pair] + place // twos[pair]]
        last = last[:, two[pair] + place % twos[pair]]
        codes = _with_others(np.concatenate([first, last[::-1]]), self._plan.unguessed, self._rules)
        made: Columns = codes.astype(color_type(self._rules))
        made = made[:, np.lexsort(made[::-1])]
        return made[:, np.append(True, (made[:, 1:] != made[:, :-1]).any(axis=0))]


def _parts(half: Half, states: Words) -> tuple[NDArray[np.int64], Ints, Ints]:
    """Return the parts of codes that lead to these states; where those of each begin; their number."""
    alone = distinct(states)
    places = np.zeros(states.shape[1], np.int64)
    asked, found = alone.find(states)
    places[asked] = found
    parts, of = half.parts(alone.words)
    return parts, np.searchsorted(of, places), occurrences(of, minlength=alone.size)[places]


def _with_others(codes: NDArray[np.int64], unguessed: list[int], rules: Rules) -> NDArray[np.int64]:
    """Return the codes with each choice of colors for the pegs whose colors no guess has."""
    if not (codes == OTHER).any():
        return codes
    found = []
    for number, code in enumerate(codes.T):
        if not number % _TOGETHER:
            spend(0)
        places = np.flatnonzero(code == OTHER)
        ways = (
            product(unguessed, repeat=len(places)) if rules.repeats else permutations(unguessed, len(places))
        )
        filled = list(ways)
        whole = np.repeat(code[:, None], len(filled), axis=1)
        whole[places] = np.array(filled, np.int64).reshape(len(filled), len(places)).T
        found.append(whole)
    return np.concatenate(found, axis=1)


_TOGETHER = 1 << 10
"""Codes that are completed between two looks at the clock."""


def _portions(sizes: Ints, most: int) -> Iterator[tuple[int, int]]:
    """Iterate over slices of ``sizes`` that sum to about ``most`` each."""
    ends = np.cumsum(sizes, dtype=np.int64)
    begin = 0
    while begin < len(sizes):
        done = ends[begin - 1] if begin else 0
        end = max(begin + 1, int(np.searchsorted(ends, done + most, "right")))
        yield begin, end
        begin = end
