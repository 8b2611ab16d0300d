"""Measure the path of a first visit: seconds and clicks to the first guess, the first hint and the review.

Usage: python -m benchmarks.first_visit [--runs RUNS]

The program starts a server and opens the page in the system's Chromium with an empty cache, as on a phone:
390 by 844 pixels, by touch, the processor four times slower. It taps as soon as it can, so the seconds are
what the page takes of a visitor's time, without the time in which the visitor thinks.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
from time import perf_counter
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from benchmarks.measure import machine, table
from benchmarks.server import server

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

SLOWED = 4
TARGETS = {"first guess": (5, 5.0), "first hint": (6, 6.0), "review": (9, 10.0)}
"""The most clicks and the most seconds from opening the page until each is there."""


def visit(browser: Browser, address: str) -> dict[str, tuple[int, float]]:
    """Return the clicks and the seconds until each step is there."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, service_workers="block"
    )
    try:
        page = context.new_page()
        session: Any = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        return walk(page, address)
    finally:
        context.close()


def walk(page: Page, address: str) -> dict[str, tuple[int, float]]:
    """Go the path on an open tab."""
    begin = perf_counter()
    clicks = 0
    seen: dict[str, tuple[int, float]] = {}

    def tap(name: str) -> None:
        nonlocal clicks
        page.get_by_role("button", name=name, exact=True).tap()
        clicks += 1

    def reached(step: str, wait: Callable[[], None]) -> None:
        wait()
        seen[step] = (clicks, perf_counter() - begin)

    page.goto(address)
    for color in ("red", "red", "blue", "blue", "Guess"):
        tap(color)
    reached("first guess", page.locator(".board tbody tr").first.wait_for)
    tap("Get a hint")
    reached("first hint", page.locator(".said li").first.wait_for)
    for name in ("Resign", "Yes, resign", "Review this game"):
        tap(name)
    reached("review", page.locator(".figures").first.wait_for)
    return seen


def main() -> None:
    """Measure the path and print it beside its targets."""
    parser = argparse.ArgumentParser(description="Measure the path of a first visit to the web page.")
    parser.add_argument("--runs", type=int, default=5, help="visits")
    runs = parser.parse_args().runs
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("Chromium is not installed; install it (Debian's package chromium)")
    print(machine())
    with server() as (url, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        visit(browser, url)  # so that the kernels are loaded and the files are in memory
        visits = [visit(browser, url) for _ in range(runs)]
        browser.close()
    rows = []
    for step, (most_clicks, most_seconds) in TARGETS.items():
        clicks = max(each[step][0] for each in visits)
        seconds = sorted(each[step][1] for each in visits)
        kept = clicks <= most_clicks and statistics.median(seconds) <= most_seconds
        took = f"{statistics.median(seconds):.1f}, {seconds[-1]:.1f}"
        rows.append(
            [step, str(clicks), str(most_clicks), took, f"{most_seconds:.0f}", "yes" if kept else "no"]
        )
    table(["until", "clicks", "target", "seconds: median, maximum", "target", "kept"], rows)


if __name__ == "__main__":
    main()
