"""Text to codes, feedback, rows and rules, and back. Whatever is written here reads back the same."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from pegwise.errors import NotationError, RulesError
from pegwise.rules import Code, Feedback, Row, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "COLOR_NAMES",
    "RULES_NAMES",
    "all_digits",
    "as_code",
    "code_name",
    "feedback_name",
    "history_name",
    "number_name",
    "parse_code",
    "parse_feedback",
    "parse_history",
    "parse_row",
    "parse_rules",
]

RULES_NAMES = {
    "mastermind": Rules(4, 6),
    "bulls-and-cows": Rules(4, 10, repeats=False),
    "logik": Rules(5, 8),
}
"""Games known by name."""

COLOR_NAMES = (
    *("red", "blue", "green", "yellow", "orange", "purple", "sky", "pink", "brown", "white"),
    *("black", "grey"),
)
"""The names of colors 1, 2, 3, ...; further colors have a number only."""

_RULES = re.compile(r"(\d{1,9})x(\d{1,9})((?:-\w+)*)")
_SEPARATORS = re.compile(r"[\s,_-]+")


def parse_rules(text: str | Rules) -> Rules:
    """Rules from ``4x6``, ``4x10-distinct``, ``4x6-black`` or a name of :data:`RULES_NAMES`.

    Raises :class:`~pegwise.errors.NotationError` for text that names no rules and
    :class:`~pegwise.errors.RulesError` for rules that no game can have.

    >>> parse_rules("bulls-and-cows")
    Rules(pegs=4, colors=10, repeats=False, whites=True)
    """
    if isinstance(text, Rules):
        return text
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


def parse_code(text: str, rules: Rules) -> Code:
    """A code from digits (``1122``), numbers (``1 12 3``, ``1-12-3``), letters (``AABB``) or color names.

    With ten colors the digit 0 stands for the tenth, so that Bulls and Cows can be typed as usual. Digits and
    letters may stand in groups (``11122 34455``, ``ABCDE-FGHIJ``).
    Raises :class:`~pegwise.errors.NotationError` or :class:`~pegwise.errors.CodeError`.

    >>> rules = Rules(4, 6)
    >>> parse_code("AABB", rules) == parse_code("red-red-blue-blue", rules) == parse_code("1122", rules)
    True
    >>> str(parse_code("ABCDE FGHIJ", Rules(10, 20)))
    '1-2-3-4-5-6-7-8-9-10'
    """
    words = [word for word in _SEPARATORS.split(text.strip()) if word]
    if not words:
        raise NotationError(
            f"a code of {rules} was expected, such as {_example(rules)}; there is nothing here"
        )
    if _are_groups(words, rules):
        words = list("".join(words))
    code = rules.spelled(_color(word, place, text, rules) for place, word in enumerate(words, 1))
    rules.check(code, text.strip())
    return code


def as_code(code: Iterable[int] | str, rules: Rules) -> Code:
    """A checked code from text or from numbers. Raises as :func:`parse_code` does."""
    return parse_code(code, rules) if isinstance(code, str) else rules.code(code)


def _are_groups(words: Sequence[str], rules: Rules) -> bool:
    """Whether each character is a color: in one word, or in words alike long, the last at most as long."""
    if len(words) == 1:
        return not _is_one_symbol(words[0], rules)
    lengths = {len(word) for word in words[:-1]}
    alike = len(lengths) == 1 and 1 <= len(words[-1]) <= max(lengths)
    single = rules.colors <= 10 or "".join(words).isalpha()
    return alike and single and len(words) < rules.pegs == sum(map(len, words))


def _is_one_symbol(word: str, rules: Rules) -> bool:
    """Whether a word that stands alone is a single color: only where a code has a single peg."""
    return rules.pegs == 1 and (word.isdecimal() or word.lower() in COLOR_NAMES)


def _color(word: str, place: int, text: str, rules: Rules) -> int:
    if word.isascii() and word.isdecimal() and len(word) <= 9:
        return 10 if word == "0" and rules.colors == 10 else int(word)
    lowered = word.lower()
    if lowered in COLOR_NAMES:
        return COLOR_NAMES.index(lowered) + 1
    if len(word) == 1 and "a" <= lowered <= "z":
        return ord(lowered) - ord("a") + 1
    raise NotationError(
        f"code {text.strip()!r}: {word!r} at peg {place} is no color; expected {_example(rules)}, "
        f"letters from A, or color names such as red-blue"
    )


def _example(rules: Rules) -> Code:
    half = (rules.pegs + 1) // 2
    return rules.spelled(
        min(1 + place // half if rules.repeats else place + 1, rules.colors) for place in range(rules.pegs)
    )


def code_name(code: Code, style: str = "digits") -> str:
    """The code as ``digits`` (``1122``, ``1-12-3``), ``letters`` (``AABB``) or ``names`` (``red-blue-...``).

    Raises :class:`~pegwise.errors.NotationError` where a color has no letter or name.
    """
    if style == "digits":
        return str(code)
    if style == "letters" and max(code) <= 26:
        return "".join(chr(ord("A") + color - 1) for color in code)
    if style == "names" and max(code) <= len(COLOR_NAMES):
        return "-".join(COLOR_NAMES[color - 1] for color in code)
    raise NotationError(f"code {code}: color {max(code)} cannot be written as {style!r}")


def parse_feedback(text: str, rules: Rules) -> Feedback:
    """Feedback from ``BWW``, ``1,2``, ``1B2W``, ``1A2B`` (Bulls and Cows) or ``-`` for no hit.

    With black hits only a bare number will do. Raises :class:`~pegwise.errors.NotationError` for
    unreadable text, :class:`~pegwise.errors.FeedbackError` for feedback that cannot exist.

    >>> parse_feedback("1A2B", Rules(4, 6))
    Feedback(black=1, white=2)
    """
    word = text.strip().upper().replace(" ", ",") if "," not in text else re.sub(r"\s", "", text).upper()
    black, white = _hits(word, text, rules)
    return rules.check_feedback(Feedback(black, white))


def _hits(word: str, text: str, rules: Rules) -> tuple[int, int]:
    if word in ("-", "0", "NONE"):
        return 0, 0
    if re.fullmatch(r"[BW]+", word):
        return word.count("B"), word.count("W")
    pair = re.fullmatch(r"(\d{1,9}),+(\d{1,9})", word)
    if pair is not None:
        return int(pair[1]), int(pair[2])
    if re.fullmatch(r"\d{1,9}", word) and not rules.whites:
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


def feedback_name(feedback: Feedback, style: str = "letters") -> str:
    """The feedback as ``letters`` (BWW), ``numbers`` (1,2), ``counts`` (1B2W) or ``bulls`` (1A2B)."""
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


def parse_row(text: str, rules: Rules) -> Row:
    """A guess and its feedback from ``1122:B``; raises what parsing these raises."""
    guess, colon, feedback = text.strip().rpartition(":")
    if not colon:
        raise NotationError(
            f"row {text.strip()!r}: expected GUESS:FEEDBACK such as {_example(rules)}:BW, with - for no hit"
        )
    return Row(parse_code(guess, rules), parse_feedback(feedback, rules))


def parse_history(text: str | Iterable[str], rules: Rules) -> tuple[Row, ...]:
    """Rows from ``1122:B 1344:W``, or from such words one by one.

    >>> print(*parse_history("1122:B 1344:W", Rules(4, 6)))
    1122:B 1344:W
    """
    words = text.split() if isinstance(text, str) else [word for part in text for word in part.split()]
    return tuple(parse_row(word, rules) for word in words)


def history_name(history: Iterable[Row]) -> str:
    """The rows as :func:`parse_history` reads them."""
    return " ".join(map(str, history))


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
