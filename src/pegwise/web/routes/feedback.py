"""The route for the feedback of guesses, which is quick enough to need no worker."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from pegwise.analysis.feedback import feedback as feedback_of
from pegwise.errors import LimitError
from pegwise.notation import read_codes
from pegwise.web.limits.rules_bounds import bounded_rules
from pegwise.web.schemas.requests import FeedbackAsked
from pegwise.web.schemas.responses import FeedbackAnswer

router = APIRouter(prefix="/feedback", tags=["rules"])

_EXPLAINED = 1000
"""Pegs that are explained at a time, which takes some milliseconds: all other requests wait meanwhile."""


@router.post(
    "", response_model=FeedbackAnswer, response_model_exclude_unset=True, summary="The feedback of guesses"
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
