"""A code, feedback and a row: what passes between codebreaker and codemaker, from values or from text."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import ClassVar, NamedTuple, Self

from pegwise.errors import CodeError, FeedbackError, NotationError

__all__ = ["Code", "CodeLike", "DashedCode", "Feedback", "FeedbackLike", "HistoryLike", "Row", "RowLike"]
__all__ += ["TenCode", "told"]


class Code(tuple[int, ...]):
    """A code: one color, numbered from 1, for each peg, from numbers or from the text that it prints.

    Prints as people write it: digits, or numbers with dashes between them where a color has two digits. The
    codes that :class:`Rules` make print as the codes of their game: digits up to 10 colors, 0 for the tenth
    as in Bulls and Cows; dashes wherever the game has more.

    A code without rules knows no number of pegs or colors; :meth:`Rules.code` checks both, and reads letters
    and names too. Raises :class:`CodeError` for anything else: no color at all, a color below 1, other text.

    >>> str(Code((1, 1, 2, 2))), str(Code((1, 12, 3))), Code("1122") == Code((1, 1, 2, 2))
    ('1122', '1-12-3', True)
    >>> from pegwise import Rules
    >>> str(Rules(3, 12).code((1, 2, 3))), str(Rules(3, 10).code((1, 2, 10)))
    ('1-2-3', '120')
    """

    __slots__ = ()

    _between: ClassVar[str] = ""
    _digits: ClassVar[int] = 9

    def __new__(cls, colors: Iterable[int] | str) -> Self:
        """Make a code of these colors."""
        if isinstance(colors, (str, bytes)):
            if isinstance(colors, bytes):
                raise CodeError(f"{colors!r} is no code: expected text, not bytes")
            kind = DashedCode if "-" in colors else cls
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
        return f"Code({str(self)!r})" if len(self) > 1 or self[0] <= 9 else f"Code({tuple(self)})"


class TenCode(Code):
    """A code of a game with 10 colors: digits, 0 for the tenth."""

    __slots__ = ()

    _digits: ClassVar[int] = 10


class DashedCode(Code):
    """A code of a game with more than 10 colors: a dash between any two of its colors."""

    __slots__ = ()

    _between: ClassVar[str] = "-"


CodeLike = Iterable[int] | str
"""A code, its colors, or its text."""


def _numbers(text: str) -> Iterable[int]:
    """The colors of a code that is written ``1122`` or ``1-12-3``; the digit 0 is the tenth color."""
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
    """The codemaker's feedback. black: right color, right place; white: right color, wrong place.

    It is made of two numbers, or of the text that it prints. Raises :class:`FeedbackError` for anything
    else; :func:`pegwise.parse_feedback` reads the other ways to write it, and checks it against the rules.

    >>> str(Feedback(1, 2)), str(Feedback(0, 0)), Feedback("BWW") == Feedback(1, 2)
    ('BWW', '-', True)
    """

    __slots__ = ()

    def __new__(cls, black: int | str, white: int | None = None) -> Self:
        """Make the feedback of so many black and white hits."""
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


FeedbackLike = Feedback | tuple[int, int] | str
"""Feedback, its black and white hits, or its text."""


def told(feedback: FeedbackLike) -> Feedback:
    """Return feedback from any of its forms; text is read as :class:`Feedback` prints it.

    Raises :class:`FeedbackError` for anything else.
    """
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
    """One row of a game: a guess and its feedback, from these or from the text that it prints.

    A row without rules is not checked against any; :func:`pegwise.parse_history` does that, and reads the
    other ways to write rows. Raises what :class:`Code` and :class:`Feedback` raise, and
    :class:`NotationError` for text without a colon.

    >>> row = Row("1122", "B")
    >>> str(row), row == Row("1122:B") == Row((1, 1, 2, 2), (1, 0))
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
        return f"Row({str(self)!r})" if len(self.guess) > 1 else f"Row({self.guess!r}, {self.feedback!r})"


RowLike = Row | tuple[CodeLike, FeedbackLike] | str
"""A row, its guess and feedback, or its text."""

HistoryLike = Iterable[RowLike] | str
"""The rows so far, one by one, or their text."""
