"""The search by patterns finds the totals and the trees of the search by codes."""

from __future__ import annotations

import gzip
import io
import itertools
import json
import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from tablebase.unasked_search import SOURCE, Solved, main, solved, tree_of
from tablebase.verdicts import PATTERNS, UNASKED, pattern_totals, verdict_of

from pegwise.optimal.certificate import write_certificate
from pegwise.optimal.optimum import optimum
from pegwise.optimal.problem import Problem
from pegwise.optimal.table import table
from pegwise.position import Position
from pegwise.rules import Rules
from tablebase import verdicts
from tests.helpers import slow

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(
    shutil.which("cc") is None and not os.environ.get("CI"), reason="the search needs a C compiler"
)
EXACT = {row.rules: row.total.upper for row in table() if row.total.proof == "certified"}
KINDS = {
    "repeats": (True, True),
    "distinct": (False, True),
    "black": (True, False),
}
"""Whether colors repeat, and whether white hits are told."""


def _games(pegs: int, kind: str, most: int) -> list[Rules]:
    first = pegs if kind == "distinct" else 2
    repeats, whites = KINDS[kind]
    return [Rules(pegs, colors, repeats=repeats, whites=whites) for colors in range(first, most + 1)]


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("pegs", "kind", "most"),
    [
        *itertools.product([2], KINDS, [12]),
        (3, "repeats", 9),
        (3, "distinct", 11),
        (3, "black", 12),
        (4, "repeats", 4),
        (4, "distinct", 7),
        (4, "black", 5),
        *slow(
            (2, "repeats", 20),
            (3, "repeats", 18),
            (3, "distinct", 20),
            (3, "black", 15),
            (4, "repeats", 5),
            (4, "distinct", 8),
            (4, "black", 6),
        ),
    ],
)
def test_the_totals_are_those_of_the_certificates(pegs: int, kind: str, most: int) -> None:
    games = [rules for rules in _games(pegs, kind, most) if rules in EXACT]
    assert len(games) > 2
    assert {each.rules: each.total for each in solved(games, trees=False)} == {
        rules: EXACT[rules] for rules in games
    }


@pytest.mark.some(1)
@pytest.mark.parametrize(
    "rules",
    [
        Rules(3, 7),
        Rules(3, 7, repeats=False),
        Rules(3, 6, whites=False),
        Rules(2, 9, repeats=False),
        Rules(4, 4),
        *slow(Rules(3, 14), Rules(3, 15, repeats=False), Rules(3, 13, whites=False)),
    ],
    ids=str,
)
def test_the_tree_is_that_of_the_search_by_codes(rules: Rules) -> None:
    (found,) = solved([rules])
    known = optimum(rules, book=False, threads=1)
    assert found.total == known.lower == known.upper
    texts = []
    for tree in (tree_of(found), known.tree):
        assert tree is not None
        file = io.BytesIO()
        write_certificate(file, Problem(Position(rules)), tree, None)
        texts.append(file.getvalue())
    assert texts[0] == texts[1]


def test_a_run_for_several_sizes_solves_each_as_if_it_were_alone() -> None:
    games = _games(3, "repeats", 6)
    together = list(solved(games))
    assert [each.rules for each in together] == games
    for each in together:
        assert [each] == list(solved([each.rules]))
        assert tree_of(each).total == each.total


@pytest.mark.parametrize("wrong", ["total", "guess", "feedback", "short"])
def test_a_tree_that_is_wrong_is_noticed(wrong: str) -> None:
    (found,) = solved([Rules(3, 4)])
    lines = list(found.lines)
    if wrong == "guess":
        at = next(at for at, (depth, _, _) in enumerate(lines) if depth == 2)
        lines[at] = (2, lines[at][1], lines[0][2])
    if wrong == "feedback":
        lines[-1] = (lines[-1][0], "BBB", lines[-1][2])
    if wrong == "short":
        lines.pop()
    with pytest.raises((AssertionError, StopIteration)):
        tree_of(Solved(found.rules, found.total - (wrong == "total"), lines))


@pytest.mark.exhaustive
def test_the_program_keeps_the_rules_of_c(tmp_path: Path) -> None:
    for black in (0, 1):
        program = str(tmp_path / f"search{black}")
        options = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-DPEGS=3", f"-DBLACK={black}"]
        checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
        subprocess.run(["cc", *options, *checks, "-o", program, SOURCE], check=True)
        quiet = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
        words = [
            [*some, how]
            for some in (["repeats", "2", "6"], ["distinct", "3", "6"])
            for how in ("tree", "proof")
        ]
        for each in words[: 4 - 2 * black]:
            ran = subprocess.run([program, *each], capture_output=True, text=True, env=quiet, check=False)
            assert ran.returncode == 0, ran.stderr
        assert subprocess.run([program, "repeats"], capture_output=True, check=False).returncode == 2


@pytest.mark.exhaustive
def test_the_table_has_the_totals_and_they_are_made_again(tmp_path: Path) -> None:
    kept = json.loads(UNASKED.read_text())
    rows = {row.rules: row for row in table()}
    three = [row for row in rows.values() if row.rules.pegs == 3]
    assert len(three) >= 80
    assert all(row.total.exact for row in three)
    searched = [row for row in three if row.total.proof != "certified"]
    assert len(searched) >= 35
    assert max(row.rules.size for row in searched) == 27_000
    assert all(kept[str(row.rules)] == row.total.upper for row in searched)
    main([str(tmp_path), "3x17-black"])
    assert json.loads((tmp_path / "3x17-black-unasked.json").read_text()) == {
        "rules": "3x17-black",
        "lower": rows[Rules(3, 17, whites=False)].total.lower,
    }
    proved, named = verdict_of(tmp_path / "3x17-black.cert"), rows[Rules(3, 17, whites=False)].total
    assert (proved["total"], proved["lemmas"]) == (named.upper, 0)
    assert proved["sha256"] == named.certificate.sha256
    assert proved["command"] == (
        "pegwise optimal -r 3x17-black --no-book --tree-only --certificate 3x17-black.cert"
    )


def test_proofs_by_patterns_are_checked_once_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdicts, "PATTERNS", tmp_path / "patterns.json")
    main(["--proof", str(tmp_path), "3x3-distinct", "3x4-distinct", "2x5"])
    (tmp_path / "wrong.patterns").write_bytes(gzip.compress(b"[]\n"))
    said: list[str] = []
    totals = {"3x3-distinct": 15, "3x4-distinct": 72, "2x5": 81}
    assert pattern_totals([tmp_path], said.append) == totals
    assert [line.partition(":")[0] for line in said] == [
        "2x5-to-5.patterns",
        "3x3-distinct-to-4.patterns",
        "wrong.patterns",
    ]
    assert "refused" in said.pop()
    said.clear()
    (tmp_path / "wrong.patterns").unlink()
    assert pattern_totals([tmp_path], said.append) == totals
    assert not said


def test_the_kept_proofs_by_patterns_show_what_the_table_says() -> None:
    known = json.loads(PATTERNS.read_text())
    rows = {row.rules: row for row in table()}
    assert len(known) >= 1
    for each in known.values():
        kind = {name: each[name] for name in ("pegs", "repeats", "whites")}
        for colors, total in each["totals"].items():
            row = rows[Rules(colors=int(colors), **kind)]
            assert row.total.proof in ("certified", "patterns")
            assert row.total.lower == row.total.upper == total
