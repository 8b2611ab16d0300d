"""Text for a pipe or a file, without rich, whose loading would be a tenth of what a short command takes."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from pegwise.printing.layout import table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

UNFOLDED = 100_000
"""The width of what goes to a file or a pipe: it is never folded to one that nobody asked for."""
_FORCED = ("FORCE_COLOR", "TTY_COMPATIBLE")
"""With either of these rich is to decide what is a terminal."""


def is_piped() -> bool:
    """Tell whether standard output is surely no terminal, so that nothing is drawn in colors."""
    return not sys.stdout.isatty() and not any(name in os.environ for name in _FORCED)


class Plain:
    """Stands in for a console of rich where standard output is piped; what it prints is text already."""

    width = UNFOLDED

    def print(self, text: object = "", *, soft_wrap: bool = True) -> None:
        """Print a line; it is never folded."""
        try:
            click.echo(str(text))
        except BrokenPipeError:
            # Without its number: by that click would end with status 1, though a reader may leave.
            raise BrokenPipeError from None

    def print_table(
        self, headings: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()
    ) -> None:
        """Print a table without lines; ``right`` lists the columns set flush right."""
        left = [place for place in range(len(headings)) if place not in right]
        self.print(table([headings, *rows], left=left))
