"""Codes, feedback and rows without rules: what they are made of, and what is refused at once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegwise.codes import Code, Feedback, Row
from pegwise.errors import CodeError, FeedbackError, NotationError, PegwiseError
from pegwise.rules import Rules


@pytest.mark.parametrize(
    ("text", "colors"),
    [("1122", (1, 1, 2, 2)), ("120", (1, 2, 10)), ("1-12-3", (1, 12, 3)), ("10-1", (10, 1)), ("1", (1,))],
)
def test_a_code_from_text(text: str, colors: tuple[int, ...]) -> None:
    code = Code(text)
    assert code == colors == tuple(code)
    assert {code: 1}[Code(colors)] == 1
    assert all(type(color) is int for color in code)


@pytest.mark.parametrize(
    "wrong",
    [
        *(
            "",
            " ",
            "AABB",
            "1 1 2 2",
            " 1122",
            "1-",
            "-1",
            "1--2",
            "1-0",
            "1-00",
            "1.2",
            "１１",
            "1122:B",
            "²",
        ),
        *((), (0, 1), (1, -1), (1.0, 2), ("1", "2"), (None,), 5, None, b"1122"),
    ],
    ids=repr,
)
def test_what_is_no_code_is_refused_at_once(wrong: Any) -> None:
    with pytest.raises(CodeError) as caught:
        Code(wrong)
    assert "is no code" in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.lists(st.integers(1, 99), min_size=1, max_size=8))
def test_the_repr_and_mostly_the_text_of_a_code_read_back(colors: list[int]) -> None:
    code = Code(colors)
    assert eval(repr(code), {"Code": Code}) == code
    if len(code) > 1 or code[0] <= 9:  # one peg of two digits would be two pegs
        assert Code(str(code)) == code


@pytest.mark.parametrize(
    "wrong",
    [("",), ("x",), ("B-",), ("1,2",), ("B", 1), (1,), (1.0, 2), (-1, 2), (2, -1), (None, 0), (None,)],
    ids=repr,
)
def test_what_is_no_feedback_is_refused_at_once(wrong: tuple[Any, ...]) -> None:
    with pytest.raises(FeedbackError, match="is no feedback"):
        Feedback(*wrong)


def test_a_row_is_made_of_values_or_text() -> None:
    row = Row(Code((1, 1, 2, 2)), Feedback(1, 0))
    for same in (
        Row("1122", "B"),
        Row("1122:B"),
        Row((1, 1, 2, 2), (1, 0)),
        Row([1, 1, 2, 2], Feedback("B")),
    ):
        assert same == row
        assert (type(same.guess), type(same.feedback)) == (Code, Feedback)
    assert row._replace(feedback=Feedback("BB")) == Row("1122:BB")
    assert str(Row(Rules(3, 12).code("1-2-3"), "B")) == "1-2-3:B"  # spelled as its game spells it


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (("1122",), NotationError),
        ((Code("1122"),), NotationError),
        (("1122:",), FeedbackError),
        ((":B",), CodeError),
        (("1122", "x"), FeedbackError),
        (("1122", 5), FeedbackError),
        (("1122", (1,)), FeedbackError),
        ((5, "B"), CodeError),
    ],
    ids=repr,
)
def test_what_is_no_row_is_refused_at_once(wrong: tuple[Any, ...], kind: type[PegwiseError]) -> None:
    with pytest.raises(kind):
        Row(*wrong)


@pytest.mark.parametrize("text", ["1122", "AABB", "aabb", "1 1 2 2", "1-1-2-2", "red-red-blue-blue"])
def test_rules_read_every_text_of_a_code(text: str) -> None:
    rules = Rules(4, 6)
    assert rules.code(text) == (1, 1, 2, 2)
    assert rules.feedback(text, "1344") == rules.feedback("1344", text) == (1, 0)
    rules.check(text)


@pytest.mark.parametrize("text", ["112", "11223", "1172", "0612", "x", ""])
def test_rules_refuse_the_text_of_another_game(text: str) -> None:
    for call in (Rules(4, 6).code, Rules(4, 6).check):
        with pytest.raises(PegwiseError):
            call(text)


def test_a_color_that_repeats_in_text_is_refused() -> None:
    with pytest.raises(CodeError, match="^1231 repeats a color"):
        Rules(4, 6, repeats=False).check("1231")
