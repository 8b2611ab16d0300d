"""Reads the text of codes and of feedback, in every way to write them, as numbers, without any rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pegwise.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["COLOR_NAMES", "read_colors", "read_hits"]

COLOR_NAMES = (
    *("red", "blue", "green", "yellow", "orange", "purple", "sky", "pink", "brown", "white"),
    *("black", "gray"),
)
"""The names of colors 1, 2, 3, ...; further colors have a number only."""

_SEPARATORS = re.compile(r"[\s,_-]+")


def read_colors(text: str, pegs: int, colors: int, example: str) -> list[int]:
    """Read the colors of a code with so many pegs and colors; the caller checks how many there are.

    Raises:
        NotationError: If a word is not a color; the message has an ``example`` of a code.

    Example:
        >>> read_colors("AABB", 4, 6, "1122"), read_colors("1-12-3", 3, 12, "1-1-2")
        ([1, 1, 2, 2], [1, 12, 3])
    """
    words = [word for word in _SEPARATORS.split(text.strip()) if word]
    if _are_groups(words, pegs, colors):
        words = list("".join(words))
    return [_color(word, place, text, colors, example) for place, word in enumerate(words, 1)]


def _are_groups(words: Sequence[str], pegs: int, colors: int) -> bool:
    """Tell whether each character is a color, in one word or in words of one length.

    The last word may be shorter.
    """
    if len(words) == 1:
        return not (pegs == 1 and (words[0].isdecimal() or words[0].lower() in COLOR_NAMES))
    lengths = {len(word) for word in words[:-1]}
    alike = len(lengths) == 1 and 1 <= len(words[-1]) <= max(lengths)
    single = colors <= 10 or "".join(words).isalpha()
    return alike and single and len(words) < pegs == sum(map(len, words))


def _color(word: str, place: int, text: str, colors: int, example: str) -> int:
    if word.isascii() and word.isdecimal() and len(word) <= 9:
        return 10 if word == "0" and colors == 10 else int(word)
    lowered = word.lower()
    if lowered in COLOR_NAMES:
        return COLOR_NAMES.index(lowered) + 1
    if len(word) == 1 and "a" <= lowered <= "z":
        return ord(lowered) - ord("a") + 1
    raise NotationError(
        f"code {text.strip()!r}: {word!r} at peg {place} is no color; expected {example}, "
        f"letters from A, or color names such as red-blue"
    )


def read_hits(text: str, *, whites: bool) -> tuple[int, int]:
    """Read black and white hits from ``BWW``, ``1,2``, ``1B2W``, ``1A2B`` or ``-``.

    Without ``whites``, a bare number is the number of black hits.

    Raises:
        NotationError: If the text is not feedback.

    Example:
        >>> read_hits("1A2B", whites=True), read_hits("2", whites=False)
        ((1, 2), (2, 0))
    """
    word = text.strip().upper().replace(" ", ",") if "," not in text else re.sub(r"\s", "", text).upper()
    if word in ("-", "0", "NONE"):
        return 0, 0
    if re.fullmatch(r"[BW]+", word):
        return word.count("B"), word.count("W")
    pair = re.fullmatch(r"(\d{1,9}),+(\d{1,9})", word)
    if pair is not None:
        return int(pair[1]), int(pair[2])
    if re.fullmatch(r"\d{1,9}", word) and not whites:
        return int(word), 0
    counted = _counted(re.sub(r",", "", word))
    if counted is not None:
        return counted
    raise NotationError(
        f"feedback {text.strip()!r}: expected black and white hits such as BWW, 1,2, 1B2W or 1A2B, "
        "or - for none"
    )


def _counted(word: str) -> tuple[int, int] | None:
    """``1B2W``, ``2B``, ``2W``, and the Bulls and Cows forms ``1A2B``, ``2A``: in these B means white."""
    match = re.fullmatch(r"(?:(\d{1,9})A)?(?:(\d{1,9})B)?", word) if "A" in word else None
    match = match or re.fullmatch(r"(?:(\d{1,9})B)?(?:(\d{1,9})W)?", word)
    if match is None or not word:
        return None
    return int(match[1] or 0), int(match[2] or 0)
