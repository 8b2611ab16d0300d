"""Long answers as events: progress, then the answer or the problem; closing the connection ends the work."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from tests.web.conftest import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.web.conftest import Api

LISTENS = {"accept": "text/event-stream"}


def events(lines: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """The events of a stream, as a browser would hand them on."""
    name, data = "", ""
    for line in lines:
        key, _, value = line.partition(": ")
        if key == "event":
            name = value
        elif key == "data":
            data = value
        elif not line and name:
            yield name, json.loads(data)
            name, data = "", ""


def test_progress_and_then_the_answer_that_is_given_without_a_stream(api: Api) -> None:
    body = {"rules": "4x6", "strategies": ["counter", "first-consistent"], "seconds": 5}
    with api.client.stream("POST", "/api/v1/compare", json=body, headers=LISTENS) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        heard = list(events(response.iter_lines()))
    *progress, (last, answer) = heard
    assert {name for name, _ in progress} == {"progress"}
    assert all(set(said) == {"what", "done", "total"} for _, said in progress)
    assert last == "result"
    assert [row["strategy"] for row in answer] == body["strategies"]


def test_every_question_is_answered_as_a_stream_too(api: Api) -> None:
    for path, body in (
        ("/candidates", {}),
        ("/hint", {"history": "1122:B"}),
        ("/partition", {"guesses": ["1122"]}),
        ("/review", {"line": "1122:B 1344:W"}),
        ("/tree", {"rules": "3x4"}),
    ):
        response = api.client.post(f"/api/v1{path}", json=body, headers=LISTENS)
        *_, (name, answer) = events(response.text.split("\n"))
        assert name == "result"
        assert answer == api.answer(path, **body)
    puzzle = api.client.get("/api/v1/puzzle", params={"seed": 1}, headers=LISTENS)
    assert [name for name, _ in events(puzzle.text.split("\n"))][-1] == "result"


def test_what_is_wrong_from_the_beginning_is_an_ordinary_problem(api: Api) -> None:
    for body in ({"rules": "4y6"}, {"history": "1122:B 1122:BB"}):
        response = api.client.post("/api/v1/hint", json=body, headers=LISTENS)
        assert told(response)["status"] == 422


def test_a_problem_after_progress_ends_the_stream(api: Api) -> None:
    body = {"rules": "12x12", "strategies": ["counter", "knuth"], "games": 2, "seconds": 10}
    response = api.client.post("/api/v1/compare", json=body, headers=LISTENS)
    assert (response.status_code, response.headers["content-type"][:17]) == (200, "text/event-stream")
    *before, (last, said) = events(response.text.split("\n"))
    assert {name for name, _ in before} == {"progress"}
    assert (last, said["type"], said["status"]) == ("problem", "/api/v1/problems/method", 422)


def test_closing_a_stream_ends_its_work(api: Api) -> None:
    body = {"rules": "12x12", "strategies": ["counter"], "games": 100_000, "seconds": 10}
    with api.client.stream("POST", "/api/v1/compare", json=body, headers=LISTENS) as response:
        heard = events(response.iter_lines())  # kept: a stream that nobody holds is closed
        assert next(heard)[0] == "progress"
        assert _busy(api) == 1
    while _busy(api):  # for ever, if the work went on: it would take hours
        time.sleep(0.05)


def _busy(api: Api) -> int:
    busy: int = api.client.get("/healthz").json()["workers"]["busy"]
    return busy
