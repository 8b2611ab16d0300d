"""Keeps what is finished of a long search on disk: one transaction for each task."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pegwise.notation import code_name, plain_history

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.optimal.problem import Problem
    from pegwise.trees.tree_checkpoint import Checkpoint

__all__ = ["Kept", "Tasks", "kept_tasks"]


class Tasks(Protocol):
    """Finished tasks of a search; called by one thread at a time."""

    def get(self, key: str) -> bytes | None:
        """What was kept under this key, or None."""

    def put(self, key: str, value: bytes) -> None:
        """Keep a task."""


class Kept:
    """A checkpoint that may be there; ``done`` says that it is needed no more."""

    def __init__(self, tasks: Checkpoint | None) -> None:
        self.tasks, self.done = tasks, False


@contextmanager
def kept_tasks(path: str | Path | None, problem: Problem) -> Iterator[Kept]:
    """The checkpoint at a path, new or gone on from, or none.

    It serves every objective of one position and first guess. Raises
    :class:`~pegwise.errors.FileFormatError` for a file that is no checkpoint, or one of something else.
    """
    if path is None:
        yield Kept(None)
        return
    from pegwise.trees.tree_checkpoint import Checkpoint

    about = {
        "search": 1,
        "rules": str(problem.position.rules.plain),
        "history": plain_history(problem.position.history),
        "first": None if problem.first is None else code_name(problem.first),
    }
    tasks = Checkpoint(Path(path), about, every=0.0)
    kept = Kept(tasks)
    try:
        yield kept
    finally:
        tasks.close(finished=kept.done)
