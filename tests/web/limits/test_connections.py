"""How many connections are held, of whom, and which makes room for another."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from pegwise.web.limits.connections import DISPLACED, Connections, protocol
from pegwise.web.limits.refusals import ConnectionsFull, TooManyConnections
from pegwise.web.limits.settings import Settings
from tests.web.small import Echo, guarded, served

if TYPE_CHECKING:
    from collections.abc import Callable


class Fake:
    def __init__(self, owner: str, since: float = 0.0, waiting: bool = True, shared: bool = False) -> None:
        self.owner, self.since, self.waiting, self.shared = owner, since, waiting, shared
        self.displaced = False

    def displace(self) -> None:
        self.displaced = True


def holding(*held: Fake, now: float = 100.0, **settings: Any) -> tuple[Connections, list[str]]:
    told: list[str] = []
    connections = Connections(
        Settings(**{"connections": 6, "client_connections": 3, **settings}), told.append, lambda: now
    )
    for each in held:
        assert connections.add(each) is None
    return connections, told


def test_at_its_limit_a_client_makes_room_with_the_connection_that_waited_longest() -> None:
    old, older, answered = Fake("a", 20), Fake("a", 10), Fake("a", 0, waiting=False)
    other = Fake("b", 0)
    connections, told = holding(old, older, answered, other)
    assert connections.add(Fake("a", 100)) is None
    assert [each.displaced for each in (old, older, answered, other)] == [False, True, False, False]
    assert (len(connections), told) == (4, [DISPLACED])


def test_at_its_limit_a_client_is_refused_if_none_waited_for_a_second() -> None:
    held = [Fake("a", 99.1), Fake("a", 0, waiting=False), Fake("a", 99.2)]
    connections, told = holding(*held)
    refusal = connections.add(Fake("a", 100))
    assert isinstance(refusal, TooManyConnections)
    assert (str(refusal), refusal.headers) == ("3 requests of yours are in progress", {"Retry-After": "1"})
    assert (len(connections), told) == (3, ["too-many-connections"])
    assert connections.add(Fake("b", 100)) is None
    exactly, _ = holding(Fake("a", 99.0), *held[1:])
    assert exactly.add(Fake("a", 100)) is None


def test_when_all_are_in_use_the_client_with_most_makes_room_at_once() -> None:
    most = [Fake("a", 99.9), Fake("a", 99.8), Fake("a", 99.7)]
    fewer = [Fake("b", 0), Fake("b", 0), Fake("c", 0)]
    connections, _ = holding(*most, *fewer)
    assert connections.add(Fake("d", 100)) is None
    assert [each.displaced for each in most] == [False, False, True]
    assert not any(each.displaced for each in fewer)
    assert len(connections) == 6


def test_a_client_with_as_many_as_the_others_displaces_nobody_but_itself() -> None:
    held = [Fake(owner, n) for n, owner in enumerate("aabbcc")]
    connections, _ = holding(*held)
    assert connections.add(Fake("a", 100)) is None
    assert [each.displaced for each in held] == [True, False, False, False, False, False]
    answered, _ = holding(*(Fake(owner, 0, waiting=False) for owner in "aabbcc"))
    for client in "ad":
        refusal = answered.add(Fake(client, 100))
        assert isinstance(refusal, ConnectionsFull)
        assert str(refusal) == "all 6 connections of this server are in use"
    assert len(answered) == 6


def test_if_the_client_with_most_is_being_answered_the_next_makes_room() -> None:
    held = [Fake("a", 0, waiting=False) for _ in range(3)] + [Fake("b", 1), Fake("b", 2), Fake("c", 0)]
    connections, _ = holding(*held)
    assert connections.add(Fake("d", 100)) is None
    assert [each.displaced for each in held] == [False, False, False, True, False, False]


def test_a_proxy_has_connections_for_many_clients() -> None:
    connections, told = holding(*(Fake("proxy", 0, shared=True) for _ in range(6)))
    assert (len(connections), told) == (6, [])
    assert connections.add(Fake("d", 100)) is None


def test_nothing_is_kept_of_clients_that_are_gone() -> None:
    connections, _ = holding()
    for n in range(1000):
        one = Fake(f"{n}")
        connections.add(one)
        connections.remove(one)
        connections.remove(one)
    assert (len(connections), connections.clients, connections._held) == (0, 0, {})


# The same over real sockets.

FEW = Settings(
    connections=6,
    client_connections=4,
    body_seconds=30,
    header_seconds=30,
    reading_seconds=0.5,
    idle_seconds=30,
)
HEAD = b"POST /api/v1/hint HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
SLOW = HEAD + b"Content-Length: 50\r\n\r\n{"


def opened(port: int, sent: bytes, source: str = "127.0.0.1") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), 60, (source, 0))
    connection.sendall(sent)
    return connection


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def is_closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return not connection.recv(1)
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


@pytest.mark.exhaustive
def test_slow_bodies_of_one_client_keep_nobody_out_not_even_itself() -> None:
    with contextlib.ExitStack() as stack:
        port = stack.enter_context(served(guarded(FEW), FEW))
        slow = [stack.enter_context(opened(port, SLOW)) for _ in range(4)]
        time.sleep(1.1)
        assert httpx.get(f"http://127.0.0.1:{port}/").status_code == 200
        until(lambda: is_closed(slow[0]))
        assert not any(map(is_closed, slow[1:]))


def test_slow_bodies_of_several_clients_make_room_for_one_more() -> None:
    with contextlib.ExitStack() as stack:
        port = stack.enter_context(served(guarded(FEW), FEW))
        slow = [stack.enter_context(opened(port, SLOW, f"127.0.0.{2 + n % 3}")) for n in range(6)]
        time.sleep(0.2)
        for _ in range(3):
            assert httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200
        until(lambda: any(map(is_closed, slow)))


def test_a_client_that_is_answered_on_all_its_connections_reads_why_it_is_refused() -> None:
    app = Echo()
    with contextlib.ExitStack() as stack:
        port = stack.enter_context(served(guarded(FEW, app), FEW))
        for _ in range(4):
            stack.enter_context(opened(port, b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        until(lambda: app.running == 4)
        refused = httpx.get(f"http://127.0.0.1:{port}/")
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
        assert refused.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert refused.headers["content-type"] == "application/problem+json"
        assert refused.json()["type"] == "/api/v1/problems/too-many-connections"
        other = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=other) as client:
            assert client.get(f"http://127.0.0.1:{port}/").status_code == 200


def test_more_that_are_refused_than_can_be_told_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pegwise.web.limits.connections._LEAVING", 0)
    app = Echo()
    with contextlib.ExitStack() as stack:
        port = stack.enter_context(served(guarded(FEW, app), FEW))
        for _ in range(4):
            stack.enter_context(opened(port, b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        until(lambda: app.running == 4)
        with pytest.raises(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/")


class Endless:
    """An answer without end; ``ended`` says that nobody works at it any more."""

    def __init__(self) -> None:
        self.sent, self.ended = 0, False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await Echo()(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        try:
            while True:
                await send({"type": "http.response.body", "body": b" " * 65536, "more_body": True})
                self.sent += 1
                await asyncio.sleep(0)  # what is sent to nobody takes no time
        finally:
            self.ended = True


def test_a_client_that_does_not_read_its_answer_is_closed() -> None:
    app = Endless()
    with served(guarded(FEW, app), FEW) as port:
        connection = opened(port, b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: app.ended)
        assert app.sent > 0
        connection.close()


@pytest.mark.exhaustive
def test_a_client_that_reads_slowly_but_reads_is_not_closed() -> None:
    app = Endless()
    with served(guarded(FEW, app), FEW) as port:
        connection = opened(port, b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        started = time.monotonic()
        while time.monotonic() - started < 3 * FEW.reading_seconds:
            assert connection.recv(1 << 20)
            assert not app.ended
        connection.close()
        until(lambda: app.ended)


def test_connections_are_given_back_when_they_end() -> None:
    connections = Connections(FEW)
    with served(guarded(FEW), FEW, http=protocol(FEW, connections)) as port:
        for _ in range(20):
            assert httpx.get(f"http://127.0.0.1:{port}/").status_code == 200
        until(lambda: len(connections) == 0)
