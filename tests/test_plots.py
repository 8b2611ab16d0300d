"""Plots: files of each form that say in words what they show."""

from __future__ import annotations

import math
import subprocess
import sys
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from matplotlib.colors import to_hex
from matplotlib.container import BarContainer

import pegwise
from pegwise.errors import FileFormatError, PegwiseError
from pegwise.plots import FORMATS, check_plot
from pegwise.plots.base import INK, MARK, PAPER
from pegwise.plots.comparison import plot_comparison
from pegwise.plots.review import plot_moves

BEGINNINGS = {"png": b"\x89PNG\r\n", "svg": b"<?xml", "pdf": b"%PDF"}
SVG = "{http://www.w3.org/2000/svg}"


def game() -> pegwise.Plot:
    """Knuth's example, with figures made up for the regret."""
    moves = [
        move("1122", 204.54, 256, 0, "exact"),
        move("1344", 31.55, 44, 0.01, "upper"),
        move("3526", 4.5, 7, 0.02, "exact"),
        move("1462", 1, 1, 0, "lower"),
        move("3632", 1, 0, 0.1, "sampled"),
    ]
    return plot_moves("The game, guess by guess", 1296, moves)


def move(guess: str, expected: float, left: int, regret: float, known: str) -> Any:
    return SimpleNamespace(
        row=SimpleNamespace(guess=guess),
        expected_after=expected,
        candidates_after=SimpleNamespace(value=left),
        regret=regret,
        known=known,
    )


@pytest.mark.some(1)
@pytest.mark.parametrize("form", FORMATS)
def test_each_form_is_written_the_same_each_time(form: str) -> None:
    for plot in (game(), plot_comparison(pegwise.compare("3x4", strategies=["knuth", "entropy"]))):
        assert plot.render(form).startswith(BEGINNINGS[form])
        assert plot.render(form) == plot.render(form)


def test_other_forms_are_refused() -> None:
    with pytest.raises(FileFormatError, match="png, svg, pdf, not 'gif'"):
        game().render("gif")
    with pytest.raises(FileFormatError, match="the end of the file's name"):
        check_plot("")


def test_a_plot_of_strategies_shows_every_figure() -> None:
    rows = pegwise.compare(strategies=["knuth", "counter"], games=40)
    plot = plot_comparison(rows)
    panels = [axes for axes in plot.figure.axes if axes.get_visible()]
    for axes, row in zip(panels, rows, strict=True):
        assert row.strategy in axes.get_title()
        bars = axes.containers[-1]
        assert isinstance(bars, BarContainer)
        assert bars.errorbar is not None
        heights = [bar.get_height() for bar in bars]
        assert heights == pytest.approx([100 * won / 40 for won in row.distribution])
        assert [text.get_text() for text in axes.texts] == [
            str(won) if won else "" for won in row.distribution
        ]
        assert f"{row.strategy}: average {row.average:.4f} ± {row.standard_error:.4f}" in plot.description
    assert plot.description.count("of 40 games (sampled)") == 2


def test_what_is_exact_has_no_error_bars() -> None:
    (axes,) = plot_comparison(pegwise.compare("3x4", strategies=["knuth"])).figure.axes
    assert [getattr(drawn, "errorbar", None) for drawn in axes.containers] == [None]


def test_panels_fill_rows_and_the_rest_stays_empty() -> None:
    plot = plot_comparison(
        pegwise.compare("2x4", strategies=["knuth", "entropy", "most-parts", "counter", "knuth"])
    )
    assert [axes.get_visible() for axes in plot.figure.axes] == [True] * 5 + [False] * 3
    assert plot_comparison(()).render("png").startswith(BEGINNINGS["png"])


