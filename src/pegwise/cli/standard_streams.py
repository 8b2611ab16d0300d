"""The standard streams of the command: one may be closed or full, or its reader may be gone."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

CLOSED = 129
"""The status of a command whose terminal was closed, which is what SIGHUP gives. Nothing is said: to whom?"""
_OF_OUTPUT = {errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC}
"""What a write fails with."""
_USUAL = 80
"""Columns of a terminal."""
_terminals: list[int] = []
"""The standard streams that were terminals when the command began."""


def open_streams() -> None:
    """Put something in the place of each standard stream that is closed.

    Input that is closed is at its end, and messages to a closed stderr are lost. A write to a closed stdout
    fails, as it does on a full disk. All three numbers are taken then: else the next file that is opened,
    such as the saved games, would get one of them and whatever is printed.
    """
    if sys.stdin is None:
        sys.stdin = open(_devnull(os.O_RDONLY), encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(_devnull(os.O_RDONLY), "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(_devnull(os.O_WRONLY), "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal may know no ±
    _terminals[:] = filter(os.isatty, range(3))
    if sys.platform == "win32" and _terminals:
        import colorama  # click has it there

        colorama.just_fix_windows_console()  # escape sequences are drawn, and not written as they are


def _devnull(flags: int) -> int:
    """A new handle, which has the lowest number that is free."""
    handle = os.open(os.devnull, flags)
    os.set_inheritable(handle, True)
    return handle


def is_of_output(error: OSError) -> bool:
    """Tell whether a write to a stream failed: such an error names no file."""
    return error.filename is None and error.errno in _OF_OUTPUT


def is_reader_gone(error: OSError) -> bool:
    """Tell whether a write failed because nobody reads any more; Windows has another name for it."""
    if isinstance(error, BrokenPipeError):
        return True
    return sys.platform == "win32" and error.errno == errno.EINVAL and error.filename is None


def is_terminal_gone() -> bool:
    """Tell whether a terminal of the command was closed since it began."""
    return not all(map(os.isatty, _terminals))


def width_of(stream: TextIO) -> int:
    """The columns of a terminal; 80 if it tells none. The null device of Windows counts as a terminal."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or _USUAL
    except OSError:
        return _USUAL


def let_go() -> None:
    """Drop what the output streams hold and cannot write: Python tries again at exit, and complains."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
