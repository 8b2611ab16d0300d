"""The description of the API, OpenAPI 3.1: what FastAPI makes of it, and what it cannot know."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from fastapi.openapi.utils import get_openapi
from starlette.routing import compile_path

from pegwise import __version__
from pegwise.web import problems, stream
from pegwise.web.schemas.responses import ProblemAnswer

if TYPE_CHECKING:
    from fastapi import FastAPI

_SUMMARY = "The engine, analyzer and game of Mastermind and its relatives"
_TEXT = """Answers are the JSON of the terminal's `--json`. Errors are problem details (RFC 9457).

Questions that may take longer answer with server-sent events to `Accept: text/event-stream`: `progress`
{what, done, total}, then `result` or `problem`. Closing the connection ends the work.

What is here under `/api/v1` stays: paths, keys and their meaning. Keys, paths, kinds of problems and
optional members of requests may be added.
"""
_ANY = (400, 403, 404, 405, 408, 413, 415, 421, 422, 500, 503)
"""What a request may be answered that is not as it should be, or comes at the wrong moment."""


STREAMS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The answer; or, to those who accept them, events that end with it",
        "content": {stream.MEDIA_TYPE: {"schema": {"type": "string"}}},
    }
}
"""The ``responses`` of a route that can answer with events."""


def description(app: FastAPI) -> dict[str, Any]:
    """What is at ``/openapi.json``; made once."""
    if app.openapi_schema is None:
        told = get_openapi(
            title="pegwise", version=__version__, summary=_SUMMARY, description=_TEXT, routes=app.routes
        )
        schemas = told["components"]["schemas"]
        problem = ProblemAnswer.model_json_schema(ref_template="#/components/schemas/{model}")
        schemas |= {**problem.pop("$defs"), "ProblemAnswer": problem}
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        # The limits of this server are settings, not part of the models.
        for schema in schemas.values():
            for choice in schema.get("properties", {}).get("seconds", {}).get("anyOf", []):
                if choice.get("type") == "number":
                    choice["maximum"] = app.state.settings.most_seconds
        for path in told["paths"].values():
            for operation in path.values():
                operation["responses"] |= _problems(operation["responses"])
        app.openapi_schema = told
    return app.openapi_schema


def methods(app: FastAPI, path: str) -> list[str]:
    """The methods there are at a path; none where there is nothing."""
    paths = description(app)["paths"].items()
    found = [operations for template, operations in paths if compile_path(template)[0].fullmatch(path)]
    return sorted({method.upper() for operations in found for method in operations})


def _problems(known: dict[str, Any]) -> dict[str, Any]:
    """Every response that is no answer is a problem."""
    content = {problems.MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemAnswer"}}}
    statuses = sorted({*map(str, _ANY), *(status for status in known if status[0] in "45")})
    return {
        status: {"description": HTTPStatus(int(status)).phrase, "content": content} for status in statuses
    }
