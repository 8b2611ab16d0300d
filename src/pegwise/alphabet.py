"""Alphabets: the symbols that one game writes its colors with, and how a game's alphabet is decided.

Numbers, letters (A is 1), initials of color names (R is red), color names, numbers from 0, or symbols of the
player's own. The codes of one game are in one alphabet; numbers may stand beside letters, initials or names.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pegwise.errors import CodeError, NotationError
from pegwise.late_pattern import late_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

COLOR_NAMES = (
    *("red", "blue", "green", "yellow", "orange", "purple", "sky", "pink", "brown", "white"),
    *("black", "gray"),
)
"""The names of colors 1, 2, 3, ...; further colors have a number only."""
_INITIALS = dict(zip(COLOR_NAMES, "RBGYOPSINWKA", strict=True))
_MORE = {
    "cyan": "C",
    "magenta": "M",
    "teal": "T",
    "violet": "V",
    "lime": "L",
    "turquoise": "",
    "indigo": "",
    **dict.fromkeys(("gold", "silver", "navy", "maroon", "olive", "tan", "beige", "rose"), ""),
}
"""Names that people use for colors beside :data:`COLOR_NAMES`, with their initials."""
_ALIASES = {"grey": "gray"}
_OTHER_SPELLING = {**_ALIASES, **{name: spelled for spelled, name in _ALIASES.items()}}
_NAMES = (*COLOR_NAMES, *_MORE)
_OF_INITIAL = {initial: name for name, initial in {**_INITIALS, **_MORE}.items() if initial}
_ONLY_ITS_OWN = "A"
"""An initial that means its color only in games that have this color: elsewhere A is the first letter."""

HOLE = "."
"""The symbol of an empty hole, in games that allow them."""
_SEPARATORS = late_pattern(r"[\s,;_-]+")


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The symbols of a game's colors.

    Attributes:
        kind: ``numbers``, ``numbers from 0``, ``letters``, ``initials``, ``names``, ``symbols``, or ``words``
            for the symbols of listed codes, which belong to the rules.
        symbols: The symbol of each color, the first one for color 1. Empty for numbers from 1, which need no
            list.
    """

    kind: str
    symbols: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Say it as an answer shows it: ``initials R B G Y O P``."""
        kind = "numbers" if self.kind == "numbers from 0" else self.kind
        hole = f", {HOLE} for an empty hole" if self.has_hole else ""
        return f"{kind} {self.shown}{hole}".replace(" ,", ",")

    @property
    def shown(self) -> str:
        """The symbols in words, without the empty hole."""
        named = self.symbols[:-1] if self.has_hole else self.symbols
        if self.kind in ("letters", "numbers", "numbers from 0") and len(named) > 1:
            return f"{named[0]} to {named[-1]}"
        return " ".join(named)

    @property
    def setting(self) -> str:
        """The alphabet as :func:`parse_alphabet` reads it, one word."""
        return ",".join(symbol for symbol in self.symbols if symbol != HOLE) or self.kind

    @property
    def between(self) -> str:
        """What stands between two symbols of a code."""
        return "-" if any(len(symbol) > 1 for symbol in self.symbols) else ""

    @property
    def has_hole(self) -> bool:
        """True if the last color is an empty hole."""
        return self.symbols[-1:] == (HOLE,)

    def with_hole(self, colors: int) -> Alphabet:
        """Return the alphabet with an empty hole as one more color, after this many."""
        return replace(self, symbols=(*(self.symbols or _numbers(colors)), HOLE))

    def color(self, word: str) -> int:
        """Return the color that a word of a code means, from 1; 0 if it means none."""
        return _lookup(self.symbols).get(word) or _lookup(self.symbols).get(word.casefold(), 0)


NUMBERS = Alphabet("numbers")
"""Numbers from 1; with ten colors 0 is the tenth."""


@lru_cache(maxsize=64)
def _lookup(symbols: tuple[str, ...]) -> Mapping[str, int]:
    """Return the number of each symbol, also in the other case where that means nothing else."""
    exact = {symbol: number for number, symbol in enumerate(symbols, 1)}
    folded: dict[str, int] = {}
    for number, symbol in enumerate(symbols, 1):
        for other in {symbol.casefold(), _OTHER_SPELLING.get(symbol, symbol.casefold())}:
            folded[other] = 0 if folded.get(other, number) != number else number
    return {**{word: number for word, number in folded.items() if number}, **exact}


def _numbers(colors: int) -> tuple[str, ...]:
    """Return the numbers of colors as codes write them: 0 is the tenth of ten."""
    return tuple("0" if color == colors == 10 else str(color) for color in range(1, colors + 1))


def code_words(text: str, pegs: int, *, single: bool) -> list[str]:
    """Split the text of a code, such as ``1-12-3``, ``red blue`` or ``ABCDE FGHIJ``, into a word a peg.

    If the text has another number of pegs, into as many words as it seems to have. With ``single``, each
    color is a single character, so that digits may stand in groups.

    Example:
        >>> code_words("AABB", 4, single=True), code_words("1-12-3", 3, single=False)
        (['A', 'A', 'B', 'B'], ['1', '12', '3'])
    """
    words = [word for word in _SEPARATORS.split(text) if word]
    if len(words) == 1:
        alone = pegs == 1 and (words[0].isdecimal() or _name(words[0]) is not None)
        return words if alone else list(words[0])
    lengths = {len(word) for word in words[:-1]}
    alike = len(lengths) == 1 and 1 <= len(words[-1]) <= max(lengths)
    together = "".join(words)
    groups = alike and (single or together.isalpha()) and len(words) < pegs == len(together)
    return list(together) if groups else words


def _name(word: str) -> str | None:
    """Return the color name that a word is, spelled as in the tables; None if it is none."""
    lowered = word.lower()
    return lowered if lowered in _NAMES or lowered in _ALIASES else None


def is_symbol(word: str) -> bool:
    """Tell whether a word may be a color in some alphabet."""
    return word == HOLE or word.isdecimal() or _is_letter(word) or _name(word) is not None


def _is_letter(word: str) -> bool:
    return len(word) == 1 and word.isascii() and word.isalpha()


def parse_alphabet(text: str, colors: int) -> Alphabet:
    """Read an alphabet as people name it; an empty hole is not counted among its colors.

    The text is ``numbers``, ``letters``, ``initials``, ``names``, ``0-5``, a symbol for each color in a run
    such as ``RGBYWK``, or words with commas between them such as ``red,green,cyan``.

    Example:
        >>> str(parse_alphabet("RGBYWK", 6)), str(parse_alphabet("letters", 6))
        ('initials R G B Y W K', 'letters A to F')
    """
    word = text.strip()
    known = _by_kind(word.lower(), colors)
    if known is not None:
        return known
    symbols = [part for part in word.split(",") if part] if "," in word else list(word)
    if len(symbols) != colors:
        raise NotationError(
            f"colors {text!r}: {len(symbols)} symbols for {colors} colors; expected one for each, such as "
            f"RGBYWK, or letters, initials, names, numbers or 0-{colors - 1}"
        )
    for symbol in symbols:
        if _SEPARATORS.search(symbol) or set(symbol) & set(f":#={HOLE}"):
            raise NotationError(f"colors {text!r}: {symbol!r} cannot be the symbol of a color")
    if len({symbol.casefold() for symbol in symbols}) < colors and len(set(symbols)) < colors:
        raise NotationError(f"colors {text!r}: each color needs a symbol of its own")
    return _named_kind(tuple(symbols), colors)


def _by_kind(word: str, colors: int) -> Alphabet | None:
    if word in ("numbers", "digits"):
        return NUMBERS
    if word == f"0-{colors - 1}":
        return _from_zero(colors)
    if word == "letters":
        return _letters(colors)
    if word == "initials" and colors <= len(COLOR_NAMES):
        return _initials(colors, ())
    return _named(colors, ()) if word == "names" else None


def _named_kind(symbols: tuple[str, ...], colors: int) -> Alphabet:
    """Return symbols as the alphabet that has them, or as symbols of the player's own."""
    if symbols == _numbers(colors):
        return NUMBERS
    for known in (_from_zero(colors), _letters(colors)):
        if known.symbols == symbols:
            return known
    if all(_OF_INITIAL.get(symbol) for symbol in symbols):
        return Alphabet("initials", symbols)
    if all(_name(symbol) or symbol.isdecimal() for symbol in symbols):
        return Alphabet("names", tuple(symbol.lower() for symbol in symbols))
    return Alphabet("symbols", symbols)


