"""Questions settle every game in at most pegs x colors rows after the first guess."""

from __future__ import annotations

import random
from itertools import permutations, product
from typing import TYPE_CHECKING

import pytest

from pegwise import Rules, random_secret
from pegwise.errors import ContradictionError
from pegwise.rules import Code, Row
from pegwise.strategies.fixed_questions import next_question

if TYPE_CHECKING:
    from collections.abc import Iterable

SMALL = [
    *(Rules(*size) for size in ((1, 1), (3, 1), (2, 2), (4, 2), (3, 3), (2, 5), (1, 6))),
    *(
        Rules(*size, repeats=False)
        for size in ((1, 1), (2, 2), (3, 4), (4, 4), (5, 5), (1, 3), (3, 6), (6, 6))
    ),
    Rules(4, 5, whites=False),
    Rules(4, 6, repeats=False, whites=False),
]


def asked(rules: Rules, secret: Code, before: list[Row]) -> list[Row]:
    """The rows of a game that goes on with questions only."""
    history = list(before)
    while history[-1].guess != secret:
        question = next_question(rules, history)
        rules.code(question)
        assert question not in [row.guess for row in history]
        history.append(Row(question, rules.feedback(secret, question)))
        assert len(history) <= len(before) + rules.pegs * rules.colors
    return history


def secrets(rules: Rules) -> Iterable[Code]:
    colors = range(1, rules.colors + 1)
    codes = product(colors, repeat=rules.pegs) if rules.repeats else permutations(colors, rules.pegs)
    return map(Code, codes)


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_every_secret_is_found(rules: Rules) -> None:
    base = random_secret(rules, seed="base")
    for secret in secrets(rules):
        asked(rules, secret, [Row(base, rules.feedback(secret, base))])


@pytest.mark.parametrize(
    "rules", [Rules(20, 20), Rules(20, 20, repeats=False), Rules(9, 30, repeats=False)], ids=str
)
def test_large_games_after_any_rows(rules: Rules) -> None:
    for seed in range(3):
        secret = random_secret(rules, seed=seed)
        guesses = [random_secret(rules, seed=f"{seed} {n}") for n in range(10)]
        asked(rules, secret, [Row(guess, rules.feedback(secret, guess)) for guess in guesses])


def questioned(rules: Rules, base: Code, rng: random.Random) -> None:
    """Questions whose answers are drawn, none of them the win, for as long as there are any."""
    told = [feedback for feedback in rules.feedbacks if feedback != rules.win]
    history = [Row(base, rng.choice(told))]
    for _ in range(rules.pegs * rules.colors + 2):
        question = next_question(rules, history)
        assert question not in [row.guess for row in history]
        history.append(Row(question, rng.choice(told)))


@pytest.mark.parametrize("rules", [each for each in SMALL if len(each.feedbacks) > 1], ids=str)
def test_answers_that_cannot_be_true_are_found_out(rules: Rules) -> None:
    """A codemaker that answers at random: no question is asked twice, and the end is a contradiction."""
    rng = random.Random(1)
    for seed in range(20):
        with pytest.raises(ContradictionError):
            questioned(rules, random_secret(rules, seed=seed), rng)
