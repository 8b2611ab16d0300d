"""Hands over keys as they are pressed in a console of Windows, where nothing has to be restored."""

from __future__ import annotations

import msvcrt
import sys
import time
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable

assert sys.platform == "win32"  # noqa: S101 - types are checked for each system

_LOOK = 0.02
"""Seconds between two looks for a key. Ctrl-C is noticed between them, and not while a key is waited for."""
_SPECIAL = ("\x00", "\xe0")
"""What comes before the code of a key that types no character."""
_KEYS = {"H": "\x1b[A", "P": "\x1b[B", "M": "\x1b[C", "K": "\x1b[D", "S": "\x1b[3~"}
"""The arrows and Delete by their codes, as terminals write them."""
_END, _ENDED = "\x1a", "\x04"
"""Ctrl-Z ends the input here, as Ctrl-D does elsewhere."""


class HeldConsole:
    """Does for a console what :class:`~pegwise.cli.raw_terminal.HeldTerminal` does for a terminal."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        pass

    def show(self, draw: Callable[[], object]) -> None:
        """Draw what the person sees while a key is waited for."""
        draw()

    def read(self) -> str:
        """What was typed, as soon as there is something."""
        while not msvcrt.kbhit():
            time.sleep(_LOOK)
        typed = ""
        while msvcrt.kbhit():
            typed += self._key()
        return typed.replace(_END, _ENDED)

    def _key(self) -> str:
        key = msvcrt.getwch()
        # The letter \xe0 has nothing behind it.
        if key in _SPECIAL and msvcrt.kbhit():
            return _KEYS.get(msvcrt.getwch(), "")
        return key
