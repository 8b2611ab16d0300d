"""A terminal of a given width, in which a person plays."""

from __future__ import annotations

import os
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Self

import pytest

if sys.platform == "win32":
    pytest.skip("a program cannot hold the other end of a console", allow_module_level=True)
import fcntl
import pty
import termios

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Terminal"]

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_PATIENCE = 60.0
_INTERACTIVE = 'exec bash --norc --noprofile -i <>"$0" >&0 2>&0'
"""A shell that opens the terminal itself, which so becomes its own, with job control."""


class Terminal:
    """``pegwise args...`` at a terminal; what it wrote, and what can be typed.

    With ``shell`` it is typed in an interactive bash, which has job control. Standard error goes to the
    file ``errors``, if there is one.
    """

    def __init__(
        self,
        *args: str,
        columns: int = 80,
        shell: bool = False,
        errors: Path | None = None,
        **environment: str,
    ) -> None:
        self._parent, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        self.modes = termios.tcgetattr(child)
        kept = {
            key: value
            for key, value in os.environ.items()
            if key not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")
        }
        command = [sys.executable, "-m", "pegwise", *args]
        self._errors = errors
        told = None if errors is None else os.open(errors, os.O_WRONLY | os.O_CREAT)
        self.process = subprocess.Popen(
            ["bash", "-c", _INTERACTIVE, os.ttyname(child)] if shell else command,
            stdin=child,
            stdout=child,
            stderr=child if told is None else told,
            env=kept | {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"} | environment,
            start_new_session=True,
        )
        if told is not None:
            os.close(told)
        self._child = child
        self._closed = False
        self.raw = ""
        if shell:
            self.type(f"{shlex.join(command)}\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.close()

    def close(self) -> None:
        """Close the terminal, as its window is closed; it may be closed already."""
        if not self._closed:
            self._closed = True
            os.close(self._child)
            os.close(self._parent)

    @property
    def text(self) -> str:
        """What was written, without colors; a line written anew starts a line."""
        return _ESCAPES.sub("", self.raw.replace("\r\x1b[2K", "\n")).replace("\r", "")

    @property
    def errors(self) -> str:
        """What was written to the file of standard error."""
        return "" if self._errors is None else self._errors.read_text()

    def until(self, wanted: str, times: int = 1) -> str:
        """Read until ``wanted`` was written so many times, here or to standard error."""
        before = time.monotonic()
        while self.text.count(wanted) + self.errors.count(wanted) < times:
            assert time.monotonic() - before < _PATIENCE, self.text
            if select.select([self._parent], [], [], 0.1)[0]:
                self.raw += os.read(self._parent, 65536).decode("utf-8", "replace")
        return self.text

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._parent, keys.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self.process.send_signal(signal.SIGINT)

    def end(self) -> int:
        """Read to the end; the exit status."""
        before = time.monotonic()
        while self.process.poll() is None or select.select([self._parent], [], [], 0)[0]:
            assert time.monotonic() - before < _PATIENCE, self.text
            if select.select([self._parent], [], [], 0.05)[0]:
                self.raw += os.read(self._parent, 65536).decode("utf-8", "replace")
        return self.process.returncode

    def modes_now(self) -> list[object]:
        """The settings of the terminal."""
        return termios.tcgetattr(self._child)

    def set_modes(self) -> None:
        """Set the terminal as it was found, as a shell does while a program is stopped."""
        termios.tcsetattr(self._child, termios.TCSADRAIN, self.modes)
