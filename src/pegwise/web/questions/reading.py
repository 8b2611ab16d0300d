"""From what is asked to positions and strategies; what that costs is checked first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pegwise.analysis.cost import estimate_position
from pegwise.analysis.regret import can_be_prepared, is_prepared
from pegwise.candidates import is_enumerable
from pegwise.engine.running.load import KernelError
from pegwise.errors import LimitError, NotationError, PegwiseError
from pegwise.limit import Limit, seconds_left
from pegwise.notation import parse_feedback
from pegwise.optimal.books import BOOK
from pegwise.play.symbols import parse_symbols, read_rules
from pegwise.position import Position
from pegwise.rules import Row
from pegwise.strategies import make
from pegwise.strategies.registry import accepted, find

if TYPE_CHECKING:
    from pegwise.rules import Rules
    from pegwise.strategies import Strategy

__all__ = [
    "NotCompiled",
    "afford",
    "check_compiled",
    "pairs_of",
    "position_of",
    "read_rows",
    "rest",
    "strategy_of",
]

_LEAST = 0.01
"""Seconds that are always left for what is quick."""
_MOST = 0.8
"""Of the time that is left, what work may take that knows its limit: the rest is for what it comes to."""


class NotCompiled(LimitError):  # noqa: N818 - a state of the machine more than an error
    """What the question needs is not compiled yet, which takes longer than any question may."""


def check_compiled(rules: Rules) -> None:
    """Raise :class:`NotCompiled` unless a search of these rules begins at once.

    Where it can never begin the search itself says so, and what helps.
    """
    try:
        waiting = not is_prepared(rules) and can_be_prepared(rules)
    except KernelError:  # there is no such kernel
        return
    if waiting:
        raise NotCompiled(
            f"the server compiles the search for games with {rules.pegs} peg{'s' * (rules.pegs > 1)}, "
            "which takes about a minute, once per computer"
        )


def rest(limit: Limit, share: float = 1.0) -> Limit:
    """A share of what is left of the limit in force, for work that gives its best within a limit."""
    left = seconds_left()
    return limit if left is None else replace(limit, seconds=max(_LEAST, left * share * _MOST))


def pairs_of(history: str | list[dict[str, str]]) -> list[tuple[str, str]]:
    """The rows of a request as text, guess and feedback.

    Raises :class:`~pegwise.errors.NotationError` for a row without feedback.

    >>> pairs_of("1122:B") == pairs_of([{"guess": "1122", "feedback": "B"}])
    True
    """
    if not isinstance(history, str):
        return [(row["guess"], row["feedback"]) for row in history]
    pairs = []
    for number, word in enumerate(history.split(), 1):
        guess, colon, feedback = word.rpartition(":")
        if not colon:
            raise NotationError(f"row {number}: {word!r}: expected GUESS:FEEDBACK, with - for no hit")
        pairs.append((guess, feedback))
    return pairs


def read_rows(pairs: list[tuple[str, str]], rules: Rules, blanks: bool) -> tuple[Row, ...]:
    """Rows from their text; an error says in which row it is."""
    rows = []
    for number, (guess, feedback) in enumerate(pairs, 1):
        try:
            rows.append(Row(parse_symbols(guess, rules, blanks), parse_feedback(feedback, rules)))
        except PegwiseError as error:
            raise type(error)(f"row {number}: {error}") from None
    return tuple(rows)


def position_of(asked: dict[str, Any]) -> Position:
    """The position asked about. Raises what reading raises."""
    rules, blanks = read_rules(asked["rules"])
    return Position(rules, read_rows(pairs_of(asked["history"]), rules, blanks))


def afford(rules: Rules, rows: int, limit: Limit) -> None:
    """Raise :class:`~pegwise.errors.LimitError` where going through the codes would pass the limit."""
    cost = estimate_position(rules, rows=rows)
    if not cost.within(limit):
        raise LimitError(f"going through the {rules.size} codes of {rules} would take {cost}", cost)


def strategy_of(name: str, rules: Rules, **options: Any) -> Strategy:
    """The strategy of that name with those of the options that are given and that it has.

    Only registered names: a request opens no files. Raises :class:`NotCompiled` for one that would search.
    """
    found = find(name)
    if found.searches and is_enumerable(rules) and str(rules) not in {entry.rules for entry in BOOK}:
        check_compiled(rules)
    known = accepted(found)
    return make(name, **{option: value for option, value in options.items() if value and option in known})