def test_a_plot_of_a_game_shows_candidates_and_regret() -> None:
    above, below = game().figure.axes
    left, expected = above.get_lines()
    assert list(left.get_ydata()) == [1296, 256, 44, 7, 1, 0]  # type: ignore[arg-type]
    assert list(expected.get_ydata()) == [204.54, 31.55, 4.5, 1, 1]  # type: ignore[arg-type]
    # Told apart by marker and dash, not by color alone.
    assert left.get_linestyle() != expected.get_linestyle()
    assert [text.get_text() for text in below.texts] == ["0.000", "≤ 0.010", "0.020", "≥ 0.000", "≈ 0.100"]
    assert [label.get_text() for label in below.get_xticklabels()] == [
        "start",
        "1122",
        "1344",
        "3526",
        "1462",
        "3632",
    ]


def test_a_plot_of_strategies_says_what_it_shows() -> None:
    rows = [
        *pegwise.compare("3x4", strategies=["knuth", "entropy", "counter"]),
        *pegwise.compare("2x3", strategies=["knuth"]) * 3,
    ]
    plot = plot_comparison(rows)
    assert plot.title == plot.figure.get_suptitle() == "Secrets won at each guess, 3x4, 2x3"
    above, below = plot.figure.axes[:4], plot.figure.axes[4:6]
    assert [axes.get_ylabel() for axes in plot.figure.axes] == ["%", "", "", ""] * 2
    # A panel with nothing below it has the axis of all.
    assert [axes.get_xlabel() for axes in [*above, *below]] == ["", "", "guess", "guess", "guess", "guess"]
    deepest = max(row.worst for row in rows)
    for axes, row in zip([*above, *below], rows, strict=True):
        assert list(axes.get_xticks()) == list(range(1, deepest + 1))
        assert 0 < axes.get_xlim()[0] < 1
        assert deepest < axes.get_xlim()[1] < deepest + 1
        bars = axes.containers[-1]
        assert isinstance(bars, BarContainer)
        bottom, top = axes.get_ylim()
        assert bottom == 0
        assert all(bar.get_height() < top for bar in bars)
        (average,) = axes.get_lines()
        assert set(average.get_xdata()) == {row.average}  # type: ignore[arg-type]
        assert average.get_linestyle() == "--"
        assert average.get_zorder() < min(bar.get_zorder() for bar in bars)
        assert axes.get_title() == f"{row.strategy}\naverage {row.average:.3f}"
    assert "entropy: average" in plot.description
    assert f"of {rows[0].games} secrets (exact)" in plot.description


def test_sampled_bars_have_their_standard_errors() -> None:
    (row,) = pegwise.compare("3x4", strategies=["counter"], games=40)
    plot = plot_comparison([row])
    bars = plot.figure.axes[0].containers[-1]
    assert isinstance(bars, BarContainer)
    assert bars.errorbar is not None
    (lines,) = bars.errorbar.lines[2]
    shares = [won / 40 for won in row.distribution]
    for share, (below, above) in zip(shares, lines.get_segments(), strict=True):
        error = 100 * math.sqrt(share * (1 - share) / 40)
        assert (below[1], above[1]) == pytest.approx((100 * share - error, 100 * share + error))


def test_what_is_drawn_differs_in_lightness() -> None:
    (strategy,) = plot_comparison(pegwise.compare("3x4", strategies=["knuth"])).figure.axes
    above, below = game().figure.axes
    for axes in (strategy, below):
        bars = axes.containers[-1]
        assert isinstance(bars, BarContainer)
        assert {to_hex(bar.get_facecolor()) for bar in bars} == {PAPER}
        assert {to_hex(bar.get_edgecolor()) for bar in bars} == {INK}
    assert [line.get_color() for line in strategy.get_lines()] == [MARK]
    assert [line.get_color() for line in above.get_lines()] == [INK, MARK]
    for axes in (strategy, above, below):
        assert {text.get_color() for text in axes.texts} == {INK}
        assert [axes.spines[side].get_visible() for side in ("top", "right", "left")] == [False, False, True]


def test_a_plot_draws_itself_in_a_notebook() -> None:
    assert game()._repr_svg_() == game().render("svg").decode()


