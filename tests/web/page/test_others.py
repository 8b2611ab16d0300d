"""Playing with others: a race, two people at one device, a link for a friend, an adversary with its proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.page.access import small, violations

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from tests.web.page.conftest import Visits
    from tests.web.page.player import Player

_RACE = """async () => {
  const { PlayedGame } = await import('/core/game.js');
  const rules = { pegs: 4, colors: 6, repeats: true, whites: true, blanks: false };
  const secret = [3, 6, 3, 2];
  const course = { started: '2030-01-01T12:00:00Z' }; // after the game before it
  new PlayedGame({ rules, maker: 'random', allowed: 10, secret, race: 'knuth' }, course).keep();
}"""


def begin(player: Player, maker: str, rules: str = "4x6") -> None:
    """Choose a codemaker in the form, by keyboard."""
    form = player.page.locator("#new-game")
    if rules != "4x6":
        form.locator("select").first.select_option("")
        form.get_by_label("Rules, such as").fill(rules)
    form.locator(f"[name=codemaker][value={maker}]").press("Space")
    form.get_by_role("button", name="Start this game").press("Enter")


def test_a_race_against_a_strategy(visit: Visits) -> None:
    player = visit(390, 844)
    page = player.page
    begin(player, "race")
    player.type("1122")
    rival = page.locator(".board .rival")
    expect(rival).to_have_count(2)  # the heading, and the feedback of the strategy's guess
    expect(rival.nth(0)).to_have_text("knuth")
    page.evaluate(_RACE)
    page.reload()
    player.type("1123")
    expect(rival.nth(1)).to_contain_text("1 black, 0 white")  # that of 1122, which is not shown
    expect(page.locator(".board")).not_to_contain_text("red, red, blue, blue")
    assert player.overflow() == 0
    player.type("3632")
    ending = page.locator(".ending")
    expect(ending).to_contain_text("You win the race: knuth needed 5 guesses.")
    ending.locator(".race summary").click()
    expect(ending.locator(".race tbody tr")).to_have_count(5)
    player.becomes(["4x6 1123:WW 3632:BBBB max-guesses=10 race=knuth"], lambda: player.kept()[:1])
    assert violations(page) == []


def test_one_sets_a_code_and_one_breaks_it(visit: Visits) -> None:
    player = visit(390, 844, has_touch=True, is_mobile=True)
    page = player.page
    form = page.locator("#new-game")
    form.locator("[name=codemaker][value=here]").tap()
    form.get_by_role("button", name="Start this game").tap()
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text("The other person looks away now.")
    for color in (3, 6, 3, 2):
        dialog.get_by_role("toolbar").get_by_role("button").nth(color - 1).tap()
    assert violations(page) == []
    dialog.get_by_role("button", name="Set this code").tap()
    expect(dialog.locator(".peg")).to_have_count(0)
    page.keyboard.press("Escape")  # the curtain stays until the other is there
    dialog.get_by_role("button", name="I am the codebreaker").tap()
    expect(dialog).to_have_count(0)
    expect(page.locator("main")).not_to_contain_text("purple, green, blue")
    player.type("1122")
    player.type("3632")
    player.said("You won in 2 guesses")
    player.becomes(["4x6 1122:B 3632:BBBB max-guesses=10 codemaker=fixed"], player.kept)


def give_feedback(player: Player, number: int, code: str, black: int, white: int) -> None:
    """Make row ``number``, and give its feedback."""
    page = player.page
    expect(player.rows).to_have_count(number - 1)
    page.locator(".hole.current").first.focus()
    for key in code:
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text("what is the feedback")
    for count, kind in ((black, "Black:"), (white, "White:")):
        dialog.get_by_role("group", name=kind).locator(f"[value='{count}']").press("Space")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(player.rows).to_have_count(number)


def test_a_person_gives_the_feedback_and_the_page_checks_it(visit: Visits) -> None:
    player = visit()
    page = player.page
    ending = page.locator(".ending")
    for told, verdict, mark in ((1, "the codemaker made no mistake", "✓"), (2, "row 1 has other", "✗")):
        begin(player, "hand")
        give_feedback(player, 1, "1122", told, 0)
        page.reload()  # it goes on
        give_feedback(player, 2, "3333", 2, 0)
        player.button("Resign").click()
        player.button("Yes, resign").click()
        expect(ending).to_contain_text("Codemaker: enter your code.")
        for key in "3632":
            ending.locator(".hole.current").press(key)
        page.keyboard.press("Enter")
        player.said(verdict)
        expect(ending.locator(".proof tbody tr").nth(0)).to_contain_text(mark)
        expect(ending.locator(".proof tbody tr").nth(1)).to_contain_text("✓")
        assert violations(page) == []
        assert small(page) == []
    # What no code fits is not kept.
    kept = ["4x6 1122:B 3333:BB resigned secret=3632 max-guesses=10 codemaker=fixed"]
    player.becomes(kept, player.kept)


def test_a_code_for_a_friend(visit: Visits) -> None:
    player = visit()
    page = player.page
    begin(player, "friend")
    page.get_by_role("dialog").wait_for()
    for key in "3632":
        page.locator("dialog .hole.current").press(key)
    page.keyboard.press("Enter")
    link = page.get_by_label("Link to this game").input_value()
    assert "3632" not in link
    friend = visit(at=link[link.index("#") :])
    friend.type("3632")
    friend.said("You won in 1 guess")


def test_the_adversary_proves_its_feedback(visit: Visits) -> None:
    player = visit(locale="de-DE")
    page = player.page
    page.evaluate(
        """() => localStorage.setItem('pegwise.game', JSON.stringify({ id: 'a', begun: 0, finished: false,
          sealed: null, line: '2x2 11:B max-guesses=10 codemaker=adversary' }))"""
    )
    page.evaluate("sessionStorage.clear()")
    page.reload()
    expect(player.rows).to_have_count(1)
    player.type("12")
    player.type("21")
    ending = page.locator(".ending")
    expect(ending).to_contain_text("Der Widersacher hat nicht geschummelt.")
    rows = ending.locator(".proof tbody tr")
    expect(rows).to_have_count(3)
    for number in range(3):
        expect(rows.nth(number)).to_contain_text("✓")
    ending.get_by_text("Ergebnis ohne den Code teilen").click()
    card = ending.locator(".card")
    expect(card).to_contain_text("pegwise · 2x2 · 3/10")
    expect(card).to_contain_text("gegen den Widersacher")
    expect(card.locator(".keys")).to_have_count(3)
    expect(card.locator(".peg")).to_have_count(0)


def test_a_hint_does_not_repeat_what_is_on_the_screen(visit: Visits) -> None:
    player = visit()
    player.break_code("3632")
    player.type("1122")
    status = player.page.locator(".status")
    expect(status).to_contain_text("256 codes are possible.")
    expect(status).not_to_contain_text("hint")
    player.button("Get a hint").click()
    player.said("certain")
    expect(player.page.locator(".hints li")).to_have_count(1)  # not the count as well
    expect(status).to_contain_text("1 hint taken")


def test_a_strategy_in_a_race_makes_no_guess_twice(visit: Visits) -> None:
    """A race that is resumed follows at the same time as the first guess after it."""
    rows = visit().run(
        "core/race.js",
        """async ({ Race }, rules) => {
          const { feedback } = await import('/core/rules.js');
          const race = new Race(rules, 'knuth', (_, guess) => feedback(rules, [3, 6, 3, 2], guess));
          await Promise.all([race.follow(2), race.follow(3)]);
          return race.rows.map(({ guess }) => guess.join(''));
        }""",
        {"pegs": 4, "colors": 6, "repeats": True, "whites": True, "blanks": False},
    )
    assert len(rows) == len(set(rows)) == 3


def test_a_race_that_is_given_up_says_that_the_strategy_plays_on(visit: Visits) -> None:
    player = visit()
    page = player.page
    held: list[Route] = []
    page.route("**/api/v1/hint", lambda route: route.continue_() if held else held.append(route))
    begin(player, "race", "6x8")
    player.button("Resign").click()
    player.button("Yes, resign").click()
    expect(page.locator(".status")).to_have_text("Thinking …")
    player.becomes(1, lambda: len(held))
    held[0].continue_()
    expect(page.locator(".ending")).to_contain_text("You resigned.")


def test_hints_say_that_feedback_by_hand_fits_no_code(visit: Visits) -> None:
    player = visit()
    page = player.page
    kept = {"id": "a", "line": "4x6 1122:BBB 1122:- codemaker=fixed max-guesses=10", "begun": 1}
    page.evaluate(
        "kept => { for (const store of [localStorage, sessionStorage])"
        " store.setItem('pegwise.game', JSON.stringify(kept)); }",
        kept,
    )
    page.reload()
    expect(page.locator(".status")).to_contain_text("0 codes are possible")
    player.button("Get a hint").click()
    player.said("^No code is consistent with all rows")
    player.button("Get another hint").click()
    expect(page.locator(".hints .note")).to_contain_text("No code is consistent with all rows")
