"""A progress bar on standard error for anything that takes longer than a second or two."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from pegwise.progress import watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import Progress, TaskID

_PATIENCE = 1.0
"""Seconds before a bar appears."""


@contextmanager
def shown_progress() -> Iterator[None]:
    """Show bars for the work done inside the ``with``; nothing unless standard error is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from pegwise.cli.terminal_style import console
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

        from pegwise.cli.terminal_style import console

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.progress = Progress(*columns, console=console(stderr=True), transient=True, refresh_per_second=5)
        self.progress.start()
        return self.progress

    def stop(self) -> None:
        if self.progress is not None:
            self.progress.stop()
