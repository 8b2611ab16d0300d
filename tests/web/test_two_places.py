"""The two places that answer the page's questions, a server and Python in a browser, give the same JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import pegwise
from pegwise.limit import Limit
from pegwise.web.answering import answered
from pegwise.web.questions import QUESTIONS, answer
from tests.pyodide import needs_node, needs_pyodide, run

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.conftest import Api

GAME = "4x6 1122:B 1344:W 3526:BWW 1462:BW 3632"
WRONG = "1122:BBB 1122:- 3344:W"
TREE = pegwise.build_tree("3x4", strategy="entropy")

ASKED: list[tuple[str, dict[str, Any]]] = [
    ("candidates", {}),
    ("candidates", {"history": "1122:B 1344:W", "limit": 3, "offset": 2}),
    ("candidates", {"rules": "12x12", "history": "1-1-1-2-2-2-3-3-3-4-4-4:BBWW", "limit": 1}),
    ("compare", {"strategies": ["knuth", "counter"], "rules": "3x5"}),
    ("compare", {"strategies": ["entropy"], "rules": "3x4", "games": 20, "seed": 3}),
    ("hint", {}),
    ("hint", {"history": [{"guess": "AABB", "feedback": "1,0"}], "strategy": "entropy", "alternatives": 2}),
    ("hint", {"history": "1122:B 1344:W", "step": 5, "guess": "3535"}),
    ("hint", {"rules": "5x8", "history": "11223:BBWW 14256:BW", "strategy": "optimal"}),
    ("partition", {"history": "1122:B", "guesses": ["1344", "2345"]}),
    ("partition", {"guesses": ["1122", "1344"], "together": True, "limit": 5}),
    ("puzzle", {"date": "2026-01-31", "solution": True}),
    ("puzzle", {"seed": 2, "rules": "4x5", "rows": 5}),
    ("puzzle", {"seed": 1, "candidates": 7, "answer": "1122"}),
    ("review", {"line": GAME}),
    ("review", {"rules": "3x4", "rows": "112:W 234:BBB"}),
    ("strategies", {}),
    ("tree", {}),
    ("tree", {"rules": "3x4", "strategy": "optimal", "figure": True}),
    ("tree", {"rules": "4x6-marks", "figure": True}),
    ("tree", {"rules": "3x5-total", "history": "112:2", "strategy": "entropy", "figure": True}),
    ("tree", {"rules": "3x4", "file": pegwise.figure(TREE), "figure": True}),
    ("tree", {"file": pegwise.to_json(TREE)}),
    # What is refused, is refused by both in the same words.
    ("candidates", {"rules": "0x0"}),
    ("candidates", {"rules": "500x6"}),
    ("candidates", {"history": "1122"}),
    ("candidates", {"history": "1122:B " * 70}),
    ("hint", {"history": WRONG}),
    ("hint", {"history": "1122:BBBW"}),
    ("hint", {"history": "11777:B"}),
    ("hint", {"strategy": "nobody"}),
    ("hint", {"seconds": 1000}),
    ("hint", {"step": 1}),
    ("puzzle", {"seed": 1, "daily": True}),
    ("review", {}),
    ("review", {"line": "4x6 1122:B 1122:W"}),
    ("tree", {"file": "no tree"}),
    ("tree", {"rules": "9x9", "strategy": "knuth", "seconds": 0.05}),
]
GET = ("puzzle", "strategies")
MEASURED = {"estimate", "detail"}
"""What tells how long work would take: as long as it takes there."""

SECONDS = (0.5, 1.0)
_IN_A_BROWSER = f"""
import time
from pegwise.web.answering import answered
answers = [json.loads(answered(question, body, lambda *_: None)) for question, body in given]
def timed(seconds):
    heard, started = [], time.perf_counter()
    asked = json.dumps({{"rules": "5x6", "strategy": "optimal", "seconds": seconds}})
    told = json.loads(answered("tree", asked, lambda *progress: heard.append(progress)))
    return [time.perf_counter() - started, len(heard), told.get("result", {{}}).get("known"), list(told)]
timed(0.1)
[answers, [timed(seconds) for seconds in {SECONDS}]]
"""


def test_every_question_is_asked() -> None:
    assert {question for question, _ in ASKED} == QUESTIONS.keys() - {"turn"}  # a server keeps its games


def _served(api: Api, question: str, body: dict[str, Any]) -> dict[str, Any]:
    response = api.get(f"/{question}", **body) if question in GET else api.post(f"/{question}", **body)
    return {"result" if response.status_code == 200 else "problem": _told(response.json())}


def _told(value: Any) -> Any:
    """An answer without what is measured, such as how long work would take."""
    if isinstance(value, dict):
        measured = MEASURED if "estimate" in value else ()
        return {key: _told(each) for key, each in value.items() if key not in measured}
    return [_told(each) for each in value] if isinstance(value, list) else value


def _same(value: Any) -> Any:
    """What the other place must say: floating point numbers but for their last digits."""
    if isinstance(value, dict):
        return {key: _same(each) for key, each in _told(value).items()}
    if isinstance(value, list):
        return [_same(each) for each in value]
    return pytest.approx(value, rel=1e-9) if isinstance(value, float) else value


def _patient(body: dict[str, Any]) -> dict[str, Any]:
    """The same question with as much time as there is: what is found in time depends on the computer."""
    return {"seconds": 10, **body}


@pytest.mark.some(18)
@pytest.mark.parametrize(("question", "body"), ASKED)
def test_the_server_answers_as_the_function_of_the_browser(
    api: Api, question: str, body: dict[str, Any]
) -> None:
    body = body if question == "strategies" else _patient(body)
    told = json.loads(answered(question, json.dumps(body), lambda *_: None))
    assert _served(api, question, body) == _same(told)


ASKED_PATIENTLY = [
    (question, body if question == "strategies" else _patient(body)) for question, body in ASKED
]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Any], list[Any]]:
    """What a browser's Python answers, and how long it takes; both in one process, as it starts slowly."""
    given = [(question, json.dumps(body)) for question, body in ASKED_PATIENTLY]
    answers, times = run(_IN_A_BROWSER, tmp_path_factory.mktemp("browser"), given=given)
    return answers, times


@pytest.mark.exhaustive
@needs_pyodide
@needs_node
def test_a_browser_answers_as_a_server(api: Api, browser: tuple[list[Any], list[Any]]) -> None:
    for (question, body), told in zip(ASKED_PATIENTLY, browser[0], strict=True):
        assert _served(api, question, body) == _same(told), (question, body)


@pytest.mark.exhaustive
@needs_pyodide
@needs_node
def test_limits_and_progress_are_those_of_a_server(browser: tuple[list[Any], list[Any]]) -> None:
    for (took, heard, known, kinds), seconds in zip(browser[1], SECONDS, strict=True):
        # On a busy computer there may be no tree yet: then it is a problem, and in time as well.
        assert (kinds, known) in ((["result"], "upper"), (["problem"], None))
        assert took < 10 * seconds
        assert heard <= 10 * took + 1


def test_a_turn_against_an_adversary_is_the_same_in_both(tmp_path: Path) -> None:
    asked = {"game": "4x6 codemaker=adversary max-guesses=10", "guess": "1122"}
    told = json.loads(answered("turn", json.dumps(asked), lambda *_: None))
    assert told == {"result": answer("turn", asked, Limit(seconds=2))}


def test_what_is_not_a_problem_of_the_question_is_told_as_one() -> None:
    told = json.loads(answered("candidates", json.dumps({"history": 5}), lambda *_: None))
    assert told["problem"]["type"].endswith("/failed")
