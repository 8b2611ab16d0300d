"""What pegwise tells about a history that no code is consistent with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.drawable import plain_values
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from pegwise.rules import Code, Feedback, Row

_NAMED, _NEAREST = 8, 3
"""How many feedbacks that would repair a row are all named as text, and how many are if there are more."""


@dataclass(frozen=True)
class Repair:
    """A change of one feedback that makes some code consistent with all rows.

    Attributes:
        row: The number of the row, counted from 1.
        guess: The guess of the row.
        feedback: The feedback that the row would have to have.

    Example:
        >>> import pegwise
        >>> repair = pegwise.Position("4x6 1122:B 1344:W 3526:BWW 1462:BBB").contradiction().repairs[0]
        >>> repair.row, str(repair.feedback), str(repair)
        (2, 'WW', 'row 2 (1344) to WW')
        >>> repair.to_dict()
        {'row': 2, 'guess': '1344', 'feedback': 'WW'}
    """

    row: int
    guess: Code
    feedback: Feedback

    def __str__(self) -> str:
        return f"row {self.row} ({self.guess}) to {self.feedback}"

    def to_dict(self) -> dict[str, Any]:
        """Return the change as plain values.

        Returns:
            The number of the row, its guess, and the feedback that it would have to have.
        """
        return plain_values(self, "row guess feedback")


@dataclass(frozen=True)
class Contradiction:
    """Rows that cannot all be true, and the single repairs.

    Attributes:
        history: All rows of the position.
        rows: The numbers, counted from 1, of the rows that cannot all be true: a smallest such set, the first
            of several.
        repairs: The changes of one feedback that make some code consistent with all rows.
        complete: False if there may be more repairs, because there are too many codes to list or time ran
            out.
        smallest: False if fewer rows may contradict each other too, for the same reasons.
        false_rows: The number of rows that may be false: more of ``rows`` than these must be.

    Example:
        >>> import pegwise
        >>> found = pegwise.Position("2x2 11:BB 12:BB").contradiction()
        >>> found.rows, found.to_dict()["complete"]
        ((1, 2), True)
    """

    history: tuple[Row, ...]
    rows: tuple[int, ...]
    repairs: tuple[Repair, ...]
    complete: bool = True
    smallest: bool = True
    false_rows: int = 0

    def __str__(self) -> str:
        if len(self.rows) == 1:
            shown = f"row {self.rows[0]} ({self.history[self.rows[0] - 1]}) is impossible"
        else:
            parts = [f"{row} ({self.history[row - 1]})" for row in self.rows]
            shown = f"rows {', '.join(parts[:-1])} and {parts[-1]} cannot all be true"
            if self.false_rows:
                of = f"of rows {', '.join(parts[:-1])} and {parts[-1]}"
                shown = f"{of} more than {self.false_rows} must be false"
        if not self.smallest:
            shown += " (fewer of them may suffice)"
        if not self.repairs and not self.complete:
            return f"no code is possible: {shown}; it is not known whether changing one feedback repairs this"
        if not self.repairs:
            return f"no code is possible: {shown}; changing one feedback does not repair this"
        told: dict[int, list[Feedback]] = {}
        for repair in self.repairs:
            told.setdefault(repair.row, []).append(repair.feedback)
        rows = ((number, self.history[number - 1], answers) for number, answers in told.items())
        repairs = "; or of ".join(
            f"row {number} ({row.guess}) to {_named(answers, row.feedback)}" for number, row, answers in rows
        )
        return f"no code is possible: {shown}; to repair this, change the feedback of {repairs}"

    def to_dict(self) -> dict[str, Any]:
        """Return the contradiction as plain values.

        Returns:
            The numbers of the rows, counted from 1; each repair as its row, guess and feedback; and a
            sentence.
        """
        return plain_values(self, "rows repairs complete smallest text", text=str(self))


def _named(answers: list[Feedback], said: Feedback) -> str:
    """Return feedbacks as text: all, or those nearest to what was said and how many more."""
    if len(answers) <= _NAMED:
        return " or ".join(hits_name(told, None) for told in answers)
    # By how many hits they differ: black hits, and hits in all. What is as near stays in its order.
    nearest = sorted(answers, key=lambda told: abs(told.black - said.black) + abs(sum(told) - sum(said)))
    names = [hits_name(told, None) for told in nearest[:_NEAREST]]
    return f"{' or '.join(names)} (or {len(answers) - _NEAREST} others)"
