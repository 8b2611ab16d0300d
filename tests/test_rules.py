"""The rules and Knuth's feedback: the laws, the published examples, what is refused and how."""

from __future__ import annotations

import itertools
import pickle
import random
import time
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegwise.errors import CodeError, FeedbackError, NotationError, PegwiseError, RulesError
from pegwise.notation import parse_rules
from pegwise.position import Position
from pegwise.rules import Code, Feedback, Row, Rules
from tests import oracle
from tests.helpers import SMALL, code_of, game_of, small_rules

EVERY_SMALL = [rules for rules in SMALL if rules.size <= 300]


# The space of codes


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_the_size_is_the_number_of_codes(rules: Rules) -> None:
    assert rules.size == len(oracle.codes(game_of(rules)))


def test_a_mastermind_has_1296_codes() -> None:
    # Knuth 1977, p. 1: "there are 6^4 = 1296 possible codewords"; Bulls and Cows has 10 * 9 * 8 * 7.
    assert Rules(4, 6).size == 1296
    assert Rules(4, 10, repeats=False).size == 5040


def test_huge_rules_are_made_in_no_time_and_enumerate_nothing() -> None:
    start = time.process_time()
    rules = Rules(30, 30)
    secret, guess = [*range(1, 31)], [*range(2, 31), 1]
    assert rules.size == 30**30
    assert rules.feedback(secret, guess) == (0, 30)
    assert rules.win == (30, 0)
    assert len(rules.feedbacks) == 31 * 32 // 2 - 1
    assert Rules(1_000, 2_000).pegs == 1_000
    # Not a measure of speed: 30**30 codes would not be enumerated before the sun goes out.
    assert time.process_time() - start < 5


@pytest.mark.parametrize("text", ["2000x1000", "2000x2", "30x65535", "1x65535", "2000x1000-black"])
def test_the_largest_games(text: str) -> None:
    assert str(parse_rules(text)) == text


@pytest.mark.parametrize(
    "text", ["999999999x9", "1000000x9", "9x999999999", "2001x2", "1x65536", "2000x1001", "31x65535"]
)
def test_larger_games_are_refused_at_once_in_one_line(text: str) -> None:
    pegs, _, colors = text.partition("x")
    bound = "a game has at most 2,000 pegs and 65,535 colors, and at most 2,000,000 pegs times colors"
    with pytest.raises(RulesError, match=f"^{bound}$"):
        Rules(int(pegs), int(colors))
    with pytest.raises(RulesError, match=f"^rules '{text}': {bound}$"):
        parse_rules(text)
    with pytest.raises(RulesError, match=bound):
        Position(text)


# Feedback


def test_the_example_of_the_paper() -> None:
    # Knuth 1977, p. 1: codeword 2532, test pattern 3523, "two white hits and one black hit".
    assert Rules(4, 6).feedback((2, 5, 3, 2), (3, 5, 2, 3)) == (1, 2)
    assert str(Rules(4, 6).feedback((2, 5, 3, 2), (3, 5, 2, 3))) == "BWW"


@pytest.mark.parametrize("rules", EVERY_SMALL, ids=str)
def test_feedback_is_the_oracles_for_every_pair(rules: Rules) -> None:
    game = game_of(rules)
    pairs = list(itertools.product(oracle.codes(game), repeat=2))
    if len(pairs) > 4000:
        pairs = random.Random(5).sample(pairs, 4000)
    for secret, guess in pairs:
        assert rules.feedback(secret, guess) == oracle.feedback(game, secret, guess)


@given(st.data())
def test_feedback_is_symmetric(data: st.DataObject) -> None:
    rules = data.draw(small_rules())
    first, second = data.draw(code_of(rules)), data.draw(code_of(rules))
    assert rules.feedback(first, second) == rules.feedback(second, first)


@given(st.data())
def test_all_black_is_equality(data: st.DataObject) -> None:
    rules = data.draw(small_rules())
    first, second = data.draw(code_of(rules)), data.draw(code_of(rules))
    assert rules.feedback(first, first) == rules.win
    assert (rules.feedback(first, second) == rules.win) == (first == second)


