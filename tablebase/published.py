"""Values that others printed: those of ``published.json``, and those of formulas.

``published.json`` is the only file of the table that is written by hand. Its entries name a value as
``total``, ``average`` or ``worst`` if it was printed as the least, and as ``tree`` if it is the total of a
strategy that was not claimed to be the best.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.rules import Rules

__all__ = ["printed", "two_pegs"]

_FILE = Path(__file__).parent / "published.json"


def printed(rules: Rules) -> list[dict[str, str]]:
    """Return what was printed about a size: ``what``, ``value`` and ``source`` of each value."""
    known = json.loads(_FILE.read_text("utf-8"))
    names = "what", "value", "source"
    found = [{name: each[name] for name in names} for each in known if each["rules"] == str(rules)]
    found += [{"what": what, "value": value, "source": source} for what, value, source in _formulas(rules)]
    return found


def _formulas(rules: Rules) -> Iterator[tuple[str, str, str]]:
    colors = rules.colors
    if not rules.whites:
        return
    if rules.pegs == 2 and colors > 2:
        total = two_pegs(colors, repeats=rules.repeats) * rules.size
        source = "formula of Chen and Lin 2004"
        yield "total", str(total), source
        yield "worst", str(colors // 2 + 2 if rules.repeats else -(-colors // 2) + 1), source
    if rules.repeats and rules.pegs == 3 and colors >= 5:
        yield "worst", str((colors - 1) // 3 + 4), "formula of Jäger and Peczarski 2009"
    if rules.repeats and rules.pegs == 4 and colors >= 16:
        yield "worst", f"{colors // 4 + 4} to {colors // 4 + 6}", "bounds of Jäger and Peczarski 2009"


def two_pegs(colors: int, *, repeats: bool) -> Fraction:
    """Return the least average with two pegs.

    Source: S.-T. Chen and S.-S. Lin, J. Information Science and Engineering 20, 2004 (no color twice), and
    Computer Journal 47, 2004 (colors may repeat).
    """
    n = colors
    if repeats:
        rest = -74 * n + 48 if n % 2 == 0 else -80 * n + 69
        return Fraction(8 * n**3 + 51 * n**2 + rest, 24 * n**2)
    rest = -76 * n + 72 if n % 2 == 0 else -82 * n + 105
    return Fraction(4 * n**3 + 21 * n**2 + rest, 12 * n * (n - 1))
