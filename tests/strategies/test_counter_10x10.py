"""The counter plays 1000 random secrets of 10x10 to the end, in four parts; three are slow tests."""

from __future__ import annotations

import random

import pytest

from pegwise.position import Position
from pegwise.rules import Code, Rules
from pegwise.strategies import make

RULES = Rules(10, 10)


@pytest.mark.parametrize(
    ("part", "games"), [(0, 40), *(pytest.param(part, 250, marks=pytest.mark.slow) for part in range(4))]
)
def test_random_secrets_of_10x10(part: int, games: int) -> None:
    rng = random.Random(f"10x10 part {part}")
    taken = []
    for game in range(games):
        secret = Code(rng.choices(range(1, 11), k=10))
        strategy, position = make("counter", seed=1000 * part + game), Position(RULES)
        while not position.history or position.history[-1].feedback != RULES.win:
            guess = strategy.choose(position)
            position = position.after(guess, RULES.feedback(secret, guess))
            assert len(position.history) < 30
        assert position.history[-1].guess == secret
        taken.append(len(position.history))
    # 9.7 on average over the 1000; within a part that is uncertain by about 0.06.
    assert 9 < sum(taken) / len(taken) < 11
