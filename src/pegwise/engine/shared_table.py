"""A table of solved positions that all processes of one computer share.

The processes agree on a name. The first that asks for the table of this name makes the memory, and leaves a
note of where it is in the folder of temporary files. The memory itself has no name in the file system, so
it is gone with the last process that uses it, however that ends; of a program that is killed, only the note
stays, a few bytes. This takes Linux; elsewhere, and where processes do not see each other, each of them has
a table of its own.
"""

from __future__ import annotations

import mmap
import os
import tempfile
import threading
import weakref
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.solved_table import AT_FIRST, ENTRY, SolvedTable, copy_entries, entries_within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.engine.solved_table import Entries

__all__ = ["shared_table"]

_WORDS = 2
"""Words at the end of the memory: how many entries the table has now, and how many were written."""


def shared_table(name: str, memory: int) -> SolvedTable:
    """Return the table that the processes of this computer share under a name, of so many bytes at most.

    All must say the same number of bytes. A process that cannot share it has a table of its own.
    """
    try:
        return _SharedTable(*_opened(name), entries_within(memory))
    except (AttributeError, ImportError, OSError, ValueError):  # no Linux, or processes do not see each other
        return SolvedTable(memory)


class _SharedTable(SolvedTable):
    """A table in a file without a name, which each process has in its memory.

    A table of n entries begins n entries after the beginning, so tables of all sizes have room. A process
    that makes the table larger copies it, and then tells the others its size. They change to the larger one
    when they next note something; what they still write into the smaller one is forgotten.
    """

    def __init__(self, file: int, note: Path | None, most: int) -> None:
        weakref.finalize(self, _close, file, note, os.getpid())
        self.most, self._file, self._lock = most, file, threading.Lock()
        size = 2 * most * ENTRY + 8 * _WORDS
        with self._alone():
            if os.fstat(file).st_size not in (0, size):
                raise ValueError("the table of this name has another size")
            os.ftruncate(file, size)
            self._memory = mmap.mmap(file, size)
            self._words = np.frombuffer(self._memory, np.int64, _WORDS, size - 8 * _WORDS)
            self._words[0] = self._words[0] or min(most, AT_FIRST)
        self.entries = self._of_size(int(self._words[0]))

    def note(self, stored: int) -> None:
        """Note that so many entries were written, many of them again, and make room for as many."""
        with self._alone():
            self._words[1] += stored
            count = int(self._words[0])
            while self._words[1] > count < self.most:
                copy_entries(self._of_size(count), self._of_size(2 * count))
                self._words[0] = 2 * count
                with suppress(OSError):  # the system may keep the memory of the smaller one
                    self._memory.madvise(mmap.MADV_REMOVE, count * ENTRY, count * ENTRY)
                count *= 2
        if count != len(self.entries):
            self.entries = self._of_size(count)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other threads and processes out; if this process is killed, they are let in."""
        import fcntl

        with self._lock:
            fcntl.flock(self._file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def _of_size(self, count: int) -> Entries:
        return np.frombuffer(self._memory, np.uint64, 4 * count, count * ENTRY).reshape(count, 4)


def _opened(name: str) -> tuple[int, Path | None]:
    """The open file of the table of this name; if it was not there, it is made, and the note of it, too."""
    import fcntl

    label, path = f"pegwise-{name}", Path(tempfile.gettempdir(), f"pegwise-table-{name}")
    with ExitStack() as unused:
        made = os.memfd_create(label)
        unused.callback(os.close, made)
        note = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        with os.fdopen(note, "r+", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            place = file.read()
            with suppress(OSError):  # whoever made it is gone, or cannot be seen from here
                if str(Path(place).readlink()) == f"/memfd:{label} (deleted)":
                    return os.open(place, os.O_RDWR | os.O_CLOEXEC), None
            unused.callback(path.unlink, missing_ok=True)
            file.seek(0)
            file.truncate()
            file.write(f"/proc/{os.getpid()}/fd/{made}")
            file.flush()
            unused.pop_all()
            return made, path


def _close(file: int, note: Path | None, process: int) -> None:
    """Close the file of a table; the process that made it takes its note away."""
    os.close(file)
    if note is not None and os.getpid() == process:
        note.unlink(missing_ok=True)
