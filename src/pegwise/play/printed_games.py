"""Reads a game out of text that pegwise itself printed: a board, a watched game, a review."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.late_pattern import late_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

_RULES = r"\d+x\d+(?:-[a-z]+)*"
_HEADINGS = (
    late_pattern(rf"(?P<rules>{_RULES}): .*"),  # a board, or a review in the library
    late_pattern(rf"\S+ breaks \S+ \((?P<rules>{_RULES}), \S+ codes?\)"),
    late_pattern(r"guess +feedback +before +.*"),  # a review in the terminal
    late_pattern(r"(?:I hold|I have not yet chosen) a code of .*"),
)
_COLORS = late_pattern(
    r"colors: (numbers|letters) (?P<first>\S+) to (?P<last>\S+)|colors: \w+ (?P<symbols>.+)"
)
_ROW = late_pattern(
    r"(?:\d+ +)?(?P<guess>\S+?)\*?  +(?:[●○]+ )?(?P<feedback>[BW]+|-|\d+B(?:\d+W)?)(?:  +.*)?"
)


def is_heading(line: str) -> bool:
    """Tell whether a line begins a game in what pegwise prints.

    >>> is_heading("4x6: 44 candidates"), is_heading("4x6 1122:B")
    (True, False)
    """
    return any(heading.fullmatch(line) for heading in _HEADINGS)


def is_row(line: str) -> bool:
    """Tell whether a line is a row of a game in what pegwise prints.

    >>> is_row("1  1122  B"), is_row("solved in 5 guesses")
    (True, False)
    """
    return _ROW.fullmatch(line) is not None


def game_lines(lines: Sequence[str]) -> list[str] | None:
    """Return the rules and the rows that printed lines tell, as lines of a game.

    Returns None if pegwise did not print the lines.

    >>> game_lines(["knuth breaks 3632 (4x6, 1296 codes)", "1  1122  B    1296 codes were possible"])
    ['4x6', '1122:B']
    """
    if not any(map(is_heading, lines)):
        return None
    rules, colors, rows = "", "", list[str]()
    for line in lines:
        heading = next((found for found in (each.fullmatch(line) for each in _HEADINGS) if found), None)
        row = _ROW.fullmatch(line)
        if heading is not None:
            rules = heading.groupdict().get("rules") or rules
        elif (said := _COLORS.fullmatch(line)) is not None:
            colors = f"colors={_setting(said)}"
        elif row is not None:
            rows.append(f"{row['guess']}:{row['feedback']}")
    return [*([rules] if rules else []), *([colors] if colors else []), *rows]


def _setting(said: re.Match[str]) -> str:
    if said["symbols"]:
        return ",".join(said["symbols"].partition(", .")[0].split())
    return "letters" if said[1] == "letters" else f"{said['first']}-{said['last']}"
