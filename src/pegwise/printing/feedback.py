"""Prints feedback: rows one below the other, and the explanation of a single one peg by peg."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.printing.layout import WIDTH, table
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise import ExplainedFeedback, GivenFeedback

_MOST = 100
"""Rows that are printed."""
_NAMES, _GAP = len("secret"), 2
"""Columns of the names of the lines, and between two pegs."""


def given_feedback(shown: GivenFeedback) -> str:
    """Write the rows, each with its secret unless all have the same."""
    some = shown.rows[:_MOST]
    lines: list[tuple[str, ...]] = [
        ("guess", "feedback"),
        *((str(row.guess), hits_name(row.feedback, shown.rules)) for row in some),
    ]
    heading = str(shown.rules)
    if len(set(shown.secrets)) == 1:
        heading = f"{heading}, secret {shown.secrets[0]}"
    else:
        beside = ["secret", *map(str, shown.secrets[:_MOST])]
        lines = [(secret, *line) for secret, line in zip(beside, lines, strict=True)]
    more = [f"and {len(shown) - _MOST} more"] if len(shown) > _MOST else []
    return "\n".join([heading, table(lines, left=(0, 1, 2)), *more])


def explained_feedback(shown: ExplainedFeedback) -> str:
    """Write the row, a sketch of its hits, and a sentence for each peg."""
    return f"{shown.guess}:{hits_name(shown.feedback, shown.rules)}\n{sketch(shown)}\n" + "\n".join(
        shown.sentences
    )


def sketch(shown: ExplainedFeedback, width: int = WIDTH) -> str:
    """Draw secret and guess one below the other, with what each peg of the guess is."""
    parts = []
    for pegs in pegs_abreast(shown, width):
        lines = [
            ("peg", *(str(peg + 1) for peg in pegs)),
            ("secret", *(shown.rules.color_name(shown.secret[peg]) for peg in pegs)),
            ("guess", *(shown.rules.color_name(shown.guess[peg]) for peg in pegs)),
            ("hit", *(shown.marks[peg] for peg in pegs)),
        ]
        parts.append(table(lines, left=range(len(pegs) + 1)))
    return "\n".join(parts)


def pegs_abreast(shown: ExplainedFeedback, width: int) -> Iterator[range]:
    """The pegs, counted from 0, of each part of a sketch that is at most so many columns wide."""
    numbers = map(str, range(1, len(shown.guess) + 1))
    colors = ((shown.rules.color_name(color) for color in code) for code in (shown.secret, shown.guess))
    widest = [max(map(len, cells)) for cells in zip(numbers, *colors, shown.marks, strict=True)]
    start, used = 0, _NAMES
    for peg, columns in enumerate(widest):
        if used + _GAP + columns > width and peg > start:
            yield range(start, peg)
            start, used = peg, _NAMES
        used += _GAP + columns
    yield range(start, len(widest))
