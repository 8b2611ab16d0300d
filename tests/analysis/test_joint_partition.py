"""Guesses that are made together, against the oracle; and a set of six that determines every code of 4x6."""

from __future__ import annotations

import math
from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pegwise
from pegwise import Limit, Position
from pegwise.errors import CodeError, ContradictionError
from pegwise.limit import limited
from tests import oracle
from tests.helpers import code_of, game_of, plain, rows_of, small_rules

SIX = ("3612", "4134", "5421", "1641", "2363", "4556")
"""Found by a search that begins with random guesses and changes one at a time."""


def _told(secret: oracle.Code, guesses: tuple[str, ...]) -> tuple[oracle.Feedback, ...]:
    """The feedback that a secret of 4x6 gives to each guess."""
    return tuple(oracle.feedback(oracle.Game(4, 6), secret, tuple(map(int, guess))) for guess in guesses)


def test_six_guesses_determine_every_code() -> None:
    """D. L. Greenwell, Mastermind, J. Recreational Mathematics 30 (1999-2000): there are six such guesses."""
    told = {_told(code, SIX) for code in oracle.codes(oracle.Game(4, 6))}
    assert len(told) == 1296
    found = pegwise.partition_together("4x6", SIX)
    assert (found.determines, found.singled_out, found.worst, found.sizes) == (True, 1296, 1, {1: 1296})
    assert (found.expected_size, round(found.bits, 9)) == (1.0, round(math.log2(1296), 9))
    assert len(found) == found.class_count == 1296


@pytest.mark.parametrize(
    "guesses", [SIX[:5], (*SIX[:5], "1111"), ("1122", "1344", "3526", "1462", "2233", "5566")]
)
def test_other_guesses_do_not(guesses: tuple[str, ...]) -> None:
    together: dict[tuple[oracle.Feedback, ...], list[str]] = defaultdict(list)
    for code in oracle.codes(oracle.Game(4, 6)):
        together[_told(code, guesses)].append("".join(map(str, code)))
    sizes = Counter(map(len, together.values()))
    assert sizes[1] < 1296
    found = pegwise.partition_together("4x6", guesses, codes=None)
    assert (found.determines, found.sizes) == (False, dict(sorted(sizes.items())))
    assert (found.singled_out, found.worst) == (sizes[1], max(sizes))
    assert {each.feedback: [*map(str, each.codes)] for each in found} == together


@given(data=st.data())
def test_joint_classes_are_those_of_the_definition(data: st.DataObject) -> None:
    rules = data.draw(small_rules(largest=700))
    history = data.draw(rows_of(rules, most=2))
    guesses = data.draw(st.lists(code_of(rules), max_size=4))
    game = game_of(rules)
    left = [code for code in oracle.codes(game) if oracle.fits(game, code, plain(history))]
    position = Position(rules, history)
    if not left:
        with pytest.raises(ContradictionError):
            pegwise.partition_together(position, guesses)
        return
    together = defaultdict(list)
    for code in left:
        together[tuple(oracle.feedback(game, code, guess) for guess in guesses)].append(code)
    found = pegwise.partition_together(position, guesses, codes=2)
    wanted = sorted(together.items(), key=lambda item: (-len(item[1]), item[1][0]))
    assert [(each.feedback, each.size, each.codes) for each in found] == [
        (told, len(codes), tuple(codes[:2])) for told, codes in wanted
    ]
    assert found.total == found.candidates.value == len(left)
    assert found.expected_size == pytest.approx(
        sum(len(codes) ** 2 for codes in together.values()) / len(left)
    )
    bits = -sum(len(codes) / len(left) * math.log2(len(codes) / len(left)) for codes in together.values())
    assert found.bits == pytest.approx(bits, abs=1e-9)
    assert found.known == "exact"


@given(data=st.data())
def test_one_guess_together_is_its_partition(data: st.DataObject) -> None:
    rules = data.draw(small_rules(largest=700))
    guess = data.draw(code_of(rules))
    alone, found = Position(rules).partition(guess), pegwise.partition_together(rules, [guess])
    assert {each.feedback[0]: each.size for each in found} == alone.classes
    assert (found.worst, found.class_count, found.total) == (alone.worst, alone.class_count, alone.total)
    assert (found.bits, found.expected_size) == pytest.approx((alone.bits, alone.expected_size))


def test_the_number_of_classes_that_are_listed_changes_no_figure() -> None:
    whole = pegwise.partition_together("4x6", "1122 1344")
    some = pegwise.partition_together("4x6", "1122 1344", most=3)
    assert some.classes == whole.classes[:3]
    assert (some.sizes, some.class_count, some.worst) == (whole.sizes, whole.class_count, whole.worst)
    assert pegwise.partition_together("4x6", "1122 1344", most=0).classes == ()


@pytest.mark.parametrize("rules", ["12x12", "10x6"])
def test_of_a_large_game_a_sample_is_split_and_the_result_says_so(rules: str) -> None:
    game = pegwise.parse_rules(rules)
    guesses = [pegwise.random_secret(rules, seed=seed) for seed in range(3)]
    found = pegwise.partition_together(rules, guesses, codes=None)
    assert (found.known, found.total, found.candidates.value) == ("sampled", 2000, game.size)
    assert found == pegwise.partition_together(rules, guesses, codes=None)
    for each in found:
        assert list(each.codes) == sorted(set(each.codes))
        for code in each.codes:
            assert tuple(oracle.feedback(game_of(game), code, guess) for guess in guesses) == each.feedback
    assert found.determines is False


def test_a_sample_never_proves_that_all_codes_are_told_apart() -> None:
    guesses = [pegwise.random_secret("12x12", seed=seed) for seed in range(30)]
    found = pegwise.partition_together("12x12", guesses, most=0)
    assert (found.known, found.worst, found.singled_out, found.determines) == ("sampled", 1, 2000, None)
    assert str(found).endswith("The feedback tells all codes of the sample apart.")


def test_without_time_for_all_candidates_a_sample_of_them_is_split() -> None:
    position = Position("8x8")
    assert len(position) == 8**8
    guesses = ["12345678", "11223344"] * 200
    with limited(Limit(seconds=0.3)):
        found = pegwise.partition_together(position, guesses, most=5)
    assert (found.known, found.total, found.candidates.value) == ("sampled", 2000, 8**8)
    assert len(found.classes) == 5


def test_what_is_wrong_is_refused() -> None:
    with pytest.raises(CodeError, match="112 has 3 pegs"):
        pegwise.partition_together("4x6", "1122 112")
