"""Why the server refuses to answer, besides the errors of the library itself.

Each is an exception that knows its status; :mod:`pegwise.web.problems` makes JSON of every one. The
docstrings are the explanations that clients get.
"""

from __future__ import annotations

from typing import Any, ClassVar

__all__ = [
    "BadBody",
    "BodyTooLarge",
    "BodyTooSlow",
    "Busy",
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
    """A request that the server refuses: ``kind`` is its stable name, ``str()`` one line for a person."""

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
    """The body is not JSON, or is JSON that no question has: NaN, Infinity, too many nested brackets."""

    kind, title = "bad-json", "The body is not JSON that can be read"


class BodyTooLarge(Refusal):
    """The body is larger than :attr:`Settings.body`."""

    status, kind, title = 413, "body-too-large", "The body is too large"


class BodyTooSlow(Refusal):
    """The body did not arrive in time."""

    status, kind, title = 408, "body-too-slow", "The body did not arrive in time"


class NotJson(Refusal):
    """The request does not say that its body is JSON.

    Pages of other sites can send only such bodies without permission.
    """

    status, kind, title = 415, "not-json", "The body must be application/json"


class HostRefused(Refusal):
    """The request calls the server by a name that is not its own.

    Another site may have made such a name lead to this server.
    """

    status, kind, title = 421, "host-refused", "This server does not answer under that name"


class OriginRefused(Refusal):
    """The page of another site sent the request."""

    status, kind, title = 403, "origin-refused", "A page of another site may not ask this server"


class Busy(Refusal):
    """The line of questions is full. The client with most questions in it gives one up: this one."""

    status, kind, title = 503, "busy", "The server is busy"


class TooManyQuestions(Refusal):
    """This client has as many waiting questions as one client may have. Others still get answers."""

    status, kind, title = 503, "too-many-questions", "Too many questions of this client wait"


class TooManyConnections(Refusal):
    """This client has as many requests in progress as one client may have. Others still get answers."""

    status, kind, title = 503, "too-many-connections", "Too many requests of this client are in progress"


class ConnectionsFull(Refusal):
    """The server holds as many connections as it may, and is answering on all of them."""

    status, kind, title = 503, "connections-full", "The server has no connection left"


class WorkerLost(Refusal):
    """The process that worked on this question ended before it was done."""

    status, kind, title = 503, "worker-lost", "The work was lost"


class NoGame(Refusal):
    """There is no game of this name, or no longer."""

    status, kind, title = 404, "no-game", "There is no such game"


class MovedOn(Refusal):
    """The game has changed since the client last saw it."""

    status, kind, title = 409, "moved-on", "The game has moved on"


class NotKept(Refusal):
    """The server cannot use the file of the games: the disk is full, or another program holds the file."""

    status, kind, title = 503, "not-kept", "Games cannot be saved now"


class Failed(Refusal):
    """The server made a mistake; its log says what happened."""

    status, kind, title = 500, "failed", "Something went wrong in the server"


class Gone(Refusal):
    """The server is ending."""

    status, kind, title = 503, "ending", "The server is ending"
