"""The whole server, its processes and its sockets, with one polite client among greedy ones."""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from tests.web.test_serve import served

LONG = {"rules": "7x10", "history": "", "strategy": "entropy", "seconds": 10}
HINT = {"rules": "4x6", "history": "1122:B"}
LOOPBACK = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux has all of 127.0.0.0/8 for itself"
)


def client_at(url: str, address: str) -> httpx.Client:
    return httpx.Client(
        base_url=url, transport=httpx.HTTPTransport(local_address=address), timeout=httpx.Timeout(30)
    )


def greedy(url: str, address: str, stop: threading.Event) -> None:
    """Ask for hints of ten seconds, again and again."""
    body = json.dumps(LONG).encode()
    head = b"POST /api/v1/hint HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    target = httpx.URL(url)
    while not stop.is_set():
        with socket.create_connection((target.host, target.port or 0), 10, (address, 0)) as connection:
            connection.sendall(head + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
            connection.settimeout(0.1)
            while not stop.is_set():
                try:
                    if not connection.recv(65536):
                        break
                except TimeoutError:
                    continue
                break


@pytest.mark.exhaustive
@LOOPBACK
@pytest.mark.parametrize("addresses", [1, 8])
def test_a_polite_client_is_answered_among_eight_greedy_ones(addresses: int) -> None:
    stop = threading.Event()
    with ExitStack() as stack:
        server = stack.enter_context(served("--workers", "2", "--metrics"))
        url = server.told["url"]
        polite = stack.enter_context(client_at(url, "127.0.0.100"))
        assert polite.post("api/v1/hint", json=HINT).status_code == 200
        threads = [
            threading.Thread(target=greedy, args=(url, f"127.0.0.{2 + n % addresses}", stop))
            for n in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            stack.callback(thread.join)
        stack.callback(stop.set)
        workers: dict[str, Any] = {}
        while workers.get("busy") != min(addresses, 2) or not workers["waiting"]:
            workers = polite.get("healthz").json()["workers"]
        answers = []
        for _ in range(20):
            started = time.monotonic()
            answers.append((polite.post("api/v1/hint", json=HINT), time.monotonic() - started))
        assert {answer.status_code for answer, _ in answers} == {200}
        assert {answer.json()["guess"] for answer, _ in answers} == {"1344"}
        # A question of the greedy takes ten seconds. One of 20 may be unlucky: the machine is busy.
        assert sorted(seconds for _, seconds in answers)[-2] < 8
        workers = polite.get("healthz").json()["workers"]
        assert (workers["busy"], workers["lost"]) == (min(addresses, 2), 0)


@pytest.mark.exhaustive
@LOOPBACK
def test_who_hangs_up_while_waiting_leaves_the_line() -> None:
    with ExitStack() as stack:
        server = stack.enter_context(served("--workers", "2"))
        url = server.told["url"]
        watch = stack.enter_context(client_at(url, "127.0.0.100"))
        stop = threading.Event()
        threads = [threading.Thread(target=greedy, args=(url, "127.0.0.2", stop)) for _ in range(6)]
        for thread in threads:
            thread.start()

        def workers() -> dict[str, Any]:
            return dict(watch.get("healthz").json()["workers"])

        try:
            deadline = time.monotonic() + 120
            while workers()["waiting"] < 4:
                assert time.monotonic() < deadline
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        while any(workers()[key] for key in ("busy", "trying", "waiting")):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert workers()["lost"] == 0
