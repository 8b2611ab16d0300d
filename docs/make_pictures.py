"""Makes the pictures of the page and of the terminal: ``python docs/make_pictures.py [NAME...]``.

It makes all of them if you name none. The terminal's are SVG files of what a command really writes to a
terminal. The page's are taken in the system's Chromium (Debian's package ``chromium``), from a server of its
own; they need ``pip install '.[web]' playwright pillow``.
"""

from __future__ import annotations

import contextlib
import fcntl
import io
import json
import os
import pty
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from rich.console import Console
from rich.terminal_theme import SVG_EXPORT_THEME
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

FOLDER = Path(__file__).parent / "pictures"
GAME = "4x6 1122:B 1344:W 3526:BWW 1462:BW 3632"
COMMANDS = {
    "terminal-solve": "pegwise solve 3632",
    "terminal-hint": "pegwise hint 1122:B 1344:W",
}
"""What is typed, by the name of its picture."""
DESKTOP, PHONE = (1280, 800), (390, 844)
"""Widths and heights of the browser's window in pixels."""
PLACES = {
    "page-play": ("#/play", ".board tbody tr", DESKTOP),
    "page-solve": ("#/solve/4x6/1122:B 1344:W", ".shares", DESKTOP),
    "page-review": (f"#/review/{GAME}", ".move .shares", DESKTOP),
    "page-explore": ("#/explore", ".walk table", DESKTOP),
    "page-play-phone": ("#/play", ".board tbody tr", PHONE),
}
"""The address of each place on the page, what is there once it can be looked at, and the window."""
COLUMNS = 80

# Rich's picture asks another host for its font; any font whose letters are equally wide does as well.
_FONTS = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)
_SEAL = """async () => {
  const { seal } = await import('/core/share.js');
  const { parseRules, parseCode } = await import('/core/notation.js');
  const rules = parseRules('4x6');
  return seal(rules, parseCode('3632', rules), 10);
}"""


def written(command: str) -> str:
    """Return what a command writes to a terminal of 80 columns, with its colors."""
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    plain = ("NO_COLOR", "FORCE_COLOR", "COLUMNS")
    kept = {key: value for key, value in os.environ.items() if key not in plain}
    words = [sys.executable, "-m", *shlex.split(command)]
    shown = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONIOENCODING": "utf-8"}
    process = subprocess.Popen(words, stdin=there, stdout=there, stderr=subprocess.DEVNULL, env=kept | shown)
    os.close(there)
    parts = []
    with contextlib.suppress(OSError):  # so reading from a terminal ends on Linux once the command has ended
        while part := os.read(here, 65536):
            parts.append(part)
    os.close(here)
    if process.wait():
        raise RuntimeError(f"{command} ended with status {process.returncode}")
    return b"".join(parts).decode().replace("\r\n", "\n").rstrip("\n")


def terminal(command: str) -> str:
    """Draw a command and what it writes as SVG."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(
            record=True, width=COLUMNS, file=nowhere, force_terminal=True, color_system="truecolor"
        )
        console.print(Text.from_ansi(f"$ {command}\n{written(command)}"))
        drawn = console.export_svg(title="", theme=SVG_EXPORT_THEME, unique_id="terminal")
    plain = _FONTS.sub("", drawn).replace("Fira Code", "DejaVu Sans Mono")
    return re.sub(r"<!-- Generated.*?-->", f"<title>{command}</title>", plain)


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Serve the page, with a folder of games of its own; yield its address."""
    words = [sys.executable, "-m", "pegwise", "serve", "--port", "0", "--no-browser", "--json"]
    with tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, "PEGWISE_DATA": data}
        process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())["url"]
        finally:
            process.terminate()
            process.communicate()


def _play(page: Page) -> None:
    """Play three rows of a game whose code is 3632."""
    page.evaluate("token => { location.hash = `#/play/code/${token}`; }", page.evaluate(_SEAL))
    page.get_by_text("Someone shared this game").wait_for()
    for number, code in enumerate(("1122", "1344", "3526"), 1):
        page.locator(".hole.current").focus()
        for key in [*code, "Enter"]:
            page.keyboard.press(key)
        page.locator(f".board tbody tr:nth-of-type({number})").wait_for()


def photograph(browser: Browser, address: str, name: str) -> None:
    """Make a picture of a place."""
    place, ready, (width, height) = PLACES[name]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address.rstrip('/')}/{place}")
    page.locator("main h1").wait_for()
    if place == "#/play":
        _play(page)
    page.locator(ready).first.wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate("scrollTo(0, 0)")
    taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    # A palette of 256 colors has a third of the bytes, and no eye sees a difference.
    taken.quantize(256, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)
    context.close()


def main(names: list[str]) -> None:
    """Make the pictures of these names, or all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, command in COMMANDS.items():
        if name in names or not names:
            (FOLDER / f"{name}.svg").write_text(terminal(command), encoding="utf-8")
    if not (wanted := [name for name in PLACES if name in names or not names]):
        return
    from playwright.sync_api import sync_playwright

    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name in wanted:
            photograph(browser, address, name)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
