"""A table of solved positions that all processes of one computer share.

The processes agree on a name. The first that asks for the table of this name makes the memory, and takes the
name as the abstract address of a socket. Others find out by the socket which process that is, and open the
memory there. Neither the memory nor the address has a name in the file system: both are gone with the last
process that uses them, however that ends. This takes Linux; elsewhere, and where processes do not see each
other, each of them has a table of its own. So it does where another user has taken the name.
"""

from __future__ import annotations

import errno
import mmap
import os
import socket
import struct
import threading
import time
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
_TRIES, _MOMENT = 20, 0.01
"""How often a process looks for another that has just taken the name, and seconds between two looks."""
_WAITING = 4096
"""Processes that may find the first one by its socket: their connections are never answered."""


def shared_table(name: str, memory: int) -> SolvedTable:
    """Return the table that the processes of this computer share under a name, of so many bytes at most.

    All must say the same number of bytes. A process that cannot share it has a table of its own.
    """
    try:
        return _SharedTable(*_opened(f"\0pegwise-{name}"), entries_within(memory))
    except (AttributeError, ImportError, OSError, ValueError):  # no Linux, or processes do not see each other
        return SolvedTable(memory)


class _SharedTable(SolvedTable):
    """A table in a file without a name, which each process has in its memory.

    A table of n entries begins n entries after the beginning, so tables of all sizes have room. A process
    that makes the table larger copies it, and then tells the others its size. They change to the larger one
    when they next note something; what they still write into the smaller one is forgotten.
    """

    def __init__(self, file: int, address: socket.socket | None, most: int) -> None:
        from multiprocessing.util import Finalize  # it also ends with a worker of multiprocessing

        self._finalize = Finalize(self, _close, (file, address), exitpriority=0)
        self.most, self._file, self._address, self._lock = most, file, address, threading.Lock()
        size = 2 * most * ENTRY + 8 * _WORDS
        with self._alone():
            if os.fstat(file).st_size not in (0, size):
                raise ValueError("the table of this name has another size")
            os.ftruncate(file, size)
            self._memory = mmap.mmap(file, size)
            self._words = np.frombuffer(self._memory, np.int64, _WORDS, size - 8 * _WORDS)
            self._words[0] = self._words[0] or min(most, AT_FIRST)
        self.entries = self._of_size(int(self._words[0]))
        _open_tables.add(self)

    def note(self, stored: int) -> None:
        """Note that so many entries were written, many of them again, and make room for as many."""
        if self.closed:
            return
        with self._alone():
            self._words[1] += stored
            count = int(self._words[0])
            while self._words[1] > count < self.most:
                copy_entries(self._of_size(count), self._of_size(2 * count))
                self._words[0] = 2 * count
                with suppress(AttributeError, OSError):  # the system may keep the memory of the smaller one
                    self._memory.madvise(mmap.MADV_REMOVE, count * ENTRY, count * ENTRY)
                count *= 2
        if count != len(self.entries):
            self.entries = self._of_size(count)

    def close(self) -> None:
        """Give the memory back, as far as no other process uses it."""
        super().close()
        del self._memory, self._words
        self._finalize()

    def _leave(self) -> None:
        """Forget the table in a child that was forked, which would keep the memory, the name and locks."""
        self._finalize.cancel()
        super().close()
        del self._memory, self._words
        _close(self._file, self._address)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other threads and processes out; if this process is killed, they are let in."""
        import fcntl

        with self._lock:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX)
                yield
            finally:
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def _of_size(self, count: int) -> Entries:
        return np.frombuffer(self._memory, np.uint64, 4 * count, count * ENTRY).reshape(count, 4)


_open_tables: weakref.WeakSet[_SharedTable] = weakref.WeakSet()


def _leave_all() -> None:
    for table in list(_open_tables):
        if not table.closed:
            table._leave()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_all)


def _label(address: str, process: int) -> str:
    """What the memory is called that a process makes; it may have opened that of an earlier one, too."""
    return f"{address[1:]}-{process}"


def _opened(name: str) -> tuple[int, socket.socket | None]:
    """The open file of the table of this address, and its socket, if this process is the first to ask."""
    create = os.memfd_create  # only Linux has it
    with ExitStack() as unused:
        address = unused.enter_context(socket.socket(socket.AF_UNIX))
        for _ in range(_TRIES):
            try:
                address.bind(name)
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
            else:
                made = create(_label(name, os.getpid()))
                unused.callback(os.close, made)
                address.listen(_WAITING)  # from now on, others find the memory
                unused.pop_all()
                return made, address
            with suppress(ConnectionRefusedError):  # it listens in a moment, or has just ended
                return _opened_by_another(name), None
            time.sleep(_MOMENT)
    raise OSError("the process that has the table does not answer")


def _opened_by_another(name: str) -> int:
    """The open file of a table, in the process that has its address. Raises OSError if it is not ours."""
    with socket.socket(socket.AF_UNIX) as line:
        line.setblocking(False)  # too many connections are an error, not a reason to wait
        line.connect(name)
        credentials = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    process, user, _ = struct.unpack("3i", credentials)
    if user != os.geteuid():
        raise OSError("another user has taken the name of the table")
    link = f"/memfd:{_label(name, process)} (deleted)"
    for place in Path(f"/proc/{process}/fd").iterdir():
        if _leads_to(place, link):
            file = os.open(place, os.O_RDWR | os.O_CLOEXEC)
            # What was there may have been closed meanwhile, and something else opened.
            if _leads_to(Path(f"/proc/self/fd/{file}"), link) and os.fstat(file).st_uid == user:
                return file
            os.close(file)
    raise OSError("the table cannot be seen from here")


def _leads_to(place: Path, link: str) -> bool:
    with suppress(OSError):  # it was closed
        return str(place.readlink()) == link
    return False


def _close(file: int, address: socket.socket | None) -> None:
    """Close the file of a table, and free its name if this process has it."""
    os.close(file)
    if address is not None:
        address.close()
