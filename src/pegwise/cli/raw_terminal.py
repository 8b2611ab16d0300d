"""Holds a terminal while keys are read one by one, and restores it when the program stops or ends.

For terminals of POSIX; :mod:`pegwise.cli.windows_console` does it for a console of Windows.
"""

from __future__ import annotations

import codecs
import errno
import os
import signal
import sys
import termios
import tty
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

assert sys.platform != "win32"  # noqa: S101 - types are checked for each system


class HeldTerminal:
    """Hands over keys as they are pressed, and draws once more what was seen when the program goes on.

    While the program is stopped a shell has the terminal, changes its settings and writes to it.
    """

    def __init__(self) -> None:
        self._show: Callable[[], object] = lambda: None
        self._waiting = self._stale = False
        self._before: list[Any] | None = None
        self._at_continue: Any = signal.SIG_DFL
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")

    def __enter__(self) -> Self:
        self._at_continue = signal.signal(signal.SIGCONT, self._go_on)
        return self

    def __exit__(self, *raised: object) -> None:
        signal.signal(signal.SIGCONT, self._at_continue)
        self._give_back()

    def show(self, draw: Callable[[], object]) -> None:
        """Draw what the person sees while a key is waited for; a key that is pressed at once counts."""
        self._show = draw
        with suppress(OSError):  # the terminal may be closed
            self._take()
        draw()

    def read(self) -> str:
        """What was typed, as soon as there is something; nothing typed ahead is lost.

        Raises :class:`EOFError` at the end of the input. A terminal that was closed is at its end.
        """
        typed = b""
        with self._stops(), suppress(OSError):
            self._wait()
            typed = os.read(sys.stdin.fileno(), 1024)
            self._waiting = False
        if not typed:
            raise EOFError
        return self._decoder.decode(typed)

    def _wait(self) -> None:
        """Be ready for a key: the terminal is taken, and what the person sees is up to date."""
        self._take()
        self._waiting = True
        while self._stale:
            self._waiting = self._stale = False
            self._take()
            self._show()
            self._waiting = True

    def _take(self) -> None:
        descriptor = sys.stdin.fileno()
        while True:
            try:
                self._before = self._before or termios.tcgetattr(descriptor)
                tty.setcbreak(descriptor, termios.TCSADRAIN)
            except termios.error as error:
                if error.args[0] != errno.EINTR:  # it was not stopped right here
                    raise OSError(*error.args) from None
            else:
                return

    def _give_back(self) -> None:
        if self._before is not None:
            with suppress(termios.error):  # the terminal may be closed
                termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._before)

    def _go_on(self, number: int, frame: object) -> None:
        """Go on after the program was stopped; what is being drawn just now is drawn again afterwards."""
        if self._waiting:
            self._take()
            self._show()
        else:
            self._stale = True

    @contextmanager
    def _stops(self) -> Iterator[None]:
        """Give the terminal back before Ctrl-Z stops the program."""

        def stop(number: int, frame: object) -> None:
            self._give_back()
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
            signal.signal(number, stop)

        before = signal.getsignal(signal.SIGTSTP)
        if before is not signal.SIG_IGN:
            signal.signal(signal.SIGTSTP, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGTSTP, before)
