"""``pegwise compare``: its text at a fixed width, its files, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pegwise
from pegwise.analysis.compare import Comparisons
from pegwise.cli.compare import _print_table, bars
from tests.cli_runner import run

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

BARS = """\
knuth, 3x4: average 3.3750, worst 4
 1   1   1.6 %  █▏
 2   3   4.7 %  ███▍
 3  31  48.4 %  ███████████████████████████████████▍
 4  29  45.3 %  █████████████████████████████████▏

most-parts, 3x4: average 3.2500, worst 4
 1   1   1.6 %  █▏
 2   5   7.8 %  █████▊
 3  35  54.7 %  ████████████████████████████████████████
 4  23  35.9 %  ██████████████████████████▎
"""


def test_bars_at_a_fixed_width() -> None:
    rows = pegwise.compare("3x4", strategies=["knuth", "most-parts"])
    text = bars(rows, width=56)
    assert max(map(len, text.splitlines())) <= 56
    assert text + "\n" == BARS
    plain = bars(rows, width=40, blocks=False)
    assert plain.isascii()
    assert max(map(len, plain.splitlines())) <= 40


def test_bars_are_on_one_scale_and_nothing_is_nothing() -> None:
    few = pegwise.Comparison("few", pegwise.Rules(4, 6), None, (0, 1, 0, 999), "sampled", 0.0, 5)
    lines = bars([few], blocks=True, width=60).splitlines()
    assert lines[:2] == ["few, 4x6: average 3.9980 ± 0.0020, worst 4 (sampled: 1000", "games, seed 5)"]
    assert lines[2].endswith("0.0 %")
    assert lines[3].endswith("0.1 %  ▏")
    assert max(map(len, lines)) == 60


def test_bars_through_a_pipe_are_eighty_wide() -> None:
    out = run("compare", "knuth", "-r", "3x4", "--format", "bars").out
    assert max(map(len, out.splitlines())) == 80


def test_markdown_and_csv_are_those_of_the_library() -> None:
    rows = pegwise.compare("3x4", strategies=["knuth", "entropy"])
    args = ["compare", "knuth", "entropy", "-r", "3x4", "--format"]
    assert run(*args, "markdown").out == rows.markdown() + "\n"
    assert run(*args, "csv").out == rows.csv()


def test_a_plot_is_written_beside_the_table(tmp_path: Path) -> None:
    for form in ("png", "svg", "pdf", "PNG"):
        path = tmp_path / f"picture.{form}"
        ran = run("compare", "knuth", "-r", "3x4", "--plot", str(path))
        assert (ran.status, ran.err) == (0, "")
        assert "knuth" in ran.out
        assert path.stat().st_size > 1000


def test_a_plot_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    ran = run("compare", "-r", "5x8", "--plot", str(tmp_path / "picture.gif"))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "pegwise: a plot is written as png, svg, pdf, not 'gif'\n"
    ran = run("compare", "knuth", "-r", "2x3", "--plot", str(tmp_path / "no" / "picture.png"))
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert not list(tmp_path.iterdir())


def test_a_space_too_large_is_sampled_without_being_asked() -> None:
    ran = run("compare", "first-consistent", "-r", "8x9", "--seed", "2")
    assert "sampled: 100 games of 8x9, seed 2; ± standard error\n" in ran.out
    assert ran.out.count("±") == 2


def test_which_rows_are_sampled_is_said_where_not_all_are(capsys: pytest.CaptureFixture[str]) -> None:
    exact = pegwise.compare("3x4", strategies=["knuth"])
    part = pegwise.compare("3x4", strategies=["counter"], games=5)
    _print_table(Comparisons([*exact, *part]))
    *_, first, second, last = capsys.readouterr().out.splitlines()
    assert "±" not in first
    assert "±" in second
    assert last == "sampled: 5 games of 3x4, seed 0; ± standard error (counter)"


def test_the_first_guess_can_be_given() -> None:
    (row,) = json.loads(run("compare", "knuth", "--first", "1123", "--json").out)
    assert (row["first_guess"], row["total"], row["worst"]) == ("1123", 5803, 6)
    assert "has 3 pegs" in run("compare", "knuth", "--first", "112").err
