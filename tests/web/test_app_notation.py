"""The same text gives the same position at the terminal, in the library and over the API.

``tests/web/page/test_typed.py`` asks the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pegwise import Position, parse_history
from tests.cli_runner import run, run_json

if TYPE_CHECKING:
    from tests.web.conftest import Api

READ = [
    ("4x6", "RRGB:B YYOP:W"),
    ("4x6", "RGBY 2 0"),
    ("4x6", "AABB:1,0\n1344:0,1"),
    ("4x6", "0011:B 2345:1W"),
    ("4x6", "white-black-red-blue 1 1"),
    ("4x6", "1. 1122 -> 1B\n2. 1344 -> 1W"),
    ("4x6", "１１２２：Ｂ"),
    ("4x6", "1122:●  # a comment"),
    ("4x6-blanks", "1.22:B"),
    ("4x6 colors=RGBYWK", "RGBW:B"),
    ("bulls-and-cows", "1234:1A1B 5678:2B"),
    ("bulls-and-cows", "1234 1 strike 1 ball"),
    ("3x10", "682:1,0 614:0,1 206:0,2 738:- 780:0,1"),
    ("16x10-black", "5616185650518293 ;2"),
]
REFUSED = [
    ("bulls-and-cows", "5678:2B"),
    ("5x8", "BGBGB:B"),
    ("4x6", "0116:B"),
    ("4x6", "1122:1A1B 1344:1B1W"),
    ("4x6", "1122:2"),
    ("4x6", "1122"),
]


@pytest.mark.parametrize(("rules", "text"), READ)
def test_the_same_text_gives_the_same_position(api: Api, rules: str, text: str) -> None:
    position = Position(rules, text)
    assert position == Position(
        str(position.rules.plain), [(tuple(row.guess), row.feedback) for row in position.history]
    )
    asked = run_json("candidates", "-r", rules, "--list", "5", text)
    assert asked["candidates"] == position.count()
    assert asked["codes"] == list(map(str, position.candidates[:5]))
    assert asked.get("alphabet") == position.rules.colors_told
    assert api.answer("/candidates", rules=rules, history=text, limit=5) == asked
    lines = run_json("candidates", "-r", rules, "--list", "5", *text.splitlines())
    assert lines == asked


@pytest.mark.parametrize(("rules", "text"), REFUSED)
def test_the_same_text_is_refused_everywhere_in_the_same_words(api: Api, rules: str, text: str) -> None:
    with pytest.raises(ValueError) as caught:
        parse_history(text, rules)
    ran = run("candidates", "-r", rules, text)
    assert (ran.status, ran.out, ran.err) == (2, "", f"pegwise: {caught.value}\n")
    response = api.post("/candidates", rules=rules, history=text)
    assert (response.status_code, response.json()["detail"]) == (422, str(caught.value))