def _from_zero(colors: int) -> Alphabet:
    return Alphabet("numbers from 0", tuple(map(str, range(colors))))


def _letters(colors: int) -> Alphabet:
    return Alphabet(
        "letters", tuple(chr(ord("A") + color) if color < 26 else str(color + 1) for color in range(colors))
    )


def _initials(colors: int, used: Iterable[str]) -> Alphabet:
    spelled = {**_INITIALS, **_MORE}
    return Alphabet("initials", tuple(spelled[name] for name in _palette(colors, used)))


def _named(colors: int, used: Iterable[str]) -> Alphabet:
    return Alphabet("names", _palette(colors, used))


def _palette(colors: int, used: Iterable[str]) -> tuple[str, ...]:
    """Return names for so many colors, those in use among them.

    Colors keep their numbers in :data:`COLOR_NAMES`. Another name in use takes the number of the last name
    that is not in use; so white and black take the numbers of orange and purple in 4x6, which makes the pegs
    of the original game.
    """
    wanted = set(used)
    wanted -= {spelled for spelled, name in _ALIASES.items() if name in wanted}
    names: list[str] = [*_NAMES[:colors], *map(str, range(len(_NAMES) + 1, colors + 1))]
    for spelled, name in _ALIASES.items():
        if spelled in wanted and name in names:
            names[names.index(name)] = spelled
    others = [name for name in (*_NAMES, *_ALIASES) if name in wanted and name not in names]
    free = [place for place, name in enumerate(names) if name not in wanted]
    for name, place in zip(others, sorted(free[len(free) - len(others) :]), strict=False):
        names[place] = name
    return tuple(names)


