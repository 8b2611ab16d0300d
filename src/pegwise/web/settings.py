"""The limits of the server, each with its default: what protects one request from another."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pegwise.errors import LimitError, NotationError
from pegwise.notation import RULES_NAMES, parse_rules
from pegwise.web.clients import networks

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PREFIX", "Settings"]

PREFIX = "PEGWISE_"
"""A setting is read from the environment variable of this and its name in capitals."""


def _told(default: Any, what: str) -> Any:
    """A setting with its default, and what it is in a line."""
    return field(default=default, metadata={"what": what})


@dataclass(frozen=True)
class Settings:
    """Every limit of the server. Times are seconds, sizes bytes.

    Raises :class:`~pegwise.errors.LimitError` for a limit that allows nothing, and what
    :func:`~pegwise.notation.parse_rules` raises for games that are none.

    >>> Settings(workers=2).share
    1
    >>> Settings.read({"PEGWISE_BODY": "1024"}, workers=2).body
    1024
    """

    body: int = _told(16 * 1024, "the body of a request; more is refused with 413")
    depth: int = _told(16, "brackets within brackets in JSON; more is refused with 400")
    rows: int = _told(64, "rows of a history or of a game")
    pegs: int = _told(100, "pegs of the rules that are answered about")
    colors: int = _told(1000, "colors of the rules that are answered about")
    seconds: float = _told(2.0, "the time of a question that asks for none")
    most_seconds: float = _told(10.0, "the most time a question may ask for")
    grace: float = _told(1.0, "after its time, how long until work that does not stop by itself is killed")
    memory: int = _told(2**30, "memory of one worker, where the system can hold it to that")
    workers: int = _told(0, "processes that work at questions; 0 is one a processor")
    share: int = _told(0, "workers that one client may hold at once; 0 is half of them, rounded up")
    quick: int = _told(0, "processes besides, for questions that take a moment; 0 is one for four workers")
    quick_seconds: float = _told(0.5, "how long such a process tries a question")
    queue: int = _told(32, "questions of one client that may wait, then 503")
    waiting: int = _told(256, "questions of all clients that may wait, then 503 for the client with most")
    connections: int = _told(512, "connections that are open at once")
    client_connections: int = _told(200, "connections of one client, and its requests in progress, then 503")
    header_seconds: float = _told(10.0, "for the head of a request to arrive, else the connection is closed")
    body_seconds: float = _told(10.0, "for the body of a request to arrive, then 408")
    idle_seconds: float = _told(15.0, "how long a connection is kept between two requests")
    reading_seconds: float = _told(
        10.0, "for a client to read on in an answer, else the connection is closed"
    )
    goodbye: float = _told(2.0, "for what is being answered when the server ends")
    games: int = _told(
        1000,
        "games kept; a new one then takes the place of one of the client that has most, longest untouched",
    )
    client_games: int = _told(200, "games kept of one client; a new one then takes the place of its oldest")
    days: float = _told(30.0, "how long a game is kept after its last move")
    ahead: tuple[str, ...] = _told(
        tuple(RULES_NAMES),
        "games compiled for when the server starts, others then when they are first asked about; "
        "if empty, only what a question cannot do without",
    )
    data: str = _told("", "the folder of the games; the user's data folder if empty")
    hosts: tuple[str, ...] = _told(
        (), "names, besides localhost and addresses in figures, under which the server may be asked"
    )
    origins: tuple[str, ...] = _told((), "pages of other servers that may ask, such as https://example.org")
    proxies: tuple[str, ...] = _told(
        (), "addresses or networks of proxies whose X-Forwarded-For names the client, such as 127.0.0.1"
    )
    metrics: str = _told(
        "",
        "`on` or `off`: whether /metrics answers; if empty, only on a server that listens on the loopback "
        "address and has neither a name nor a proxy",
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
        for rules in self.ahead:
            parse_rules(rules)
        networks(self.proxies)
        if self.metrics not in ("", "on", "off"):
            raise NotationError(f"{PREFIX}METRICS={self.metrics!r}: expected on or off")

    def shows_metrics(self, loopback: bool) -> bool:
        """Tell whether ``/metrics`` answers on a server that listens on the ``loopback`` address, or not.

        Unless it is told to, a server that others can reach, or that has a name or a proxy because others are
        to reach it, does not tell them what it does.
        """
        return self.metrics == "on" if self.metrics else loopback and not (self.hosts or self.proxies)

    @property
    def games_file(self) -> Path:
        """Where the server's games are kept."""
        if self.data:
            return Path(self.data) / "served.sqlite"
        from pegwise.play.store import data_file

        return data_file().with_name("served.sqlite")

    def allowed(self, seconds: float | None) -> float:
        """The time of a question that asks for ``seconds``, or for none.

        Raises :class:`~pegwise.errors.LimitError` for more than is given, or nothing.
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
        """The settings of the environment; those ``given``, unless None, come first.

        Raises :class:`~pegwise.errors.NotationError` for a variable that cannot be read.
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
