"""Answers questions about sets of rows, as ``enumerated`` does, by walks, proofs and searches."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import rows_of, to_code
from pegwise.engine.feedback import numbers_of_guess
from pegwise.engine.unlimited.consistent_codes import ConstraintSearch
from pegwise.engine.unlimited.halves import met
from pegwise.engine.unlimited.sat_proof import CONFLICTS, Prover, can_prove
from pegwise.engine.unlimited.walk import Walk
from pegwise.errors import LimitError
from pegwise.limit import LimitReached
from pegwise.rules import Code, Feedback, Row, Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.engine.unlimited.packed_state import EngineRow

_MOVES, _MORE_MOVES = 200_000, 4_000_000
"""Changes that a walk tries to find a code: some milliseconds, and a tenth of a second."""
_PREFIXES, _EACH = 200_000, 20_000
"""Prefixes that an exact search may look at, and for each feedback that might repair a row."""
_MEETING = 0.3
"""Nominal seconds that two halves of the pegs may take to meet."""
_CONFLICTS, _ALL_CONFLICTS = 10_000, 40_000
"""Conflicts of a proof, about a second in the largest games; and of all but the first."""
_GROWING = 50_000
"""Changes that a walk tries to find a code that is consistent with one row more."""
_DRAWN = 100
"""Codes drawn for the feedback that would repair a row, before a proof is tried that there is no other."""


class Searched:
    """Looks for a code that is consistent with some rows, or for a proof that there is none."""

    def __init__(self, rules: Rules, history: Sequence[Row]) -> None:
        self.rules, self.history = rules, history
        self.rows: Sequence[EngineRow] = rows_of(history)
        self._all = (1 << len(history)) - 1
        self._met: list[tuple[int, Code]] = []
        """The rows that each code breaks which was met."""
        self._impossible: list[int] = []
        self._unknown: set[int] = set()
        self._may_take: int | None = None

    def broken_by_a_code_fitting(self, rows: int) -> int | None:
        """Return the rows that a code consistent with ``rows`` contradicts; None if there is no such code.

        Raises :class:`LimitError` if that is not known.
        """
        if any(rows & known == known for known in self._impossible):
            return None
        broken = next((broken for broken, _ in self._met if not broken & rows), None)
        if broken is not None:
            return broken
        if rows in self._unknown:
            raise LimitError("it is not known whether a code is possible after these rows")
        try:
            return self._look(rows)
        except LimitReached:
            raise
        except LimitError:
            self._unknown.add(rows)
            raise

    def impossible(self) -> int:
        """Return rows that no code is consistent with: leave out one row after another while that is so."""
        rows = min([self._all, *self._impossible], key=int.bit_count)
        for row in range(len(self.rows)):
            without = rows & ~(1 << row)
            try:
                if without != rows and self.broken_by_a_code_fitting(without) is None:
                    known = (each for each in self._impossible if each & without == each)
                    rows = min(known, key=int.bit_count)
            except LimitError:
                pass  # the row stays
        return rows

    def repairs(self, row: int) -> tuple[list[Feedback], bool]:
        """Return the feedback of a row that would repair the history, and True if it is all."""
        others = self._all & ~(1 << row)
        try:
            if self.broken_by_a_code_fitting(others) is None:
                return [], True
        except LimitReached:
            raise
        except LimitError:
            return [], False
        guess, kept = self.history[row].guess, self._kept(others)
        found = {self.rules.feedback(code, guess) for broken, code in self._met if not broken & others}
        complete = False
        try:
            for code in Walk(self.rules, kept, f"repairs {row}").draw(_DRAWN, _MOVES):
                found.add(self.rules.feedback(self.rules.spelled(to_code(code)), guess))
            self._find_others(others, row, found)
            complete = True
        except LimitError:
            pass  # what was found counts
        return [feedback for feedback in self.rules.feedbacks if feedback in found], complete

    def _find_others(self, others: int, row: int, found: set[Feedback]) -> None:
        """Add to ``found`` the other feedback that would repair a row; raise LimitError if it is unknown."""
        guess, kept = self.rows[row][0], self._kept(others)
        every = met(self.rules, tuple(kept), _MEETING)
        if every is not None and every.codes is not None:
            column = np.array([guess], every.codes.dtype).T
            for number in np.unique(numbers_of_guess(column, every.codes, self.rules)).tolist():
                found.add(Feedback(*divmod(number, self.rules.pegs + 1)))
            return
        proof = self._proof
        if proof is not None:
            for _ in self.rules.feedbacks:  # each is found once
                code = proof.other_answer(_places(others), row, found, self._conflicts(proof)).code
                if code is None:
                    return
                found.add(self.rules.feedback(self.rules.spelled(to_code(code)), self.history[row].guess))
        for feedback in self.rules.feedbacks:
            if feedback not in found:
                search = ConstraintSearch(self.rules, [*kept, (guess, *feedback)])
                if next(search.codes(limit=_EACH), None) is not None:
                    found.add(feedback)

    def _look(self, rows: int) -> int | None:
        """Find a code that is consistent with these rows and many others; return the rows it contradicts."""
        code = Walk(self.rules, self._kept(rows), "fits").first(_MOVES)
        if code is None:
            code, impossible = self._settled(rows)
            if code is None:
                self._impossible.append(impossible)
                return None
        broken = self._broken_by(code)
        for row in range(len(self.rows)):
            if broken >> row & 1:
                more = Walk(self.rules, self._kept(self._all & ~broken | 1 << row), "grown").first(_GROWING)
                broken = broken if more is None else self._broken_by(more)
        return broken

    def _settled(self, rows: int) -> tuple[tuple[int, ...] | None, int]:
        """Return a code that is consistent with these rows; or None, and the rows proved to be impossible."""
        every = met(self.rules, tuple(self._kept(rows)), _MEETING)
        if every is not None and every.codes is not None:
            return (tuple(every.codes[:, 0].tolist()) if every.total else None), rows
        proof = self._proof
        if proof is not None:
            conflicts = self._conflicts(proof)
            if conflicts <= 0:
                raise LimitError("the proofs for these rows took all that they may")
            try:
                code, these = proof.settle(_places(rows), conflicts)
                return code, sum(1 << row for row in these)
            except LimitReached:
                raise
            except LimitError:
                pass
        kept = self._kept(rows)
        code = Walk(self.rules, kept, "fits after all").first(_MORE_MOVES)
        if code is None and proof is not None:
            raise LimitError("it is not known whether a code is possible after these rows")
        return code or next(ConstraintSearch(self.rules, kept).codes(limit=_PREFIXES), None), rows

    def _broken_by(self, colors: Sequence[int]) -> int:
        """Return the rows that this code contradicts, and remember it."""
        code = self.rules.spelled(to_code(colors))
        fits = (self.rules.feedback(code, guess) == feedback for guess, feedback in self.history)
        broken = sum(1 << place for place, fit in enumerate(fits) if not fit)
        self._met.append((broken, code))
        return broken

    def _conflicts(self, proof: Prover) -> int:
        """Return what the next proof may take; the first, about all rows, may take as much as it needs."""
        if self._may_take is None:
            self._may_take = CONFLICTS + _ALL_CONFLICTS
            return CONFLICTS
        return min(_CONFLICTS, self._may_take - proof.conflicts)

    @cached_property
    def _proof(self) -> Prover | None:
        """The prover for these rows, if there can be one."""
        try:
            return Prover(self.rules, self.rows) if can_prove() else None
        except LimitReached:
            raise
        except LimitError:
            return None

    def _kept(self, rows: int) -> list[EngineRow]:
        return [self.rows[place] for place in _places(rows)]


def _places(rows: int) -> list[int]:
    """Return the rows of a bit mask."""
    return [place for place in range(rows.bit_length()) if rows >> place & 1]
