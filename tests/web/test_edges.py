"""The whole server at the edges of its limits: it answers whatever is asked, and goes on answering others."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from pegwise.web.app import create_app
from pegwise.web.limits.request_guard import largest_body
from pegwise.web.limits.settings import Settings
from tests.web.test_serve import served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

SETTINGS = Settings(workers=2, seconds=0.5, most_seconds=1.0, grace=0.5)
HUGE = ["1000x1000", "99999x99999", "100x1000", "30x30", "12x12", "100x1", "1x1000", "40x40-distinct", "8x8"]


@asynccontextmanager
async def client(settings: Settings = SETTINGS) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=60) as asked:
            yield asked


def operations() -> dict[str, dict[str, Any]]:
    """The body's schema of every operation that takes one, and of every GET that names rules in its path."""
    document = create_app(SETTINGS).openapi()
    found = {}
    for path, methods in document["paths"].items():
        body = methods.get("post", {}).get("requestBody")
        if body is not None:
            schema = body["content"]["application/json"]["schema"]
            reference = schema.get("$ref", "").rpartition("/")[2]
            found[path] = document["components"]["schemas"].get(reference, schema)
    return found


OPERATIONS = operations()
ABOUT_RULES = sorted(path for path, schema in OPERATIONS.items() if "rules" in schema["properties"])


def example(path: str) -> dict[str, Any]:
    return dict(OPERATIONS[path]["examples"][0])


def test_there_are_questions_about_rules() -> None:
    assert len(ABOUT_RULES) >= 7
    assert all(example(path) for path in ABOUT_RULES)


@pytest.mark.some(3)
@pytest.mark.parametrize("path", ABOUT_RULES)
def test_huge_rules_are_answered_or_refused_in_time(path: str) -> None:
    async def test() -> None:
        async with client() as asked:
            body = {
                key: value
                for key, value in example(path).items()
                if key in ("strategy", "strategies", "secret", "guess")
            }
            for rules in HUGE:
                started = time.monotonic()
                answer = await asked.post(path, json={**body, "rules": rules})
                assert answer.status_code < 500, (rules, answer.text)
                assert time.monotonic() - started < 60
                json.loads(answer.text, parse_constant=pytest.fail)

    asyncio.run(test())


@pytest.mark.parametrize("path", sorted(OPERATIONS))
def test_what_is_no_json_or_too_much_of_it_is_refused_alike_everywhere(path: str) -> None:
    path = path.format(**dict.fromkeys(["name", "id", "game"], "x"))
    bodies = {
        413: b" " * (largest_body(path, SETTINGS) + 1),
        400: b'{"rules": NaN}',
    }

    async def test() -> None:
        async with client() as asked:
            for status, body in bodies.items():
                answer = await asked.post(path, content=body, headers={"Content-Type": "application/json"})
                assert answer.status_code == status
                assert answer.headers["Content-Type"] == "application/problem+json"
            values: list[Any] = [None, [], "text", 7, {"rules": {}}, {"rules": ["4x6"]}, {"seconds": 1e308}]
            for value in values:
                answer = await asked.post(path, json=value)
                assert 400 <= answer.status_code < 500, answer.text

    asyncio.run(test())


@pytest.mark.exhaustive
def test_two_hundred_at_once_are_answered_while_the_workers_work() -> None:
    scored = {"rules": "4x6", "secret": "1122", "guesses": ["1234"]}

    async def ask(url: str, slow: str) -> None:
        limits = httpx.Limits(max_connections=300, max_keepalive_connections=300)
        async with httpx.AsyncClient(base_url=url, timeout=60, limits=limits) as asked:
            row = {"guess": "11223344"}
            working = [asyncio.create_task(asked.post(f"{slow}/rows", json=row)) for _ in range(3)]
            answers = await asyncio.gather(*(asked.post("feedback", json=scored) for _ in range(200)))
            assert {answer.status_code for answer in answers} == {200}
            assert {answer.json()["rows"][0]["feedback"] for answer in answers} == {"BW"}
            assert {answer.status_code for answer in await asyncio.gather(*working)} <= {200, 409, 503}

    with served("--workers", "1") as server:
        url = f"{server.told['url']}api/v1/"
        game = httpx.post(f"{url}games", json={"rules": "8x8", "codemaker": "adversary"}).json()["id"]
        asyncio.run(ask(url, f"games/{game}"))
        server.end()


@pytest.mark.exhaustive
def test_a_client_that_goes_away_frees_its_worker() -> None:
    with served("--workers", "1") as server:
        url = server.told["url"]
        game = httpx.post(f"{url}api/v1/games", json={"rules": "8x8", "codemaker": "adversary"}).json()["id"]
        rows = f"{url}api/v1/games/{game}/rows"
        first = httpx.post(rows, json={"guess": "11111111"}, timeout=60).json()
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(rows, json={"guess": "11223344"}, timeout=0.05)  # the answer takes four times as long
        deadline = time.monotonic() + 120
        while (health := httpx.get(f"{url}healthz").json()["workers"])["busy"]:
            assert time.monotonic() < deadline
        assert health["lost"] == 0
        assert httpx.get(f"{url}api/v1/games/{game}").json() == first
        assert httpx.post(rows, json={"guess": "11223344"}, timeout=60).status_code == 200
        server.end()
