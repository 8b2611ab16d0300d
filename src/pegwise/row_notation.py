"""Splits text into the rows that stand in it, each a guess with its feedback, in every way people write rows.

``1122:B 1344:W``, ``1122 1 0``, ``1122,1,0``, ``1122 -> 1B``, ``1. RGBY 2 0``: one or more in a line.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING

from pegwise.alphabet import is_symbol
from pegwise.errors import NotationError
from pegwise.late_pattern import late_pattern
from pegwise.normalized_text import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pegwise.rules import Rules

RowText = tuple[str, str]
"""The text of a guess, and of its feedback; the second is empty for a last guess without feedback."""

_COMMENT = late_pattern(r"(?<!\S)#(?!\d).*")
_ARROW = late_pattern(r" ?(?<![-=])[-=]*> ?| =+ ")
_BRACKETS = late_pattern(r"[(\[]([^()\[\]]*)[)\]]")
_QUOTE = late_pattern("[\"']")
_TOKEN = late_pattern(r":|[^\s,;|:]+")
_WORD = late_pattern(r"[^_-]+")
_ROW = late_pattern(r"[^:]+:[^:]+")
_NUMBER = late_pattern(r"#?\d{1,3}[.)]?|(?:row|guess|turn)")
_LEADING = late_pattern(r"[^\d]*(\d{1,3})")
_LONGEST_SHOWN = 200
"""The most characters of a line that an error shows."""
_LONGEST_FEEDBACK = 5
"""The most words that feedback has, as in ``1 black hit and 2 whites``."""


def lines_of(text: str) -> list[str]:
    """Return the lines of a text in plain characters, without comments and blank lines.

    Example:
        >>> lines_of("# my game\\n1122:B\\n\\n1344:W  # good\\n")
        ['1122:B', '1344:W']
    """
    lines = plain_text(text).splitlines()
    found = ((_COMMENT.sub("", line) if "#" in line else line).strip() for line in lines)
    return [line for line in found if line]


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
    cleaned = _cleaned(lines, rules)
    rows = _Rows(rules)
    direct = _with_colons(cleaned, rows if last_alone else None)
    if direct is not None:
        return direct
    for numbered in (False, True):
        for parts in (cleaned, [" ".join(cleaned)])[: len(cleaned)]:
            found = rows.split(parts, numbered=numbered, last_alone=last_alone)
            if found is not None:
                return found
    raise NotationError(_message(rows, cleaned, rules))


def fewest_rows(lines: Iterable[str], rules: Rules) -> int:
    """Return how many rows lines have at least, if they are rows: quick for any text.

    Example:
        >>> from pegwise.rules import Rules
        >>> fewest_rows(["1 " * 4096], Rules(4, 6))
        315
    """
    longest = rules.pegs + _LONGEST_FEEDBACK + 4  # the number of the row, and colons
    return sum(len(_TOKEN.findall(line)) for line in lines) // longest


def row_number(line: str, rules: Rules) -> int | None:
    """Return the number that a line of rows begins with; None if it begins with a guess.

    Example:
        >>> from pegwise.rules import Rules
        >>> row_number("2. 1344 0 1", Rules(4, 6)), row_number("1344 0 1", Rules(4, 6))
        (2, None)
    """
    cleaned = "".join(_cleaned([line], rules))
    rows = _Rows(rules)
    if _with_colons([cleaned], rows) or rows.split([cleaned], numbered=False, last_alone=True):
        return None
    found = _LEADING.match(cleaned) if rows.split([cleaned], numbered=True, last_alone=True) else None
    return None if found is None else int(found[1])


def _cleaned(lines: Iterable[str], rules: Rules) -> list[str]:
    """Return lines without brackets and quotes, in which each arrow is a colon with no space beside it."""
    own, around = set("".join(() if rules.alphabet is None else rules.alphabet.symbols)), set("()[]\"'")
    if not own & around:
        lines = (_QUOTE.sub("", _BRACKETS.sub(r" \1 ", x)) if around & set(x) else x for x in lines)
    lines = (" ".join(line.split()) for line in lines)
    lines = (_ARROW.sub(":", line) if set(line) & set(">=") else line for line in lines)
    cleaned = (line.replace(" :", ":").replace(": ", ":").strip(" ,;") for line in lines)
    return [line for line in cleaned if line]


def _with_colons(lines: Sequence[str], alone: _Rows | None) -> list[RowText] | None:
    """Split rows such as ``1122:B`` that have no space in them; None if a word is something else."""
    words = [word for line in lines for word in line.split()]
    rows: list[RowText] = []
    for place, word in enumerate(words, 1):
        guess, colon, feedback = word.partition(":")
        whole = bool(guess and feedback) and ":" not in feedback
        single = place == len(words) and not colon and alone is not None and alone.is_guess(word)
        if not (whole or single) or (whole and guess.isdecimal() and len(guess) < 3 < len(feedback)):
            return None
        rows.append((guess, feedback.strip(",;")))
    return rows


def _message(rows: _Rows, lines: Sequence[str], rules: Rules) -> str:
    line = next(
        (one for one in lines if rows.split([one], numbered=False, last_alone=False) is None), lines[0]
    )
    shown = f"row {line if len(line) <= _LONGEST_SHOWN else line[: _LONGEST_SHOWN - 3] + '...'!r}"
    if rows.ways:
        first, second = (" ".join(f"{guess}:{told}" for guess, told in way) for way in rows.ways[:2])
        return f"{shown} can be read as {first} or as {second}: put : between guess and feedback"
    if not set(line) & set("0123456789") and rules.is_feedback(line):
        return f"{shown} is feedback without a guess; expected GUESS:FEEDBACK such as {rules.example_row}"
    words = line.split()
    wrong = [place for place, word in enumerate(words) if not _ROW.fullmatch(word)]
    if len(words) > 1 and len(wrong) == 1:
        (place,) = wrong
        shown = f"row {place + 1}: {words[place]!r}"
    other = f", with - for no hit, or {rules.example} 1 1" if rules.tells in ("hits", "black") else ""
    return f"{shown}: expected GUESS:FEEDBACK such as {rules.example_row}{other}"


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
            words = _Words(line, self)
            ways = self._ways(words, numbered=numbered, last_alone=last_alone and number == len(lines))
            if len(ways) != 1:
                self.ways = ways or self.ways
                return None
            found += ways[0]
        return found

    def _ways(self, words: _Words, *, numbered: bool, last_alone: bool) -> list[tuple[RowText, ...]]:
        """Return the ways to split words into rows, two at most."""
        tokens = words.tokens
        rows: dict[int, list[tuple[RowText, int]]] = {}
        reached = {0}
        for start in range(len(tokens)):
            begun = start if start in reached else None
            if begun is not None and numbered:
                begun = self._after_number(tokens, start)
            rows[start] = [] if begun is None else list(self._rows_at(words, begun, last_alone))
            reached |= {after for _, after in rows[start]}
        ways: dict[int, list[tuple[RowText, ...]]] = {len(tokens): [()]}
        for start in range(len(tokens) - 1, -1, -1):
            found: list[tuple[RowText, ...]] = []
            for row, after in rows[start]:
                found += [(row, *others) for others in ways[after]]
                if len(found) > 1:
                    break
            ways[start] = found[:2]
        return ways[0]

    def _after_number(self, tokens: list[str], start: int) -> int | None:
        """Return the place after the number of a row, and the colon that may follow it.

        What may be a guess is no number: the row ``1122:1344:B`` lacks a word.
        """
        place = start
        while place < min(start + 2, len(tokens)) and _NUMBER.fullmatch(tokens[place].lower()):
            if self.rules.pegs > 1 and tokens[place].isdecimal() and self.is_guess(tokens[place]):
                break
            place += 1
            if tokens[place - 1][-1:] in ".)0123456789":
                break
        if place == start:
            return None
        return place + 1 if tokens[place : place + 1] == [":"] else place

    def _rows_at(self, words: _Words, start: int, last_alone: bool) -> Iterator[tuple[RowText, int]]:
        """Return the rows that may begin at a word, each with the place after it."""
        tokens = words.tokens
        for end in words.guess_ends(start):
            guess = " ".join(tokens[start:end])
            if end == len(tokens) and last_alone:
                yield (guess, ""), end
            begin = end + (tokens[end : end + 1] == [":"])
            for stop in words.feedback_ends(begin):
                feedback = " ".join(tokens[begin:stop])
                if self.rules.is_feedback(feedback):
                    yield (guess, feedback), stop
            yield from self._after_dash(words, guess, begin)

    def _after_dash(self, words: _Words, guess: str, dash: int) -> Iterator[tuple[RowText, int]]:
        """Return rows with a dash between guess and feedback, as ``1122 - 1B``."""
        if words.tokens[dash : dash + 1] != ["-"]:
            return
        for stop in words.feedback_ends(dash + 1):
            feedback = " ".join(words.tokens[dash + 1 : stop])
            # What follows a dash may be the next guess, such as 1344 B, if it is no number of hits.
            few = all(int(number) <= self.rules.pegs for number in re.findall(r"\d{1,9}", feedback))
            if few and self.rules.is_feedback(feedback):
                yield (guess, feedback), stop

    def is_guess(self, text: str) -> bool:
        """Tell whether a text may be a guess."""
        words = self.rules.words(text)
        return len(words) == self.rules.pegs and all(map(self.is_color, set(words)))

    def is_color(self, word: str) -> bool:
        """Tell whether a word may be a color."""
        if word.isdecimal():
            return len(word) <= len(str(self.rules.colors))
        return is_symbol(word) or word.casefold() in self._own


class _Words:
    """The words of a line, and where guesses and feedback among them can end, found without trying each."""

    def __init__(self, line: str, rows: _Rows) -> None:
        self.tokens = _TOKEN.findall(line)
        self._rows = rows
        self._pegs = pegs = rows.rules.pegs
        # No guess goes past a colon: it counts for more words than a guess has.
        words = [pegs + 1 if word == ":" else len(_WORD.findall(word)) for word in self.tokens]
        self._words = [0, *accumulate(words)]
        self._symbols = [0, *accumulate(pegs + 1 if word == ":" else len(word) for word in self.tokens)]
        self._colors = [
            0,
            *accumulate(
                n == 1 and rows.is_color(word.strip("-_")) for n, word in zip(words, self.tokens, strict=True)
            ),
        ]

    def guess_ends(self, start: int) -> list[int]:
        """Return the places where a guess that begins here can end."""
        if start >= len(self.tokens):
            return []
        last = min(start + self._pegs, len(self.tokens))
        ends = set()
        for sums in (self._words, self._symbols):
            end = bisect_left(sums, sums[start] + self._pegs, start + 1, last + 1)  # no dash after the guess
            if end <= last and sums[end] == sums[start] + self._pegs:
                ends.add(end)
        return [end for end in sorted(ends) if self._is_guess(start, end)]

    def _is_guess(self, start: int, end: int) -> bool:
        if end - start == self._pegs and not self._rows.rules.has_blanks:
            return self._colors[end] - self._colors[start] == self._pegs
        return self._rows.is_guess(" ".join(self.tokens[start:end]))

    def feedback_ends(self, begin: int) -> Iterator[int]:
        """Return the places where feedback that begins here can end: it has two numbers at most."""
        numbers = 0
        for place, word in enumerate(self.tokens[begin : begin + _LONGEST_FEEDBACK], begin):
            numbers += word[0].isdecimal()
            if word == ":" or numbers > 2:
                return
            yield place + 1