class _Symbols(NamedTuple):
    """The different words of a game's codes, by what they can be."""

    numbers: frozenset[int]
    letters: frozenset[str]
    names: frozenset[str]

    @classmethod
    def of(cls, words: Iterable[str]) -> _Symbols:
        found = set(words)
        names = {name for word in found if (name := _name(word)) is not None}
        return cls(
            frozenset(int(word) for word in found if word.isdecimal() and len(word) <= 9),
            frozenset(word.upper() for word in found if _is_letter(word)),
            frozenset(name for name in names if _ALIASES.get(name) not in names),
        )


def decide_alphabet(codes: Iterable[Sequence[str]], colors: int, *, settled: bool = False) -> Alphabet:
    """Decide which alphabet the codes of one game are in; a word that it lacks is none of any alphabet.

    The codes are split into words as :func:`code_words` does; an empty hole is not counted among the colors.
    With ``settled``, other codes of the game are numbers from 1 already. Codes that can be read in two
    alphabets, are in two that contradict each other, or have more colors than the game are refused.

    Example:
        >>> str(decide_alphabet([list("RRGB"), list("1122")], 6))
        'initials R B G Y O P'
    """
    said = _Symbols.of([*(word for code in codes for word in code), *(["1"] * settled)])
    zero = 0 in said.numbers and colors != 10
    worded = sorted(said.letters) or sorted(said.names)
    if zero and worded:
        raise NotationError(
            f"0 is a color in one code and {', '.join(worded)} in another: colors are counted from 0, or "
            "written as letters or names, not both"
        )
    if worded:
        return _worded(said, colors)
    if not zero or settled:
        return NUMBERS
    if colors in said.numbers:
        raise NotationError(
            f"0 and {colors} are both colors here: {colors} colors are counted from 0 to {colors - 1}, "
            f"or from 1 to {colors}"
        )
    return _from_zero(colors)


def _worded(said: _Symbols, colors: int) -> Alphabet:
    """Decide among letters, initials and names."""
    letters = not said.names and _fit(said.letters, colors)
    base, extra = _as_initials(said, colors)
    if base is not None and letters:
        if all(base.color(letter) == ord(letter) - ord("A") + 1 for letter in said.letters):
            return _letters(colors)
        raise NotationError(
            f"{' '.join(sorted(said.letters))}: these can be letters, A to {_letters(colors).symbols[-1]}, "
            f"or initials of colors, {' '.join(base.symbols)}; say colors=letters or colors=initials after "
            "the rules"
        )
    if letters:
        return _letters(colors)
    found = base or extra
    if found is not None:
        return found
    if said.names and said.letters:
        raise NotationError(
            f"{', '.join(sorted(said.letters))} and {', '.join(sorted(said.names))}: one game has one way to "
            "write its colors, letters from A or names"
        )
    return _letters(colors) if "A" in said.letters else NUMBERS


def _fit(letters: Iterable[str], colors: int) -> bool:
    return all(ord(letter) - ord("A") < colors for letter in letters)


def _as_initials(said: _Symbols, colors: int) -> tuple[Alphabet | None, Alphabet | None]:
    """Return the palette of the usual colors if it has all that are used; else one with others in it."""
    known = {letter: _OF_INITIAL.get(letter) for letter in said.letters}
    if not all(known.values()) or (said.letters and not said.names and colors > len(COLOR_NAMES)):
        return None, None
    used = {*said.names, *(name for name in known.values() if name)}
    if len({_ALIASES.get(name, name) for name in used}) > colors:
        if not said.names and (_ONLY_ITS_OWN in said.letters or _fit(said.letters, colors)):
            return None, None
        raise CodeError(f"{len(used)} different colors ({', '.join(sorted(used))}) in a game with {colors}")
    usual = {_ALIASES.get(name, name) for name in used} <= set(COLOR_NAMES[:colors])
    if not usual and (_ONLY_ITS_OWN in said.letters or said.numbers):
        return None, None
    made = _named(colors, used) if said.names else _initials(colors, used)
    return (made, None) if usual else (None, made)


def peg_color(word: str, alphabet: Alphabet, colors: int) -> int:
    """Return the color that a word means in an alphabet, from 1; 0 if it means none.

    Numbers may stand beside letters, initials and names. A color past the last one is returned as it is.
    """
    found = alphabet.color(word)
    if found or alphabet.kind in ("numbers from 0", "symbols", "words"):
        return found
    if word.isdecimal() and len(word) <= 9:
        number = 10 if word == "0" and colors == 10 else int(word)
        return 0 if alphabet.has_hole and number > colors else number
    if alphabet.kind == "names" and len(word) == 1:
        return alphabet.color(_OF_INITIAL.get(word.upper(), word))
    if alphabet.kind == "initials" and (name := _name(word)) is not None:
        return alphabet.color({**_INITIALS, **_MORE}.get(_ALIASES.get(name, name)) or word)
    return 0
