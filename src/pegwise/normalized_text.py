"""Text as people type and paste it, in plain characters: full-width forms, dashes, spaces and digits."""

from __future__ import annotations

_SAME = {
    **dict.fromkeys("‐‑‒–—―−﹣⁃", "-"),
    **dict.fromkeys("→⇒⟶⟹➔➜", ">"),
    **dict.fromkeys("’‘", "'"),
    "×": "x",
    "：": ":",
    "·": "-",
}
_UNSEEN = {"Cf", "Mn"}
"""Kinds of characters that show nothing of their own: joiners, direction marks, variation selectors."""


def plain_text(text: str) -> str:
    """Return the text in the characters of ASCII where it has a counterpart of the same meaning.

    Example:
        >>> plain_text("１１２２：B−W"), plain_text("11\\u00a022")
        ('1122:B-W', '11 22')
    """
    if text.isascii():
        return text
    import unicodedata  # a library of its own, which most text does not need

    return "".join(map(_plain, unicodedata.normalize("NFC", text)))


def _plain(character: str) -> str:
    import unicodedata

    if character.isascii():
        return character
    if character in _SAME:
        return _SAME[character]
    if 0xFF01 <= ord(character) <= 0xFF5E:  # full-width forms of ASCII
        return _SAME.get(character, chr(ord(character) - 0xFEE0))
    kind = unicodedata.category(character)
    if kind == "Nd":
        return str(unicodedata.decimal(character))
    if character.isspace():
        return "\n" if character in "\u0085\u2028\u2029" else " "
    return "" if kind in _UNSEEN else character
