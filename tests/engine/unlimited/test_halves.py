"""Halves of the pegs that meet in the middle, against all codes of small games, and against other methods."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import pegwise
from pegwise import Position, Rules
from pegwise.candidates import listed_candidates
from pegwise.candidates.unlisted import ConstraintCandidates
from pegwise.engine.code_space import zero_based
from pegwise.engine.unlimited import halves, halves_plan
from pegwise.engine.unlimited.candidate_count import table_count
from pegwise.engine.unlimited.consistent_codes import ConstraintSearch
from pegwise.engine.unlimited.halves import met
from pegwise.engine.unlimited.halves_plan import Plan, color_counts
from pegwise.limit import Limit, LimitReached, limited
from pegwise.play.codemakers import random_secret
from tests import oracle
from tests.helpers import game_of

if TYPE_CHECKING:
    from collections.abc import Sequence


EngineRow = tuple[tuple[int, ...], int, int]
Game = tuple[Rules, list[EngineRow]]

EULER = (
    "5616185650518293:2 3847439647293047:1 5855462940810587:3 9742855507068353:3 4296849643607543:3 "
    "3174248439465858:1 4513559094146117:2 7890971548908067:3 8157356344118483:1 2615250744386899:2 "
    "8690095851526254:3 6375711915077050:1 6913859173121360:1 6442889055042768:2 2321386104303845:0 "
    "2326509471271448:2 5251583379644322:2 1748270476758276:3 4895722652190306:1 3041631117224635:3 "
    "1841236454324589:3 2659862637316867:2"
)
"""Project Euler, problem 185, "Number Mind": https://projecteuler.net/problem=185."""
EXAMPLE = "90342:2 70794:0 39458:2 34109:1 51545:2 12531:1"
"""The example of five digits on the same page."""


@pytest.fixture(autouse=True)
def nothing_is_kept() -> None:
    halves._plan.cache_clear()


def rows_of(position: Position) -> tuple[EngineRow, ...]:
    return tuple((zero_based(guess), *feedback) for guess, feedback in position.history)


