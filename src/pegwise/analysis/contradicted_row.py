"""Which row a guess contradicts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pegwise.drawable import Printable
from pegwise.position import parse_position

if TYPE_CHECKING:
    from pegwise.codes import CodeLike, Feedback, Row
    from pegwise.position import PositionLike

__all__ = ["ContradictedRow", "contradicted_row"]


@dataclass(frozen=True)
class ContradictedRow(Printable):
    """A row, numbered from 1, that a guess contradicts.

    ``own_feedback`` is the feedback that the row would have if the guess were the secret.
    """

    number: int
    row: Row
    own_feedback: Feedback


def contradicted_row(position: PositionLike, guess: CodeLike) -> ContradictedRow | None:
    """Find the first row that a guess contradicts; None for a guess that may be the secret.

    >>> found = contradicted_row("4x6 1122:B 1344:W", "1135")
    >>> found.number, str(found.own_feedback), str(found.row)
    (1, 'BB', '1122:B')
    """
    position = parse_position(position)
    code = position.rules.code(guess)
    for number, row in enumerate(position.history, 1):
        would = position.rules.feedback(code, row.guess)
        if would != row.feedback:
            return ContradictedRow(number, row, would)
    return None
