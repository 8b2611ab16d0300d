"""Why the server declines to answer, besides the errors of the library itself.

Each is an exception that knows its status; :mod:`pegwise.web.problems` makes every one of them JSON.
"""

from __future__ import annotations

from typing import Any, ClassVar

__all__ = [
    "BadBody",
    "BodyTooLarge",
    "BodyTooSlow",
    "Busy",
    "Compiling",
    "ConnectionsFull",
    "Failed",
    "Gone",
    "HostRefused",
    "MovedOn",
    "NoGame",
    "NotJson",
    "NotKept",
    "OriginRefused",
    "Refusal",
    "TooManyConnections",
    "TooManyQuestions",
    "WorkerLost",
]


class Refusal(Exception):  # noqa: N818 - the request is at fault, or the moment
    """A request that is not answered: ``kind`` is the stable name, ``str()`` one line for a person."""

    status: ClassVar[int] = 400
    kind: ClassVar[str] = "refused"
    title: ClassVar[str] = "The request is refused"

    def __init__(self, detail: str, headers: dict[str, str] | None = None, **members: Any) -> None:
        super().__init__(detail)
        self.headers = headers or {}
        """Of the answer."""
        self.members = members
        """More to be said, as plain values."""


class BadBody(Refusal):
    """A body that is no JSON, or JSON that means nothing here: NaN, Infinity, too many brackets."""

    kind, title = "bad-json", "The body is not JSON that can be read"


class BodyTooLarge(Refusal):
    """More than :attr:`Settings.body`."""

    status, kind, title = 413, "body-too-large", "The body is too large"


class BodyTooSlow(Refusal):
    """A body that does not arrive."""

    status, kind, title = 408, "body-too-slow", "The body did not arrive in time"


class NotJson(Refusal):
    """A body that does not call itself JSON; pages elsewhere can send only such ones unasked."""

    status, kind, title = 415, "not-json", "The body must be application/json"


class HostRefused(Refusal):
    """Asked under a name that is not the server's: a name elsewhere that was made to lead here."""

    status, kind, title = 421, "host-refused", "This server does not answer under that name"


class OriginRefused(Refusal):
    """Asked by the page of another site."""

    status, kind, title = 403, "origin-refused", "A page of another site may not ask this server"


class Busy(Refusal):
    """The line of questions is full. The client with most questions in it gives one up: this one."""

    status, kind, title = 503, "busy", "The server is busy"


class TooManyQuestions(Refusal):
    """This client has as many questions waiting as one client may have; others are still answered."""

    status, kind, title = 503, "too-many-questions", "Too many questions of this client wait"


class TooManyConnections(Refusal):
    """This client has as many requests in progress as one client may have; others are still answered."""

    status, kind, title = 503, "too-many-connections", "Too many requests of this client are in progress"


class ConnectionsFull(Refusal):
    """The server holds as many connections as it may, and is answering on all of them."""

    status, kind, title = 503, "connections-full", "The server has no connection left"


class Compiling(Refusal):
    """What the question needs is being compiled, once on a computer; it can be asked again in a while."""

    status, kind, title = 503, "compiling", "The search is being compiled"


class WorkerLost(Refusal):
    """The process that worked at this question ended before it was done."""

    status, kind, title = 503, "worker-lost", "The work was lost"


class NoGame(Refusal):
    """No game has this name, or not any more."""

    status, kind, title = 404, "no-game", "There is no such game"


class MovedOn(Refusal):
    """The game is not where the request believes it to be."""

    status, kind, title = 409, "moved-on", "The game has moved on"


class NotKept(Refusal):
    """The file of the games cannot be used: a full disk, or another program that holds it."""

    status, kind, title = 503, "not-kept", "Games cannot be saved now"


class Failed(Refusal):
    """A mistake of the server's own; its log has what happened."""

    status, kind, title = 500, "failed", "Something went wrong in the server"


class Gone(Refusal):
    """The server is ending."""

    status, kind, title = 503, "ending", "The server is ending"