@given(st.data())
def test_permuting_the_positions_of_both_codes_changes_nothing(data: st.DataObject) -> None:
    rules = data.draw(small_rules())
    first, second = data.draw(code_of(rules)), data.draw(code_of(rules))
    order = data.draw(st.permutations(range(rules.pegs)))
    moved = [Code(code[place] for place in order) for code in (first, second)]
    assert rules.feedback(*moved) == rules.feedback(first, second)


@given(st.data())
def test_permuting_the_colors_of_both_codes_changes_nothing(data: st.DataObject) -> None:
    rules = data.draw(small_rules())
    first, second = data.draw(code_of(rules)), data.draw(code_of(rules))
    names = data.draw(st.permutations(range(1, rules.colors + 1)))
    renamed = [Code(names[color - 1] for color in code) for code in (first, second)]
    assert rules.feedback(*renamed) == rules.feedback(first, second)


@given(st.data())
def test_black_and_white_are_the_sum_of_the_least_counts(data: st.DataObject) -> None:
    # Knuth 1977, p. 1: min(n1, n1') + ... + min(n6, n6').
    rules = data.draw(small_rules(whites=True))
    first, second = data.draw(code_of(rules)), data.draw(code_of(rules))
    hits = sum(min(first.count(color), second.count(color)) for color in range(1, rules.colors + 1))
    assert sum(rules.feedback(first, second)) == hits


@given(st.data())
def test_all_black_but_one_and_one_white_never_occurs(data: st.DataObject) -> None:
    # Knuth 1977, p. 1: "it is impossible to have three black hits and one white hit".
    rules = data.draw(small_rules())
    told = rules.feedback(data.draw(code_of(rules)), data.draw(code_of(rules)))
    assert told != (rules.pegs - 1, 1)


@pytest.mark.parametrize("rules", EVERY_SMALL, ids=str)
def test_the_feedbacks_are_exactly_those_that_occur(rules: Rules) -> None:
    game = game_of(rules)
    occurring = {
        oracle.feedback(game, a, b) for a, b in itertools.combinations_with_replacement(oracle.codes(game), 2)
    }
    assert set(rules.feedbacks) == occurring
    for black, white in itertools.product(range(rules.pegs + 2), repeat=2):
        assert (rules.why_impossible(Feedback(black, white)) is None) == ((black, white) in occurring)


def test_the_feedbacks_stand_in_the_order_of_the_figure() -> None:
    # Knuth 1977, p. 2: a04, a03, a02, a01, a00; a13, a12, a11, a10; a22, a21, a20; a31, a30; a40.
    shown = [f"{black}{white}" for black, white in Rules(4, 6).feedbacks]
    assert " ".join(shown) == "04 03 02 01 00 13 12 11 10 22 21 20 30 40"


# What is refused


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((0, 6), "at least one peg"),
        ((-1, 6), "at least one peg"),
        ((4, 0), "at least one color"),
        ((4, -2), "at least one color"),
        ((5, 4, False), "5 pegs cannot all be distinct with 4 colors"),
        ((2, 1, False), "2 pegs cannot all be distinct with 1 color"),
        ((4.0, 6), "pegs must be a whole number, not 4.0"),
        ((4, "6"), "colors must be a whole number, not '6'"),
        ((True, 6), "pegs must be a whole number, not True"),
    ],
)
def test_impossible_rules_say_why(arguments: tuple[int, ...], reason: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(*arguments)  # type: ignore[arg-type]
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("rules", "told", "reason"),
    [
        (Rules(4, 6), (3, 1), "the last has no other place to go"),
        (Rules(4, 6), (3, 2), "there are only 4 pegs"),
        (Rules(4, 6), (0, 5), "there are only 4 pegs"),
        (Rules(4, 6, whites=False), (1, 1), "black hits only"),
        (Rules(4, 5, repeats=False), (1, 1), "share at least 3 colors"),
        (Rules(4, 4, repeats=False, whites=False), (3, 0), "the last peg can only have the last color"),
        (Rules(3, 1), (2, 0), "there is only one code"),
    ],
    ids=str,
)
def test_feedback_that_cannot_be_is_refused_with_the_reason(
    rules: Rules, told: tuple[int, int], reason: str
) -> None:
    with pytest.raises(FeedbackError) as caught:
        rules.check_feedback(Feedback(*told))
    message = str(caught.value)
    white = f" {told[1]} white" if rules.whites or told[1] else ""
    assert message.startswith(f"{told[0]} black{white} is impossible: ")
    assert reason in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ((1, 1, 2), "112 has 3 pegs; a code of 4x6 has 4"),
        ((1, 1, 2, 2, 3), "11223 has 5 pegs; a code of 4x6 has 4"),
        ((), "() is no code: expected one color or more, numbered from 1"),
        ((1, 1, 7, 2), "peg 3 is 7; 4x6 has colors 1 to 6"),
        ((0, 1, 2, 2), "(0, 1, 2, 2) is no code: expected one color or more, numbered from 1"),
        ((1, 1, 2, -1), "numbered from 1"),
    ],
)
def test_codes_outside_the_rules_say_where(code: tuple[int, ...], reason: str) -> None:
    with pytest.raises(CodeError) as caught:
        Rules(4, 6).code(code)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_repeated_color_is_refused_where_none_may_repeat() -> None:
    with pytest.raises(CodeError, match="1231 repeats a color; the pegs of 4x10-distinct are"):
        Rules(4, 10, repeats=False).code((1, 2, 3, 1))


