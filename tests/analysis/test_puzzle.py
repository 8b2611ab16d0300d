"""Puzzles: one code fits, no row is needless, the same for everybody, as hard as they say."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice

import pytest

import pegwise
from pegwise.analysis.history import fitting
from pegwise.analysis.puzzle import LEVELS
from tests import oracle
from tests.helpers import at, game_of, plain

SMALL = ["4x6", "3x4", "2x5", "1x4", "5x3", "4x6-black", "4x5-distinct", "4x4-distinct", "4x5-distinct-black"]


@pytest.mark.parametrize("rules", SMALL)
def test_one_code_fits_and_every_row_is_needed(rules: str) -> None:
    for seed in range(4):
        found = pegwise.puzzle(rules, seed)
        game, rows = game_of(found.rules), plain(found.rows)
        assert oracle.candidates(game, rows) == [tuple(found.secret)]
        for row in rows:
            assert row[1] != game.win
            assert len(oracle.candidates(game, [other for other in rows if other != row])) > 1
        assert found.deduction.code == found.secret


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
    cases, depth = found.deduction.cases, found.deduction.depth
    expected = (
        "easy" if not cases else "expert" if depth > 1 or cases > 6 else "medium" if cases <= 2 else "hard"
    )
    assert level == expected


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5])
def test_it_has_as_many_rows_as_asked(rows: int) -> None:
    assert len(pegwise.puzzle("4x6", seed=1, rows=rows).rows) == rows


def test_the_same_seed_makes_the_same_puzzle_everywhere() -> None:
    code = "import pegwise; print(*pegwise.puzzle('4x6', 'daily 2026-01-01').rows)"
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


def test_different_seeds_make_different_puzzles() -> None:
    assert len({pegwise.puzzle("4x6", seed).rows for seed in range(10)}) == 10


def test_a_history_as_a_puzzle() -> None:
    found = pegwise.puzzle_of(at("1122:B 1344:W 3526:BWW 1462:BW"))
    assert (str(found.secret), found.level.name, found.seed) == ("3632", "hard", None)
    assert found.broken_by(pegwise.parse_code("3632", found.rules)) == ()
    assert found.broken_by(pegwise.parse_code("3662", found.rules)) == (4,)
    with pytest.raises(pegwise.ContradictionError, match="7 codes fit; a puzzle has exactly one"):
        pegwise.puzzle_of(at("1122:B 1344:W 3526:BWW"))
    with pytest.raises(pegwise.ContradictionError, match="no code fits"):
        pegwise.puzzle_of(at("1122:B 1122:W"))


def test_plain_values_keep_the_secret_unless_asked() -> None:
    found = pegwise.puzzle("4x6", seed=3)
    told = found.to_dict()
    assert list(told) == ["kind", "rules", "seed", "version", "rows", "difficulty"]
    assert str(found.secret) not in str(told)
    assert found.to_dict(solution=True)["solution"]["secret"] == str(found.secret)


def test_what_cannot_be_made() -> None:
    with pytest.raises(
        pegwise.NotationError, match="difficulty 'mild': there are easy, medium, hard, expert"
    ):
        pegwise.puzzle("4x6", difficulty="mild")
    with pytest.raises(pegwise.LimitError, match="no puzzle of 2x2 with 9 rows in 1000 tries"):
        pegwise.puzzle("2x2", rows=9)
    with pytest.raises(pegwise.LimitError, match="at least one row"):
        pegwise.puzzle("2x2", rows=0)
    with pytest.raises(pegwise.LimitError, match="3x1 has a single code"):
        pegwise.puzzle("3x1")
