"""A game guess by guess: candidates left, expected and actual, and regret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.analysis.plots.base import INK, MARK, PAPER, Plot, new_figure
from pegwise.errors import PegwiseError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from pegwise.evidence import Known

__all__ = ["plot_review"]


def plot_review(
    guesses: Sequence[str],
    before: int,
    expected: Sequence[float],
    actual: Sequence[int],
    regret: Sequence[float],
    known: Sequence[Known] = (),
    title: str = "The game, guess by guess",
) -> Plot:
    """Two panels over the same guesses: the candidates left, on a logarithmic scale, and the regret.

    ``before`` is the number of candidates before the first guess; ``expected`` and ``actual`` are those left
    after each guess, on average over the answers and after the answer it got (0 or 1 once the game is won);
    ``regret`` the expected turns each guess lost; ``known`` how each regret is known, ``exact`` if left out.
    Raises :class:`~pegwise.errors.PegwiseError` if the figures are not one for each guess, or matplotlib is
    not installed.

    >>> plot_review(["1122", "1344"], 1296, [204.54, 31.55], [256, 44], [0, 0.01]).description
    '1122: 256 candidates left, 204.54 expected, regret 0.000. 1344: 44 left, 31.55 expected, regret 0.010.'
    """
    known = known or ["exact"] * len(guesses)
    if {len(expected), len(actual), len(regret), len(known)} != {len(guesses)}:
        raise PegwiseError("a plot of a game needs one figure of each kind for each guess")
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
