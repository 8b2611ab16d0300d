"""Builds the site of the documentation: ``python docs/make_site.py [FOLDER]``; build/site if none is named.

It needs ``pip install '.[docs]'``. A warning ends it with status 1: a link or a reference that leads nowhere,
a page that no menu leads to, a public name without documentation, a page that asks another host for a file.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from sphinx.cmd.build import build_main

HERE = Path(__file__).parent
_ADDRESS = r"""["']?((?:https?:)?//[^"'\s>)]+)"""
_FETCHED = re.compile(
    rf"<(?:script|img|source|iframe)\b[^>]*?\bsrc={_ADDRESS}"
    rf"|<link\b(?=[^>]*\brel=[\"']?(?:stylesheet|pre|icon|manifest))[^>]*?\bhref={_ADDRESS}"
    rf"|@import\s+{_ADDRESS}|url\(\s*{_ADDRESS}"
)
"""What a browser fetches to show a page, a style sheet or a picture; not the links that a reader follows."""


def fetched(text: str) -> list[str]:
    """List the addresses on other hosts that a page or a style sheet makes a browser ask.

    >>> fetched('<a href="https://a.org">a</a> <script src="https://b.org/x.js"></script> url(//c.org/font)')
    ['https://b.org/x.js', '//c.org/font']
    """
    return [next(filter(None, found)) for found in _FETCHED.findall(text)]


def asks(folder: Path) -> list[str]:
    """List the files of a site that make a browser ask another host."""
    return [
        f"{path.relative_to(folder)} asks {address}"
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".html", ".css", ".svg")
        for address in fetched(path.read_text(encoding="utf-8"))
    ]


def build(target: Path, source: Path = HERE) -> int:
    """Build the site of ``source`` in ``target``; returns 0, or 1 if there was a warning."""
    with tempfile.TemporaryDirectory() as kept:
        settings = ["-c", str(HERE), "-d", kept, "-b", "html", "-W", "--keep-going", "-q", "-E"]
        status = build_main([*settings, str(source), str(target)])
    asking = asks(target)
    for line in asking:
        print(line, file=sys.stderr)
    return 1 if status or asking else 0


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent / "build" / "site"
    ended = build(folder)
    if not ended:
        print(f"wrote {folder / 'index.html'}")
    sys.exit(ended)
