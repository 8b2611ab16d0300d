"""The search and the counts for games too large to enumerate, against all codes of small ones."""

from __future__ import annotations

import random
import sys
from collections import Counter
from itertools import islice, permutations, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegwise.engine.code_space import zero_based
from pegwise.engine.unlimited import candidate_count
from pegwise.engine.unlimited.candidate_count import (
    exact_count,
    random_code,
    table_count,
    upper_bounds,
)
from pegwise.engine.unlimited.consistent_codes import ConstraintSearch, LookAhead
from pegwise.engine.unlimited.packed_state import Packing
from pegwise.errors import LimitError
from pegwise.limit import Limit, LimitReached, limited
from pegwise.rules import Rules
from tests.engine.unlimited.exact_draws import ExactDraws

EngineCode = tuple[int, ...]
EngineRow = tuple[EngineCode, int, int]
Game = tuple[Rules, list[EngineRow]]


def hits(secret: EngineCode, guess: EngineCode, rules: Rules) -> tuple[int, int]:
    black = sum(a == b for a, b in zip(secret, guess, strict=True))
    shared = sum(min(secret.count(color), guess.count(color)) for color in set(guess))
    return black, shared - black if rules.whites else 0


def all_codes(rules: Rules) -> list[EngineCode]:
    if rules.repeats:
        return list(product(range(rules.colors), repeat=rules.pegs))
    return list(permutations(range(rules.colors), rules.pegs))


def fitting(rules: Rules, rows: list[EngineRow]) -> list[EngineCode]:
    return [
        code
        for code in all_codes(rules)
        if all(hits(code, guess, rules) == (black, white) for guess, black, white in rows)
    ]


@st.composite
def games(draw: st.DrawFn, most_rows: int = 4) -> Game:
    """Small rules and a history: mostly of a true secret, at times made up and contradictory."""
    pegs = draw(st.integers(1, 5))
    repeats = draw(st.booleans())
    colors = draw(st.integers(1, 4) if repeats else st.integers(pegs, 6))
    rules = Rules(pegs, colors, repeats, draw(st.booleans()))
    rng = random.Random(draw(st.integers(0, 2**32)))
    codes = all_codes(rules)
    secret = rng.choice(codes)
    rows = []
    for _ in range(draw(st.integers(0, most_rows))):
        guess = rng.choice(codes)
        wrong = rng.random() < 0.15
        rows.append(
            (
                guess,
                *((rng.randint(-1, pegs + 1), rng.randint(0, 2)) if wrong else hits(secret, guess, rules)),
            )
        )
    return rules, rows


@given(games())
@settings(max_examples=100, deadline=None)
def test_the_codes_are_those_that_fit_in_numeric_order(game: Game) -> None:
    rules, rows = game
    search = ConstraintSearch(rules, rows)
    expected = fitting(rules, rows)
    assert list(search.codes()) == expected
    assert list(search.codes()) == expected  # also with all that the first search remembered


