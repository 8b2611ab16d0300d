"""Feedback in numpy against the plain rules, in games of any size."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pegwise.engine import feedback
from pegwise.engine.code_space import to_columns
from pegwise.engine.feedback import bins, class_sizes, feedback_numbers, numbers_of_pairs
from pegwise.rules import Code, Rules
from tests import oracle
from tests.helpers import game_of

LARGE = [Rules(15, 3), Rules(16, 3), Rules(40, 60, repeats=False), Rules(100, 1000), Rules(255, 3)]
LARGE += [Rules(256, 3), Rules(600, 40), Rules(300, 2, whites=False)]


@pytest.mark.parametrize("rules", LARGE, ids=str)
@pytest.mark.parametrize("codes", [3, 2000])
def test_numbers_are_those_of_the_rules(rules: Rules, codes: int) -> None:
    """Few codes are counted by all colors at once, many color by color; long codes need more than 16 bits."""
    rng = random.Random(str(rules))
    colors = range(1, rules.colors + 1)
    guess = Code(rng.sample(colors, rules.pegs) if not rules.repeats else rng.choices(colors, k=rules.pegs))
    secrets = [guess, Code(guess[::-1]), Code(guess[1:] + guess[:1])]
    asked, columns = to_columns([guess], rules), to_columns(secrets, rules)
    told = [rules.feedback(secret, guess) for secret in secrets]
    wanted = [black * (rules.pegs + 1) + white for black, white in told]
    many = np.tile(columns, (1, -(-codes // 3)))[:, :codes]
    numbers = feedback_numbers(asked, many, rules)[0].astype(int)
    assert numbers.tolist() == (wanted * codes)[:codes]
    assert feedback_numbers(columns, asked, rules)[:, 0].astype(int).tolist() == wanted
    sizes = class_sizes(asked, many, rules)[0]
    assert sizes.sum() == codes
    assert sizes.shape == (bins(rules),)
    assert sizes[wanted[0]] >= codes // 3


@pytest.mark.parametrize(
    "rules", [Rules(4, 6), Rules(4, 10, repeats=False), Rules(3, 4, whites=False), *LARGE], ids=str
)
@pytest.mark.parametrize("few", [0, 32])
def test_pairs_are_compared_one_by_one(rules: Rules, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few codes are counted by all colors at once, many color by color."""
    monkeypatch.setattr(feedback, "_FEW", few)
    rng = random.Random(str(rules))
    colors = range(1, rules.colors + 1)
    draw = rng.choices if rules.repeats else rng.sample
    secrets, guesses = ([Code(draw(colors, k=rules.pegs)) for _ in range(40)] for _ in range(2))
    guesses[:10] = [Code(secret[1:] + secret[:1]) for secret in secrets[:10]]
    guesses[10] = secrets[10]
    told = [oracle.feedback(game_of(rules), *pair) for pair in zip(secrets, guesses, strict=True)]
    numbers = numbers_of_pairs(to_columns(secrets, rules), to_columns(guesses, rules), rules)
    assert numbers.tolist() == [black * (rules.pegs + 1) + white for black, white in told]
