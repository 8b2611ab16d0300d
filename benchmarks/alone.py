"""Measure the page without a server: how soon Python in the browser answers, and what its files weigh.

Usage: python -m benchmarks.alone --pyodide PATH [--runs RUNS]

The program writes a site (``pegwise site --pyodide PATH``), serves it with ``python -m http.server``, and
opens it in the system's Chromium without a window. It tells the seconds from a question to its answer:

- nothing loaded: the first question of a browser that was never there
- from the cache: the same when the page is opened again
- the others are asked when Python is there

Each is measured at normal speed, with Chromium's own throttling (which slows the page, but no worker), and
with all of Chromium's processes stopped for three quarters of the time, which slows the worker as well.
"""

from __future__ import annotations

import argparse
import gzip
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any

import psutil
from playwright.sync_api import sync_playwright

from benchmarks.measure import machine, program, table

try:
    import brotli
except ImportError:
    brotli = None

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page, Playwright

SLOWED = 4
SLICE = 0.01
"""Seconds that the processes run at a time where they are slowed down."""
HINT = ("#/solve/5x8/11223%3AB", ".best .guess .peg")
REVIEW = ("#/review/4x6%201122%3AB%201344%3AW%203526%3ABWW%201462%3ABW%203632", "dl")
TREES = {name: (f"#/explore/5x8/{name}", ".walk p.figure") for name in ("knuth", "entropy")}
TARGETS = {
    "first answer, nothing loaded": 8.0,
    "first answer, from the cache": 2.5,
    "review of five guesses, 4x6": 1.5,
    "whole tree of knuth, 5x8": 5.0,
    "whole tree of entropy, 5x8": 5.0,
}
"""The most seconds that each is to take at normal speed."""
LOADED = """() => {
  const all = [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')];
  return [all.length, all.reduce((sum, each) => sum + each.encodedBodySize, 0)];
}"""
FOUND = """async ([at, selector]) => {
  const begun = performance.now();
  document.querySelector('#place').firstElementChild.dataset.left = '';
  location.hash = at;
  const there = () => !document.querySelector('[data-left]') && document.querySelector(selector);
  while (!there()) await new Promise(requestAnimationFrame);
  return (performance.now() - begun) / 1000;
}"""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder as any web space does."""
    words = [
        sys.executable,
        "-u",
        "-m",
        "http.server",
        "0",
        "--bind",
        "127.0.0.1",
        "--directory",
        str(folder),
    ]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            said = server.stdout.readline() if server.stdout is not None else ""
            found = re.search(r"port (\d+)", said)
            if found is None:
                raise SystemExit("python -m http.server does not start")
            yield f"http://127.0.0.1:{found[1]}/"
        finally:
            server.kill()


@contextmanager
def stopped(share: int) -> Iterator[None]:
    """Let all processes of the browser run for one of so many slices of the time only."""
    over = threading.Event()

    def own() -> list[psutil.Process]:
        below = psutil.Process().children(recursive=True)
        return [each for each in below if "chrom" in each.name() or "headless" in each.name()]

    def slow() -> None:
        while not over.is_set():
            some = own()
            for _ in range(50):
                each_of(some, psutil.Process.suspend)
                sleep(SLICE * (share - 1))
                each_of(some, psutil.Process.resume)
                sleep(SLICE)
                if over.is_set():
                    return

    thread = threading.Thread(target=slow)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def each_of(some: list[psutil.Process], do: Callable[[psutil.Process], None]) -> None:
    """Do something to each process that is still there."""
    for each in some:
        try:
            do(each)
        except psutil.NoSuchProcess:
            continue


def opened(playwright: Playwright, chromium: str, folder: str, url: str, throttled: bool) -> tuple[Any, Page]:
    """Open the page in a browser that keeps its files in a folder."""
    browser = playwright.chromium.launch_persistent_context(
        folder, executable_path=chromium, args=["--no-sandbox"]
    )
    browser.set_default_timeout(300_000)
    page = browser.pages[0]
    if throttled:
        session = browser.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.goto(f"{url}#/play")
    page.locator(".hole.current").wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    return browser, page


def waits(playwright: Playwright, chromium: str, url: str, throttled: bool) -> dict[str, float]:
    """Return the seconds that each takes in a new browser."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        first, cached, *others = TARGETS
        open_it = partial(opened, playwright, chromium, folder, url, throttled)
        for visit in range(4):
            browser, page = open_it()
            seconds = page.evaluate(FOUND, HINT)
            found[first if visit == 0 else cached] = seconds
            if visit < 3:
                sleep(8)  # the browser and the page keep what they have compiled
                browser.close()
        for name, asked in zip(others, (REVIEW, *TREES.values()), strict=True):
            found[name] = page.evaluate(FOUND, asked)
        browser.close()
    return found


