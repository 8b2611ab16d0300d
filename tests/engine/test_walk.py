"""Codes met by a random walk: all of them fit, and where they are few all are met."""

from __future__ import annotations

import numpy as np
import pytest

from pegwise import Rules, random_secret
from pegwise.engine.space import to_code, to_columns
from pegwise.engine.walk import codes_met
from tests import oracle
from tests.helpers import game_of

RULES = [
    Rules(3, 4),
    Rules(4, 5, repeats=False),
    Rules(3, 5, whites=False),
    Rules(3, 3, repeats=False),
    Rules(1, 4),
]


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_it_meets_the_codes_that_fit_and_no_others(rules: Rules, seed: int) -> None:
    secret, guesses = random_secret(rules, seed), [random_secret(rules, f"{seed} {n}") for n in range(2)]
    told = [rules.feedback(secret, guess) for guess in guesses]
    start = to_columns([random_secret(rules, f"start {seed} {n}") for n in range(100)], rules)
    rng = np.random.default_rng(seed)
    met = codes_met(rules, to_columns(guesses, rules), np.array(told).T, start, 300, rng)
    fitting = oracle.candidates(
        game_of(rules), [(tuple(g), (t.black, t.white)) for g, t in zip(guesses, told, strict=True)]
    )
    assert {tuple(to_code(code)) for code in met.T} == set(fitting)
    assert met.shape[1] == len(fitting)


def test_it_is_a_function_of_its_seed() -> None:
    rules = Rules(12, 12)
    start, guess = (
        to_columns([random_secret(rules, n) for n in range(20)], rules),
        to_columns([range(1, 13)], rules),
    )
    told = np.array([[3], [4]])
    first, again = (codes_met(rules, guess, told, start, 60, np.random.default_rng(5)) for _ in range(2))
    assert first.shape[1] > 0
    assert (first == again).all()
