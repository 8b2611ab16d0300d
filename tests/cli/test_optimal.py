"""``pegwise optimal`` as a person at a pipe uses it."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from functools import partial
from itertools import count
from typing import TYPE_CHECKING
from unittest import mock

import pytest

import pegcheck
from pegwise import Bounds, Limit, build_tree
from pegwise.cli.progress import _Line, line_of, shown_bounds
from pegwise.engine.running import wasm
from pegwise.limit import limited
from pegwise.optimal.objective_search import Search
from tests.cli.terminal import Terminal
from tests.cli_runner import run, run_json
from tests.helpers import up_at

if TYPE_CHECKING:
    from pathlib import Path


def test_figures_from_the_book_and_from_a_search() -> None:
    book, searched = run("optimal"), run("optimal", "--no-book")
    assert book.out.splitlines()[:2] == searched.out.splitlines()[:2]
    assert book.out.splitlines()[1] == "first guess 1123, total 5625, average 4.3403, worst 6"
    assert book.out.splitlines()[-1] == "from the book"
    assert "positions searched" in searched.out


def test_json_has_what_is_promised() -> None:
    found = run_json("optimal", "-r", "3x5", "--json")
    promised = (
        "rules objective lower upper known total average worst distribution first_guess positions seconds"
    )
    assert set(promised.split()) <= set(found)
    assert (found["lower"], found["upper"], found["known"], found["total"]) == (451, 451, "exact", 451)
    assert found["first_guess"] == "123"


def test_a_limit_tags_both_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    up_at(monkeypatch, Search, "_foresee")
    ran = run("optimal", "-r", "5x6", "--limit", "0.7")
    assert ran.status == 0
    first = ran.out.splitlines()[0]
    assert first.startswith("optimal (total), 5x6: total at least ")
    assert "(lower), at most" in first
    assert first.endswith("(upper)")


def test_a_limit_may_end_before_the_candidates_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pegwise.limit.clock", map(float, count()).__next__)
    ran = run("optimal", "-r", "5x12", "--no-book", "--limit", "0.5")  # no other test lists its codes
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "pegwise: the limit was reached before the candidates were counted\n"


def test_what_is_impossible_is_an_answer() -> None:
    ran = run("optimal", "--max-guesses", "4")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "4x6: no strategy breaks every code within 4 guesses (proved)\n"
    found = run_json("optimal", "--max-guesses", "4", "--json")
    assert (found["lower"], found["upper"], found["total"], found["known"]) == (None, None, None, "exact")


def test_a_position_from_arguments_or_after() -> None:
    words = ("1122:B", "1344:W", "3526:BWW")
    one, other = run("optimal", *words), run("optimal", "--after", " ".join(words))
    assert one.out.splitlines()[:-1] == other.out.splitlines()[:-1]
    assert "total 35, average 5.0000, worst 6" in one.out


def test_all_guesses_name_the_brilliant_stroke() -> None:
    lines = run("optimal", "1122:B", "1344:W", "3526:BWW", "--all-guesses").out.splitlines()
    assert lines[0] == "guess   total   average    regret"
    assert "1462        35    5.0000    0.0000  cannot win" in lines


def test_candidates_only() -> None:
    assert "total 5660" in run("optimal", "--candidates-only").out
    assert run("optimal", "-r", "4x4", "--candidates-from", "2").status == 0


def test_a_certificate_is_written_and_holds(tmp_path: Path) -> None:
    path = tmp_path / "best.cert"
    ran = run("optimal", "-r", "3x4", "--certificate", str(path))
    assert "sha256" in ran.out
    assert pegcheck.main([str(path)]) == 0
    alone = run("optimal", "-r", "3x4", "--certificate", str(path), "--tree-only")
    assert "certificate: 0 lemmas" in alone.out
    assert "searched, not certified" in run("check", str(path)).out


@pytest.mark.parametrize("form", ["figure", "json", "dot", "text"])
def test_the_tree_in_all_formats(form: str, tmp_path: Path) -> None:
    path = tmp_path / "tree"
    text = run("optimal", "-r", "3x4", "--format", form).out
    ran = run("optimal", "-r", "3x4", "--format", form, "-o", str(path))
    assert path.read_text() == text
    assert "total 206" in ran.out
    if form == "json":
        assert json.loads(text)["strategy"] == "optimal"
        assert "solved in" in run("solve", "-r", "3x4", "-s", str(path), "341").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--first", "1177"], "1177"),
        (["-r", "12x12"], "too many to search"),
        (["--memory", "much"], "not an amount of memory"),
        (["-r", "4x8", "--no-book", "--memory", "1M"], "0.001 GB"),
        (["1122:B", "--max-guesses", "1"], "leaves no guess"),
        (["1122:BBBB", "1123:BBBB"], "no code"),
    ],
)
def test_bad_input_is_one_line(words: list[str], said: str) -> None:
    ran = run("optimal", *words)
    assert ran.status == 2
    assert said in ran.err
    assert len(ran.err.strip().splitlines()) <= 4


def test_what_was_laid_down_is_said() -> None:
    said = run("optimal", "-r", "3x5", "112:B", "--first", "134", "--candidates-from", "3").out
    assert said.startswith("optimal (total), 3x5 after 112:B, 134 first, only candidates from guess 3 on: ")
    impossible = run("optimal", "-r", "3x5", "--first", "111", "--max-guesses", "3").out
    assert impossible == "3x5, 111 first: no strategy breaks every code within 3 guesses (proved)\n"


@pytest.mark.parametrize(
    "option", [["--first", "112"], ["--objective", "worst"], ["--candidates-only"], ["--certificate", "x"]]
)
def test_all_guesses_leave_no_option_unheeded(option: list[str]) -> None:
    ran = run("optimal", "-r", "3x4", "--all-guesses", *option)
    assert (ran.status, ran.out) == (2, "")
    assert f"--all-guesses and {option[0]} cannot be used together" in ran.err
    assert run("optimal", "-r", "3x4", "--all-guesses", "--max-guesses", "4", "--threads", "1").status == 0


def test_a_tree_that_is_only_a_bound_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("tree", "-s", "optimal", "-r", "3x4").out.startswith("optimal, 3x4")
    up_at(monkeypatch, Search, "_foresee")
    with limited(Limit(seconds=0.7)):
        tree = build_tree("5x6", strategy="optimal")
    assert tree.strategy == "optimal (upper)"


def test_bounds_are_shown_at_a_terminal_and_ctrl_c_leaves_the_last(tmp_path: Path) -> None:
    kept = tmp_path / "kept.sqlite"
    with Terminal("optimal", "-r", "5x7", "--checkpoint", str(kept), columns=50) as terminal:
        terminal.until(" average ", times=3)
        terminal.interrupt()
        assert terminal.end() == 130
    *_, bounds, left = lines = [line for line in re.split(r"[\r\n]+", terminal.raw) if line]
    assert left == "pegwise: stopped"
    assert re.match(r"\d+\.\.\d+  average ", bounds)
    assert max(map(len, lines)) < 50  # else it would wrap
    with closing(sqlite3.connect(kept)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_module_that_is_compiled_is_told_in_the_line() -> None:
    """As WebAssembly is, once on a computer; the next bounds take its place."""
    said = list[str]()
    with (
        mock.patch("sys.stderr.isatty", return_value=True),
        mock.patch.object(_Line, "write", lambda _self, text: said.append(text)),
        shown_bounds(partial(line_of, candidates=64)) as look,
    ):
        assert look is not None
        assert wasm._hook is not None
        wasm._hook("search-3.wasm")
        look(Bounds(194, None, 7, 37.0))
    assert said == ["compiling search-3.wasm, once per computer", "194..?  7 positions  37 s"]
    assert wasm._hook is None


def test_the_line_of_bounds() -> None:
    assert line_of(Bounds(5, 6, 9, 2.0), None) == "5..6  9 positions  2 s"
    assert line_of(Bounds(None, None, 9, 2.0), 10) == "?..?  9 positions  2 s"
    widest = Bounds(9_999_999, 9_999_999, 999_999_999, 99_999.0)
    assert len(line_of(widest, 2_000_000)) <= 79


def test_every_way_to_play_it() -> None:
    assert "solved in 5 guesses" in run("solve", "3632", "-s", "optimal").out
    assert "(optimal)" in run("hint", "1122:B", "-s", "optimal").out
    assert "5625" in run("compare", "optimal", "knuth").out
    assert "total 5625" in run("tree", "-s", "optimal").out
    refused = run("solve", "-s", "optimal", "-r", "12x12", "123456789ABC")
    assert refused.status == 2


def test_the_tree_of_any_strategy_is_certified(tmp_path: Path) -> None:
    file, later = tmp_path / "tree.cert", tmp_path / "later.cert"
    assert run("tree", "-r", "3x4", "-s", "entropy", "--certificate", str(file)).status == 0
    verdict = pegcheck.check_file(str(file))
    assert (verdict.problem.total, verdict.lemmas) == (build_tree("3x4", strategy="entropy").total, 0)
    assert run("tree", "112:B", "-r", "3x4", "--certificate", str(later)).status == 0
    assert str(pegcheck.check_file(str(later))).startswith("3x4, after 112:B: ")
    refused = run("tree", "--estimate", "--certificate", str(file))
    assert (refused.status, refused.err.count("\n")) == (2, 1)
