"""How a game's rules and codes are written if holes may stay empty: ``4x6-blanks``, ``1.22``."""

from __future__ import annotations

import re

from pegwise.errors import NotationError, RulesError
from pegwise.notation import RULES_NAMES, parse_code, parse_rules
from pegwise.rules import Code, Rules

__all__ = [
    "check_board",
    "code_symbols",
    "is_rules",
    "parse_symbols",
    "read_rules",
    "rules_symbols",
    "with_blanks",
]

_RULES = re.compile(r"(\d+)[x×](\d+)((?:-[a-z]+)*)", re.IGNORECASE)
_BLANKS = "-blanks"
_LARGEST = 1000
"""Pegs and colors that the rules of a game may have: no board is larger."""


def with_blanks(rules: Rules) -> Rules:
    """The rules in which a hole may stay empty: one color more. Without repeats one hole may.

    >>> str(with_blanks(Rules(4, 6)))
    '4x7'
    """
    return Rules(rules.pegs, rules.colors + 1, rules.repeats, rules.whites)


def is_rules(word: str) -> bool:
    """Tell whether a word is meant as rules rather than as a code."""
    return _RULES.fullmatch(word) is not None or word.lower() in RULES_NAMES


def read_rules(word: str) -> tuple[Rules, bool]:
    """Rules, and whether their last color is an empty hole.

    Raises what :func:`~pegwise.notation.parse_rules` raises, and
    :class:`~pegwise.errors.NotationError` for more than 1000 pegs or colors.

    >>> read_rules("4x6-distinct-blanks")
    (Rules(pegs=4, colors=7, repeats=False, whites=True), True)
    """
    match = _RULES.fullmatch(word)
    if match is None:
        return parse_rules(word), False
    if max(len(match[1]), len(match[2])) > 4 or max(int(match[1]), int(match[2])) > _LARGEST:
        raise NotationError(_too_large(word))
    blanks = _BLANKS in match[3].lower()
    options = match[3].lower().replace(_BLANKS, "", 1)
    return parse_rules(f"{match[1]}x{int(match[2]) + blanks}{options}"), blanks


def check_board(rules: Rules, blanks: bool) -> None:
    """Raise :class:`~pegwise.errors.RulesError` for rules that :func:`read_rules` refuses for their size."""
    if max(rules.pegs, rules.colors - blanks) > _LARGEST:
        raise RulesError(_too_large(rules_symbols(rules, blanks)))


def _too_large(word: str) -> str:
    return f"rules {word!r}: a game has at most {_LARGEST} pegs and colors"


def rules_symbols(rules: Rules, blanks: bool) -> str:
    """Rules as :func:`read_rules` reads them.

    >>> rules_symbols(Rules(4, 7), blanks=True)
    '4x6-blanks'
    """
    if not blanks:
        return str(rules)
    size, *options = str(rules).split("-")
    pegs, colors = size.split("x")
    return f"{'-'.join([f'{pegs}x{int(colors) - 1}', *options])}{_BLANKS}"


def parse_symbols(text: str, rules: Rules, blanks: bool) -> Code:
    """A code as :func:`~pegwise.notation.parse_code` reads it; with ``blanks``, ``.`` is an empty hole.

    >>> str(parse_symbols("1.22", Rules(4, 7), blanks=True))
    '1722'
    """
    if blanks:
        hole = str(rules.spelled([rules.colors]))
        text = text.replace(".", hole if len(hole) == 1 else f"-{hole}-")
    return parse_code(text, rules)


def code_symbols(code: Code, rules: Rules, blanks: bool) -> str:
    """A code as :func:`parse_symbols` reads it.

    >>> code_symbols(Code((1, 7, 2, 2)), Rules(4, 7), blanks=True)
    '1.22'
    """
    if not blanks:
        return str(rules.spelled(code))
    symbols = ["." if color == rules.colors else str(color) for color in code]
    return ("-" if rules.colors > 10 else "").join(symbols)
