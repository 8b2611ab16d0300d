"""Keeps the finished parts of a long tree in an SQLite file, so that a kill loses at most a second's work."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pegwise.errors import FileFormatError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Checkpoint", "opened"]

_VERSION = 1
_COMMIT_EVERY = 1.0
"""Seconds between two transactions."""


class Checkpoint:
    """Finished tasks by key. Reads and writes come from one thread at a time; the caller sees to that.

    ``every``: seconds between two transactions, 0 for one a task.
    """

    def __init__(self, path: Path, about: dict[str, Any], *, every: float = _COMMIT_EVERY) -> None:
        self.path, self.every = path, every
        self._committed = time.monotonic()
        try:
            self._file = sqlite3.connect(path, check_same_thread=False)
        except sqlite3.Error as error:
            raise FileFormatError(f"checkpoint {path}: cannot be opened ({error})") from None
        try:
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("CREATE TABLE IF NOT EXISTS about (text TEXT NOT NULL)")
            self._file.execute("CREATE TABLE IF NOT EXISTS tasks (key TEXT PRIMARY KEY, value BLOB NOT NULL)")
            head = {"format": "pegwise checkpoint", "version": _VERSION, **about}
            self._claim(json.dumps(head, sort_keys=True))
        except sqlite3.Error as error:
            self._file.close()
            raise FileFormatError(f"checkpoint {path}: cannot be used ({error})") from None
        except FileFormatError:
            self._file.close()
            raise

    def _claim(self, about: str) -> None:
        found = self._file.execute("SELECT text FROM about").fetchone()
        if found is None:
            self._file.execute("INSERT INTO about VALUES (?)", (about,))
            self._file.commit()
        elif found[0] != about:
            raise FileFormatError(f"checkpoint {self.path} belongs to different work: {found[0]}")

    def get(self, key: str) -> bytes | None:
        """What was finished under this key."""
        try:
            found = self._file.execute("SELECT value FROM tasks WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            raise FileFormatError(f"checkpoint {self.path}: cannot be read ({error})") from None
        return None if found is None else bytes(found[0])

    def put(self, key: str, value: bytes) -> None:
        """Keep a finished task; on disk with the next transaction."""
        try:
            self._file.execute("INSERT OR REPLACE INTO tasks VALUES (?, ?)", (key, value))
            if time.monotonic() - self._committed >= self.every:
                self._file.commit()
                self._committed = time.monotonic()
        except sqlite3.Error as error:
            raise FileFormatError(f"checkpoint {self.path}: cannot be written ({error})") from None

    def close(self, finished: bool) -> None:
        """Write what is left; remove the file if it is needed no more."""
        try:
            self._file.commit()
        except sqlite3.Error as error:
            raise FileFormatError(f"checkpoint {self.path}: cannot be written ({error})") from None
        finally:
            self._file.close()
        if finished:
            with suppress(OSError):  # Windows keeps a file that is open elsewhere; the work is done
                for suffix in ("", "-wal", "-shm"):
                    Path(f"{self.path}{suffix}").unlink(missing_ok=True)


@contextmanager
def opened(path: str | Path, about: dict[str, Any]) -> Iterator[Checkpoint]:
    """The checkpoint in the file at ``path``, new or gone on from.

    Removed if what is inside the ``with`` ends well. Raises :class:`~pegwise.errors.FileFormatError` for a
    file that is no checkpoint, or one of something else.
    """
    checkpoint = Checkpoint(Path(path), about)
    try:
        yield checkpoint
    except BaseException:
        checkpoint.close(finished=False)
        raise
    checkpoint.close(finished=True)
