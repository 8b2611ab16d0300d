"""The application: the API under ``/api/v1``, the page at ``/``, the guard before both."""

from __future__ import annotations

import asyncio
import contextlib
from http import HTTPStatus
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from pegwise.errors import PegwiseError
from pegwise.web import openapi
from pegwise.web.files import PageFiles
from pegwise.web.games import Games
from pegwise.web.limits.refusals import Refusal
from pegwise.web.limits.request_guard import API, PROBLEM, Guard
from pegwise.web.limits.settings import Settings
from pegwise.web.minified_files import PAGE
from pegwise.web.problems import problem_of, respond
from pegwise.web.routes import games, health, problems, questions, rules
from pegwise.web.worker_pool import Workers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import Request
    from starlette.responses import Response


def create_app(settings: Settings | None = None, metrics: bool | None = None) -> FastAPI:
    """Make the application with these settings, or those of the environment.

    ``metrics`` says whether ``/metrics`` answers. If it is None, only the setting can turn it on, because it
    is not known who can reach the server.

    >>> sorted(create_app(Settings()).openapi()["paths"])[:3]
    ['/api/v1/candidates', '/api/v1/compare', '/api/v1/feedback']
    """
    settings = Settings.read() if settings is None else settings
    app = FastAPI(lifespan=_lifespan, docs_url=None, redoc_url=None, redirect_slashes=False)
    app.state.settings = settings
    app.openapi = lambda: openapi.description(app)  # type: ignore[method-assign]
    for resource in (rules, questions, games, problems):
        app.include_router(resource.router, prefix=API)
    app.include_router(health.router)
    app.state.metrics = None
    if settings.shows_metrics(False) if metrics is None else metrics:
        from pegwise.web.metrics import Metrics

        app.state.metrics = Metrics()
        app.add_api_route("/metrics", health.metrics, include_in_schema=False)
    for kind in (PegwiseError, Refusal, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _told)
    if PAGE.is_dir():
        # Not mounted: a mount at / would answer for every path that the API has, but not for that method.
        app.router.default = PageFiles(PAGE)
    app.add_middleware(Guard, settings=settings, refuse=respond, metrics=app.state.metrics)
    return app


async def _told(request: Request, error: Exception) -> Response:
    problem = problem_of(error)
    request.scope[PROBLEM] = problem.kind.name
    response = respond(problem)
    if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        response.headers["Allow"] = ", ".join(openapi.methods(request.app, request.url.path)) or "GET, HEAD"
    return response


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Start the workers and open the games; end them with the server."""
    settings = app.state.settings
    app.state.games = Games(settings)
    app.state.workers = Workers(settings)
    if app.state.metrics is not None:
        app.state.metrics.workers = app.state.workers
    await app.state.workers.start()
    try:
        yield
    finally:
        await app.state.workers.close()
        await asyncio.to_thread(app.state.games.close)
