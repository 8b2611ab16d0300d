"""Samples of codes that fit: as good as draws in which every code is equally likely."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pegwise import Position, Rules, random_secret
from pegwise.analysis.hint import hint
from pegwise.candidates.unlisted import ConstraintCandidates
from pegwise.engine.unlimited.sample import _different, agreement, draw
from pegwise.limit import Limit, limited
from pegwise.notation import parse_rules
from pegwise.strategies import make
from tests.engine.unlimited.exact_draws import ExactDraws
from tests.engine.unlimited.test_walk import drawn_rows, errors_of
from tests.helpers import exhaustive

if TYPE_CHECKING:
    from pegwise.engine.code_space import Columns


def chi_square(observed: list[int], expected: list[float]) -> float:
    """Pearson's sum, over its degrees of freedom."""
    return sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True)) / (len(observed) - 1)


@pytest.mark.some(1)
@pytest.mark.parametrize(("seed", "number"), [("uniform", 1), ("other", 1), ("third", 2)])
def test_every_code_is_about_equally_likely(seed: str, number: int) -> None:
    """First codes of many samples, against the list of all codes that fit."""
    rules = Rules(4, 6)
    _, rows = drawn_rows(rules, number, seed)
    fitting = [code for code in product(range(6), repeat=4) if not errors_of(rules, rows, code)]
    assert 5 < len(fitting) < 400
    times = 5 * len(fitting)
    first = [draw(rules, rows, time, 5, 20_000, 10**6).codes[0] for time in range(times)]
    observed = [first.count(code) for code in fitting]
    assert sum(observed) == times
    assert chi_square(observed, [5.0] * len(fitting)) < 1 + 4 * (2 / (len(fitting) - 1)) ** 0.5


@pytest.mark.parametrize("colors", [2, 300, 1 << 20])
def test_the_different_ones_are_in_order(colors: int) -> None:
    rng = random.Random(colors)
    codes = [tuple(rng.choice((0, 1, rng.randrange(colors))) for _ in range(3)) for _ in range(500)]
    assert list(map(tuple, _different(np.array(codes, np.int64)).tolist())) == sorted(set(codes))


@pytest.mark.parametrize("name", ["10x10", *exhaustive("12x12")])
def test_the_colors_at_each_peg_are_those_of_exact_draws(name: str) -> None:
    """A sampler that stays near one code, or that prefers codes easily met, fails."""
    rules = parse_rules(name)
    _, rows = drawn_rows(rules, 2, "exact")
    table = ExactDraws(rules, rows)
    rng, size = random.Random(1), 2_000
    exact = [table.draw(rng) for _ in range(size)]
    walked = draw(rules, rows, 1, size, 30_000_000, 10**6).codes
    assert len(walked) == size
    worst = 0.0
    for peg in range(rules.pegs):
        for color in range(rules.colors):
            one, other = (sum(code[peg] == color for code in codes) for codes in (exact, walked))
            worst = max(worst, abs(one - other) / max(1, one + other) ** 0.5)
    assert worst < 4.5  # standard errors, the largest of a hundred or more


def test_a_limit_that_ends_it_leaves_what_was_drawn() -> None:
    rules = Rules(12, 12)
    _, rows = drawn_rows(rules, 5, "ended")
    with limited(Limit(seconds=1e-9)):
        nothing = draw(rules, rows, 1, 50, 10**9, 10**9)
    assert (nothing.codes, nothing.met, nothing.different) == ((), 0, 0)
    assert len(nothing.nearest) == 12
    assert nothing.errors == errors_of(rules, rows, nothing.nearest) or nothing.errors == 0
    with limited(Limit(seconds=0.3)):
        some = draw(rules, rows, 1, 10**6, 10**11, 10**9)
    assert all(errors_of(rules, rows, code) == 0 for code in some.codes[:50])


def test_where_no_code_fits_the_nearest_is_told() -> None:
    rules = Rules(4, 6)
    rows = [((0, 0, 1, 1), 4, 0), ((0, 0, 1, 2), 4, 0)]
    found = draw(rules, rows, 1, 50, 10_000, 200_000)
    assert found.codes == ()
    assert not found.is_all
    assert 0 < found.errors <= 4
    assert found.errors == errors_of(rules, rows, found.nearest)


@pytest.mark.exhaustive
def test_samples_agree_as_far_as_their_codes_are_independent() -> None:
    """Draws from all codes agree; samples of a few codes, each with many that are like it, do not."""
    rules = parse_rules("12x12")
    _, rows = drawn_rows(rules, 2, "exact")
    table = ExactDraws(rules, rows)
    rng = random.Random(1)

    def sample(number: int, alike: int) -> Columns:
        codes = [table.draw(rng) for _ in range(number)]
        return np.array([code for code in codes for _ in range(alike)], np.uint16).T

    assert all(agreement(sample(1_000, 1), sample(1_000, 1)) > 0.75 for _ in range(5))
    for alike in (4, 20):
        found = [agreement(sample(1_000 // alike, alike), sample(1_000 // alike, alike)) for _ in range(5)]
        assert all(0.6 / alike < each < 1.6 / alike for each in found)


def test_agreement_compares_squares_of_differences_with_those_of_independent_draws() -> None:
    one, other = (np.array([[0] * zeros + [1] * (100 - zeros)], np.uint8) for zeros in (60, 40))
    # Shares of 0.6 and 0.4: (0.2)² against 0.5 · 0.5 · (1/100 + 1/100).
    assert agreement(one, other) == pytest.approx(0.125)
    alike = np.zeros((1, 100), np.uint8)
    assert agreement(np.vstack([one, alike]), np.vstack([other, alike])) == pytest.approx(0.125)
    assert agreement(alike, alike) == 1.0


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "good"), [("12x12", True), ("20x20", False)])
def test_candidates_tell_how_far_two_walks_agree(name: str, good: bool) -> None:
    rules = parse_rules(name)
    secret, position = random_secret(rules, seed=1), Position(rules)
    for _ in range(4 if good else 10):
        guess = make("large", effort=0.1).choose(position)
        position = position.after(guess, rules.feedback(secret, guess))
    candidates = ConstraintCandidates(rules, position.history)
    found = candidates.agreement()
    assert found is not None
    assert (found > 0.75) == good
    assert candidates.agreement() is found
    sample = hint(position, strategy="large").sample
    assert sample is not None
    assert sample.agreement == found
    assert sample.error == pytest.approx(0.5 / (sample.size * found) ** 0.5, rel=0.01)
    assert hint(position, strategy="large").to_dict()["sample"]["agreement"] == round(found, 3)


@pytest.mark.exhaustive
def test_walks_that_meet_all_codes_or_none_need_no_comparing() -> None:
    few = Position("10x6", "1122334455:6B 1234561234:4B").candidates
    assert isinstance(few, ConstraintCandidates)
    assert few.agreement() in (None, 1.0)
    none = Position("10x6", "1122334455:6B 1122334455:5B").candidates
    assert isinstance(none, ConstraintCandidates)
    assert none.agreement() is None
