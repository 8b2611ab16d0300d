"""Comparisons as tables: for the terminal and notebooks, as Markdown, and as comma-separated values."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.analysis.comparison import Comparison

__all__ = ["HEADINGS", "RIGHT", "average_text", "cells", "csv_table", "known_text", "markdown_table"]

HEADINGS = ("strategy", "first", "total", "average", "worst", "won at guess 1, 2, 3, ...")
RIGHT = (2, 3, 4)
"""The columns of numbers, set flush right."""


def cells(row: Comparison, separator: str = " ") -> list[str]:
    """The figures under :data:`HEADINGS`; an average that is sampled has its standard error behind it."""
    return [
        row.strategy,
        str(row.first_guess or "varies"),
        str(row.total),
        average_text(row),
        str(row.worst) if row.games else "-",
        separator.join(map(str, row.distribution)),
    ]


def average_text(row: Comparison, digits: int = 4) -> str:
    """The average, with its standard error where it is sampled; a dash where no game is over."""
    if row.average is None:
        return "-"
    error = f" ± {row.standard_error:.{digits}f}" if row.known == "sampled" else ""
    return f"{row.average:.{digits}f}{error}"


def known_text(row: Comparison) -> str:
    """How a row is known, in words: ``exact``, or ``sampled: 100 games, seed 0``."""
    if row.known != "sampled":
        return row.known
    games = f"{row.games} of {row.wanted}" if row.games < (row.wanted or 0) else str(row.games)
    return f"sampled: {games} game{'s' * (games != '1')}, seed {row.seed}"


def markdown_table(rows: Sequence[Comparison]) -> str:
    """A Markdown table of the figures and how they are known."""
    lines = [
        [*HEADINGS, "known"],
        ["---:" if place in RIGHT else "---" for place in range(len(HEADINGS) + 1)],
        *([*cells(row, ", "), known_text(row)] for row in rows),
    ]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def csv_table(rows: Sequence[Comparison]) -> str:
    """A line of headings and a line a strategy; ``won_1``, ``won_2``, ...: games won at that guess."""
    deepest = max((row.worst for row in rows), default=0)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    figures = ["rules", "strategy", "first", "games", "total", "average", "standard_error", "worst"]
    writer.writerow([*figures, "known", "seed", *(f"won_{guess}" for guess in range(1, deepest + 1))])
    for row in rows:
        writer.writerow(
            [
                str(row.rules),
                row.strategy,
                row.first_guess,
                row.games,
                row.total,
                row.average,
                row.standard_error if row.games else None,
                row.worst,
                row.known,
                row.seed,
                *row.distribution,
                *[0] * (deepest - row.worst),
            ]
        )
    return text.getvalue()
