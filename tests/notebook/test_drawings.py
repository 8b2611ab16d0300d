"""What a notebook shows: well-formed, told in words and in a table, and readable on any page."""

from __future__ import annotations

import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import pegwise
from pegwise.drawable import Drawable
from pegwise.notebook import draw

SVG = "{http://www.w3.org/2000/svg}"


def game(secret: str = "3632", rows: int | None = None, guesses: int = 5) -> pegwise.Game:
    """The worked example of Knuth's paper, as far as it has gone."""
    played = pegwise.Game(pegwise.Rules(4, 6), secret, max_guesses=rows)
    for guess in ("1122", "1344", "3526", "1462", "3632")[:guesses]:
        played.guess(guess)
    return played


THINGS: dict[str, Drawable] = {
    "position": pegwise.Position("4x6", "1122:B 1344:W 3526:BWW"),
    "start": pegwise.Position("4x6"),
    "contradiction": pegwise.Position("4x6", "1122:B 1344:W 3526:BWW 1462:BBB"),
    "large position": pegwise.Position("12x14", "1-2-3-4-5-6-7-8-9-10-13-14:BBWWWWWW"),
    "wide position": pegwise.Position("30x30-black"),
    "game": game(),
    "partition": pegwise.Position("4x6").partition("1122"),
    "empty partition": pegwise.Position("4x6", "1122:B 1344:W 3526:BWW 1462:BBB").partition("1122"),
    "tree": pegwise.build_tree(strategy="knuth"),
    "tree of one": pegwise.build_tree("1x1", strategy="knuth"),
    "comparison": pegwise.compare("3x4", strategies=["knuth"])[0],
    "comparisons": pegwise.compare("3x4", strategies=["knuth", "entropy", "counter", "most-parts", "knuth"]),
    "sample": pegwise.compare("6x6", strategies=["counter"], games=5),
    "review": pegwise.review("1122:B 1344:W 3526:BWW 1462:BW 3632"),
    "review with blanks": pegwise.review("4x6-blanks 1..2:B 3344:-"),
    "review of a large game": pegwise.review("30x30-black"),
    "review of nothing": pegwise.review("4x6"),
    "nothing": pegwise.Comparisons(),
}


@pytest.mark.parametrize("name", THINGS)
def test_the_picture_is_well_formed_and_described(name: str) -> None:
    thing = THINGS[name]
    svg = thing._repr_svg_()
    assert svg == draw(thing).svg
    root = ElementTree.fromstring(svg)
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and title.text  # noqa: PT018
    assert description is not None and description.text  # noqa: PT018
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"


@pytest.mark.parametrize("name", THINGS)
def test_the_card_is_drawn_first_so_that_the_page_may_be_dark(name: str) -> None:
    root = ElementTree.fromstring(draw(THINGS[name]).svg)
    card = next(element for element in root if element.tag not in (f"{SVG}title", f"{SVG}desc"))
    assert (card.tag, card.get("fill")) == (f"{SVG}rect", "#ffffff")
    assert float(card.get("width", 0)) == float(root.get("width", 0)) - 1
    assert all(text.get("fill") for text in root.iter(f"{SVG}text"))


@pytest.mark.parametrize("name", THINGS)
def test_everything_lies_on_the_card(name: str) -> None:
    drawing = draw(THINGS[name])
    for element in ElementTree.fromstring(drawing.svg).iter(f"{SVG}circle"):
        assert 0 <= float(element.get("cx", -1)) <= drawing.width
        assert 0 <= float(element.get("cy", -1)) <= drawing.height


@pytest.mark.parametrize("name", THINGS)
def test_the_html_holds_the_picture_the_words_and_a_table(name: str) -> None:
    drawing = draw(THINGS[name])
    root = ElementTree.fromstring(drawing.html)
    assert THINGS[name]._repr_html_() == drawing.html
    assert root.find(f"{SVG}svg") is not None
    assert root.findtext("figcaption") == drawing.description
    assert [cell.text for cell in root.iter("th")] == list(drawing.headings)
    cells = [[cell.text or "" for cell in row.iter("td")] for row in root.iter("tr")][1:]
    assert cells == [list(row) for row in drawing.rows]


def test_pegs_carry_their_number_and_hits_their_letters() -> None:
    root = ElementTree.fromstring(draw(THINGS["position"]).svg)
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts == ["4x6: 7 possible codes", *"11122", "B", *"21344", "W", *"33526", "BWW"]
    hits = [circle.get("fill") for circle in root.iter(f"{SVG}circle") if circle.get("r") == "4"]
    assert hits == ["#1a1a1a", "#ffffff", "#1a1a1a", "#ffffff", "#ffffff"]


def test_the_words_of_each_drawing() -> None:
    said = {name: draw(thing).description for name, thing in THINGS.items()}
    assert said["position"] == (
        "Row 1: 1122 has B. Row 2: 1344 has W. Row 3: 3526 has BWW. 7 possible codes."
    )
    assert said["start"] == "1296 possible codes."
    assert said["contradiction"].endswith("No possible code.")
    assert said["game"].endswith("Row 5: 3632 has BBBB. Won in 5 guesses.")
    assert said["partition"] == (
        "1122 splits 1296 candidates into 13 classes: worst case 256, average 204.54, 2.885 bits; "
        "it can be the secret."
    )
    assert said["tree"].startswith("The first guess is 1122; total 5801, average 4.4761, worst 5; won at")
    assert said["comparison"] == "knuth: average 3.3750, worst 4."
    assert "±" in said["sample"]


def test_a_game_keeps_its_secret_until_it_is_over() -> None:
    going = draw(game("6666", rows=6))
    assert "6666" not in going.html
    assert going.title == "4x6: 5 of 6 guesses made"
    lost = draw(game("6666", rows=5))
    assert lost.title == "4x6: lost after 5 guesses; the secret is 6666"


def test_the_boxes_of_a_tree_lie_in_their_parents() -> None:
    tree = pegwise.build_tree(strategy="knuth")
    widths = [
        float(box.get("width", 0))
        for box in ElementTree.fromstring(draw(tree).svg).iter(f"{SVG}rect")
        if box.find(f"{SVG}title") is not None
    ]
    assert widths[0] == 960
    assert min(widths) >= 3
    assert [row[1] for row in draw(tree).rows] == [str(node.count) for node in tree.root.children.values()]


def test_text_is_escaped() -> None:
    tree = pegwise.StrategyTree(
        pegwise.Position("1x1"), "<a & b>", pegwise.build_tree("1x1", strategy="knuth").root
    )
    assert ElementTree.fromstring(draw(tree).html).findtext(f".//{SVG}title") == "<a & b>, 1x1"


def test_what_has_no_drawing_says_so() -> None:
    with pytest.raises(TypeError, match="int has no drawing"):
        draw(3)


def test_a_new_kind_of_result_registers_its_drawing() -> None:
    class Verdict(Drawable):
        pass

    @draw.register(Verdict)
    def _(shown: Verdict) -> object:
        return draw(pegwise.Position("2x2"))

    assert re.match("<svg", Verdict()._repr_svg_() or "")


def test_the_face_is_loaded_when_the_first_thing_is_drawn() -> None:
    code = (
        "import pegwise, sys; p = pegwise.Position('2x2'); print('pegwise.notebook' in sys.modules); "
        "p._repr_html_(); print('pegwise.notebook' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\nTrue\n"
