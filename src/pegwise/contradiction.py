"""Why no code fits a history: the smallest set of rows that cannot all be true, and what would repair it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from pegwise.candidates import is_enumerable
from pegwise.engine.feedback import numbers_of_guess
from pegwise.engine.space import all_codes, to_code, to_columns, zero_based
from pegwise.engine.unlimited.constraint import ConstraintSearch
from pegwise.errors import LimitError
from pegwise.limit import LimitReached, share_of_limit, spend
from pegwise.rules import Feedback

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.rules import Code, Row, Rules

__all__ = ["Contradiction", "Repair", "contradiction"]

# Nodes each search may visit in games too large to enumerate; past it a repair is left undecided.
_NODES = 300_000
# Sets of rows tried, and codes looked at, between two looks at the clock.
_LOOKS, _BLOCK = 10_000, 1 << 20


@dataclass(frozen=True)
class Repair:
    """One change of feedback that leaves a code: row ``row`` (from 1) would have to say ``feedback``."""

    row: int
    guess: Code
    feedback: Feedback

    def __str__(self) -> str:
        return f"row {self.row} ({self.guess}) said {self.feedback}"


@dataclass(frozen=True)
class Contradiction:
    """Rows (numbered from 1) that cannot all be true, as few as there can be, and the single repairs.

    ``complete`` is False where some repairs could not be decided (games too large to enumerate).
    """

    history: tuple[Row, ...]
    rows: tuple[int, ...]
    repairs: tuple[Repair, ...]
    complete: bool = True

    def __str__(self) -> str:
        if len(self.rows) == 1:
            shown = f"row {self.rows[0]} ({self.history[self.rows[0] - 1]}) can never be true"
        else:
            parts = [f"{row} ({self.history[row - 1]})" for row in self.rows]
            shown = f"rows {', '.join(parts[:-1])} and {parts[-1]} cannot all be true"
        if not self.repairs and not self.complete:
            return f"no code fits: {shown}; whether a change of a single answer repairs it is open"
        if not self.repairs:
            return f"no code fits: {shown}; no change of a single answer repairs it"
        return f"no code fits: {shown}; it would fit if {'; or if '.join(self._by_row())}"

    def _by_row(self) -> list[str]:
        """What each row would have to say, as text."""
        told: dict[int, list[str]] = {}
        for repair in self.repairs:
            told.setdefault(repair.row, []).append(str(repair.feedback))
        return [
            f"row {row} ({self.history[row - 1].guess}) said {' or '.join(answers)}"
            for row, answers in told.items()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Plain values: rows numbered from 1, repairs as row, guess and feedback."""
        return {
            "rows": list(self.rows),
            "repairs": [
                {"row": repair.row, "guess": str(repair.guess), "feedback": str(repair.feedback)}
                for repair in self.repairs
            ],
            "complete": self.complete,
            "text": str(self),
        }


def contradiction(rules: Rules, history: Sequence[Row]) -> Contradiction | None:
    """What contradicts what in ``history``, or None if some code fits it.

    The rows are a smallest set that cannot all be true; of several such sets the first.

    >>> from pegwise.notation import parse_history
    >>> from pegwise.rules import Rules
    >>> rules = Rules(4, 6)
    >>> contradiction(rules, parse_history("1122:B 1344:W 3526:BWW 1462:BBB", rules)).rows
    (2, 3, 4)
    """
    witness = _witness(rules, history)
    everything = (1 << len(history)) - 1
    if witness.broken_by_a_code_fitting(everything) is not None:
        return None
    rows = _smallest_contradiction(witness, len(history))
    repairs, complete = [], True
    for row in range(len(history)):
        try:
            spend(0)
            repairs += [Repair(row + 1, history[row].guess, told) for told in witness.repairs(row)]
        except LimitError:
            complete = False
    return Contradiction(tuple(history), tuple(row + 1 for row in rows), tuple(repairs), complete)


def _witness(rules: Rules, history: Sequence[Row]) -> _Witness:
    """Every code looked at once; where these are too many, or a limit leaves no time for it, a search."""
    if not is_enumerable(rules):
        return _Searched(rules, history)
    try:
        with share_of_limit(0.5):
            return _Enumerated(rules, history)
    except LimitReached:
        return _Searched(rules, history)


class _Witness(Protocol):
    """Answers about sets of rows, written as bit masks: bit r stands for row r."""

    def broken_by_a_code_fitting(self, rows: int) -> int | None:
        """The rows that some code breaks which fits all of ``rows``; None if no code fits these."""

    def repairs(self, row: int) -> list[Feedback]:
        """What ``row`` would have to say for some code to fit, all other rows as they are."""


