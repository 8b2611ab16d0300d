"""Measure how soon a new visitor can use the web page, and the size of its files.

Usage: python -m benchmarks.page [--runs RUNS]

The program starts a server and opens each of the four pages in the system's Chromium, with an empty cache.
The time is that from the start of the navigation until the visitor can use the page: once at normal speed,
and once with the processor of the browser made four times slower, like that of a phone.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import statistics
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

import pegwise
from benchmarks.measure import machine, table
from benchmarks.server import server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

PLACES = {
    "Play": ("#/play", ".hole.current"),
    "Solve": ("#/solve", ".hole.current"),
    "Review": ("#/review", "textarea, input"),
    "Explore": ("#/explore", ".walk table"),  # after a request to the server
}
"""The address of each page, and an element that is there once a visitor can use the page."""
READY = """selector => new Promise(done => {
  const ready = () => document.querySelector(selector);
  const look = () => (ready() ? done(performance.now()) : requestAnimationFrame(look));
  look();
})"""
SLOWED = 4


def visit(browser: Browser, address: str, selector: str, slowed: int) -> float:
    """Return the milliseconds from the start of the navigation until the element ``selector`` is there."""
    context = browser.new_context(service_workers="block")
    try:
        page = context.new_page()
        session: Any = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
        page.goto(address, wait_until="commit")
        ready: float = page.evaluate(READY, selector)
        return ready
    finally:
        context.close()


def rows(browser: Browser, url: str, runs: int) -> Iterator[list[str]]:
    """Yield a row for each page."""
    for name, (place, selector) in PLACES.items():
        visit(browser, url + place, selector, 1)  # so that the kernels are loaded and the files are in memory
        row = [name]
        for slowed in (1, SLOWED):
            times = sorted(visit(browser, url + place, selector, slowed) for _ in range(runs))
            row.append(f"{statistics.median(times):.0f}, {times[-1]:.0f}")
        yield row


def weights() -> str:
    """Return the number of files of the page, their size, and their compressed size."""
    folder = Path(pegwise.__file__).parent / "web" / "page"
    files = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    packed = sum(len(gzip.compress(data)) for data in files)
    return f"{len(files)} files, {sum(map(len, files)) / 1000:.1f} kB; compressed: {packed / 1000:.1f} kB"


def main() -> None:
    """Measure the pages and print the table."""
    parser = argparse.ArgumentParser(description="Measure how soon a new visitor can use the web page.")
    parser.add_argument("--runs", type=int, default=15, help="visits of each page")
    runs = parser.parse_args().runs
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("Chromium is not installed; install it (Debian's package chromium)")
    print(machine())
    with server() as (url, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        table(
            ["page", "normal speed, ms: median, maximum", f"processor {SLOWED} times slower, ms"],
            rows(browser, url, runs),
        )
        browser.close()
    print(weights())


if __name__ == "__main__":
    main()
