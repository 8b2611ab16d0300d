"""The counter of source 001: the same guesses as without skipping, huge games, liars found out."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegwise.errors import ContradictionError
from pegwise.notation import parse_rules
from pegwise.position import Position
from pegwise.rules import Code, Row, Rules
from pegwise.strategies import Strategy, make
from pegwise.strategies.counter import color_tables
from tests import oracle
from tests.helpers import code_of, game_of, plain, small_rules


def tables(rules: Rules, seed: int) -> list[list[int]]:
    """The color tables with colors from 1, as the oracle wants them."""
    return [[color + 1 for color in table] for table in color_tables(rules, seed)]


def play_out(strategy: Strategy, rules: Rules, secret: Code, most: int = 100) -> list[Row]:
    """The rows of a game; the feedback is the plain, readable one."""
    position = Position(rules)
    for _ in range(most):
        guess = strategy.choose(position)
        told = rules.feedback(secret, guess)
        position = position.after(guess, told)
        if told == rules.win:
            return list(position.history)
    raise AssertionError(f"{secret} was not found in {most} guesses")


# The guesses


@settings(deadline=None)
@given(small_rules(1300), st.integers(0, 99), st.data())
def test_the_guesses_are_those_of_the_plain_counter(rules: Rules, seed: int, data: st.DataObject) -> None:
    # Source 001: the improvement "gives exactly the same result (i.e. the same guesses)".
    game, secret = game_of(rules), data.draw(code_of(rules))
    rows = play_out(make("counter", seed=seed), rules, secret, 200)
    unskipping = oracle.counter(tables(rules, seed))
    for length, row in enumerate(rows):
        before = plain(rows[:length])
        assert row.guess == unskipping(game, oracle.candidates(game, before), before)


@settings(deadline=None)
@given(small_rules(1300), st.integers(0, 99), st.data())
def test_after_guesses_of_others_too(rules: Rules, seed: int, data: st.DataObject) -> None:
    game, secret = game_of(rules), data.draw(code_of(rules))
    guesses = data.draw(st.lists(code_of(rules), min_size=1, max_size=4))
    strategy, position = make("counter", seed=seed), Position(rules)
    for guess in guesses:
        strategy.choose(position)
        position = position.after(guess, rules.feedback(secret, guess))
    expected = oracle.counter(tables(rules, seed))(game, [tuple(code) for code in position], [])
    assert strategy.choose(position) == make("counter", seed=seed).choose(position) == expected


def test_what_the_counter_remembers_changes_no_guess() -> None:
    rules, rng, shared = Rules(5, 8), random.Random(1), make("counter", seed=3)
    for _ in range(40):
        secret = Code(rng.choices(range(1, 9), k=5))
        assert play_out(shared, rules, secret) == play_out(make("counter", seed=3), rules, secret)


def test_the_color_tables_are_permutations_and_depend_on_the_seed() -> None:
    rules = Rules(4, 6)
    for seed in range(20):
        assert [sorted(table) for table in color_tables(rules, seed)] == [list(range(6))] * 4
    assert color_tables(rules, 1) == color_tables(rules, 1)
    assert len({color_tables(rules, seed) for seed in range(20)}) == 20
    assert len(set(color_tables(Rules(12, 12), 0))) == 12


def test_the_first_guess_is_the_counters_zero() -> None:
    # Source 001: "I start the algorithm with the guess 0000".
    for seed in range(5):
        rules = Rules(6, 9)
        zero = tuple(table[0] + 1 for table in color_tables(rules, seed))
        assert make("counter", seed=seed).choose(Position(rules)) == zero


def test_every_guess_is_consistent() -> None:
    rules, rng = Rules(8, 8), random.Random(4)
    for seed in range(10):
        secret = Code(rng.choices(range(1, 9), k=8))
        rows = play_out(make("counter", seed=seed), rules, secret)
        for length, row in enumerate(rows):
            assert all(rules.feedback(row.guess, guess) == told for guess, told in rows[:length])


# Games too large to enumerate


@pytest.mark.some(1, more=0)
@pytest.mark.parametrize("kind", ["6x9", "8x10", "10x10-distinct", "12x12", "12x12-black", "9x14-distinct"])
def test_it_plays_large_games_to_the_end(kind: str) -> None:
    rules, rng = parse_rules(kind), random.Random(f"secrets of {kind}")
    colors = range(1, rules.colors + 1)
    for seed in range(4):
        secret = Code(rng.choices(colors, k=rules.pegs) if rules.repeats else rng.sample(colors, rules.pegs))
        rows = play_out(make("counter", seed=seed), rules, secret)
        assert rows[-1].guess == secret


# Liars


def test_an_inconsistent_codemaker_is_found_out_and_told() -> None:
    strategy, position = make("counter", seed=1), Position("4x6")
    while position.candidates.first() is not None:
        position = position.after(strategy.choose(position), "-")
    found = position.contradiction()
    assert found is not None
    with pytest.raises(ContradictionError) as caught:
        strategy.choose(position)
    assert str(caught.value) == str(found)
    assert str(caught.value).startswith("no code is possible: rows ")
    assert "to repair this, change" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["knuth", "entropy", "first-consistent", "random-consistent", "counter"])
def test_no_strategy_guesses_where_no_code_fits(name: str) -> None:
    position = Position("4x6", "1122:B 3456:BB 1122:W")
    with pytest.raises(ContradictionError, match=r"rows 1 \(1122:B\) and 3 \(1122:W\) cannot all be true"):
        make(name).choose(position)


def test_a_liar_in_a_game_too_large_to_enumerate_is_found_out() -> None:
    position = Position("12x12")
    strategy = make("counter", seed=2)
    first = strategy.choose(position)
    position = position.after(first, "BBB")
    position = position.after(strategy.choose(position), "BB").after(first, "BB")
    with pytest.raises(
        ContradictionError,
        match=r"no code is possible: rows 1 .* and 3 .* cannot all be true; to repair this",
    ):
        strategy.choose(position)
