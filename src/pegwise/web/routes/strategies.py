"""The route for the strategies."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from pegwise.strategies import names
from pegwise.strategies.registry import accepted, find
from pegwise.web.schemas.responses import StrategyAnswer

router = APIRouter(prefix="/strategies", tags=["strategies"])


@router.get("", response_model=list[StrategyAnswer], summary="The strategies")
async def strategies() -> list[dict[str, Any]]:
    """List the strategies: their names, their sources, and the options that they take."""
    return [
        {
            "name": found.name,
            "summary": found.summary,
            "source": found.source,
            "searches": found.searches,
            "samples": found.samples,
            "options": sorted(accepted(found)),
        }
        for found in map(find, names())
    ]
