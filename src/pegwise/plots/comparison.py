"""Plots the distributions of strategies as bars, with a panel for each strategy."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pegwise.analysis.comparison import Comparison, average_text
from pegwise.plots.base import INK, MARK, PAPER, Plot, new_figure
from pegwise.trees.tree import StrategyTree

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.axes import Axes

_COLUMNS = 4
"""Panels side by side."""


def plot_comparison(shown: Comparison | StrategyTree | Iterable[Comparison | StrategyTree]) -> Plot:
    """Plot how many secrets each strategy finds at guess 1, 2, 3, ..., all on one scale.

    The average is a dashed line. Above each bar is its number of secrets or games; a bar of a sample has its
    standard error.

    Args:
        shown: A comparison or several, or strategy trees.

    Returns:
        The plot.

    Raises:
        PegwiseError: If matplotlib is not installed.

    Example:
        >>> import pegwise
        >>> pegwise.plot_comparison(pegwise.compare("3x4", strategies=["knuth"])).description
        'knuth: average 3.3750, worst 4; won at guess 1, 2, 3, ...: 1, 3, 31, 29 of 64 secrets (exact).'
    """
    rows = [
        one
        if isinstance(one, Comparison)
        else Comparison(one.strategy, one.rules, one.first_guess, one.distribution, "exact", 0.0)
        for one in ((shown,) if isinstance(shown, (Comparison, StrategyTree)) else shown)
    ]
    across = min(_COLUMNS, max(1, len(rows)))
    down = math.ceil(len(rows) / across) or 1
    deepest = max((row.worst for row in rows), default=0)
    figure = new_figure(max(4.0, max(2.6, 0.26 * deepest) * across), 0.6 + 2.3 * down)
    games = ", ".join(dict.fromkeys(str(row.rules) for row in rows))
    title = f"Secrets won at each guess, {games}"
    figure.suptitle(title, color=INK)
    grid = figure.subplots(down, across, sharex=True, sharey=True, squeeze=False)
    panels = list(grid.flat)
    heights = list(map(_panel, panels, rows))
    for axes in panels[len(rows) :]:
        axes.set_visible(False)
    if rows:
        panels[0].set_xticks(range(1, deepest + 1))
        panels[0].set_xlim(0.3, deepest + 0.7)
        panels[0].set_ylim(0, 1.15 * max(heights) or 1)
    for axes in grid[:, 0]:
        axes.set_ylabel("%")
    for place, axes in enumerate(panels[: len(rows)]):
        if place + across >= len(rows):  # nothing below it
            axes.set_xlabel("guess")
            axes.tick_params(labelbottom=True)
    return Plot(title, " ".join(map(_words, rows)), figure)


def _panel(axes: Axes, row: Comparison) -> float:
    """Draw the bars of a strategy, and return how high the highest is with its standard error."""
    if row.average is None:
        axes.set_title(f"{row.strategy}\nno game ended in time", fontsize=9, color=INK)
        return 0.0
    guesses = range(1, row.worst + 1)
    sampled = row.known == "sampled"
    shares = [won / row.games for won in row.distribution]
    heights = [100 * share for share in shares]
    errors = [100 * sampled * math.sqrt(share * (1 - share) / row.games) for share in shares]
    bars = axes.bar(
        guesses,
        heights,
        color=PAPER,
        edgecolor=INK,
        linewidth=0.8,
        yerr=errors if sampled else None,
        error_kw={"elinewidth": 1},
    )
    labels = [str(won) if won else "" for won in row.distribution]
    ground = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
    axes.bar_label(bars, labels=labels, fontsize=6.5, padding=2, color=INK, bbox=ground)
    axes.axvline(row.average, color=MARK, linestyle="--", linewidth=1.2, zorder=0)
    axes.set_title(f"{row.strategy}\naverage {average_text(row, 3)}", fontsize=9, color=INK)
    axes.spines[["top", "right"]].set_visible(False)
    return max(map(sum, zip(heights, errors, strict=True)))


def _words(row: Comparison) -> str:
    if row.average is None:
        return f"{row.strategy}: no game ended in time ({row.known})."
    what = "games" if row.known == "sampled" else "secrets"
    won = ", ".join(map(str, row.distribution))
    return (
        f"{row.strategy}: average {average_text(row)}, worst {row.worst}; "
        f"won at guess 1, 2, 3, ...: {won} of {row.games} {what} ({row.known})."
    )
