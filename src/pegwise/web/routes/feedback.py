"""The route for the feedback of a guess, which is quick enough to need no worker."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from pegwise.notation import read_codes
from pegwise.web.bounds import bounded_rules
from pegwise.web.schemas.answers import FeedbackAnswer
from pegwise.web.schemas.asked import FeedbackAsked

router = APIRouter(prefix="/feedback", tags=["rules"])


@router.post(
    "", response_model=FeedbackAnswer, response_model_exclude_unset=True, summary="The feedback of a guess"
)
async def feedback(asked: FeedbackAsked, request: Request) -> dict[str, Any]:
    """Return the feedback that a guess gets against a secret; it is the same if the two change places."""
    rules = bounded_rules(asked.rules, request.app.state.settings)
    rules, (secret, guess) = read_codes([asked.secret, asked.guess], rules)
    told = rules.feedback(secret, guess)
    return {
        **rules.told(),
        "secret": str(secret),
        "guess": str(guess),
        "feedback": str(told),
        "black": told.black,
        "white": told.white,
    }
