"""Codes, feedback and rows: what codebreaker and codemaker exchange, made from values or from text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import index
from typing import ClassVar, NamedTuple, Self

from pegwise.alphabet import NUMBERS, Alphabet
from pegwise.errors import CodeError, FeedbackError, NotationError


class Code(tuple[int, ...]):
    """A code: one color, numbered from 1, for each peg.

    A code is a tuple of whole numbers. It prints as people write it: digits, or numbers with dashes between
    them if a color has two digits. A code that :class:`Rules` make prints as the codes of these rules do: as
    digits with up to 10 colors, where 0 is the tenth color as in Bulls and Cows, and with dashes if there are
    more. A code that was read from letters or names prints as letters or names.

    A code without rules knows no number of pegs or colors. :meth:`Rules.code` checks both, and also reads
    letters and color names.

    Args:
        colors: The colors, numbered from 1, or the text that the code prints, such as ``1122`` or ``1-12-3``.

    Raises:
        CodeError: If there is no color, a color is below 1, or the text is not such a code.

    Example:
        >>> import pegwise
        >>> str(pegwise.Code((1, 1, 2, 2))), str(pegwise.Code((1, 12, 3)))
        ('1122', '1-12-3')
        >>> pegwise.Code("1122") == pegwise.Code((1, 1, 2, 2))
        True
        >>> str(pegwise.Rules(3, 12).code((1, 2, 3))), str(pegwise.Rules(3, 10).code((1, 2, 10)))
        ('1-2-3', '120')
    """

    __slots__ = ()

    _between: ClassVar[str] = ""
    _digits: ClassVar[int] = 9
    alphabet: ClassVar[Alphabet] = NUMBERS
    """The symbols that the code prints."""

    def __new__(cls, colors: Iterable[int] | str) -> Self:
        """Make a code of these colors."""
        if isinstance(colors, (str, bytes)):
            if isinstance(colors, bytes):
                raise CodeError(f"{colors!r} is no code: expected text, not bytes")
            kind = _DashedCode if "-" in colors else cls
            return super().__new__(kind, _numbers(colors))  # type: ignore[type-var, return-value]
        try:
            code = super().__new__(cls, map(int, map(index, colors)))
        except TypeError:
            raise CodeError(
                f"{colors!r} is no code: expected whole numbers such as (1, 1, 2, 2), or text such as '1122'"
            ) from None
        if not code or min(code) < 1:
            raise CodeError(f"{tuple(code)} is no code: expected one color or more, numbered from 1")
        return code

    def __str__(self) -> str:
        if any(color > self._digits for color in self):
            return "-".join(map(str, self))
        return self._between.join("0" if color == 10 else str(color) for color in self)

    def __repr__(self) -> str:
        # A single peg of two digits would be read as two pegs.
        return f"Code({self.numbers!r})" if len(self) > 1 or self[0] <= 9 else f"Code({tuple(self)})"

    @property
    def numbers(self) -> str:
        """The code in numbers from 1, whatever symbols it prints.

        Example:
            >>> import pegwise
            >>> pegwise.parse_code("red-red-blue-blue", "4x6").numbers
            '1122'
        """
        return str(self)


class _TenCode(Code):
    """A code of rules with 10 colors. It prints as digits, with 0 for the tenth color."""

    __slots__ = ()

    _digits: ClassVar[int] = 10


class _DashedCode(Code):
    """A code of rules with more than 10 colors. It prints with a dash between any two of its colors."""

    __slots__ = ()

    _between: ClassVar[str] = "-"


class _SymbolCode(Code):
    """A code that prints the symbols of an alphabet; each alphabet has a class of its own."""

    __slots__ = ()

    _numbered: ClassVar[type[Code]] = Code

    def __str__(self) -> str:
        symbols = self.alphabet.symbols
        return self._between.join(
            symbols[color - 1] if color <= len(symbols) else str(color) for color in self
        )

    @property
    def numbers(self) -> str:
        """The code in numbers from 1, whatever it prints; in its own symbols if the rules have lists."""
        if self.alphabet.kind == "words":
            return str(self)
        return str(tuple.__new__(self._numbered, self))

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.alphabet, len(self.alphabet.symbols), tuple(self))


def _restored(alphabet: Alphabet, colors: int, code: tuple[int, ...]) -> Code:
    """Return a code that was copied or pickled."""
    return code_kind(alphabet, colors)(code)


def code_kind(alphabet: Alphabet, colors: int) -> type[Code]:
    """Return the class of the codes with so many colors that print these symbols."""
    if alphabet.symbols:
        return _symbol_kind(alphabet, colors)
    return Code if colors <= 9 else _TenCode if colors == 10 else _DashedCode


@lru_cache(maxsize=256)
def _symbol_kind(alphabet: Alphabet, colors: int) -> type[Code]:
    own = {
        "__slots__": (),
        "__doc__": _SymbolCode.__doc__,
        "alphabet": alphabet,
        "_between": alphabet.between,
        "_numbered": code_kind(NUMBERS, colors),
    }
    return type("Code", (_SymbolCode,), own)


CodeLike = Iterable[int] | str
"""A code: a :class:`Code`, its colors as whole numbers from 1, or its text, such as ``1122``."""


def _numbers(text: str) -> Iterable[int]:
    """Read the colors of a code that is written ``1122`` or ``1-12-3``; the digit 0 is the tenth color."""
    words = text.split("-") if "-" in text else text
    colors = [0]
    if words and all(word.isascii() and word.isdecimal() and len(word) <= 9 for word in words):
        colors = [10 if word == "0" and words is text else int(word) for word in words]
    if min(colors) < 1:
        raise CodeError(
            f"{text!r} is no code: expected digits such as 1122, or numbers such as 1-12-3; "
            "pegwise.parse_code reads letters and names"
        )
    return colors


class _Hits(NamedTuple):
    black: int
    white: int


class Feedback(_Hits):
    """The feedback of the codemaker about a guess: the number of black hits and of white hits.

    A black hit is a peg of the guess with the right color in the right place. A white hit is a peg with the
    right color in the wrong place. :func:`parse_feedback` reads the other ways to write feedback, and checks
    it against the rules.

    Args:
        black: The number of black hits, or the text that the feedback prints, such as ``BWW`` or ``-``.
        white: The number of white hits; left out if ``black`` is text.

    Attributes:
        black (int): The number of black hits.
        white (int): The number of white hits.

    Raises:
        FeedbackError: If a number is below 0, or the text is not such feedback.

    Example:
        >>> import pegwise
        >>> str(pegwise.Feedback(1, 2)), str(pegwise.Feedback(0, 0))
        ('BWW', '-')
        >>> pegwise.Feedback("BWW") == pegwise.Feedback(1, 2)
        True
    """

    __slots__ = ()

    def __new__(cls, black: int | str, white: int | None = None) -> Self:
        """Make the feedback with these numbers of black and white hits."""
        if isinstance(black, str) and white is None:
            if black.strip("BW") not in ("", "-") or not black or (black != "-" and "-" in black):
                raise FeedbackError(
                    f"{black!r} is no feedback: expected hits such as BWW, or - for none; "
                    "pegwise.parse_feedback reads the other ways to write it"
                )
            return tuple.__new__(cls, (black.count("B"), black.count("W")))
        try:
            found = tuple.__new__(cls, (int(index(black)), int(index(white))))  # type: ignore[arg-type]
        except TypeError:
            raise FeedbackError(
                f"{black!r} black {white!r} white is no feedback: expected two whole numbers, or BWW"
            ) from None
        if found[0] < 0 or found[1] < 0:
            raise FeedbackError(f"{black} black {white} white is no feedback: hits are counted from 0")
        return found

    def __str__(self) -> str:
        return "B" * self.black + "W" * self.white or "-"

    def __repr__(self) -> str:
        return f"Feedback({str(self)!r})"


class NumberedFeedback(Feedback):
    """Feedback that is one of a list of texts, such as the marks ``..Y..``; it is equal by its number.

    Each list of texts has a class of its own, which :func:`numbered_feedback` makes. ``black`` and ``white``
    are the numbers of pegs that are marked right and elsewhere, or 0 where nothing of this kind is told.

    Example:
        >>> feedback = numbered_feedback(("..", ".Y", "GG"))(1)
        >>> str(feedback), feedback.number, feedback.white
        ('.Y', 1, 1)
    """

    __slots__ = ()

    texts: ClassVar[tuple[str, ...]] = ()
    """All texts of this feedback, by number."""

    def __new__(cls, number: int | str, white: int | None = None) -> Self:
        """Make the feedback with this number; it may be given as its text."""
        found = cls.texts.index(number) if isinstance(number, str) else int(number)
        return tuple.__new__(cls, (found, -1))

    @property
    def number(self) -> int:
        """The number of the feedback, its place among all texts."""
        return self[0]

    @property
    def black(self) -> int:
        """The number of pegs that are marked right."""
        return str(self).count("G") if _is_marks(str(self)) else 0

    @property
    def white(self) -> int:
        """The number of pegs that are marked elsewhere."""
        return str(self).count("Y") if _is_marks(str(self)) else 0

    def __str__(self) -> str:
        return self.texts[self[0]]

    def __reduce__(self) -> tuple[object, ...]:
        return _numbered, (self.texts, self[0])


def _is_marks(text: str) -> bool:
    return not set(text) - set("GY.")


def _numbered(texts: tuple[str, ...], number: int) -> Feedback:
    """Return a feedback that was copied or pickled."""
    return numbered_feedback(texts)(number)


@lru_cache(maxsize=32)
def numbered_feedback(texts: tuple[str, ...]) -> type[NumberedFeedback]:
    """Return the class of feedback that is one of these texts."""
    own = {"__slots__": (), "__doc__": NumberedFeedback.__doc__, "texts": texts}
    return type("Feedback", (NumberedFeedback,), own)


FeedbackLike = Feedback | tuple[int, int] | str
"""Feedback: a :class:`Feedback`, a pair of its black and white hits, or its text, such as ``BWW``."""


def told(feedback: FeedbackLike) -> Feedback:
    """Return feedback from any of its forms, text as :class:`Feedback` prints it; or raise FeedbackError."""
    if isinstance(feedback, Feedback):
        return feedback
    if isinstance(feedback, str):
        return Feedback(feedback)
    try:
        black, white = feedback
    except (TypeError, ValueError):
        raise FeedbackError(f"{feedback!r} is no feedback: expected black and white hits") from None
    return Feedback(black, white)


class _Row(NamedTuple):
    guess: Code
    feedback: Feedback


class Row(_Row):
    """A row of a game: a guess with its feedback.

    A row that is made without rules is not checked against any. :func:`parse_history` checks rows, and reads
    the other ways to write them.

    Args:
        guess: The guess, or the text of the whole row, such as ``1122:B``.
        feedback: The feedback; left out if ``guess`` is the text of the whole row.

    Attributes:
        guess (Code): The guess.
        feedback (Feedback): The feedback that the guess got.

    Raises:
        NotationError: If the text of a row has no colon.
        CodeError: If the guess is not a code.
        FeedbackError: If the feedback is not feedback.

    Example:
        >>> import pegwise
        >>> row = pegwise.Row("1122", "B")
        >>> str(row), row == pegwise.Row("1122:B") == pegwise.Row((1, 1, 2, 2), (1, 0))
        ('1122:B', True)
    """

    __slots__ = ()

    def __new__(cls, guess: CodeLike, feedback: FeedbackLike | None = None) -> Self:
        """Make a row."""
        if feedback is None:
            if not isinstance(guess, str) or ":" not in guess:
                raise NotationError(f"row {guess!r}: expected a guess and its feedback, such as '1122:B'")
            guess, _, feedback = guess.rpartition(":")
        if not isinstance(feedback, Feedback):
            feedback = told(feedback)
        return tuple.__new__(cls, (guess if isinstance(guess, Code) else Code(guess), feedback))

    def __str__(self) -> str:
        return f"{self.guess}:{self.feedback}"

    def __repr__(self) -> str:
        return (
            f"Row({plain_row(self)!r})" if len(self.guess) > 1 else f"Row({self.guess!r}, {self.feedback!r})"
        )


def plain_row(row: Row) -> str:
    """Write a row in numbers from 1, whatever symbols its guess prints: for files and names that last."""
    return f"{row.guess.numbers}:{row.feedback}"


RowLike = Row | tuple[CodeLike, FeedbackLike] | str
"""A row: a :class:`Row`, a pair of a guess and its feedback, or its text, such as ``1122:B``."""

HistoryLike = Iterable[RowLike] | str
"""The rows so far: rows one by one, or the text of all of them, such as ``1122:B 1344:W``."""
