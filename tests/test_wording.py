"""Feedback and colors as sentences and tables show them."""

from __future__ import annotations

import pytest

from pegwise import Feedback, Rules
from pegwise.wording import hits_name


def test_feedback_is_written_in_letters_up_to_six_hits() -> None:
    rules = Rules(16, 10)
    assert hits_name(Feedback(4, 2), rules) == "BBBBWW"
    assert hits_name(Feedback(0, 0), rules) == "-"
    assert hits_name(Feedback(4, 3), rules) == "4B3W"
    assert hits_name(Feedback(0, 7), rules) == "0B7W"


def test_where_white_hits_are_not_told_none_are_written() -> None:
    rules = Rules(16, 10, whites=False)
    assert [hits_name(Feedback(black, 0), rules) for black in (0, 6, 7, 16)] == ["-", "BBBBBB", "7B", "16B"]


@pytest.mark.parametrize("whites", [True, False])
def test_what_is_written_reads_back(whites: bool) -> None:
    rules = Rules(9, 10, whites=whites)
    for feedback in rules.feedbacks:
        assert rules.check_feedback(hits_name(feedback, rules)) == feedback


def test_the_range_of_colors_ends_as_codes_are_written() -> None:
    assert [Rules(4, colors).colors_name for colors in (6, 9, 10, 11)] == [
        "1 to 6",
        "1 to 9",
        "1 to 9 and 0",
        "1 to 11",
    ]
    assert [Rules(4, colors).with_blanks().colors_name for colors in (6, 9, 10)] == [
        "1 to 6",
        "1 to 9",
        "1 to 9 and 0",
    ]
