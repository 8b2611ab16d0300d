"""How things look in a terminal: colored pegs if there are colors, plain text everywhere else.

On a ``Plain`` screen everything is a ``str``, and rich is not loaded.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from pegwise.palette import peg
from pegwise.printing.layout import table
from pegwise.wording import FEW, hits_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console
    from rich.text import Text

    from pegwise.rules import Code, Feedback, Row, Rules

UNFOLDED = 100_000
"""The width of what goes to a file or a pipe: it is never folded to one that nobody asked for."""
_FORCED = ("FORCE_COLOR", "TTY_COMPATIBLE")
"""With either of these rich is to decide what is a terminal."""
GROUP, GROUPED = 5, 10
"""Pegs that are drawn as a group, in codes of so many and more."""
_ANSWER = 10
"""Columns an answer takes that is numbers, and the space before it."""


class Plain:
    """Stands in for a console of rich where standard output is piped; what it prints is text already."""

    width = UNFOLDED

    def print(self, text: object = "", *, soft_wrap: bool = True) -> None:
        """Print a line; it is never folded."""
        click.echo(str(text))


def console(stderr: bool = False) -> Console:
    """A console that colors only a real terminal; a pipe, ``NO_COLOR`` and a dumb terminal get plain text."""
    from rich.console import Console

    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") in ("dumb", "unknown")
    width = None if (sys.stderr if stderr else sys.stdout).isatty() else UNFOLDED
    return Console(
        stderr=stderr, markup=False, highlight=False, no_color=plain or None, width=width, soft_wrap=False
    )


def screen_or_pipe() -> Console | Plain:
    """A console where there may be a terminal, else what takes its place without rich."""
    is_drawn = sys.stdout.isatty() or any(name in os.environ for name in _FORCED)
    return console() if is_drawn else Plain()


def joined(*parts: str | Text) -> str | Text:
    """One line of these parts; drawn if one of them is."""
    if all(isinstance(part, str) for part in parts):
        return "".join(str(part) for part in parts)
    from rich.text import Text

    return Text.assemble(*parts)


def is_plain(screen: Console) -> bool:
    """Tell whether there are no colors to draw with."""
    return screen.no_color or not screen.is_terminal or screen.is_dumb_terminal


def peg_style(color: int) -> str:
    """How a peg of this color is drawn; past the colors that have a name, in reverse."""
    look = peg(color)
    return f"bold {look.ink} on {look.fill}" if look else "bold reverse"


def code_text(
    code: Code, rules: Rules, screen: Console | Plain, indent: int = 0, beside: int = 0
) -> Text | str:
    """A code: colored pegs, each with its color as text; or the text alone.

    Ten pegs and more are drawn in groups of five, on several lines where the screen is too narrow for one:
    ``indent`` columns come before each line, ``beside`` columns are taken by other things. What is piped
    stays one word.
    """
    if isinstance(screen, Plain):
        return str(code)
    from rich.text import Text

    if not screen.is_terminal:
        return Text(str(code))
    if len(code) < GROUPED:
        pegs = [Text(f" {rules.color_name(color)} ", peg_style(color)) for color in code]
        return Text(str(code)) if is_plain(screen) else Text(" ").join(pegs)
    groups = [code[start : start + GROUP] for start in range(0, len(code), GROUP)]
    if is_plain(screen):
        drawn = [Text(str(type(code)(group))) for group in groups]
    else:
        names = [rules.color_name(color) for color in code]
        width = max(min(2, len(rules.color_name(rules.colors))), *map(len, names))
        pegs = [Text(name.rjust(width), peg_style(color)) for color, name in zip(code, names, strict=True)]
        drawn = [Text(" ").join(pegs[start : start + GROUP]) for start in range(0, len(code), GROUP)]
    return in_lines(drawn, screen.width - indent - beside, indent)


def in_lines(groups: Sequence[Text], room: int, indent: int) -> Text:
    """Groups of pegs side by side, two columns apart; on lines of so many columns, later ones indented."""
    from rich.text import Text

    lines: list[Text] = []
    for group in groups:
        if lines and lines[-1].cell_len + 2 + group.cell_len <= room:
            lines[-1].append("  ").append_text(group)
        else:
            lines.append(group.copy())
    return Text("\n" + " " * indent).join(lines)


def feedback_text(feedback: Feedback, rules: Rules, screen: Console | Plain) -> Text | str:
    """Feedback as text, with a filled or hollow peg for each of a few hits if the terminal can show them."""
    letters = hits_name(feedback, rules)
    if isinstance(screen, Plain):
        return letters
    from rich.text import Text

    if sum(feedback) > FEW or is_plain(screen) or not (screen.encoding or "").lower().startswith("utf"):
        return Text(letters)
    return Text.assemble(("●" * feedback.black, "bold red"), "○" * feedback.white, f" {letters}")


def feedback_width(rules: Rules) -> int:
    """The columns that feedback may take."""
    return 2 * min(rules.pegs, FEW) + 2


def row_text(row: Row, number: int, rules: Rules, screen: Console | Plain) -> Text | str:
    """A row of a game: its number, the guess, the feedback, each in its column."""
    highest = range(rules.colors, max(0, rules.colors - rules.pegs), -1) if not rules.repeats else ()
    widest = rules.spelled(highest or (rules.colors,) * rules.pegs)
    width = _width(code_text(widest, rules, screen, 4, _ANSWER))
    code = _padded(code_text(row.guess, rules, screen, 4, _ANSWER), width)
    feedback = _padded(feedback_text(row.feedback, rules, screen), feedback_width(rules))
    return joined(f"{number:>2}  ", code, "  ", feedback)


def _width(text: Text | str) -> int:
    """The columns of a text, of its last line if there are several."""
    return len(text) if isinstance(text, str) else list(text.split("\n"))[-1].cell_len


def _padded(text: Text | str, width: int) -> Text | str:
    return joined(text, " " * max(0, width - _width(text)))


def print_table(
    screen: Console | Plain,
    headings: Sequence[str],
    rows: Iterable[Sequence[str | Text]],
    right: Sequence[int] = (),
) -> None:
    """Print a plain table without lines; ``right`` lists the columns set flush right."""
    if isinstance(screen, Plain):
        left = [place for place in range(len(headings)) if place not in right]
        screen.print(table([headings, *rows], left=left))
        return
    from rich.table import Table

    drawn = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False)
    for place, heading in enumerate(headings):
        drawn.add_column(heading, justify="right" if place in right else "left", overflow="fold")
    for row in rows:
        drawn.add_row(*row)
    with screen.capture() as captured:
        screen.print(drawn)
    for line in captured.get().splitlines():
        click.echo(line.rstrip(), err=screen.stderr, color=True)
