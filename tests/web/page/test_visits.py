"""What the tests of the page rely on: a visit has no past, and what goes wrong in it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.page.conftest import Visits

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.exhaustive
def test_a_browser_that_is_used_again_remembers_nothing(browser: Browser, address: str) -> None:
    first = Visits(browser, address)
    player = first()
    player.break_code("3632")
    player.type("1122")
    player.becomes(1, lambda: len(player.kept()))
    player.page.evaluate("localStorage.setItem('pegwise.theme', '\"dark\"')")
    player.page.evaluate("document.cookie = 'a=b'")
    player.page.evaluate("sessionStorage.setItem('mine', '1')")
    player.page.emulate_media(color_scheme="dark")
    player.page.route("**/api/**", lambda route: route.abort())
    context = player.page.context
    first.close()
    second = Visits(browser, address, spare=first.spare)
    player = second()
    assert player.page.context is context
    assert player.rows.count() == 0
    assert player.kept() == []
    assert player.page.evaluate("[localStorage.getItem('pegwise.theme'), document.cookie]") == [None, ""]
    assert player.page.evaluate("sessionStorage.getItem('mine')") is None
    assert not player.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert player.page.evaluate("fetch('/api/v1/strategies').then(answer => answer.ok)")
    other = second()  # somebody else, at the same time
    assert other.page.context is not context
    second.close()


@pytest.mark.exhaustive
def test_errors_and_requests_to_other_hosts_are_told(browser: Browser, address: str) -> None:
    visits = Visits(browser, address)
    player = visits()
    player.page.evaluate("console.error('a mistake')")
    player.page.evaluate("void open('http://pegwise.example/')")
    player.becomes(["a mistake", "a request to http://pegwise.example/"], lambda: visits.trouble)
    visits.trouble.clear()
    visits.close()
