"""How people write feedback: the notations of black and white hits, and how a game's notation is decided.

``B`` is a black hit beside ``W`` (``1B2W``), but a white one beside ``A`` (``1A2B``) and ``S`` (``1S2B``),
and a black one beside ``C`` (``1B2C``). Within one game one of them holds: what one row settles settles all.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from pegwise.errors import NotationError
from pegwise.late_pattern import late_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

Hits = tuple[int, int]
"""Numbers of black and of white hits."""


_PAIRS = {"counts": ("B", "W"), "bulls": ("A", "B"), "cows": ("B", "C"), "strikes": ("S", "B")}
"""Ways to write hits as two numbers with a letter each: the letters of black and of white hits."""
_NUMBER = r"(\d{1,9})"
_COUNTED = {
    name: late_pattern(rf"(?:{_NUMBER} *{black})?[ ,+]*(?:{_NUMBER} *{white})?", re.IGNORECASE)
    for name, (black, white) in _PAIRS.items()
}
_WORDS = late_pattern(
    rf"(?:{_NUMBER} *(?:black|bull|strike)s?(?: *(?:hit|peg)s?)?)?(?: *(?:,|and|\+)? *)"
    rf"(?:{_NUMBER} *(?:white|cow|ball)s?(?: *(?:hit|peg)s?)?)?",
    re.IGNORECASE,
)
_TWO = late_pattern(rf"{_NUMBER} *[ ,/;-] *{_NUMBER}")
_SIGNED = late_pattern(rf"\+ *{_NUMBER}(?:[ ,]*- *{_NUMBER})?|-{_NUMBER}|- *{_NUMBER}[ ,]*\+ *{_NUMBER}")
_NONE = {"-", "0", "none", "no hit", "no hits", "out"}
_BLACK, _WHITE, _BLANK = "●⬤⚫⬛■", "○◯⚪⬜□", "➖·"
"""Hits as pegs and as squares; the last are holes without a hit, as share cards draw them."""

HIT_STYLES = {
    "letters": ("B", "W"),
    "numbers": ("{0}", ",{1}"),
    **{name: (f"{{0}}{black}", f"{{1}}{white}") for name, (black, white) in _PAIRS.items()},
    "slash": ("{0}", "/{1}"),
    "signed": ("+{0}", "-{1}"),
    "signs": ("+", "-"),
    "pegs": ("●", "○"),
}
"""The styles of feedback by name: signs of a black and of a white hit, or formats of their numbers."""


def write_hits(black: int, white: int, style: str, *, whites: bool = True) -> str:
    """Write hits in a style; without ``whites``, in a game that tells black hits only.

    Raises:
        NotationError: If there is no such style.

    Example:
        >>> write_hits(1, 2, "bulls"), write_hits(16, 0, "counts", whites=False)
        ('1A2B', '16B')
    """
    if style not in HIT_STYLES:
        raise NotationError(f"feedback style {style!r}: there are {', '.join(HIT_STYLES)}")
    first, second = HIT_STYLES[style]
    if "{" in first:
        return (first + second if whites or white else first).format(black, white)
    if style == "signs" and not black:  # minus signs alone could be dashes for no hit
        return f"+0-{white}"
    return first * black + second * white or "-"


def _readings(text: str, *, whites: bool) -> dict[str, Hits]:
    """Return what a text can mean: by notation, or under ``""`` if it means the same in every one."""
    word = " ".join(text.split()).strip(" ,;:.")
    if word and not set(word) - set("BWbw "):
        return {"counts": (word.upper().count("B"), word.upper().count("W"))}
    same = _same_everywhere(word, whites=whites)
    if same is not None:
        return {"": same}
    found = {}
    for name, pattern in _COUNTED.items():
        match = pattern.fullmatch(word)
        if match is not None and (match[1] or match[2]):
            found[name] = int(match[1] or 0), int(match[2] or 0)
    if not whites and any(not white for _, white in found.values()):
        return {name: told for name, told in found.items() if not told[1]}
    return found


def _same_everywhere(word: str, *, whites: bool) -> Hits | None:
    lowered = word.lower()
    if lowered in _NONE:
        return 0, 0
    match = _TWO.fullmatch(word)
    if match is not None:
        return int(match[1]), int(match[2])
    if re.fullmatch(r"\d{1,9}", word):
        return None if whites else (int(word), 0)
    match = _SIGNED.fullmatch(word)
    if match is not None:
        black, white, alone, first_white, then_black = (int(each or 0) for each in match.groups())
        return black + then_black, white + alone + first_white
    if re.fullmatch(r"[+-]+", word):
        return word.count("+"), word.count("-")
    if word and not set(word) - set(_BLACK + _WHITE + _BLANK + " "):
        return sum(map(word.count, _BLACK)), sum(map(word.count, _WHITE))
    match = _WORDS.fullmatch(lowered)
    if match is not None and (match[1] or match[2]):
        return int(match[1] or 0), int(match[2] or 0)
    return None


@lru_cache(maxsize=4096)
def is_hits(text: str, *, whites: bool) -> bool:
    """Tell whether a text is feedback in some notation of games of this kind."""
    return any(whites or not white for _, white in _readings(text, whites=whites).values())


def read_all_hits(texts: Sequence[str], *, whites: bool, bulls: bool, numbered: bool = False) -> list[Hits]:
    """Read the feedback of all rows of one game.

    Args:
        texts: The text of each row's feedback.
        whites: True if white hits are told. Without them a bare number is the number of black hits.
        bulls: True for rules that are played as Bulls and Cows, where ``2B`` alone can mean either hit.
        numbered: True if an error names the row.

    Returns:
        The numbers of black and of white pegs for each row.

    Raises:
        NotationError: If a text is not feedback, can be read in two ways that no row settles, or is in
            another notation than the rest.

    Example:
        >>> read_all_hits(["1A1B", "2B"], whites=True, bulls=True)
        [(1, 1), (0, 2)]
        >>> read_all_hits(["BW", "2B"], whites=True, bulls=True)
        [(1, 1), (2, 0)]
    """
    every = [_readings(text, whites=whites) for text in texts]
    for number, (text, found) in enumerate(zip(texts, every, strict=True), 1):
        if not found:
            row = f"row {number}: " if numbered else ""
            raise NotationError(f"{row}{_unreadable(text, whites=whites)}")
    told = [(text, found) for text, found in zip(texts, every, strict=True) if "" not in found]
    left = set(_PAIRS)
    for text, found in told:
        if not left & set(found):
            raise NotationError(_contradiction(text, told))
        left &= set(found)
    name = next(name for name in _PAIRS if name in left)
    for text, found in told:
        if bulls and len({found[each] for each in left}) > 1:
            raise NotationError(_two_ways(text, {found[each] for each in left}))
    _check_lone_minus(texts)
    return [found.get("", found.get(name, (0, 0))) for found in every]


def _unreadable(text: str, *, whites: bool) -> str:
    word = " ".join(text.split())
    if word.isdecimal() and whites:
        if len(word) == 2:
            told = f"{word[0]},{word[1]}"
            return f"feedback {word!r}: black and white hits are two numbers; expected both, such as {told}"
        return (
            f"feedback {word!r}: one number does not tell black hits from white ones; expected both, such as "
            f"{word},0 or 0,{word}"
        )
    return (
        f"feedback {word!r}: expected black and white hits such as BWW, 1,2, 1B2W or 1A2B, or - for none"
        if whites
        else f"feedback {word!r}: expected the number of black hits such as 2, 2B or BB, or - for none"
    )


def _two_ways(text: str, ways: set[Hits]) -> str:
    black, white = max(black for black, _ in ways), max(white for _, white in ways)
    return (
        f"feedback {text.strip()!r} can mean {black} in the right place or {white} elsewhere, and no row "
        f"settles it: write {black}B0W or 0A{white}B"
    )


def _contradiction(text: str, told: Sequence[tuple[str, dict[str, Hits]]]) -> str:
    meant = next(found for one, found in told if one is text)
    other = next((one for one, found in told if not set(found) & set(meant)), told[0][0])
    return (
        f"feedback {other.strip()!r} and {text.strip()!r} are in two notations; "
        "the rows of a game are all in one"
    )


def _check_lone_minus(texts: Sequence[str]) -> None:
    """Refuse ``-`` beside feedback such as ``+--``, and ``--`` without such: white hits or none."""
    plain = [" ".join(text.split()) for text in texts]
    signs = any("+" in word and not word.strip("+-") for word in plain)
    for word in plain:
        if word and not word.strip("-") and (signs if word == "-" else not signs):
            white = len(word)
            beside = "or, beside + and -, one white hit" if white == 1 else f"or {white} white hits"
            raise NotationError(f"feedback {word!r} can be no hit {beside}: write 0 or 0,{white}")
