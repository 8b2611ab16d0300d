"""The route for the strategies."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from pegwise.limit import Limit
from pegwise.web.questions.strategies import strategy_list
from pegwise.web.schemas.responses import StrategyAnswer

router = APIRouter(prefix="/strategies", tags=["strategies"])


@router.get("", response_model=list[StrategyAnswer], summary="The strategies")
async def strategies() -> list[dict[str, Any]]:
    """List the strategies: their names, their sources, and the options that they take."""
    return strategy_list({}, Limit())
