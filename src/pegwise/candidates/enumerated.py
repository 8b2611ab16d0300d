"""The codes that are consistent with a history, as places in the list of all codes."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pegwise.candidates.base import Candidates
from pegwise.engine.code_space import (
    ENUMERATION_LIMIT,
    LISTING_LIMIT,
    all_codes,
    all_places,
    blocks,
    can_search,
    chosen,
    codes_at,
    color_type,
    grouped,
    places_of,
    to_columns,
    zero_based,
)
from pegwise.engine.enumerated.row_filter import MOST_COLORS, MOST_PEGS, fitting_places
from pegwise.engine.feedback import numbers_of_guess
from pegwise.errors import LimitError
from pegwise.exactness import Count
from pegwise.limit import spend
from pegwise.notation import number_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns, Indices
    from pegwise.rules import Code, Row, Rules

_TOGETHER = 1 << 9
"""Codes named between two looks at the clock."""


class EnumeratedCandidates(Candidates):
    """Candidates as an ascending array of their places in the list of all codes.

    Args:
        rules: The rules of the game.
        indices: The places of the candidates, counted from 0 in numeric order, shape (N,).
        false_rows: The number of rows that may be false.
        misfits: The number of rows that each candidate contradicts, shape (N,); None for none.

    Attributes:
        rules (Rules): The rules of the game.
        indices (Indices): The places of the candidates, shape (N,).
        false_rows (int): The number of rows that may be false.
        misfits (Indices | None): The number of rows that each candidate contradicts, if rows may be false.

    Example:
        >>> import pegwise
        >>> candidates = pegwise.Position("4x6 1122:B").listed()
        >>> candidates.count().value, str(candidates.code(0)), candidates.columns.shape
        (256, '1333', (4, 256))
        >>> candidates.narrow(pegwise.Row("1344:W")).count().value
        44
        >>> len(candidates.split(pegwise.Code("1344")))
        13
    """

    def __init__(
        self, rules: Rules, indices: Indices, false_rows: int = 0, misfits: Indices | None = None
    ) -> None:
        self.rules, self.indices, self.false_rows = rules, indices, false_rows
        self.misfits = np.zeros(len(indices), np.int64) if misfits is None and false_rows else misfits

    @cached_property
    def columns(self) -> Columns:
        """The candidates as engine codes, with colors numbered from 0, in an array of shape (pegs, N)."""
        count = len(self.indices)
        if count == self.rules.size:
            return all_codes(self.rules)
        found = np.empty((self.rules.pegs, count), color_type(self.rules))
        for some in blocks(count):
            found[:, some] = codes_at(self.indices[some], self.rules)
        return found

    @cached_property
    def weight(self) -> int:
        """The weights of the candidates together; their number, if all count the same."""
        weights = self.rules.weights
        return sum(weights[place] for place in self.indices.tolist()) if weights else len(self.indices)

    def narrow(self, row: Row) -> EnumeratedCandidates:
        """Return the candidates that are also consistent with another row, or may contradict it.

        Args:
            row: The row.

        Returns:
            New candidates; these do not change.
        """
        numbers = numbers_of_guess(to_columns([row.guess], self.rules), self.columns, self.rules)
        wanted = self.rules.number(row.feedback)
        if self.misfits is not None and row.feedback != self.rules.win:  # a game that is won is over
            misfits = self.misfits + (numbers != wanted)
            kept = misfits <= self.false_rows
            return EnumeratedCandidates(self.rules, self.indices[kept], self.false_rows, misfits[kept])
        kept = chosen(self.indices[None], numbers == wanted)[0]
        return EnumeratedCandidates(self.rules, kept, self.false_rows)

    def split(self, guess: Code) -> list[tuple[int, EnumeratedCandidates]]:
        """Split the candidates by the feedback that a guess would get.

        Args:
            guess: The guess.

        Returns:
            Each feedback number that occurs, as :meth:`Rules.number` gives it, with its candidates.
        """
        numbers = numbers_of_guess(to_columns([guess], self.rules), self.columns, self.rules)
        parts = grouped(numbers, self.indices)
        return [(number, EnumeratedCandidates(self.rules, part)) for number, part in parts]

    def count(self, effort: float = 1.0) -> Count:
        """Count the candidates.

        Args:
            effort: What would multiply the work if they were not listed.

        Returns:
            Their number, which is always exact.
        """
        return Count(len(self.indices), "exact")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self.indices)} codes of {self.rules}>"

    def code(self, index: int) -> Code:
        """Return the candidate at a place in ``indices``.

        Args:
            index: The place, counted from 0.

        Returns:
            The candidate.
        """
        return self._code(codes_at(self.indices[index : index + 1], self.rules)[:, 0])

    def holds(self, codes: Columns) -> NDArray[np.bool_]:
        """Tell which of some codes are candidates.

        Args:
            codes: The codes as engine codes, shape (pegs, N).

        Returns:
            True or False for each code, shape (N,).

        Example:
            >>> import pegwise
            >>> candidates = pegwise.Position("4x6 1122:B").listed()
            >>> bool(candidates.holds(candidates.columns).all())
            True
        """
        wanted, held = places_of(codes, self.rules), self.indices
        places = np.minimum(np.searchsorted(held, wanted), max(0, len(held) - 1))
        return held[places] == wanted if len(held) else np.zeros(len(wanted), np.bool_)

    def drawn(self, number: int, seed: int | str = 0) -> Columns:
        """Draw candidates as :meth:`sample` does, as engine codes, quickly however many there are.

        Args:
            number: The number of candidates to draw.
            seed: The random seed: the same seed draws the same candidates.

        Returns:
            The candidates drawn, shape (pegs, number).

        Example:
            >>> import pegwise
            >>> pegwise.Position("4x6 1122:B").listed().drawn(10).shape
            (4, 10)
        """
        size = len(self.indices)
        from random import Random

        places = Random(seed).sample(range(size), min(number, size))
        return codes_at(self.indices[places], self.rules)

    def __contains__(self, code: object) -> bool:
        wanted = self._wanted(code)
        return wanted is not None and bool(self.holds(to_columns([wanted], self.rules))[0])

    def __iter__(self) -> Iterator[Code]:
        return self.from_(0)

    def from_(self, start: int, number: int | None = None) -> Iterator[Code]:
        """Iterate over some candidates, the lowest first; a limit in force may end this in the middle.

        Args:
            start: The number of the lowest candidates to leave out.
            number: The number of candidates to yield at most; None for all.

        Yields:
            The candidates.

        Example:
            >>> import pegwise
            >>> [str(code) for code in pegwise.Position("4x6 1122:B").listed().from_(1, 2)]
            ['1334', '1335']
        """
        wanted = range(len(self.indices))[start : None if number is None else start + number]
        for first in range(wanted.start, wanted.stop, _TOGETHER):
            spend(0)
            places = self.indices[first : min(first + _TOGETHER, wanted.stop)]
            yield from self._codes(codes_at(places, self.rules))

    def sample(self, number: int, seed: int | str = 0) -> list[Code]:
        """Draw different candidates at random; every choice is equally likely.

        Args:
            number: The number of candidates to draw; all are drawn if there are fewer.
            seed: The random seed: the same seed draws the same candidates.

        Returns:
            The candidates drawn.

        Example:
            >>> import pegwise
            >>> len(set(pegwise.Position("4x6 1122:B").listed().sample(10, seed=1)))
            10
        """
        return self._codes(self.drawn(number, seed))


_SYMBOLS = 1.6e8
"""Symbols of codes that are listed, or compared with a guess, per second: nominal."""
_QUICK_SYMBOLS, _SURVIVING = 2.5e9, 0.08
"""The same for the first row, which is compared without listing the codes; and the share of the codes that is
then compared with the other rows.
"""
_TABLES = 1 << 16
"""Codes from which on that is worth it."""


def is_enumerable(rules: Rules) -> bool:
    """Tell whether all codes of these rules are held in memory."""
    return rules.size <= ENUMERATION_LIMIT


def is_listable(rules: Rules, history: Sequence[Row]) -> bool:
    """Tell whether the candidates can be listed: all codes are held in memory, or gone through once."""
    return is_enumerable(rules) or (bool(history) and rules.size <= LISTING_LIMIT and _has_tables(rules))


def _has_tables(rules: Rules) -> bool:
    return rules.colors <= MOST_COLORS and rules.pegs <= MOST_PEGS and can_search(rules)


def listed_candidates(rules: Rules, history: Sequence[Row], false_rows: int = 0) -> EnumeratedCandidates:
    """Return the candidates after ``history``, listed: the codes that all rows but ``false_rows`` fit.

    Raises:
        LimitError: If they cannot be listed; see :func:`is_listable`.
    """
    if not is_listable(rules, history) or (false_rows and not is_enumerable(rules)):
        beside = " and to allow false rows" if false_rows else ""
        raise LimitError(f"{rules} has {number_name(rules.size)} codes: too many to enumerate{beside}")
    rows = list(history)
    if not false_rows and rows and rules.size >= _TABLES and _has_tables(rules):
        guess, (black, white) = rows.pop(0)
        found = EnumeratedCandidates(rules, fitting_places(rules, zero_based(guess), black, black + white))
    else:
        found = EnumeratedCandidates(rules, all_places(rules), false_rows)
    for row in rows:
        found = found.narrow(row)
    return found


def listing_seconds(rules: Rules, rows: int) -> float:
    """Estimate how long it takes to list all codes, or to find the candidates after so many rows."""
    symbols = rules.size * rules.pegs
    if not rows or rules.size < _TABLES or not _has_tables(rules):
        return symbols * (rows + 1) / _SYMBOLS
    return symbols / _QUICK_SYMBOLS + (rows > 1) * _SURVIVING * symbols / _SYMBOLS


def listing_bytes(rules: Rules) -> int:
    """Estimate the most memory that it takes to list all codes."""
    return rules.size * (rules.pegs + 24)