def played(rules: Rules, rows: int, seed: object) -> Position:
    """Random guesses, and their feedback from a random secret."""
    secret, position = random_secret(rules, seed=f"{seed} secret"), Position(rules)
    for row in range(rows):
        guess = random_secret(rules, seed=f"{seed} {row}")
        position = position.after(guess, rules.feedback(secret, guess))
    return position


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Small rules of every kind, with rows that one secret answers, or now and then another."""
    pegs, colors = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    repeats, whites = draw(st.booleans()) or colors < pegs, draw(st.booleans())
    rules = Rules(pegs, colors, repeats=repeats, whites=whites)
    game = game_of(rules)
    code = st.sampled_from(oracle.codes(game))
    secret, rows = draw(code), list[EngineRow]()
    for guess in draw(st.lists(code, min_size=1, max_size=8)):
        black, white = oracle.feedback(game, secret if draw(st.integers(0, 9)) else draw(code), guess)
        rows.append((tuple(color - 1 for color in guess), black, white))
    return rules, rows


def fitting(rules: Rules, rows: Sequence[EngineRow]) -> list[tuple[int, ...]]:
    """The candidates from the definition: every code is compared with every guess."""
    game = game_of(rules)
    history = [(tuple(color + 1 for color in guess), (black, white)) for guess, black, white in rows]
    return [
        tuple(color - 1 for color in code)
        for code in oracle.codes(game)
        if all(oracle.feedback(game, code, guess) == told for guess, told in history)
    ]


@given(games())
@example((Rules(1, 1, repeats=False), [((0,), 1, 0)]))
@example((Rules(2, 3), [((0, 1), 0, 2), ((1, 0), 0, 2)]))
@settings(deadline=None, max_examples=100)
def test_the_candidates_are_those_of_the_definition(game: Game) -> None:
    rules, rows = game
    found, codes = met(rules, tuple(rows), 1.0), fitting(rules, rows)
    assert found is not None
    assert found.codes is not None
    assert found.total == len(codes)
    assert found.codes.shape == (rules.pegs, len(codes))
    assert [tuple(code) for code in found.codes.T.tolist()] == codes


@given(games(), st.integers(0, 6), st.booleans())
@settings(deadline=None, max_examples=60)
def test_every_split_finds_the_same(game: Game, pegs: int, first: bool) -> None:
    rules, rows = game
    how = Plan(rules, rows, 1 << 30)
    if how.possible:
        how.split = halves_plan.Split(min(pegs, rules.pegs), first, 0.0, 0.0)
        assert halves._Meeting(how).met().total == len(fitting(rules, rows))


def test_small_blocks_and_parts_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    position = played(Rules(6, 5), 3, "blocks")
    whole = met(position.rules, rows_of(position), 1.0)
    halves._plan.cache_clear()
    for name, value in (
        ("halves._PAIRS", 7),
        ("half_states._BLOCK", 20),
        ("state_layers._FRESH", 3),
        ("state_layers._TOGETHER", 5),
        ("halves._MOST_BITS", 2),
        ("halves._LEAST_BITS", 1),
    ):
        monkeypatch.setattr(f"pegwise.engine.unlimited.{name}", value)
    again = met(position.rules, rows_of(position), 1.0)
    assert whole is not None
    assert again is not None
    assert whole.codes is not None
    assert again.codes is not None
    assert whole.total == again.total > 10
    assert np.array_equal(whole.codes, again.codes)


def test_states_of_one_key_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal states may then stay apart, but nothing is counted twice."""
    monkeypatch.setattr("pegwise.engine.unlimited.state_layers.mixed", lambda words: words[0] % np.uint64(3))
    monkeypatch.setattr("pegwise.engine.unlimited.halves.mixed", lambda words: words[0] % np.uint64(3))
    for seed in range(5):
        position = played(Rules(5, 4, whites=bool(seed % 2)), 3, seed)
        found, codes = met(position.rules, rows_of(position), 1.0), fitting(position.rules, rows_of(position))
        assert found is not None
        assert found.codes is not None
        assert found.total == len(codes)
        assert [tuple(code) for code in found.codes.T.tolist()] == codes


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("rules", "rows"),
    [("8x9", 4), ("10x6", 4), ("9x10-distinct", 4), ("8x8-black", 6), ("7x9-distinct-black", 5), ("24x2", 3)],
)
def test_all_codes_of_a_large_game_compared_give_the_same(rules: str, rows: int) -> None:
    for seed in range(2):
        position = played(pegwise.parse_rules(rules), rows, seed)
        listed = listed_candidates(position.rules, position.history)
        found = met(position.rules, rows_of(position), 1.0)
        assert found is not None
        assert found.total == listed.count().value
        if found.codes is not None:
            assert np.array_equal(found.codes, listed.columns)


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("rules", "rows"), [("12x12", 14), ("16x6", 10), ("14x8-black", 18), ("30x2", 12), ("12x20-distinct", 16)]
)
def test_a_search_finds_the_same_codes(rules: str, rows: int) -> None:
    position = played(pegwise.parse_rules(rules), rows, "search")
    found = met(position.rules, rows_of(position), 10.0)
    assert found is not None
    assert found.codes is not None
    assert found.total == found.codes.shape[1] > 0
    searched = ConstraintSearch(position.rules, rows_of(position)).codes()
    for _, code in zip(range(3), searched, strict=False):
        assert list(code) in found.codes.T.tolist()
    codes = [position.rules.spelled([color + 1 for color in code]) for code in found.codes.T.tolist()]
    assert codes == sorted(set(codes))
    assert all(
        position.rules.feedback(code, row.guess) == row.feedback for code in codes for row in position.history
    )


def test_a_table_of_prefixes_counts_the_same() -> None:
    for rules, rows in (("16x10-black", 5), ("12x5", 2), ("12x12-distinct", 2), ("40x2", 2)):
        position = played(pegwise.parse_rules(rules), rows, "table")
        total = table_count(position.rules, rows_of(position), 400_000)
        found = met(position.rules, rows_of(position), 100.0)
        assert total is not None
        assert found is not None
        assert found.total == total > halves.LISTED
        assert found.codes is None


def test_numbers_above_64_bits_are_counted() -> None:
    rules = Rules(34, 4, whites=False)
    rows = tuple(((color,) * 34, 0, 0) for color in (2, 3))
    found = met(rules, rows, 10.0)
    assert found is not None
    assert (found.total, found.codes) == (2**34, None)
    assert rules.size > 2**63
    rules = Rules(36, 9, whites=False)
    found = met(rules, (((1,) * 36, 0, 0),), 10.0)
    assert found is not None
    assert found.total == 8**36 > 2**64


def test_a_list_has_no_more_codes_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    for most, listed in ((44, True), (43, False)):
        monkeypatch.setattr(halves, "LISTED", most)
        halves._plan.cache_clear()
        found = met(Rules(4, 6), (((0, 0, 1, 1), 1, 0), ((0, 2, 3, 3), 0, 1)), 1.0)
        assert found is not None
        assert (found.total, found.codes is not None) == (44, listed)


