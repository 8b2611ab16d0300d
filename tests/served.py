"""Examples of the documentation that ask the server: one is started for each page that has any.

The address they show is replaced by that of a server on a free port.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest
from sybil import Document

if TYPE_CHECKING:
    from sybil import Example

SHOWN = "http://127.0.0.1:8000"
"""The address that the documentation shows: that of ``pegwise serve`` without options."""
_NODE = ("node", "--input-type=module", "-e")
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""The names of Chromium; the first, which has no window, loads a page in half the time."""


class Page(Document):
    """A page of the documentation, asking a server of its own."""

    def __init__(self, text: str, path: str) -> None:
        if f"{SHOWN}/api" not in text:
            super().__init__(text, path)
            return
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        super().__init__(text.replace(SHOWN, f"http://127.0.0.1:{port}"), path)
        self.namespace["_port"] = port


def start(namespace: dict[str, Any]) -> None:
    """Start the server of a page, if it asks one."""
    if "_port" in namespace:
        from pegwise.web.app import create_app
        from pegwise.web.limits.settings import Settings
        from tests.web.small import served

        settings = Settings.read()
        stack = namespace["_server"] = ExitStack()
        stack.enter_context(served(create_app(settings), settings, namespace["_port"]))


def stop(namespace: dict[str, Any]) -> None:
    """Stop it."""
    if "_server" in namespace:
        namespace["_server"].close()


def curl(command: str) -> str:
    """What a line of curl prints."""
    words = shlex.split(command)
    if shutil.which(words[0]) is None:
        _cannot("curl is not installed")
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=True).stdout


def javascript(example: Example) -> str | None:
    """Run a module; what its ``console.log`` lines print must be what stands after ``//`` on them."""
    code = str(example.parsed)
    wanted = re.findall(r"console\.log\(.*\);? *// (.*)", code)
    got = _node(code) if shutil.which("node") else _browser(code, example.namespace["_port"])
    if got != wanted:
        return f"expected:\n{wanted}\ngot:\n{got}"
    return None


def browser_program() -> str | None:
    """The system's Chromium, if there is one."""
    return next(filter(None, map(shutil.which, _BROWSERS)), None)


def _node(code: str) -> list[str]:
    ran = subprocess.run([*_NODE, code], capture_output=True, text=True, timeout=120, check=False)
    return (ran.stdout + ran.stderr).splitlines()


def _browser(code: str, port: int) -> list[str]:
    """The same in a browser, in a page of the server's own."""
    playwright = pytest.importorskip("playwright.sync_api", reason="neither node nor playwright is installed")
    program = browser_program()
    if program is None:
        _cannot("neither node nor chromium is installed")
    said: list[str] = []
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        page.on("console", lambda message: said.append(message.text) if message.type == "log" else None)
        page.goto(f"http://127.0.0.1:{port}/healthz")
        page.evaluate(f"async () => {{ {code} }}")
        browser.close()
    return said


def _cannot(why: str) -> None:
    """An example that cannot run here is skipped, but not where all is checked."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)
