"""Finds the row that a guess contradicts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Printable
from pegwise.position import parse_position

if TYPE_CHECKING:
    from pegwise.codes import CodeLike, Feedback, Row
    from pegwise.position import PositionLike
    from pegwise.rules import Rules


@dataclass(frozen=True)
class ContradictedRow(Printable):
    """A row that a guess contradicts.

    Attributes:
        rules: The rules.
        number: The number of the row, counted from 1.
        row: The row.
        own_feedback: The feedback that the row would have if the guess were the secret.

    Example:
        >>> import pegwise
        >>> found = pegwise.contradicted_row("4x6 1122:B 1344:W", "1135")
        >>> str(found.row), str(found.own_feedback)
        ('1122:B', 'BB')
        >>> found.to_dict()
        {'row': 1, 'guess': '1122', 'feedback': 'B', 'own_feedback': 'BB'}
    """

    rules: Rules
    number: int
    row: Row
    own_feedback: Feedback

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain values.

        Returns:
            The number of the row, its guess, its feedback, and the feedback that it would have.
        """
        return {
            "row": self.number,
            "guess": str(self.row.guess),
            "feedback": str(self.row.feedback),
            "own_feedback": str(self.own_feedback),
        }


def contradicted_row(position: PositionLike, guess: CodeLike) -> ContradictedRow | None:
    """Find the first row that a guess contradicts.

    Args:
        position: The position, or its text.
        guess: The guess.

    Returns:
        The row, with the feedback that it would have if the guess were the secret; None if the guess can be
        the secret, or is in no case one under these rules.

    Raises:
        NotationError: If a text cannot be read.
        CodeError: If the guess is outside the rules.

    Example:
        >>> import pegwise
        >>> found = pegwise.contradicted_row("4x6 1122:B 1344:W", "1135")
        >>> found.number, str(found.own_feedback), str(found.row)
        (1, 'BB', '1122:B')
    """
    position = parse_position(position)
    code = position.rules.code(guess)
    if not position.rules.is_secret(code) or (position.false_rows and code in position):
        return None
    for number, row in enumerate(position.history, 1):
        would = position.rules.feedback(code, row.guess)
        if would != row.feedback:
            return ContradictedRow(position.rules, number, row, would)
    return None
