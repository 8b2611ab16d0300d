"""Why the server refuses to answer, besides the errors of the library itself.

Each is an exception that knows its status; :mod:`pegwise.web.problems` makes JSON of every one. The
docstrings are the explanations that clients get.
"""

from __future__ import annotations

from typing import Any, ClassVar


class Refusal(Exception):  # noqa: N818 - the request is at fault, or the moment
    """A request that the server refuses: ``kind`` is its stable name, ``str()`` one line for a person."""

    status: ClassVar[int]
    kind: ClassVar[str]
    title: ClassVar[str]

    def __init_subclass__(cls, *, status: int, kind: str, title: str) -> None:
        cls.status, cls.kind, cls.title = status, kind, title

    def __init__(self, detail: str, headers: dict[str, str] | None = None, **members: Any) -> None:
        super().__init__(detail)
        self.headers = headers or {}
        """Of the answer."""
        self.members = members
        """More to be said, as plain values."""


class BadBody(Refusal, status=400, kind="bad-json", title="The body is not JSON that can be read"):
    """The body is not JSON, or is JSON that no question has: NaN, Infinity, too many nested brackets."""


class BodyTooLarge(Refusal, status=413, kind="body-too-large", title="The body is too large"):
    """The body is larger than :attr:`Settings.body`."""


class BodyTooSlow(Refusal, status=408, kind="body-too-slow", title="The body did not arrive in time"):
    """The body did not arrive in time."""


class NotJson(Refusal, status=415, kind="not-json", title="The body must be application/json"):
    """The request does not say that its body is JSON.

    Pages of other sites can send only such bodies without permission.
    """


class HostRefused(
    Refusal, status=421, kind="host-refused", title="This server does not answer under that name"
):
    """The request calls the server by a name that is not its own.

    Another site may have made such a name lead to this server.
    """


class OriginRefused(
    Refusal, status=403, kind="origin-refused", title="A page of another site may not ask this server"
):
    """The page of another site sent the request."""


class Busy(Refusal, status=503, kind="busy", title="The server is busy"):
    """The line of questions is full. The client with most questions in it gives one up: this one."""


class TooManyQuestions(
    Refusal, status=503, kind="too-many-questions", title="Too many questions of this client wait"
):
    """This client has as many waiting questions as one client may have. Others still get answers."""


class TooManyConnections(
    Refusal, status=503, kind="too-many-connections", title="Too many requests of this client are in progress"
):
    """This client has as many requests in progress as one client may have. Others still get answers."""


class ConnectionsFull(
    Refusal, status=503, kind="connections-full", title="The server has no connection left"
):
    """The server holds as many connections as it may, and is answering on all of them."""


class WorkerLost(Refusal, status=503, kind="worker-lost", title="The work was lost"):
    """The process that worked on this question ended before it was done."""


class NoGame(Refusal, status=404, kind="no-game", title="There is no such game"):
    """There is no game of this name, or no longer."""


class MovedOn(Refusal, status=409, kind="moved-on", title="The game has moved on"):
    """The game has changed since the client last saw it."""


class NotKept(Refusal, status=503, kind="not-kept", title="Games cannot be saved now"):
    """The server cannot use the file of the games: the disk is full, or another program holds the file."""


class Failed(Refusal, status=500, kind="failed", title="Something went wrong in the server"):
    """The server made a mistake; its log says what happened."""


class Gone(Refusal, status=503, kind="ending", title="The server is ending"):
    """The server is ending."""
