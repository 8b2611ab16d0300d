"""The lessons: each walked through to the game at its end; their figures are the library's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from pegwise import Position, hint
from tests.web.page.access import small, violations

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.web.page.conftest import Visits
    from tests.web.page.player import Player

_ROWS = """[...document.querySelectorAll('main .board tbody tr')].map(row => {
  const keys = kind => row.querySelectorAll(`.key.${kind}`).length;
  const code = [...row.querySelectorAll('.digit')].map(each => each.textContent).join('');
  return `${code}:${'B'.repeat(keys('black')) + 'W'.repeat(keys('white')) || '-'}`;
})"""
_SEALED = """async (share, [code, told, allowed]) => {
  const { parseRules, parseCode, parseHistory } = await import('/core/notation.js');
  const rules = parseRules('4x6');
  const secret = code && parseCode(code, rules);
  const token = share.seal(rules, secret, allowed, parseHistory(told, rules));
  const found = share.unseal(token);
  const start = found && [found.secret?.join('') ?? null, found.rows.length, found.allowed];
  return [token.includes(code ?? 'adversary'), start, share.unseal(token.slice(0, -2))];
}"""
KNUTH = "1122:B 1344:W 3526:BWW"


def _reply(player: Player, pattern: str, right: bool | None = None) -> str:
    """What the lesson answers, once it matches: ``right``, not yet (False), or neither."""
    line = player.page.locator(".reply")
    expect(line).to_have_text(re.compile(pattern))
    expected = {True: "reply well", False: "reply not", None: "reply "}[right]
    expect(line).to_have_class(expected.strip())
    assert player.page.evaluate("document.activeElement !== document.body")  # the focus is not lost
    return line.inner_text()


def _choose(player: Player, number: int) -> None:
    player.page.locator(".choose button").nth(number - 1).click()


def _enter(player: Player, code: str) -> None:
    player.page.locator(".hole.current").focus()
    player.page.keyboard.type(code)
    player.page.keyboard.press("Enter")


def _next(player: Player, name: str = "Next step") -> None:
    """Go on by the keyboard: the link, then the heading that the reader comes to."""
    player.page.get_by_role("link", name=name).focus()
    player.page.keyboard.press("Enter")
    expect(player.page.locator(".step h2")).to_be_focused()


def _counts(player: Player) -> dict[str, int]:
    """Each class that the list shows, by its feedback."""
    found: dict[str, int] = {}
    for entry in player.page.locator(".sizes li").all():
        black, white = entry.locator(".key.black").count(), entry.locator(".key.white").count()
        many = entry.locator("strong, button").count()
        size = int(re.findall(r"\d+$", entry.inner_text())[0]) if many else entry.locator(".code").count()
        found["B" * black + "W" * white or "-"] = size
    return found


def _partition(history: str, guess: str) -> dict[str, int]:
    """The same by the library."""
    split = Position(f"4x6 {history}".strip()).partition(guess)
    classes: dict[str, int] = split.to_dict()["classes"]
    return {name: size for name, size in classes.items() if size}


def _consistent(player: Player) -> None:
    page = player.page
    page.locator("main fieldset").first.locator("input").first.focus()
    page.keyboard.press("2")
    page.get_by_role("button", name="Check").click()
    _reply(player, "Count black first", False)
    page.locator("main fieldset").first.locator("input").nth(2).focus()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    _reply(player, "^Black is right", False)
    page.locator("main fieldset").last.locator("input").first.focus()
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    _reply(player, "^Right: 1 black for green", True)
    expect(page.locator(".way .done")).to_have_count(1)
    _next(player)
    codes = page.locator(".choose button")
    expect(codes).to_have_count(9)
    for index in (0, 5):  # 11 contradicts the row, 23 is consistent with it
        codes.nth(index).press("Space")
    player.button("Check").press("Enter")
    _reply(player, "^The code red, red cannot be the secret: otherwise row 1", False)
    codes.nth(0).press("Space")
    player.button("Check").press("Enter")
    _reply(player, "1 is still missing", False)
    codes.nth(6).press("Space")
    player.button("Check").press("Enter")
    _reply(player, "two codes are consistent", True)
    _next(player)
    _choose(player, 2)
    _reply(player, "row 2 would have the feedback", False)
    _choose(player, 3)
    _reply(player, "^Right", True)
    _next(player)
    _enter(player, "1462")
    _reply(player, "row 1 would have the feedback “2 black, 0 white”, not “1 black, 0 white”", False)
    for number, code in enumerate(Position(f"4x6 {KNUTH}").candidates, start=1):
        _enter(player, str(code))
        _reply(player, f"You have found {number} of 7", True)
    _next(player)


def _classes(player: Player) -> None:
    for number, right in ((1, False), (4, True)):
        _choose(player, number)
        _reply(player, "4 codes" if right else "Another one leaves more", right)
    assert sorted(_counts(player).values()) == [1, 1, 1, 2, 4]
    _next(player)
    _enter(player, "1111")
    _reply(player, "5 classes. The largest has 625", False)
    assert _counts(player) == _partition("", "1111")
    _enter(player, "1123")
    _reply(player, "14 classes has only 276", True)
    assert _counts(player) == _partition("", "1123")
    _next(player)
    player.page.get_by_role("button", name="1 black, 0 white: 256 possible codes").click()
    _reply(player, "256 of 1,296 codes, so it comes in 19.8", False)
    player.page.get_by_role("button", name="2 black, 2 white: 4 possible codes").press("Enter")
    _reply(player, "only 4 of 1,296 codes. .* 0.3 of 100", True)
    _next(player)


def _scout(player: Player) -> None:
    page = player.page
    for number, code in enumerate(Position(f"4x6 {KNUTH}").candidates, start=1):
        _choose(player, number)
        classes = _partition(KNUTH, str(code))
        assert max(classes.values()) > 1
        assert _counts(player) == classes
        _reply(
            player,
            "None is perfect" if number == 7 else f"Tried: {number} of 7",
            True if number == 7 else None,
        )
    _next(player)
    expect(page.locator(".step")).to_contain_text("row 1 would have the feedback “2 black, 0 white”")
    _choose(player, 2)
    _reply(player, "the feedback would be “2 black, 0 white”", False)
    _choose(player, 1)
    _reply(player, "Each of the seven has a feedback of its own", True)
    assert _counts(player) == _partition(KNUTH, "1462")
    assert set(_counts(player).values()) == {1}
    _next(player)
    page.get_by_text("Show the numbers in a table").click()
    cells = page.locator("figure tbody tr").all_inner_texts()
    assert [row.split("\t")[1:] for row in cells] == [
        [*"000151", "5.00"],
        [*"000070", "5.00"],
    ]
    _choose(player, 1)
    _reply(player, "need guess 6", False)
    _choose(player, 2)
    _reply(player, "^Right", True)
    _next(player)


def _count(player: Player, history: str, guesses: list[str], best: str) -> None:
    lines = player.page.locator(".counted li")
    for index, guess in enumerate(guesses):
        lines.nth(index).get_by_role("button").press("Enter")
        expect(lines.nth(index).locator(".size")).to_have_text(str(max(_partition(history, guess).values())))
    _reply(player, "Now choose")
    wrong = next(index for index, guess in enumerate(guesses) if guess != best)
    lines.nth(wrong).get_by_role("button").press("Enter")
    _reply(player, "Another guess does better", False)
    lines.nth(guesses.index(best)).get_by_role("button").press("Enter")
    _reply(player, "^Right", True)
    assert str(hint(f"4x6 {history}".strip()).guess) == best
    _next(player)


def _knuth(player: Player) -> None:
    _count(player, "", ["1111", "1112", "1122", "1123", "1234"], "1122")
    _count(player, "1122:B", ["1134", "1344", "3145", "3456"], "1344")
    assert str(hint("4x6 1122:B 1344:W").guess) == "3526"
    for number, words in ((1, "row 1"), (2, "another possible code here is lower")):
        _choose(player, number)
        _reply(player, words, False)
    _choose(player, 3)
    _reply(player, "^Right", True)
    _next(player)
    _enter(player, "3632")
    for number, left in enumerate((256, 44, 7, 1), start=1):
        _reply(player, f"^Guess {number}: .* {left} code")
        player.button("Next guess").press("Enter")
    _reply(player, "^Guess 5: green, purple, green, blue. That is the secret", True)
    _next(player)


def _adversary(player: Player) -> None:
    def give(size: int) -> Locator:
        return player.page.get_by_role("button", name=f": {size} possible codes").first

    give(96).press("Enter")
    _reply(player, "leaves 96 codes. Another one leaves 256", False)
    give(256).press("Enter")
    _reply(player, "^Right", True)
    _next(player)
    player.page.get_by_role("button", name="4 white: 1 possible code").click()
    _reply(player, "^The algorithm won at guess 2", False)
    player.button("Play again").press("Enter")
    for number in range(1, 5):
        expect(player.page.locator(".step")).to_contain_text(f"Guess {number}: which")
        player.page.locator(".sizes button").first.press("Enter")  # the largest class
    _reply(player, "held out until guess 5.*is consistent with every row", True)
    _next(player)
    for number, right in ((1, False), (3, False), (2, True)):
        _choose(player, number)
        _reply(player, "^Right" if right else "^No", right)
    _next(player)


def _average(player: Player) -> None:
    for number, right in ((3, False), (2, True)):
        _choose(player, number)
        _reply(player, "10 : 5 = 2" if right else "divide by five", right)
    _next(player)
    player.button("Find all codes").press("Enter")
    expect(player.page.locator(".reply")).to_contain_text("Neither is better", timeout=90_000)
    rows = player.page.locator("table.classes tbody tr").filter(has_text="5,")
    # As docs/comparison.md has them, which a test holds to the library.
    assert [row.split("\t") for row in rows.all_inner_texts()] == [
        ["Knuth", "4.4761", "5", "5,801"],
        ["Expected size", "4.3951", "6", "5,696"],
    ]
    _next(player)
    groups = player.page.locator(".choose")
    groups.nth(0).get_by_role("button", name="Knuth").press("Enter")
    _reply(player, "needs more guesses in all", False)
    groups.nth(0).get_by_role("button", name="Best average").press("Enter")
    _reply(player, "^Right")
    groups.nth(1).get_by_role("button", name="Knuth").press("Enter")
    _reply(player, "Both matches are right", True)
    _next(player)


LESSONS: dict[str, tuple[Callable[[Player], None], int]] = {
    "consistent": (_consistent, 2),
    "classes": (_classes, 1),
    "scout": (_scout, 3),
    "knuth": (_knuth, 1),
    "adversary": (_adversary, 1),
    "average": (_average, 1),
}


@pytest.mark.some(1)
@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_from_its_first_step_to_the_game_at_its_end(visit: Visits, name: str) -> None:
    walk, rows = LESSONS[name]
    player = visit(at=f"#/learn/{name}", locale="en-US")
    player.page.route("**/api/**", lambda route: route.abort())  # which would be an error in the console
    walk(player)
    expect(player.rows).to_have_count(rows)
    assert violations(player.page) == []
    step = player.page.locator(".step")
    expect(step).to_contain_text(re.compile(r"[\d,]+ codes are possible"))
    left = re.findall(r"([\d,]+) codes are possible", step.inner_text())
    history = " ".join(player.page.evaluate(_ROWS))
    assert int(left[0]) == len(list(Position(f"4x6 {history}").candidates))
    player.button("Play from here").press("Enter")
    expect(player.page.get_by_text("begins in the position of a lesson")).to_be_visible()
    expect(player.rows).to_have_count(rows)
    assert " ".join(player.page.evaluate(_ROWS)) == history
    player.type("4444")
    assert player.page.evaluate("JSON.parse(localStorage.getItem('pegwise.game')).given") == rows
    player.go("#/learn")
    expect(player.page.locator(".lessons .done")).to_have_count(1)


@pytest.mark.exhaustive
def test_the_lessons_for_everybody(visit: Visits) -> None:
    """In German, by touch, in a narrow window, with large type; an address that is wrong."""
    player = visit(width=320, height=700, at="#/learn", locale="de-DE", has_touch=True)
    page = player.page
    expect(page.locator("h1")).to_have_text("Lernen")
    assert player.overflow() <= 0
    page.get_by_role("link", name="3. Ein Versuch, der nicht gewinnen kann").tap()
    expect(page.locator(".choose button")).to_have_count(7)
    for button in page.locator(".choose button").all():
        button.tap()
    _reply(player, "Keiner ist perfekt", True)
    page.get_by_role("link", name="Nächster Schritt").tap()
    page.locator(".choose button").nth(1).tap()
    _reply(player, "^Wäre grün, lila, lila, blau der Geheimcode", False)
    page.evaluate("document.documentElement.dataset.large = ''")
    for lesson, steps in (
        ("consistent", 5),
        ("classes", 4),
        ("scout", 4),
        ("knuth", 5),
        ("adversary", 4),
        ("average", 4),
    ):
        for step in range(1, steps + 1):
            player.go(f"#/learn/{lesson}/{step}")
            expect(page.locator(f".way li:nth-child({step}) [aria-current]")).to_be_visible()
            assert player.overflow() <= 0, (lesson, step)
            assert small(page) == []
        assert violations(page) == []
    player.go("#/learn/nothing")
    player.says("Unter dieser Adresse gibt es keine Lektion. Hier sind alle Lektionen.")
    assert violations(page) == []


def test_a_start_keeps_its_secret_and_its_rows(visit: Visits) -> None:
    """What was changed, and what contradicts itself, is no start."""
    player = visit()
    assert player.run("core/share.js", _SEALED, ["3632", KNUTH, 5]) == [False, ["3632", 3, 5], None]
    assert player.run("core/share.js", _SEALED, [None, "1122:W", 10]) == [False, [None, 1, 10], None]
    assert player.run("core/share.js", _SEALED, ["1111", KNUTH, 5])[1] is None
    assert player.run("core/share.js", _SEALED, ["3632", KNUTH, 3])[1] is None
    # A game that others began says nothing of how the player does.
    line = "4x6 1122:B 1344:W 3526:BWW 1462:BW 3632:BBBB"
    counted = """({ read, kinds }, line) =>
      kinds([{ line, given: 3 }, { line }].map(read)).get('4x6').map(({ kept }) => kept.given ?? 0)"""
    assert player.run("core/statistics.js", counted, line) == [0]
    player.go("#/play/from/4x6.nothing")
    expect(player.page.locator(".remark")).to_be_visible()
