"""The page in German: no sentence of the server or of another language is left, in any place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from pegwise import review
from pegwise.web.minified_files import PAGE
from pegwise.web.problems import KINDS
from tests.web.page.access import settled
from tests.web.page.test_strings import _words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page, Request, Response

    from tests.web.page.conftest import Visits
    from tests.web.page.player import Player

PLACES = (
    "#/play",
    "#/puzzle",
    "#/solve/4x6/1122:B 1344:W 3526:BWW",
    "#/solve/4x6/1122:B 1122:W 3456:BB",
    "#/solve/5x5/11223:B",
    "#/review",
    "#/review/4x6 1122:B 1122:B 3526:BWW 1462:BW",
    "#/explore/3x6/knuth",
    "#/learn",
    "#/games",
    "#/nowhere",
)
GAMES = (
    "3x4 112:W 234:BBB",
    "4x6 1122:B 1122:B 3526:BWW 1462:BW",
    "4x6 1122:B 1344:W 3526:BWW 1462:BW 3632",
    "4x6 1234:B",
    "4x6 1122:BBB 1123:BBB 1124",
    "5x8 11223:BW",
    "3x6 111:- 111:- 234:W 562:WW",
)
SAID = {
    "It could not be the secret": "judged.broken",
    "It was the only possible code": "judged.only",
    "Still, no guess is better": "judged.best.broken",
    ". No guess is better": "judged.best",
    "each of the": "judged.each",
    "tells nothing": "judged.nothing",
    "it could be the secret": "judged.why.secret",
    "rather than": "judged.why.",
    "easier to tell apart": "judged.why.apart",
    "too many possible codes": "judged.open",
    "loses at least": "judged.open.least",
    "bits of information": "judged.bits",
    "was lucky": "judged.lucky",
    "give worse feedback": "judged.unlucky",
    "no possible code gives worse": "judged.unlucky.worst",
}
"""What the library says, and the key of what the page says instead."""


def _sentences(value: Any) -> Iterator[str]:
    """All texts of an answer with at least three words."""
    if isinstance(value, dict):
        for each in value.values():
            yield from _sentences(each)
    elif isinstance(value, list):
        for each in value:
            yield from _sentences(each)
    elif isinstance(value, str) and len(re.findall(r"[A-Za-z]{2,}", value)) >= 3:
        yield value


def _english() -> set[str]:
    """The fixed parts of what the page says in English, of three words at least, that German has not."""
    german = "\n".join(text for _, text in _words("de"))
    parts = {
        part.strip(" .,:;()")
        for _, text in _words("en")
        for part in re.split(r"\{[^}]*\}", text)
        if len(part.split()) >= 3
    }
    return {part for part in parts if part not in german}


def _visible(page: Page) -> str:
    """All that is shown or said: texts, names, descriptions."""
    return str(
        page.evaluate(
            """() => [document.title, document.body.innerText, document.getElementById('live').textContent,
                ...[...document.querySelectorAll('details')].map(each => each.textContent),
                ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap(each =>
                    ['aria-label', 'title', 'placeholder'].map(name => each.getAttribute(name) ?? '')),
                ...[...document.querySelectorAll('svg title')].map(each => each.textContent)].join('\\n')"""
        )
    )


def use_hints(player: Player) -> None:
    """Take all hints of a new game."""
    page = player.page
    player.go("#/play")
    page.get_by_role("button", name="Tipp zeigen").click()
    for count in (1, 2, 3, 4):
        expect(page.locator(".said li")).to_have_count(count)
        page.get_by_role("button", name="Noch einen Tipp zeigen").click()
    expect(page.locator(".hints .note")).not_to_be_empty()


def use_comparison(player: Player) -> None:
    """Compare two strategies of a small game."""
    page = player.page
    player.go("#/explore/3x6/knuth")
    choices = page.get_by_role("group", name="Strategien im Vergleich")
    for box in choices.get_by_role("checkbox").all()[2:]:
        box.uncheck()
    page.get_by_role("button", name="Vergleichen").click()
    expect(page.get_by_role("table", name="Strategien vergleichen")).to_be_visible()


@pytest.mark.exhaustive
def test_no_sentence_is_left_in_german(visit: Visits) -> None:
    visit.allowed = ("422", "404")
    player = visit.enter(visit.context(locale="de-DE").new_page())
    page = player.page
    sent: set[str] = set()

    def heard(response: Response) -> None:
        if "/api/v1/" in response.url and "json" in response.headers.get("content-type", ""):
            sent.update(_sentences(response.json()))

    asked: set[Request] = set()
    page.on("request", lambda request: asked.add(request) if "/api/v1/" in request.url else None)
    page.on("requestfinished", lambda request: asked.discard(request))
    page.on("requestfailed", lambda request: asked.discard(request))
    page.on("response", heard)
    english = _english()
    assert len(english) > 250
    left: dict[str, list[str]] = {}

    def note(where: str) -> None:
        shown = _visible(page)
        found = [text for text in english | sent if re.search(rf"(?<!\w){re.escape(text)}(?!\w)", shown)]
        if found:
            left[where] = found

    for at in PLACES:
        player.go(at)
        expect(page.locator("main h1")).to_be_visible()
        settled(page)
        player.becomes(set(), lambda: asked)
        settled(page)
        note(at)
    use_hints(player)
    note("hints")
    use_comparison(player)
    note("comparison")
    assert left == {}
    assert any(len(text.split()) > 5 for text in sent)  # there was something to leave out
    assert page.evaluate("document.documentElement.lang") == "de"


def test_the_language_is_chosen_in_the_settings(visit: Visits) -> None:
    player = visit(locale="fr-FR", at="#/review/4x6 1122:B 1344")
    page = player.page
    assert page.evaluate("document.documentElement.lang") == "en"
    page.locator("#settings > summary").click()
    with page.expect_navigation():
        page.get_by_label("Language").select_option(label="Deutsch")
    expect(page.get_by_role("heading", name="Eine Partie analysieren")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "de"
    expect(page.get_by_role("navigation", name="Seiten").get_by_role("link", name="Spielen")).to_be_visible()
    expect(page.get_by_text("1.296").first).to_be_attached()  # numbers too
    expect(page.locator(".learned")).to_contain_text(re.compile(r"\d,\d+ Züge"))
    page.locator("#settings > summary").click()
    with page.expect_navigation():
        page.get_by_label("Sprache").select_option(value="")
    expect(page.get_by_role("heading", name="Review a game")).to_be_visible()


def test_what_the_library_says_of_a_guess_the_page_says_too(visit: Visits) -> None:
    """The same kinds of sentences from the figures alone, and words for each kind in both languages."""
    player = visit()
    keys = {language: dict(_words(language)) for language in ("en", "de")}
    told: set[str] = set()
    for game in GAMES:
        found = review(game).to_dict()
        said = player.run(
            "core/review-sentences.js",
            """async (module, value) => {
            const { parseCode, parseFeedback, parseRules } = await import('/core/notation.js');
            const rules = parseRules(value.rules);
            const rows = value.moves.map(({ guess, feedback }) =>
                ({ guess: parseCode(guess, rules), feedback: parseFeedback(feedback, rules) }));
            const keys = sentences => sentences.map(each => each.key);
            return { lesson: keys(module.lesson(rules, rows, value.moves)),
                moves: value.moves.map((move, index) => keys(module.judged(rules, rows, move, index))) };
            }""",
            found,
        )
        assert said["lesson"][0].startswith("lesson.")
        for move, ours in zip(found["moves"], said["moves"], strict=True):
            text = f". {move['text']}"
            for words, key in SAID.items():
                assert (words in text) == any(
                    each == key or (key.endswith(".why.") and each in (f"{key}classes", f"{key}size"))
                    for each in ours
                ), (game, move["guess"], words, ours)
            told.update(ours)
        told.update(said["lesson"])
    assert all(key in keys["en"] and key in keys["de"] for key in told)
    assert len(told) > 15


def test_each_kind_of_problem_has_a_sentence(visit: Visits) -> None:
    english = visit().run(
        "core/api.js",
        """(module, kinds) => kinds.map(kind =>
            module.problemWords({ type: `/api/v1/problems/${kind}`, detail: 'detail' }))""",
        list(KINDS),
    )
    assert "detail" not in english
    assert (PAGE / "strings" / "de-frame.js").exists()
