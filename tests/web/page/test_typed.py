"""What people type and paste is read by the page as by the library, and shown as it was typed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from pegwise.analysis.review import review
from pegwise.errors import PegwiseError
from pegwise.notation import parse_rules, read_history, rules_name
from pegwise.play.game_line import game_name, parse_game
from pegwise.play.game_text import parse_games
from tests.typed import RULES, typed_game, typed_games, typed_history

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.rules import Rules
    from tests.web.page.conftest import Visits
    from tests.web.page.player import Player

WRONG = "wrong"
_READ = """async ({ parseRules, readHistory, historyName, rulesLine }, all) => {
  const { gameName, parseGame } = await import('/core/game-line.js');
  const { gamesOf } = await import('/core/game-text.js');
  const read = {
    history(text, usual) {
      const { rules, rows } = readHistory(text, usual);
      const { kind, symbols } = rules.alphabet ?? { kind: null, symbols: [] };
      return [kind, symbols, rows.map(({ guess, feedback }) => [guess, feedback.black, feedback.white]),
              historyName(rows, rules), rulesLine(rules, rows.map(({ guess }) => guess))];
    },
    game: (text, usual) => gameName(parseGame(text, usual)),
    games: (text, usual) => gamesOf(text, usual).map(({ lines, wrong }) => {
      if (wrong) throw wrong.error;
      return gameName(parseGame(lines.map(({ line }) => line).join('\\n'), usual));
    }),
  };
  return all.map(([kind, rules, text]) => {
    try {
      return read[kind](text, parseRules(rules));
    } catch (error) {
      return error.key ? 'wrong' : String(error);
    }
  });
}"""


def _history(text: str, usual: Rules) -> list[Any]:
    rules, rows = read_history(text, usual)
    kind: str | None = None
    symbols: tuple[str, ...] = ()
    if rules.alphabet is not None and not (rules.has_blanks and rules.alphabet.kind == "numbers"):
        kind = {"numbers from 0": "zero"}.get(rules.alphabet.kind, rules.alphabet.kind)
        symbols = tuple(symbol for symbol in rules.alphabet.symbols if symbol != ".")
    told = [[list(row.guess), *row.feedback] for row in rows]
    return [kind, list(symbols), told, " ".join(map(str, rows)), rules_name(rules, rows)]


_LIBRARY: dict[str, Callable[[str, Rules], Any]] = {
    "history": _history,
    "game": lambda text, rules: game_name(parse_game(text, rules)),
    "games": lambda text, rules: [game_name(game) for game in parse_games(text, rules)],
}


def _in_library(kind: str, rules: str, text: str) -> Any:
    try:
        return _LIBRARY[kind](text, parse_rules(rules))
    except PegwiseError:
        return WRONG


def _check(player: Player, asked: list[tuple[str, str, str]]) -> list[Any]:
    """Compare what the page and the library make of texts; what the library makes of them."""
    wanted = [_in_library(*each) for each in asked]
    got = player.run("core/notation.js", _READ, [list(each) for each in asked])
    differ = [
        (text, here, there) for text, here, there in zip(asked, wanted, got, strict=True) if here != there
    ]
    assert not differ, differ[:3]
    return wanted


@pytest.mark.parametrize(
    ("kind", "typed"), [("history", typed_history), ("game", typed_game), ("games", typed_games)]
)
def test_the_page_and_the_library_read_the_same(
    player: Player, kind: str, typed: Callable[[random.Random, Rules], str]
) -> None:
    rng = random.Random(f"typed {kind}")
    names = [rng.choice(RULES) for _ in range(1500)]
    wanted = _check(player, [(kind, name, typed(rng, parse_rules(name))) for name in names])
    wrong = wanted.count(WRONG)
    assert 300 < wrong < 1200  # both kinds of text are among them


PRINTED = (
    "knuth breaks 3632 (4x6, 1296 codes)\n1  1122  B    1296 codes were possible\n2  1344  W    256 were",
    "4x6: 44 candidates\ncolors: initials R B G Y O P\n1  RRBB  ● B\n2  RGYY  ○ W\n",
    "4x6: 44 candidates\ncolors: numbers 0 to 5\n1  0011  B\n\n3x4: 2 candidates\n1  112*  1B1W\n",
)
"""Games as the command prints them."""
SHARED = "pegwise · 4x6 · 3/10\n⬛⬜➖➖\n⬛⬛⬛⬛"


def test_printed_games_and_cards(player: Player) -> None:
    first, *others = _check(player, [("games", "4x6", text) for text in PRINTED])
    assert first == ["4x6 1122:B 1344:W"]
    assert others == [["4x6 RRBB:B RGYY:W"], ["4x6 0011:B", "3x4 112:BW"]]
    assert _check(player, [("game", "4x6", SHARED), ("history", "4x6", "1122 ⬛⬜➖➖")])[0] == WRONG


CASES = (
    ("bulls-and-cows", "1234:1A1B 5678:2B", "1234:BW 5678:WW", "4x10-distinct"),
    ("bulls-and-cows", "5678:2B", None, None),
    ("4x6", "RRGB:B", "RRGB:B", "4x6"),
    ("4x6", "RGBY 2 0", "RGBY:BB", "4x6"),
    ("4x6", "grey cyan red red: 1 black", "grey-cyan-red-red:B", "4x6"),
    ("4x6", "0123:1,1", "0123:BW", "4x6"),
    ("4x8", "BGBG:B", None, None),
    ("4x8 colors=initials", "BGBG:B", "BGBG:B", "4x8 colors=R,B,G,Y,O,P,S,I"),
    ("4x6", "RRGB:B AABB:W", None, None),
    ("4x6", "1122:B,", "1122:B", "4x6"),
    ("4x6", "1122,1,0\n1344,0,1", "1122:B 1344:W", "4x6"),
    ("4x6", "１１２２：Ｂ−Ｗ", None, None),
    ("4x6", "1122\u00a0→\u00a01B", "1122:B", "4x6"),
    ("3x10", "682:1,0 614:0,1 206:0,2 738:- 780:0,1", "682:B 614:W 206:WW 738:- 780:W", "3x10"),
    ("16x10-black", "5616185650518293 2", "5616185650518293:BB", "16x10-black"),
)


def test_what_people_type(player: Player) -> None:
    wanted = _check(player, [("history", rules, text) for rules, text, _, _ in CASES])
    assert [each if each == WRONG else each[3:] for each in wanted] == [
        WRONG if rows is None else [rows, rules] for _, _, rows, rules in CASES
    ]


def test_a_file_with_one_game_in_rows_is_one_game(player: Player) -> None:
    text = "guess,black,white\n1122,1,0\n1344,0,1\n3632,4,0\n"
    one = ["4x6 1122:B 1344:W 3632:BBBB"]
    files = ("1122:B\n1344:W\n3632\n", text, "1. 1122 1 0\n2. 1344 0 1\n3. 3632 4 0")
    assert _check(player, [("games", "4x6", each) for each in files]) == [one] * 3


def _paste(player: Player, text: str) -> None:
    """Paste as with a key."""
    paste = """text => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
    }"""
    player.page.evaluate(paste, text)


def test_rows_in_initials_are_shown_in_initials(visit: Visits) -> None:
    player = visit(at="#/solve/4x6")
    page = player.page
    _paste(player, "RRGB 1 0\nRGYY 0 1  # a comment\n")
    expect(player.rows).to_have_count(2)
    expect(page.locator("section").get_by_text("Colors: initials R B G Y O P")).to_have_count(1)
    expect(player.rows.nth(0).locator(".peg").first).to_have_text("R")
    assert page.evaluate("decodeURIComponent(location.hash)") == "#/solve/4x6/RRGB:B RGYY:W"
    _paste(player, "WWKK:-")  # white and black are no colors of the initials above
    expect(page.locator(".tools > .note")).to_contain_text("“W”, which is not a color of this game")
    page.reload()
    expect(player.rows).to_have_count(2)
    expect(page.get_by_text("Colors: initials R B G Y O P")).to_have_count(1)


def test_a_pasted_code_goes_to_the_row_and_a_row_to_the_board(visit: Visits) -> None:
    player = visit(at="#/solve/3x12")
    _paste(player, "1 12 B")
    expect(player.holes.nth(2)).to_have_accessible_name("Hole 3: B")
    _paste(player, "ABL 1 1")
    expect(player.rows.nth(0).locator(".sr").first).to_have_text("A, B, L")


def test_the_original_pegs_have_their_colors(visit: Visits) -> None:
    """White and black take the numbers of orange and purple, and look white and black."""
    player = visit(at="#/solve/4x6")
    _paste(player, "RGWK:BW YYBB:W")
    expect(player.page.get_by_text("Colors: initials R B G Y W K")).to_be_visible()
    first = player.rows.nth(0).locator(".peg")
    expect(first.nth(2)).to_have_class("peg c10")
    expect(first.nth(3)).to_have_class("peg c11")
    expect(player.color(6)).to_have_accessible_name("K")


def test_feedback_that_can_mean_two_things_is_refused_with_both(visit: Visits) -> None:
    player = visit(at="#/solve/4x10-distinct")
    _paste(player, "5678:2B")
    note = player.page.locator(".tools > .note")
    expect(note).to_contain_text("“2B” can mean 2 black or 2 white")
    expect(note).to_contain_text("2B0W or 0A2B")
    _paste(player, "1234:1A1B 5678:2B")
    expect(player.rows).to_have_count(2)
    expect(player.rows.nth(1).locator(".keys")).to_contain_text("0 black, 2 white")


def test_keys_are_numbers_letters_or_initials(visit: Visits) -> None:
    player = visit()
    player.break_code("3632")
    page = player.page
    player.type("rrgb")
    expect(page.get_by_text("Colors: initials R B G Y O P")).to_be_visible()
    player.said("Guess 1: R, R, G, B. ")
    page.keyboard.press("a")
    expect(page.locator(".tools > .note")).to_contain_text("“a” is not a color here")
    player.type("3632")  # numbers may stand beside initials
    player.said("Guess 2: G, P, G, B. This is the secret.")
    line = page.get_by_label("This game as a line of text").input_value()
    assert line == "4x6 RRGB:BB GPGB:BBBB max-guesses=10 codemaker=fixed"


def test_keys_that_count_from_0(visit: Visits) -> None:
    """0 tells that the 1 before it is the second color."""
    player = visit()
    player.break_code("2155")
    for key in "10":
        player.page.keyboard.press(key)
    expect(player.holes.nth(0)).to_have_accessible_name("Hole 1: 1")
    expect(player.holes.nth(0).locator(".peg")).to_have_class("peg c2")
    player.page.keyboard.press("6")
    expect(player.page.locator(".tools > .note")).to_contain_text("0 and 6 are both colors here")
    for key in ("4", "4", "Enter"):
        player.page.keyboard.press(key)
    player.said("You won in 1 guess")


def test_a_letter_that_can_be_two_colors_is_refused_with_both(visit: Visits) -> None:
    player = visit(at="#/solve/5x8")
    player.page.locator(".hole.current").focus()
    player.page.keyboard.press("g")
    expect(player.page.locator(".tools > .note")).to_contain_text(
        "letters A to H or initials R B G Y O P S I"
    )
    for key in "eg":  # e is no initial
        player.page.keyboard.press(key)
    expect(player.holes.nth(1)).to_have_accessible_name("Hole 2: G")
    expect(player.holes.nth(1).locator(".peg")).to_have_class("peg c7")


def test_a_review_shows_the_symbols_of_the_game(visit: Visits) -> None:
    player = visit(at="#/review")
    page = player.page
    text = "4x6\nred red blue blue: 1 black\n# then\nred green yellow yellow 0 1\ngreen purple green blue"
    page.get_by_label("The game as a line of text").fill(text)
    player.button("Review").click()
    expect(page.locator(".panel .figures").first).to_be_visible()
    expect(page.get_by_text("Colors: names red blue green yellow orange purple")).to_have_count(1)
    expect(player.rows).to_have_count(len(review(text).moves))
    assert "red-red-blue-blue:B" in page.evaluate("decodeURIComponent(location.hash)")


def test_games_in_rows_are_taken_and_given_in_their_symbols(visit: Visits) -> None:
    player = visit(at="#/games")
    page = player.page
    page.get_by_label("Or paste lines").fill("RRBB:B\nRGYY:W\nGPGB\n\n4x6 1122:B 1344:W\n3632\n")
    player.button("Import these lines").click()
    expect(page.locator(".taken .note").first).to_contain_text("1 line is not a game")
    expect(page.locator(".taken li")).to_contain_text(
        "Line 6, “3632”: This line may belong to the game before it"
    )
    player.becomes(["4x6 RRBB:B RGYY:W GPGB:BBBB"], player.kept)
