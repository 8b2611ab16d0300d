"""Draws distributions as bars of text."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from pegwise.analysis.comparison import average_text, known_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.analysis.comparison import Comparison

_EIGHTHS = " ▏▎▍▌▋▊▉"


def bars(rows: Sequence[Comparison], width: int = 80, blocks: bool = True) -> str:
    """A group of bars a strategy, all on one scale: the guess, the games won at it, their share, a bar.

    ``width`` is that of the longest line. Bars are block characters to an eighth of a column, or ``#``; what
    is not nothing is drawn as something.

    >>> from pegwise import compare
    >>> print(bars(compare("3x4", strategies=["knuth"]), width=40, blocks=False))
    knuth, 3x4: average 3.3750, worst 4
     1   1   1.6 %  #
     2   3   4.7 %  ##
     3  31  48.4 %  ########################
     4  29  45.3 %  ######################
    """
    largest = max((max(row.distribution) / row.games for row in rows if row.games), default=1.0)
    guesses = max(len(str(row.worst)) for row in rows)
    digits = max((len(str(won)) for row in rows for won in row.distribution), default=1)
    room = max(1, width - guesses - digits - 13)
    groups = []
    for row in rows:
        lines = [textwrap.fill(_heading(row), max(width, 1))]
        for guess, won in enumerate(row.distribution, 1):
            share = won / row.games
            drawn = _bar(share / largest * room, blocks)
            lines.append(f" {guess:>{guesses}}  {won:>{digits}}  {share:>5.1%}  {drawn}".rstrip())
        groups.append("\n".join(lines).replace("%", " %"))
    return "\n\n".join(groups)


def _heading(row: Comparison) -> str:
    known = "" if row.known == "exact" else f" ({known_text(row)})"
    if not row.games:
        return f"{row.strategy}, {row.rules}: no game ended in time{known}"
    return f"{row.strategy}, {row.rules}: average {average_text(row)}, worst {row.worst}{known}"


def _bar(length: float, blocks: bool) -> str:
    if not length:
        return ""
    if not blocks:
        return "#" * max(1, round(length))
    full, rest = divmod(max(1, round(8 * length)), 8)
    return "█" * full + _EIGHTHS[rest].strip()
