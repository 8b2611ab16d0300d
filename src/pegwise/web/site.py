"""The files of a copy of the page that needs no server: ``pegwise site DIR`` writes them.

They are the page itself, packed, with another ``core/site.js``, which says that there is no server; the trees
of the usual games, in Knuth's notation; and a stock of puzzles.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from pegwise.errors import LimitError, MethodError
from pegwise.notation import parse_rules
from pegwise.optimal.optimum import optimum
from pegwise.optimal.strategy import Optimal
from pegwise.position import Position
from pegwise.progress import report
from pegwise.strategies import names
from pegwise.strategies.registry import find
from pegwise.trees import build_tree, figure
from pegwise.web.minified_files import packed
from pegwise.web.puzzle_files import stock

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pegwise.rules import Rules

__all__ = ["GAMES", "site_files"]

PAGE = Path(__file__).parent / "page"
"""The files of the page."""
GAMES = ("4x6", "3x6", "4x10-distinct", "5x8")
"""The games whose trees come along by default: those of the page's menu, but for the largest."""
_RUSH, _RUSH_A_DAY = 60, 4
"""Puzzles of each stage of the rush, and how many of them there are for each day, if that is fewer."""
_RANDOM = ("random-consistent",)
_SEARCHED = 10_000
"""Codes up to which the tree of an optimal strategy is found in seconds."""


def site_files(games: Sequence[str] = GAMES, *, days: int = 30) -> Iterator[tuple[str, bytes]]:
    """Make the files of a site, one after the other.

    Args:
        games: The rules of the games whose trees come along.
        days: The number of days, from today on, that have puzzles.

    Yields:
        The path of a file below the directory of the site, and what is in it.

    Raises:
        NotationError: If the text of some rules cannot be read.
        MethodError: If a game has too many codes to list.
    """
    trees = [(rules, name) for rules in map(parse_rules, games) for name in _strategies(rules)]
    pages = [page for page in sorted(PAGE.rglob("*")) if page.is_file()]
    done: dict[str, list[str]] = {}
    for number, (rules, name) in enumerate(trees):
        report("trees", number, len(trees))
        text = _tree(rules, name)
        if text is not None:
            done.setdefault(str(rules), []).append(name)
            yield f"trees/{rules}-{name}.txt", text.encode()
    puzzles = stock(days=days, rush=min(_RUSH, _RUSH_A_DAY * days)) if days else ()
    for number, (path, value) in enumerate(puzzles):
        report("puzzles", number, days + 1)
        yield path, json.dumps(value, separators=(",", ":")).encode()
    told = _told(done)
    for page in pages:
        name = page.relative_to(PAGE).as_posix()
        if name == "core/site.js":
            yield name, told
        elif name == "sw.js":  # what the page knows of its site is a part of its version
            yield name, packed(page) + f"//{hashlib.sha256(told).hexdigest()[:12]}\n".encode()
        else:
            yield name, packed(page)


def _strategies(rules: Rules) -> list[str]:
    """The strategies whose trees come along: those without chance that are grown in seconds."""
    chosen = [find(name) for name in names() if name not in _RANDOM]
    chosen = [each for each in chosen if not each.samples]
    return [each.name for each in chosen if not each.searches or rules.size <= _SEARCHED]


def _tree(rules: Rules, name: str) -> str | None:
    """The tree in Knuth's notation; None if it is not known to be the best, or too deep to be written."""
    if name == Optimal.name:
        found = optimum(Position(rules))
        if found.tree is None or found.known != "exact":
            return None
        tree = found.tree
    else:
        tree = build_tree(rules, strategy=name)
    try:
        return figure(tree) + "\n"
    except (LimitError, MethodError):
        return None


def _told(trees: dict[str, list[str]]) -> bytes:
    """What the page knows of the site that it is on."""
    return f"export const ALONE=true;export const TREES={json.dumps(trees)};\n".encode()
