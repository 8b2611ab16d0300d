"""Choices within a limit: by counted work in large games, and by what time there is if that runs out."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pegwise import Code, ContradictionError, Limit, Position, Rules, Strategy, hint, make
from pegwise.candidates.unlisted import ConstraintCandidates
from pegwise.engine.code_space import all_codes, to_columns
from pegwise.engine.feedback import class_sizes
from pegwise.limit import USUAL, LimitReached, limited
from pegwise.strategies import heuristic, scored_guesses
from pegwise.strategies.limited_choice import choose_within
from pegwise.strategies.registry import names
from pegwise.strategies.sampling_rounds import SMALLEST, best_in_rounds, with_near
from tests import oracle

Array = NDArray[Any]
ROWS = "5x6 11223:BW"
FEW_PAIRS = Limit(seconds=60, pairs=1 << 17, steady=True)


@pytest.fixture
def small_games_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bounds for large games hold for small ones, which can be compared with the definition."""
    monkeypatch.setattr(heuristic, "_SMALL", 0)
    monkeypatch.setattr(heuristic, "_FEW_CODES", 0)


def none(some: Array) -> Array:
    """Of no guess: it is better than its equals."""
    return np.zeros(some.shape[1], np.bool_)


def same(some: Array) -> Array:
    """Nothing around these guesses."""
    return some


def worst(position: Position, guess: tuple[int, ...]) -> int:
    """The largest class of a guess, from the definition."""
    game = oracle.Game(position.rules.pegs, position.rules.colors)
    return max(Counter(oracle.feedback(game, code, guess) for code in position).values())


@pytest.mark.parametrize("name", ["knuth", "entropy", "expected-size", "most-parts"])
@pytest.mark.parametrize("text", ["4x6", "4x6 1122:B", "4x6 1122:B 1344:W", "5x8 11223:BW", "4x10-distinct"])
def test_games_that_are_quick_are_played_as_without_a_limit(name: str, text: str) -> None:
    position, strategy = Position(text), make(name)
    assert choose_within(strategy, position, USUAL) == (strategy.choose(position), "exact", False)
    assert hint(text, strategy=name, limit=USUAL, seed=0).to_dict() == hint(text, strategy=name).to_dict()


@pytest.mark.usefixtures("small_games_are_large")
def test_more_pairs_than_are_allowed_are_not_compared_and_the_guess_is_nearly_the_best() -> None:
    position = Position(ROWS)
    chosen = choose_within(make("knuth"), position, FEW_PAIRS)
    assert chosen.known == "sampled"
    assert not chosen.cut_short
    assert chosen == choose_within(make("knuth"), Position(ROWS), FEW_PAIRS)
    best = worst(position, make("knuth").choose(position))
    assert worst(position, chosen.guess) <= 1.2 * best


@pytest.mark.usefixtures("small_games_are_large")
def test_a_hint_by_counted_work_says_what_it_rests_on() -> None:
    found = hint(ROWS, limit=FEW_PAIRS, seed=0)
    assert found.sample is not None
    assert (found.known, found.best.known) == ("sampled", "exact")
    assert found.sample.candidates == len(Position(ROWS))
    assert SMALLEST <= found.sample.size <= found.sample.candidates
    assert found.best.worst == worst(found.position, found.guess)
    assert len({found.guess, *(other.guess for other in found.alternatives)}) == 4


@pytest.mark.usefixtures("small_games_are_large")
@pytest.mark.parametrize("option", ["candidates_only", "unused_only"])
def test_options_hold_in_counted_work(option: str) -> None:
    position = Position(ROWS)
    guess = choose_within(make("knuth", **{option: True}), position, FEW_PAIRS).guess
    assert guess in position or option == "unused_only"
    assert guess != position.history[0].guess


@pytest.mark.parametrize("wanted", [1, 3])
def test_rounds_that_can_compare_all_lose_no_guess(wanted: int) -> None:
    rules = Rules(3, 4)
    codes = np.array([(a, b, c) for a in range(4) for b in range(4) for c in range(4)], np.uint8).T

    def leading(pool: Array, some: Array) -> Array:
        return np.asarray(class_sizes(pool, some, rules).max(axis=1))

    pool, drawn = best_in_rounds(
        codes[:, ::wanted], codes, 10**9, 10**6, np.random.default_rng(0), leading, none, same
    )
    assert np.array_equal(pool, codes[:, ::wanted])
    assert np.array_equal(drawn, codes)


