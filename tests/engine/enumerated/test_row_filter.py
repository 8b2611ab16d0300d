"""Codes that fit one row, found by tables of suffixes, against every code; and games that are listed so."""

from __future__ import annotations

from collections import Counter
from math import perm

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegwise import Limit, Position
from pegwise.analysis.hint import hint
from pegwise.candidates import EnumeratedCandidates, is_enumerable, is_listable
from pegwise.candidates.unlisted import ConstraintCandidates
from pegwise.engine.code_space import LISTING_LIMIT, all_codes, zero_based
from pegwise.engine.enumerated import packed_codes, row_filter
from pegwise.engine.enumerated.game_tables import has_planes
from pegwise.engine.enumerated.packed_codes import layout_of
from pegwise.engine.enumerated.row_filter import fitting_places
from pegwise.engine.feedback import class_sizes
from pegwise.engine.unlimited.candidate_count import opening_sizes
from pegwise.errors import LimitError
from pegwise.limit import LimitReached, limited
from pegwise.rules import Code, Row, Rules
from pegwise.strategies import Heuristic, heuristic, make
from tests import oracle
from tests.helpers import code_of, game_of, rows_of, small_rules, tagged

HEURISTICS = ["knuth", "entropy", "expected-size", "most-parts"]


@settings(deadline=None)
@given(st.data())
def test_what_fits_a_row_is_what_the_oracle_finds(data: st.DataObject) -> None:
    rules, suffixes = data.draw(small_rules()), data.draw(st.sampled_from([1, 6, 40, 1 << 17]))
    guess, feedback = data.draw(code_of(rules)), data.draw(st.sampled_from(rules.feedbacks))
    game = game_of(rules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(row_filter, "_SUFFIXES", suffixes)
        found = fitting_places(rules, zero_based(guess), feedback.black, sum(feedback))
    fits = [oracle.feedback(game, tuple(guess), code) == tuple(feedback) for code in oracle.codes(game)]
    assert found.tolist() == [place for place, fit in enumerate(fits) if fit]


def test_one_code_of_many_pegs_or_colors() -> None:
    assert fitting_places(Rules(200, 1), (0,) * 200, 200, 200).tolist() == [0]
    assert fitting_places(Rules(200, 1), (0,) * 200, 199, 200).tolist() == []
    assert fitting_places(Rules(2, 256), (0, 255), 0, 2).tolist() == [255 * 256]


def test_a_limit_ends_it() -> None:
    with limited(Limit(seconds=1e-9)), pytest.raises(LimitReached):
        fitting_places(Rules(8, 8), (0,) * 8, 2, 2)


def test_games_that_can_be_listed_after_a_row_are_those_of_up_to_2_to_the_27_codes() -> None:
    row = Position("4x6", "1122:B").history
    for rules, listable in (
        (Rules(10, 6), True),
        (Rules(8, 10), True),
        (Rules(9, 8), True),
        (Rules(9, 12, repeats=False), True),
        (Rules(9, 9), False),
        (Rules(3, 512), False),  # too many colors for the tables
    ):
        assert not is_enumerable(rules)
        assert is_listable(rules, row) == listable
        assert not is_listable(rules, ())
    assert is_listable(Rules(8, 8), ())


def test_all_games_that_can_be_listed_have_a_layout_for_the_kernels() -> None:
    for pegs in range(1, 28):
        for colors in range(2, 256):
            for distinct in (False, True):
                codes = perm(colors, pegs) if distinct else colors**pegs
                if not 1 < codes <= LISTING_LIMIT:
                    continue
                layout = layout_of(Rules(pegs, colors, repeats=not distinct))
                assert layout.has_words or layout.has_planes
                assert layout.has_words or codes > 1 << 24
    assert has_planes(Rules(9, 8))
    with pytest.raises(ValueError, match="does not fit into two words"):
        packed_codes.pack(layout_of(Rules(9, 8)), np.zeros((9, 1), np.uint8))


@settings(deadline=None, max_examples=30)
@given(st.data())
def test_the_classes_of_an_opening_are_those_of_all_codes(data: st.DataObject) -> None:
    rules = data.draw(small_rules(1500))
    guesses = np.array([zero_based(data.draw(code_of(rules))) for _ in range(2)]).T
    assert (opening_sizes(guesses, rules) == class_sizes(guesses, all_codes(rules), rules)).all()


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_a_listed_game_says_what_an_enumerated_one_does(data: st.DataObject) -> None:
    rules, name = data.draw(small_rules(700)), data.draw(st.sampled_from(HEURISTICS))
    only = data.draw(st.booleans())
    history = data.draw(rows_of(rules, 3))
    strategy = make(name, candidates_only=only)
    position = Position(rules, history)
    if not len(position):
        return
    expected = strategy.rank(position, 5)
    count, split = position.count(), position.partition(expected[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pegwise.candidates.enumerated.ENUMERATION_LIMIT", 0)
        patch.setattr("pegwise.candidates.enumerated._TABLES", 0)
        patch.setattr("pegwise.position_candidates._LISTED", 0)
        position = Position(rules, history)
        assert isinstance(position.candidates, ConstraintCandidates)
        assert strategy.ranked(position, 5) == (expected, None)
        assert tagged(position.count()) == tagged(position.candidates.count()) == tagged(count)
        assert position.partition(expected[0]) == split
        if history:
            assert isinstance(position.listed(), EnumeratedCandidates)
            parts = dict(position.split(expected[0]))
            assert {told: len(child) for told, child in parts.items()} == split.classes
            for told, child in parts.items():
                assert list(child) == list(Position(rules, [*history, Row(expected[0], told)]))


def test_hints_in_a_game_of_sixty_million_codes_are_exact() -> None:
    position = Position("10x6", "1122334455:BBWW 1234561234:BBW 6543216543:BBWW")
    found = hint(position, strategy="entropy", candidates_only=True)
    assert (found.known, found.candidates.value, found.best.total) == ("exact", 143, 143)
    assert found.sample is None
    by_walk = hint(position)
    assert (by_walk.strategy, by_walk.candidates.value, by_walk.best.known) == ("large", 143, "exact")
    assert len(position.listed().indices) == 143


def test_within_a_limit_or_with_too_many_candidates_a_sample_is_weighed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = Position("10x6", "1122334455:BBWW 1234561234:BBW")
    strategy = make("knuth")
    assert isinstance(strategy, Heuristic)
    with limited(Limit(seconds=100)):
        assert strategy.ranked(position, 1)[1] is not None
    monkeypatch.setattr(heuristic, "MOST_CODES", 600)
    assert strategy.ranked(position, 1)[1] is not None
    monkeypatch.setattr(heuristic, "MOST_CODES", 631)
    monkeypatch.setattr(heuristic, "_MOST_PAIRS", 631 * 6**10 - 1)  # no renaming leaves both rows as they are
    assert strategy.ranked(position, 1)[1] is not None
    assert strategy.ranked(Position("10x7"), 1)[1] is not None


def test_a_hint_in_a_hurry_tells_the_classes_of_the_sample_it_was_chosen_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = Position("12x12", "1-1-2-2-3-3-4-4-5-5-6-6:BWW")
    strategy = make("entropy")
    sample = strategy.ranked(position, 1)[1]
    assert sample is not None
    guess = "1-1-2-2-3-3-4-4-5-5-6-6"

    def no_time(*_: object) -> list[Code]:
        raise LimitReached("no time")

    with monkeypatch.context() as patch:
        patch.setattr(ConstraintCandidates, "sample", no_time)
        assert position.partition(guess).total == sample.size
    with limited(Limit(seconds=1e-9)):
        assert position.partition(guess).total >= sample.size


def test_samples_grow_with_the_time_there_is() -> None:
    position, strategy = Position("12x12", "1-1-2-2-3-3-4-4-5-5-6-6:BWW"), make("entropy")
    sizes = []
    for seconds in (None, 0.2, 4):
        with limited(None if seconds is None else Limit(seconds=seconds)):
            sample = strategy.ranked(position, 1)[1]
        assert sample is not None
        sizes.append((sample.size, sample.guesses))
    assert sizes[0][0] == 1_000
    assert sizes[1][0] <= 1_000
    assert sizes[2][0] > 2_000
    assert sizes[2][1] > 1.5 * sizes[0][1]


def test_what_is_not_held_is_not_listed_before_the_first_row() -> None:
    with pytest.raises(LimitError, match="too many to enumerate"):
        Position("10x6").listed()
    assert not Position("10x6").is_listable()


def test_a_large_class_is_counted_from_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position("10x6", "1122334455:BBWW 1234561234:BBW")
    monkeypatch.setattr("pegwise.position_candidates._SPLIT", 600)
    found = position.partition("1122334455")
    assert (found.known, sum(found.classes.values()), position.count().value) == ("sampled", 631, 631)
    tallied = Counter(
        position.rules.feedback(code, Code((1, 1, 2, 2, 3, 3, 4, 4, 5, 5))) for code in position.listed()
    )
    assert found.classes == {told: tallied[told] for told in position.rules.feedbacks if told in tallied}
