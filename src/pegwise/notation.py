"""Reads and writes codes, feedback, rows and rules as text. Whatever is written here reads back the same."""

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
"""The rules that have a name, which are ``mastermind``, ``bulls-and-cows`` and ``logik``."""

_RULES = re.compile(r"(\d{1,9})x(\d{1,9})((?:-\w+)*)")


RulesLike = Rules | str
"""Rules: :class:`Rules`, or their text, such as ``4x6`` or ``bulls-and-cows``."""


def parse_rules(text: RulesLike) -> Rules:
    """Read rules from text.

    Args:
        text: ``4x6`` for 4 pegs and 6 colors, ``4x10-distinct`` if no color may repeat, ``4x6-black`` if only
            black hits are told, or a name of :data:`RULES_NAMES`. Rules are returned as they are.

    Returns:
        The rules.

    Raises:
        NotationError: If the text does not name rules.
        RulesError: If no game can have these rules.

    Example:
        >>> import pegwise
        >>> pegwise.parse_rules("bulls-and-cows")
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
    """Read a code from text, and check it.

    Args:
        text: Digits (``1122``), numbers (``1-12-3``), letters (``AABB``) or color names
            (``red-red-blue-blue``). With ten colors the digit 0 is the tenth, as usual in Bulls and Cows.
            Digits and letters may be in groups (``11122 34455``, ``ABCDE-FGHIJ``). A code, or its colors as
            numbers, is only checked.
        rules: The rules, or their text.

    Returns:
        The code, which prints as the codes of these rules do.

    Raises:
        NotationError: If the text is not a code.
        CodeError: If the code is outside the rules.

    Example:
        >>> import pegwise
        >>> pegwise.parse_code("AABB", "4x6"), pegwise.parse_code("red-red-blue-blue", "4x6")
        (Code('1122'), Code('1122'))
        >>> str(pegwise.parse_code("ABCDE FGHIJ", "10x20"))
        '1-2-3-4-5-6-7-8-9-10'
    """
    return parse_rules(rules).code(text)


def parse_codes(text: Iterable[CodeLike] | str, rules: RulesLike) -> list[Code]:
    """Read codes from words such as ``1122 1344``, or one by one.

    Raises:
        NotationError: If a text is not a code.
        CodeError: If a code is outside the rules.

    Example:
        >>> parse_codes("1122 1344", "4x6") == parse_codes(["1122", (1, 3, 4, 4)], "4x6")
        True
    """
    game = parse_rules(rules)
    return [game.code(code) for code in (text.split() if isinstance(text, str) else text)]


def code_name(code: CodeLike, *, style: str = "digits") -> str:
    """Write a code as text.

    Args:
        code: The code, its colors, or its text.
        style: ``digits`` (``1122``), ``letters`` (``AABB``) or ``names`` (``red-red-blue-blue``).

    Returns:
        The text, which :func:`parse_code` reads.

    Raises:
        NotationError: If there is no such style, or a color has no letter or no name.

    Example:
        >>> import pegwise
        >>> pegwise.code_name("1122", style="names")
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
    """Read feedback from text, and check it.

    Args:
        text: ``BWW``, ``1,2``, ``1B2W``, ``1A2B`` (Bulls and Cows), or ``-`` for no hit. If the rules tell
            black hits only, a bare number is enough. Feedback, or a pair of its black and white hits, is only
            checked.
        rules: The rules, or their text.

    Returns:
        The feedback.

    Raises:
        NotationError: If the text is not feedback.
        FeedbackError: If these rules can never give this feedback.

    Example:
        >>> import pegwise
        >>> pegwise.parse_feedback("1A2B", "4x6")
        Feedback('BWW')
    """
    return parse_rules(rules).check_feedback(text)


def feedback_name(feedback: FeedbackLike, *, style: str = "letters") -> str:
    """Write feedback as text.

    Args:
        feedback: The feedback, a pair of black and white hits, or its text.
        style: ``letters`` (``BWW``), ``numbers`` (``1,2``), ``counts`` (``1B2W``) or ``bulls`` (``1A2B``).

    Returns:
        The text, which :func:`parse_feedback` reads.

    Raises:
        NotationError: If there is no such style.

    Example:
        >>> import pegwise
        >>> pegwise.feedback_name("BWW", style="bulls")
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
    """Read a row, a guess with its feedback, from text, and check it.

    Args:
        text: Text such as ``1122:B``. A row, or a pair of a guess and its feedback, is only checked.
        rules: The rules, or their text.

    Returns:
        The row.

    Raises:
        NotationError: If the text is not a row.
        CodeError: If the guess is outside the rules.
        FeedbackError: If these rules can never give this feedback.

    Example:
        >>> from pegwise.notation import parse_row
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
    """Read the rows of a history from text, and check them.

    Args:
        text: Text such as ``1122:B 1344:W``, or rows, pairs and such texts one by one.
        rules: The rules, or their text.

    Returns:
        The rows, in the same order.

    Raises:
        NotationError: If a text is not a row.
        CodeError: If a guess is outside the rules.
        FeedbackError: If these rules can never give some feedback.

    Example:
        >>> import pegwise
        >>> print(*pegwise.parse_history("1122:B 1344:W", "4x6"))
        1122:B 1344:W
    """
    game = parse_rules(rules)
    rows: list[Row] = []
    for row in (text,) if isinstance(text, str) else text:
        rows += [parse_row(one, game) for one in (row.split() if isinstance(row, str) else (row,))]
    return tuple(rows)


def parse_line(text: RulesLike) -> tuple[Rules, tuple[Row, ...]]:
    """Read rules, and the rows that may follow them in a text; rows without rules are rows of 4x6.

    Example:
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
    """Write the rows of a history as text.

    Args:
        history: The rows, or their text.

    Returns:
        The text, which :func:`parse_history` reads.

    Example:
        >>> import pegwise
        >>> pegwise.history_name([pegwise.Row("1122", "B"), "1344:W"])
        '1122:B 1344:W'
    """
    return " ".join(map(str, history.split() if isinstance(history, str) else history))


def all_digits(number: int) -> str:
    """Write all digits of a number; Python itself refuses to write more than some thousand.

    >>> all_digits(-1296), len(all_digits(10**5000))
    ('-1296', 5001)
    """
    from decimal import Decimal

    return format(Decimal(number), "f")


def number_name(number: int, digits: int = 20) -> str:
    """Write a number as text, rounded if it has more than ``digits`` digits.

    Nobody reads so many digits, and Python may refuse to write them.

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
