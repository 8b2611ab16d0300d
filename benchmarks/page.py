"""How soon the page can be used, and what it weighs.

Use: python -m benchmarks.page [--runs RUNS]

A server of its own is started, and each place is opened in the system's Chromium by somebody who was never
there: from the beginning until what the place is for is there. Once as the machine is, and once with the
browser's processor slowed down four times, as a phone's.
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
    "Explore": ("#/explore", ".walk table"),  # after a question to the server
}
"""The address of each place, and what is there once it can be used."""
READY = """selector => new Promise(done => {
  const ready = () => document.querySelector(selector);
  const look = () => (ready() ? done(performance.now()) : requestAnimationFrame(look));
  look();
})"""
SLOWED = 4


def visit(browser: Browser, address: str, selector: str, slowed: int) -> float:
    """Milliseconds from the beginning of the navigation until ``selector`` is there."""
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
    """A row for each place."""
    for name, (place, selector) in PLACES.items():
        visit(browser, url + place, selector, 1)  # kernels are loaded, files are in the system's memory
        row = [name]
        for slowed in (1, SLOWED):
            times = sorted(visit(browser, url + place, selector, slowed) for _ in range(runs))
            row.append(f"{statistics.median(times):.0f}, {times[-1]:.0f}")
        yield row


def weights() -> str:
    """All files of the page, as they are and as they travel."""
    folder = Path(pegwise.__file__).parent / "web" / "page"
    files = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    packed = sum(len(gzip.compress(data)) for data in files)
    return f"{len(files)} files, {sum(map(len, files)) / 1000:.1f} kB, {packed / 1000:.1f} kB compressed"


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description="how soon the page can be used")
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("there is no Chromium here: install Debian's package chromium")
    print(machine())
    with server() as (url, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        table(["place", "ms: median, most", f"processor {SLOWED} times slower"], rows(browser, url, runs))
        browser.close()
    print(weights())


if __name__ == "__main__":
    main()
