"""Plots a game guess by guess: the candidates left, expected and actual, and the regret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.analysis.review import review
from pegwise.analysis.review_result import Review
from pegwise.errors import LimitError
from pegwise.exactness import Count, Known
from pegwise.plots.base import INK, MARK, PAPER, Plot, new_figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from pegwise import GameLike, Limit, Move

_MOST_BITS = 1000
"""The bits of a number that a float holds, with some room."""
_SIGNS: dict[Known, str] = {"exact": "", "lower": "≥ ", "upper": "≤ ", "sampled": "≈ "}


def plot_review(
    game: Review | GameLike, *, title: str = "The game, guess by guess", limit: Limit | None = None
) -> Plot:
    """Plot a game guess by guess: the candidates left, on a logarithmic scale, and the regret.

    The candidates left after each guess are shown twice: expected, on average over the feedback, and actual,
    after the feedback that it got.

    Args:
        game: A review; or a game, its record or its line of text, which is then reviewed.
        title: The title of the plot.
        limit: The most work allowed for the review; None for any amount.

    Returns:
        The plot.

    Raises:
        LimitError: If there are more candidates than a float holds.
        PegwiseError: If matplotlib is not installed.
        ContradictionError: If no code is consistent with the rows.
        NotationError: If the text is not a game.

    Example:
        >>> import pegwise
        >>> pegwise.plot_review("3x4 112:W 234:BBB").description
        '112: 14 candidates left, 11.31 expected, regret 0.000. 234: 1 left, 2.14 expected, regret 0.000.'
    """
    shown = game if isinstance(game, Review) else review(game, limit=limit)
    before = shown.moves[0].candidates_before if shown.moves else Count(shown.record.rules.size, "exact")
    if before.value.bit_length() > _MOST_BITS:
        raise LimitError(f"{before} codes are possible at first: too many for a plot")
    return plot_moves(title, before.value, shown.moves)


def plot_moves(title: str, before: int, moves: Sequence[Move]) -> Plot:
    """Draw the two panels of a game that begins with ``before`` candidates."""
    figure = new_figure(max(5.0, 1.4 + 0.9 * len(moves)), 5.2)
    figure.suptitle(title, color=INK)
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=[3, 2])
    _candidates(above, before, moves)
    _regret(below, moves)
    below.set_xticks(range(len(moves) + 1), ["start", *(str(move.row.guess) for move in moves)])
    below.set_xlim(-0.5, len(moves) + 0.5)
    said = []
    for place, move in enumerate(moves):
        left = f"{move.candidates_after.value}{'' if place else ' candidates'} left"
        said.append(f"{move.row.guess}: {left}, {move.expected_after:.2f} expected, regret {_turns(move)}.")
    return Plot(title, " ".join(said), figure)


def _candidates(axes: Axes, before: int, moves: Sequence[Move]) -> None:
    left = [before, *(move.candidates_after.value for move in moves)]
    expected = [move.expected_after for move in moves]
    axes.plot(range(len(left)), left, "o-", color=INK, label="left")
    axes.plot(range(1, len(left)), expected, "s--", color=MARK, markerfacecolor="white", label="expected")
    for point in enumerate(left):
        axes.annotate(str(point[1]), point, xytext=(6, 5), textcoords="offset points", fontsize=8, color=INK)
    axes.set_yscale("symlog", linthresh=1)
    axes.set_ylim(0, 2.5 * max(before, 1))
    axes.set_ylabel("candidates left")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


def _regret(axes: Axes, moves: Sequence[Move]) -> None:
    regret, places = [move.regret for move in moves], range(1, len(moves) + 1)
    bars = axes.bar(places, regret, width=0.5, color=PAPER, edgecolor=INK, linewidth=0.8)
    for bar, move in zip(bars, moves, strict=True):
        bar.set_hatch("" if move.known == "exact" else "//")
    axes.bar_label(bars, labels=list(map(_turns, moves)), fontsize=8, padding=2, color=INK)
    axes.set_ylim(0, 1.25 * max([*regret, 0.1]))
    axes.set_ylabel("regret (turns)")
    axes.spines[["top", "right"]].set_visible(False)


def _turns(move: Move) -> str:
    return f"{_SIGNS[move.known]}{move.regret:.3f}"
