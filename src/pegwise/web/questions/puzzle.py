"""The question for a puzzle."""

from __future__ import annotations

import datetime
import secrets
from typing import TYPE_CHECKING, Any

from pegwise.analysis import one_guess_puzzle as one_guess_puzzles
from pegwise.analysis import puzzle as puzzles
from pegwise.errors import LimitError, NotationError
from pegwise.strategies.work_estimate import estimate_position
from pegwise.web.questions.request_reader import rules_of

if TYPE_CHECKING:
    from pegwise.limit import Limit

_SEEDS = 10**6
"""Seeds to draw from where none is asked for."""


def puzzle(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    """Return the puzzle of a seed or of a day: ``pegwise puzzle --json``."""
    rules, guess = rules_of(asked), asked.get("answer")
    rules = rules if guess is None else rules.deciding([guess])
    seed, level, candidates = _seed(asked), asked.get("level"), asked.get("candidates")
    found: puzzles.Puzzle | one_guess_puzzles.OneGuessPuzzle
    if candidates is None:
        found = puzzles.puzzle(rules, seed=seed, difficulty=level, rows=asked.get("rows"))
    else:
        cost = estimate_position(rules, rows=1)
        if not cost.within(limit):
            raise LimitError(f"going through the {rules.size} codes of {rules} would take {cost}", cost)
        found = one_guess_puzzles.one_guess_puzzle(rules, seed=seed, difficulty=level, candidates=candidates)
    told = found.to_dict(solution=bool(asked.get("solution")))
    if guess is None:
        return told
    return {**told, "answer": found.judged(rules.decided(guess))}


def _seed(asked: dict[str, Any]) -> int | str:
    seed, today, day = asked.get("seed"), asked.get("daily"), asked.get("date")
    if sum((seed is not None, bool(today), day is not None)) > 1:
        raise NotationError("seed, daily and date each name a puzzle; give one of them")
    if today or day:
        return f"daily {day or datetime.datetime.now(datetime.UTC).date()}"
    return secrets.randbelow(_SEEDS) if seed is None else int(seed)
