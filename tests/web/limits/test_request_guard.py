"""Who may ask, how much and for how long: every limit at its edge."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
import time
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from pegwise.web.headers import HEADERS
from pegwise.web.limits.settings import Settings
from tests.web.small import Echo, guarded, served

if TYPE_CHECKING:
    from starlette.types import ASGIApp

SMALL = Settings(body=100, lists=100, depth=3, body_seconds=0.3, header_seconds=0.3, connections=4)
JSON = {"Content-Type": "application/json"}
LONG = 60.0
"""Seconds for what takes none."""
EXPECTED_NAME = "Expecting property name enclosed in double quotes at character 2"


def ask(
    method: str = "GET",
    path: str = "/api/v1/rules",
    *,
    settings: Settings = SMALL,
    app: ASGIApp | None = None,
    base: str = "http://localhost:8000",
    **request: Any,
) -> httpx.Response:
    async def one() -> httpx.Response:
        transport = httpx.ASGITransport(guarded(settings, app))
        async with httpx.AsyncClient(transport=transport, base_url=base) as client:
            return await client.request(method, path, **request)

    return asyncio.run(one())


def post(content: bytes, **headers: str) -> httpx.Response:
    return ask("POST", content=content, headers={**JSON, **headers})


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.7", "LocalHost", "my.name"],
)
def test_its_own_names_and_addresses_are_answered(host: str) -> None:
    assert ask(settings=Settings(allow_hosts=("my.name",)), headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "localhost:x",
        "[::1",
        "",
        "a@localhost",
    ],
)
def test_a_name_made_to_lead_here_is_refused(host: str) -> None:
    app = Echo()
    answer = ask(app=app, headers={"Host": host})
    assert (answer.status_code, answer.json()["type"]) == (421, "host-refused")
    assert app.seen == 0


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://localhost:8000"}, 200),
        ({"Origin": "https://localhost:8000"}, 200),  # behind something that speaks TLS
        ({"Origin": "http://localhost:8001"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, 403),
    ],
)
def test_pages_of_other_sites_may_not_ask(headers: dict[str, str], status: int) -> None:
    app = Echo()
    assert ask(app=app, headers=headers).status_code == status
    assert app.seen == (status == 200)


def test_a_link_elsewhere_may_open_the_page_but_not_frame_it() -> None:
    opened = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert ask(path="/", headers=opened).status_code == 200
    assert ask(path="/", headers={**opened, "Sec-Fetch-Dest": "iframe"}).status_code == 403
    assert ask("POST", "/", headers=opened).status_code == 403


def test_a_site_that_is_allowed_may_ask() -> None:
    settings = Settings(allow_origins=("https://friend.example",))
    answer = ask(
        settings=settings, headers={"Origin": "https://friend.example", "Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == "https://friend.example"
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    before = ask("OPTIONS", settings=settings, headers={"Origin": "https://friend.example", **asked})
    assert before.status_code == 200
    assert before.headers["Access-Control-Allow-Methods"] == "GET, POST, DELETE"
    assert ask(settings=settings, headers={"Origin": "https://evil.example"}).status_code == 403


def test_an_origin_that_is_empty_or_there_twice_is_none_of_a_site() -> None:
    twice = [("Origin", "http://localhost:8000")] * 2
    for headers in ([("Origin", "")], twice, [("Origin", "null")]):
        assert ask(headers=headers).status_code == 403
        assert ask(settings=Settings(allow_origins=("null",)), headers=headers).status_code == 200


def test_every_answer_carries_the_policy_and_no_cookie() -> None:
    assert ask().headers["Cache-Control"] == "no-store"
    for answer in (ask(), ask(headers={"Host": "evil.example"}), ask(path="/broken")):
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
        assert "Set-Cookie" not in answer.headers
        assert answer.headers["X-Request-Id"]
    assert "unsafe" not in HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in HEADERS["Content-Security-Policy"]


def test_a_body_at_the_limit_is_read_and_one_byte_more_is_not() -> None:
    text = json.dumps("x" * (SMALL.body - 2)).encode()
    assert len(text) == SMALL.body
    assert post(text).json() == {"bytes": SMALL.body}
    refused = post(text + b" ")
    assert (refused.status_code, refused.json()["limit"]) == (413, SMALL.body)
    assert post(b"1", **{"Content-Length": "9" * 5000}).status_code == 413


def test_an_oversize_body_in_pieces_is_refused_though_it_tells_no_length() -> None:
    async def pieces() -> Any:
        for _ in range(50):
            yield b" " * 10

    answer = ask("POST", content=pieces(), headers=JSON)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"[[[[1]]]]", "deeper than 3"),
        (b"[" * 90, "deeper than 3"),
        (b'{"a":{"b":{"c":{}}}}', "deeper than 3"),
        (b"[NaN]", "NaN is not a number"),
        (b"[Infinity]", "Infinity is not a number"),
        (b"[-Infinity]", "Infinity is not a number"),
        (b"[1e999]", "too large"),
        (b"[-1e999]", "too large"),
        (b"{", "at character 2"),
        (b"[1,]", "at character"),
        (b"nonsense", "at character 1"),
        (b'"\xff"', "not Unicode"),
        (b'"\\ud800"', "not Unicode"),
    ],
)
def test_what_is_no_plain_json_is_refused(body: bytes, said: str) -> None:
    answer = post(body)
    assert (answer.status_code, answer.json()["type"]) == (400, "bad-json")
    assert said in answer.json()["detail"]


def test_brackets_in_text_and_large_numbers_within_bounds_are_read() -> None:
    assert post(b'{"text": "[[[[[[{{{{\\" ]"}').status_code == 200
    assert post(b"[[[1e300]]]").status_code == 200
    digits = ask("POST", settings=Settings(), content=b"9" * 5000, headers=JSON)
    assert (digits.status_code, digits.json()["detail"]) == (400, "a number has too many digits")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_a_body_must_call_itself_json(kind: str) -> None:
    assert ask("POST", content=b"{}", headers={"Content-Type": kind}).status_code == 415


def test_a_mistake_is_an_answer_without_its_details_and_a_traceback_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, "pegwise.web"):
        answer = ask(path="/broken")
    assert answer.status_code == 500
    assert "ZeroDivision" not in answer.text
    name = answer.headers["X-Request-Id"]
    assert answer.json()["detail"] == f"the server made a mistake; its log describes it under {name}"
    assert len(name) == 16
    failed, told = caplog.records
    assert (failed.getMessage(), failed.levelname, told.getMessage()) == ("error", "ERROR", "request")
    assert failed.exc_info is not None
    assert failed.exc_info[0] is ZeroDivisionError
    assert told.told["status"] == 500  # type: ignore[attr-defined]
    assert told.told["id"] == failed.told["id"] == answer.headers["X-Request-Id"]  # type: ignore[attr-defined]


OTHERS = "the server answers as localhost, by its address, or a name it was given"


@pytest.mark.parametrize(
    ("asked", "status", "detail"),
    [
        ({"headers": {"Host": "evil.example"}}, 421, f"'evil.example': {OTHERS}"),
        ({"headers": {"Host": "e" * 300}}, 421, f"'{'e' * 100}': {OTHERS}"),
        ({"headers": [("Host", "localhost"), ("Host", "localhost")]}, 421, f"no one name: {OTHERS}"),
        (
            {"headers": {"Origin": "null"}},
            403,
            "the page of another site asked; --allow-origin allows one to",
        ),
        (
            {"method": "POST", "content": b"{}"},
            415,
            "send the body with the header Content-Type: application/json",
        ),
        ({"method": "POST", "content": b" " * 101, "headers": JSON}, 413, "at most 100 bytes are read"),
        (
            {"method": "POST", "content": b"[[[[1]]]]", "headers": JSON},
            400,
            "brackets are nested deeper than 3",
        ),
        (
            {"method": "POST", "content": b'"\xff"', "headers": JSON},
            400,
            "the text is not Unicode written as UTF-8",
        ),
        ({"method": "POST", "content": b"[1e999]", "headers": JSON}, 400, "the number 1e999 is too large"),
        ({"method": "POST", "content": b"[-1e999]", "headers": JSON}, 400, "the number -1e999 is too large"),
        (
            {"method": "POST", "content": b"[1" + b"0" * 60 + b"e999]", "headers": JSON},
            400,
            f"the number 1{'0' * 19} is too large",
        ),
        ({"method": "POST", "content": b"{", "headers": JSON}, 400, EXPECTED_NAME),
    ],
)
def test_a_refusal_says_what_is_wrong(asked: dict[str, Any], status: int, detail: str) -> None:
    answer = ask(**asked)
    assert (answer.status_code, answer.json()["detail"]) == (status, detail)


def test_json_may_say_more_of_itself() -> None:
    for kind in ("application/json; charset=utf-8", "Application/JSON ;x=y"):
        assert ask("POST", content=b"{}", headers={"Content-Type": kind}).status_code == 200


def test_what_is_no_request_of_http_is_closed_or_handed_on() -> None:
    sent: list[Any] = []
    handed: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        handed.append(scope["type"])

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is to be received")

    for kind in ("websocket", "lifespan"):
        asyncio.run(guarded(app=app)({"type": kind}, receive, send))
    assert sent == [{"type": "websocket.close", "code": 1008}]
    assert handed == ["lifespan"]


def test_each_request_is_logged_with_what_came_of_it(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "pegwise.web"):
        answer = post(b"[1]")
        ask(path="/" + "a" * 300, headers={"Host": "evil.example"})
    assert answer.status_code == 200
    first, second = (record.told for record in caplog.records)  # type: ignore[attr-defined]
    assert 0 <= first.pop("ms") < 60_000
    assert first == {
        "id": answer.headers["X-Request-Id"],
        "client": "127.0.0.1",
        "method": "POST",
        "path": "/api/v1/rules",
        "status": 200,
        "bytes": len(answer.content),
    }
    assert (second["method"], second["path"], second["status"]) == ("GET", "/" + "a" * 199, 421)
    assert second["problem"] == "host-refused"


def test_the_client_in_the_log_is_the_one_that_a_trusted_proxy_names(
    caplog: pytest.LogCaptureFixture,
) -> None:
    named = {"X-Forwarded-For": "198.51.100.1, 203.0.113.7"}
    with caplog.at_level(logging.INFO, "pegwise.web"):
        ask(headers=named)
        ask(headers=named, settings=Settings(proxies=("127.0.0.1",)))
    told = [record.told["client"] for record in caplog.records]  # type: ignore[attr-defined]
    assert told == ["127.0.0.1", "203.0.113.7"]


def test_a_game_is_not_named_in_the_log_though_its_request_is_refused(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, "pegwise.web"):
        ask(path="/api/v1/games/uHq3/rows", headers={"Host": "evil.example"})
    assert caplog.records[0].told["path"] == "/api/v1/games/{name}/rows"  # type: ignore[attr-defined]


def test_what_a_route_takes_from_a_path_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    """Who knows the name of a game may play it."""
    pattern = SimpleNamespace(path="/games/{name}/rows/{number}")
    routes: list[dict[str, Any]] = [
        {"route": pattern},
        {"route": SimpleNamespace(path="/api/v1/games/{name}/rows/{number}")},
        {"path_params": {"name": "uHq3"}},  # nothing is there
    ]

    async def app(scope: Any, receive: Any, send: Any) -> None:
        scope |= routes[len(caplog.records)]
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    with caplog.at_level(logging.INFO, "pegwise.web"):
        for _ in routes:
            ask(path="/api/v1/games/uHq3/rows/17", app=app)
    paths = [record.told["path"] for record in caplog.records]  # type: ignore[attr-defined]
    whole = "/api/v1/games/{name}/rows/{number}"
    assert paths == [whole, whole, "/api/v1/games/{name}/rows/17"]


START: dict[str, Any] = {"type": "http.response.start", "status": 200, "headers": []}
GONE: dict[str, Any] = {"type": "http.disconnect"}


def through(app: ASGIApp, *received: dict[str, Any]) -> list[Any]:
    """What is sent to a client that sends these messages, one after another."""
    sent: list[Any] = []
    messages = iter(received)

    async def receive() -> Any:
        await asyncio.sleep(0)
        return next(messages)

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"host", b"localhost")]}
    scope["headers"] += [(b"content-type", b"application/json")]  # type: ignore[operator]
    asyncio.run(asyncio.wait_for(guarded(SMALL, app)(scope, receive, send), LONG))
    return sent


def statuses(caplog: pytest.LogCaptureFixture) -> list[int]:
    told = [record.told for record in caplog.records if record.getMessage() == "request"]  # type: ignore[attr-defined]
    return [each["status"] for each in told]


def test_an_application_may_say_otherwise_of_what_every_answer_carries() -> None:
    own = [(b"Cache-Control", b"max-age=5"), (b"referrer-policy", b"origin")]

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({**START, "headers": own})
        await send({"type": "http.response.body"})

    headers = ask(app=app).headers
    assert headers.get_list("Cache-Control") == ["max-age=5"]
    assert headers.get_list("Referrer-Policy") == ["origin"]
    assert headers.get_list("X-Content-Type-Options") == ["nosniff"]


def test_a_body_comes_in_pieces_or_not_at_all() -> None:
    heard: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        heard.append((await receive())["body"])

    part = {"type": "http.request", "more_body": True}
    through(app, {**part, "body": b"[1"}, part, {**part, "body": b",2]", "more_body": False}, GONE)
    through(app, {"type": "http.request"}, GONE)
    assert heard == [b"[1,2]", b""]


def test_who_goes_away_before_the_body_is_there_is_sent_nothing(caplog: pytest.LogCaptureFixture) -> None:
    app = Echo()
    with caplog.at_level(logging.INFO, "pegwise.web"):
        assert through(app, {"type": "http.request", "body": b"[", "more_body": True}, GONE) == []
    assert (app.seen, statuses(caplog)) == (0, [499])


def test_who_goes_away_in_the_middle_of_the_answer_has_it_cancelled(caplog: pytest.LogCaptureFixture) -> None:
    cancelled: list[bool] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send(START)
        await send({"type": "http.response.body", "body": b"a part", "more_body": True})
        try:
            await asyncio.sleep(LONG)
        except asyncio.CancelledError:
            cancelled.append(True)
            raise

    more = {"type": "http.request", "body": b"", "more_body": False}
    with caplog.at_level(logging.INFO, "pegwise.web"):
        sent = through(app, more, more, more, GONE)  # what comes after the body is not listened to
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert (cancelled, statuses(caplog)) == ([True], [499])


def test_a_mistake_after_the_answer_has_begun_ends_it(caplog: pytest.LogCaptureFixture) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send(START)
        await send({"type": "http.response.body", "body": b"a part", "more_body": True})
        raise ZeroDivisionError

    with caplog.at_level(logging.INFO, "pegwise.web"):
        sent = through(app, {"type": "http.request"}, *[{"type": "http.request"}] * 100, GONE)
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert [record.getMessage() for record in caplog.records] == ["error", "request"]


def test_pages_may_be_kept_and_answers_may_not() -> None:
    assert "Cache-Control" not in ask(path="/page").headers
    assert "Cache-Control" not in ask(path="/apis/page").headers
    assert ask(path="/api/").headers["Cache-Control"] == "no-store"


def _head(port: int, *lines: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=LONG)
    connection.sendall("\r\n".join(lines).encode())
    return connection


def _post(port: int, *lines: str) -> socket.socket:
    head = ("POST /api/v1/hint HTTP/1.1", "Host: localhost", "Content-Type: application/json")
    return _head(port, *head, *lines, "", "")


def _said(connection: socket.socket) -> bytes:
    said = b""
    with connection:
        while part := connection.recv(65536):
            said += part
    return said


def test_an_endless_body_is_answered_and_cut_off() -> None:
    app = Echo()
    with served(guarded(SMALL, app), SMALL) as port:
        connection = _post(port, "Transfer-Encoding: chunked")
        sent = 0
        with pytest.raises(OSError):  # noqa: PT012
            while True:
                connection.sendall(b"400\r\n" + b" " * 1024 + b"\r\n")
                sent += 1
                assert sent < 100_000
        connection.close()
    assert app.seen == 0


def test_an_oversize_body_is_answered_though_all_of_it_is_sent_first() -> None:
    with served(guarded(SMALL), SMALL) as port:
        connection = _post(port, "Content-Length: 5000")
        connection.sendall(b" " * 5000)
        said = _said(connection)
    assert said.startswith(b"HTTP/1.1 413")
    assert b"connection: close" in said.lower()


def test_an_oversize_body_is_not_waited_for_though_none_of_it_comes() -> None:
    with served(guarded(SMALL), SMALL) as port:
        assert _said(_post(port, "Content-Length: 5000")).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize("headers", [[], [(b"content-length", b"1000000")]])
def test_a_refused_body_is_read_on_for_a_second_or_64_times_its_limit(
    headers: list[tuple[bytes, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float | None] = []
    read: list[bytes] = []
    sent: list[Any] = []
    timeout = asyncio.timeout

    def recorded(seconds: float | None) -> asyncio.Timeout:
        given.append(seconds)
        return timeout(LONG)

    async def receive() -> Any:
        read.append(b" " * SMALL.body)
        return {"type": "http.request", "body": read[-1], "more_body": True}

    async def send(message: Any) -> None:
        sent.append(message)

    monkeypatch.setattr("pegwise.web.limits.request_guard.asyncio.timeout", recorded)
    app = Echo()
    scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"host", b"localhost"), *headers]}
    asyncio.run(guarded(SMALL, app)(scope, receive, send))
    assert (sent[0]["status"], app.seen) == (413, 0)
    assert given == ([1.0] if headers else [SMALL.body_seconds, 1.0])
    assert len(read) == (65 if headers else 2 + 65)


def test_who_asks_again_after_the_body_hears_that_the_client_is_gone() -> None:
    heard: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            return
        heard.append(await receive())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"all of it"})
        heard.append(await receive())

    with served(guarded(SMALL, app), SMALL) as port:
        assert httpx.post(f"http://127.0.0.1:{port}/", content=b"[1]", headers=JSON).text == "all of it"
        until = time.monotonic() + LONG
        while len(heard) < 2 and time.monotonic() < until:
            time.sleep(0.01)
    assert heard == [
        {"type": "http.request", "body": b"[1]", "more_body": False},
        {"type": "http.disconnect"},
    ]


def test_a_slow_body_is_given_up() -> None:
    app = Echo()
    with served(guarded(SMALL, app), SMALL) as port:
        started = time.monotonic()
        connection = _post(port, "Content-Length: 50")
        connection.sendall(b"{")
        said = _said(connection)
        assert said.startswith(b"HTTP/1.1 408")
        assert b"the body did not arrive within 0.3 s" in said
        assert b"connection: close" in said.lower()
        assert time.monotonic() - started < LONG / 2
    assert app.seen == 0


@pytest.mark.some(1)
@pytest.mark.parametrize("sent", ["", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: "])
def test_a_connection_that_never_asks_is_closed(sent: str) -> None:
    with served(guarded(SMALL), SMALL) as port:
        assert _said(_head(port, sent)) == b""


def test_the_head_of_a_second_request_is_waited_for_no_longer() -> None:
    with served(guarded(SMALL), SMALL) as port:
        connection = _head(port, "GET / HTTP/1.1", "Host: localhost", "", "")
        said = b""
        while not said.endswith(b"}"):
            said += connection.recv(65536)
        connection.sendall(b"GET / HTTP/1.1\r\nHost:")
        assert _said(connection) == b""


def test_a_head_without_end_is_refused() -> None:
    with served(guarded(SMALL), SMALL) as port:
        connection = _head(port, "GET / HTTP/1.1", "Host: localhost", "X-A: " + "a" * 100_000)
        with contextlib.suppress(ConnectionResetError):
            assert _said(connection).startswith(b"HTTP/1.1 4")


def test_who_was_answered_did_not_go_away(caplog: pytest.LogCaptureFixture) -> None:
    """A server says "disconnect" also to whoever asks after the answer was sent."""
    ended = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"all of it"})
        await asyncio.sleep(0.05)
        ended.append(scope["path"])

    with caplog.at_level(logging.INFO, "pegwise.web"), served(guarded(Settings(), app)) as port:
        assert httpx.get(f"http://127.0.0.1:{port}/page").text == "all of it"
        while not ended:
            time.sleep(0.01)
    assert ended == ["/page"]
    assert [record.told["status"] for record in caplog.records] == [200]  # type: ignore[attr-defined]


def test_a_client_that_goes_away_has_its_work_cancelled(caplog: pytest.LogCaptureFixture) -> None:
    app = Echo()
    with caplog.at_level(logging.INFO, "pegwise.web"), served(guarded(SMALL, app), SMALL) as port:
        connection = _head(port, "GET /slow HTTP/1.1", "Host: localhost", "", "")
        while not app.running:
            time.sleep(0.01)
        connection.close()
        while app.running:
            time.sleep(0.01)
    assert app.cancelled == 1
    assert [record.told["status"] for record in caplog.records] == [499]  # type: ignore[attr-defined]


def test_more_requests_of_a_client_than_allowed_are_told_so_and_others_are_answered() -> None:
    """Behind a proxy, where all connections are the proxy's."""
    settings = replace(SMALL, client_connections=2, proxies=("127.0.0.1",))
    app = Echo()
    url = "http://127.0.0.1"
    greedy, polite = {"X-Forwarded-For": "203.0.113.7"}, {"X-Forwarded-For": "203.0.113.8"}
    slow = ("GET /api/slow HTTP/1.1", "Host: localhost", "X-Forwarded-For: 203.0.113.7", "", "")
    with served(guarded(settings, app), settings) as port:
        held = [_head(port, *slow) for _ in range(2)]
        while app.running < 2:
            time.sleep(0.01)
        refused = httpx.get(f"{url}:{port}/api/v1/rules", headers=greedy)
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
        assert refused.json()["type"] == "too-many-connections"
        assert refused.json()["detail"] == "2 requests of yours are in progress"
        assert httpx.get(f"{url}:{port}/api/v1/rules", headers=polite).status_code == 200
        for path in ("/", "/healthz"):
            assert httpx.get(f"{url}:{port}{path}", headers=greedy).status_code == 200
        held.pop().close()
        while app.running == 2:
            time.sleep(0.01)
        assert httpx.get(f"{url}:{port}/api/v1/rules", headers=greedy).status_code == 200
        for connection in held:
            connection.close()


def test_nothing_is_kept_of_clients_that_were_answered() -> None:
    guard = guarded(Settings(proxies=("127.0.0.1",)))

    async def all_of_them() -> None:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(guard), base_url="http://localhost"
        ) as client:
            for n in range(100):
                await client.get("/api/v1/rules", headers={"X-Forwarded-For": f"203.0.113.{n}"})

    asyncio.run(all_of_them())
    assert guard.current == {}


def test_two_hundred_connections_at_once_are_all_answered() -> None:
    async def one(port: int) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        barrier.append(1)
        while len(barrier) < 200:
            await asyncio.sleep(0.01)
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        said = await reader.read()
        writer.close()
        return said.split(b"\r\n")[0]

    async def all_of_them(port: int) -> list[bytes]:
        return await asyncio.gather(*(one(port) for _ in range(200)))

    barrier: list[int] = []
    with served(guarded(Settings())) as port:
        assert set(asyncio.run(all_of_them(port))) == {b"HTTP/1.1 200 OK"}
