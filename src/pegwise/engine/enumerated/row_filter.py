"""Finds which of all codes are consistent with one row, prefix by prefix, without holding all codes."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations, product
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import Indices, codes_at
from pegwise.limit import spend
from pegwise.progress import report
from pegwise.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    U8 = NDArray[np.uint8]

MOST_PEGS, MOST_COLORS = 200, 256
"""What the tables serve: numbers below 256 in one byte, and few symbols."""

_SUFFIXES = 1 << 17
"""Suffixes at most: their tables stay in a fast cache, and one prefix takes less than a millisecond."""


def fitting_places(rules: Rules, guess: Sequence[int], black: int, total: int) -> Indices:
    """The places, in numeric order, of the codes that give ``guess`` (colors from 0) this answer.

    ``total`` counts all hits; without whites it is not looked at. It takes time in proportion to all codes, a
    second for some hundred million, and memory in proportion to those that fit. Raises
    :class:`~pegwise.limit.LimitReached` where a limit in force ends it.

    >>> fitting_places(Rules(2, 3), (0, 1), 1, 1)
    array([0, 2, 4, 7])
    """
    pegs = _suffix_pegs(rules)
    shared = _suffixes(rules, pegs)
    colors, length = range(rules.colors), rules.pegs - pegs
    prefixes = list(product(colors, repeat=length) if rules.repeats else permutations(colors, length))
    found: list[Indices] = []
    for number, prefix in enumerate(prefixes):
        spend(0)
        report("codes", number, len(prefixes))
        found.append(np.flatnonzero(shared.fitting(prefix, guess, black, total)) + number * shared.size)
    return np.concatenate(found)


def _suffix_pegs(rules: Rules) -> int:
    """The most pegs of which there are few enough suffixes."""
    pegs, size = 0, 1
    while pegs < rules.pegs:
        size *= rules.colors - (0 if rules.repeats else rules.pegs - 1 - pegs)
        if size > _SUFFIXES and pegs:
            break
        pegs += 1
    return pegs


class _Suffixes:
    """All suffixes in numeric order, in symbols: colors; if these differ, which of those that are left."""

    def __init__(self, rules: Rules, pegs: int) -> None:
        self.rules, self.pegs = rules, pegs
        symbols = rules.colors - (0 if rules.repeats else rules.pegs - pegs)
        own = Rules(pegs, symbols, repeats=rules.repeats)
        self.size = own.size
        codes = codes_at(np.arange(own.size, dtype=np.int64), own)
        there = [[column == symbol for symbol in range(symbols)] for column in codes]
        self.there = np.array(there, np.bool_).view(np.uint8)
        """Whether a peg has a symbol: (pegs, symbols, size)."""
        self.counts: U8 = self.there.sum(axis=0, dtype=np.uint8)

    def fitting(
        self, prefix: Sequence[int], guess: Sequence[int], black: int, total: int
    ) -> NDArray[np.bool_]:
        """Which suffixes make a code with this prefix that fits."""
        rules = self.rules
        left = [color for color in range(rules.colors) if rules.repeats or color not in prefix]
        symbol_of = {color: symbol for symbol, color in enumerate(left)}
        blacks = np.zeros(self.size, np.uint8)
        for peg, color in enumerate(guess[len(prefix) :]):
            if color in symbol_of:
                blacks += self.there[peg, symbol_of[color]]
        hits = sum(one == other for one, other in zip(prefix, guess, strict=False))
        fit = blacks == black - hits if black >= hits else np.zeros(self.size, np.bool_)
        if not rules.whites:
            return fit
        totals, had = np.zeros(self.size, np.uint8), 0
        for color in set(guess):
            wanted, here = guess.count(color), prefix.count(color)
            had += min(wanted, here)
            if color in symbol_of and wanted > here:
                totals += np.minimum(self.counts[symbol_of[color]], wanted - here)
        return fit & (totals == total - had) if total >= had else np.zeros(self.size, np.bool_)


_suffixes = lru_cache(maxsize=2)(_Suffixes)
"""The tables, the last ones kept: positions of one game follow one another."""
