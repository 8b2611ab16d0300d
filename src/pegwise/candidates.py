"""The codes consistent with a history, behind one interface, whether or not they fit in memory."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine import completions
from pegwise.engine.constraint import ConstraintSearch
from pegwise.engine.feedback import feedback_numbers
from pegwise.engine.space import (
    ENUMERATION_LIMIT,
    all_codes,
    index_of,
    numbers_of,
    to_code,
    to_columns,
    zero_based,
)
from pegwise.evidence import Count
from pegwise.notation import as_code

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from pegwise.engine.space import Columns, Indices
    from pegwise.rules import Code, Row, Rules

__all__ = ["Candidates", "ConstraintCandidates", "EnumeratedCandidates", "candidates_of", "is_enumerable"]

# Nodes a search for one random candidate may visit before it starts over with another order.
_RANDOM_NODES = 2_000_000


def is_enumerable(rules: Rules) -> bool:
    """Whether all codes of these rules are held in memory."""
    return rules.size <= ENUMERATION_LIMIT


def candidates_of(rules: Rules, history: Sequence[Row]) -> Candidates:
    """The candidates after ``history``: enumerated where the space fits in memory, else by search."""
    if not is_enumerable(rules):
        return ConstraintCandidates(rules, tuple(history))
    candidates = EnumeratedCandidates(rules, np.arange(rules.size))
    for row in history:
        candidates = candidates.narrow(row)
    return candidates


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

    def _wanted(self, code: object) -> Code | None:
        """The code that is asked about; None for what can be none."""
        return as_code(code, self.rules) if isinstance(code, (str, tuple, list)) else None

    def first(self) -> Code | None:
        """The lowest candidate, or None if no code fits."""
        return next(iter(self), None)

    @abstractmethod
    def sample(self, number: int, seed: int | str = 0) -> list[Code]:
        """``number`` candidates drawn with a seed: without repetition where they are enumerated."""

    def some(self, number: int | None, start: int = 0) -> list[Code]:
        """The ``number`` lowest candidates after the first ``start``, or all if there are fewer."""
        return list(islice(self, start, None if number is None else start + number))


class EnumeratedCandidates(Candidates):
    """Candidates as an ascending array of places in numeric order, shape (N,)."""

    def __init__(self, rules: Rules, indices: Indices) -> None:
        self.rules, self.indices = rules, indices

    @cached_property
    def columns(self) -> Columns:
        """The candidates as engine codes: shape (pegs, N)."""
        codes = all_codes(self.rules)
        return codes if len(self.indices) == self.rules.size else codes[:, self.indices]

    def narrow(self, row: Row) -> EnumeratedCandidates:
        """Those that also fit ``row``."""
        numbers = feedback_numbers(to_columns([row.guess], self.rules), self.columns, self.rules)[0]
        wanted = row.feedback.black * (self.rules.pegs + 1) + row.feedback.white
        return EnumeratedCandidates(self.rules, self.indices[numbers == wanted])

    def split(self, guess: Code) -> list[tuple[int, EnumeratedCandidates]]:
        """The non-empty classes of ``guess`` by feedback number."""
        numbers = feedback_numbers(to_columns([guess], self.rules), self.columns, self.rules)[0]
        order = np.argsort(numbers, kind="stable")
        found, starts = np.unique(numbers[order], return_index=True)
        parts = np.split(self.indices[order], starts[1:]) if len(found) else []
        return [
            (int(number), EnumeratedCandidates(self.rules, part))
            for number, part in zip(found, parts, strict=True)
        ]

    def count(self) -> Count:
        """How many there are, always exact."""
        return Count(len(self.indices), "exact")

    def code(self, index: int) -> Code:
        """The candidate at a place in ``indices``."""
        return self.rules.spelled(to_code(all_codes(self.rules)[:, self.indices[index]]))

    def holds(self, codes: Columns) -> NDArray[np.bool_]:
        """Which of these codes, (pegs, N), are candidates: shape (N,)."""
        wanted = numbers_of(codes, self.rules)
        # With repeats a code's place is its number.
        held = self.indices if self.rules.repeats else numbers_of(self.columns, self.rules)
        places = np.minimum(np.searchsorted(held, wanted), max(0, len(held) - 1))
        return held[places] == wanted if len(held) else np.zeros(len(wanted), np.bool_)

    def __contains__(self, code: object) -> bool:
        wanted = self._wanted(code)
        if wanted is None:
            return False
        index = index_of(zero_based(wanted), self.rules)
        place = int(np.searchsorted(self.indices, index))
        return place < len(self.indices) and int(self.indices[place]) == index

    def __iter__(self) -> Iterator[Code]:
        return (self.code(index) for index in range(len(self.indices)))

    def some(self, number: int | None, start: int = 0) -> list[Code]:
        """The ``number`` lowest candidates after the first ``start``, or all if there are fewer."""
        places = range(len(self.indices))[start : None if number is None else start + number]
        return [self.code(index) for index in places]

    def sample(self, number: int, seed: int | str = 0) -> list[Code]:
        """``number`` different candidates, or all if there are fewer; every choice equally likely."""
        size = len(self.indices)
        chosen = random.Random(seed).sample(range(size), min(number, size))
        return [self.code(index) for index in chosen]


class ConstraintCandidates(Candidates):
    """Candidates found by search; nothing is enumerated."""

    def __init__(self, rules: Rules, history: tuple[Row, ...]) -> None:
        self.rules, self.history = rules, history
        self._rows = [(zero_based(guess), *feedback) for guess, feedback in history]
        self._counted: Count | None = None

    def count(self) -> Count:
        """How many there are; an upper bound, tagged, where the count needs too large a table."""
        if self._counted is None:
            self._counted = completions.count(self.rules, self._rows)
        return self._counted

    def __contains__(self, code: object) -> bool:
        wanted = self._wanted(code)
        return wanted is not None and all(
            self.rules.feedback(wanted, guess) == feedback for guess, feedback in self.history
        )

    def __iter__(self) -> Iterator[Code]:
        for code in ConstraintSearch(self.rules, self._rows).codes():
            yield self.rules.spelled(to_code(code))

    def sample(self, number: int, seed: int | str = 0) -> list[Code]:
        """``number`` candidates drawn with repetition.

        Every candidate is equally likely where they can be counted exactly; otherwise each is the first
        that a randomly ordered search meets, which is not uniform.
        """
        rng = random.Random(seed)
        table = completions.Completions.build(self.rules, self._rows, completions.MAX_STATES)
        if table is not None:
            drawn = [table.sample(rng) for _ in range(number if table.total else 0)]
        else:
            found = (
                completions.random_code(self.rules, self._rows, rng, _RANDOM_NODES) for _ in range(number)
            )
            drawn = [code for code in found if code is not None]
        return [self.rules.spelled(to_code(code)) for code in drawn]
