"""What every first guess of the games in the book costs with best play after it: looked up, never searched.

``docs/make_book.py`` makes the table again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from pegwise.notation import parse_code, parse_feedback

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from pegwise.rules import Code, Feedback, Rules

__all__ = ["Opening", "opening_of", "openings", "openings_file"]


@dataclass(frozen=True)
class Opening:
    """A first guess, the lowest of those that are alike, with best play after it.

    ``total``: the turns a game takes, summed over all codes. ``by_feedback``: that after each feedback but
    the win, and how many codes give it.
    """

    guess: Code
    total: int
    by_feedback: dict[Feedback, tuple[int, int]]


def openings_file() -> Traversable:
    """Where the table is, or belongs."""
    return files("pegwise.optimal") / "book" / "openings.json"


def openings(rules: Rules) -> tuple[Opening, ...]:
    """The first guesses of a game that differ in more than names; none if the table does not have the game.

    >>> from pegwise.rules import Rules
    >>> [(str(each.guess), each.total) for each in openings(Rules(3, 6))]
    [('111', 968), ('112', 872), ('123', 854)]
    """
    return tuple(_read(rules, *entry) for entry in _table().get(str(rules.plain), {}).items())


def opening_of(rules: Rules, guess: Code) -> Opening | None:
    """The opening that a first guess is alike to; None where the table does not have the game."""
    shape = _shape(guess)
    return next((each for each in openings(rules) if _shape(each.guess) == shape), None)


def _shape(guess: Code) -> list[int]:
    """How often each color occurs: at the start only that matters."""
    return sorted(map(guess.count, set(guess)))


@cache
def _table() -> dict[str, dict[str, dict[str, list[int]]]]:
    found: dict[str, dict[str, dict[str, list[int]]]] = json.loads(openings_file().read_text("utf-8"))
    return found


def _read(rules: Rules, guess: str, classes: dict[str, list[int]]) -> Opening:
    answers = {parse_feedback(told, rules): (total, codes) for told, (total, codes) in classes.items()}
    total = rules.size + sum(turns for turns, _ in answers.values())
    return Opening(parse_code(guess, rules), total, answers)