@given(games(), st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_orders_and_starts(game: Game, seed: int) -> None:
    rules, rows = game
    rng = random.Random(seed)
    orders = [rng.sample(range(rules.colors), rules.colors) for _ in range(rules.pegs)]
    start = tuple(rng.randrange(rules.colors) for _ in range(rules.pegs))

    def place(code: EngineCode) -> list[int]:
        return [order.index(color) for order, color in zip(orders, code, strict=True)]

    expected = sorted(fitting(rules, rows), key=place)
    search = ConstraintSearch(rules, rows)
    assert list(search.codes(orders, start)) == [code for code in expected if place(code) >= place(start)]
    assert list(search.codes(orders)) == expected
    assert list(search.codes(start=start)) == [code for code in sorted(expected) if code >= start]


@pytest.mark.parametrize(
    "row", [((0, 1, 2), 2, 1), ((0, 1, 2), 4, 0), ((0, 1, 2), -1, 1), ((0, 1, 2), 1, -1), ((0, 1, 2), 2, 2)]
)
def test_impossible_feedback_gives_no_code(row: EngineRow) -> None:
    rules = Rules(3, 4)
    assert list(ConstraintSearch(rules, [row]).codes()) == []
    assert exact_count(rules, [row]) == 0
    assert random_code(rules, [row], random.Random(0), 1000) is None


def test_whites_with_rules_that_do_not_tell_them_give_no_code() -> None:
    assert list(ConstraintSearch(Rules(3, 4, whites=False), [((0, 1, 2), 1, 1)]).codes()) == []


def test_every_game_of_3x4_ends_with_its_secret() -> None:
    """The first code that fits is always the secret in the end: "the secret is never lost"."""
    rules = Rules(3, 4)
    for secret in all_codes(rules):
        rows: list[EngineRow] = []
        guess: EngineCode = (-1,) * 3
        while guess != secret:
            later = next(ConstraintSearch(rules, rows).codes())
            assert later > guess
            guess = later
            rows.append((guess, *hits(secret, guess, rules)))


def _play(rules: Rules, seed: int, limit: int) -> list[EngineRow]:
    rng = random.Random(seed)
    orders = [rng.sample(range(rules.colors), rules.colors) for _ in range(rules.pegs)]
    secret = tuple(rng.choices(range(rules.colors), k=rules.pegs))
    if not rules.repeats:
        secret = tuple(rng.sample(range(rules.colors), rules.pegs))
    rows: list[EngineRow] = []
    guess: EngineCode | None = None
    while guess != secret:
        guess = next(ConstraintSearch(rules, rows).codes(orders, guess, limit))
        assert all(hits(guess, earlier, rules) == (black, white) for earlier, black, white in rows)
        rows.append((guess, *hits(secret, guess, rules)))
    return rows


@pytest.mark.parametrize(
    "rules", [Rules(10, 10), Rules(12, 12), Rules(10, 12, repeats=False), Rules(9, 6, whites=False)]
)
def test_a_large_game_to_the_end(rules: Rules) -> None:
    rows = _play(rules, 1, 3_000_000)
    assert exact_count(rules, rows) == 1
    assert list(ConstraintSearch(rules, rows).codes()) == [rows[-1][0]]


def test_the_fields_are_wide_enough_for_30_pegs() -> None:
    for row, code in (
        (((0,) * 30, 29, 0), (*(0,) * 29, 1)),
        (((0,) * 30, 0, 0), (1,) * 30),
        ((tuple(range(30)), 30, 0), tuple(range(30))),
        ((tuple(range(30)), 0, 30), (*(peg ^ 1 for peg in range(30)),)),
    ):
        assert next(ConstraintSearch(Rules(30, 30), [row]).codes(limit=100_000)) == code


def test_without_rows_every_code_fits() -> None:
    first = list(islice(ConstraintSearch(Rules(30, 30), []).codes(), 3))
    assert first == [(*(0,) * 29, last) for last in range(3)]
    assert exact_count(Rules(30, 30), []) == 30**30
    assert exact_count(Rules(20, 30, repeats=False), []) == Rules(20, 30, repeats=False).size


def test_the_limit_is_an_error() -> None:
    search = ConstraintSearch(Rules(12, 12), [(tuple(range(12)), 3, 5)])
    with pytest.raises(LimitError, match="limit of 10 prefixes"):
        next(search.codes(limit=10))


def test_the_search_looks_at_its_limit_between_any_two_codes() -> None:
    codes = ConstraintSearch(Rules(12, 12), [(tuple(range(12)), 3, 5)]).codes()
    next(codes)
    with limited(Limit(seconds=1e-9)), pytest.raises(LimitReached):
        next(codes)


NOTHING_FITS: list[EngineRow] = [
    ((4, 4, 5, 2, 4, 2), 1, 2),
    ((5, 4, 4, 5, 5, 1), 2, 1),
    ((1, 3, 3, 0, 0, 3), 0, 3),
    ((1, 3, 4, 5, 0, 5), 0, 5),
    ((1, 1, 5, 4, 0, 4), 1, 3),
]
"""Found by search: no code of 6x6 fits, and many prefixes are tried before that is known."""


def test_the_search_looks_at_its_limit_where_there_is_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    monkeypatch.setattr("pegwise.engine.unlimited.consistent_codes.spend", looks.append)
    assert list(ConstraintSearch(Rules(6, 6), NOTHING_FITS).codes()) == []
    assert len(looks) > 100


@given(games())
@settings(max_examples=100, deadline=None)
def test_counts(game: Game) -> None:
    rules, rows = game
    number = len(fitting(rules, rows))
    assert exact_count(rules, rows) == number
    assert exact_count(rules, rows, max_states=3) in (None, number)
    assert all(bound >= number for bound in upper_bounds(rules, rows, max_states=3))


@given(games(most_rows=1))
@settings(max_examples=100, deadline=None)
def test_the_two_ways_to_count_one_row_agree(game: Game) -> None:
    rules, rows = game
    for row in rows:
        if Packing(rules, [row]).possible:
            assert candidate_count._count_one_row(rules, row, 10**9) == len(fitting(rules, [row]))


def test_counts_of_the_first_row_of_12x12_add_up() -> None:
    rules, guess = Rules(12, 12), (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6)
    told = [(black, white) for black in range(13) for white in range(13 - black)]
    assert sum(exact_count(rules, [(guess, *each)]) or 0 for each in told) == 12**12


def test_counts_of_30x30() -> None:
    rules, guess = Rules(30, 30), tuple(range(30))
    # Every peg without a hit has 29 colors; codes with all 30 colors and no black hit are derangements.
    assert exact_count(rules, [((0,) * 30, 0, 0)]) == 29**30
    assert exact_count(rules, [((0,) * 30, 4, 0)]) == comb(30, 4) * 29**26
    derangements = sum((-1) ** k * comb(30, k) * _factorial(30 - k) for k in range(31))
    assert exact_count(rules, [(guess, 0, 30)], max_states=1000) == derangements


def _factorial(number: int) -> int:
    return number * _factorial(number - 1) if number else 1


def test_bounds_are_no_less_than_the_count() -> None:
    rules = Rules(8, 9)
    rows = _play(rules, 2, 100_000)[:3]
    exact, bounds = exact_count(rules, rows), [*upper_bounds(rules, rows, max_states=2000)]
    assert exact is not None
    assert exact_count(rules, rows, max_states=2000) is None
    assert all(exact <= bound < rules.size for bound in bounds)
    assert bounds


@pytest.mark.parametrize(
    ("rules", "rows"),
    [
        (Rules(4, 5), [((0, 0, 1, 2), 1, 1)]),
        (Rules(4, 6), [((0, 0, 1, 1), 1, 0), ((0, 2, 3, 3), 0, 1)]),
        (Rules(4, 7, repeats=False), [((0, 1, 2, 3), 1, 1)]),
        (Rules(4, 7, repeats=False, whites=False), [((0, 1, 2, 3), 1, 0), ((1, 4, 2, 5), 1, 0)]),
        (Rules(4, 5, whites=False), [((0, 1, 2, 3), 2, 0)]),
    ],
)
def test_exact_draws_are_uniform(rules: Rules, rows: list[EngineRow]) -> None:
    table = ExactDraws(rules, rows)
    codes = fitting(rules, rows)
    rng, expected = random.Random(5), 60
    drawn = Counter(table.draw(rng) for _ in range(expected * len(codes)))
    assert set(drawn) == set(codes)
    chi_square = sum((number - expected) ** 2 / expected for number in drawn.values())
    freedom = len(codes) - 1
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


def test_a_table_that_does_not_fit_is_none() -> None:
    assert table_count(Rules(12, 12), ((tuple(range(12)), 3, 5),), 100) is None


@given(games(), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_random_codes_fit(game: Game, seed: int) -> None:
    rules, rows = game
    found = random_code(rules, rows, random.Random(seed), 100_000)
    codes = fitting(rules, rows)
    assert found in codes if codes else found is None


def test_rows_of_more_colors_than_calls_may_nest_are_looked_ahead_of() -> None:
    rules, rng = Rules(20, 1000), random.Random(1)
    guesses = [tuple(rng.randrange(1, 1001) for _ in range(20)) for _ in range(60)]
    rows = [(zero_based(guess), *rules.feedback((7,) * 20, guess)) for guess in guesses]
    packing = Packing(rules, rows)
    assert len(packing.fields) > sys.getrecursionlimit() // 2
    assert LookAhead(packing).may_end(packing.start, 0)
