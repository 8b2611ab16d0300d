"""Long answers as events: progress, then the answer or the problem; closing the connection ends the work."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

import pytest
from starlette.responses import StreamingResponse

from pegwise.web.limits.refusals import Busy
from pegwise.web.stream import streamed
from tests.web.conftest import told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from starlette.responses import Response

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


@pytest.mark.exhaustive
def test_a_problem_after_progress_ends_the_stream(api: Api) -> None:
    body = {"rules": "12x12", "strategies": ["counter", "optimal"], "games": 30, "seconds": 10}
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


async def _streamed(response: Response) -> bytes:
    assert isinstance(response, StreamingResponse)
    return b"".join([bytes(part) async for part in response.body_iterator])  # type: ignore[arg-type]


def test_each_event_is_two_lines_of_utf_8() -> None:
    async def work(report: Callable[[str, int, int], None]) -> str:
        report("é", 1, 2)
        return "ä"

    async def test() -> None:
        response = await streamed(work)
        assert response.media_type == "text/event-stream"
        assert (await _streamed(response)).decode() == (
            'event: progress\ndata: {"what": "é", "done": 1, "total": 2}\n\nevent: result\ndata: "ä"\n\n'
        )

    asyncio.run(test())


def test_a_refusal_after_progress_is_an_event() -> None:
    async def work(report: Callable[[str, int, int], None]) -> str:
        report("work", 1, 2)
        raise Busy("all work")

    async def test() -> None:
        *_, last = events((await _streamed(await streamed(work))).decode().split("\n"))
        assert (last[0], last[1]["detail"], last[1]["status"]) == ("problem", "all work", 503)

    asyncio.run(test())


@pytest.mark.parametrize("progress", [0, 2])
def test_a_mistake_is_a_problem_too_and_a_traceback_in_the_log(
    progress: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(report: Callable[[str, int, int], None]) -> str:
        for done in range(progress):
            report("work", done, progress)
        raise ZeroDivisionError("a mistake")

    async def test() -> None:
        response = await asyncio.wait_for(streamed(work), 60)
        if progress:
            *before, (last, said) = events((await _streamed(response)).decode().split("\n"))
            assert (len(before), last) == (progress, "problem")
        else:
            assert response.status_code == 500
            said = json.loads(bytes(response.body))
        assert (said["type"], said["status"]) == ("/api/v1/problems/failed", 500)
        (record,) = caplog.records
        name = record.told["id"]  # type: ignore[attr-defined]
        assert len(name) == 16
        assert said["detail"] == f"the server made a mistake; its log describes it under {name}"
        assert (record.getMessage(), record.levelname) == ("error", "ERROR")
        assert record.exc_info is not None
        assert record.exc_info[0] is ZeroDivisionError

    asyncio.run(test())


def test_work_that_nobody_listens_to_any_more_is_cancelled() -> None:
    cancelled: list[bool] = []

    async def work(report: Callable[[str, int, int], None]) -> str:
        report("work", 1, 2)
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.append(True)
            raise
        return ""

    async def test() -> None:
        response = await streamed(work)
        assert isinstance(response, StreamingResponse)
        lines: Any = response.body_iterator
        assert (await anext(lines)).startswith(b"event: progress")
        await lines.aclose()
        assert cancelled == [True]

    asyncio.run(test())


def _busy(api: Api) -> int:
    busy: int = api.client.get("/healthz").json()["workers"]["busy"]
    return busy
