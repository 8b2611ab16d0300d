"""Notation both ways: whatever is written reads back, and what cannot be read says where and why."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pegwise.errors import CodeError, FeedbackError, NotationError, PegwiseError, RulesError
from pegwise.notation import (
    COLOR_NAMES,
    code_name,
    feedback_name,
    history_name,
    parse_code,
    parse_feedback,
    parse_history,
    parse_row,
    parse_rules,
)
from pegwise.position import Position
from pegwise.rules import Code, Feedback, Row, Rules
from pegwise.rules_text import RULES_NAMES
from tests.helpers import code_of, rows_of, small_rules

MASTERMIND = Rules(4, 6)
COWS = Rules(4, 10, repeats=False)
WIDE = Rules(3, 14)


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Rules of every size; nothing here may enumerate."""
    colors, repeats = draw(st.integers(1, 200)), draw(st.booleans())
    pegs = draw(st.integers(1, 40 if repeats else min(40, colors)))
    return Rules(pegs, colors, repeats, draw(st.booleans()))


# Rules


@given(any_rules())
def test_rules_round_trip(rules: Rules) -> None:
    assert parse_rules(str(rules)) == rules
    assert parse_rules(rules) is rules


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("4x6", Rules(4, 6)),
        ("5x8", Rules(5, 8)),
        ("4x10-distinct", Rules(4, 10, repeats=False)),
        ("4x6-black", Rules(4, 6, whites=False)),
        ("4x10-black-distinct", Rules(4, 10, repeats=False, whites=False)),
        ("mastermind", Rules(4, 6)),
        ("bulls-and-cows", Rules(4, 10, repeats=False)),
        ("logik", Rules(5, 8)),
        (" Logik ", Rules(5, 8)),
        ("4×6", Rules(4, 6)),
        ("4X6-Black", Rules(4, 6, whites=False)),
        ("30x30", Rules(30, 30)),
    ],
)
def test_rules_as_the_issue_spells_them(text: str, rules: Rules) -> None:
    assert parse_rules(text) == rules


def test_every_name_of_rules_is_read() -> None:
    assert {name: parse_rules(name) for name in RULES_NAMES} == RULES_NAMES


@pytest.mark.parametrize(
    "text", ["", "4", "4x", "x6", "4*6", "4x6x2", "four by six", "-4x6", "4x6-", "mastermnd"]
)
def test_unreadable_rules_say_what_was_expected(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_rules(text)
    message = str(caught.value)
    assert repr(text) in message
    assert "\n" not in message


def test_an_error_in_rules_shows_the_rules_and_not_the_rows_after_them() -> None:
    with pytest.raises(NotationError, match="^rules '4x6-foo': 'foo' is not an option"):
        Position("4x6-foo\n1122:B\n1344:W")


def test_an_unknown_option_of_rules_is_named() -> None:
    with pytest.raises(
        NotationError,
        match="'white' is not an option; there are -distinct, .*-total and -marks",
    ):
        parse_rules("4x6-white")


@pytest.mark.parametrize(
    ("text", "reason"),
    [("0x6", "at least one peg"), ("4x0", "at least one color"), ("5x4-distinct", "distinct")],
)
def test_impossible_rules_in_text_say_why(text: str, reason: str) -> None:
    with pytest.raises(RulesError, match=reason) as caught:
        parse_rules(text)
    assert repr(text) in str(caught.value)


# Codes


@given(st.data())
def test_codes_round_trip_in_every_style(data: st.DataObject) -> None:
    rules = data.draw(any_rules())
    code = data.draw(code_of(rules))
    assert parse_code(code_name(code), rules) == code
    assert parse_code(str(code), rules) == code
    assert parse_code(" ".join(map(str, code)), rules) == code
    if max(code) <= 26:
        letters = code_name(code, style="letters")
        # GO can be letters or initials of colors: such a code is refused unless the rules say which.
        spelled = parse_rules(f"{rules} colors=letters") if rules.colors <= 26 else rules
        assert parse_code(letters, spelled) == parse_code(letters.lower(), spelled) == code
    if max(code) <= len(COLOR_NAMES):
        assert parse_code(code_name(code, style="names"), rules) == code


@pytest.mark.parametrize(
    "text", ["1122", "1 1 2 2", "1-1-2-2", "1,1,2,2", " 1122 ", "AABB", "aabb", "A A B B"]
)
def test_a_code_in_every_spelling(text: str) -> None:
    assert parse_code(text, MASTERMIND) == (1, 1, 2, 2)


def test_a_code_in_color_names() -> None:
    assert parse_code("red red blue blue", MASTERMIND) == (1, 1, 2, 2)
    assert parse_code("Red-Purple-green-YELLOW", MASTERMIND) == (1, 6, 3, 4)


@pytest.mark.parametrize("text", ["1 12 3", "1-12-3", "1, 12, 3", "ALC", "red gray green"])
def test_codes_past_nine_colors(text: str) -> None:
    assert parse_code(text, WIDE) == (1, 12, 3)
    assert code_name(Code((1, 12, 3))) == "1-12-3"


def test_the_tenth_color_may_be_typed_as_zero() -> None:
    assert parse_code("1230", COWS) == (1, 2, 3, 10)
    assert parse_code("0123", COWS) == (10, 1, 2, 3)


@pytest.mark.parametrize("pegs", [1, 2])
def test_a_code_of_one_peg_is_one_color(pegs: int) -> None:
    assert parse_code("12", Rules(pegs, 12)) == ((12,) if pegs == 1 else (1, 2))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("11?2", "'?' at peg 3 is no color"),
        ("red-mauve-blue-blue", "'mauve' at peg 2 is no color"),
        ("1122:B", "':' at peg 5 is no color"),
        ("", "a code of 4x6 was expected, such as 1122"),
        ("  - ", "a code of 4x6 was expected"),
        ("11²2", "'²' at peg 3 is no color"),
    ],
)
def test_an_unreadable_code_says_where_and_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_code(text, MASTERMIND)
    assert expected in str(caught.value)
    assert "expected" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("112", "112 has 3 pegs; a code of 4x6 has 4"),
        ("11223", "11223 has 5 pegs; a code of 4x6 has 4"),
        ("1172", "peg 3 is 7; 4x6 has colors 1 to 6"),
        ("AABG", "peg 4 is G; the colors of 4x6 are letters A to F"),
    ],
)
def test_a_code_outside_the_rules_says_where(text: str, reason: str) -> None:
    with pytest.raises(CodeError) as caught:
        parse_code(text, MASTERMIND)
    assert reason in str(caught.value)


