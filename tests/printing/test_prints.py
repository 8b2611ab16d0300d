"""What ``print`` shows of each result, and that ``repr`` is short and, where it can be, reads back."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import pegwise
from pegwise import (
    Adversary,
    Bounds,
    Code,
    Feedback,
    FixedCodemaker,
    Game,
    Limit,
    Position,
    Record,
    Row,
    Rules,
    SavedGame,
    parse_game,
)
from pegwise.drawable import Printable
from pegwise.printing import PRINTERS, text
from pegwise.printing.layout import board, counted, table
from tests.helpers import SMALL

if TYPE_CHECKING:
    from collections.abc import Callable

LINE = "4x6 1122:B 1344:W"

PRINTED: dict[str, tuple[Callable[[], Any], str]] = {
    "Position": (lambda: Position(LINE), "4x6: 44 candidates\n1  1122  B\n2  1344  W"),
    "Game": (
        lambda: Game("4x6", "3632", rows_allowed=10, rows="1122:B"),
        "4x6: 1 of 10 guesses made\n1  1122  B",
    ),
    "Record": (
        lambda: parse_game("4x6-blanks 11..:BW 1.23:W resigned secret=11.2"),
        "",
    ),
    "Partition": (
        lambda: Position("2x3").partition("12"),
        "12 splits 9 candidates into 4 classes: worst case 4, average 2.78, 1.658 bits; it may be the secret\n"
        "\n"
        "feedback  candidates\n"
        "B                  4\n"
        "W                  2\n"
        "-                  1\n"
        "WW                 1\n",
    ),
}
