"""``pegwise serve`` as a person and a program meet it."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import httpx
import psutil
import pytest

from pegwise.web import server
from pegwise.web.limits.settings import Settings
from pegwise.web.server import _listening, url_of
from tests.cli_runner import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import uvicorn


class Served:
    """A server in a process of its own."""

    def __init__(self, *options: str, **environment: str) -> None:
        command = [sys.executable, "-m", "pegwise", "serve", "--no-browser", "--port", "0", *options]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.first = self.process.stdout.readline()

    @property
    def told(self) -> dict[str, Any]:
        return dict(json.loads(self.first))

    def family(self) -> list[psutil.Process]:
        children: list[psutil.Process] = psutil.Process(self.process.pid).children(recursive=True)
        return children

    def end(self, *signals: signal.Signals) -> tuple[int, str]:
        """Its exit status and what it said on standard error."""
        for number in signals or (signal.SIGINT,):
            self.process.send_signal(number)
        _, err = self.process.communicate(timeout=120)
        return self.process.returncode, err


@contextlib.contextmanager
def served(*options: str, **environment: str) -> Iterator[Served]:
    server = Served("--json", *options, **environment)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
        server.process.communicate()


def test_it_says_where_it_is_answers_and_ends_with_all_its_processes() -> None:
    with served("--workers", "2") as server:
        url = server.told["url"]
        assert server.told["pid"] == server.process.pid
        health = httpx.get(f"{url}healthz").json()
        assert (health["status"], health["workers"]["all"], health["games"]) == ("ok", 2, 0)
        deadline = time.monotonic() + 120
        while sum(child.nice() > 0 for child in server.family()) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        family, started = server.family(), time.monotonic()
        status, err = server.end()
        assert time.monotonic() - started < 30
        assert status == 130
        assert err.splitlines()[-1] == "pegwise: stopped"
        _, alive = psutil.wait_procs(family, timeout=60)
        assert alive == []


def test_ctrl_c_does_not_wait_for_work_in_progress() -> None:
    with served("--workers", "1", PEGWISE_GOODBYE="0.3") as server:
        url = server.told["url"]
        port = httpx.URL(url).port
        with socket.create_connection(("127.0.0.1", port or 0)) as connection:
            # A body that is never finished: the request stays in progress.
            connection.sendall(
                b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"
            )
            time.sleep(0.3)
            family, started = server.family(), time.monotonic()
            status, _ = server.end()
        assert status == 130
        assert time.monotonic() - started < 30
        assert psutil.wait_procs(family, timeout=60)[1] == []


@pytest.mark.exhaustive
def test_it_ends_when_told_to_terminate_and_a_kill_leaves_no_process_behind() -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        with served("--workers", "1") as server:
            httpx.get(f"{server.told['url']}healthz")
            time.sleep(0.3)
            family = server.family()
            status, _ = server.end(number)
            assert status == -number
            assert psutil.wait_procs(family, timeout=60)[1] == []


def test_each_request_is_a_line_of_json_that_names_no_game() -> None:
    with served("--log") as server:
        url = server.told["url"]
        game = httpx.post(f"{url}api/v1/games", json={}).json()["id"]
        httpx.get(f"{url}api/v1/games/{game}?secret=unseen")  # digits alone may be part of a process number
        httpx.get(f"{url}healthz", headers={"Host": "evil.example"})
        _, err = server.end()
    lines = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    assert game not in err
    assert "unseen" not in err
    asked = [(line["method"], line["path"], line["status"]) for line in lines if line["event"] == "request"]
    assert asked == [
        ("POST", "/api/v1/games", 201),
        ("GET", "/api/v1/games/{name}", 200),
        ("GET", "/healthz", 421),
    ]
    assert [line["event"] for line in lines] == ["started", *["request"] * 3, "ended"]
    assert lines[0]["url"] == url
    for line in lines:
        assert {"time", "level", "event"} <= set(line)


@pytest.mark.exhaustive
def test_a_worker_killed_while_it_works_is_a_503_and_the_games_are_all_there() -> None:
    with served("--workers", "1") as server:
        api = f"{server.told['url']}api/v1/games"
        mine = httpx.post(api, json={"rules": "4x6"}).json()["id"]
        slow = httpx.post(api, json={"rules": "8x8", "codemaker": "adversary"}).json()["id"]
        first = httpx.post(f"{api}/{slow}/rows", json={"guess": "11111111"}, timeout=60).json()
        before = httpx.post(f"{api}/{mine}/rows", json={"guess": "1122"}).json()
        health = f"{server.told['url']}healthz"
        with httpx.Client(timeout=30) as client:
            said: list[httpx.Response] = []
            asked = threading.Thread(
                target=lambda: said.append(client.post(f"{api}/{slow}/rows", json={"guess": "11223344"}))
            )
            workers = [child for child in server.family() if child.nice() > 0]
            for worker in workers:
                worker.suspend()  # so that it does not finish first
            asked.start()
            while not httpx.get(health).json()["workers"]["busy"]:
                pass
            for worker in workers:
                worker.kill()
            asked.join()
        assert said[0].status_code == 503
        assert said[0].headers["Retry-After"] == "1"
        assert httpx.get(health).json()["workers"]["lost"] == 1
        assert httpx.get(f"{api}/{mine}").json() == before
        assert httpx.get(f"{api}/{slow}").json() == first
        again = httpx.post(f"{api}/{slow}/rows", json={"guess": "11223344"}, timeout=60)
        assert again.status_code == 200
        server.end()


@pytest.mark.exhaustive
def test_a_person_reads_where_the_page_is() -> None:
    server = Served()
    assert server.first.startswith("pegwise is at http://127.0.0.1:")
    assert server.process.stdout is not None
    assert server.process.stdout.readline() == "Press Ctrl-C to stop it.\n"
    server.end()
    loud = Served("--host", "0.0.0.0")
    assert loud.first.startswith("pegwise is at http://127.0.0.1:")
    assert loud.process.stdout is not None
    loud.process.stdout.readline()
    assert "anyone who can reach this computer" in loud.process.stdout.readline()
    loud.end()


def test_answers_do_not_wait_for_acknowledgements() -> None:
    with _listening("localhost", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP  # what asyncio asks before it turns Nagle's algorithm off


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("192.168.1.5", "http://192.168.1.5:8000/"),
        ("0.0.0.0", "http://127.0.0.1:8000/"),
        ("::", "http://[::1]:8000/"),
        ("fe80::1", "http://[fe80::1]:8000/"),
    ],
)
def test_where_it_is_to_be_opened(host: str, url: str) -> None:
    listener: Any = SimpleNamespace(getsockname=lambda: (host, 8000, 0, 0)[: 4 if ":" in host else 2])
    assert url_of(listener) == url


def test_what_it_serves_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A head has at most 16 KiB; no word of the server's software, no trust in a proxy's headers."""
    configs: list[uvicorn.Config] = []

    class Unserved:
        def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
            configs.append(config)
            self.ready = ready

        def run(self, sockets: list[socket.socket]) -> None:
            assert sockets[0].getsockname()[1] > 0
            self.ready()

    monkeypatch.setattr(server, "_Server", Unserved)
    told: list[str] = []
    server.run(Settings(data=str(tmp_path), idle_seconds=7, goodbye=3), "127.0.0.1", 0, told.append)
    (config,) = configs
    assert config.h11_max_incomplete_event_size == 16 * 1024
    assert (config.timeout_keep_alive, config.timeout_graceful_shutdown) == (7, 3)
    assert (config.server_header, config.proxy_headers, config.access_log) == (False, False, False)
    assert (config.lifespan, config.ws, config.log_config) == ("on", "none", None)
    assert told[0].startswith("http://127.0.0.1:")


