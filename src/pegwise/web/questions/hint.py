"""The question which guess to make next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pegwise.analysis import hint as hints
from pegwise.analysis.advice import advise
from pegwise.errors import NotationError
from pegwise.strategies.registry import advisor
from pegwise.web.questions.request_reader import position_and_codes, rest, strategy_of

if TYPE_CHECKING:
    from pegwise.limit import Limit


def hint(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    """Return the best next guess, and why: ``pegwise hint --json``, with its ``--step`` and ``--guess``."""
    step, guess, seed = asked.get("step"), asked.get("guess"), asked.get("seed", 0)
    if guess is None and step == 1:
        raise NotationError("step 1 is about a guess of your own: name it as guess")
    position, codes = position_and_codes(asked, [] if guess is None else [guess])
    rules, own = position.rules, codes[0] if codes else None
    options = {"candidates_only": asked.get("candidates_only"), "seed": seed}
    strategy = strategy_of(asked.get("strategy") or advisor(rules), **options)
    if step is None and own is None:
        number = asked.get("alternatives", 3)
        return hints.hint(
            position, strategy=strategy, alternatives=number, limit=rest(limit), seed=seed
        ).to_dict()
    return advise(
        position, own_guess=own, step=step or 5, strategy=strategy, limit=rest(limit), seed=seed
    ).to_dict()
