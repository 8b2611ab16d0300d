"""The routes that explain each kind of problem: each is at its type."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path

from pegwise.web.problems import KINDS
from pegwise.web.schemas.responses import ProblemKind

router = APIRouter(prefix="/problems", tags=["problems"])


@router.get("", response_model=list[ProblemKind], summary="The kinds of problems")
async def kinds() -> list[dict[str, Any]]:
    """List all kinds of problems that this server reports."""
    return [kind.to_dict() for kind in KINDS.values()]


@router.get("/{name}", response_model=ProblemKind, summary="A kind of problem")
async def look(name: Annotated[str, Path(max_length=64, examples=["limit"])]) -> dict[str, Any]:
    """Explain a kind of problem; its `type` leads here."""
    if name not in KINDS:
        raise HTTPException(404, f"there is no kind of problem {name!r}")
    return KINDS[name].to_dict()
