"""Positions: the candidates in both implementations, what a guess tells, immutability."""

from __future__ import annotations

import math
import pickle
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegwise.candidates import EnumeratedCandidates, candidates_of
from pegwise.candidates.unlisted import ConstraintCandidates
from pegwise.engine.code_space import to_columns
from pegwise.errors import CodeError, ContradictionError, FeedbackError, LimitError, NotationError
from pegwise.play.codemakers import random_secret
from pegwise.position import Position
from pegwise.rules import Code, Feedback, Row, Rules
from tests import oracle
from tests.helpers import code_of, game_of, plain, rows_of, small_rules, tagged

if TYPE_CHECKING:
    from pegwise.candidates import Candidates

EXAMPLE = "1122:B 1344:W 3526:BWW"


def both(rules: Rules, history: list[Row]) -> tuple[Candidates, Candidates]:
    """The two implementations, the second one forced."""
    return candidates_of(rules, history), ConstraintCandidates(rules, tuple(history))


@st.composite
def games(draw: st.DrawFn, largest: int = 1296) -> tuple[Rules, list[Row], Code]:
    """Rules, a history that is true, and its secret."""
    rules = draw(small_rules(largest))
    secret = draw(code_of(rules))
    guesses = draw(st.lists(code_of(rules), max_size=4))
    return rules, [Row(guess, rules.feedback(secret, guess)) for guess in guesses], secret


# Candidates


@given(games())
def test_the_candidates_are_the_oracles(game: tuple[Rules, list[Row], Code]) -> None:
    rules, history, secret = game
    expected = oracle.candidates(game_of(rules), plain(history))
    for candidates in both(rules, history):
        assert list(candidates) == expected
        assert tagged(candidates.count()) == (len(expected), "exact")
        assert len(candidates) == len(expected)
        assert candidates.first() == expected[0]
        assert candidates.some(3) == expected[:3]
        assert secret in candidates
    position = Position(rules, history)
    assert list(position) == expected
    assert len(position) == len(expected)
    assert position.count().known == "exact"


@given(st.data())
def test_both_implementations_agree_on_any_history(data: st.DataObject) -> None:
    rules = data.draw(small_rules(700))
    history = data.draw(rows_of(rules))
    enumerated, searched = both(rules, history)
    assert isinstance(enumerated, EnumeratedCandidates)
    expected = oracle.candidates(game_of(rules), plain(history))
    assert list(enumerated) == list(searched) == expected
    assert tagged(enumerated.count()) == tagged(searched.count()) == (len(expected), "exact")
    assert bool(enumerated) == bool(searched) == bool(expected)
    assert enumerated.first() == searched.first() == (expected[0] if expected else None)
    code = data.draw(code_of(rules))
    assert (code in enumerated) == (code in searched) == (code in expected)


@given(games(), st.randoms(use_true_random=False))
def test_the_order_of_the_history_does_not_matter(
    game: tuple[Rules, list[Row], Code], random: object
) -> None:
    rules, history, _ = game
    shuffled = list(history)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert list(Position(rules, shuffled)) == list(Position(rules, history))


@given(games(400), st.data())
def test_the_secret_is_never_lost(game: tuple[Rules, list[Row], Code], data: st.DataObject) -> None:
    rules, history, secret = game
    position = Position(rules)
    for row in history:
        smaller = position.after(*row)
        assert secret in smaller
        assert set(smaller) <= set(position)
        position = smaller
    guess = data.draw(code_of(rules))
    assert secret in dict(position.split(guess))[rules.feedback(secret, guess)]


@given(games(400), st.data())
def test_class_sizes_sum_to_the_candidates(game: tuple[Rules, list[Row], Code], data: st.DataObject) -> None:
    rules, history, _ = game
    position, guess = Position(rules, history), data.draw(code_of(rules))
    partition = position.partition(guess)
    expected = {
        Feedback(*told): len(part)
        for told, part in oracle.split(game_of(rules), list(position), guess).items()
    }
    assert partition.classes == expected
    assert sum(partition.classes.values()) == partition.total == len(position)
    assert list(partition.classes) == [told for told in rules.feedbacks if told in expected]
    assert partition.worst == max(expected.values())
    assert partition.class_count == len(expected)
    assert partition.is_candidate == (guess in list(position))
    assert partition.known == "exact"
    assert partition.expected_size == pytest.approx(sum(n * n for n in expected.values()) / len(position))
    shares = [n / len(position) for n in expected.values()]
    assert partition.bits == pytest.approx(-math.fsum(p * math.log2(p) for p in shares), abs=1e-9)


