"""Tells what each guess of a game did, when the game is over."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from pegwise.analysis.review import review
from pegwise.cli.plain_output import Plain
from pegwise.cli.progress import shown_progress
from pegwise.cli.terminal_style import joined, print_table
from pegwise.printing.board import FIGURES, figures, move_text, summary

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console
    from rich.text import Text

    from pegwise import Code, Limit, Record, Review, Rules

_BESIDE = 61
"""Columns of the figures beside each guess."""
_NARROW = 80
"""Columns below which some figures are left out."""


def reviewed(record: Record, limit: Limit) -> Review:
    """The review of a game, with its progress shown."""
    with shown_progress():
        return review(record, limit=limit)


def print_review(found: Review, screen: Console | Plain, sentences: bool = True) -> None:
    """The figures of each guess, with ``sentences`` what is to be said about it, and then about the game."""
    _print_figures(found, screen)
    if sentences:
        screen.print()
        for move in found.moves:
            _say(screen, move_text(move), indent=4)
    screen.print()
    for line in summary(found):
        _say(screen, line)


def _codes(rules: Rules, screen: Console | Plain) -> Callable[[Code], str | Text]:
    """How codes are drawn in the table."""
    if isinstance(screen, Plain):
        return str
    from pegwise.cli.board import Board

    return Board(rules, screen, _BESIDE).code


def _print_figures(found: Review, screen: Console | Plain) -> None:
    drawn = _codes(found.record.rules, screen)
    lines: list[list[str | Text]] = [
        [joined(drawn(move.row.guess), "" if move.consistent else "*"), *figures(move)]
        for move in found.moves
    ]
    kept = [0, 1, 4, 6, 8] if screen.width < _NARROW else range(len(FIGURES))
    right = [place for place, column in enumerate(kept) if 2 <= column <= 7]
    rows = [[line[column] for column in kept] for line in lines]
    print_table(screen, [FIGURES[column] for column in kept], rows, right=right)
    if not all(move.consistent for move in found.moves):
        screen.print("* could not be the secret")


def _say(screen: Console | Plain, text: str, indent: int = 0) -> None:
    """A paragraph, its lines after the first set in."""
    for line in textwrap.wrap(text, screen.width, subsequent_indent=" " * indent, break_on_hyphens=False):
        screen.print(line)
