"""Prints figures over many games: comparisons of strategies, statistics, speeds, and the best ones known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.analysis.compare import Comparisons
from pegwise.analysis.comparison import HEADINGS, RIGHT, cells, known_text
from pegwise.optimal import table as tables
from pegwise.printing.layout import counted
from pegwise.printing.layout import table as laid_out

if TYPE_CHECKING:
    from pegwise.analysis.bench import Bench
    from pegwise.analysis.comparison import Comparison
    from pegwise.analysis.statistics import Rival, Statistics
    from pegwise.optimal.table import Table
    from pegwise.optimal.table_row import TableRow


def comparison(shown: Comparison) -> str:
    """Write the figures of one strategy."""
    return comparisons(Comparisons([shown]))


def comparisons(shown: Comparisons) -> str:
    """Write a table, a line for each strategy."""
    if not shown:
        return "no strategies"
    rules = ", ".join(dict.fromkeys(str(row.rules) for row in shown))
    headings = [*HEADINGS, "known"]
    left = [place for place in range(len(headings)) if place not in RIGHT]
    return f"{rules}\n{laid_out([headings, *([*cells(row), known_text(row)] for row in shown)], left=left)}"


def statistics(shown: Statistics) -> str:
    """Write how the games ended, the guesses they took, and what strategies take."""
    against = " against an adversary" if shown.adversary else ""
    ends = f"{shown.won} won, {shown.lost} lost, {shown.resigned} resigned"
    lines = [f"{shown.rules}{against}: {counted(shown.games, 'game')} ({ends})"]
    if shown.average is not None:
        lines.append(f"average {shown.average:.2f} guesses; {counted(shown.hints, 'hint')} taken")
        won = enumerate(shown.distribution, 1)
        lines.append(laid_out([("guess", "won"), *((guess, games) for guess, games in won)], left=()))
    if shown.regret is not None:
        games = counted(shown.reviewed, "game")
        lines.append(f"regret {shown.regret:.3f} turns a game, on average over {games}")
    return "\n".join([*lines, *map(rival, shown.rivals)])


def rival(shown: Rival) -> str:
    """Write what a strategy takes for the same codes."""
    return (
        f"{shown.strategy} takes {shown.average:.2f} guesses on average for the same codes: "
        f"you took fewer in {shown.better}, as many in {shown.equal}, more in {shown.worse}"
    )


def bench(shown: Bench) -> str:
    """Write how fast the machine is."""
    speeds = [(rules, f"{speed:.3g}") for rules, speed in shown.speeds.items()]
    seconds = [(tree, f"{second:.3f}") for tree, second in shown.seconds.items()]
    return "\n".join(
        [
            f"signature {shown.signature}, kernels {shown.kernels}",
            laid_out([("rules", "pairs a second"), *speeds]),
            laid_out([("tree", "seconds"), *seconds]),
        ]
    )


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
