"""What each guess of a game did, told when the game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.cli.board import Board
from pegwise.cli.draw import print_table
from pegwise.cli.progress import shown_progress
from pegwise.notation import feedback_name
from pegwise.position import Position

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from pegwise.play import Record
    from pegwise.rules import Feedback

__all__ = ["print_review"]

_FIGURES = 33
"""Columns of the figures beside each guess."""


def print_review(record: Record, screen: Console) -> None:
    """For each row: how many codes fitted before, how many it leaves on average, how many it left."""
    position = Position(record.rules)
    board = Board(record.rules, record.blanks, screen, _FIGURES)
    lines: list[list[str | Text]] = []
    with shown_progress():
        for row in record.rows:
            partition, before = position.partition(row.guess), position.count()
            position = position.after(*row)
            about = "~" if partition.known == "sampled" else ""
            expected = partition.expected / max(1, partition.total) * before.value
            fits = "" if partition.is_candidate or not before.value else "*"
            figures = [str(before.value), f"{about}{expected:.1f}", str(position.count().value)]
            lines.append([board.code(row.guess).append(fits), _answer(row.feedback), *figures])
    print_table(screen, ["guess", "answer", "fitted", "mean", "left"], lines, right=[2, 3, 4])
    if any(str(line[0]).endswith("*") for line in lines):
        screen.print("* could not be the secret", markup=False)


def _answer(feedback: Feedback) -> str:
    """Letters, or numbers where there are many."""
    return feedback_name(feedback, "letters" if sum(feedback) <= 6 else "counts")
