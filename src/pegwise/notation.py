"""Reads and writes codes, feedback and rows as text. Whatever is written here reads back the same."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from pegwise.alphabet import COLOR_NAMES, NUMBERS
from pegwise.codes import Code, Feedback, NumberedFeedback, Row, plain_row, told
from pegwise.errors import NotationError, PegwiseError
from pegwise.feedback_notation import write_hits
from pegwise.row_notation import lines_of, split_rows
from pegwise.rules_text import RulesLike, is_rules, leading_rules, parse_rules, rules_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pegwise.codes import CodeLike, FeedbackLike, HistoryLike, RowLike
    from pegwise.rules import Rules

__all__ = ["COLOR_NAMES", "RulesLike", "is_rules", "parse_rules", "rules_name"]
"""What modules above import from here as well, though modules below define it."""

_Value = TypeVar("_Value")
_Read = TypeVar("_Read")


def parse_code(text: CodeLike, rules: RulesLike) -> Code:
    """Read a code from text, and check it.

    Args:
        text: Digits (``1122``), numbers (``1-12-3``), letters (``AABB``), initials (``RRBB``) or color names
            (``red-red-blue-blue``). With ten colors the digit 0 is the tenth, as usual in Bulls and Cows;
            with fewer, colors are counted from 0 if there is a 0. Digits and letters may be in groups
            (``11122 34455``, ``ABCDE-FGHIJ``). A code, or its colors as numbers, is only checked.
        rules: The rules, or their text.

    Returns:
        The code, which prints as it was written.

    Raises:
        NotationError: If the text is not a code.
        CodeError: If the code is outside the rules.

    Example:
        >>> import pegwise
        >>> pegwise.parse_code("AABB", "4x6"), pegwise.parse_code("red-red-blue-blue", "4x6")
        (Code('1122'), Code('1122'))
        >>> str(pegwise.parse_code("ABCDE FGHIJ", "10x20"))
        'ABCDEFGHIJ'
    """
    return parse_rules(rules).code(text)


def parse_codes(text: Iterable[CodeLike] | str, rules: RulesLike) -> list[Code]:
    """Read codes of one game from words such as ``1122 1344``, or one by one.

    Raises:
        NotationError: If a text is not a code, or the codes are in different alphabets.
        CodeError: If a code is outside the rules.

    Example:
        >>> parse_codes("1122 1344", "4x6") == parse_codes(["1122", (1, 3, 4, 4)], "4x6")
        True
    """
    codes = text.split() if isinstance(text, str) else list(text)
    return read_codes(codes, parse_rules(rules))[1]


def read_codes(codes: Sequence[CodeLike], rules: Rules) -> tuple[Rules, list[Code]]:
    """Return the rules with the alphabet that all codes decide together, and the codes.

    Raises:
        NotationError: If a text is not a code, or the codes are in different alphabets.
        CodeError: If a code is outside the rules.

    Example:
        >>> rules, codes = read_codes(["BGBG", "RRGB"], parse_rules("4x8"))
        >>> str(rules.alphabet), codes[0].numbers
        ('initials R B G Y O P S I', '2323')
    """
    rules = deciding(codes, rules)
    return rules, [rules.decided(code) for code in codes]


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
        return code.numbers
    if style == "letters" and max(code) <= 26:
        return "".join(chr(ord("A") + color - 1) for color in code)
    if style == "names" and max(code) <= len(COLOR_NAMES):
        return "-".join(COLOR_NAMES[color - 1] for color in code)
    raise NotationError(f"code {code}: color {max(code)} cannot be written as {style!r}")


def parse_feedback(text: FeedbackLike, rules: RulesLike) -> Feedback:
    """Read feedback from text, and check it.

    Args:
        text: ``BWW``, ``1,2``, ``1/2``, ``1B2W``, ``1A2B`` or ``1B2C`` (Bulls and Cows), ``1S2B`` (strikes
            and balls), ``+1-2``, ``+--``, ``●○○``, ``1 black 2 white``, or ``-`` for no hit. If the rules
            tell black hits only, a bare number is enough. Feedback, or a pair of its black and white hits, is
            only checked.
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


def feedback_name(feedback: FeedbackLike, *, style: str = "letters", whites: bool = True) -> str:
    """Write feedback as text.

    Args:
        feedback: The feedback, a pair of black and white hits, or its text.
        style: ``letters`` (``BWW``), ``numbers`` (``1,2``), ``counts`` (``1B2W``), ``bulls`` (``1A2B``),
            ``cows`` (``1B2C``), ``strikes`` (``1S2B``), ``slash`` (``1/2``), ``signed`` (``+1-2``), ``signs``
            (``+--``) or ``pegs`` (``●○○``).
        whites: False in a game that tells black hits only, where ``counts`` is ``2B``.

    Returns:
        The text, which :func:`parse_feedback` reads.

    Raises:
        NotationError: If there is no such style.

    Example:
        >>> import pegwise
        >>> pegwise.feedback_name("BWW", style="bulls")
        '1A2B'
    """
    found = told(feedback)
    if isinstance(found, NumberedFeedback):
        return str(found)
    return write_hits(*found, style, whites=whites)


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
    _, rows = read_history([text], game, numbered=False)
    if len(rows) != 1:
        raise NotationError(f"row {str(text).strip()!r}: expected GUESS:FEEDBACK such as {game.example_row}")
    return rows[0]


