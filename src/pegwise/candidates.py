"""The codes consistent with a history, behind one interface, whether or not they fit in memory."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine import completions
from pegwise.engine.constraint import ConstraintSearch
from pegwise.engine.feedback import numbers_of_guess
from pegwise.engine.space import (
    ENUMERATION_LIMIT,
    all_codes,
    all_places,
    codes_at,
    grouped,
    index_of,
    places_of,
    to_code,
    to_columns,
    zero_based,
)
from pegwise.evidence import Count
from pegwise.limit import LimitReached, limited, memory_limit, seconds_left, share_of_limit, spend
from pegwise.notation import as_code

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from pegwise.engine.packing import EngineRow
    from pegwise.engine.space import Columns, Indices
    from pegwise.rules import Code, Row, Rules

__all__ = [
    "Candidates",
    "ConstraintCandidates",
    "EnumeratedCandidates",
    "candidates_in_time",
    "candidates_of",
    "is_enumerable",
    "listing_bytes",
    "listing_seconds",
]

_SYMBOLS = 1.6e8
"""Symbols of codes a second that are listed, or compared with a guess's: nominal."""
_CODES, _TOGETHER = 1 << 18, 1 << 9
"""Codes copied, and codes named, between two looks at the clock."""

# Nodes a search for one random candidate may visit before it starts over with another order.
_RANDOM_NODES = 2_000_000


def is_enumerable(rules: Rules) -> bool:
    """Whether all codes of these rules are held in memory."""
    return rules.size <= ENUMERATION_LIMIT


def candidates_of(rules: Rules, history: Sequence[Row]) -> Candidates:
    """The candidates after ``history``: enumerated where the space fits in memory, else by search."""
    if not is_enumerable(rules):
        return ConstraintCandidates(rules, tuple(history))
    candidates = EnumeratedCandidates(rules, all_places(rules))
    for row in history:
        candidates = candidates.narrow(row)
    return candidates


def candidates_in_time(rules: Rules, history: Sequence[Row]) -> Candidates:
    """As :func:`candidates_of`; by search where a limit in force leaves no time, or memory, to list codes."""
    left, memory = seconds_left(), memory_limit()
    if left is None or not is_enumerable(rules):
        return candidates_of(rules, history)
    if listing_seconds(rules, len(history)) > left / 2 or (memory and listing_bytes(rules) > memory):
        return ConstraintCandidates(rules, tuple(history))
    try:
        with share_of_limit(0.5):
            return candidates_of(rules, history)
    except LimitReached:
        return ConstraintCandidates(rules, tuple(history))


def listing_seconds(rules: Rules, rows: int) -> float:
    """How long it takes, roughly, to list all codes and to find those that fit so many rows."""
    return rules.size * (rows + 1) * rules.pegs / _SYMBOLS


def listing_bytes(rules: Rules) -> int:
    """The memory that takes at most."""
    return rules.size * (rules.pegs + 24)


class Candidates(ABC):
    """The codes that fit a history. Iteration is in numeric order.

    ``in`` takes a code as colors or as text; it raises what :func:`~pegwise.notation.as_code` raises.
    """

    rules: Rules

    @abstractmethod
    def count(self) -> Count:
        """How many there are; a bound, tagged as one, where counting them would take too long."""

    @abstractmethod
    def __contains__(self, code: object) -> bool: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Code]: ...

    def _code(self, colors: Iterable[int]) -> Code:
        """Colors from 0 as a code of the game."""
        return self.rules.spelled(to_code(colors))

    def _wanted(self, code: object) -> Code | None:
        """The code that is asked about; None for what can be none."""
        return as_code(code, self.rules) if isinstance(code, (str, tuple, list)) else None

    def first(self) -> Code | None:
        """The lowest candidate, or None if no code fits."""
        return next(iter(self), None)

    def possible(self) -> bool:
        """Whether any code fits."""
        return self.first() is not None

    @abstractmethod
    def sample(self, number: int, seed: int | str = 0) -> list[Code]:
        """``number`` candidates drawn with a seed: without repetition where they are enumerated."""

    def some(self, number: int | None, start: int = 0) -> list[Code]:
        """The ``number`` lowest candidates after the first ``start``, or all if there are fewer."""
        return list(self.from_(start, number))

    def from_(self, start: int, number: int | None = None) -> Iterator[Code]:
        """The same one after another: a limit in force may end it in the middle."""
        return islice(self, start, None if number is None else start + number)