def test_rounds_keep_the_guesses_that_are_far_better_than_the_rest() -> None:
    """One guess in a thousand has a low score in every sample: it is there at the end."""
    pool = np.arange(64_000, dtype=np.uint32).reshape(1, -1)
    seen: list[int] = []

    def leading(some: Array, drawn: Array) -> Array:
        seen.append(some.shape[1] * drawn.shape[1])
        return np.asarray(some[0] % 1000 != 7, np.int64)

    kept, drawn = best_in_rounds(pool, pool, 1 << 27, 1 << 12, np.random.default_rng(1), leading, none, same)
    assert set(range(7, 64_000, 1000)) <= set(kept[0].tolist())
    assert drawn.shape[1] == 1 << 12
    assert (np.diff(kept[0].astype(np.int64)) > 0).all()
    assert all(pairs <= 1 << 24 for pairs in seen)


def test_rounds_go_on_from_the_best_guesses_to_those_around_them() -> None:
    """The best guesses are not in the pool: they are three steps from one that is."""
    pool = np.arange(0, 6_400, 100, dtype=np.uint32).reshape(1, -1)

    def leading(some: Array, drawn: Array) -> Array:
        return np.asarray(np.abs(some[0].astype(np.int64) - 523))

    def around(best: Array) -> Array:
        return np.unique(np.concatenate([best, best + 8, best - np.minimum(best, 8)], axis=1), axis=1)

    kept, _ = best_in_rounds(pool, pool, 1 << 20, 64, np.random.default_rng(0), leading, none, around)
    assert leading(kept, pool).min() == 1


def test_rounds_keep_what_is_better_among_equals() -> None:
    pool = np.arange(6_400, dtype=np.uint32).reshape(1, -1)

    def held(some: Array) -> Array:
        return np.asarray(some[0] >= 6_390)

    kept, _ = best_in_rounds(
        pool,
        pool,
        1 << 30,
        1 << 12,
        np.random.default_rng(0),
        lambda some, _: np.zeros(some.shape[1]),
        held,
        same,
    )
    assert set(range(6_390, 6_400)) <= set(kept[0].tolist())
    assert kept.shape[1] == 64