def test_a_port_in_use_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = run("serve", "--no-browser", "--port", str(taken.getsockname()[1]))
    assert ran.status == 2
    assert ran.err.count("\n") == 1
    assert "cannot listen on 127.0.0.1" in ran.err
    assert f": {os.strerror(errno.EADDRINUSE)}; --port 0 takes any free port" in ran.err


@pytest.mark.parametrize("host", ["999.999.1.1", "no.such.host.invalid", "192.0.2.1"])
def test_a_host_that_is_none_is_one_line_about_the_host(host: str) -> None:
    ran = run("serve", "--no-browser", "--host", host)
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith(f"pegwise: host '{host}': ")
    assert "port" not in ran.err


def test_settings_that_cannot_be_are_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PEGWISE_BODY", "much")
    ran = run("serve", "--no-browser")
    assert (ran.status, ran.err) == (2, "pegwise: PEGWISE_BODY='much': expected a number such as 16384\n")
    monkeypatch.setenv("PEGWISE_BODY", "-1")
    assert run("serve", "--no-browser").status == 2


def test_games_that_cannot_be_opened_are_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "served.sqlite").write_bytes(b"something else" * 100)
    monkeypatch.setenv("PEGWISE_DATA", str(tmp_path))
    ran = run("serve", "--no-browser", "--port", "0")
    assert ran.status == 2
    assert "cannot be opened" in ran.err
    assert "Traceback" not in ran.err


def test_a_missing_extra_is_one_line() -> None:
    program = "import sys; sys.modules['uvicorn'] = None; from pegwise.cli import main; main(['serve'])"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "pegwise: the server needs more packages: pip install 'pegwise[web]'\n"
