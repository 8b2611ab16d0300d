"""The route for the feedback of a guess, which is quick enough to need no worker."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from pegwise.play.symbols import code_symbols, parse_symbols, rules_symbols
from pegwise.web.bounds import bounded_rules
from pegwise.web.schemas.answers import FeedbackAnswer
from pegwise.web.schemas.asked import FeedbackAsked

router = APIRouter(prefix="/feedback", tags=["rules"])


@router.post("", response_model=FeedbackAnswer, summary="The feedback of a guess")
async def feedback(asked: FeedbackAsked, request: Request) -> dict[str, Any]:
    """Return the feedback that a guess gets against a secret; it is the same if the two change places."""
    rules, blanks = bounded_rules(asked.rules, request.app.state.settings)
    secret, guess = (parse_symbols(text, rules, blanks) for text in (asked.secret, asked.guess))
    told = rules.feedback(secret, guess)
    return {
        "rules": rules_symbols(rules, blanks),
        "secret": code_symbols(secret, rules, blanks),
        "guess": code_symbols(guess, rules, blanks),
        "feedback": str(told),
        "black": told.black,
        "white": told.white,
    }
