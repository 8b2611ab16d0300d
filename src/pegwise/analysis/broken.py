"""Which row a guess contradicts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pegwise.drawable import Printable
from pegwise.position import parse_position

if TYPE_CHECKING:
    from pegwise.codes import CodeLike, Feedback, Row
    from pegwise.position import PositionLike

__all__ = ["Broken", "broken_row"]


@dataclass(frozen=True)
class Broken(Printable):
    """A row, numbered from 1, that a guess contradicts: it ``would`` have said this of such a secret."""

    number: int
    row: Row
    would: Feedback


def broken_row(position: PositionLike, guess: CodeLike) -> Broken | None:
    """Find the first row that a guess contradicts; None for a guess that may be the secret.

    >>> broken = broken_row("4x6 1122:B 1344:W", "1135")
    >>> broken.number, str(broken.would), str(broken.row)
    (1, 'BB', '1122:B')
    """
    position = parse_position(position)
    code = position.rules.code(guess)
    for number, row in enumerate(position.history, 1):
        would = position.rules.feedback(code, row.guess)
        if would != row.feedback:
            return Broken(number, row, would)
    return None
