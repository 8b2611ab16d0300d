"""The console of rich as pegwise uses it; imported only if something may be drawn."""

from __future__ import annotations

from rich.console import Console


class Drawn(Console):
    """A console that says when nobody reads any more, as every other write does."""

    def on_broken_pipe(self) -> None:
        """Let the error pass: the command ends it."""
        raise BrokenPipeError
