"""Prints figures over many games: comparisons of strategies, statistics, speeds, and the best ones known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.analysis.comparison import HEADINGS, RIGHT, cells, known_text
from pegwise.optimal import table as tables
from pegwise.printing.layout import counted
from pegwise.printing.layout import table as laid_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise import Bench, Comparison, Rival, Statistics, Table, TableRow

_BAR = 30
"""Columns of the longest bar."""


def comparison(shown: Comparison) -> str:
    """Write the figures of one strategy."""
    return comparisons([shown])


def comparisons(shown: Sequence[Comparison]) -> str:
    """Write a table, a line for each strategy."""
    if not shown:
        return "no strategies"
    rules = ", ".join(dict.fromkeys(str(row.rules) for row in shown))
    headings = [*HEADINGS, "known"]
    left = [place for place in range(len(headings)) if place not in RIGHT]
    return f"{rules}\n{laid_out([headings, *([*cells(row), known_text(row)] for row in shown)], left=left)}"


def statistics(shown: Statistics) -> str:
    """Write how the games ended, the guesses they took, and what strategies take for the same codes."""
    against = " against an adversary" if shown.adversary else ""
    ends = f"{shown.won} won, {shown.lost} lost, {shown.resigned} resigned, {counted(shown.hints, 'hint')}"
    lines = [f"{shown.rules}{against}: {counted(shown.games, 'game')}, {ends}"]
    for guesses, games in enumerate(shown.distribution, 1):
        bar = "#" * round(_BAR * games / max(shown.distribution))
        lines.append(f"{guesses:>3}  {games:>4}  {bar}".rstrip())
    if shown.regret is not None:
        over = "" if shown.reviewed == shown.games else f" ({counted(shown.reviewed, 'game')} reviewed)"
        lines.append(f"turns lost against best play: {shown.regret:.3f} per game{over}")
    if shown.average is not None:
        figures = [
            (one.strategy, f"{one.average:.2f}", one.better, one.equal, one.worse) for one in shown.rivals
        ]
        headings = ("same codes", "average", "you won", "drawn", "you lost")
        lines.append(laid_out([headings, ("you", f"{shown.average:.2f}", "", "", ""), *figures]))
    return "\n".join(lines)


def rival(shown: Rival) -> str:
    """Write what a strategy takes for the same codes."""
    return (
        f"{shown.strategy} takes {shown.average:.2f} guesses on average for the same codes: "
        f"you took fewer in {shown.better}, as many in {shown.equal}, more in {shown.worse}"
    )


def bench(shown: Bench) -> str:
    """Write how fast the machine is."""
    speeds = [(rules, f"{pairs / 1e6:,.0f}") for rules, pairs in shown.speeds.items()]
    times = [(tree, f"{seconds * 1000:,.1f}") for tree, seconds in shown.seconds.items()]
    tables = [("rules", "million pairs per second"), *speeds], [("tree", "milliseconds"), *times]
    return "\n\n".join([f"signature {shown.signature}, kernels {shown.kernels}", *map(laid_out, tables)])


def table_row(shown: TableRow) -> str:
    """Write all that is known of one size."""
    return tables.details(shown)


def table(shown: Table) -> str:
    """Write a table, a line for each size."""
    if not shown:
        return "no sizes"
    headings = tables.HEADINGS
    left = [place for place in range(len(headings)) if place not in tables.RIGHT]
    return laid_out([headings, *map(tables.table_cells, shown)], left=left)
