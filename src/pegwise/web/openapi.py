"""The description of the API, OpenAPI 3.1: what FastAPI makes of it, and what it cannot know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi.openapi.utils import get_openapi

from pegwise import __version__
from pegwise.web import problems, stream
from pegwise.web.schemas.answers import ProblemAnswer

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["description", "responses"]

_SUMMARY = "The engine, analyser and game of Mastermind and its relatives"
_TEXT = """Answers are the JSON of the terminal's `--json`. Errors are problem details (RFC 9457).

Questions that may take longer answer with server-sent events to `Accept: text/event-stream`: `progress`
{what, done, total}, then `result` or `problem`. Closing the connection ends the work.

What is here under `/api/v1` stays: paths, keys and their meaning. Keys, paths, kinds of problems and
optional members of requests may be added.
"""
_GUARDED = (400, 403, 408, 413, 415, 421, 503)
"""What the guard before the application, or the queue before the workers, may answer to any request."""


def responses(*statuses: int, streams: bool = False) -> dict[int | str, dict[str, Any]]:
    """The responses of a route besides its answer; ``streams``: whether it can answer with events."""
    content = {problems.MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemAnswer"}}}
    told: dict[int | str, dict[str, Any]] = {
        status: {"description": "A problem", "content": content} for status in sorted({*statuses, *_GUARDED})
    }
    if streams:
        told[200] = {
            "description": "The answer; or, to those who accept them, events that end with it",
            "content": {stream.MEDIA_TYPE: {"schema": {"type": "string"}}},
        }
    return told


def description(app: FastAPI) -> dict[str, Any]:
    """What is at ``/openapi.json``; made once."""
    if app.openapi_schema is None:
        told = get_openapi(
            title="pegwise", version=__version__, summary=_SUMMARY, description=_TEXT, routes=app.routes
        )
        schemas = told.setdefault("components", {}).setdefault("schemas", {})
        _add_problem(schemas)
        _tell_limits(schemas, app.state.settings.most_seconds)
        for path in told["paths"].values():
            for operation in path.values():
                operation["responses"] = {**responses(), **operation["responses"]}
        app.openapi_schema = told
    return app.openapi_schema


def _add_problem(schemas: dict[str, Any]) -> None:
    schema = ProblemAnswer.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas |= schema.pop("$defs")
    schemas["ProblemAnswer"] = schema
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)


def _tell_limits(schemas: dict[str, Any], most_seconds: float) -> None:
    """The limits of this server, which are settings, not part of the models."""
    for schema in schemas.values():
        seconds = schema.get("properties", {}).get("seconds", {})
        for choice in seconds.get("anyOf", []):
            if choice.get("type") == "number":
                choice["maximum"] = most_seconds
