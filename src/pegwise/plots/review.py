"""Plots a game guess by guess: the candidates left, expected and actual, and the regret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.analysis.review import review
from pegwise.analysis.review_result import Review
from pegwise.errors import LimitError
from pegwise.plots.base import INK, MARK, PAPER, Plot, new_figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from pegwise.exactness import Known
    from pegwise.limit import Limit
    from pegwise.play import GameLike

__all__ = ["plot_figures", "plot_review"]

_MOST_BITS = 1000
"""The bits of a number that a float holds, with some room."""


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
    moves = shown.moves
    if moves and moves[0].candidates_before.value.bit_length() > _MOST_BITS:
        raise LimitError(f"{moves[0].candidates_before} codes are possible at first: too many for a plot")
    return plot_figures(
        title,
        [str(move.row.guess) for move in moves],
        moves[0].candidates_before.value if moves else shown.record.rules.size,
        [move.expected_after for move in moves],
        [move.candidates_after.value for move in moves],
        [move.regret for move in moves],
        [move.known for move in moves],
    )


def plot_figures(
    title: str,
    guesses: Sequence[str],
    before: int,
    expected: Sequence[float],
    actual: Sequence[int],
    regret: Sequence[float],
    known: Sequence[Known],
) -> Plot:
    """Draw the two panels; each figure is one for each guess."""
    figure = new_figure(max(5.0, 1.4 + 0.9 * len(guesses)), 5.2)
    figure.suptitle(title, color=INK)
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=[3, 2])
    places = list(range(1, len(guesses) + 1))
    _candidates(above, places, before, expected, actual)
    _regret(below, places, regret, known)
    below.set_xticks([0, *places], ["start", *guesses])
    below.set_xlim(-0.5, len(guesses) + 0.5)
    return Plot(title, _words(guesses, expected, actual, regret, known), figure)


def _candidates(
    axes: Axes, places: list[int], before: int, expected: Sequence[float], actual: Sequence[int]
) -> None:
    axes.plot([0, *places], [before, *actual], "o-", color=INK, label="left")
    axes.plot(places, expected, "s--", color=MARK, markerfacecolor="white", label="expected")
    for place, number in zip([0, *places], [before, *actual], strict=True):
        axes.annotate(
            str(number), (place, number), xytext=(6, 5), textcoords="offset points", fontsize=8, color=INK
        )
    axes.set_yscale("symlog", linthresh=1)
    axes.set_ylim(0, 2.5 * max(before, 1))
    axes.set_ylabel("candidates left")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


_SIGNS: dict[Known, str] = {"exact": "", "lower": "≥ ", "upper": "≤ ", "sampled": "≈ "}


def _regret(axes: Axes, places: list[int], regret: Sequence[float], known: Sequence[Known]) -> None:
    bars = axes.bar(places, regret, width=0.5, color=PAPER, edgecolor=INK, linewidth=0.8)
    for bar, how in zip(bars, known, strict=True):
        bar.set_hatch("" if how == "exact" else "//")
    labels = [f"{_SIGNS[how]}{turns:.3f}" for turns, how in zip(regret, known, strict=True)]
    axes.bar_label(bars, labels=labels, fontsize=8, padding=2, color=INK)
    axes.set_ylim(0, 1.25 * max([*regret, 0.1]))
    axes.set_ylabel("regret (turns)")
    axes.spines[["top", "right"]].set_visible(False)


def _words(
    guesses: Sequence[str],
    expected: Sequence[float],
    actual: Sequence[int],
    regret: Sequence[float],
    known: Sequence[Known],
) -> str:
    figures = zip(guesses, expected, actual, regret, known, strict=True)
    return " ".join(
        f"{guess}: {left}{'' if place else ' candidates'} left, {average:.2f} expected, "
        f"regret {_SIGNS[how]}{turns:.3f}."
        for place, (guess, average, left, turns, how) in enumerate(figures)
    )
