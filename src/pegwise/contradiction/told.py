"""What is said of a history that no code fits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pegwise.rules import Code, Feedback, Row

__all__ = ["Contradiction", "Repair"]

_NAMED, _NEAREST = 8, 3
"""Answers that would repair a row which are all named as text, and how many are if there are more."""


@dataclass(frozen=True)
class Repair:
    """One change of feedback that leaves a code: row ``row`` (from 1) would have to say ``feedback``."""

    row: int
    guess: Code
    feedback: Feedback

    def __str__(self) -> str:
        return f"row {self.row} ({self.guess}) to {self.feedback}"


@dataclass(frozen=True)
class Contradiction:
    """Rows (numbered from 1) that cannot all be true, and the single repairs.

    ``smallest`` is False where fewer rows may contradict each other too, ``complete`` is False where there
    may be more repairs: both only where the codes are too many to list, or time ran out.
    """

    history: tuple[Row, ...]
    rows: tuple[int, ...]
    repairs: tuple[Repair, ...]
    complete: bool = True
    smallest: bool = True

    def __str__(self) -> str:
        if len(self.rows) == 1:
            shown = f"row {self.rows[0]} ({self.history[self.rows[0] - 1]}) is impossible"
        else:
            parts = [f"{row} ({self.history[row - 1]})" for row in self.rows]
            shown = f"rows {', '.join(parts[:-1])} and {parts[-1]} cannot all be true"
        if not self.smallest:
            shown += " (fewer of them may suffice)"
        if not self.repairs and not self.complete:
            return f"no code is possible: {shown}; it is not known whether changing one feedback repairs this"
        if not self.repairs:
            return f"no code is possible: {shown}; changing one feedback does not repair this"
        return f"no code is possible: {shown}; to repair this, change {'; or '.join(self._by_row())}"

    def _by_row(self) -> list[str]:
        """What each row would have to say, as text; where that is much, what is nearest to what it says."""
        told: dict[int, list[Feedback]] = {}
        for repair in self.repairs:
            told.setdefault(repair.row, []).append(repair.feedback)
        rows = ((number, self.history[number - 1], answers) for number, answers in told.items())
        return [
            f"row {number} ({row.guess}) to {_named(answers, row.feedback)}" for number, row, answers in rows
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
            "smallest": self.smallest,
            "text": str(self),
        }


def _named(answers: list[Feedback], said: Feedback) -> str:
    """Answers as text: all, or those nearest to what was said and how many more."""
    if len(answers) <= _NAMED:
        return " or ".join(map(str, answers))
    nearest = sorted(answers, key=lambda told: (_distance(told, said), answers.index(told)))[:_NEAREST]
    return f"{' or '.join(map(str, nearest))} (or {len(answers) - _NEAREST} others)"


def _distance(one: Feedback, other: Feedback) -> int:
    """By how many hits two answers differ: black hits, and hits in all."""
    return abs(one.black - other.black) + abs(sum(one) - sum(other))
