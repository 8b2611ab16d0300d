"""What lives as long as the server does: its workers and its games."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from pegwise.web.games import Games
from pegwise.web.worker_pool import Workers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import FastAPI

__all__ = ["lifespan"]


@contextlib.asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Start the workers and open the games, of ``app.state.settings``; end them with the server."""
    settings = app.state.settings
    app.state.games = games = Games(settings)
    app.state.workers = workers = Workers(settings)
    if app.state.metrics is not None:
        app.state.metrics.workers = workers
    await workers.start()
    try:
        yield
    finally:
        await workers.close()
        await asyncio.to_thread(games.close)
