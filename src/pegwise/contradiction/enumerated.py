"""Answers questions about sets of rows, bit masks where bit r stands for row r, by a look at every code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import all_codes, to_columns
from pegwise.engine.counting import occurrences
from pegwise.engine.feedback import numbers_of_guess
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.codes import Feedback
    from pegwise.rules import Row, Rules

_LOOKS, _BLOCK = 10_000, 1 << 20
"""Sets of rows tried, and codes looked at, between two looks at the clock."""


class Enumerated:
    """Looks at every code once and remembers which sets of rows the codes contradict."""

    def __init__(self, rules: Rules, history: Sequence[Row], false_rows: int = 0) -> None:
        self.rules, self.history, self.false_rows = rules, history, false_rows
        codes = all_codes(rules)
        guesses = to_columns([row.guess for row in history], rules)
        self.pattern = np.zeros(rules.size, np.int64)
        self.broken = [0]
        self.told = []
        for row, (_, feedback) in enumerate(history):
            spend(rules.size)
            told = numbers_of_guess(guesses[:, row : row + 1], codes, rules)
            wanted = rules.number(feedback)
            before, self.broken = self.broken, []
            found = self._refine(told, wanted, len(before))
            for start in range(0, len(found), _LOOKS):
                spend(0)
                some = found[start : start + _LOOKS]
                self.broken += [before[key >> 1] | (key & 1) << row for key in some]
            self.told.append(told)

    def _refine(self, told: NDArray[np.uint16], wanted: int, patterns: int) -> list[int]:
        """Number the patterns anew, now that one more row is known.

        The number is twice what it was before, and one more if that row is contradicted.
        """
        blocks = [slice(start, start + _BLOCK) for start in range(0, len(told), _BLOCK)]
        counts = np.zeros(2 * patterns, np.int64)
        for block in blocks:
            spend(0)
            self.pattern[block] *= 2
            self.pattern[block] += told[block] != wanted
            counts += occurrences(self.pattern[block], minlength=len(counts))
        numbers = np.cumsum(counts > 0, dtype=np.int64) - 1
        for block in blocks:
            spend(0)
            self.pattern[block] = numbers[self.pattern[block]]
        return np.flatnonzero(counts).tolist()

    def broken_by_a_code_fitting(self, rows: int) -> int | None:
        """Return the rows that the first code consistent with ``rows`` contradicts; None if there is none."""
        for start in range(0, len(self.broken), _LOOKS):
            spend(0)
            for broken in self.broken[start : start + _LOOKS]:
                if (broken & rows).bit_count() <= self.false_rows:
                    return broken
        return None

    def impossible(self) -> int:
        """Return all rows: which of them suffice is seen when all sets have been looked at."""
        return (1 << len(self.history)) - 1

    def repairs(self, row: int) -> tuple[list[Feedback], bool]:
        """Return the feedback of a row that would repair the history, and True, as it is all."""
        several = self.false_rows + 1
        wanted = [
            place
            for place, broken in enumerate(self.broken)
            if broken >> row & 1 and broken.bit_count() == several
        ]
        if not wanted:
            return [], True
        told = set[int]()
        for start in range(0, len(self.pattern), _BLOCK):
            spend(0)
            fits_otherwise = np.isin(self.pattern[start : start + _BLOCK], wanted)
            told.update(np.unique(self.told[row][start : start + _BLOCK][fits_otherwise]).tolist())
        found = set(map(self.rules.numbered, told))
        return [feedback for feedback in self.rules.feedbacks if feedback in found], True
