"""The files of a copy of the page that needs no server: ``pegwise site DIR`` writes them.

They are the page itself, packed, with another ``core/site.js``, which says that there is no server; a stock
of puzzles, which the page (``core/puzzles.js``) reads where no server makes any; and, where a distribution of
Pyodide is given, Python and pegwise for the browser, which then answers what a server would.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from typing import TYPE_CHECKING, Any

from pegwise.analysis.puzzle import LEVELS, PUZZLE_VERSION, puzzle
from pegwise.limit import Limit
from pegwise.progress import report
from pegwise.web.browser_archives import engine
from pegwise.web.headers import HEADERS
from pegwise.web.minified_files import PAGE, packed
from pegwise.web.questions.strategies import strategy_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.web.pyodide import Pyodide

RUSH = (("3x4", "easy"), ("3x6", "easy"), ("4x6", "easy"), ("4x6", "medium"), ("4x6", "hard"))
"""The stages of the rush: the rules and the level of their puzzles. The page has the same list."""
_RUSH, _RUSH_A_DAY = 60, 4
"""Puzzles of each stage of the rush, and how many of them there are for each day, if that is fewer."""
_ENGINE, _KEPT = "pegwise.zip", "compiled.zip"
"""pegwise for the browser; and the name by which a browser keeps what it has compiled."""
_HEAD = b'<meta charset="utf-8">'


def site_files(*, days: int = 30, pyodide: Pyodide | None = None) -> Iterator[tuple[str, bytes]]:
    """Make the files of a site, one after the other.

    Args:
        days: The number of days, from today on, that have puzzles in files.
        pyodide: Python for the browser; without it the site lacks what a server works out.

    Yields:
        The path of a file below the directory of the site, and what is in it.
    """
    puzzles = stock(days=days, rush=min(_RUSH, _RUSH_A_DAY * days)) if days else ()
    kept: list[str] = []
    for number, (path, value) in enumerate(puzzles):
        report("puzzles", number, days + 1)
        kept.append(path)
        yield path, json.dumps(value, separators=(",", ":")).encode()
    python = {} if pyodide is None else {**pyodide.files, _ENGINE: engine()}
    folder = f"python/{_digest(*python.values())}/"
    for name, content in python.items():
        yield folder + name, content
    told = _told(folder, python, kept)
    for page in sorted(page for page in PAGE.rglob("*") if page.is_file()):
        name = page.relative_to(PAGE).as_posix()
        if name == "core/site.js":
            yield name, told
        elif name == "sw.js":  # what the page knows of its site is a part of its version
            yield name, packed(page) + f"//{_digest(told)}\n".encode()
        elif name == "index.html":  # has the policy of a server, for web spaces that set none
            policy = HEADERS["Content-Security-Policy"].removesuffix("; frame-ancestors 'none'")
            meta = f'\n    <meta http-equiv="Content-Security-Policy" content="{policy}">'
            yield name, packed(page).replace(_HEAD, _HEAD + meta.encode(), 1)
        else:
            yield name, packed(page)


def _digest(*contents: bytes) -> str:
    found = hashlib.sha256()
    for content in contents:
        found.update(hashlib.sha256(content).digest())
    return found.hexdigest()[:12]


def _told(folder: str, engine: dict[str, bytes], puzzles: list[str]) -> bytes:
    """What the page knows of the site that it is on."""
    sizes = [[name, len(content)] for name, content in engine.items()]
    packages = [name for name in engine if name.endswith(".whl") or name == _ENGINE]
    python = {"folder": folder, "files": sizes, "packages": packages, "kept": _KEPT} if engine else None
    strategies = strategy_list({}, Limit()) if engine else []
    values = {"ALONE": True, "PYTHON": python, "STRATEGIES": strategies, "STOCK": puzzles}
    exports = (f"export const {name}={json.dumps(value)};" for name, value in values.items())
    return f"{''.join(exports)}\n".encode()


def stock(
    first: datetime.date | None = None, *, days: int = 30, rush: int = 60
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Make the files of a stock, one after the other; a day takes one to two seconds.

    Args:
        first: The first day that has puzzles; None for today (UTC).
        days: The number of days that have puzzles.
        rush: The number of puzzles for each stage of the rush.

    Yields:
        The path of a file, and its value.

    Example:
        >>> from pegwise.web.site import stock
        >>> [path for path, _ in stock(days=0, rush=1)]
        ['puzzles/rush.json']
    """
    first = first or datetime.datetime.now(datetime.UTC).date()
    for day in (first + datetime.timedelta(after) for after in range(days)):
        yield f"puzzles/{day}.json", _day(day)
    stages = [
        [puzzle(rules, seed=f"rush {at}", difficulty=level).to_dict() for at in range(rush)]
        for rules, level in RUSH
    ]
    yield "puzzles/rush.json", {"version": PUZZLE_VERSION, "stages": stages}


def _day(day: datetime.date) -> dict[str, Any]:
    seed = f"daily {day}"
    told = {
        level.name: puzzle("4x6", seed=seed, difficulty=level.name).to_dict(solution=True) for level in LEVELS
    }
    for each in told.values():
        for step in each["solution"]["steps"]:
            for sentence in step:
                del sentence["text"]  # the page has its own words
    return {"version": PUZZLE_VERSION, "level": puzzle("4x6", seed=seed).level.name, "levels": told}