def medians(measured: list[dict[str, float]]) -> dict[str, float]:
    """Return the median of each over the runs."""
    return {name: statistics.median(each[name] for each in measured) for name in TARGETS}


def first_visit(playwright: Playwright, chromium: str, url: str) -> str:
    """Return the files and bytes of a first visit, and the seconds until a typed guess is answered."""
    with playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"]) as browser:
        context = browser.new_context(service_workers="block")
        page, started = context.new_page(), perf_counter()
        page.goto(f"{url}#/play")
        page.locator(".hole.current").wait_for()
        page.keyboard.type("1122")
        page.keyboard.press("Enter")
        page.get_by_text("Guess 1:").first.wait_for(state="attached")
        seconds, (files, size) = perf_counter() - started, page.evaluate(LOADED)
    return f"first visit: {files} files, {size / 1000:.0f} kB; first guess answered after {seconds:.2f} s"


def weights(folder: Path) -> Iterator[list[str]]:
    """Yield a row for each file of Python, and one for the page itself."""
    total = [0, 0, 0]
    for path in sorted((folder / "python").rglob("*.*")):
        sizes = packed(path.read_bytes())
        total = [one + other for one, other in zip(total, sizes, strict=True)]
        yield [path.name, *(f"{size / 1e6:.2f}" for size in sizes)]
    yield ["all", *(f"{size / 1e6:.2f}" for size in total)]


def packed(content: bytes) -> list[int]:
    """Return the size of a file: as it is, by gzip, by brotli."""
    smaller = len(brotli.compress(content, quality=9)) if brotli is not None else 0
    return [len(content), len(gzip.compress(content)), smaller]


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description="Measure the page without a server.")
    parser.add_argument("--pyodide", required=True, help="a folder or an archive that has Pyodide")
    parser.add_argument("--runs", type=int, default=3, help="new browsers of each kind")
    asked = parser.parse_args()
    chromium = next(
        filter(None, map(shutil.which, ("chromium", "chromium-headless-shell", "google-chrome"))), None
    )
    if chromium is None:
        raise SystemExit("Chromium is not installed; install it (Debian's package chromium)")
    print(machine())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "site"
        words = [*program(), "site", str(folder), "--days", "1", "--pyodide", asked.pyodide]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        with served(folder) as url, sync_playwright() as playwright:
            print(first_visit(playwright, chromium, url))
            kinds = {}
            for kind, throttled, share in (
                ("normal", False, 1),
                ("throttled", True, 1),
                ("stopped", False, SLOWED),
            ):
                measured = []
                for _ in range(asked.runs):
                    with stopped(share) if share > 1 else nullcontext():
                        measured.append(waits(playwright, chromium, url, throttled))
                kinds[kind] = medians(measured)
            heads = [
                "seconds",
                "at most",
                "normal speed",
                f"page {SLOWED} times slower",
                f"all {SLOWED} times slower",
            ]
            table(
                heads,
                (
                    [each, f"{most}", *(f"{kinds[kind][each]:.2f}" for kind in kinds)]
                    for each, most in TARGETS.items()
                ),
            )
        table(["file", "MB", "gzip", "brotli"], weights(folder))


if __name__ == "__main__":
    main()
