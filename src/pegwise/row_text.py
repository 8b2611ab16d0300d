"""Splits text into the rows that stand in it, each a guess with its feedback, in every way people write rows.

``1122:B 1344:W``, ``1122 1 0``, ``1122,1,0``, ``1122 -> 1B``, ``1. RGBY 2 0``: one or more in a line.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from pegwise.alphabet import is_symbol
from pegwise.errors import NotationError
from pegwise.hits import is_hits
from pegwise.plain_text import plain_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pegwise.rules import Rules

__all__ = ["RowText", "lines_of", "row_number", "split_rows"]

RowText = tuple[str, str]
"""The text of a guess, and of its feedback; the second is empty for a last guess without feedback."""

_COMMENT = re.compile(r"(?<!\S)#(?!\d).*")
_ARROW = re.compile(r" ?(?<![-=])[-=]*> ?| =+ ")
_COLON = re.compile(r" ?: ?")
_TOKEN = re.compile(r":|[^\s,;|:]+")
_WORD = re.compile(r"[^_-]+")
_ROW = re.compile(r"[^:]+:[^:]+")
_NUMBER = re.compile(r"#?(\d{1,4})[.)]?|(?:row|guess|turn)")
_LONGEST_FEEDBACK = 5
"""The most words that feedback has, as in ``1 black hit and 2 whites``."""


def lines_of(text: str) -> list[str]:
    """Return the lines of a text in plain characters, without comments and blank lines.

    Example:
        >>> lines_of("# my game\\n1122:B\\n\\n1344:W  # good\\n")
        ['1122:B', '1344:W']
    """
    lines = (_COMMENT.sub("", line).strip() for line in plain_text(text).splitlines())
    return [line for line in lines if line]


def split_rows(lines: Iterable[str], rules: Rules, *, last_alone: bool = False) -> list[RowText]:
    """Split lines into the rows of one game.

    Args:
        lines: Lines as :func:`lines_of` returns them, or the words of a command line.
        rules: The rules.
        last_alone: True if the last guess may stand without feedback.

    Returns:
        The rows; neither guesses nor feedback are checked.

    Raises:
        NotationError: If a line is no row, or can be split in two ways.

    Example:
        >>> from pegwise.rules import Rules
        >>> split_rows(["1122:B 1344:W"], Rules(4, 6)), split_rows(["1. RGBY 2 0"], Rules(4, 6))
        ([('1122', 'B'), ('1344', 'W')], [('RGBY', '2 0')])
    """
    cleaned = [line for line in map(_clean, lines) if line]
    rows = _Rows(rules)
    direct = _with_colons(cleaned, rows if last_alone else None)
    if direct is not None:
        return direct
    for numbered in (False, True):
        for parts in (cleaned, [" ".join(cleaned)]):
            found = rows.split(parts, numbered=numbered, last_alone=last_alone)
            if found is not None:
                return found
    raise NotationError(_message(rows, cleaned, rules))


def row_number(line: str, rules: Rules) -> int | None:
    """Return the number that a row begins with; None if the line is a row without one.

    Example:
        >>> from pegwise.rules import Rules
        >>> row_number("2. 1122 B", Rules(4, 6)), row_number("1 1 2 2: B", Rules(4, 6))
        (2, None)
    """
    cleaned = _clean(line)
    rows = _Rows(rules)
    if _with_colons([cleaned], rows) or rows.split([cleaned], numbered=False, last_alone=True) is not None:
        return None
    words = (word for word in _TOKEN.findall(cleaned)[:2] if not word.isalpha())
    number = _NUMBER.fullmatch(next(words, "").lower())
    return None if number is None or number[1] is None else int(number[1])


def _clean(line: str) -> str:
    return _COLON.sub(":", _ARROW.sub(":", " ".join(line.split()))).strip(" ,;")


def _with_colons(lines: Sequence[str], alone: _Rows | None) -> list[RowText] | None:
    """Split rows such as ``1122:B`` that have no space in them; None if a word is something else."""
    words = [word for line in lines for word in line.split()]
    rows: list[RowText] = []
    for word in words:
        guess, colon, feedback = word.partition(":")
        whole = bool(guess and feedback) and ":" not in feedback
        single = not colon and alone is not None and alone.rules.pegs > 1 and alone.is_guess(word)
        if single and word.isalpha() and is_symbol(word):  # red, in a game of three pegs
            return None
        if not (whole or single) or (whole and guess.isdecimal() and len(guess) < 3 < len(feedback)):
            return None
        rows.append((guess, feedback.strip(",;")))
    return rows


def _message(rows: _Rows, lines: Sequence[str], rules: Rules) -> str:
    line = next(
        (one for one in lines if rows.split([one], numbered=False, last_alone=False) is None), lines[0]
    )
    shown = f"row {line!r}"
    if rows.ways:
        first, second = (" ".join(f"{guess}:{told}" for guess, told in way) for way in rows.ways[:2])
        return f"{shown} can be read as {first} or as {second}: put : between guess and feedback"
    if is_hits(line, whites=rules.whites) and not rows.is_guess(line):
        return f"{shown} is feedback without a guess; expected GUESS:FEEDBACK such as {rules.example}:BW"
    words = line.split()
    if ":" in line and len(words) > 1:
        place = next((place for place, word in enumerate(words) if not _ROW.fullmatch(word)), 0)
        shown = f"row {place + 1}: {words[place]!r}"
    return (
        f"{shown}: expected GUESS:FEEDBACK such as {rules.example}:BW, with - for no hit, or "
        f"{rules.example} 1 1"
    )


class _Rows:
    """Splits the words of a line by what can be a guess, and what feedback, under the rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.ways: list[tuple[RowText, ...]] = []
        symbols = () if rules.alphabet is None else rules.alphabet.symbols
        self._own = frozenset(symbol.casefold() for symbol in symbols)

    def split(self, lines: Sequence[str], *, numbered: bool, last_alone: bool) -> list[RowText] | None:
        """Return all rows; None if a line cannot be split, or in several ways, which are kept in ``ways``."""
        found: list[RowText] = []
        for number, line in enumerate(lines, 1):
            tokens = _TOKEN.findall(line)
            ways = self._ways(tokens, numbered=numbered, last_alone=last_alone and number == len(lines))
            if len(ways) != 1:
                self.ways = ways or self.ways
                return None
            found += ways[0]
        return found

    def _ways(self, tokens: list[str], *, numbered: bool, last_alone: bool) -> list[tuple[RowText, ...]]:
        """Return the ways to split words into rows, two at most."""

        @cache
        def ways_from(start: int) -> tuple[tuple[RowText, ...], ...]:
            if start == len(tokens):
                return ((),)
            begun = self._after_number(tokens, start) if numbered else start
            if begun is None:
                return ()
            found: list[tuple[RowText, ...]] = []
            for row, after in self._rows_at(tokens, begun, last_alone):
                found += [(row, *others) for others in ways_from(after)]
                if len(found) > 1:
                    break
            return tuple(found[:2])

        return list(_deep_enough(ways_from, len(tokens)))

    @staticmethod
    def _after_number(tokens: list[str], start: int) -> int | None:
        """Return the place after the number of a row, and the colon that may follow it."""
        place = start
        while place < min(start + 2, len(tokens)) and _NUMBER.fullmatch(tokens[place].lower()):
            place += 1
            if tokens[place - 1][-1:] in ".)0123456789":
                break
        if place == start:
            return None
        return place + 1 if tokens[place : place + 1] == [":"] else place

    def _rows_at(self, tokens: list[str], start: int, last_alone: bool) -> list[tuple[RowText, int]]:
        """Return the rows that may begin at a word, each with the place after it."""
        found: list[tuple[RowText, int]] = []
        words = symbols = 0
        for end in range(start + 1, min(start + self.rules.pegs, len(tokens)) + 1):
            word = tokens[end - 1]
            words, symbols = words + len(_WORD.findall(word)), symbols + len(word)
            if word == ":" or words > self.rules.pegs:
                break
            guess = " ".join(tokens[start:end])
            if self.rules.pegs not in (words, symbols) or not self.is_guess(guess):
                continue
            if end == len(tokens) and last_alone:
                found.append(((guess, ""), end))
            begin = end + (tokens[end : end + 1] == [":"])
            for stop in range(begin + 1, min(begin + _LONGEST_FEEDBACK, len(tokens)) + 1):
                if tokens[stop - 1] == ":":
                    break
                feedback = " ".join(tokens[begin:stop])
                if is_hits(feedback, whites=self.rules.whites):
                    found.append(((guess, feedback), stop))
        return found

    def is_guess(self, text: str) -> bool:
        """Tell whether a text may be a guess."""
        words = self.rules.words(text)
        return len(words) == self.rules.pegs and all(map(self._is_color, words))

    def _is_color(self, word: str) -> bool:
        if word.isdecimal():
            return len(word) <= len(str(self.rules.colors))
        return is_symbol(word) or word.casefold() in self._own


def _deep_enough(
    ways_from: Callable[[int], tuple[tuple[RowText, ...], ...]], tokens: int
) -> tuple[tuple[RowText, ...], ...]:
    """Work out the ways from the last word to the first, so that a long line does not nest calls."""
    for start in range(tokens, 0, -1):
        ways_from(start)
    return ways_from(0)
