"""The question for a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pegwise.analysis import one_guess_puzzle as one_guess_puzzles
from pegwise.analysis import puzzle as puzzles
from pegwise.notation import parse_rules
from pegwise.web.questions.request_reader import afford

if TYPE_CHECKING:
    from pegwise.limit import Limit

__all__ = ["puzzle"]


def puzzle(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    """The puzzle of a seed: ``pegwise puzzle --json``."""
    rules, guess = parse_rules(asked["rules"]), asked.get("answer")
    rules = rules if guess is None else rules.deciding([guess])
    seed, level, candidates = asked["seed"], asked.get("level"), asked.get("candidates")
    found: puzzles.Puzzle | one_guess_puzzles.OneGuessPuzzle
    if candidates is None:
        found = puzzles.puzzle(rules, seed=seed, difficulty=level, rows=asked.get("number"))
    else:
        afford(rules, 1, limit)
        found = one_guess_puzzles.one_guess_puzzle(rules, seed=seed, difficulty=level, candidates=candidates)
    told = found.to_dict(solution=bool(asked.get("solution")))
    if guess is None:
        return told
    return {**told, "answer": found.judged(rules.decided(guess))}
