"""How things look in a terminal: colored pegs where there are colors, plain text everywhere else."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pegwise.notation import feedback_name
from pegwise.palette import peg

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pegwise.rules import Code, Feedback, Row, Rules

__all__ = [
    "code_text",
    "console",
    "feedback_text",
    "feedback_width",
    "is_plain",
    "peg_style",
    "print_table",
    "row_text",
]

_UNFOLDED = 100_000
_LETTERS = 6


class _Console(Console):
    """A console that says when nobody reads any more, as every other write does."""

    def on_broken_pipe(self) -> None:
        """Let the error pass: the command ends it."""
        raise BrokenPipeError


def console(stderr: bool = False) -> Console:
    """A console that colors only a real terminal; a pipe, ``NO_COLOR`` and a dumb terminal get plain text."""
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") in ("dumb", "unknown")
    # What goes to a file or a pipe is never folded to a width nobody asked for.
    width = None if (sys.stderr if stderr else sys.stdout).isatty() else _UNFOLDED
    return _Console(
        stderr=stderr, markup=False, highlight=False, no_color=plain or None, width=width, soft_wrap=False
    )


def is_plain(screen: Console) -> bool:
    """Whether there are no colors to draw with."""
    return screen.no_color or not screen.is_terminal or screen.is_dumb_terminal


def peg_style(color: int) -> str:
    """How a peg of this color is drawn; past the colors that have a name, in reverse."""
    look = peg(color)
    return f"bold {look.ink} on {look.fill}" if look else "bold reverse"


def code_text(code: Code, screen: Console) -> Text:
    """A code: colored pegs, each with its number; or the number alone."""
    if is_plain(screen):
        return Text(str(code))
    drawn = Text()
    for color in code:
        drawn.append(f" {color} ", style=peg_style(color))
        drawn.append(" ")
    drawn.right_crop(1)
    return drawn


def feedback_text(feedback: Feedback, screen: Console) -> Text:
    """Feedback as letters, with a filled or hollow peg for each hit where the terminal can show them.

    Past six hits nobody counts letters: then it is numbers, ``3B9W``.
    """
    if sum(feedback) > _LETTERS:
        return Text(feedback_name(feedback, "counts"))
    letters = str(feedback)
    if is_plain(screen) or not (screen.encoding or "").lower().startswith("utf"):
        return Text(letters)
    return Text.assemble(("●" * feedback.black, "bold red"), "○" * feedback.white, f" {letters}")


def feedback_width(rules: Rules, screen: Console) -> int:
    """The columns that feedback may take."""
    return 2 * min(rules.pegs, _LETTERS) + 2


def row_text(row: Row, number: int, rules: Rules, screen: Console) -> Text:
    """A row of a game: its number, the guess, the feedback, each in its column."""
    code = code_text(row.guess, screen)
    code.pad_right(max(0, _code_width(rules, screen) - code.cell_len))
    feedback = feedback_text(row.feedback, screen)
    feedback.pad_right(max(0, feedback_width(rules, screen) - feedback.cell_len))
    return Text.assemble(f"{number:>2}  ", code, "  ", feedback)


def _code_width(rules: Rules, screen: Console) -> int:
    highest = range(rules.colors, max(0, rules.colors - rules.pegs), -1) if not rules.repeats else ()
    code = rules.spelled(highest or (rules.colors,) * rules.pegs)
    return code_text(code, screen).cell_len


def print_table(
    screen: Console, headings: Sequence[str], rows: Iterable[Sequence[str | Text]], right: Sequence[int] = ()
) -> None:
    """Print a plain table without lines; ``right`` lists the columns set flush right."""
    drawn = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False)
    for place, heading in enumerate(headings):
        drawn.add_column(heading, justify="right" if place in right else "left", overflow="fold")
    for row in rows:
        drawn.add_row(*row)
    with screen.capture() as captured:
        screen.print(drawn)
    for line in captured.get().splitlines():
        click.echo(line.rstrip(), err=screen.stderr, color=True)
