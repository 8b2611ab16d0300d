"""The limits of the server, each with its default: what protects one request from another."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pegwise.errors import LimitError, NotationError
from pegwise.notation import RULES_NAMES, parse_rules

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

    >>> Settings(workers=2).waiting
    4
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
    queue: int = _told(0, "questions that may wait for a worker, then 503; 0 is twice the workers")
    connections: int = _told(512, "requests in progress at once, then 503")
    header_seconds: float = _told(10.0, "for the head of a request to arrive, else the connection is closed")
    body_seconds: float = _told(10.0, "for the body of a request to arrive, then 408")
    idle_seconds: float = _told(15.0, "how long a connection is kept between two requests")
    goodbye: float = _told(2.0, "for what is being answered when the server ends")
    games: int = _told(1000, "games kept; a new one then takes the place of the one longest untouched")
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

    def __post_init__(self) -> None:
        if not self.workers:
            object.__setattr__(self, "workers", os.cpu_count() or 1)
        for entry in fields(self):
            value = getattr(self, entry.name)
            least = 0 if entry.name == "queue" else 1e-3
            if isinstance(value, int | float) and not value >= least:
                raise LimitError(f"a limit of {value} {entry.name} allows nothing at all")
        for rules in self.ahead:
            parse_rules(rules)

    @property
    def waiting(self) -> int:
        """How many questions may wait for a worker."""
        return self.queue or 2 * self.workers

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
