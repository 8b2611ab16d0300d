"""Puzzles: one code fits, no row is needless, the same for everybody, as hard as they say."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

import pegwise
from pegwise.analysis.puzzle import LEVELS, PUZZLE_VERSION, Puzzle
from pegwise.analysis.random_history import fitting
from pegwise.progress import watch
from tests import oracle
from tests.helpers import at, game_of, plain

SMALL = ["4x6", "3x4", "2x5", "1x4", "5x3", "4x6-black", "4x5-distinct", "4x4-distinct", "4x5-distinct-black"]


@pytest.mark.parametrize("rules", SMALL)
def test_one_code_fits_and_every_row_is_needed(rules: str) -> None:
    for seed in range(4):
        found = pegwise.puzzle(rules, seed=seed)
        game, rows = game_of(found.rules), plain(found.rows)
        assert oracle.candidates(game, rows) == [tuple(found.secret)]
        for row in rows:
            assert row[1] != game.win
            assert len(oracle.candidates(game, [other for other in rows if other != row])) > 1
        assert found.deduction.code == found.secret


@pytest.mark.some(1)
@pytest.mark.parametrize("rules", ["5x8", "8x10", "4x10-distinct"])
def test_in_larger_games_too(rules: str) -> None:
    found = pegwise.puzzle(rules, seed=1, difficulty="medium" if rules == "5x8" else None)
    for left_out in (None, *found.rows):
        rows = [row for row in found.rows if row != left_out]
        codes = list(islice(fitting(found.rules, rows), 2))
        assert (codes == [found.secret]) == (left_out is None)


@pytest.mark.parametrize("level", [level.name for level in LEVELS])
def test_it_is_as_hard_as_asked(level: str) -> None:
    found = pegwise.puzzle("4x6", seed=2, difficulty=level)
    assert found.level.name == level
    cases, depth = found.deduction.assumptions, found.deduction.depth
    expected = (
        "easy" if not cases else "expert" if depth > 1 or cases > 6 else "medium" if cases <= 2 else "hard"
    )
    assert level == expected


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5])
def test_it_has_as_many_rows_as_asked(rows: int) -> None:
    assert len(pegwise.puzzle("4x6", seed=1, rows=rows).rows) == rows


def test_the_same_seed_makes_the_same_puzzle_everywhere() -> None:
    code = "import pegwise; print(*pegwise.puzzle('4x6', seed='daily 2026-01-01').rows)"
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    # This line changes with PUZZLE_VERSION, and only with it.
    assert told == {"4641:WW 2114:B 5265:B 3336:BB\n"}


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        (("4x6", 1), "4224:BB 2225:BBB 3225:BBW"),
        (("4x6", 2, None, 3), "2141:BW 6521:W 1524:W"),
        (("4x6", 3, "easy"), "5164:BW 3544:BBB 3534:BBB 3554:BBB"),
        (("3x5", 7), "424:B 533:W 321:-"),
        (("4x5-distinct", "x"), "1524:BWW 5423:BBB"),
        (("5x3-black", 4, None, 4), "21111:BB 31221:BBB 31331:BBB 12313:B"),
        (("2x9", 0, None, 1), "59:WW"),
    ],
    ids=str,
)
def test_the_puzzles_of_this_version(asked: Any, rows: str) -> None:
    """These lines change with PUZZLE_VERSION, and only with it."""
    found = pegwise.puzzle(asked[0], **dict(zip(("seed", "difficulty", "rows"), asked[1:], strict=False)))
    assert " ".join(map(str, found.rows)) == rows


@pytest.mark.parametrize(
    ("cases", "depth", "level"),
    [
        *((0, 0, "easy"), (1, 1, "medium"), (2, 1, "medium"), (3, 1, "hard"), (6, 1, "hard")),
        *((7, 1, "expert"), (1, 2, "expert"), (2, 2, "expert")),
    ],
)
def test_the_level_by_the_cases(cases: int, depth: int, level: str) -> None:
    deduction: Any = SimpleNamespace(assumptions=cases, depth=depth)
    made = Puzzle(pegwise.Rules(4, 6), (), pegwise.Code((1, 1, 1, 1)), deduction)
    assert made.level.name == level


def test_the_work_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("pegwise.analysis.puzzle")
    monkeypatch.setattr(module, "unique_history", lambda *_: None)
    monkeypatch.setattr(module, "_TRIES", 3)
    seen: list[tuple[str, int, int]] = []
    said = "^no puzzle of 4x6 easy with 1 row in 3 tries; another seed may have one$"
    with (
        watch(lambda what, done, total: seen.append((what, done, total))),
        pytest.raises(pegwise.LimitError, match=said),
    ):
        pegwise.puzzle("4x6", difficulty="easy", rows=1)
    assert seen == [("histories", 0, 3), ("histories", 1, 3), ("histories", 2, 3)]
    with pytest.raises(pegwise.LimitError, match="^no puzzle of 4x6 in 3 tries; another seed may have one$"):
        pegwise.puzzle("4x6")


def test_an_answer_is_judged() -> None:
    found = pegwise.puzzle_of(at("1122:B 1344:W 3526:BWW 1462:BW"))
    right, wrong = (pegwise.parse_code(code, found.rules) for code in ("3632", "3662"))
    assert found.judged(right) == {"code": "3632", "right": True, "contradicts": []}
    assert found.judged(wrong) == {"code": "3662", "right": False, "contradicts": [4]}
    assert found.to_dict() == {
        "kind": "code",
        "rules": "4x6",
        "seed": None,
        "version": PUZZLE_VERSION,
        "rows": [{"guess": str(row.guess), "feedback": str(row.feedback)} for row in found.rows],
        "difficulty": {"level": "hard", "assumptions": 4, "depth": 1, "steps": found.deduction.size},
    }
    assert found.to_dict(solution=True)["solution"]["steps"] == found.deduction.to_dict()["steps"]


def test_different_seeds_make_different_puzzles() -> None:
    assert len({pegwise.puzzle("4x6", seed=seed).rows for seed in range(10)}) == 10


def test_a_history_as_a_puzzle() -> None:
    found = pegwise.puzzle_of(at("1122:B 1344:W 3526:BWW 1462:BW"))
    assert (str(found.secret), found.level.name, found.seed) == ("3632", "hard", None)
    assert found.contradicted_rows(pegwise.parse_code("3632", found.rules)) == ()
    assert found.contradicted_rows(pegwise.parse_code("3662", found.rules)) == (4,)
    with pytest.raises(pegwise.SolutionsError, match="7 codes are possible, but a puzzle has exactly one"):
        pegwise.puzzle_of(at("1122:B 1344:W 3526:BWW"))
    with pytest.raises(pegwise.ContradictionError, match="no code is possible"):
        pegwise.puzzle_of(at("1122:B 1122:W"))


def test_plain_values_keep_the_secret_unless_asked() -> None:
    found = pegwise.puzzle("4x6", seed=3)
    told = found.to_dict()
    assert list(told) == ["kind", "rules", "seed", "version", "rows", "difficulty"]
    assert str(found.secret) not in str(told)
    assert found.to_dict(solution=True)["solution"]["secret"] == str(found.secret)


def test_what_cannot_be_made() -> None:
    with pytest.raises(
        pegwise.NotationError, match="difficulty 'mild': the levels are easy, medium, hard, expert"
    ):
        pegwise.puzzle("4x6", difficulty="mild")
    with pytest.raises(pegwise.LimitError, match="no puzzle of 2x2 with 9 rows in 1000 tries"):
        pegwise.puzzle("2x2", rows=9)
    with pytest.raises(pegwise.LimitError, match="^a puzzle needs at least one row, not 0$"):
        pegwise.puzzle("2x2", rows=0)
    with pytest.raises(pegwise.LimitError, match="^3x1 has only one code, so there is nothing to find$"):
        pegwise.puzzle("3x1")
