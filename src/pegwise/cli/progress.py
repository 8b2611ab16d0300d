"""On standard error, while work goes on: bars of its progress, or a line with the bounds of a search."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import click

from pegwise.cli.standard_streams import width_of
from pegwise.cli.terminal_style import console
from pegwise.progress import watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import Progress, TaskID

    from pegwise import Bounds, ValueBounds

_PATIENCE, _SEARCH_PATIENCE = 1.0, 0.5
"""Seconds before a bar appears, and before the bounds of a search do."""
_Bounds = TypeVar("_Bounds", "Bounds", "ValueBounds")


@contextmanager
def shown_progress() -> Iterator[None]:
    """Show bars for the work done inside the ``with``; nothing unless standard error is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from pegwise.engine.running.wasm import on_compile

    screen = console(stderr=True)
    bars = _Bars()
    on_compile(
        lambda name: screen.print(f"compiling {name}: once per computer, for a few seconds", markup=False)
    )
    try:
        with watch(bars.update, workers=partial(setattr, bars, "workers")):
            yield
    finally:
        on_compile(None)
        bars.stop()


class _Bars:
    """One bar for each kind of work that has gone on for a while."""

    def __init__(self) -> None:
        self.started: dict[str, tuple[float, int]] = {}
        self.tasks: dict[str, TaskID] = {}
        self.progress: Progress | None = None
        self.workers = 0
        """How many workers do the work; a single one is not worth a word."""

    def update(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        since, before = self.started.get(what, (now, done))
        if done < before or what not in self.started:
            since = now
        self.started[what] = (since, done)
        if now - since >= _PATIENCE or what in self.tasks:
            self._show(what, done, total)

    def _show(self, what: str, done: int, total: int) -> None:
        progress = self.progress or self._open()
        if what not in self.tasks:
            self.tasks[what] = progress.add_task(what, total=total)
        told = f"{what}, {self.workers} workers" if self.workers > 1 else what
        progress.update(self.tasks[what], description=told, completed=done, total=total, visible=done < total)

    def _open(self) -> Progress:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.progress = Progress(*columns, console=console(stderr=True), transient=True, refresh_per_second=5)
        self.progress.start()
        return self.progress

    def stop(self) -> None:
        if self.progress is not None:
            self.progress.stop()


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
        if bounds.seconds >= _SEARCH_PATIENCE:
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
