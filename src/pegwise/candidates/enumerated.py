"""The codes that fit a history as places in the list of all codes."""

from __future__ import annotations

import random
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pegwise.candidates.base import Candidates
from pegwise.engine.feedback import numbers_of_guess
from pegwise.engine.space import (
    all_codes,
    codes_at,
    color_type,
    grouped,
    index_of,
    places_of,
    to_columns,
    zero_based,
)
from pegwise.evidence import Count
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from pegwise.engine.space import Columns, Indices
    from pegwise.rules import Code, Row, Rules

__all__ = ["EnumeratedCandidates"]

_CODES, _TOGETHER = 1 << 18, 1 << 9
"""Codes copied, and codes named, between two looks at the clock."""


class EnumeratedCandidates(Candidates):
    """Candidates as an ascending array of places in numeric order, shape (N,)."""

    def __init__(self, rules: Rules, indices: Indices) -> None:
        self.rules, self.indices = rules, indices

    @cached_property
    def columns(self) -> Columns:
        """The candidates as engine codes: shape (pegs, N)."""
        count = len(self.indices)
        if count == self.rules.size:
            return all_codes(self.rules)
        found = np.empty((self.rules.pegs, count), color_type(self.rules))
        for start in range(0, count, _CODES):
            spend(0)
            found[:, start : start + _CODES] = codes_at(self.indices[start : start + _CODES], self.rules)
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
            yield from self._codes(codes_at(places, self.rules))

    def sample(self, number: int, seed: int | str = 0) -> list[Code]:
        """``number`` different candidates, or all if there are fewer; every choice equally likely."""
        size = len(self.indices)
        chosen = random.Random(seed).sample(range(size), min(number, size))
        return self._codes(codes_at(self.indices[chosen], self.rules))