def test_colors_are_counted_as_the_sums_of_hits_allow() -> None:
    rules, rows = Rules(5, 4), [((0, 0, 1, 2, 2), 1, 2), ((1, 1, 1, 0, 2), 0, 3)]
    guessed = [0, 1, 2]
    found = color_counts(rules, rows, guessed, 1000)
    game = game_of(rules)
    wanted = set()
    for code in oracle.codes(game):
        hits = [sum(oracle.feedback(game, code, [color + 1 for color in guess])) for guess, _, _ in rows]
        if hits == [3, 3]:
            wanted.add(tuple(code.count(color + 1) for color in range(4)))
    assert found is not None
    assert found.T.tolist() == [list(counts) for counts in sorted(wanted)]
    assert color_counts(rules, rows, guessed, 1) is None


def test_what_would_take_too_long_or_too_much_memory_is_not_begun() -> None:
    position = Position("16x10-black", EULER)
    rows = rows_of(position)
    assert met(position.rules, rows, 0.3) is None
    with limited(Limit(memory=10_000_000)):
        assert met(position.rules, rows, 1e9) is None
    with limited(Limit(seconds=1.9)):
        assert met(position.rules, rows, 1e9) is None
    halves._plan.cache_clear()
    with limited(Limit(seconds=1e-9)), pytest.raises(LimitReached):
        met(position.rules, rows, 1e9)
    far = played(Rules(30, 30), 12, "far")
    assert met(far.rules, rows_of(far), 1e9) is None
    assert met(Rules(4, 6), (), 1e9) is None  # there is nothing to look up


@pytest.mark.exhaustive
def test_a_limit_ends_it_anywhere_and_spoils_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    position = played(Rules(7, 6), 4, "ended")
    rows = rows_of(position)
    whole = met(position.rules, rows, 1.0)
    assert whole is not None
    looks = 0
    while True:
        halves._plan.cache_clear()
        looks += 1 + looks // 8  # every one at first, then some of those after it
        left = [looks + 1]

        def clock(left: list[int] = left) -> float:
            left[0] -= 1
            return 0.0 if left[0] > 0 else 1e9

        with monkeypatch.context() as patched:
            patched.setattr("pegwise.limit.clock", clock)
            try:
                with limited(Limit(seconds=1000)):
                    found = met(position.rules, rows, 1.0)
            except LimitReached:
                found = None
        again = met(position.rules, rows, 1.0)
        assert again is not None
        assert again.total == whole.total
        if found is not None:
            break
    assert looks > 20
    assert found.total == whole.total


def test_number_mind_has_one_solution() -> None:
    """Project Euler, problem 185."""
    position = Position("16x10-black", EULER)
    candidates = position.candidates
    assert candidates.possible()
    assert str(position.count()) == "1"
    assert [str(code) for code in candidates] == ["4640261571849533"]
    assert str(candidates.first()) == str(candidates.example()) == "4640261571849533"
    assert candidates.sample(5) == list(candidates)
    found = pegwise.hint(position)
    assert (str(found.guess), found.candidates.known, found.best.known) == (
        "4640261571849533",
        "exact",
        "exact",
    )


def test_its_example_has_one_solution() -> None:
    position = Position("5x10-black", EXAMPLE)
    assert [str(code) for code in position] == ["39542"]
    assert [str(code) for code in ConstraintCandidates(position.rules, position.history)] == ["39542"]


def test_candidates_that_are_searched_for_are_those_that_are_listed() -> None:
    random.seed(0)
    for rules in ("6x6", "5x8-distinct", "6x6-black", "5x7-distinct-black"):
        for rows in (2, 4):
            position = played(pegwise.parse_rules(rules), rows, rules)
            searched = ConstraintCandidates(position.rules, position.history)
            codes = list(listed_candidates(position.rules, position.history))
            assert searched.count().value == len(codes)
            assert searched.count().known == "exact"
            assert list(searched) == searched.listed(len(codes)) == codes
            assert searched.listed(len(codes) - 1) is None
            assert searched.first() == codes[0]
            assert searched.some(3, start=1) == codes[1:4]
            drawn = searched.sample(20, seed=3)
            assert len(set(drawn)) == len(drawn) == min(20, len(codes))
            assert set(drawn) <= set(codes)
            assert drawn == searched.sample(20, seed=3)


@pytest.mark.exhaustive
def test_rows_that_no_code_fits_are_told() -> None:
    position = Position("16x10-black", f"{EULER} 4640261571849532:7")
    assert position.count() == pegwise.Count(0, "exact")
    assert position.candidates.exist() is False
    assert list(position) == []
    assert position.candidates.listed(5) == []  # type: ignore[attr-defined]
