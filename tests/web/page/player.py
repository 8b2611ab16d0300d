"""A person at the Play page."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from pegwise.notation import parse_rules
from tests.web.page.access import drawn

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

COLORS = ("red", "blue", "green", "yellow", "orange", "purple", "sky", "pink", "brown", "white")
_SEAL = """async ([rules, secret, allowed]) => {
  const { seal } = await import(new URL('core/share.js', location.href).href);
  const { parseRules, parseCode } = await import(new URL('core/notation.js', location.href).href);
  const read = parseRules(rules);
  return seal(read, parseCode(secret, read), allowed);
}"""
_GO = """at => {
  if (location.hash === at) return;
  document.querySelector('#place').firstElementChild.dataset.left = '';
  location.hash = at;
}"""


_SECONDS = 45
"""The longest that anything is waited for."""


@dataclass
class Player:
    """Does what a person does, and sees what a person sees."""

    page: Page

    def go(self, at: str) -> None:
        """Open another place; wait until the page has left the one before."""
        self.page.evaluate(_GO, at)
        expect(self.page.locator("#place > [data-left]")).to_have_count(0)

    def break_code(self, secret: str, rules: str = "4x6", allowed: int = 10) -> None:
        """Open the link to a code."""
        sealed = self.page.evaluate(_SEAL, [rules, secret, allowed])
        self.go(f"#/play/code/{sealed}")
        self.page.get_by_text("Someone shared this game").wait_for()
        pegs = parse_rules(rules.replace("-blanks", "")).pegs
        expect(self.holes).to_have_count(pegs)

    @property
    def holes(self) -> Locator:
        """The holes of the row being made."""
        return self.page.locator(".hole")

    @property
    def rows(self) -> Locator:
        """The rows of the board."""
        return self.page.locator(".board:not(.ending .board) tbody tr")

    def says(self, text: str) -> None:
        """Wait until the live region says so."""
        expect(self.page.locator("[aria-live]")).to_have_text(text)

    def said(self, pattern: str) -> str:
        """What the live region says, once it matches."""
        live = self.page.locator("[aria-live]")
        expect(live).to_have_text(re.compile(pattern))
        return live.inner_text()

    def color(self, number: int) -> Locator:
        """A color of the palette."""
        return self.page.get_by_role("toolbar").get_by_role("button").nth(number - 1)

    def button(self, name: str) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def type(self, code: str) -> None:
        """Make a row with the keyboard and send it; wait until all is said about its answer."""
        self.page.locator(".hole.current").focus()
        before = self.rows.count()
        for key in code:
            self.page.keyboard.press(key)
        self.page.keyboard.press("Enter")
        expect(self.rows).to_have_count(before + 1)
        self.said(rf"^\w+ {before + 1}: ")

    def becomes(self, wanted: Any, told: Callable[[], Any]) -> None:
        """Wait until it is told what is wanted."""
        end = time.monotonic() + _SECONDS
        while (found := told()) != wanted and time.monotonic() < end:
            self.page.wait_for_timeout(50)
        assert found == wanted

    def kept(self) -> list[str]:
        """The lines of the games that are kept, the latest first, without their times."""
        read = "async ({ all }) => (await all()).map(({ line }) => line.replace(/ started=[^ ]*/, ''))"
        found: list[str] = self.run("core/saved-games.js", read)
        return found

    def overflow(self) -> int:
        """How many pixels the page is wider than the window."""
        drawn(self.page)
        found: int = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return found

    def run(self, module: str, body: str, value: Any = None) -> Any:
        """The value of ``body``, a function of the exports of one of the page's modules and of ``value``."""
        return self.page.evaluate(
            f"async value => ({body})(await import('/{module}'), value)",
            value,
        )

    def read(self, module: str, name: str, value: str, *arguments: Any) -> Any:
        """The ``value`` of what the page's reader ``name`` makes of these; "wrong" if it refuses them."""
        body = f"""(module, given) => {{
          try {{
            const read = module.{name}(...given);
            return {value};
          }} catch (error) {{
            return error.key ? "wrong" : String(error);
          }}
        }}"""
        return self.run(module, body, list(arguments))
