"""Draws histories at random: rows until one code is possible, and none that is not needed."""

from __future__ import annotations

import random
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import rows_of, to_code, to_columns, zero_based
from pegwise.engine.feedback import feedback_numbers
from pegwise.engine.unlimited.candidate_count import random_code
from pegwise.engine.unlimited.consistent_codes import ConstraintSearch
from pegwise.errors import LimitError
from pegwise.limit import LimitReached, spend
from pegwise.play.codemakers import random_secret
from pegwise.rules import Code, Row, Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


# Prefixes a search for one code, or for all that are left, may look at.
_PREFIXES = 200_000
# Guesses tried for a last row, against how many codes at most.
_LAST, _MANY = 1_000, 5_000


def unique_history(rules: Rules, seed: str, rows: int | None = None) -> tuple[Row, ...] | None:
    """Draw a history that exactly one code is consistent with, and that needs every row.

    The result is None if none was drawn. It has ``rows`` rows, if that is given; the last guess is then one
    that leaves one code. A share of the guesses, itself drawn, is any code. The others are consistent with
    the rows before them, as those of a careful player are.

    >>> from pegwise.rules import Rules
    >>> history = unique_history(Rules(3, 4), "an example")
    >>> len(list(fitting(Rules(3, 4), history)))
    1
    """
    rng = random.Random(seed)
    secret, careless = random_secret(rules, seed=rng.getrandbits(64)), rng.random()
    try:
        drawn = _until_one_is_left(rules, secret, careless, rows, rng)
        for row in rng.sample(drawn, len(drawn)):
            others = [other for other in drawn if other is not row]
            if _other(rules, others, secret) is None:  # the row is not needed
                drawn = others
    except LimitReached:
        raise
    except LimitError:
        return None
    return tuple(drawn) if drawn and rows in (None, len(drawn)) else None


def fitting(rules: Rules, rows: Sequence[Row], prefixes: int | None = _PREFIXES) -> Iterator[Code]:
    """Iterate over the candidates, the lowest first; raise LimitError if the next takes too many prefixes."""
    spend(1)
    search = ConstraintSearch(rules, rows_of(rows))
    return (rules.spelled(to_code(code)) for code in search.codes(limit=prefixes))


def drawn_row(rules: Rules, rows: Sequence[Row], secret: Code, careless: float, rng: random.Random) -> Row:
    """Draw a guess other than the secret: any code, with the chance ``careless``, or else a candidate."""
    while True:
        guess = random_secret(rules, seed=rng.getrandbits(64))
        if rng.random() >= careless:
            searched = random_code(rules, [(zero_based(g), *told) for g, told in rows], rng, _PREFIXES)
            guess = guess if searched is None else rules.spelled(to_code(searched))
        if guess != secret:
            return Row(guess, rules.feedback(secret, guess))


def _until_one_is_left(
    rules: Rules, secret: Code, careless: float, number: int | None, rng: random.Random
) -> list[Row]:
    """Draw rows that only the secret is consistent with; none if ``number`` of them are not enough."""
    rows: list[Row] = []
    other = _other(rules, rows, secret)
    while other is not None:
        if len(rows) + 1 == number:
            row = _last_row(rules, rows, secret, rng)
            return [] if row is None else [*rows, row]
        rows.append(drawn_row(rules, rows, secret, careless, rng))
        guess, told = rows[-1]
        if rules.feedback(other, guess) != told:
            other = _other(rules, rows, secret)
    return rows


def _other(rules: Rules, rows: Sequence[Row], secret: Code) -> Code | None:
    """Return a candidate other than the secret, or None."""
    return next((code for code in fitting(rules, rows) if code != secret), None)


def _last_row(rules: Rules, rows: Sequence[Row], secret: Code, rng: random.Random) -> Row | None:
    """Find a row after which only the secret is possible, among those tried; None if there is none."""
    left = list(islice(fitting(rules, rows), _MANY + 1))
    if len(left) > _MANY:
        return None
    guesses = [random_secret(rules, seed=rng.getrandbits(64)) for _ in range(_LAST)]
    tried = to_columns(guesses, rules)
    spend(len(left) * _LAST)
    numbers = feedback_numbers(tried, to_columns(left, rules), rules)
    told = feedback_numbers(tried, to_columns([secret], rules), rules)
    alone = np.flatnonzero((numbers == told).sum(axis=1) == 1)
    guess = next((guesses[place] for place in alone if guesses[place] != secret), None)
    return None if guess is None else Row(guess, rules.feedback(secret, guess))
