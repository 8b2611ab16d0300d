"""From what is asked to positions and strategies; what that costs is checked first."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pegwise.limit import Limit, seconds_left
from pegwise.notation import parse_rules, read_history
from pegwise.position import Position
from pegwise.rules import Code, Rules
from pegwise.strategies import Strategy, make
from pegwise.strategies.registry import accepted, find

USUAL = "4x6"
"""The rules of a question that names none."""
_LEAST = 0.01
"""Seconds that are always left for what is quick."""
_MOST = 0.8
"""Of the time that is left, what work may take that knows its limit: the rest is for what it comes to."""


def rest(limit: Limit, share: float = 1.0) -> Limit:
    """A share of what is left of the limit in force, for work that gives its best within a limit."""
    left = seconds_left()
    return limit if left is None else replace(limit, seconds=max(_LEAST, left * share * _MOST))


def history_of(history: str | list[dict[str, str]]) -> str | list[tuple[str, str]]:
    """The rows of a request, given as text or as guesses with their feedback.

    >>> history_of([{"guess": "1122", "feedback": "B"}])
    [('1122', 'B')]
    """
    return history if isinstance(history, str) else [(row["guess"], row["feedback"]) for row in history]


def rules_of(asked: dict[str, Any]) -> Rules:
    """The rules asked about: by their text, or by lists. Raises what reading raises."""
    lists = asked.get("lists")
    if lists is None:
        return parse_rules(asked.get("rules", USUAL))
    return _listed(json.dumps(lists))


@lru_cache(maxsize=2)
def _listed(lists: str) -> Rules:
    """The rules of lists, kept because one game asks again and again."""
    told = json.loads(lists)
    return Rules.listed(
        told.get("secrets"),
        told.get("guesses"),
        told.get("weights"),
        told.get("feedback", "marks"),
        symbols=told.get("symbols"),
        name="-".join(told.get("name", "words").split()) or "words",
    )


def position_of(asked: dict[str, Any]) -> Position:
    """The position asked about. Raises what reading raises."""
    return position_and_codes(asked, [])[0]


def position_and_codes(asked: dict[str, Any], texts: list[str]) -> tuple[Position, list[Code]]:
    """The position asked about and further codes of its game, all in one alphabet.

    Raises what reading raises.
    """
    game = rules_of(asked)
    rules, rows = read_history(history_of(asked.get("history", "")), game, texts)
    return Position(rules, rows), [rules.decided(text) for text in texts]


def strategy_of(name: str, **options: Any) -> Strategy:
    """The strategy of that name with those of the options that are given and that it has.

    Only registered names: a request opens no files.
    """
    known = accepted(find(name))
    return make(name, **{option: value for option, value in options.items() if value and option in known})
