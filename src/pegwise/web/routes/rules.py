"""The routes for rules of games, and for the feedback that they give: quick enough to need no worker."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from pegwise.analysis.feedback import feedback as feedback_of
from pegwise.candidates import is_enumerable
from pegwise.errors import LimitError
from pegwise.notation import read_codes
from pegwise.rules_text import RULES_NAMES
from pegwise.web.limits.rules_bounds import bounded_rules
from pegwise.web.schemas.requests import FeedbackAsked
from pegwise.web.schemas.responses import FeedbackAnswer, RulesAnswer

router = APIRouter(tags=["rules"])

USUAL = (
    *("4x6", "5x8", "4x10-distinct", "4x6-distinct", "4x6-blanks", "4x5", "4x7", "4x8", "5x6"),
    *("3x6", "6x9", "4x6-black", "12x12"),
)
"""Games for a menu, the usual ones first."""
_EXPLAINED = 1000
"""Pegs that are explained at a time, which takes some milliseconds: all other requests wait meanwhile."""


@router.get("/rules", response_model=list[RulesAnswer], summary="The usual games")
async def usual(request: Request) -> list[dict[str, Any]]:
    """List games for a menu; any other rules can be asked about as well."""
    return [_told(text, request) for text in USUAL]


@router.get("/rules/{rules}", response_model=RulesAnswer, summary="The rules of a game")
async def look(
    rules: Annotated[
        str,
        Path(max_length=64, examples=["4x6"], description="Rules such as `4x6`, `4x10-distinct` or `logik`"),
    ],
    request: Request,
) -> dict[str, Any]:
    """Describe rules: pegs, colors, the number of codes, and all feedback that a guess can get."""
    return _told(rules, request)


@router.post(
    "/feedback",
    response_model=FeedbackAnswer,
    response_model_exclude_unset=True,
    summary="The feedback of guesses",
)
async def feedback(asked: FeedbackAsked, request: Request) -> dict[str, Any]:
    """Return the feedback that guesses get against a secret; with `explain`, say why.

    The answer has the keys of `pegwise feedback --json`.
    """
    rules = bounded_rules(asked.rules, request.app.state.settings)
    pegs = rules.pegs * len(asked.guesses)
    if asked.explain and pegs > _EXPLAINED:
        raise LimitError(f"{pegs} pegs to explain: this server explains at most {_EXPLAINED} at a time")
    rules, (secret, *guesses) = read_codes([asked.secret, *asked.guesses], rules)
    return feedback_of(rules, secret, guesses).to_dict(explain=asked.explain)


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
