"""Keys in a console of Windows, with a console that the test writes to."""

from __future__ import annotations

import importlib
import io
import sys
from collections import deque
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from rich.console import Console

import pegwise
from pegwise.cli.board import Board
from pegwise.cli.row_entry import Keys

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "pegwise.cli.windows_console"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[deque[str]]:
    """Characters that wait in the console."""
    waiting: deque[str] = deque()
    console = SimpleNamespace(kbhit=lambda: bool(waiting), getwch=waiting.popleft)
    monkeypatch.setitem(sys.modules, "msvcrt", console)
    monkeypatch.setattr(sys, "platform", "win32")
    sys.modules.pop(NAME, None)
    yield waiting
    sys.modules.pop(NAME, None)


def _held() -> Any:
    return importlib.import_module(NAME).HeldConsole()


@pytest.mark.parametrize(
    ("keys", "wanted"),
    [
        ("1", "1"),
        ("1234\r", "1234\r"),
        ("\xe0H\xe0P\xe0M\xe0K", "\x1b[A\x1b[B\x1b[C\x1b[D"),
        ("\x00H\x00P\x00M\x00K", "\x1b[A\x1b[B\x1b[C\x1b[D"),
        ("1\xe0S2", "1\x1b[3~2"),
        ("\x00;1", "1"),  # F1 means nothing
        ("\x08", "\x08"),
        ("\x03", "\x03"),
        ("\x1a", "\x04"),  # Ctrl-Z ends input as Ctrl-D does elsewhere
        ("\xe0", "\xe0"),
    ],
)
def test_keys_arrive_as_terminals_write_them(typed: deque[str], keys: str, wanted: str) -> None:
    typed.extend(keys)
    with _held() as held:
        assert held.read() == wanted
    assert not typed


def test_it_waits_for_a_key(typed: deque[str], monkeypatch: pytest.MonkeyPatch) -> None:
    held, naps = _held(), []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 3:
            typed.append("x")

    monkeypatch.setattr(f"{NAME}.time.sleep", nap)
    drawn: list[str] = []
    held.show(lambda: drawn.append("row"))
    assert (held.read(), drawn, len(naps)) == ("x", ["row"], 3)


def test_ctrl_c_is_noticed_while_it_waits(typed: deque[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(seconds: float) -> None:
        raise KeyboardInterrupt

    held = _held()
    monkeypatch.setattr(f"{NAME}.time.sleep", stopped)
    with pytest.raises(KeyboardInterrupt):
        held.read()


def test_a_row_is_put_together_in_a_console(typed: deque[str]) -> None:
    screen = Console(file=io.StringIO(), force_terminal=True, width=80, no_color=True)
    typed.extend("112\xe0K\xe0H\x7f3\xe0M2\r")
    with Keys(Board(pegwise.Rules(4, 6), screen, 0)) as keys:
        assert type(keys._held).__name__ == "HeldConsole"
        assert keys.ask(1, None) == "1132"