def parse_history(text: HistoryLike, rules: RulesLike) -> tuple[Row, ...]:
    """Read the rows of a history from text, and check them.

    All rows are in one alphabet and in one notation of feedback: what one row settles settles all.

    Args:
        text: Text such as ``1122:B 1344:W``, or a row in each line such as ``1122 1 0``; or rows, pairs and
            such texts one by one.
        rules: The rules, or their text.

    Returns:
        The rows, in the same order.

    Raises:
        NotationError: If a text is not a row, or can be read in two ways that nothing settles.
        CodeError: If a guess is outside the rules.
        FeedbackError: If these rules can never give some feedback.

    Example:
        >>> import pegwise
        >>> print(*pegwise.parse_history("1122:B 1344:W", "4x6"))
        1122:B 1344:W
        >>> print(*pegwise.parse_history(["1234:1A1B", "5678:2B"], "bulls-and-cows"))
        1234:BW 5678:WW
    """
    return read_history(text, parse_rules(rules))[1]


def read_history(
    history: HistoryLike, rules: Rules, codes: Sequence[CodeLike] = (), *, numbered: bool = True
) -> tuple[Rules, tuple[Row, ...]]:
    """Return the rules with the alphabet that a history and further codes decide together, and the rows.

    Args:
        history: The rows, as :func:`parse_history` takes them.
        rules: The rules.
        codes: Other codes of the same game, such as a guess that is asked about.
        numbered: True if an error names the row.

    Raises:
        NotationError: If a text is not a row, or can be read in two ways that nothing settles.
        CodeError: If a guess is outside the rules.
        FeedbackError: If these rules can never give some feedback.

    Example:
        >>> rules, rows = read_history("BBGG:B", parse_rules("4x8"), ["RRGB"])
        >>> str(rows[0]), rows[0].guess.numbers
        ('BBGG:B', '2233')
    """
    pairs = _pairs(history, rules)
    texts = [guess for guess, _ in pairs if isinstance(guess, str)]
    rules = deciding([*(guess for guess, _ in pairs), *codes], rules)
    if texts and rules.alphabet is None:
        rules = replace(rules, alphabet=NUMBERS)
    named = range(1, len(pairs) + 1) if numbered else [0] * len(pairs)
    guesses = [_in_row(number, rules.decided, guess) for number, (guess, _) in zip(named, pairs, strict=True)]
    hits = rules.hits([feedback for _, feedback in pairs], numbered=numbered)
    told = [_in_row(number, rules.check_feedback, found) for number, found in zip(named, hits, strict=True)]
    return rules, tuple(map(Row, guesses, told))


def deciding(codes: Sequence[CodeLike], rules: Rules) -> Rules:
    """Return the rules with the alphabet that codes decide: their texts, and codes that were read before.

    Raises:
        NotationError: If the codes can be read in two alphabets, or contradict each other.
        CodeError: If they have more colors than the rules.

    Example:
        >>> str(deciding(["RRGB", "1122"], parse_rules("4x6")).alphabet)
        'initials R B G Y O P'
    """
    if rules.alphabet in (None, NUMBERS):
        spoken = (code.alphabet for code in codes if isinstance(code, Code) and code.alphabet.symbols)
        found = next((one for one in spoken if len(one.symbols) == rules.colors), rules.alphabet)
        rules = replace(rules, alphabet=found)
    return rules.deciding(code for code in codes if isinstance(code, str))


def _in_row(number: int, read: Callable[[_Value], _Read], value: _Value) -> _Read:
    """Read a part of a row; an error says which row it is in, if that has a number."""
    try:
        return read(value)
    except PegwiseError as error:
        if not number:
            raise
        raise type(error)(f"row {number}: {error}") from None


def _pairs(history: HistoryLike, rules: Rules) -> list[tuple[CodeLike, FeedbackLike]]:
    """Return guesses and feedback as they were given; text is split into both."""
    found: list[tuple[CodeLike, FeedbackLike]] = []
    texts: list[str] = []
    for row in (history,) if isinstance(history, str) else history:
        if isinstance(row, str):
            texts += lines_of(row)
            continue
        if not isinstance(row, tuple) or len(row) != 2:
            raise NotationError(f"row {row!r}: expected a guess and its feedback, or text such as 1122:B")
        found += split_rows(texts, rules) if texts else []
        texts = []
        found.append(row)
    return found + (split_rows(texts, rules) if texts else [])


def parse_line(text: RulesLike) -> tuple[Rules, tuple[Row, ...]]:
    """Read rules, and the rows that may follow them in a text; rows without rules are rows of 4x6.

    Example:
        >>> rules, rows = parse_line("3x4 112:B")
        >>> str(rules), rows
        ('3x4', (Row('112:B'),))
    """
    begun, rows = leading_rules(text)
    return read_history(rows, begun) if rows else (begun, ())


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


def spelled_rows(rows: tuple[Row, ...], rules: Rules) -> tuple[Row, ...]:
    """Return rows whose guesses all print the symbols of the rules.

    Example:
        >>> print(*spelled_rows((Row("1122:B"),), parse_rules("4x6 colors=letters")))
        AABB:B
    """
    if all(row.guess.alphabet == (rules.alphabet or NUMBERS) for row in rows):
        return rows
    return tuple(Row(rules.spelled(row.guess), row.feedback) for row in rows)


def plain_history(rows: Iterable[Row]) -> str:
    """Write rows in numbers from 1, whatever symbols their guesses print: for files and names that last.

    Example:
        >>> plain_history(parse_history("RRGB:B", "4x6"))
        '1132:B'
    """
    return " ".join(map(plain_row, rows))


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