def test_a_style_that_cannot_hold_a_code_is_refused() -> None:
    with pytest.raises(NotationError, match="color 13"):
        code_name(Code((1, 13)), style="names")
    with pytest.raises(NotationError, match="color 27"):
        code_name(Code((1, 27)), style="letters")
    with pytest.raises(NotationError):
        code_name(Code((1, 2)), style="runes")


# Feedback


@given(st.data())
def test_feedback_round_trips_in_every_style(data: st.DataObject) -> None:
    rules = data.draw(small_rules())
    told = data.draw(st.sampled_from(rules.feedbacks))
    for style in ("letters", "numbers", "counts", "bulls"):
        assert parse_feedback(feedback_name(told, style=style), rules) == told
    assert parse_feedback(str(told), rules) == told


@pytest.mark.parametrize(
    "text", ["BWW", "bww", "WBW", "1,2", "1, 2", " 1,2 ", "1 2", "1B2W", "1b2w", "1A2B", "1a2b", "1B 2W"]
)
def test_feedback_in_every_spelling(text: str) -> None:
    assert parse_feedback(text, MASTERMIND) == (1, 2)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("-", (0, 0)),
        ("0,0", (0, 0)),
        ("0B0W", (0, 0)),
        ("0A0B", (0, 0)),
        ("2B", (2, 0)),
        ("2W", (0, 2)),
        ("2A", (2, 0)),
        ("BBBB", (4, 0)),
        ("WWWW", (0, 4)),
        ("B", (1, 0)),
    ],
)
def test_feedback_of_one_kind(text: str, told: tuple[int, int]) -> None:
    assert parse_feedback(text, MASTERMIND) == told


def test_a_bare_number_is_feedback_only_where_no_whites_are_told() -> None:
    assert parse_feedback("2", Rules(4, 6, whites=False)) == (2, 0)
    with pytest.raises(NotationError):
        parse_feedback("2", MASTERMIND)


@pytest.mark.parametrize("text", ["", "X", "BXW", "1,2,3", "B2W", "one black", "2.0", "B-", "B,W"])
def test_unreadable_feedback_says_what_was_expected(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_feedback(text, MASTERMIND)
    message = str(caught.value)
    assert repr(text) in message
    assert "expected black and white hits such as BWW, 1,2, 1B2W or 1A2B, or - for none" in message
    assert "\n" not in message


@pytest.mark.parametrize("text", ["BBBW", "3,1", "BBBBB", "5,0", "0,5", "2B3W"])
def test_feedback_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(FeedbackError, match="is impossible"):
        parse_feedback(text, MASTERMIND)


def test_an_unknown_feedback_style_names_the_styles() -> None:
    with pytest.raises(NotationError, match="there are letters, numbers, counts, bulls"):
        feedback_name(Feedback(1, 1), style="smoke")


# Rows and histories


@given(st.data())
def test_histories_round_trip(data: st.DataObject) -> None:
    rules = data.draw(small_rules() | st.just(WIDE) | st.just(COWS))
    history = tuple(data.draw(rows_of(rules)))
    assert parse_history(history_name(history), rules) == history
    assert parse_history(list(map(str, history)), rules) == history


def test_the_history_of_the_issue() -> None:
    history = parse_history("1122:B 1344:W 3526:BWW", MASTERMIND)
    assert history == (
        Row(Code((1, 1, 2, 2)), Feedback(1, 0)),
        Row(Code((1, 3, 4, 4)), Feedback(0, 1)),
        Row(Code((3, 5, 2, 6)), Feedback(1, 2)),
    )
    assert history_name(history) == "1122:B 1344:W 3526:BWW"
    assert parse_history(["1122:1,0 1344:0B1W", "3526:1B2W"], MASTERMIND) == history
    assert parse_history("", MASTERMIND) == ()


@pytest.mark.parametrize("text", ["1122", "1122B", ""])
def test_a_row_without_a_colon_says_what_was_expected(text: str) -> None:
    with pytest.raises(NotationError, match="expected GUESS:FEEDBACK such as 1122:BW"):
        parse_row(text, MASTERMIND)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1122:", NotationError),
        (":B", NotationError),
        ("1122:BBBW", FeedbackError),
        ("1172:B", CodeError),
        ("112:B", CodeError),
        ("1122:B 1344", NotationError),
    ],
)
def test_bad_rows_are_refused(text: str, kind: type[PegwiseError]) -> None:
    with pytest.raises(kind) as caught:
        parse_history(text, MASTERMIND)
    assert type(caught.value) is kind
    assert "\n" not in str(caught.value)


@example("0\r0")
@given(st.text(max_size=12))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    for read in (
        parse_rules,
        lambda word: parse_code(word, MASTERMIND),
        lambda word: parse_feedback(word, MASTERMIND),
        lambda word: parse_history(word, MASTERMIND),
    ):
        message = ""
        try:
            read(text)
        except PegwiseError as error:
            message = str(error)
        assert len(message.splitlines()) <= 1
