"""The feedback numbers of guesses against secrets of a listed game, for each kind of feedback."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.listed.lists import lists_of
from pegwise.listed_rules import ListedRules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.family_codes import Columns
    from pegwise.rules import Rules

    Numbers = NDArray[np.unsignedinteger[Any]]

__all__ = ["numbers_of_pairs_by", "numbers_with_wins", "own_numbers"]


def own_numbers(guesses: Columns, secrets: Columns, rules: Rules) -> Numbers:
    """Return the feedback numbers (G, S) of guesses (pegs, G) against secrets: marks, or a function's."""
    if rules.tells == "marks":
        return _marked([column[:, None] for column in guesses], [column[None, :] for column in secrets])
    lists = lists_of(rules)
    return np.ascontiguousarray(
        _table(rules)[np.ix_(lists.guess_places(guesses), lists.secret_places(secrets))]
    )


def _table(rules: Rules) -> NDArray[np.uint16]:
    """Return the numbers of a function's feedback, guesses by secrets."""
    assert isinstance(rules, ListedRules)  # noqa: S101 - nobody else asks
    return np.frombuffer(rules.kind.numbers, "<u2").reshape(rules.guess_count, rules.size)


def numbers_with_wins(totals: Numbers, guesses: Columns, secrets: Columns) -> Numbers:
    """Return total hits (G, S), with one more than all pegs where the guess is the secret."""
    pegs = len(guesses)
    full = np.flatnonzero((totals == pegs).any(axis=1))
    for guess in full.tolist():
        same = (secrets == guesses[:, guess : guess + 1]).all(axis=0)
        totals[guess, same] = pegs + 1
    return totals


def numbers_of_pairs_by(guesses: Columns, secrets: Columns, rules: Rules) -> Numbers:
    """Return the feedback number of each guess against the secret beside it, (N,), marks or a function's."""
    if rules.tells == "marks":
        return _marked(list(guesses), list(secrets))
    lists = lists_of(rules)
    return np.ascontiguousarray(_table(rules)[lists.guess_places(guesses), lists.secret_places(secrets)])


def _marked(guess: list[NDArray[Any]], secret: list[NDArray[Any]]) -> Numbers:
    """Return the marks of pegs whose shapes broadcast: see :func:`pegwise.feedback_kinds.marks_of`.

    A peg is marked elsewhere if the secret has its color, at pegs that are not right, more often than the
    guess has it at earlier pegs that are not right.
    """
    pegs = range(len(guess))
    right = [one == other for one, other in zip(guess, secret, strict=True)]
    found = np.zeros(right[0].shape, np.min_scalar_type(3 ** len(guess) - 1))
    for peg in pegs:
        left = np.zeros(found.shape, np.int8)
        for other in pegs:
            if other != peg:
                left += (guess[peg] == secret[other]) & ~right[other]
        for earlier in range(peg):
            same = guess[peg] == guess[earlier]
            if same.any():
                left -= same & ~right[earlier]
        marks = np.where(right[peg], 2, (left > 0).astype(np.uint8))
        found *= found.dtype.type(3)
        found += marks.astype(found.dtype)
    return found
