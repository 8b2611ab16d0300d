"""The API answers what the terminal's ``--json`` answers, and what its description says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from pydantic import BaseModel, ConfigDict

from pegwise.web.schemas import responses
from tests.cli_runner import run_json

if TYPE_CHECKING:
    from tests.web.conftest import Api

EXERCISE = "1122:B 1344:W 3526:BWW 1462:BW"

SAME: list[tuple[str, dict[str, Any], list[str]]] = [
    ("/candidates", {"history": EXERCISE}, ["candidates", EXERCISE]),
    ("/candidates", {"history": "1122:B", "limit": 7}, ["candidates", "1122:B", "--list", "7"]),
    (
        "/candidates",
        {"rules": "12x12", "history": "1-1-1-2-2-2-3-3-3-4-4-4:BBWW", "limit": 3},
        ["candidates", "-r", "12x12", "--list", "3", "1-1-1-2-2-2-3-3-3-4-4-4:BBWW"],
    ),
    ("/hint", {}, ["hint"]),
    ("/hint", {"history": "1122:B 1344:W"}, ["hint", "1122:B 1344:W"]),
    (
        "/hint",
        {"history": [{"guess": "AABB", "feedback": "1,0"}], "strategy": "entropy", "alternatives": 0},
        ["hint", "AABB:B", "-s", "entropy", "-a", "0"],
    ),
    (
        "/hint",
        {"history": "1122:B", "candidates_only": True, "strategy": "most-parts"},
        ["hint", "1122:B", "--candidates-only", "-s", "most-parts"],
    ),
    (
        "/hint",
        {"history": "1122:B 1344:W", "step": 5, "guess": "3535"},
        ["hint", "1122:B 1344:W", "--guess", "3535"],
    ),
    ("/hint", {"history": "1122:B", "step": 3}, ["hint", "1122:B", "--step", "3"]),
    ("/hint", {"guess": "1122", "step": 1}, ["hint", "--guess", "1122", "--step", "1"]),
    (
        "/hint",
        {"rules": "bulls-and-cows", "history": "1234:1A1B"},
        ["hint", "-r", "bulls-and-cows", "1234:1A1B"],
    ),
    (
        "/partition",
        {"history": "1122:B", "guesses": ["1344", "2345"]},
        ["partition", "1344", "2345", "--after", "1122:B"],
    ),
    ("/review", {"line": f"{EXERCISE} 3632"}, ["review", f"{EXERCISE} 3632"]),
    ("/review", {"rows": EXERCISE, "secret": "3632"}, ["review", f"{EXERCISE} secret=3632"]),
    ("/review", {"line": "3x4-blanks 11.:B 1.2:B"}, ["review", "3x4-blanks 11.:B 1.2:B"]),
    ("/review", {"rules": "3x4-blanks", "rows": "11.:B"}, ["review", "3x4-blanks 11.:B"]),
    (
        "/compare",
        {"strategies": ["knuth", "entropy"], "rules": "4x4"},
        ["compare", "knuth", "entropy", "-r", "4x4"],
    ),
]


@pytest.mark.some(8)
@pytest.mark.parametrize(
    ("path", "body", "words"), SAME, ids=lambda value: "" if isinstance(value, dict) else None
)
def test_the_same_json_as_the_terminals(api: Api, path: str, body: dict[str, Any], words: list[str]) -> None:
    assert api.answer(path, seconds=10, **body) == run_json(*words)


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"seed": 1, "level": "easy"}, ["--seed", "1", "--difficulty", "easy"]),
        ({"seed": 1, "solution": True}, ["--seed", "1", "--solution"]),
        ({"date": "2026-01-31"}, ["--date", "2026-01-31"]),
        ({"seed": 2, "rows": 5, "rules": "4x5"}, ["--seed", "2", "--rows", "5", "-r", "4x5"]),
        ({"seed": 1, "candidates": 7, "answer": "1122"}, ["--seed", "1", "--one-guess", "1122"]),
        ({"seed": 1, "level": "easy", "answer": "4214"}, ["--seed", "1", "--difficulty", "easy", "4214"]),
    ],
)
def test_the_same_puzzles(api: Api, parameters: dict[str, Any], words: list[str]) -> None:
    response = api.get("/puzzle", seconds=10, **parameters)
    assert response.status_code == 200, response.text
    assert response.json() == run_json("puzzle", *words)


def test_a_puzzle_of_no_seed_names_its_seed(api: Api) -> None:
    told = api.get("/puzzle").json()
    assert api.get("/puzzle", seed=told["seed"]).json() == told
    assert "solution" not in told


def test_the_puzzle_of_the_day_is_the_same_for_everybody(api: Api) -> None:
    assert api.get("/puzzle", daily=True).json() == run_json("puzzle", "--daily")


def test_pages_of_candidates_follow_each_other(api: Api) -> None:
    every = api.answer("/candidates", history="1122:B 1344:W")["codes"]
    pages = [
        api.answer("/candidates", history="1122:B 1344:W", limit=10, offset=start)["codes"]
        for start in range(0, 60, 10)
    ]
    assert [code for page in pages for code in page] == every
    assert len(every) == 44


def test_feedback(api: Api) -> None:
    told = api.answer("/feedback", secret="3632", guesses=["1122", "3226"])
    assert told == run_json("feedback", "3632", "1122", "3226")
    assert told["rows"][1]["feedback"] == "BWW"
    told = api.answer("/feedback", secret="3632", guesses=["1122", "3226"], explain=True)
    assert told == run_json("feedback", "3632", "1122", "3226", "--explain")
    named = api.answer("/feedback", secret="GPGB", guesses=["red-red-blue-blue"])
    assert named["rows"][0]["guess"] == "red-red-blue-blue"
    assert named["alphabet"] == "names red blue green yellow orange purple"
    blanks = api.answer("/feedback", rules="4x6-blanks", secret="1.22", guesses=["..11"])
    assert blanks["rules"] == "4x6-blanks"
    assert [blanks["rows"][0][key] for key in ("secret", "guess", "feedback")] == ["1.22", "..11", "BW"]


def test_only_so_much_is_explained_at_a_time(api: Api) -> None:
    guesses = ["1" * 20] * 51
    assert len(api.answer("/feedback", rules="20x6", secret="1" * 20, guesses=guesses)["rows"]) == 51
    told = api.answer("/feedback", rules="20x6", secret="1" * 20, guesses=guesses[:50], explain=True)
    assert len(told["rows"]) == 50
    response = api.post("/feedback", rules="20x6", secret="1" * 20, guesses=guesses, explain=True)
    assert (response.status_code, response.json()["type"]) == (422, "/api/v1/problems/limit")
    assert response.json()["detail"] == "1020 pegs to explain: this server explains at most 1000 at a time"


def test_guesses_together(api: Api) -> None:
    words = ["partition", "1344", "2345", "--after", "1122:B", "--together"]
    told = api.answer("/partition", history="1122:B", guesses=["1344", "2345"], together=True)
    assert told == run_json(*words)
    told = api.answer("/partition", history="1122:B", guesses=["1344", "2345"], together=True, limit=2)
    assert told == run_json(*words, "--list", "2")
    assert len(told["together"]["classes"]) == 2
    six = ["3612", "4134", "5421", "1641", "2363", "4556"]
    assert api.answer("/partition", guesses=six, together=True)["together"]["determines"]


def test_rules(api: Api) -> None:
    told = api.get("/rules/bulls-and-cows").json()
    assert (told["rules"], told["names"], told["code_count"]) == ("4x10-distinct", ["bulls-and-cows"], 5040)
    assert told["distinct"]
    assert not told["black_only"]
    blanks = api.get("/rules/4x6-blanks").json()
    assert (blanks["rules"], blanks["plain"], blanks["colors"], blanks["code_count"]) == (
        "4x6-blanks",
        "4x7",
        6,
        7**4,
    )
    assert api.get("/rules/4x6").json()["feedbacks"][:3] == ["WWWW", "WWW", "WW"]
    assert not api.get("/rules/12x12").json()["enumerable"]
    assert [game["rules"] for game in api.get("/rules").json()][:2] == ["4x6", "5x8"]


def test_an_empty_hole_is_the_last_color(api: Api) -> None:
    told = api.answer("/hint", rules="4x6-blanks", history="1.22:B")
    assert told["rules"] == "4x6-blanks"
    assert told["history"] == "1.22:B"


def test_strategies(api: Api) -> None:
    told = {strategy["name"]: strategy for strategy in api.get("/strategies").json()}
    assert told["optimal"]["searches"]
    assert [name for name in told if told[name]["samples"]] == ["large"]
    assert "seed" in told["counter"]["options"]


def test_what_takes_longer_than_there_is_time_is_sampled_and_tagged(api: Api) -> None:
    told = api.answer("/hint", rules="7x9", history="1123456:BW", strategy="entropy", seconds=10)
    assert ("sample" in told) == (told["known"] == "sampled")


def test_a_game_too_large_to_list_gets_hints(api: Api) -> None:
    assert api.answer("/hint", rules="12x12", alternatives=0)["strategy"] == "large"


DESCRIBED: list[tuple[str, dict[str, Any], type[BaseModel]]] = [
    ("/feedback", {"secret": "3632", "guesses": ["1122"]}, responses.FeedbackAnswer),
    ("/feedback", {"secret": "3632", "guesses": ["1322"], "explain": True}, responses.FeedbackAnswer),
    ("/candidates", {}, responses.CandidatesAnswer),
    ("/hint", {"history": "1122:B"}, responses.HintAnswer),
    ("/hint", {"history": "1122:B", "guess": "3344"}, responses.AdviceAnswer),
    ("/partition", {"guesses": ["1122"]}, responses.PartitionAnswer),
    ("/partition", {"guesses": ["1122", "1234"], "together": True}, responses.TogetherAnswer),
    (
        "/partition",
        {"rules": "12x12", "guesses": ["123456123456"], "together": True},
        responses.TogetherAnswer,
    ),
    ("/review", {"line": f"{EXERCISE} 3632"}, responses.ReviewAnswer),
    ("/tree", {"rules": "3x4", "figure": True}, responses.TreeAnswer),
]


@pytest.mark.parametrize(("path", "body", "model"), DESCRIBED)
def test_no_key_is_missing_in_the_description(
    api: Api, path: str, body: dict[str, Any], model: type[BaseModel]
) -> None:
    said = api.answer(path, **body)
    assert _strict(model).model_validate(said).model_dump(exclude_unset=True) == said


def _strict(model: type[BaseModel]) -> type[BaseModel]:
    """The model, refusing keys it does not know."""
    return type(
        model.__name__, (model,), {"model_config": ConfigDict(extra="forbid"), "__module__": __name__}
    )
