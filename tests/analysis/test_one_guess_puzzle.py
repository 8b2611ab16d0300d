"""One-guess puzzles: the candidates, and all guesses that tell them apart."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

import pegwise
from pegwise.analysis.one_guess_puzzle import OneGuessPuzzle
from pegwise.analysis.puzzle import PUZZLE_VERSION
from tests import oracle
from tests.helpers import at, game_of, plain


@pytest.mark.parametrize("rules", ["4x5", "3x4", "4x5-distinct", "4x4-black"])
def test_the_codes_left_and_every_guess_that_tells_them_apart(rules: str) -> None:
    for seed in range(3):
        found = pegwise.one_guess_puzzle(rules, seed=seed, candidates=4)
        game = game_of(found.rules)
        left = oracle.candidates(game, plain(found.rows))
        assert (list(found.candidates), len(left)) == (left, 4)
        apart = [
            guess
            for guess in oracle.codes(game)
            if len({oracle.feedback(game, code, guess) for code in left}) == 4
        ]
        assert list(found.guesses) == apart
        assert apart


def test_knuths_brilliant_stroke() -> None:
    found = pegwise.one_guess_puzzle_of(at("1122:B 1344:W 3526:BWW"))
    assert list(map(str, found.candidates)) == ["3632", "3662", "4562", "4625", "5532", "6425", "6623"]
    assert list(map(str, found.guesses)) == ["1462", "2462", "4162", "4262", "4566", "4665"]
    assert found.level == "hard"
    # What the paper says of 4625 is true of 6425 (docs/claims.md).
    answers = found.classes(pegwise.parse_code("6425", found.rules))
    assert list(map(str, answers[pegwise.Feedback(0, 2)])) == ["3632", "3662", "5532"]


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_it_is_as_hard_as_asked(level: str) -> None:
    found = pegwise.one_guess_puzzle("4x6", seed=1, difficulty=level)
    assert found.level == level
    assert bool(set(found.candidates) & set(found.guesses)) == (level == "easy")
    assert (len(found.guesses) < 12.96) == (level == "hard") or level == "easy"


def test_how_hard_it_is_by_the_guesses_there_are() -> None:
    rules, codes = pegwise.Rules(4, 6), list(pegwise.Position("4x6"))
    left = tuple(codes[:3])
    for guesses, level in (
        (codes[2:15], "easy"),
        (codes[3:16], "medium"),
        (codes[3:15], "hard"),
        ([], "hard"),
    ):
        assert OneGuessPuzzle(rules, (), left, tuple(guesses)).level == level


def test_a_puzzle_and_an_answer_in_plain_values() -> None:
    found = pegwise.one_guess_puzzle_of(at("1122:B 1344:W 3526:BWW"))
    told = {
        "kind": "one-guess",
        "rules": "4x6",
        "seed": None,
        "version": PUZZLE_VERSION,
        "rows": [
            {"guess": "1122", "feedback": "B"},
            {"guess": "1344", "feedback": "W"},
            {"guess": "3526", "feedback": "BWW"},
        ],
        "candidates": ["3632", "3662", "4562", "4625", "5532", "6425", "6623"],
        "difficulty": {"level": "hard", "guesses": 6, "code_count": 1296},
    }
    assert found.to_dict() == told
    guesses = ["1462", "2462", "4162", "4262", "4566", "4665"]
    assert found.to_dict(solution=True) == {**told, "solution": {"guesses": guesses}}
    assert found.judged(pegwise.parse_code("3632", found.rules)) == {
        "code": "3632",
        "right": False,
        "classes": {
            "WW": ["6425"],
            "BWW": ["6623"],
            "BW": ["4562", "4625"],
            "BB": ["5532"],
            "BBB": ["3662"],
            "BBBB": ["3632"],
        },
    }
    assert found.judged(found.guesses[0])["right"]


def test_so_many_codes_may_be_left_and_not_one_more() -> None:
    position = at("1122:B 1344:W 3526:BWW")
    assert len(pegwise.one_guess_puzzle_of(position, most=7).candidates) == 7
    with pytest.raises(
        pegwise.LimitError, match="^7 codes are possible: too many to tell apart with one guess$"
    ):
        pegwise.one_guess_puzzle_of(position, most=6)


def test_the_same_seed_makes_the_same_puzzle() -> None:
    again = [pegwise.one_guess_puzzle("4x6", seed=5).to_dict(solution=True) for _ in range(2)]
    assert again[0] == again[1]
    assert pegwise.one_guess_puzzle("4x6", seed=5).rows != pegwise.one_guess_puzzle("4x6", seed=6).rows


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        (("4x6", 5), "2126:B 2335:B 2444:-"),
        (("3x5", 2, "medium", 4), "522:B 123:-"),
        (("4x5-distinct", 1, None, 5), "3214:WWW 4523:BWW 1532:BWW"),
    ],
    ids=str,
)
def test_the_puzzles_of_this_version(asked: Any, rows: str) -> None:
    """These lines change with PUZZLE_VERSION, and only with it."""
    found = pegwise.one_guess_puzzle(
        asked[0], **dict(zip(("seed", "difficulty", "candidates"), asked[1:], strict=False))
    )
    assert (" ".join(map(str, found.rows)), found.seed) == (rows, asked[1])


def test_two_codes_may_be_left() -> None:
    assert len(pegwise.one_guess_puzzle("3x4", candidates=2).candidates) == 2
    for left in (1, 10):
        with pytest.raises(
            pegwise.LimitError, match=f"one guess of 3x4 tells 2 to 9 codes apart, not {left}"
        ):
            pegwise.one_guess_puzzle("3x4", candidates=left)


def test_no_guess_may_do() -> None:
    found = pegwise.one_guess_puzzle_of(at("", "2x3"))
    assert (len(found.candidates), found.guesses) == (9, ())


def test_what_cannot_be_made() -> None:
    with pytest.raises(pegwise.NotationError, match="the levels are easy, medium, hard"):
        pegwise.one_guess_puzzle("4x6", difficulty="expert")
    with pytest.raises(pegwise.LimitError, match="one guess of 4x6 tells 2 to 14 codes apart, not 15"):
        pegwise.one_guess_puzzle("4x6", candidates=15)
    with pytest.raises(pegwise.MethodError, match="too many to try each as a guess"):
        pegwise.one_guess_puzzle("12x12")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("pegwise.analysis.one_guess_puzzle"), "_TRIES", 0)
        for level, named in ((None, "4x6"), ("easy", "4x6 easy")):
            said = f"^no one-guess puzzle of {named} with 7 possible codes in 0 tries; another seed may"
            with pytest.raises(pegwise.LimitError, match=said):
                pegwise.one_guess_puzzle("4x6", difficulty=level)
    with pytest.raises(pegwise.LimitError, match="256 codes are possible: too many"):
        pegwise.one_guess_puzzle_of(at("1122:B"))