@given(games(400), st.data())
def test_a_split_is_the_positions_after_each_answer(
    game: tuple[Rules, list[Row], Code], data: st.DataObject
) -> None:
    rules, history, _ = game
    position, guess = Position(rules, history), data.draw(code_of(rules))
    for told, child in position.split(guess):
        assert child == position.after(guess, told)
        assert list(child) == list(Position(rules, child.history))
    assert sum(len(child) for _, child in position.split(guess)) == len(position)


@given(games(400))
def test_a_position_asked_late_has_the_same_candidates(game: tuple[Rules, list[Row], Code]) -> None:
    rules, history, _ = game
    asked, unasked = Position(rules), Position(rules)
    for row in history:
        assert len(asked) > 0
        asked, unasked = asked.after(*row), unasked.after(*row)
    assert list(asked) == list(unasked)


# Sampling


@given(games(400), st.integers(0, 6), st.integers())
def test_a_sample_is_a_function_of_its_seed(
    game: tuple[Rules, list[Row], Code], number: int, seed: int
) -> None:
    rules, history, _ = game
    for candidates in both(rules, history):
        drawn = candidates.sample(number, seed)
        assert drawn == candidates.sample(number, seed)
        assert all(code in candidates for code in drawn)
    drawn = Position(rules, history).candidates.sample(number, seed)
    assert len(drawn) == len(set(drawn)) == min(number, len(Position(rules, history)))


