"""Rows put together key by key, and lines typed whole: two ways to say the same to a game."""

from __future__ import annotations

import re
import sys
from functools import partial
from typing import TYPE_CHECKING, Self

import click
from rich.text import Text

from pegwise.cli.prompts import read_line
from pegwise.late_pattern import late_pattern
from pegwise.play.unsent_row import Draft

if TYPE_CHECKING:
    from rich.console import Console

    from pegwise.cli.board import Board
    from pegwise.rules import Code, Rules

    if sys.platform == "win32":
        from pegwise.cli.windows_console import HeldConsole as Held
    else:
        from pegwise.cli.raw_terminal import HeldTerminal as Held

KEY_HELP = """\
1 to 9   put a peg; 0 is the tenth color
.        leave a hole empty, if allowed
arrows   go to another hole, or change
         the color in this hole
Backsp.  take a peg out
u  x     undo a change; empty the row
c        copy the previous row
Enter    send the row
h        a hint; each says more
b        show the whole board
r        resign
q        leave; you can resume later"""

_COMMANDS = {"h": "hint", "b": "board", "r": "resign", "q": "quit", "?": "help", "\x04": "quit"}
_KEY = late_pattern(r"\x1b[\[O][0-9;]*[A-Za-z~]|.", re.DOTALL)


def _held() -> Held:
    """What hands over keys on this system."""
    if sys.platform == "win32":
        from pegwise.cli.windows_console import HeldConsole

        return HeldConsole()
    else:  # noqa: RET505 - types are checked for each system
        from pegwise.cli.raw_terminal import HeldTerminal

        return HeldTerminal()


class Lines:
    """Whole lines: for pipes, screen readers, simple terminals and games with many colors."""

    def __init__(self, screen: Console) -> None:
        self.screen = screen

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        pass

    def ask(self, number: int, left: int | None) -> str:
        """One line."""
        prompt = f"{number:>2}:" if left is None else f"{number:>2} ({left} left):"
        return read_line(prompt, err=self.screen.stderr).strip()

    def unsent(self) -> Code | None:
        """A line is sent when it is there."""
        return None

    def accepted(self, code: Code) -> None:
        """Nothing to remember."""

    def choose(self, prompt: str) -> str:
        """The first letter of a line."""
        return read_line(prompt, err=self.screen.stderr).strip().lower()[:1]


def can_use_keys(board: Board, rules: Rules) -> bool:
    """Tell whether a person sits at a terminal where a row can be put together key by key."""
    screen = board.screen
    people = sys.stdin.isatty() and screen.is_terminal and not screen.is_dumb_terminal
    return people and board.fits and rules.colors - (board.blank is not None) <= 10


class Keys:
    """The row under the cursor; a context manager that holds the terminal while keys are read."""

    def __init__(self, board: Board) -> None:
        self.board, self.screen = board, board.screen
        self.draft = Draft(board.rules)
        self.last: Code | None = None
        self._keys: list[str] = []
        self._held = _held()

    def __enter__(self) -> Self:
        self._held.__enter__()
        return self

    def __exit__(self, *raised: object) -> None:
        self._held.__exit__(*raised)

    def ask(self, number: int, left: int | None) -> str:
        """Keys until the row is sent or a command is given."""
        note = ""
        while True:
            self._held.show(partial(self._draw, number, left, note))
            key, note = self._next(), ""
            if key in _COMMANDS:
                self._wipe()
                return _COMMANDS[key]
            if key in "\r\n":
                code = self.draft.code
                if code is not None:
                    self._wipe()
                    return str(code)
                note = "fill every hole"
            else:
                self._edit(key)

    def unsent(self) -> Code | None:
        """The row that is filled but not sent."""
        return self.draft.code

    def accepted(self, code: Code) -> None:
        """Begin the next row."""
        self.draft, self.last = Draft(self.board.rules), code

    def choose(self, prompt: str) -> str:
        """One key; Enter says nothing."""
        self._held.show(partial(self.screen.print, prompt, end=" ", markup=False))
        key = self._next().strip().lower()
        ended = key == "\x04"
        self.screen.print("" if ended else key, markup=False)
        if ended:
            raise EOFError
        return key

    def _edit(self, key: str) -> None:
        draft, highest = self.draft, self.board.rules.colors
        moves = {"\x1b[C": 1, "\x1bOC": 1, "\x1b[D": -1, "\x1bOD": -1}
        turns = {"\x1b[A": 1, "\x1bOA": 1, "\x1b[B": -1, "\x1bOB": -1}
        if key in "0123456789":
            draft.put(int(key) or 10)
        elif key == "." and self.board.blank is not None:
            draft.put(highest)
        elif key in ("\x7f", "\x08", "\x1b[3~"):
            draft.take()
        elif key in moves:
            draft.move(moves[key])
        elif key in turns:
            draft.turn(turns[key])
        elif key in ("x", "\x15"):
            draft.clear()
        elif key == "u":
            draft.undo()
        elif key == "c" and self.last is not None:
            draft.fill(self.last)

    def _draw(self, number: int, left: int | None, note: str) -> None:
        holes, starts = self.board.holes(self.draft.holes)
        width = self.board.empty(number).cell_len
        line = Text(f"{number:>2}  ").append_text(holes)
        line.pad_right(max(0, width - line.cell_len))
        said = note or ("" if left is None else f"{left} left")
        line.append(f"  {said}", style="" if self.board.plain else "dim")
        line.truncate(self.screen.width - 1)
        self._wipe()
        self.screen.print(line, end="", no_wrap=True)
        # The terminal's own cursor shows the hole: no color needed. It is moved to the right, because
        # colorama, which writes to old consoles of Windows, knows no columns.
        click.echo(f"\r\x1b[{4 + starts[self.draft.place]}C", nl=False, err=self.screen.stderr, color=True)

    def _wipe(self) -> None:
        click.echo("\r\x1b[2K", nl=False, err=self.screen.stderr, color=True)

    def _next(self) -> str:
        while not self._keys:
            self._keys = _KEY.findall(self._held.read())
        key = self._keys.pop(0)
        if key == "\x03":
            raise KeyboardInterrupt
        return key
