"""Explore: strategies are walked through, beside each other, and compared."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pegwise import build_tree, compare, figure, node_summary, to_json
from pegwise.notation import parse_history, parse_rules
from pegwise.strategies import names
from tests.web.page.access import THEMES, small, violations
from tests.web.page.player import Player

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Route

    from tests.web.page.conftest import Visits

RULES = parse_rules("4x6")


def test_knuths_figure_is_walked_through(visit: Visits) -> None:
    page = visit(at="#/explore").page
    tree = build_tree("4x6", strategy="knuth")
    walk = page.get_by_role("region", name="knuth")
    expect(walk).to_contain_text("1,296 codes")
    expect(walk).to_contain_text("4.476 guesses on average and 5 in the worst case")
    for history, answer in (("", "1 black, 0 white"), ("1122:B", "0 black, 1 white")):
        found = node_summary(tree, parse_history(history, RULES)).to_dict()
        expect(walk.locator("strong")).to_have_text(f"{found['candidates']:,} codes are possible.")
        rows = walk.get_by_role("table", name="What follows each feedback").locator("tbody tr")
        expect(rows).to_have_count(len(found["classes"]))
        assert [
            int(size.replace(",", "")) for size in rows.locator("td:nth-of-type(1)").all_inner_texts()
        ] == [each["size"] for each in found["classes"]]
        areas = walk.locator("svg.blocks rect").evaluate_all(
            "all => all.map(each => (+each.getAttribute('width') + 2) * (+each.getAttribute('height') + 2))"
        )
        assert walk.locator("svg.blocks").evaluate(
            """svg => [...svg.querySelectorAll('.block :is(rect, circle, path, text)')].every(part => {
                const [inner, outer] = [part.getBoundingClientRect(), svg.getBoundingClientRect()];
                return inner.left >= outer.left && inner.right <= outer.right + 1
                    && inner.top >= outer.top && inner.bottom <= outer.bottom + 1;
            })"""
        )
        assert walk.locator("svg.blocks .mark").count() > 4  # key pegs
        sizes = sorted((each["size"] for each in found["classes"]), reverse=True)
        whole = sum(areas)
        for area, size in zip(areas, sizes, strict=True):
            assert area / whole == pytest.approx(size / found["candidates"], abs=0.003)
        walk.get_by_role("button", name=f"{answer}:").click()
        expect(walk.get_by_role("navigation").get_by_role("button")).to_have_count(2 if not history else 3)
    expect(walk).to_contain_text("44 codes")
    expect(walk.locator(".figure")).to_contain_text("In Knuth’s notation, this position is 44(3526: ")
    expect(walk.locator(".figure")).to_contain_text("in line F of the figure")
    expect(page).to_have_url(re.compile("#/explore/4x6/knuth/1122%3AB%201344%3AW$"))
    walk.get_by_role("navigation").get_by_role("button").nth(1).click()
    expect(walk).to_contain_text("256 codes")
    expect(walk.locator(".figure code")).to_have_text("256F")
    walk.locator("svg.blocks .target").first.click()  # W, the largest
    expect(walk).to_contain_text("44 codes")


def test_a_code_is_followed_side_by_side(visit: Visits) -> None:
    player = visit(at="#/explore")
    page = player.page
    expect(page.get_by_label("Second strategy").locator("option")).to_have_count(12)
    page.get_by_label("Second strategy").select_option("optimal")
    walks = page.locator(".walk")
    expect(walks).to_have_count(2)
    expect(walks.nth(1)).to_contain_text("4.340 guesses on average and 6 in the worst case")
    page.get_by_label("Secret to find").fill("3632")
    page.keyboard.press("Enter")
    for number, name in enumerate(("knuth", "optimal")):
        tree, guesses = build_tree("4x6", strategy=name), 1
        node = tree.root
        while str(node.guess) != "3632":
            node, guesses = node.children[RULES.feedback((3, 6, 3, 2), node.guess)], guesses + 1
        words = f"The strategy finds green, purple, green, blue at guess {guesses}."
        expect(walks.nth(number)).to_contain_text(words)
    page.get_by_label("Secret to find").fill("36")
    page.keyboard.press("Enter")
    player.said("“36” is not a code of 4 pegs.")
    page.get_by_label("Second strategy").select_option("")
    expect(walks).to_have_count(1)


@pytest.mark.exhaustive
def test_with_the_keyboard_the_focus_goes_along(visit: Visits) -> None:
    player = visit(at="#/explore/3x3/knuth")
    page = player.page
    button = page.locator(".steps button").first
    expect(button).to_be_visible()
    button.focus()
    page.keyboard.press("Enter")
    player.said(r"knuth guesses ")
    expect(page.locator(":focus")).to_have_text("knuth")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # back to the start
    expect(page.locator(".path button")).to_have_count(1)


def test_strategies_are_compared(visit: Visits) -> None:
    player = visit(at="#/explore")
    page = player.page
    for name in ("counter", "deep", "first-consistent", "random-consistent"):
        page.get_by_label(name, exact=True).uncheck()
    player.button("Compare").click()
    player.said("The table compares 6 strategies.")
    table = page.get_by_role("table", name="Compare strategies")
    averages = table.locator("td:nth-of-type(2)").all_inner_texts()
    assert averages == sorted(averages)
    totals = dict(
        zip(
            table.locator("th[scope=row]").all_inner_texts(),
            table.locator("td:nth-of-type(4)").all_inner_texts(),
            strict=True,
        )
    )
    assert totals["knuth"] == "5,801"
    assert totals["optimal"] == "5,625"
    page.get_by_text("Show the numbers in a table").click()
    row = page.get_by_role("table", name="At which guess").get_by_role("row", name="knuth")
    (knuth,) = compare("4x6", strategies=["knuth"])
    shown = [int(cell) for cell in row.locator("td").all_inner_texts()]
    assert shown == [*knuth.to_dict()["distribution"], 0][: len(shown)]
    table.get_by_role("button", name="Explore entropy").click()
    expect(page.get_by_role("region", name="entropy")).to_contain_text("4.415 guesses on average")


@pytest.mark.exhaustive
def test_nothing_is_compared_before_there_is_something_to_choose(visit: Visits) -> None:
    held: list[Route] = []
    page = visit.context().new_page()
    page.route("**/api/v1/strategies", lambda route: held.append(route))
    visit.enter(page, at="#/explore/3x3/knuth")
    button = page.get_by_role("button", name="Compare", exact=True)
    expect(page.locator(".walk")).to_contain_text("27 codes")
    expect(button).to_be_disabled()
    Player(page).becomes(1, lambda: len(held))
    held.pop().continue_()
    button.click()
    expect(page.locator("svg.plot")).to_be_visible()


def _in_half_a_second(route: Route) -> None:
    """Ask what the page asks, but to be answered sooner: a sample takes all the time that it is given."""
    asked = route.request.post_data_json or {}
    route.continue_(post_data={**asked, "seconds": 0.5})


@pytest.mark.exhaustive
def test_what_takes_long_shows_how_far_it_is_and_is_cancelled(visit: Visits) -> None:
    visit.allowed = ("422",)
    player = visit()
    page = player.page
    page.route("**/api/v1/tree", _in_half_a_second)
    player.go("#/explore/6x9/knuth")
    # No error: the next guess, and in words why there is no more.
    expect(page.locator(".walk")).to_contain_text(
        re.compile("takes about \\d+ (minutes|seconds). So the page shows one")
    )
    expect(page.locator(".walk strong")).to_have_text("531,441 codes are possible.")
    expect(page.locator(".walk .note")).to_have_count(0)
    page.locator(".steps button").nth(3).click()
    expect(page.locator(".path button")).to_have_count(2)
    player.said(r"^knuth guesses ")
    expect(page.locator(".walk .guess .peg")).to_have_count(6)
    player.button("Compare").click()
    expect(page.locator("progress")).to_be_visible()
    expect(page.locator(".working span")).to_contain_text(" of ")
    player.button("Cancel").click()
    player.said(r"Canceled\.")
    expect(page.locator(".work:focus")).to_contain_text("Canceled.")  # where the button was
    expect(page.locator("progress")).to_have_count(0)


@pytest.mark.exhaustive
def test_a_strategy_that_cannot_be_told_of_in_time_does_not_hide_the_others(visit: Visits) -> None:
    visit.allowed = ("422",)
    player = visit()
    page = player.page
    page.route("**/api/v1/tree", _in_half_a_second)
    player.go("#/explore/4x13/first-consistent")
    for name in set(names()) - {"first-consistent", "optimal"}:
        page.get_by_role("checkbox", name=name, exact=True).uncheck()
    page.route("**/api/v1/compare", _in_half_a_second)
    player.button("Compare").click()
    note = page.locator(".which ~ div .note")
    expect(note).to_contain_text("The comparison leaves out optimal")
    player.said(
        r"^The table compares 1 strategy\. The comparison leaves out optimal: "
        r"This takes more time or memory than a question may take\."
    )
    expect(page.get_by_role("table", name="Compare strategies").locator("tbody tr")).to_have_count(1)
    expect(page.locator("svg.plot")).to_be_visible()


@pytest.mark.exhaustive
def test_a_later_question_takes_the_place_of_one_that_waits(visit: Visits) -> None:
    page = visit(at="#/explore").page
    expect(page.locator(".walk")).to_contain_text("1,296 codes")
    page.route("**/api/v1/tree", lambda _: None)  # no answer ever
    page.get_by_role("button", name="1 black, 0 white:").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    page.get_by_role("button", name="1 black, 0 white:").click()  # the same again, not one further
    expect(page.locator(".path button")).to_have_count(2)
    page.unroute("**/api/v1/tree")
    page.get_by_role("navigation", name="The rows so far").get_by_role("button", name="Start").click()
    expect(page.locator(".path button")).to_have_count(1)
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    expect(page.locator(".walk")).to_contain_text("1,296 codes")


@pytest.mark.exhaustive
def test_everyone_can_use_it(visit: Visits) -> None:
    player = visit(320, 640, at="#/explore/4x6/knuth/1122:B/optimal", has_touch=True)
    expect(player.page.locator(".walk svg.blocks .block").nth(20)).to_be_attached()  # of both
    for name in ("counter", "deep", "large", "random-consistent"):  # these take the longest
        box = player.page.get_by_role("checkbox", name=name, exact=True)
        box.uncheck()
    player.button("Compare").click()
    player.page.locator("svg.plot").wait_for()
    for theme in THEMES:
        player.page.emulate_media(color_scheme=theme)
        assert violations(player.page) == []
    assert small(player.page) == []
    assert player.overflow() <= 0


@pytest.mark.exhaustive
def test_a_large_game_opens_with_a_guess_and_the_figures_follow(visit: Visits) -> None:
    """The time limit of the first question is too short for the tree; the page goes on by itself."""
    context = visit.context(locale="de")
    page = context.new_page()
    asked: list[float | None] = []

    def short(route: Route) -> None:
        body = route.request.post_data_json or {}
        asked.append(body.get("seconds"))
        if "seconds" in body:
            route.continue_()
            return
        estimate = {"pairs": 1, "bytes": 1, "seconds": 8.0}
        problem = {"type": "/api/v1/problems/limit", "status": 422, "title": "Limit", "estimate": estimate}
        route.fulfill(status=422, content_type="application/problem+json", body=json.dumps(problem))

    visit.allowed = ("422",)
    page.route("**/api/v1/tree", short)
    visit.enter(page, at="#/explore/4x7/knuth")
    walk = page.locator(".walk")
    # That the guess came first is seen in the questions: the second has more time.
    expect(walk).to_contain_text("2.401 Codes")
    expect(walk.locator(".figure")).to_be_visible()
    assert asked == [None, 10]


def test_trees_from_files(visit: Visits, tmp_path: Path) -> None:
    visit.allowed = ("422",)
    player = visit(at="#/explore/3x4/entropy")
    page = player.page
    tree = build_tree("4x6", strategy="most-parts", first="1123")
    (tmp_path / "mine.json").write_text(to_json(tree))
    (tmp_path / "drawn.txt").write_text(figure(tree))
    (tmp_path / "wrong.txt").write_text(figure(tree).replace("1296", "1295"))
    chosen = page.get_by_label("Your own strategy")
    chosen.set_input_files(tmp_path / "mine.json")  # it names its game
    walk = page.get_by_role("region", name="File mine.json")
    expect(walk).to_contain_text(f"{tree.average:.3f} guesses on average")
    expect(page.get_by_label("Strategy", exact=True)).to_have_value(re.compile("^file"))
    page.locator(".steps button").first.click()
    told = next(iter(tree.root.children))
    expect(walk.locator("strong")).to_contain_text(f"{tree.root.children[told].count} codes")
    chosen.set_input_files(tmp_path / "wrong.txt")
    player.said("^This file is not a strategy tree of this game: .*1296")
    expect(walk).to_be_visible()
    text = (tmp_path / "drawn.txt").read_text()
    page.locator(".tree-file").evaluate(
        """(field, text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], 'drawn.txt'));
          field.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
        }""",
        text,
    )
    drawn = page.get_by_role("region", name="File drawn.txt")
    expect(drawn).to_contain_text(f"{tree.average:.3f} guesses on average")
    page.get_by_label("Second strategy").select_option("knuth")
    expect(page.locator(".walk")).to_have_count(2)
    assert violations(page) == []
    expect(page).to_have_url(re.compile("#/explore/4x6/knuth/$"))  # nobody else has the file
