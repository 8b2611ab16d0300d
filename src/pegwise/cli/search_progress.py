"""A line on standard error with the bounds of a search, while it goes on."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import click

from pegwise.cli.standard_streams import width_of
from pegwise.progress import watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pegwise import Bounds, ValueBounds

_PATIENCE = 0.5
"""Seconds before the line appears."""
_Bounds = TypeVar("_Bounds", "Bounds", "ValueBounds")


def line_of(bounds: Bounds, candidates: int | None) -> str:
    """What is known, in one line of at most 79 columns; without ``candidates`` the worst case is bounded.

    >>> from pegwise.optimal.problem import Bounds
    >>> line_of(Bounds(5500, 5700, 1234, 2.0), 1296)
    '5500..5700  average 4.244..4.398  gap 3.6 %  1234 positions  2 s'
    """
    lower = "?" if bounds.lower is None else str(bounds.lower)
    upper = "?" if bounds.upper is None else str(bounds.upper)
    parts = [f"{lower}..{upper}"]
    if bounds.lower is not None and bounds.upper is not None and candidates is not None:
        parts.append(f"average {bounds.lower / candidates:.3f}..{bounds.upper / candidates:.3f}")
        parts.append(f"gap {100 * (bounds.upper - bounds.lower) / bounds.lower:.1f} %")
    parts += [f"{bounds.positions} positions", f"{bounds.seconds:.0f} s"]
    if bounds.wasted:
        parts.append(f"{100 * bounds.wasted / bounds.positions:.0f} % in vain")
    return "  ".join(parts)


def value_line(bounds: ValueBounds) -> str:
    """What is known of the value of a game, in one line."""
    upper = "?" if bounds.upper is None else f"{float(bounds.upper):.6f}"
    return f"{float(bounds.lower):.6f}..{upper}  {bounds.trees} trees  {bounds.seconds:.0f} s"


class _Line:
    """One line on standard error, written anew in place; never wider than the screen, where it would wrap."""

    def __init__(self) -> None:
        self.shown = ""
        self.workers = 0
        """How many workers search; a single one is not worth a word."""

    def write(self, text: str) -> None:
        """Put ``text`` in the place of what is shown."""
        text = text[: width_of(sys.stderr) - 1]
        click.echo("\r" + text.ljust(len(self.shown)), err=True, nl=False)
        self.shown = text


@contextmanager
def shown_bounds(said: Callable[[_Bounds], str]) -> Iterator[Callable[[_Bounds], None] | None]:
    """Something to be called with the bounds now and then; None unless standard error is a terminal.

    If the work inside the ``with`` is interrupted, the last bounds stay on the screen.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from pegwise.engine.running.wasm import on_compile

    line = _Line()
    on_compile(lambda name: line.write(f"compiling {name}, once per computer"))

    def look(bounds: _Bounds) -> None:
        if bounds.seconds >= _PATIENCE:
            line.write(said(bounds) + (f"  {line.workers} workers" if line.workers > 1 else ""))

    def proving(what: str, done: int, total: int) -> None:
        if what in ("lemmas", "lines") and done % 64 == 0:
            line.write(f"proof: {done} of {total} {what}")

    try:
        with watch(proving, workers=partial(setattr, line, "workers")):
            yield look
    except BaseException:
        if line.shown:
            click.echo(err=True)
        raise
    finally:
        on_compile(None)
    if line.shown:
        line.write("")
        click.echo("\r", err=True, nl=False)
