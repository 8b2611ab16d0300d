"""Which row a guess contradicts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pegwise.notation import as_code

if TYPE_CHECKING:
    from pegwise.position import Position
    from pegwise.rules import Code, Feedback, Row

__all__ = ["Broken", "broken_row"]


@dataclass(frozen=True)
class Broken:
    """A row, numbered from 1, that a guess contradicts: it ``would`` have said this of such a secret."""

    number: int
    row: Row
    would: Feedback


def broken_row(position: Position, guess: Code | str) -> Broken | None:
    """The first row that a guess contradicts; None for a guess that may be the secret.

    >>> from pegwise.position import Position
    >>> broken = broken_row(Position("4x6", "1122:B 1344:W"), "1135")
    >>> broken.number, str(broken.would), str(broken.row)
    (1, 'BB', '1122:B')
    """
    code = as_code(guess, position.rules)
    for number, row in enumerate(position.history, 1):
        would = position.rules.feedback(code, row.guess)
        if would != row.feedback:
            return Broken(number, row, would)
    return None