class EnumeratedCandidates(Candidates):
    """Candidates as an ascending array of places in numeric order, shape (N,)."""

    def __init__(self, rules: Rules, indices: Indices) -> None:
        self.rules, self.indices = rules, indices

    @cached_property
    def columns(self) -> Columns:
        """The candidates as engine codes: shape (pegs, N)."""
        codes, count = all_codes(self.rules), len(self.indices)
        if count == self.rules.size:
            return codes
        found = np.empty((self.rules.pegs, count), codes.dtype)
        for start in range(0, count, _CODES):
            spend(0)
            found[:, start : start + _CODES] = codes[:, self.indices[start : start + _CODES]]
        return found

    def narrow(self, row: Row) -> EnumeratedCandidates:
        """Those that also fit ``row``."""
        numbers = numbers_of_guess(to_columns([row.guess], self.rules), self.columns, self.rules)
        wanted = row.feedback.black * (self.rules.pegs + 1) + row.feedback.white
        parts = [self.indices[:0]]
        for start in range(0, len(numbers), _CODES):
            spend(0)
            block = slice(start, start + _CODES)
            parts.append(self.indices[block][numbers[block] == wanted])
        return EnumeratedCandidates(self.rules, np.concatenate(parts))

    def split(self, guess: Code) -> list[tuple[int, EnumeratedCandidates]]:
        """The non-empty classes of ``guess`` by feedback number."""
        numbers = numbers_of_guess(to_columns([guess], self.rules), self.columns, self.rules)
        parts = grouped(numbers, self.indices)
        return [(number, EnumeratedCandidates(self.rules, part)) for number, part in parts]

    def count(self) -> Count:
        """How many there are, always exact."""
        return Count(len(self.indices), "exact")

    def code(self, index: int) -> Code:
        """The candidate at a place in ``indices``."""
        return self._code(codes_at(self.indices[index : index + 1], self.rules)[:, 0])

    def holds(self, codes: Columns) -> NDArray[np.bool_]:
        """Which of these codes, (pegs, N), are candidates: shape (N,)."""
        wanted, held = places_of(codes, self.rules), self.indices
        places = np.minimum(np.searchsorted(held, wanted), max(0, len(held) - 1))
        return held[places] == wanted if len(held) else np.zeros(len(wanted), np.bool_)

    def drawn(self, number: int, seed: int | str = 0) -> Columns:
        """As :meth:`sample`, as engine codes (pegs, N), in no time however many there are."""
        size = len(self.indices)
        places = random.Random(seed).sample(range(size), min(number, size))
        return codes_at(self.indices[places], self.rules)

    def __contains__(self, code: object) -> bool:
        wanted = self._wanted(code)
        if wanted is None:
            return False
        index = index_of(zero_based(wanted), self.rules)
        place = int(np.searchsorted(self.indices, index))
        return place < len(self.indices) and int(self.indices[place]) == index

    def __iter__(self) -> Iterator[Code]:
        return self.from_(0)

    def from_(self, start: int, number: int | None = None) -> Iterator[Code]:
        """The ``number`` lowest candidates after the first ``start``, one after another."""
        wanted = range(len(self.indices))[start : None if number is None else start + number]
        for first in range(wanted.start, wanted.stop, _TOGETHER):
            spend(0)
            places = self.indices[first : min(first + _TOGETHER, wanted.stop)]
            yield from map(self._code, codes_at(places, self.rules).T.tolist())

    def sample(self, number: int, seed: int | str = 0) -> list[Code]:
        """``number`` different candidates, or all if there are fewer; every choice equally likely."""
        size = len(self.indices)
        chosen = random.Random(seed).sample(range(size), min(number, size))
        return list(map(self._code, codes_at(self.indices[chosen], self.rules).T.tolist()))


