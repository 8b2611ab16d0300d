"""One alphabet and one notation of feedback for a whole game: decided together, kept, refused if unclear."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pegwise
from pegwise.alphabet import COLOR_NAMES
from pegwise.errors import CodeError, NotationError, PegwiseError
from pegwise.feedback_notation import HIT_STYLES
from pegwise.notation import feedback_name, parse_feedback, parse_history, parse_rules, read_history
from pegwise.position import Position, position_name
from pegwise.rules import Rules
from tests.cli_runner import run, run_json
from tests.helpers import code_of, rows_of, small_rules

if TYPE_CHECKING:
    from pegwise.codes import Row

INITIALS = "RBGYOPSINWKA"
NAMES = "names red blue green yellow orange purple"


def rows(text: str | list[str], rules: str = "4x6") -> list[str]:
    """What a history is read as, in numbers."""
    return [f"{row.guess.numbers}:{row.feedback}" for row in parse_history(text, rules)]


# Feedback


def test_what_one_row_settles_settles_all() -> None:
    assert len(Position("bulls-and-cows", "1234:1A1B 5678:2B")) == 168
    assert len(Position("bulls-and-cows", "5678:2B 1234:1A1B")) == 168
    assert rows("1234:2B 5678:1B1W", "bulls-and-cows") == ["1234:BB", "5678:BW"]
    assert rows("1234:2B 5678:B", "bulls-and-cows") == ["1234:BB", "5678:B"]
    assert rows("1122:1S1B 1344:2B") == ["1122:BW", "1344:WW"]
    assert rows("1122:1B1C 1344:2B 3526:1C") == ["1122:BW", "1344:BB", "3526:W"]
    assert rows("1122:2B 1344:1,0") == ["1122:BB", "1344:B"]


@pytest.mark.parametrize("rules", ["bulls-and-cows", "3x9-distinct", "5x10-distinct"])
def test_what_nothing_settles_is_refused_with_both_readings(rules: str) -> None:
    guess = "12345"[: parse_rules(rules).pegs]
    said = "^feedback '2B' can mean 2 in the right place or 2 elsewhere, .* write 2B0W or 0A2B$"
    for history in (f"{guess}:2B", f"{guess}:1,1 {guess}:2B", f"{guess}:- {guess}:2B"):
        with pytest.raises(NotationError, match=said):
            parse_history(history, rules)
    with pytest.raises(NotationError, match=said):
        parse_feedback("2B", rules)


def test_elsewhere_counts_are_black_hits() -> None:
    assert parse_feedback("2B", "4x6") == parse_feedback("2B", "4x10") == (2, 0)
    assert parse_feedback("2B", "4x10-distinct-black") == (2, 0)


@pytest.mark.parametrize("pair", [("1A1B", "1B1W"), ("1S1B", "1A"), ("1B1C", "1W"), ("BW", "1A")])
def test_two_notations_in_one_game_are_refused(pair: tuple[str, str]) -> None:
    with pytest.raises(NotationError, match=f"'{pair[0]}' and '{pair[1]}' are in two notations"):
        parse_history(f"1122:{pair[0]} 1344:{pair[1]}", "4x6")


def test_a_lone_minus_beside_signs_is_refused() -> None:
    with pytest.raises(NotationError, match="'-' can be no hit or, beside"):
        parse_history("1122:+-- 1344:-", "4x6")
    assert rows("1122:+-- 1344:0") == ["1122:BWW", "1344:-"]
    assert rows("1122:+1 1344:-") == ["1122:B", "1344:-"]


def test_dashes_alone_can_be_no_hit() -> None:
    for text in ("1122:--", "1122:B 1344:----"):
        with pytest.raises(NotationError, match="can be no hit or [24] white hits: write 0 or 0,[24]$"):
            parse_history(text, "4x6")
    assert rows("1122:-- 1344:+-") == ["1122:WW", "1344:BW"]
    with pytest.raises(NotationError, match="^row '1122 - 1': expected GUESS:FEEDBACK"):
        parse_history("1122 - 1", "4x6")
    assert rows("1122 - 1", "4x6-black") == ["1122:B"]
    assert rows("1122 - 1344 B") == ["1122:-", "1344:B"]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "1B2C",
            "1S2B",
            "1/2",
            "+1 -2",
            "-2 +1",
            "+1-2",
            "+--",
            "-+-",
            "●○○",
            "○●○",
            "⚫⚪⚪",
            "1;2",
            "1-2",
        ),
        *("1 black 2 white", "1 bull, 2 cows", "1 strike 2 balls", "1 Black and 2 Whites", "B W W"),
        *("1;2", "１Ｂ２Ｗ", "1–2", "1\u00a02", "1A2B", "1 A 2 B"),
    ],
)
def test_feedback_in_more_spellings(text: str) -> None:
    assert parse_feedback(text, "4x6") == (1, 2)


@pytest.mark.parametrize("style", HIT_STYLES)
def test_each_style_reads_back_alone(style: str) -> None:
    for name in ("4x6", "4x10-distinct", "16x10-black", "1x2", "3x5-black"):
        game = parse_rules(name)
        for told in game.feedbacks:
            text = feedback_name(told, style=style, whites=game.whites)
            assert parse_feedback(text, game) == told, text


def test_black_only_games_write_no_white_hits() -> None:
    assert feedback_name((16, 0), style="counts", whites=False) == "16B"
    with pytest.raises(PegwiseError, match="^17 black is impossible: there are only 16 pegs$"):
        parse_feedback("17", "16x10-black")


# Alphabets


@pytest.mark.parametrize(
    ("history", "rules", "read", "alphabet"),
    [
        ("RRGB:B", "4x6", ["1132:B"], "initials R B G Y O P"),
        ("RGBY:BB", "4x6", ["1324:BB"], "initials R B G Y O P"),
        ("RGBY 2 0", "4x6", ["1324:BB"], "initials R B G Y O P"),
        ("AABB:B", "4x6", ["1122:B"], "letters A to F"),
        ("aabb:b 1344:W", "4x6", ["1122:B", "1344:W"], "letters A to F"),
        ("RRGB:B 1344:W", "4x6", ["1132:B", "1344:W"], "initials R B G Y O P"),
        (
            "RRGB:B red-blue-blue-green:W",
            "4x6",
            ["1132:B", "1223:W"],
            "names red blue green yellow orange purple",
        ),
        ("BBBB:B", "4x6", ["2222:B"], "letters A to F"),
        ("BGBG:B RRRR:B", "4x8", ["2323:B", "1111:B"], "initials R B G Y O P S I"),
        ("BGBG:B AAAA:B", "4x8", ["2727:B", "1111:B"], "letters A to H"),
        ("WKRB:B", "4x6", ["5612:B"], "initials R B G Y W K"),
        ("white-black-red-blue:B", "4x6", ["5612:B"], "names red blue green yellow white black"),
        ("grey-red-red-red:B", "4x12", ["12-1-1-1:B"], None),
        ("grey-red-red-red:B gray-blue-blue-blue:B", "4x12", ["12-1-1-1:B", "12-2-2-2:B"], None),
        ("cyan-red-red-red:B", "4x6", ["6111:B"], "names red blue green yellow orange cyan"),
        ("purple-cyan-red-red:B", "4x6", ["6511:B"], "names red blue green yellow cyan purple"),
        ("0011:B", "4x6", ["1122:B"], "numbers 0 to 5"),
        ("0-5-11:B", "3x12", ["1-6-12:B"], "numbers 0 to 11"),
        ("1230:B", "4x10", ["1230:B"], None),
        ("1.22:B", "4x6-blanks", ["1722:B"], None),
        ("R.GG:B", "4x6-blanks", ["1733:B"], "initials R B G Y O P, . for an empty hole"),
        ("RGBW:B", "4x6 colors=RGBYWK", ["1235:B"], "initials R G B Y W K"),
        ("xyzx:B", "4x3 colors=xyz", ["1231:B"], "symbols x y z"),
        ("XYZX:B", "4x3 colors=xyz", ["1231:B"], "symbols x y z"),
    ],
)
def test_the_alphabet_of_a_game(history: str, rules: str, read: list[str], alphabet: str | None) -> None:
    game, found = read_history(history, parse_rules(rules))
    assert [f"{row.guess.numbers}:{row.feedback}" for row in found] == read
    if alphabet is not None or game.alphabet is None:
        assert game.colors_told == alphabet
    assert position_name(Position(game, found)).split()[-len(found) :] == [
        str(row) for row in Position(game, found).history
    ]
    assert Position(position_name(Position(game, found))) == Position(game, found)


@pytest.mark.parametrize(
    ("history", "rules", "said"),
    [
        ("BGBG:B", "4x8", "B G: these can be letters, A to H, or initials of colors, R B G Y O P S I"),
        ("0116:B", "4x6", "0 and 6 are both colors here: 6 colors are counted from 0 to 5, or from 1 to 6"),
        ("0112:B RRGB:B", "4x6", "0 is a color in one code and B, G, R in another"),
        ("AARR:B", "4x6", "row 1: AARR: peg 3 is R; the colors of 4x6 are letters A to F"),
        ("AABB:B red-red-red-red:W", "4x6", "A, B and red: one game has one way to write its colors"),
        ("1122:B WKRB:W", "4x6", "'W' at peg 1 is no color"),
        ("RXGB:B", "4x6", "code 'RXGB': 'R' at peg 1 is no color"),
    ],
)
def test_what_contradicts_itself_is_refused(history: str, rules: str, said: str) -> None:
    with pytest.raises(PegwiseError) as caught:
        parse_history(history, rules)
    assert said in str(caught.value)
    with pytest.raises(PegwiseError):
        parse_history(" ".join(reversed(history.split())), rules)


def test_a_game_has_no_more_colors_than_its_rules() -> None:
    with pytest.raises(CodeError, match=r"^3 different colors \(blue, green, red\) in a game with 2$"):
        parse_history("red-blue:B red-green:W", "2x2")


def test_more_initials_than_colors_are_counted() -> None:
    with pytest.raises(CodeError, match="^7 different colors .* in a game with 6$"):
        parse_history("RGBW:B OOKK:W YYYY:-", "4x6")


def test_gray_and_grey_are_one_color() -> None:
    assert rows("gray-red-red-grey:B") == ["6116:B"]
    assert rows("gray-red-red-red:B grey-red-red-red:W") == ["6111:B", "6111:W"]


def test_the_alphabet_stays_for_the_whole_game() -> None:
    position = Position("4x6", "RRGB:B").after("YYOO", "W")
    assert [str(row) for row in position.history] == ["RRGB:B", "YYOO:W"]
    assert str(position.candidates.first()).isalpha()
    assert str(pegwise.hint(position).guess).isalpha()
    assert repr(position) == "Position('4x6', '1132:B 4455:W')"
    assert position == Position("4x6", "1132:B 4455:W")
    assert hash(position) == hash(Position("4x6", "1132:B 4455:W"))
    begun = Position("4x6", "1122:B").after("RRGB", "W")
    assert [str(row) for row in begun.history] == ["RRBB:B", "RRGB:W"]
    with pytest.raises(CodeError, match="peg 1 is 0"):
        Position("4x6", "1122:B").after("0011", "W")
    with pytest.raises(PegwiseError, match="'A' at peg 1"):
        Position("4x6", "RRGB:B").after("AABB", "W")


def test_answers_are_in_the_alphabet_of_the_game() -> None:
    assert run("candidates", "RRGB:B", "YYOP:W").out.splitlines()[0] == "colors: initials R B G Y O P"
    told = run_json("hint", "RRGB:B", "--alternatives", "2")
    assert told["alphabet"] == "initials R B G Y O P"
    assert told["history"] == "RRGB:B"
    assert set(told["guess"]) <= set("RBGYOP")
    assert all(set(other["guess"]) <= set("RBGYOP") for other in told["alternatives"])
    said = run("solve", "red-blue-blue-green").out.splitlines()
    assert said[0].startswith("colors: names red blue")
    assert said[1].startswith("knuth breaks red-blue-blue-green (4x6")
    assert run("review", "RRGB:B", "YYOP:W", "1122:BW").status == 0
    numbers = run_json("hint", "1132:B", "--alternatives", "2")
    assert "alphabet" not in numbers
    assert parse_history(f"{told['guess']}:B", "4x6") == parse_history(f"{numbers['guess']}:B", "4x6")


def test_colors_can_be_named() -> None:
    assert run("candidates", "--colors", "letters", "BGBGB:BW", "-r", "5x8").out.startswith("colors: letters")
    assert run("candidates", "--colors", "names", "1122:B", "-n", "1").out.splitlines()[2].startswith("red-")
    assert run("candidates", "-r", "4x6 colors=RGBYWK", "RGBW:B").out.startswith(
        "colors: initials R G B Y W K"
    )
    for colors, said in (
        ("RGB", "3 symbols for 6 colors"),
        ("RRGBYW", "each color needs a symbol of its own"),
        ("a:b", "3 symbols"),
        ("a,b,c,d,e,f-g", "'f-g' cannot be the symbol of a color"),
    ):
        ran = run("candidates", "--colors", colors, "1122:B")
        assert (ran.status, ran.out) == (2, "")
        assert said in ran.err


def test_copies_keep_their_alphabet() -> None:
    import copy
    import pickle

    code = pegwise.parse_code("RRGB", "4x6")
    for other in (copy.copy(code), copy.deepcopy(code), pickle.loads(pickle.dumps(code))):
        assert (other, str(other), type(other)) == (code, "RRGB", type(code))
    assert (repr(code), code.numbers, code == (1, 1, 3, 2)) == ("Code('1132')", "1132", True)


def test_files_are_in_numbers() -> None:
    tree = pegwise.build_tree("3x4", strategy="knuth")
    spoken = pegwise.build_tree("3x4 colors=RBGY", strategy="knuth")
    assert str(spoken.first_guess) == "RBG"
    assert pegwise.to_json(spoken) == pegwise.to_json(tree)
    assert pegwise.from_json(pegwise.to_json(spoken)).total == tree.total


def test_a_seed_gives_the_same_game_in_every_alphabet() -> None:
    plain, spoken = (pegwise.puzzle(rules, seed=3) for rules in ("3x4", "3x4 colors=RBGY"))
    assert plain.secret == spoken.secret
    assert pegwise.make("random-consistent").choose("4x6 1132:B") == pegwise.make("random-consistent").choose(
        "4x6 RRGB:B"
    )


# Rows


@pytest.mark.parametrize(
    "text",
    [
        *("1122:B", "1122:B,", "1122 1 0", "1122,1,0", "1122, 1, 0", "1122;1;0", "1122 -> 1B", "1122 → B"),
        *("1122 => 1B0W", "1122 = 1B", "1122 | B", "1 1 2 2 : B", "1 1 2 2 1 0", "1,1,2,2,1,0", "1-1-2-2 B"),
        *("1. 1122 B", "1) 1122:B", "#1 1122 B", "1: 1122 B", "1 1122 1 0", "Row 1: 1122 = 1B", "1122\t1\t0"),
        *("1122:B  # my first guess", "１１２２：Ｂ", "1122 1/0", "1122 ●", "1122 +1 -0", "1122 : 1 black"),
        *(
            "1122 - 1B",
            "1-1-2-2 - 1B",
            "red-red-blue-blue - B",
            "1122 - 1 0",
            "1122 – 1 black",
            "1) 1122 - B",
            "(1) 1122 B",
            "[1, 1, 2, 2] -> (1, 0)",
        ),
        *('"1122","1","0"', "(1122, B)", "['R', 'R', 'B', 'B'] [1, 0]", "1122 (1 black)", "1122:B."),
        *("A A B B: B", "red red blue blue 1 0", "red, red, blue, blue: 1 black 0 white", "RRBB +"),
    ],
)
def test_a_row_in_every_form(text: str) -> None:
    assert rows(text) == rows([text]) == ["1122:B"]


def test_rows_of_a_game_in_lines_and_words() -> None:
    whole = ["1122:B", "1344:W", "3526:BWW"]
    assert rows("1122:B 1344:W 3526:BWW") == whole
    assert rows("1122 1 0\n1344 0 1\n\n# a comment\n3526 1 2") == whole
    assert rows("1. 1122 B\n2. 1344 W\n3. 3526 BWW") == whole
    assert rows(["1122", "1", "0", "1344", "0", "1", "3526", "1", "2"]) == whole
    assert rows("1 1 2 2:B 1 3 4 4:W 3 5 2 6:BWW") == whole
    assert rows(["1122 B", "1344:0,1 3526:1B2W"]) == whole
    assert run("candidates", "1263 1 2").out == run("candidates", "1263", "1", "2").out


def test_a_line_that_splits_in_two_ways_is_refused_with_both() -> None:
    with pytest.raises(
        NotationError, match=r"^row '12 1 B' can be read as 12:1 B or as 12 1:B: put : between"
    ):
        parse_history("12 1 B", "2x12")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1122", "row '1122': expected GUESS:FEEDBACK such as 1122:BW"),
        ("1122:B 1344", "row 2: '1344': expected GUESS:FEEDBACK"),
        ("1122:2", "row 1: feedback '2': one number does not tell black hits from white ones"),
        ("1122:10", "row 1: feedback '10': black and white hits are two numbers; expected both, such as 1,0"),
        ("1. 1122 -> 1 red", "row '1. 1122:1 red': expected GUESS:FEEDBACK"),
        ("1122:B 112:W", "row 2: 112 has 3 pegs; a code of 4x6 has 4"),
        ("1122:Q", "row 1: feedback 'Q': expected black and white hits such as BWW"),
        ("hello", "row 'hello': expected GUESS:FEEDBACK"),
        ("⬛⬜➖➖\n⬛⬛⬜➖", "row '⬛⬜➖➖' is feedback without a guess; expected GUESS:FEEDBACK"),
    ],
)
def test_a_message_names_what_was_written_and_what_was_expected(text: str, said: str) -> None:
    with pytest.raises(NotationError if "pegs" not in said else CodeError) as caught:
        parse_history(text, "4x6")
    assert said in str(caught.value)


# Round trips, mixed


def _words(code: tuple[int, ...], rules: Rules, kind: str) -> list[str]:
    """The words of a code in an alphabet, from the tables of the documentation."""
    symbols = {
        "numbers": [
            "0" if color == rules.colors == 10 else str(color) for color in range(1, rules.colors + 1)
        ],
        "zero": [str(color) for color in range(rules.colors)],
        "letters": [chr(ord("A") + color) for color in range(min(26, rules.colors))],
        "initials": list(INITIALS[: rules.colors]),
        "names": list(COLOR_NAMES[: rules.colors]),
    }[kind]
    return [symbols[color - 1] for color in code]


def _row(draw: st.DrawFn, row: Row, rules: Rules, kind: str, style: str, number: int | None) -> str:
    words = _words(row.guess, rules, kind)
    joiners = ["-", " ", ","] if any(len(word) > 1 for word in words) or rules.pegs == 1 else ["", "-", " "]
    guess = draw(st.sampled_from(joiners)).join(words)
    told = feedback_name(row.feedback, style=style, whites=rules.whites)
    between = draw(st.sampled_from([":", " : ", " -> ", "\t:"]))
    return f"{'' if number is None else f'{number}. '}{guess}{between}{told}"


@st.composite
def _written(draw: st.DrawFn) -> tuple[Rules, tuple[Row, ...], list[str]]:
    """A game's rows, and their lines in one alphabet, some in numbers, and one notation of feedback."""
    rules = draw(small_rules() | st.sampled_from([Rules(4, 10, repeats=False), Rules(3, 12), Rules(6, 9)]))
    found = tuple(draw(rows_of(rules)))
    kind = draw(st.sampled_from(["numbers", "letters", "initials", "names"]))
    if kind in ("letters", "initials") and rules.colors <= 12:
        used = {word for row in found[:1] for word in _words(row.guess, rules, kind)}
        letters = {chr(ord("A") + color) for color in range(rules.colors)}
        if used <= letters & set(INITIALS[: rules.colors]):
            kind = "names"  # what can be both is refused, in a test of its own
    style = draw(st.sampled_from([style for style in HIT_STYLES if style != "signs"]))
    numbered = draw(st.booleans())
    lines = []
    for number, row in enumerate(found, 1):
        own = kind if number == 1 else draw(st.sampled_from([kind, "numbers"]))
        lines.append(_row(draw, row, rules, own, style, number if numbered else None))
    return rules, found, lines


