"""Errors as problem details (RFC 9457): the one place where an error becomes JSON.

Whatever goes wrong, the response is an object with ``type`` (a stable name, and the path of what it means),
``title``, ``status`` and ``detail`` (one line for a person), and members that only some kinds have. The page
without a server has the same: so what belongs to the server's framework is imported only for its own errors.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from pegwise import errors
from pegwise.errors import ContradictionError, LimitError, PegwiseError
from pegwise.web.limits.refusals import BadBody, Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi.exceptions import RequestValidationError
    from starlette.responses import JSONResponse

MEDIA_TYPE = "application/problem+json"
PATH = "/api/v1/problems"
"""Where the kinds are described; the ``type`` of a problem is a path below it."""


@dataclass(frozen=True)
class Kind:
    """A kind of problem: its stable name, the status it comes with, what it is, and what to do."""

    name: str
    status: int
    title: str
    meaning: str

    @property
    def type(self) -> str:
        """The URI of the kind."""
        return f"{PATH}/{self.name}"

    def to_dict(self) -> dict[str, Any]:
        """Return the kind as plain values: what is found at its URI."""
        return {"type": self.type, "title": self.title, "status": self.status, "meaning": self.meaning}


@dataclass(frozen=True)
class Problem:
    """A problem: ``members`` are those that only its kind has, ``headers`` are those of the response."""

    kind: Kind
    detail: str
    members: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the problem as plain values, as RFC 9457 names them."""
        about = {"type": self.kind.type, "title": self.kind.title, "status": self.kind.status}
        return {**about, "detail": self.detail, **self.members}


_OF_ERRORS = {
    errors.NotationError: Kind(
        "notation", 422, "Text that cannot be read", "`detail` says what was expected."
    ),
    errors.RulesError: Kind("rules", 422, "Rules that no game can have", "`detail` says why."),
    errors.CodeError: Kind(
        "code", 422, "A code outside the rules", "Its length is wrong, or a color is unknown or repeats."
    ),
    errors.FeedbackError: Kind("feedback", 422, "Feedback that cannot exist", "No code gives this feedback."),
    ContradictionError: Kind(
        "contradiction",
        422,
        "No code is possible",
        "`contradiction` has the fewest `rows` that cannot all be true, numbered from 1, and the `repairs`: "
        "each changes the feedback of one row. It is null if there was no time to find them.",
    ),
    errors.StrategyError: Kind(
        "strategy", 422, "No such strategy, or not for these rules", "GET /api/v1/strategies lists them."
    ),
    errors.MethodError: Kind(
        "method", 422, "The game is too large for the method", "`detail` names other methods."
    ),
    LimitError: Kind(
        "limit",
        422,
        "The work passes a limit",
        "`estimate`, if there is one, says what the work would take: `pairs` of codes, `bytes`, `seconds`. "
        "Allow more `seconds`, or ask for less.",
    ),
    errors.FileFormatError: Kind("file", 422, "A file that cannot be read", "`detail` says what is wrong."),
    PegwiseError: Kind("impossible", 422, "The request asks for something impossible", "`detail` says why."),
}
_INVALID = Kind("invalid", 422, "The request is not as the API describes it", "`errors` says where and why.")
_OF_STATUS = {
    404: Kind("not-found", 404, "There is nothing at this path", "GET /openapi.json lists the paths."),
    405: Kind(
        "method-not-allowed",
        405,
        "The path does not have this method",
        "The header Allow names the methods that it has.",
    ),
}


def _kind(refusal: type[Refusal]) -> Kind:
    meaning = " ".join((refusal.__doc__ or "").split())
    return Kind(refusal.kind, refusal.status, refusal.title, meaning.replace(":attr:`", "`"))


KINDS = {
    kind.name: kind
    for kind in (*_OF_ERRORS.values(), _INVALID, *_OF_STATUS.values(), *map(_kind, Refusal.__subclasses__()))
}
"""All kinds of problems by name."""


def problem_of(error: Exception) -> Problem:
    """Return the problem of an error: a refusal, an error of the library, or one of the framework.

    >>> problem = problem_of(LimitError("too much"))
    >>> problem.to_dict()["type"], problem.to_dict()["status"]
    ('/api/v1/problems/limit', 422)
    """
    if isinstance(error, Refusal):
        return Problem(_kind(type(error)), str(error), error.members, error.headers)
    if not isinstance(error, PegwiseError):
        return _of_framework(error)
    kind = next(_OF_ERRORS[each] for each in type(error).__mro__ if each in _OF_ERRORS)
    members: dict[str, Any] = {}
    if isinstance(error, ContradictionError):
        members["contradiction"] = None if error.explained is None else error.explained.to_dict()
    elif isinstance(error, LimitError) and error.cost is not None:
        members["estimate"] = error.cost.to_dict()
    return Problem(kind, str(error), members)


def _of_framework(error: Exception) -> Problem:
    from fastapi.exceptions import RequestValidationError
    from starlette.exceptions import HTTPException

    if isinstance(error, RequestValidationError):
        return _of_validation(error)
    if isinstance(error, HTTPException):
        status = HTTPStatus(error.status_code)
        other = Kind(status.phrase.lower().replace(" ", "-"), status.value, status.phrase, status.description)
        return Problem(_OF_STATUS.get(status, other), str(error.detail), headers=error.headers or {})
    raise error


def _of_validation(error: RequestValidationError) -> Problem:
    told = error.errors()
    if any(each["type"] == "json_invalid" for each in told):
        return Problem(_kind(BadBody), "the body is not JSON")
    wrong = [
        {"where": ".".join(map(str, each["loc"])) or "body", "message": str(each["msg"])} for each in told
    ]
    first = f"{wrong[0]['where']}: {wrong[0]['message']}" if wrong else "the request cannot be read"
    return Problem(_INVALID, first, {"errors": wrong})


def respond(problem: Problem | Exception) -> JSONResponse:
    """Return the response to a problem, or to the problem of an error."""
    from starlette.responses import JSONResponse

    found = problem if isinstance(problem, Problem) else problem_of(problem)
    return JSONResponse(found.to_dict(), found.kind.status, dict(found.headers), media_type=MEDIA_TYPE)
