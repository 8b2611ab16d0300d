"""Draws docs/tables/average.svg: the average against the number of codes, with both bounds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pegwise.optimal.table import KINDS
from pegwise.plots.base import INK, Plot, new_figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from pegwise.optimal.table_row import TableRow

__all__ = ["PLOT", "plot"]

PLOT = Path(__file__).parent.parent / "docs" / "tables" / "average.svg"
TITLES = {"repeats": "colors may repeat", "distinct": "no color twice", "black": "only black hits told"}
MARKS = "osD^vPX"
COLORS = ("#1f57b8", "#b34700", "#1b7a3d", "#7b3fa0", "#8a6d00", "#b3123f", "#00727a")
"""For 2 to 8 pegs. The marks differ too, so that nobody needs the colors."""


def plot(rows: Sequence[TableRow]) -> Plot:
    """Return the plot: a panel for each kind of game, and a line for each number of pegs.

    A filled mark is an exact average. An open mark is the best average known, and the bar below it ends at
    the lower bound. The picture has a white ground, so it is readable on a dark page too.
    """
    figure = new_figure(11.0, 4.6)
    panels = figure.subplots(1, len(KINDS), sharex=True, sharey=True)
    for axes, kind in zip(panels, KINDS, strict=True):
        axes.set(xscale="log", xlabel="codes", title=TITLES[kind])
        axes.grid(color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)
        for pegs in range(2, 9):
            some = [row for row in rows if row.kind == kind and row.rules.pegs == pegs]
            if some:
                _line(axes, pegs, some)
    panels[0].set_ylabel("guesses on average")
    named: dict[str, Artist] = {}
    for axes in panels:
        handles, labels = axes.get_legend_handles_labels()
        named.update(zip(map(str, labels), handles, strict=True))
    names = sorted(named)
    shown = [named[name] for name in names]
    figure.legend(shown, names, loc="outside lower center", ncols=7, frameon=False)
    return Plot("The least average known, against the number of codes", describe(rows), figure)


def _line(axes: Axes, pegs: int, rows: Sequence[TableRow]) -> None:
    color, mark = COLORS[pegs - 2], MARKS[pegs - 2]
    codes = [row.rules.size for row in rows]
    draw = axes.plot
    draw(codes, [row.average for row in rows], color=color, linewidth=0.8)
    draw([], [], color=color, marker=mark, linestyle="", label=f"{pegs} pegs")
    for filled in (True, False):
        some = [row for row in rows if row.total.exact is filled]
        sizes = [row.rules.size for row in some]
        if not filled:
            low = [row.total.lower / row.rules.size for row in some]
            axes.vlines(sizes, low, [row.average for row in some], colors=color, linewidth=1.0)
            draw(sizes, low, color=color, marker="_", markersize=6, linestyle="")
        style: dict[str, Any] = {
            "markersize": 4.5,
            "markeredgecolor": color,
            "markerfacecolor": color if filled else "white",
            "color": INK,
        }
        draw(sizes, [row.average for row in some], marker=mark, linestyle="", **style)


def describe(rows: Sequence[TableRow]) -> str:
    """Return what the plot shows, in words."""
    parts = ["Filled marks are exact; open marks are the best known, with a bar down to the lower bound."]
    for kind in KINDS:
        some = [row for row in rows if row.kind == kind]
        if some:
            least, most = min(some, key=lambda row: row.average), max(some, key=lambda row: row.average)
            parts.append(
                f"{TITLES[kind]}: {len(some)} sizes, from {least.average:.4f} ({least.rules}) to "
                f"{most.average:.4f} ({most.rules})."
            )
    return " ".join(parts)
