"""The routes for rules of games."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from pegwise.candidates import is_enumerable
from pegwise.rules_text import RULES_NAMES
from pegwise.web.limits.rules_bounds import bounded_rules
from pegwise.web.schemas.responses import RulesAnswer

router = APIRouter(prefix="/rules", tags=["rules"])

USUAL = (
    *("4x6", "5x8", "4x10-distinct", "4x6-distinct", "4x6-blanks", "4x5", "4x7", "4x8", "5x6"),
    *("3x6", "6x9", "4x6-black", "12x12"),
)
"""Games for a menu, the usual ones first."""


@router.get("", response_model=list[RulesAnswer], summary="The usual games")
async def usual(request: Request) -> list[dict[str, Any]]:
    """List games for a menu; any other rules can be asked about as well."""
    return [_told(text, request) for text in USUAL]


@router.get("/{rules}", response_model=RulesAnswer, summary="The rules of a game")
async def look(
    rules: Annotated[
        str,
        Path(max_length=64, examples=["4x6"], description="Rules such as `4x6`, `4x10-distinct` or `logik`"),
    ],
    request: Request,
) -> dict[str, Any]:
    """Describe rules: pegs, colors, the number of codes, and all feedback that a guess can get."""
    return _told(rules, request)


def _told(text: str, request: Request) -> dict[str, Any]:
    rules = bounded_rules(text, request.app.state.settings)
    return {
        "rules": str(rules),
        "names": [name for name, known in RULES_NAMES.items() if known == rules and not rules.has_blanks],
        "pegs": rules.pegs,
        "colors": rules.named_colors,
        "distinct": not rules.repeats,
        "black_only": not rules.whites,
        "blanks": rules.has_blanks,
        "plain": str(rules.plain),
        "code_count": rules.size,
        "feedbacks": [str(feedback) for feedback in rules.feedbacks],
        "enumerable": is_enumerable(rules),
    }
