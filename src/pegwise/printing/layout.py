"""What all printed results share: tables, numbers with their nouns, and how a figure is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.exactness import Count, Known
from pegwise.notation import history_name, number_name
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pegwise import Position, Row, Rules

WIDTH = 80
"""Columns of a line."""
SIGNS: dict[Known, str] = {"exact": "", "lower": ">=", "upper": "<=", "sampled": "~"}
"""How a figure is known, as a sign before it."""


def table(rows: Iterable[Sequence[object]], *, left: Sequence[int] = (0,)) -> str:
    """Lay out rows in columns: those of ``left`` are set flush left, all others flush right.

    >>> print(table([("feedback", "candidates"), ("BW", 40), ("W", 5)]))
    feedback  candidates
    BW                40
    W                  5
    """
    lines = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place in left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def counted(number: int | Count, noun: str, nouns: str = "") -> str:
    """Write a number with its noun.

    >>> counted(1, "guess", "guesses"), counted(Count(5000, "upper"), "candidate")
    ('1 guess', 'at most 5000 candidates')
    """
    value = number.value if isinstance(number, Count) else number
    shown = str(number) if isinstance(number, Count) else number_name(value)
    return f"{shown} {noun if value == 1 else nouns or noun + 's'}"


def board(rows: Sequence[Row], rules: Rules) -> list[str]:
    """Write the rows of a game, numbered, a line each."""
    lines = [(number, row.guess, hits_name(row.feedback, rules)) for number, row in enumerate(rows, 1)]
    return table(lines, left=(1, 2)).splitlines() if lines else []


def after(position: Position) -> str:
    """Write rules and history in words: ``4x6 after 1122:B``.

    >>> from pegwise import Position
    >>> after(Position("4x6")), after(Position("4x6", "1122:B"))
    ('4x6', '4x6 after 1122:B')
    """
    history = history_name(position.history)
    return f"{position.rules} after {history}" if history else str(position.rules)