def test_a_code_is_made_of_the_text_it_prints() -> None:
    for colors in ((1, 1, 2, 2), (1, 12, 3), (10,), (4,)):
        assert Code(str(Code(colors))) == colors or colors == (10,)  # alone, 10 is two pegs
    code = Rules(3, 12).code((1, 2, 3))
    assert (str(code), str(Code(str(code))), str(pickle.loads(pickle.dumps(code)))) == ("1-2-3",) * 3
    assert str(Rules(3, 6).code(Code("1-2-3"))) == "123"
    assert code == Code("123")


@pytest.mark.parametrize(
    "colors",
    ["", "AABB", "1--2", "-1", "1.2", "１１２２", ["1", "2"], [1.0, 2], [None], 5, "9" * 5 + "-" + "9" * 10],
)
def test_what_is_no_code_is_refused_at_once(colors: Any) -> None:
    with pytest.raises(CodeError, match="is no code"):
        Code(colors)


def test_feedback_is_made_of_the_text_it_prints() -> None:
    for feedback in Rules(4, 6).feedbacks:
        assert Feedback(str(feedback)) == feedback
        assert pickle.loads(pickle.dumps(feedback)) == feedback
        assert eval(repr(feedback)) == feedback
    assert Feedback("BW")._replace(black=2) == (2, 1)


@pytest.mark.parametrize(
    "told", [("",), ("1,2",), ("B-",), ("--",), ("b",), (1,), ("B", "W"), (1.0, 2), (None, 0), ("B", 1)]
)
def test_what_is_no_feedback_is_refused_at_once(told: Any) -> None:
    with pytest.raises(FeedbackError, match="is no feedback"):
        Feedback(*told)


def test_feedback_refuses_codes_outside_the_rules() -> None:
    with pytest.raises(CodeError):
        Rules(4, 6).feedback((1, 1, 2, 2), (1, 2, 3))
    with pytest.raises(CodeError):
        Rules(4, 6).feedback((1, 1, 2, 7), (1, 1, 2, 2))


def test_every_error_is_a_value_error_of_the_family() -> None:
    assert issubclass(PegwiseError, ValueError)
    assert all(
        issubclass(kind, PegwiseError) for kind in (CodeError, FeedbackError, RulesError, NotationError)
    )


# Values


def test_rules_cannot_be_changed_and_compare_by_value() -> None:
    rules = Rules(4, 6)
    with pytest.raises((FrozenInstanceError, AttributeError)):
        rules.pegs = 5  # type: ignore[misc]
    assert rules == Rules(4, 6)
    assert hash(rules) == hash(Rules(4, 6))
    assert rules != Rules(4, 6, whites=False)


def test_codes_feedback_and_rows_print_as_people_write_them() -> None:
    assert str(Code((1, 1, 2, 2))) == "1122"
    assert str(Code((1, 12, 3))) == "1-12-3"
    assert repr(Code((1, 2))) == "Code('12')"
    assert [str(Feedback(*pair)) for pair in ((1, 2), (0, 0), (4, 0), (0, 3))] == ["BWW", "-", "BBBB", "WWW"]
    assert str(Row(Code((1, 1, 2, 2)), Feedback(1, 0))) == "1122:B"