@pytest.mark.parametrize("rules", [Rules(3, 4), Rules(4, 3), Rules(3, 5, repeats=False)], ids=str)
def test_near_codes_are_those_a_small_change_away(rules: Rules) -> None:
    every = list(all_codes(rules).T.tolist())

    def small(one: list[int], other: list[int]) -> bool:
        where = [peg for peg, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
        swapped = len(where) == 2 and sorted(one) == sorted(other)
        return len(where) <= 1 or swapped

    for some in ([every[5]], [every[0], every[-1]]):
        found = with_near(np.array(some, np.uint8).T, rules).T.tolist()
        assert found == [code for code in every if any(small(code, one) for one in some)]


@pytest.mark.parametrize("name", ["knuth", "entropy"])
@pytest.mark.usefixtures("small_games_are_large")
def test_guesses_by_samples_are_as_good_as_the_best_in_most_positions(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few guesses in a hundred are drawn; what lies around the best of them is tried too."""
    monkeypatch.setattr(heuristic, "_FEWEST_DRAWN", 256)
    monkeypatch.setattr(heuristic, "_MOST_DRAWN", 256)
    strategy, found = make(name), []
    for first, second in product(("11223:BW", "11122:B", "12345:BW"), ("14567:BW", "33456:B", "46581:WW")):
        position = Position(f"5x8 {first} {second}")
        chosen = choose_within(strategy, position, Limit(seconds=600, pairs=1 << 22, steady=True))
        assert chosen.known == "sampled"
        found.append(worst_or_more(strategy, position, chosen.guess))
    assert sum(each < 1 + 1e-9 for each in found) >= 7
    assert max(found) < 1.05


def worst_or_more(strategy: Strategy, position: Position, guess: tuple[int, ...]) -> float:
    """How many times as high as the best one the score of a guess is; scores below 0 the other way round."""
    columns, rules = position.listed().columns, position.rules
    mine, best = (
        float(strategy.scores(class_sizes(to_columns([code], rules), columns, rules))[0][0])  # type: ignore[attr-defined]
        for code in (guess, strategy.choose(position))
    )
    return mine / best if best > 0 else best / mine


@pytest.mark.exhaustive
def test_all_guesses_are_compared_where_few_candidates_are_left() -> None:
    rows = "1234567890:BBBWWWWWWW 1357924680:BBWWWWWWWW 2143658790:BWWWWWWWWW 1243578690:BBBBWWWWWW"
    position = Position(f"10x10-distinct {rows}")
    generous = Limit(seconds=600, pairs=USUAL.pairs, steady=True)
    assert 100 < len(position) < 3_000
    chosen = choose_within(make("knuth"), position, generous)
    assert chosen.known == "exact"


@pytest.mark.parametrize(
    "text",
    [
        "8x8 11223344:BWWW 12552626:BBBW",
        pytest.param("24x2 111111111111111112222222:BBBBBBBBBBBBBWWWWWW", marks=pytest.mark.slow),
    ],
)
def test_large_games_are_played_by_counted_work(text: str) -> None:
    generous = Limit(seconds=600, pairs=USUAL.pairs, steady=True)
    chosen = choose_within(make("knuth"), Position(text), generous)
    assert chosen.known == "sampled"
    assert chosen == choose_within(make("knuth"), Position(text), generous)


@pytest.mark.parametrize("name", [name for name in names() if name not in ("optimal", "deep")])
@pytest.mark.parametrize("text", ["8x8 11223344:BWWW", "20x20 " + "-".join("1" * 20) + ":BB"])
def test_a_limit_that_is_used_up_gives_a_guess_all_the_same(name: str, text: str) -> None:
    position = Position(text)
    chosen = choose_within(make(name), position, Limit(seconds=1e-6, steady=True))
    if chosen.known == "exact" and name != "random-consistent":
        assert chosen.guess == make(name).choose(Position(text))
    position.rules.check(chosen.guess)
    assert chosen.guess not in [row.guess for row in position.history]


def test_the_first_guess_of_a_large_game_is_counted_without_listing_codes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listed = hint("5x6", strategy="knuth", alternatives=9).to_dict()
    monkeypatch.setattr(scored_guesses, "_COUNTED", 0)
    monkeypatch.setattr("pegwise.position_candidates._COUNTED", 0)
    assert hint("5x6", strategy="knuth", alternatives=9).to_dict() == listed


def test_a_steady_limit_is_not_hurried_by_its_time() -> None:
    position = Position("12x12 1-1-2-2-3-3-4-4-5-5-6-6:BWW")
    with limited(Limit(seconds=600, steady=True)):
        assert make("large").choose(position) == make("large").choose(position)
    usual = hint(position, limit=Limit(seconds=600, steady=True), seed=0).to_dict()
    assert usual == hint(Position(position.rules, position.history)).to_dict()


def test_a_choice_in_a_game_too_large_to_list_looks_for_no_contradiction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It would take longer than the guess: a game of 100x20 took ten minutes."""
    position = Position("20x20 " + "-".join("1" * 20) + ":BB")
    asked: list[Position] = []
    monkeypatch.setattr(Position, "check_possible", lambda self: asked.append(self))
    choose_within(make("large"), position, USUAL)
    assert not asked
    hint(position, limit=USUAL, seed=0)
    assert asked


def test_where_no_candidate_is_drawn_in_time_the_guess_is_near_to_the_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = Position("20x20 " + "-".join("1" * 20) + ":BB")
    monkeypatch.setattr(ConstraintCandidates, "sample", lambda *_: [])
    monkeypatch.setattr(type(make("counter")), "ranked", out_of_time)
    chosen = choose_within(make("counter"), position, Limit(seconds=1))
    assert (chosen.known, chosen.cut_short) == ("sampled", True)
    position.rules.check(chosen.guess)
    found = hint(position, strategy="counter", limit=Limit(seconds=1), seed=0)
    assert found.guess not in [row.guess for row in position.history]


def out_of_time(*_: object) -> None:
    raise LimitReached("the time is up")


@pytest.mark.parametrize("text", ["4x6-marks", "4x6-holes", "4x6-total"])
def test_a_limit_that_allows_no_pair_gives_a_guess_in_games_of_lists(text: str) -> None:
    found = hint(text, strategy="knuth", limit=Limit(pairs=1), seed=0)
    found.position.rules.check(found.guess)
    assert found.sample is not None
    hint(text, strategy="knuth", limit=Limit(seconds=1e-6), seed=0)


@pytest.mark.parametrize("name", ["large", "counter"])
@pytest.mark.parametrize("text", ["1x1 1:B", "1x2 1:- 2:-"])
def test_where_all_codes_were_guessed_one_is_guessed_again(name: str, text: str) -> None:
    for limit in (None, Limit(pairs=1)):
        with suppress(ContradictionError):
            choose_within(make(name), Position(text), limit)


def test_a_guess_near_to_the_rows_is_split_in_time_in_huge_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The feedback of 1000 pegs, half a million, is not made for it."""
    asked: list[Rules] = []
    monkeypatch.setattr(Rules, "feedbacks", property(asked.append))
    rules = Rules(1000, 100)
    guess = (1,) * 999 + (2,)
    position = Position(rules, [(guess, (500, 1)), (guess, (499, 1))])
    found = hint(position, strategy="knuth", limit=Limit(seconds=0.001), seed=0)
    assert found.blind
    assert not asked


def test_an_option_may_have_the_name_of_what_it_costs() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Costly(Strategy):
        name = "costly"
        cost: float = 2.0

        def guess(self, position: Position) -> Code:
            found = position.candidates.first()
            assert found is not None
            return found

    found = hint("4x6 1122:B", strategy=Costly(), limit=Limit(seconds=5), seed=0)
    assert str(found.guess) == str(Position("4x6 1122:B").candidates.first())
