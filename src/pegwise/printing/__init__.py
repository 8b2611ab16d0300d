"""What ``print`` shows of a result: plain text, one file for each kind of result.

A new kind of result derives from :class:`~pegwise.drawable.Printable` and is named below. Only the file that
is needed is loaded, so that printing a position does not load the reviews.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["PRINTERS", "text"]

PRINTERS = {
    "Position": "board:position",
    "Game": "board:game",
    "Record": "board:record",
    "Partition": "guesses:partition",
    "Partitions": "guesses:partitions",
    "JointClass": "together:joint_class",
    "JointPartition": "together:joint_partition",
    "GivenFeedback": "feedback:given",
    "ExplainedFeedback": "feedback:explained",
    "Hint": "guesses:hint",
    "Advice": "guesses:advice",
    "Listing": "guesses:listing",
    "ContradictedRow": "guesses:contradicted_row",
    "Comparison": "figures:comparison",
    "Comparisons": "figures:comparisons",
    "Rival": "figures:rival",
    "Statistics": "figures:statistics",
    "Bench": "figures:bench",
    "Review": "review:review",
    "Move": "review:move",
    "Deduction": "puzzle:deduction",
    "Puzzle": "puzzle:puzzle",
    "OneGuessPuzzle": "puzzle:one_guess_puzzle",
    "StrategyTree": "tree:tree",
    "NodeSummary": "tree:node_summary",
    "Problem": "tree:problem",
    "Optimum": "tree:optimum",
    "Bounds": "tree:bounds",
    "GuessValue": "tree:guess_value",
    "ClassShare": "value:class_share",
    "GameValue": "value:game_value",
    "TreeShare": "value:tree_share",
    "ValueBounds": "value:value_bounds",
    "TableRow": "table:row",
    "Table": "table:rows",
}
"""Which function writes a class, as ``file:function``."""


def text(value: object) -> str:
    """Write a result as ``print`` shows it, without a line end.

    Raises:
        TypeError: If the value is not a result.

    Example:
        >>> from pegwise import Position
        >>> print(text(Position("4x6", "1122:B")))
        4x6: 256 candidates
        1  1122  B
    """
    for kind in type(value).__mro__:
        if kind.__name__ in PRINTERS:
            module, _, name = PRINTERS[kind.__name__].partition(":")
            write: Callable[[object], str] = getattr(import_module(f"pegwise.printing.{module}"), name)
            return write(value)
    raise TypeError(f"{type(value).__name__} is no result")