@settings(max_examples=100)
@given(_written())
def test_games_in_every_notation_read_back(written: tuple[Rules, tuple[Row, ...], list[str]]) -> None:
    rules, found, lines = written
    assert parse_history("\n".join(lines), rules) == found
    assert parse_history(lines, rules) == found
    if not any(row.feedback == rules.win for row in found) and found:
        game = pegwise.parse_game("\n".join(lines), rules)
        assert game.rows == found
        assert pegwise.parse_game(pegwise.game_name(game)) == game
        assert [one.rows for one in pegwise.parse_games("\n".join(lines), rules)] == [found]
    spoken = Position(rules, lines)
    assert Position(position_name(spoken)) == spoken == Position(rules, found)


@settings(max_examples=100)
@given(st.data())
def test_zero_based_games_read_back(data: st.DataObject) -> None:
    rules = data.draw(small_rules().filter(lambda rules: rules.colors != 10 and rules.pegs > 1))
    code = data.draw(code_of(rules))
    words = _words(code, rules, "zero")
    if "0" in words:
        told = feedback_name(data.draw(st.sampled_from(rules.feedbacks)), style="numbers")
        assert parse_history(f"{'-'.join(words)}:{told}", rules)[0].guess == code


@given(st.text("12ABRGrw0.:-, >#\n●+", max_size=24))
def test_any_text_is_a_history_or_one_clear_line(text: str) -> None:
    for rules in ("4x6", "bulls-and-cows", "2x12", "4x6-blanks"):
        try:
            found = parse_history(text, rules)
        except PegwiseError as error:
            assert len(str(error).splitlines()) == 1
        else:
            again = " ".join(f"{row.guess.numbers}:{row.feedback}" for row in found)
            assert parse_history(again, parse_rules(rules).plain) == found


def test_trees_and_searches_say_their_symbols() -> None:
    assert run("optimal", "-r", "2x4", "RR:-").out.startswith("colors: initials R B G Y\n")
    assert run("tree", "-r", "2x4", "--colors", "letters").out.startswith("colors: letters A to D\n")
    assert run("optimal", "-r", "2x4", "11:-").out.startswith("optimal")


def test_a_puzzle_answers_in_the_symbols_of_the_answer() -> None:
    said = run("puzzle", "--seed", "1", "RGBY").out
    assert said.startswith("colors: initials R B G Y O P\n")
    assert not any(line[-1:] == "B" and line.split(":")[0].isdigit() for line in said.split())
    told = run_json("puzzle", "--seed", "1", "RGBY")
    assert set(told["rows"][0]["guess"]) <= set("RBGYOP")
    plain = run_json("puzzle", "--seed", "1", "1324")
    assert told["answer"]["contradicts"] == plain["answer"]["contradicts"]


def test_a_message_shows_no_more_than_a_line() -> None:
    with pytest.raises(NotationError) as caught:
        parse_history("1 " * 4096, "4x6")
    assert len(str(caught.value)) < 400