def test_more_panels_and_more_guesses_make_a_larger_figure() -> None:
    (row,) = pegwise.compare("2x3", strategies=["knuth"])
    sizes = [tuple(plot_comparison([row] * number).figure.get_size_inches()) for number in (1, 2, 4, 5)]
    assert sizes == [pytest.approx(size) for size in [(4.0, 2.9), (5.2, 2.9), (4 * 2.6, 2.9), (4 * 2.6, 5.2)]]
    widths = []
    for rows in (1, 4, 10, 11):
        plot = plot_moves("", 9, [move("11", 1, 1, 0, "exact")] * rows)
        widths.append(float(plot.figure.get_figwidth()))
    assert widths[0] == widths[1] == 5
    assert widths[3] - widths[2] == pytest.approx(0.9)
    assert widths[2] >= 10 * 0.9


def test_a_plot_of_a_game_says_what_it_shows() -> None:
    plot = game()
    above, below = plot.figure.axes
    assert plot.figure.get_suptitle() == plot.title == "The game, guess by guess"
    legend = above.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["left", "expected"]
    assert (above.get_ylabel(), below.get_ylabel()) == ("candidates left", "regret (turns)")
    assert [text.get_text() for text in above.texts] == ["1296", "256", "44", "7", "1", "0"]
    assert above.get_yscale() == "symlog"
    # A logarithmic scale down to one candidate, and none at the bottom.
    steps = [above.transData.transform((0, number))[1] for number in (0, 1, 10, 100, 1000)]
    assert steps[3] - steps[2] == pytest.approx(steps[4] - steps[3]) == pytest.approx(steps[2] - steps[1])
    assert above.get_ylim()[0] == 0
    assert above.get_ylim()[1] > 1296
    assert below.get_xlim()[0] < 0
    assert 5 < below.get_xlim()[1] < 6
    (bars,) = below.containers
    assert isinstance(bars, BarContainer)
    assert [bar.get_height() for bar in bars] == [0, 0.01, 0.02, 0, 0.1]
    assert 0.1 < below.get_ylim()[1] < 0.2
    # What is not known exactly is hatched.
    assert [bool(bar.get_hatch()) for bar in bars] == [False, True, False, True, True]


def test_title_and_description_are_in_every_file() -> None:
    plot = game()
    png = plot.render("png")
    assert f"Title\0{plot.title}".encode() in png
    assert b"Description\0" in png
    assert f"/Title ({plot.title})".encode() in plot.render("pdf")
    assert b"/Subject " in plot.render("pdf")
    assert b"CreationDate" not in plot.render("pdf")


def test_a_game_is_plotted_from_a_review_a_record_a_game_or_its_line() -> None:
    line = "3x4 112:W 234:BBB"
    found = pegwise.review(line)
    played = pegwise.Game("3x4", "234")
    for guess in ("112", "234"):
        played.guess(guess)
    said = pegwise.plot_review(found).description
    assert said.startswith("112: 14 candidates left")
    for given in (found, found.record, played, line):
        assert pegwise.plot_review(given).description == said


def test_strategies_are_plotted_from_comparisons_or_trees() -> None:
    rows = pegwise.compare("3x4", strategies=["knuth"])
    said = plot_comparison(rows).description
    assert said.startswith("knuth: average 3.3750")
    for given in (rows, rows[0], pegwise.build_tree("3x4"), [pegwise.build_tree("3x4")]):
        assert plot_comparison(given).description == said


def test_the_svg_has_a_title_and_a_description() -> None:
    root = ElementTree.fromstring(game().render("svg"))
    assert root.findtext(f"{SVG}title") == "The game, guess by guess"
    assert root.findtext(f"{SVG}desc") == game().description
    assert game().description.startswith(
        "1122: 256 candidates left, 204.54 expected, regret 0.000. 1344: 44 left"
    )
    assert "regret ≤ 0.010" in game().description


def test_without_matplotlib_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(PegwiseError, match=r"pip install 'pegwise\[plot\]'"):
        plot_comparison(())


def test_matplotlib_is_loaded_for_plots_only() -> None:
    code = (
        "import pegwise, sys; pegwise.compare('2x3', strategies=['knuth']); pegwise.Plot; "
        "print('matplotlib' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
