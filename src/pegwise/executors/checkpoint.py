"""Keeps the finished parts of long work in an SQLite file, so that a kill loses at most a second's work."""

from __future__ import annotations

import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pegwise.errors import FileFormatError

if TYPE_CHECKING:
    from collections.abc import Iterator

_VERSION = 1
_COMMIT_EVERY = 1.0
"""Seconds between two transactions."""


class Tasks(Protocol):
    """Finished tasks by key; called by one thread at a time."""

    def get(self, key: str) -> bytes | None:
        """What was kept under this key, or None."""

    def put(self, key: str, value: bytes) -> None:
        """Keep a task."""


class Checkpoint:
    """Finished tasks by key. Reads and writes come from one thread at a time; the caller sees to that.

    ``every``: seconds between two transactions, 0 for one a task. ``done``: whether the file is needed no
    more once work with it has ended well.
    """

    def __init__(self, path: Path, about: dict[str, Any], *, every: float = _COMMIT_EVERY) -> None:
        import json
        import sqlite3  # only here: work without a checkpoint does not need it, and a browser has none

        self.path, self.every, self.done = path, every, True
        self._error, self._committed = sqlite3.Error, time.monotonic()
        with self._explained("opened"):
            self._file = sqlite3.connect(path, check_same_thread=False)
        try:
            with self._explained("used"):
                self._file.execute("PRAGMA journal_mode = WAL")
                # What is written survives a kill. To wait for the disk each time, so that it survives the
                # loss of power too, takes longer than most tasks; the file stays whole without it.
                self._file.execute("PRAGMA synchronous = NORMAL")
                self._file.execute("CREATE TABLE IF NOT EXISTS about (text TEXT NOT NULL)")
                self._file.execute(
                    "CREATE TABLE IF NOT EXISTS tasks (key TEXT PRIMARY KEY, value BLOB NOT NULL)"
                )
                head = {"format": "pegwise checkpoint", "version": _VERSION, **about}
                self._claim(json.dumps(head, sort_keys=True))
        except FileFormatError:
            self._file.close()
            raise

    @contextmanager
    def _explained(self, what: str) -> Iterator[None]:
        try:
            yield
        except self._error as error:
            raise FileFormatError(f"checkpoint {self.path}: cannot be {what} ({error})") from None

    def _claim(self, about: str) -> None:
        found = self._file.execute("SELECT text FROM about").fetchone()
        if found is None:
            self._file.execute("INSERT INTO about VALUES (?)", (about,))
            self._file.commit()
        elif found[0] != about:
            raise FileFormatError(f"checkpoint {self.path} belongs to different work: {found[0]}")

    def get(self, key: str) -> bytes | None:
        """What was finished under this key."""
        with self._explained("read"):
            found = self._file.execute("SELECT value FROM tasks WHERE key = ?", (key,)).fetchone()
        return None if found is None else bytes(found[0])

    def put(self, key: str, value: bytes) -> None:
        """Keep a finished task; on disk with the next transaction."""
        with self._explained("written"):
            self._file.execute("INSERT OR REPLACE INTO tasks VALUES (?, ?)", (key, value))
            if time.monotonic() - self._committed >= self.every:
                self._file.commit()
                self._committed = time.monotonic()

    def close(self, finished: bool) -> None:
        """Write what is left; remove the file if it is needed no more."""
        try:
            with self._explained("written"):
                self._file.commit()
        finally:
            self._file.close()
        if finished:
            with suppress(OSError):  # Windows keeps a file that is open elsewhere; the work is done
                for suffix in ("", "-wal", "-shm"):
                    Path(f"{self.path}{suffix}").unlink(missing_ok=True)


@contextmanager
def opened(path: str | Path | None, about: dict[str, Any], **how: float) -> Iterator[Checkpoint | None]:
    """The checkpoint in the file at ``path``, new or gone on from; None without a path.

    Removed if what is inside the ``with`` ends well and leaves it ``done``. Raises
    :class:`~pegwise.errors.FileFormatError` for a file that is no checkpoint, or one of something else.
    """
    if path is None:
        yield None
        return
    checkpoint = Checkpoint(Path(path), about, **how)
    try:
        yield checkpoint
    except BaseException:
        checkpoint.close(finished=False)
        raise
    checkpoint.close(finished=checkpoint.done)
