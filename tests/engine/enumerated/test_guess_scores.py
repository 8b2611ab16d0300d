"""Scores by the kernels, 512 pairs at a time or one, against those from numpy's class sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pegwise.engine.code_space import to_code
from pegwise.engine.enumerated import guess_scores
from pegwise.engine.enumerated.game_tables import has_planes
from pegwise.engine.feedback import class_sizes
from pegwise.engine.score_kinds import WORST_WEIGHT
from pegwise.limit import Limit, LimitReached, limited
from pegwise.notation import parse_rules
from pegwise.position import Position
from pegwise.strategies import Heuristic, make

if TYPE_CHECKING:
    from pegwise.rules import Rules

NAMES = ["knuth", "minimax-parts", "expected-size", "entropy", "most-parts"]


def some_codes(rules: Rules, number: int) -> np.ndarray:
    rng = np.random.default_rng(1)
    drawn = [rng.choice(rules.colors, rules.pegs, replace=rules.repeats) for _ in range(number)]
    return np.array(drawn, np.uint8 if rules.colors < 256 else np.uint16).T


@pytest.mark.parametrize(
    "spelled",
    [
        *("4x6", "5x8", "4x6-black", "5x9-distinct", "12x3", "24x2", "11x4-black", "3x200", "12x13-distinct"),
        *("1x9", "1x300", "2x300", "2x300-black", "2x4096-distinct", "3x256", "8x8", "9x4-black"),
        *("10x5", "11x4", "10x10-distinct", "64x1"),
    ],
)
@pytest.mark.parametrize("name", NAMES)
def test_scores_are_those_of_the_class_sizes(spelled: str, name: str) -> None:
    rules, strategy = parse_rules(spelled), make(name)
    assert isinstance(strategy, Heuristic)
    assert strategy.compiled is not None
    codes = some_codes(rules, 500)
    guesses, candidates = codes[:, :120], codes[:, 120:]
    leading, *rest = strategy.scores(class_sizes(guesses, candidates, rules))
    wanted = leading * WORST_WEIGHT + rest[0] if rest else leading
    scores, done = guess_scores.scores_of(strategy.compiled, guesses, candidates, rules)
    assert done == 120
    assert np.array_equal(scores, wanted)


def test_planes_serve_where_they_can() -> None:
    assert has_planes(parse_rules("10x4"))
    assert not has_planes(parse_rules("11x4"))
    assert has_planes(parse_rules("1x9"))
    assert has_planes(parse_rules("2x255"))
    assert not has_planes(parse_rules("2x300"))
    assert not has_planes(parse_rules("1x300"))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("spelled", ["2x40", "2x20-black", "2x260", "11x2", "1x300", "8x3-black", "1x1"])
def test_guesses_are_those_of_numpy(spelled: str, name: str) -> None:
    """Also in games of more than 255 colors and of more than 10 pegs, and in those of one peg or code."""

    class Plainly(type(make(name))):  # type: ignore[misc]
        """The same without its kernel."""

        compiled = None

    rules = parse_rules(spelled)
    position, draw = Position(rules), np.random.default_rng(5)
    secret = to_code(some_codes(rules, 1)[:, 0].tolist())
    while len(position) > 1 and len(position.history) < 3:
        candidates = list(position)
        guess = candidates[int(draw.integers(len(candidates)))]
        position = position.after(guess, rules.feedback(secret, guess))
        if len(position) < 3000:
            assert make(name).choose(position) == Plainly().choose(position)


def test_scores_keep_a_limit_or_are_cut_short() -> None:
    rules = parse_rules("5x8")
    codes = some_codes(rules, 40_000)
    kind = make("knuth").kind  # type: ignore[attr-defined]
    with limited(Limit(pairs=10)), pytest.raises(LimitReached):
        guess_scores.scores_of(kind, codes, codes[:, :5000], rules)
    with limited(Limit(pairs=10)):
        scores, done = guess_scores.scores_of(kind, codes, codes[:, :5000], rules, cut_short=True)
    assert len(scores) == done == guess_scores.slice_size(5000) < 40_000


def test_a_subclass_that_chooses_otherwise_is_not_taken_for_its_parent() -> None:
    from pegwise.strategies.knuth import Knuth

    class Own(Knuth):
        name = "own"

        def scores(self, sizes: np.ndarray) -> tuple[np.ndarray, ...]:
            return (-sizes.max(axis=1),)

    assert Knuth().compiled is not None
    assert Own().compiled is None
