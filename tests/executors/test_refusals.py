"""Addresses at which there is no scheduler, and options that do not go together: one line each."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import pytest

from pegwise.errors import ExecutorError
from pegwise.executors import cluster
from pegwise.executors.cluster import connected, local_cluster
from tests.cli_runner import run

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def server(says: bytes) -> Iterator[str]:
    """A server that says the same to everybody; its address."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            while True:
                try:
                    line, _ = listening.accept()
                except OSError:
                    return
                with line, suppress(OSError):
                    line.sendall(says)
                    line.recv(1)  # until the other one goes

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)
    thread.join(5)


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("nonsense", "missing port number in address 'nonsense'"),
        ("pigeon://127.0.0.1:1", "unknown address scheme 'pigeon'"),
        ("tcp://127.0.0.1:1", "Connection refused"),
    ],
)
def test_a_bad_address_is_one_line(address: str, reason: str) -> None:
    said = pytest.raises(
        ExecutorError, match=f"^no Dask scheduler can be reached at {address}: .*{reason}.*$"
    )
    with said, connected(address):
        pass


@pytest.mark.parametrize("says", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b""], ids=["http", "silent"])
def test_another_protocol_is_one_line(says: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_REACHED", 0.5)
    with server(says) as address:
        said = pytest.raises(ExecutorError, match="what answers there does not speak Dask's protocol$")
        with said, connected(address):
            pass


def test_a_missing_extra_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    for opened in (connected("tcp://127.0.0.1:1"), local_cluster(1)):
        with (
            pytest.raises(ExecutorError, match=r"^a cluster needs Dask: pip install 'pegwise\[cluster\]'$"),
            opened,
        ):
            pass


@pytest.mark.parametrize(
    "words",
    [
        ["tree", "--workers", "2", "--threads", "2"],
        ["tree", "--workers", "2", "--estimate"],
        ["compare", "--workers", "2", "--cluster", "tcp://127.0.0.1:1"],
        ["optimal", "--no-book", "--threads", "2", "--cluster", "tcp://127.0.0.1:1"],
        ["optimal", "--all-guesses", "--workers", "2", "--threads", "2"],
    ],
    ids=" ".join,
)
def test_options_that_do_not_go_together_are_refused(words: list[str]) -> None:
    result = run(*words)
    assert result.status == 2
    assert "cannot be used together" in result.err