@pytest.mark.parametrize("rules", ["3x4", "3x5-distinct", "2x3-black"])
def test_which_of_many_codes_are_candidates(rules: str) -> None:
    """Of all codes of the game, with many candidates, few, one and none."""
    start = Position(rules)
    codes = list(start)
    secret = codes[-1]
    guesses = [start.rules.code(guess) for guess in (codes[0], codes[len(codes) // 2], secret)]
    histories = [[Row(guess, start.rules.feedback(secret, guess)) for guess in guesses[:n]] for n in range(4)]
    histories.append([Row(codes[0], start.rules.win), Row(secret, start.rules.win)])
    for history in histories:
        candidates = candidates_of(start.rules, history)
        assert isinstance(candidates, EnumeratedCandidates)
        held = candidates.holds(to_columns(codes, start.rules))
        assert held.tolist() == [
            all(start.rules.feedback(code, guess) == told for guess, told in history) for code in codes
        ]


def test_what_is_no_code_is_no_candidate() -> None:
    for candidates in both(Rules(4, 6), []):
        assert 1122 not in candidates
        assert None not in candidates
        assert Code((1, 1, 2, 2)) in candidates


def test_the_default_seed_is_0() -> None:
    for candidates in both(Rules(4, 6), []):
        assert candidates.sample(5) == candidates.sample(5, 0) != candidates.sample(5, 1)


def test_other_seeds_draw_other_codes_and_all_are_drawn() -> None:
    for candidates in both(Rules(4, 6), list(Position("4x6", EXAMPLE).history)):
        drawn = {candidates.sample(1, seed)[0] for seed in range(200)}
        assert drawn == set(candidates)


def test_a_sample_is_uniform() -> None:
    for candidates in both(Rules(4, 6), list(Position("4x6", EXAMPLE).history)):
        counted = dict.fromkeys(candidates, 0)
        for seed in range(1400):
            counted[candidates.sample(1, seed)[0]] += 1
        # Seven codes, 200 each; chi squared with six degrees of freedom passes 30 once in 25 000 times.
        assert sum((n - 200) ** 2 / 200 for n in counted.values()) < 30


def test_no_code_to_draw_is_an_empty_sample() -> None:
    for candidates in both(Rules(4, 6), list(Position("4x6", "1111:BB 1111:B").history)):
        assert candidates.sample(3, 1) == []


# A position is a value


def test_after_is_a_new_position_and_the_old_one_is_as_it_was() -> None:
    start = Position("4x6")
    first = start.after("1122", "B")
    second = first.after((1, 3, 4, 4), Feedback(0, 1))
    third = first.after("1344", (0, 1))
    assert (len(start), len(first), len(second)) == (1296, 256, 44)
    assert start.history == ()
    assert second == third == Position(Rules(4, 6), "1122:B 1344:W")
    assert hash(second) == hash(third)
    assert second != first
    assert repr(second) == "Position('4x6', '1122:B 1344:W')"
    assert second.before() == first
    assert second.before(2) == second.before(9) == start
    assert isinstance(second.history, tuple)


def test_what_a_position_holds_cannot_be_written_over() -> None:
    position = Position("4x6", "1122:B")
    candidates = position.candidates
    assert isinstance(candidates, EnumeratedCandidates)
    with pytest.raises((TypeError, AttributeError)):
        position.history[0] = None  # type: ignore[index]
    with pytest.raises((TypeError, AttributeError)):
        position.other = 1  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="read-only"):
        Position("4x6").candidates.columns[0, 0] = 5  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["rules", "history"])
def test_the_rules_and_the_history_of_a_position_stay(name: str) -> None:
    position = Position("4x6", "1122:B")
    with pytest.raises(AttributeError):
        setattr(position, name, getattr(Position("3x4", "111:B"), name))


def test_a_position_travels_to_another_process() -> None:
    position = Position("4x6", EXAMPLE)
    copied = pickle.loads(pickle.dumps(position))
    assert copied == position
    assert list(copied) == list(position)


def test_a_history_is_read_from_text_rows_and_pairs() -> None:
    expected = Position("4x6").after("1122", "B").after("1344", "W")
    assert Position("4x6", "1122:B 1344:W") == expected
    assert Position("mastermind", ["1122:B", "1344:W"]) == expected
    assert Position("4x6", expected.history) == expected


def test_codes_are_found_by_text_or_tuple() -> None:
    position = Position("4x6", EXAMPLE)
    assert "3632" in position
    assert (3, 6, 3, 2) in position
    assert "1462" not in position
    with pytest.raises(CodeError):
        assert "36321" in position


@pytest.mark.parametrize(
    ("guess", "told", "kind"),
    [
        ("112", "B", CodeError),
        ("1127", "B", CodeError),
        ("11?2", "B", NotationError),
        ("1122", "BBBW", FeedbackError),
        ("1122", (3, 1), FeedbackError),
        ("1122", "spam", NotationError),
    ],
)
def test_a_bad_row_is_refused_and_nothing_is_lost(
    guess: str, told: str | tuple[int, int], kind: type[Exception]
) -> None:
    position = Position("4x6", "1122:B")
    with pytest.raises(kind):
        position.after(guess, told)
    assert position == Position("4x6", "1122:B")
    assert len(position) == 256


def test_a_position_no_code_fits_is_a_position_like_any_other() -> None:
    position = Position("4x6", "1111:BB 1111:B")
    assert len(position) == 0
    assert position
    assert list(position) == []
    assert position.candidates.first() is None
    assert position.partition("1122").classes == {}
    assert position.split("1122") == []
    with pytest.raises(
        ContradictionError, match=r"no code is possible: rows 1 .* and 2 .* cannot all be true"
    ):
        position.check_possible()


# Spaces too large to hold


def test_a_30x30_position_enumerates_nothing() -> None:
    start = time.process_time()
    position = Position("30x30")
    secret = Code(1 + (7 * peg) % 30 for peg in range(30))
    guess = Code(1 + (11 * peg) % 30 for peg in range(30))
    after = position.after(guess, position.rules.feedback(secret, guess))
    assert isinstance(after.candidates, ConstraintCandidates)
    assert secret in after
    first = after.candidates.first()
    assert first is not None
    assert first in after
    assert first <= secret
    assert position.candidates.first() == (1,) * 30
    assert tagged(position.count()) == (30**30, "exact")
    with pytest.raises(LimitError):
        len(position)
    # Not a measure of speed: 30**30 codes would take longer than the sun has left.
    assert time.process_time() - start < 30


def test_a_count_that_is_an_estimate_says_so() -> None:
    position = Position("20x20")
    secret = random_secret(position.rules, seed="estimated")
    for seed in range(5):
        guess = random_secret(position.rules, seed=seed)
        position = position.after(guess, position.rules.feedback(secret, guess))
    count = position.count()
    assert count.known == "sampled"
    assert count.low is not None
    assert count.high is not None
    assert 1 <= count.low < count.value < count.high
    assert str(count).startswith("about ")
    with pytest.raises(LimitError, match=r"^about .* candidates: len\(\) needs an exact number"):
        len(position)
    assert secret in position


def test_huge_positions_are_partitioned_from_a_sample_and_say_so() -> None:
    partition = Position("10x10", [f"{'-'.join(['1'] * 5 + ['2'] * 5)}:BB"]).partition("-".join("1234567891"))
    assert partition.known == "sampled"
    assert partition.total > 0


def test_splitting_what_cannot_be_enumerated_is_refused() -> None:
    with pytest.raises(LimitError, match="too many to enumerate"):
        Position("12x12").split(Code([1] * 12))


@pytest.mark.parametrize("rules", ["4x6", "9x9"])
def test_text_is_a_code_wherever_one_is_looked_for(rules: str) -> None:
    position = Position(rules, "1122:B" if rules == "4x6" else "111222333:B")
    inside = position.candidates.first()
    outside = position.history[0].guess
    assert inside is not None
    for kind in (str, tuple, list, Code):
        assert kind(inside) in position
        assert kind(inside) in position.candidates
        assert kind(outside) not in position
        assert kind(outside) not in position.candidates
    for found in (position, position.candidates):
        assert None not in found
        with pytest.raises(CodeError):
            assert "11" not in found
        with pytest.raises(NotationError):
            assert "?" not in found
