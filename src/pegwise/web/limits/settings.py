"""The limits of the server, each with its default: what protects one request from another."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pegwise.errors import LimitError, NotationError
from pegwise.web.limits.client_address import networks

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX = "PEGWISE_"
"""The prefix of the environment variable of a setting; the rest is its name in capitals."""


def _told(default: Any, what: str) -> Any:
    """Return a setting with its default, and with what it is in a line."""
    return field(default=default, metadata={"what": what})


@dataclass(frozen=True)
class Settings:
    """Every limit of the server. Times are seconds, sizes bytes.

    Raises:
        LimitError: If a limit allows nothing.
        NotationError: If a text is not what the setting expects.

    Example:
        >>> Settings(workers=2).share
        1
        >>> Settings.read({"PEGWISE_BODY": "1024"}, workers=2).body
        1024
    """

    body: int = _told(
        16 * 1024, "Largest body of a request, in bytes. The server refuses a larger one with status 413"
    )
    file: int = _told(
        4_000_000, "Largest body of a request for a node of a tree, which may hold the text of a tree file"
    )
    lists: int = _told(
        500_000, "Largest body of a question about a position, which may hold the lists of a word game"
    )
    depth: int = _told(
        16, "Deepest nesting of brackets in JSON. The server refuses deeper nesting with status 400"
    )
    rows: int = _told(64, "Most rows of a history or of a game")
    pegs: int = _told(100, "Most pegs of the rules in a question")
    colors: int = _told(1000, "Most colors of the rules in a question")
    seconds: float = _told(2.0, "Time limit of a question that names none, in seconds")
    most_seconds: float = _told(10.0, "Longest time limit that a question may name")
    grace: float = _told(1.0, "Seconds after its time limit when work that does not stop is killed")
    memory: int = _told(2**30, "Memory of one worker process, in bytes, where the system can enforce it")
    workers: int = _told(0, "Worker processes; 0 means one for each processor")
    share: int = _told(0, "Workers that one client may use at once; 0 means half of them, rounded up")
    quick: int = _told(0, "Additional processes for quick questions; 0 means one for every four workers")
    quick_seconds: float = _told(0.5, "Seconds that a quick process spends on a question before it gives up")
    queue: int = _told(32, "Questions of one client that may wait. The server refuses more with status 503")
    waiting: int = _told(
        256,
        "Questions of all clients together that may wait. "
        "If there are more, the client with the most waiting questions loses its newest one",
    )
    connections: int = _told(
        512,
        "Open connections of all clients together. "
        "If there are more, the client with the most connections loses one that is idle",
    )
    client_connections: int = _told(256, "Open connections of one client, and its API requests in progress")
    header_seconds: float = _told(
        10.0, "Seconds for the head of a request to arrive. After that, the server closes the connection"
    )
    body_seconds: float = _told(
        10.0, "Seconds for the body of a request to arrive. After that, the server refuses it with status 408"
    )
    idle_seconds: float = _told(15.0, "Seconds that a connection may be idle between two requests")
    reading_seconds: float = _told(
        10.0, "Seconds that a client may stop reading. After that, the server closes the connection"
    )
    goodbye: float = _told(2.0, "Seconds for requests in progress when the server stops")
    games: int = _told(
        1000,
        "Games of all clients together that the server keeps. "
        "If there are more, the client with the most games loses its oldest one",
    )
    client_games: int = _told(
        200, "Games that the server keeps for one client. If there are more, the client loses its oldest one"
    )
    days: float = _told(30.0, "Days that a game is kept after its last guess")
    data: str = _told("", "Folder of the saved games; if empty, the user's data folder")
    allow_hosts: tuple[str, ...] = _told(
        (), "Names under which the server may be reached, besides localhost and numeric IP addresses"
    )
    allow_origins: tuple[str, ...] = _told((), "Allowed CORS origins, such as https://example.org")
    proxies: tuple[str, ...] = _told(
        (), "Trusted proxies, as addresses or networks; their X-Forwarded-For header names the client"
    )
    metrics: str = _told(
        "",
        "`on` or `off`: whether the server answers /metrics; if empty, it does so only if it listens on the "
        "loopback address and has no name and no proxy",
    )

    def __post_init__(self) -> None:
        workers = self.workers or os.cpu_count() or 1
        made = {"workers": workers, "share": math.ceil(workers / 2), "quick": math.ceil(workers / 4)}
        for name, value in made.items():
            object.__setattr__(self, name, getattr(self, name) or value)
        for entry in fields(self):
            value = getattr(self, entry.name)
            if isinstance(value, int | float) and not value >= 1e-3:
                raise LimitError(f"a limit of {value} {entry.name} allows nothing at all")
        networks(self.proxies)
        if self.metrics not in ("", "on", "off"):
            raise NotationError(f"{PREFIX}METRICS={self.metrics!r}: expected on or off")

    def shows_metrics(self, loopback: bool) -> bool:
        """Tell whether ``/metrics`` answers on a server that listens on the ``loopback`` address, or not.

        By default it does not if others can reach the server, or are to reach it by a name or a proxy.
        """
        return self.metrics == "on" if self.metrics else loopback and not (self.allow_hosts or self.proxies)

    @property
    def games_file(self) -> Path:
        """The file in which the server keeps its games."""
        if self.data:
            return Path(self.data) / "served.sqlite"
        from pegwise.play.saved_games import data_file

        return data_file().with_name("served.sqlite")

    def allowed(self, seconds: float | None) -> float:
        """Return the time of a question that asks for ``seconds``, or for none.

        Raises:
            LimitError: If that is more than a question may take, or not above 0.
        """
        if seconds is None:
            return min(self.seconds, self.most_seconds)
        if not 0 < seconds <= self.most_seconds:
            raise LimitError(
                f"{seconds:g} seconds: a question may take more than 0 and up to {self.most_seconds:g}"
            )
        return seconds

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ, **given: Any) -> Settings:
        """Return the settings of the environment; those ``given`` come first, unless they are None.

        Raises:
            NotationError: If a variable cannot be read.
        """
        found = {name: value for name, value in given.items() if value is not None}
        for entry in fields(cls):
            text = environment.get(PREFIX + entry.name.upper())
            if entry.name not in found and (text or (text == "" and isinstance(entry.default, tuple))):
                found[entry.name] = _read(PREFIX + entry.name.upper(), text, entry.default)
        return cls(**found)


def _read(name: str, text: str, default: Any) -> Any:
    if isinstance(default, tuple):
        return tuple(text.replace(",", " ").split())
    try:
        return type(default)(text)
    except ValueError:
        raise NotationError(f"{name}={text!r}: expected a number such as {default}") from None