def _smallest_contradiction(witness: _Witness, count: int) -> tuple[int, ...]:
    """The smallest set of rows that no code fits, by implicit hitting sets.

    Every such set meets the rows that any one code breaks. So the smallest set that meets all those known
    so far is the answer as soon as no code fits it; a code that does fit it adds one more to meet.
    """
    to_meet: list[int] = []
    while True:
        spend(0)
        rows = _first_smallest_hitting_set(to_meet, count)
        broken = witness.broken_by_a_code_fitting(sum(1 << row for row in rows))
        if broken is None:
            return rows
        to_meet.append(broken)


def _first_smallest_hitting_set(sets: list[int], count: int) -> tuple[int, ...]:
    for size in range(count + 1):
        for tried, rows in enumerate(combinations(range(count), size)):
            if tried % _LOOKS == 0:
                spend(0)
            mask = sum(1 << row for row in rows)
            if all(mask & other for other in sets):
                return rows
    raise AssertionError("an empty set of broken rows cannot be met")


class _Enumerated:
    """Looks at every code once and remembers which sets of rows codes break."""

    def __init__(self, rules: Rules, history: Sequence[Row]) -> None:
        self.rules, self.history = rules, history
        codes = all_codes(rules)
        guesses = to_columns([row.guess for row in history], rules)
        self.pattern = np.zeros(rules.size, np.int64)
        self.broken = [0]
        self.told = []
        for row, (_, feedback) in enumerate(history):
            spend(rules.size)
            told = numbers_of_guess(guesses[:, row : row + 1], codes, rules)
            wanted = feedback.black * (rules.pegs + 1) + feedback.white
            before, self.broken = self.broken, []
            found = self._refine(told, wanted, len(before))
            for start in range(0, len(found), _LOOKS):
                spend(0)
                some = found[start : start + _LOOKS]
                self.broken += [before[key >> 1] | (key & 1) << row for key in some]
            self.told.append(told)

    def _refine(self, told: NDArray[np.uint16], wanted: int, patterns: int) -> list[int]:
        """Number the patterns anew, now that one more row is known.

        What each of them was before, times two, and one more if that row is wrong.
        """
        blocks = [slice(start, start + _BLOCK) for start in range(0, len(told), _BLOCK)]
        counts = np.zeros(2 * patterns, np.int64)
        for block in blocks:
            spend(0)
            self.pattern[block] *= 2
            self.pattern[block] += told[block] != wanted
            counts += np.bincount(self.pattern[block], minlength=len(counts))
        numbers = np.cumsum(counts > 0) - 1
        for block in blocks:
            spend(0)
            self.pattern[block] = numbers[self.pattern[block]]
        return np.flatnonzero(counts).tolist()

    def broken_by_a_code_fitting(self, rows: int) -> int | None:
        for start in range(0, len(self.broken), _LOOKS):
            spend(0)
            for broken in self.broken[start : start + _LOOKS]:
                if not broken & rows:
                    return broken
        return None

    def repairs(self, row: int) -> list[Feedback]:
        if 1 << row not in self.broken:
            return []
        wanted, told = self.broken.index(1 << row), set[int]()
        for start in range(0, len(self.pattern), _BLOCK):
            spend(0)
            fits_otherwise = self.pattern[start : start + _BLOCK] == wanted
            told.update(np.unique(self.told[row][start : start + _BLOCK][fits_otherwise]).tolist())
        found = {Feedback(*divmod(number, self.rules.pegs + 1)) for number in told}
        return [feedback for feedback in self.rules.feedbacks if feedback in found]


class _Searched:
    """Searches for a code that fits the rows asked about."""

    def __init__(self, rules: Rules, history: Sequence[Row]) -> None:
        self.rules, self.history = rules, history
        self.rows = [(zero_based(guess), *feedback) for guess, feedback in history]

    def broken_by_a_code_fitting(self, rows: int) -> int | None:
        kept = [row for place, row in enumerate(self.rows) if rows >> place & 1]
        code = next(ConstraintSearch(self.rules, kept).codes(), None)
        if code is None:
            return None
        found = self.rules.spelled(to_code(code))
        fits = (self.rules.feedback(found, guess) == feedback for guess, feedback in self.history)
        return sum(1 << place for place, fit in enumerate(fits) if not fit)

    def repairs(self, row: int) -> list[Feedback]:
        guess, others = self.rows[row][0], self.rows[:row] + self.rows[row + 1 :]
        found = []
        for feedback in self.rules.feedbacks:
            search = ConstraintSearch(self.rules, [*others, (guess, *feedback)])
            if next(search.codes(limit=_NODES), None) is not None:
                found.append(feedback)
        return found
