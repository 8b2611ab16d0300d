"""Text to codes, feedback, rows and rules, and back. Whatever is written here reads back the same."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from pegwise.codes import Code, Feedback, Row, told
from pegwise.errors import NotationError, RulesError
from pegwise.rules import Rules
from pegwise.spelling import COLOR_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pegwise.codes import CodeLike, FeedbackLike, HistoryLike, RowLike

__all__ = [
    "COLOR_NAMES",
    "RULES_NAMES",
    "RulesLike",
    "all_digits",
    "code_name",
    "feedback_name",
    "history_name",
    "number_name",
    "parse_code",
    "parse_codes",
    "parse_feedback",
    "parse_history",
    "parse_line",
    "parse_row",
    "parse_rules",
]

RULES_NAMES = {
    "mastermind": Rules(4, 6),
    "bulls-and-cows": Rules(4, 10, repeats=False),
    "logik": Rules(5, 8),
}
"""Games known by name."""

_RULES = re.compile(r"(\d{1,9})x(\d{1,9})((?:-\w+)*)")


RulesLike = Rules | str
"""Rules, or their text."""


def parse_rules(text: RulesLike) -> Rules:
    """Read rules from ``4x6``, ``4x10-distinct``, ``4x6-black`` or a name of :data:`RULES_NAMES`.

    Rules pass unchanged. Raises :class:`~pegwise.errors.NotationError` for what names no rules and
    :class:`~pegwise.errors.RulesError` for rules that no game can have.

    >>> parse_rules("bulls-and-cows")
    Rules(pegs=4, colors=10, repeats=False, whites=True)
    """
    if isinstance(text, Rules):
        return text
    if not isinstance(text, str):
        raise NotationError(f"{text!r} is no rules: expected Rules, or text such as 4x6")
    word = text.strip().lower().replace("×", "x")
    if word in RULES_NAMES:
        return RULES_NAMES[word]
    match = _RULES.fullmatch(word)
    if match is None:
        names = ", ".join(RULES_NAMES)
        raise NotationError(
            f"rules {text!r}: expected PEGSxCOLORS such as 4x6, with -distinct or -black at will, or {names}"
        )
    words = match[3].split("-")[1:]
    for option in words:
        if option not in ("distinct", "black"):
            raise NotationError(
                f"rules {text!r}: {option!r} is not an option; there are -distinct and -black"
            )
    try:
        return Rules(int(match[1]), int(match[2]), "distinct" not in words, "black" not in words)
    except RulesError as error:
        raise RulesError(f"rules {text!r}: {error}") from None


def parse_code(text: CodeLike, rules: RulesLike) -> Code:
    """Read a code from digits (``1122``), numbers (``1-12-3``), letters (``AABB``) or color names.

    With ten colors the digit 0 stands for the tenth, so that Bulls and Cows can be typed as usual. Digits and
    letters may stand in groups (``11122 34455``, ``ABCDE-FGHIJ``). A code, or its colors as numbers, is
    checked. Raises :class:`~pegwise.errors.NotationError` or :class:`~pegwise.errors.CodeError`.

    >>> parse_code("AABB", "4x6") == parse_code("red-red-blue-blue", "4x6") == parse_code("1122", "4x6")
    True
    >>> str(parse_code("ABCDE FGHIJ", "10x20"))
    '1-2-3-4-5-6-7-8-9-10'
    """
    return parse_rules(rules).code(text)


def parse_codes(text: Iterable[CodeLike] | str, rules: RulesLike) -> list[Code]:
    """Read codes from words such as ``1122 1344``, or one by one. Raises what :func:`parse_code` raises.

    >>> parse_codes("1122 1344", "4x6") == parse_codes(["1122", (1, 3, 4, 4)], "4x6")
    True
    """
    game = parse_rules(rules)
    return [game.code(code) for code in (text.split() if isinstance(text, str) else text)]


def code_name(code: CodeLike, *, style: str = "digits") -> str:
    """Write a code as ``digits`` (``1122``), ``letters`` (``AABB``) or ``names`` (``red-red-blue-blue``).

    Raises :class:`~pegwise.errors.NotationError` for another style, and where a color has no letter or name.

    >>> code_name("1122", style="names")
    'red-red-blue-blue'
    """
    code = code if isinstance(code, Code) else Code(code)
    if style == "digits":
        return str(code)
    if style == "letters" and max(code) <= 26:
        return "".join(chr(ord("A") + color - 1) for color in code)
    if style == "names" and max(code) <= len(COLOR_NAMES):
        return "-".join(COLOR_NAMES[color - 1] for color in code)
    raise NotationError(f"code {code}: color {max(code)} cannot be written as {style!r}")


def parse_feedback(text: FeedbackLike, rules: RulesLike) -> Feedback:
    """Read feedback from ``BWW``, ``1,2``, ``1B2W``, ``1A2B`` (Bulls and Cows) or ``-`` for no hit.

    In games that tell black hits only, a bare number will do. Feedback, or its hits as two numbers, is
    checked. Raises :class:`~pegwise.errors.NotationError` for other text and
    :class:`~pegwise.errors.FeedbackError` for feedback that cannot exist.

    >>> parse_feedback("1A2B", "4x6")
    Feedback('BWW')
    """
    return parse_rules(rules).check_feedback(text)


def feedback_name(feedback: FeedbackLike, *, style: str = "letters") -> str:
    """Write feedback as ``letters`` (BWW), ``numbers`` (1,2), ``counts`` (1B2W) or ``bulls`` (1A2B).

    Raises :class:`~pegwise.errors.NotationError` for another style.

    >>> feedback_name("BWW", style="bulls")
    '1A2B'
    """
    feedback = told(feedback)
    black, white = feedback
    styles = {
        "letters": str(feedback),
        "numbers": f"{black},{white}",
        "counts": f"{black}B{white}W",
        "bulls": f"{black}A{white}B",
    }
    if style not in styles:
        raise NotationError(f"feedback style {style!r}: there are {', '.join(styles)}")
    return styles[style]


def parse_row(text: RowLike, rules: RulesLike) -> Row:
    """Read a guess and its feedback from ``1122:B``; a row, or a pair of them, is checked.

    Raises what :func:`parse_code` and :func:`parse_feedback` raise.

    >>> parse_row("AABB:1,0", "4x6")
    Row('1122:B')
    """
    game = parse_rules(rules)
    if isinstance(text, str):
        guess, colon, feedback = text.strip().rpartition(":")
        if not colon:
            raise NotationError(
                f"row {text.strip()!r}: expected GUESS:FEEDBACK such as {game.example}:BW, with - for no hit"
            )
        return Row(game.code(guess), game.check_feedback(feedback))
    if not isinstance(text, tuple) or len(text) != 2:
        raise NotationError(f"row {text!r}: expected a guess and its feedback, or text such as 1122:B")
    return Row(game.code(text[0]), game.check_feedback(text[1]))


def parse_history(text: HistoryLike, rules: RulesLike) -> tuple[Row, ...]:
    """Read rows from ``1122:B 1344:W``, or from rows and such words one by one.

    Raises what :func:`parse_row` raises.

    >>> print(*parse_history("1122:B 1344:W", "4x6"))
    1122:B 1344:W
    """
    game = parse_rules(rules)
    rows: list[Row] = []
    for row in (text,) if isinstance(text, str) else text:
        rows += [parse_row(one, game) for one in (row.split() if isinstance(row, str) else (row,))]
    return tuple(rows)


def parse_line(text: RulesLike) -> tuple[Rules, tuple[Row, ...]]:
    """Read rules, and the rows that may follow them in a text; without rules, rows are of 4x6.

    >>> rules, rows = parse_line("3x4 112:B")
    >>> str(rules), rows
    ('3x4', (Row('112:B'),))
    """
    if not isinstance(text, str) or ":" not in text:
        return parse_rules(text), ()
    words = text.split()
    rules = RULES_NAMES["mastermind"] if ":" in words[0] else parse_rules(words.pop(0))
    return rules, parse_history(words, rules)


def history_name(history: HistoryLike) -> str:
    """Write rows as :func:`parse_history` reads them.

    >>> history_name([Row("1122", "B"), "1344:W"])
    '1122:B 1344:W'
    """
    return " ".join(map(str, history.split() if isinstance(history, str) else history))


def all_digits(number: int) -> str:
    """All digits of a number; Python itself refuses to write more than some thousand.

    >>> all_digits(-1296), len(all_digits(10**5000))
    ('-1296', 5001)
    """
    from decimal import Decimal

    return format(Decimal(number), "f")


def number_name(number: int, digits: int = 20) -> str:
    """A number as text; rounded past ``digits``: a long one nobody reads, and Python may refuse to write it.

    >>> number_name(1296), number_name(100**150), number_name(30**30)
    ('1296', '1.0e+300', '2.1e+44')
    """
    if abs(number) < 10**digits:
        return str(number)
    power = math.floor(math.log10(abs(number)))
    leading = round(10 ** (math.log10(abs(number)) - power), 1)
    if leading == 10:
        leading, power = 1.0, power + 1
    return f"{'-' * (number < 0)}{leading:.1f}e+{power:02}"
