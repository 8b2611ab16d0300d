"""What each guess of a game did, told when the game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.cli.board import Board
from pegwise.cli.draw import feedback_text, feedback_width, print_table
from pegwise.cli.progress import shown_progress
from pegwise.position import Position

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from pegwise.play import Record

__all__ = ["print_review"]

_FIGURES = 28
"""Columns of the figures beside each guess."""


def print_review(record: Record, screen: Console) -> None:
    """For each row: how many codes fitted before, how many it was to leave on average, how many it left."""
    position = Position(record.rules)
    beside = feedback_width(record.rules, screen) + _FIGURES
    board = Board(record.rules, record.blanks, screen, beside)
    lines: list[list[str | Text]] = []
    with shown_progress():
        for number, row in enumerate(record.rows, 1):
            partition, before = position.partition(row.guess), position.count()
            position = position.after(*row)
            about = "~" if partition.known == "sampled" else ""
            expected = partition.expected / max(1, partition.total) * before.value
            fits = "" if partition.is_candidate or not before.value else "*"
            figures = [str(before.value), f"{about}{expected:.1f}", str(position.count().value)]
            answer = feedback_text(row.feedback, screen)
            lines.append([f"{number:>2}", board.code(row.guess).append(fits), answer, *figures])
    print_table(screen, ["", "guess", "answer", "fitted", "expected", "left"], lines, right=[3, 4, 5])
    if any(str(line[1]).endswith("*") for line in lines):
        screen.print("* could not be the secret", markup=False)
