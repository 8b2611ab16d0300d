"""A table of solved positions that all processes of one computer share.

The processes agree on a name. The first that asks for the table of this name makes the memory, and takes the
name as the abstract address of a socket. Others find out by the socket which process that is, and open the
memory there. Neither the memory nor the address has a name in the file system: both are gone with the last
process that uses them, however that ends. Only Linux has all that this takes.
"""

from __future__ import annotations

import errno
import fcntl
import mmap
import os
import socket
import struct
import sys
import threading
import time
import weakref
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.enumerated.transposition_table import (
    AT_FIRST,
    ENTRY,
    SolvedTable,
    copy_entries,
    entries_within,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.engine.enumerated.transposition_table import Entries

assert sys.platform == "linux"  # noqa: S101 - types are checked for each system

_WORDS = 2
"""Words at the end of the memory: how many entries the table has now, and how many were written."""
_TRIES, _MOMENT = 20, 0.01
"""How often a process looks for another that has just taken the name, and seconds between two looks."""
_PATIENCE = 1.0
"""Seconds to wait until the table can be opened: another process may have been stopped while it had it."""
_WORTH = 1 << 10
"""Entries written that are worth telling the others."""
_WAITING = 4096
"""Processes that may find the first one by its socket: their connections are never answered."""


def opened_table(name: str, memory: int) -> SolvedTable:
    """Return the table of a name. Raises what the system says where it cannot be shared."""
    with _changing:
        return SharedTable(*_opened(f"\0pegwise-{name}"), entries_within(memory))


class SharedTable(SolvedTable):
    """A table in a file without a name, which each process has in its memory.

    A table of n entries begins n entries after the beginning, so tables of all sizes have room. A process
    that makes the table larger copies it, and then tells the others its size. They change to the larger one
    when they next note something; what they still write into the smaller one is forgotten.
    """

    def __init__(self, file: int, address: socket.socket | None, most: int) -> None:
        from multiprocessing.util import Finalize  # it also ends with a worker of multiprocessing

        self._handles = _Handles(file, address)
        self._finalize = Finalize(self, self._handles.close, exitpriority=0)
        self.most, self._lock, self._untold = most, threading.Lock(), 0
        size = 2 * most * ENTRY + 8 * _WORDS
        with self._lock, self._handles.alone(_PATIENCE) as alone:
            if not alone:
                raise OSError("another process keeps the table for itself")
            if os.fstat(file).st_size not in (0, size):
                raise ValueError("the table of this name has another size")
            os.ftruncate(file, size)
            self._memory = mmap.mmap(file, size)
            self._words = np.frombuffer(self._memory, np.int64, _WORDS, size - 8 * _WORDS)
            self._words[0] = self._words[0] or min(most, AT_FIRST)
        self.entries = self._of_size(int(self._words[0]))
        _open_tables.add(self)

    def note(self, stored: int) -> None:
        """Note that so many entries were written, many of them again.

        If all processes together have written more than the table holds, it is made larger. No process waits
        for another: if one has the table for itself, the number is told when this is called the next time.
        """
        with self._lock:
            self._untold += stored
            if self._untold >= _WORTH:
                with self._handles.alone(0.0) as alone:
                    if alone:
                        self._tell()
            if self._handles.file:
                self._change()

    def _tell(self) -> None:
        """Add to what all processes have written, and make the table larger if that is too much for it."""
        self._words[1] += self._untold
        self._untold, count = 0, int(self._words[0])
        while self._words[1] > count < self.most:
            copy_entries(self._of_size(count), self._of_size(2 * count))
            count *= 2
            self._words[0] = count

    def _change(self) -> None:
        count = int(self._words[0])
        while len(self.entries) < count:
            before = len(self.entries)
            self.entries = self._of_size(2 * before)
            with suppress(AttributeError, OSError):  # the system may keep the memory of the smaller one
                self._memory.madvise(mmap.MADV_REMOVE, before * ENTRY, before * ENTRY)

    def close(self) -> None:
        """Give the memory back, as far as no other process uses it."""
        with _changing, self._lock:
            self.leave()

    def leave(self) -> None:
        """Forget the table; a process that was forked would keep its memory, its name and locks."""
        self._finalize.cancel()
        super().close()
        self._memory = self._words = None  # type: ignore[assignment]  # nothing is noted any more
        self._handles.close()

    def _of_size(self, count: int) -> Entries:
        return np.frombuffer(self._memory, np.uint64, 4 * count, count * ENTRY).reshape(count, 4)


class _Handles:
    """The file of a table, and its socket, if this process has its name; they are closed once."""

    def __init__(self, file: int, address: socket.socket | None) -> None:
        self.file, self.address = [file], address

    @contextmanager
    def alone(self, seconds: float) -> Iterator[bool]:
        """Keep other processes out inside the ``with``, and tell whether that is so.

        It is not if another process still has the table for itself after so many seconds, or if the file is
        closed. If this process is killed, the others are let in.
        """
        until, held = time.monotonic() + seconds, False
        while self.file and not held:
            try:
                fcntl.flock(self.file[0], fcntl.LOCK_EX | fcntl.LOCK_NB)
                held = True
            except BlockingIOError:
                if time.monotonic() >= until:
                    break
                time.sleep(_MOMENT)
        try:
            yield held
        finally:
            if held and self.file:
                fcntl.flock(self.file[0], fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the file, and free the name."""
        while self.file:
            os.close(self.file.pop())
        if self.address is not None:
            self.address.close()


_open_tables: weakref.WeakSet[SharedTable] = weakref.WeakSet()
_changing = threading.RLock()
"""Held while a table is opened or closed: a process forks only before or after."""


def _forked() -> None:
    for table in list(_open_tables):
        table.leave()
    _changing.release()


os.register_at_fork(before=_changing.acquire, after_in_parent=_changing.release, after_in_child=_forked)


def _label(address: str, process: int) -> str:
    """What the memory is called that a process makes; it may have opened that of an earlier one, too."""
    return f"{address[1:]}-{process}"


def _opened(name: str) -> tuple[int, socket.socket | None]:
    """The open file of the table of this address, and its socket, if this process is the first to ask."""
    with ExitStack() as unused:
        address = unused.enter_context(socket.socket(socket.AF_UNIX))
        for _ in range(_TRIES):
            try:
                address.bind(name)
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
            else:
                made = os.memfd_create(_label(name, os.getpid()))
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
