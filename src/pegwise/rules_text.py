"""Reads and writes rules as text: ``4x6-black``, names such as ``logik``, and the names of files of rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pegwise.alphabet import NUMBERS, parse_alphabet
from pegwise.errors import NotationError, PegwiseError, RulesError
from pegwise.late_pattern import late_pattern
from pegwise.normalized_text import plain_text
from pegwise.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.listed_rules import ListedRules
    from pegwise.rules import Row

RULES_NAMES = {"mastermind": Rules(4, 6), "bulls-and-cows": Rules(4, 10, repeats=False), "logik": Rules(5, 8)}
"""The rules that have a name, which are ``mastermind``, ``bulls-and-cows`` and ``logik``."""

_RULES = late_pattern(r"(\d{1,9})x(\d{1,9})((?:-\w+)*)")
_OPTIONS = ("distinct", "black", "blanks", "any", "holes", "total", "marks")
_OF_LISTS = frozenset(("any", "holes", "total", "marks"))
"""What rules say after pegs and colors; the last ones make rules of which guesses and secrets are listed."""
_MOST_SYMBOLS = 1000
"""Colors that a game with empty holes may have: each of them is a symbol of its own."""


RulesLike = Rules | str
"""Rules: :class:`Rules`, or their text, such as ``4x6`` or ``bulls-and-cows``."""


def parse_rules(text: RulesLike) -> Rules:
    """Read rules from text.

    Args:
        text: ``4x6`` for 4 pegs and 6 colors, ``4x10-distinct`` if no color may repeat, ``4x6-black`` if only
            black hits are told, ``4x6-blanks`` if holes may stay empty, or a name of :data:`RULES_NAMES`.
            Further options: ``4x10-distinct-any`` if guesses may repeat colors though the secret does not,
            ``4x6-holes`` if guesses may leave pegs empty, ``4x6-total`` if only the number of all hits is
            told, ``4x6-marks`` if each peg is told.
            ``colors=`` may follow, with the symbols of the colors: ``4x6 colors=RGBYWK``, or ``letters``,
            ``initials``, ``names`` or ``0-5``. Rules are returned as they are.

    Returns:
        The rules.

    Raises:
        NotationError: If the text does not name rules.
        RulesError: If no game can have these rules.

    Example:
        >>> import pegwise
        >>> pegwise.parse_rules("bulls-and-cows")
        Rules(pegs=4, colors=10, repeats=False, whites=True)
        >>> str(pegwise.parse_rules("4x6 colors=RGBYWK").code("RGBW"))
        'RGBW'
    """
    if isinstance(text, Rules):
        return text
    if not isinstance(text, str):
        raise NotationError(f"{text!r} is no rules: expected Rules, or text such as 4x6")
    return _read(plain_text(text), text)


def _read(plain: str, text: str) -> Rules:
    """Read rules in plain characters; an error shows the text as it was written."""
    if plain.strip() in _known:
        return _known[plain.strip()]
    word, *settings = plain.split() or [""]
    found = _rules_of(word.lower(), text)
    for setting in settings:
        key, equals, value = setting.partition("=")
        if key.lower() != "colors" or not equals:
            raise NotationError(
                f"rules {text!r}: {setting!r} is not understood; colors=SYMBOLS may follow the rules"
            )
        alphabet = parse_alphabet(value, found.named_colors)
        found = replace(
            found, alphabet=alphabet.with_hole(found.named_colors) if found.has_blanks else alphabet
        )
    return found


def _rules_of(word: str, text: str) -> Rules:
    if word in RULES_NAMES:
        return RULES_NAMES[word]
    match = _RULES.fullmatch(word)
    if match is None:
        names = ", ".join(RULES_NAMES)
        raise NotationError(
            f"rules {text!r}: expected PEGSxCOLORS such as 4x6, with options such as -distinct at will, "
            f"or {names}"
        )
    words = match[3].split("-")[1:]
    for option in words:
        if option not in _OPTIONS:
            *others, last = (f"-{each}" for each in _OPTIONS)
            raise NotationError(
                f"rules {text!r}: {option!r} is not an option; there are {', '.join(others)} and {last}"
            )
    if len(set(words)) < len(words):
        raise NotationError(f"rules {text!r}: an option is given twice")
    pegs, colors, blanks = int(match[1]), int(match[2]), "blanks" in words
    if blanks and not 1 <= colors <= _MOST_SYMBOLS:
        raise RulesError(
            f"rules {text!r}: a game with empty holes has from 1 to {_MOST_SYMBOLS} colors besides"
        )
    try:
        found = Rules(pegs, colors + blanks, "distinct" not in words, "black" not in words)
    except RulesError as error:
        raise RulesError(f"rules {text!r}: {error}") from None
    found = replace(found, alphabet=NUMBERS.with_hole(colors)) if blanks else found
    others = [option for option in _OPTIONS if option in words and option in _OF_LISTS]
    if not others:
        return found
    if blanks:
        raise RulesError(f"rules {text!r}: -blanks and -{others[0]} do not go together")
    from pegwise.listed_rules_factory import variant  # games of the family need none of it

    return variant(found, frozenset(others), "-".join([str(found), *others]))


_known: dict[str, ListedRules] = {}
"""The rules that were read from files in this process, by name in plain characters."""


def names_of_files() -> frozenset[str]:
    """Return the names of rules that were read from files in this process."""
    return frozenset(map(str, _known.values()))


def remember(rules: ListedRules) -> ListedRules:
    """Let the name of rules stand for them from now on, in this process; return them."""
    _known[plain_text(str(rules))] = rules
    return rules


def is_rules(word: str) -> bool:
    """Tell whether a word is meant as rules rather than as a code.

    Example:
        >>> is_rules("4x6"), is_rules("logik"), is_rules("1122")
        (True, True, False)
    """
    return _is_named(plain_text(word).strip())


def _is_named(word: str) -> bool:
    return word in _known or word.lower() in RULES_NAMES or _RULES.fullmatch(word.lower()) is not None


def leading_rules(text: RulesLike) -> tuple[Rules, str]:
    """Return the rules that a text begins with, and the rows after them; 4x6 if the text begins with a row.

    Example:
        >>> leading_rules("3x4 112:B"), leading_rules("1122:B")[1]
        ((Rules(pegs=3, colors=4, repeats=True, whites=True), '112:B'), '1122:B')
    """
    if not isinstance(text, str):
        return parse_rules(text), ""
    plain = plain_text(text)
    words = plain.split(maxsplit=1)
    if not words or not _is_named(words[0]):
        is_row = len(words) > 1 or ":" in plain
        return (RULES_NAMES["mastermind"], text) if is_row else (_read(plain, text), "")
    rest = words[1:]
    while rest and rest[0].lower().startswith("colors="):
        setting, *rest = rest[0].split(maxsplit=1)
        words[0] += f" {setting}"
    return _read(words[0], words[0]), "".join(rest)


def rules_name(rules: Rules, rows: Sequence[Row] = ()) -> str:
    """Write rules as text, with their alphabet where the rows that follow do not decide it.

    Example:
        >>> from pegwise.notation import read_history
        >>> rules, rows = read_history("BBGG:B", Rules(4, 8), ["RRGB"])
        >>> rules_name(rules, rows)
        '4x8 colors=R,B,G,Y,O,P,S,I'
        >>> rules_name(Rules(4, 6))
        '4x6'
    """
    if rules.colors_told is None:
        return str(rules)
    undecided = parse_rules(str(rules))
    try:
        decided = undecided.deciding(str(row.guess) for row in rows)
    except PegwiseError:
        decided = undecided
    known = decided.alphabet == rules.alphabet
    return str(rules) if known or rules.alphabet is None else f"{rules} colors={rules.alphabet.setting}"
