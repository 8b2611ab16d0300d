"""Review: a game from Play or from a line of text is gone through again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from pegwise import review
from tests.web.page.access import THEMES, small, violations

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from tests.web.page.conftest import Visits

GAME = "4x6 1122:B 1344:W 3526:BWW 1462:BW 3632"
AT = f"#/review/{GAME}"


def test_a_game_played_is_reviewed(visit: Visits) -> None:
    player = visit()
    player.break_code("3632")
    player.type("1122")
    player.type("3632")
    player.page.get_by_text("Review this game").click()
    expect(player.page.get_by_role("heading", name="Review a game")).to_be_visible()
    expect(player.page.locator(".board tbody tr")).to_have_count(2)
    found = review("4x6 1122:B 3632")
    expect(player.page.locator(".learned")).to_contain_text(
        f"row {found.worst.number}" if found.worst else "Every guess was a best guess."
    )
    verdicts = player.page.locator(".board .verdict").all_text_contents()
    assert [verdict.strip("★✓?!…") for verdict in verdicts] == [move.verdict for move in found.moves]


def test_a_pasted_game_says_what_the_library_says(visit: Visits) -> None:
    player = visit(at="#/review")
    page = player.page
    page.get_by_label("The game as a line of text").fill(GAME)
    player.button("Review").click()
    expect(page.locator(".board tbody tr")).to_have_count(5)
    found = review(GAME).to_dict()
    figures = page.locator("dl").first.locator("dd")
    expect(figures.first).to_have_text("90.3%")
    assert figures.all_inner_texts()[:3] == ["90.3%", "0.147", "5"]
    assert figures.locator(".sr").text_content() == "green, purple, green, blue"
    for number, move in enumerate(found["moves"], 1):
        player.button(f"Row {number}").click()
        panel = page.locator(".move")
        expect(panel).to_contain_text(f"Row {number} of 5")
        if move["best"] not in (None, move["guess"]):
            turns = f"{move['regret']:.3f}".rstrip("0")
            expect(panel.locator(".sentences")).to_contain_text(f"takes {turns} turns fewer on average.")
            pegs = panel.locator(".sentences .code").first.locator(".digit")
            assert "".join(pegs.all_text_contents()) == move["best"]  # drawn, not written
        expect(panel.locator(".verdict")).to_contain_text(move["verdict"])
        assert panel.locator(".shares").first.locator(".share").count() == len(move["classes"])
        assert panel.locator(".shares").count() == (1 if move["best"] == move["guess"] else 2)
        assert panel.locator(".share.got .key").count() == len(move["feedback"])
        panel.get_by_text("Show the numbers in a table").click()
        sizes = panel.get_by_role("table").locator("td:nth-of-type(1)").all_inner_texts()
        assert sorted(int(size) for size in sizes if size != "0") == sorted(move["classes"].values())


def test_the_arrow_keys_step_through(visit: Visits) -> None:
    player = visit(at=AT)
    title = player.page.locator("#move")
    expect(title).to_have_text("Row 3 of 5")  # the moment to look at again
    player.page.keyboard.press("ArrowLeft")
    expect(title).to_have_text("Row 2 of 5")
    player.said(
        r"Row 2: red, green, yellow, yellow\. Verdict: good\. "
        r"red, green, green, yellow takes 0\.02 turns fewer"
    )
    for _ in range(5):
        player.page.keyboard.press("ArrowRight")
    expect(title).to_have_text("Row 5 of 5")
    expect(player.button("Next →")).to_have_attribute("aria-disabled", "true")
    player.button("← Previous").click()
    expect(title).to_have_text("Row 4 of 5")
    player.button("Row 1").focus()
    player.page.keyboard.press("ArrowLeft")
    expect(player.button("Row 3")).to_be_focused()  # the focus goes along
    player.page.get_by_text("Review another game").click()
    player.page.get_by_label("The game as a line of text").press("ArrowLeft")
    expect(title).to_have_text("Row 3 of 5")  # who writes, writes


def test_each_plot_has_its_figures_behind_it(visit: Visits) -> None:
    page = visit(at=AT).page
    found = review(GAME)
    expect(page.locator("figure")).to_have_count(2)
    for figure in page.locator("figure").all():
        figure.locator("summary").click()
    left = page.get_by_role("table", name="Possible codes after each guess")
    assert left.locator("td:nth-of-type(1)").all_inner_texts() == [
        "1,296",
        *(str(move.candidates_after.value) for move in found.moves),
    ]
    turns = page.get_by_role("table", name="Turns lost and luck, for each guess")
    assert turns.locator("td:nth-of-type(1)").all_inner_texts() == [
        f"{move.regret:.3f}" for move in found.moves
    ]
    plots = page.locator("svg[role=img]")
    assert plots.count() == 2
    assert plots.nth(0).locator("circle.left").count() == 6 + 1  # and the legend
    assert plots.nth(1).locator("rect.bar").count() == 2 * 5 + 2


def test_a_line_that_cannot_be_read_is_explained(visit: Visits) -> None:
    visit.allowed = ("422",)
    player = visit(at="#/review")
    line = player.page.get_by_label("The game as a line of text")
    line.fill("1122:B 17:W")
    player.button("Review").click()
    player.said("“17” is not a code of 4 pegs.")
    expect(line).to_have_attribute("aria-invalid", "true")
    expect(line).to_be_focused()
    line.fill("1122:B 1122:W")
    player.button("Review").click()
    expect(player.page.locator(".work .note")).to_have_text("Rows 1 and 2 contradict each other.")
    player.said("Rows 1 and 2 contradict each other.")


def test_what_is_not_settled_is_worked_out_while_one_reads(visit: Visits) -> None:
    """The first figures stand with their tag; the page asks for more time by itself and keeps the place."""
    found = review(GAME).to_dict()
    told = json.loads(json.dumps(found))
    told["moves"][0] |= {"known": "lower", "verdict": "open", "rank": None, "luck": None}
    asked: list[dict[str, Any]] = []
    waiting: list[Route] = []

    def answered(route: Route) -> None:
        asked.append(route.request.post_data_json or {})
        if len(asked) == 1:
            route.fulfill(json=told)
        else:
            waiting.append(route)

    player = visit(at="#/review")
    page = player.page
    page.route("**/api/v1/review", answered)
    page.get_by_role("button", name="Show an example").click()
    expect(page.locator(".board .verdict.open")).to_contain_text("not known")
    expect(page.locator("dl").first).to_contain_text("at most 90.3%")
    expect(page.locator("dl").first).to_contain_text("at least 0.147")
    expect(page.locator(".working")).to_contain_text("Working on the guesses that have no verdict yet")
    player.button("Row 1").click()
    expect(page.locator(".sentences")).to_contain_text("too many possible codes")
    player.becomes(1, lambda: len(waiting))
    waiting[0].fulfill(json=found)
    expect(page.locator(".board .verdict.open")).to_have_count(0)
    expect(page.locator("#move")).to_have_text("Row 1 of 5")
    expect(page.locator("dl").first).to_contain_text("0.147")
    expect(page.locator("dl").first).not_to_contain_text("at least")
    line = f"{GAME}:BBBB"  # what the page read, written in full
    assert asked == [{"line": line}, {"line": line, "seconds": 10}]


def test_more_time_is_asked_for_before_a_limit_is_told(visit: Visits) -> None:
    visit.allowed = ("422",)
    asked: list[dict[str, Any]] = []
    problem = {"type": "/api/v1/problems/limit", "status": 422, "detail": "no result was found"}

    def refused(route: Route) -> None:
        asked.append(route.request.post_data_json or {})
        route.fulfill(status=422, content_type="application/problem+json", body=json.dumps(problem))

    page = visit(at="#/review").page
    page.route("**/api/v1/review", refused)
    page.get_by_role("button", name="Show an example").click()
    expect(page.locator(".work .note")).to_contain_text("more time or memory than a question may take")
    line = f"{GAME}:BBBB"  # what the page read, written in full
    assert asked == [{"line": line}, {"line": line, "seconds": 10}]


def test_an_empty_review_offers_the_games_played_last(visit: Visits) -> None:
    player = visit()
    player.break_code("3632")
    player.type("1122")
    player.type("3632")
    player.becomes(["4x6 1122:B 3632:BBBB max-guesses=10 codemaker=fixed"], player.kept)
    player.go("#/review")
    offers = player.page.get_by_role("region", name="The games you played last")
    expect(offers.get_by_role("button")).to_have_count(2)
    expect(offers.get_by_role("button").last).to_have_text("Show an example")
    expect(offers.get_by_role("button").first).to_contain_text("4x6, 2 guesses")
    offers.get_by_role("button").first.click()
    expect(player.rows).to_have_count(2)
    expect(player.page.locator(".board .judged .verdict").first).to_be_visible()


def test_an_empty_review_offers_a_game_as_soon_as_it_is_kept(visit: Visits) -> None:
    """As when it ends in another tab."""
    player = visit(at="#/review")
    buttons = player.page.locator(".offers").get_by_role("button")
    expect(buttons).to_have_text(["Show an example"])
    game = {"id": "1", "line": "4x6 1122:B 3632:BBBB", "sealed": None, "begun": 0, "finished": True}
    player.run("core/saved-games.js", "({ save }, game) => save(game)", game)
    expect(buttons).to_have_count(2)
    expect(buttons.first).to_contain_text("4x6, 2 guesses")


def test_verdicts_keep_their_words_in_a_narrow_window(visit: Visits) -> None:
    page = visit(320, 640, at=AT, has_touch=True).page
    words = page.locator(".board .judged .verdict > :last-child")
    expect(words.first).to_be_visible()
    for box in words.evaluate_all(
        "all => all.map(each => [each.getBoundingClientRect().right, each.offsetWidth])"
    ):
        assert box[0] <= 320 - 12
        assert box[1] > 20  # seen, not only heard


def test_from_a_move_to_the_other_places(visit: Visits) -> None:
    page = visit(at=AT).page
    page.get_by_role("link", name="Open this position in Solve").click()
    expect(page.locator("section.best")).to_contain_text("44 possible codes")
    expect(page.locator(".board tbody tr")).to_have_count(2)
    page.go_back()
    page.get_by_role("link", name="Open this position in Explore").click()
    expect(page.locator(".walk")).to_contain_text("44 codes")


@pytest.mark.exhaustive
@pytest.mark.parametrize("at", ["#/review", AT])
def test_everyone_can_use_it(visit: Visits, at: str) -> None:
    player = visit(320, 640, at=at, has_touch=True)
    if at == AT:
        player.page.locator("#move").wait_for()
    for theme in THEMES:
        player.page.emulate_media(color_scheme=theme)
        assert violations(player.page) == []
    assert small(player.page) == []
    assert player.overflow() <= 0
