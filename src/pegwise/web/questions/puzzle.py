"""The question for a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pegwise.analysis import puzzle as puzzles
from pegwise.analysis import separation as separations
from pegwise.play.symbols import parse_symbols, read_rules
from pegwise.web.questions.reading import afford

if TYPE_CHECKING:
    from pegwise.limit import Limit

__all__ = ["puzzle"]


def puzzle(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    """The puzzle of a seed: ``pegwise puzzle --json``."""
    rules, blanks = read_rules(asked["rules"])
    seed, level, left = asked["seed"], asked.get("level"), asked.get("left")
    found: puzzles.Puzzle | separations.Separation
    if left is None:
        found = puzzles.puzzle(rules, seed=seed, difficulty=level, rows=asked.get("number"))
    else:
        afford(rules, 1, limit)
        found = separations.separation(rules, seed=seed, difficulty=level, left=left)
    told, guess = found.to_dict(solution=bool(asked.get("solution"))), asked.get("answer")
    if guess is None:
        return told
    return {**told, "answer": found.judged(parse_symbols(guess, rules, blanks))}
