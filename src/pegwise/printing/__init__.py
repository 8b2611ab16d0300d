"""What ``print`` shows of a result: plain text, a file for each kind of results.

A new kind of result derives from :class:`~pegwise.drawable.Printable` and is named below. Only the file that
is needed is loaded, so that printing a position does not load the reviews.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


_FILES = {
    "board": ("Position", "Game", "Record", "Review", "Move"),
    "puzzles": ("Deduction", "Puzzle", "OneGuessPuzzle"),
    "feedback": ("GivenFeedback", "ExplainedFeedback"),
    "figures": ("Comparison", "Comparisons", "Rival", "Statistics", "Bench", "TableRow", "Table"),
    "guesses": (
        *("Partition", "Partitions", "JointClass", "JointPartition"),
        *("Hint", "Advice", "Listing", "ContradictedRow"),
    ),
    "tree": (
        *("StrategyTree", "NodeSummary", "Problem", "Optimum", "Bounds", "GuessValue"),
        *("GameValue", "ClassShare", "TreeShare", "ValueBounds"),
    ),
}
PRINTERS = {name: file for file, names in _FILES.items() for name in names}
"""Which file writes a class. The function has the name of the class, in lower case: ``game_value``."""


def text(value: object) -> str:
    """Write a result as ``print`` shows it, without a line end; raise TypeError if the value is none.

    Example:
        >>> from pegwise import Position
        >>> print(text(Position("4x6", "1122:B")))
        4x6: 256 candidates
        1  1122  B
    """
    for kind in type(value).__mro__:
        if kind.__name__ in PRINTERS:
            module = import_module(f"pegwise.printing.{PRINTERS[kind.__name__]}")
            name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
            write: Callable[[object], str] = getattr(module, name)
            return write(value)
    raise TypeError(f"{type(value).__name__} is no result")