class ConstraintCandidates(Candidates):
    """Candidates found by search; nothing is enumerated."""

    def __init__(self, rules: Rules, history: tuple[Row, ...]) -> None:
        self.rules, self.history = rules, history
        self._rows = tuple((zero_based(guess), *feedback) for guess, feedback in history)
        self._counted: Count | None = None
        self._met: Code | None = None
        self._sought = False

    def count(self) -> Count:
        """How many there are; an upper bound, tagged, where the count needs too large a table.

        Of a limit in force it takes half; what is known then is a bound, too.
        """
        if self._counted is not None:
            return self._counted
        known = [Count(self.rules.size, "upper")]
        try:
            with share_of_limit(0.5):
                known.extend(completions.counts(self.rules, self._rows, build=_table))
        except LimitReached:
            return known[-1]
        self._counted = known[-1]
        return self._counted

    def __contains__(self, code: object) -> bool:
        wanted = self._wanted(code)
        return wanted is not None and all(
            self.rules.feedback(wanted, guess) == feedback for guess, feedback in self.history
        )

    def __iter__(self) -> Iterator[Code]:
        for code in ConstraintSearch(self.rules, self._rows).codes():
            yield self._code(code)

    def possible(self) -> bool:
        """Whether any code fits; within a limit on time whichever is met first tells."""
        if seconds_left() is None:
            return super().possible()
        if self._met is None:
            found = completions.some_code(self.rules, self._rows, random.Random(0))
            self._met = None if found is None else self._code(found)
        return self._met is not None

    def sample(self, number: int, seed: int | str = 0, *, whole: bool = False) -> list[Code]:
        """``number`` candidates drawn with repetition.

        Every candidate is equally likely where they can be counted exactly; otherwise each is the first
        that a randomly ordered search meets, which is not uniform. Of a limit in force it takes half; there
        are then fewer of them, unless it is to be the ``whole`` sample. Raises
        :class:`~pegwise.limit.LimitReached` where there is not one.
        """
        drawn: list[Code] = []
        try:
            with share_of_limit(1.0 if whole else 0.5):
                for code in self._drawing(number, random.Random(seed)):
                    drawn.append(self._code(code))
                    spend(0)
        except LimitReached:
            if whole or not (drawn or self._one()):
                raise
        return drawn or ([self._met] if self._met else [])

    def _one(self) -> bool:
        """Whether some code was met; if not, a short search is made, once, even if no time is left for it."""
        if self._met is None and not self._sought:
            self._sought = True
            with limited(None):
                found = completions.some_code(self.rules, self._rows, random.Random(0), quick=True)
            self._met = None if found is None else self._code(found)
        return self._met is not None

    def know(self, code: Code | None) -> None:
        """Take a code that fits for one that was met; None: a short search would meet none."""
        self._met, self._sought = code or self._met, True

    def _drawing(self, number: int, rng: random.Random) -> Iterator[tuple[int, ...]]:
        try:
            with share_of_limit(0.5):
                table = _table(self.rules, self._rows, completions.MAX_STATES)
        except LimitReached:
            table = None
        for _ in range(number):
            if table is not None:
                if table.total:
                    yield table.sample(rng)
                continue
            if seconds_left() is None:
                code = completions.random_code(self.rules, self._rows, rng, _RANDOM_NODES)
            else:
                code = completions.some_code(self.rules, self._rows, rng)
            if code is None:
                return
            yield code


@lru_cache(maxsize=1)
def _table(rules: Rules, rows: tuple[EngineRow, ...], most: int) -> completions.Completions | None:
    """The table of a history, the last one kept: what is counted is often drawn from next."""
    return completions.Completions.build(rules, rows, most)
