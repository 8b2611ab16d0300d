"""What the server does, in numbers: what is counted, and who may read it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from pegwise.errors import NotationError
from pegwise.web.app import create_app
from pegwise.web.limits.connections import Connections
from pegwise.web.limits.settings import Settings
from tests.helpers import exhaustive
from tests.web.test_serve import served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

ON = Settings(workers=2, metrics="on")


@contextlib.asynccontextmanager
async def asking(settings: Settings = ON) -> AsyncIterator[tuple[httpx.AsyncClient, Any]]:
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=60) as client:
            yield client, app


def values(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Each number by its name and labels, as Prometheus reads them."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found[sample.name, frozenset(sample.labels.items())] = sample.value
    return found


def value(text: str, name: str, **labels: str) -> float | None:
    return values(text).get((f"pegwise_{name}", frozenset(labels.items())))


def test_requests_seconds_refusals_and_games_are_counted() -> None:
    async def test() -> None:
        async with asking() as (client, _):
            hint = {"history": "1122:B"}
            for _ in range(3):
                assert (await client.post("/api/v1/hint", json=hint)).status_code == 200
            await client.post("/api/v1/hint", json={"rules": "4y6"})
            game = (await client.post("/api/v1/games", json={})).json()["id"]
            await client.get(f"/api/v1/games/{game}")
            await client.get("/api/v1/games/none")
            await client.get("/", headers={"Host": "evil.example"})
            await client.get("/api/nothing")
            await client.request("BREW", "/")
            answer = await client.get("/metrics")
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        text, requests, route = answer.text, "requests_total", "/api/v1/hint"
        assert value(text, requests, method="POST", route=route, status="200") == 3
        assert value(text, requests, method="POST", route=route, status="422") == 1
        assert value(text, requests, method="GET", route="/api/v1/games/{name}", status="404") == 1
        assert value(text, requests, method="GET", route="page", status="421") == 1
        assert value(text, requests, method="GET", route="other", status="404") == 1
        assert value(text, requests, method="other", route="page", status="405") == 1
        assert value(text, "request_seconds_count", route=route) == 4
        assert value(text, "request_seconds_bucket", route=route, le="+Inf") == 4
        seconds = value(text, "request_seconds_sum", route=route)
        assert seconds is not None
        assert 0 < seconds < 60
        refused = {"notation": 1, "no-game": 1, "host-refused": 1, "not-found": 1, "method-not-allowed": 1}
        assert {kind: value(text, "refusals_total", kind=kind) for kind in refused} == refused
        assert value(text, "games") == 1
        assert game not in text

    asyncio.run(test())


def test_the_line_and_the_workers_are_told_as_they_are_now() -> None:
    async def test() -> None:
        async with asking() as (client, app):
            text = (await client.get("/metrics")).text
            assert value(text, "workers", lane="full") == 2
            assert value(text, "workers", lane="quick") == 1
            assert value(text, "workers_busy", lane="full") == 0
            assert value(text, "questions_waiting") == 0
            assert value(text, "build_info", version=app.version or "0.1.0") == 1
            assert value(text, "connections") is None
            app.state.metrics.connections = Connections(ON)
            held = [
                asyncio.create_task(
                    app.state.workers.run("hint", {"rules": "7x10", "history": ""}, seconds=5, client="a")
                )
                for _ in range(4)
            ]
            await asyncio.sleep(0)
            text = (await client.get("/metrics")).text
            assert value(text, "workers_busy", lane="full") == 1
            assert value(text, "workers_busy", lane="quick") == 1
            assert value(text, "questions_waiting") == 2
            assert (value(text, "connections"), value(text, "connected_clients")) == (0, 0)
            for task in held:
                task.cancel()
            await asyncio.gather(*held, return_exceptions=True)
            assert value((await client.get("/metrics")).text, "questions_waiting") == 0

    asyncio.run(test())


@pytest.mark.exhaustive
def test_a_problem_within_a_stream_is_counted_too() -> None:
    async def test() -> None:
        async with asking() as (client, _):
            body = {"rules": "12x12", "strategies": ["counter", "optimal"], "games": 30, "seconds": 10}
            listens = {"accept": "text/event-stream"}
            said = await client.post("/api/v1/compare", json=body, headers=listens)
            assert said.status_code == 200
            assert "event: problem" in said.text
            text = (await client.get("/metrics")).text
            assert value(text, "refusals_total", kind="method") == 1

    asyncio.run(test())


def test_paths_without_end_do_not_make_numbers_without_end() -> None:
    async def test() -> None:
        async with asking() as (client, _):
            for n in range(50):
                for path in (f"/{n}", f"/api/{n}", f"/api/v1/rules/{n}", f"/api/v1/games/{n}"):
                    await client.request("GET" if n % 2 else f"M{n}", path)
            found = values((await client.get("/metrics")).text)
        assert len([name for name, _ in found if name == "pegwise_requests_total"]) < 12

    asyncio.run(test())


@pytest.mark.parametrize(
    ("settings", "loopback", "shown"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"allow_hosts": ("pegs.example",)}, True, False),
        ({"proxies": ("127.0.0.1",)}, True, False),
        ({"metrics": "on"}, False, True),
        ({"metrics": "on", "proxies": ("127.0.0.1",)}, True, True),
        ({"metrics": "off"}, True, False),
    ],
)
def test_who_can_be_reached_by_others_tells_nothing_unless_told_to(
    settings: dict[str, Any], loopback: bool, shown: bool
) -> None:
    assert Settings(**settings).shows_metrics(loopback) == shown


def test_an_application_that_does_not_know_where_it_listens_tells_nothing() -> None:
    async def test() -> None:
        async with asking(Settings(workers=1)) as (client, _):
            assert (await client.get("/metrics")).status_code == 404

    asyncio.run(test())
    with pytest.raises(NotationError, match="^PEGWISE_METRICS='yes': expected on or off$"):
        Settings.read({"PEGWISE_METRICS": "yes"})


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("options", "status"),
    [
        ([], 200),
        (["--host", "0.0.0.0"], 404),
        *exhaustive(
            (["--no-metrics"], 404),
            (["--host", "0.0.0.0", "--metrics"], 200),
            (["--proxy", "127.0.0.1"], 404),
        ),
    ],
)
def test_metrics_of_the_command(options: list[str], status: int) -> None:
    with served("--workers", "1", *options) as server:
        answer = httpx.get(f"{server.told['url']}metrics")
        assert answer.status_code == status
        if status == 200:
            assert value(answer.text, "connections") == 1
        server.end()
