"""What the game is: the codes, and the feedback a guess gets. Plain Python, meant to be read.

Source: D. E. Knuth, *The Computer as Master Mind*, J. Recreational Mathematics 9(1), 1976-77.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import index
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from pegwise.errors import CodeError, FeedbackError, RulesError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Code", "Feedback", "Row", "Rules"]


class Code(tuple[int, ...]):
    """A code: one color, numbered from 1, for each peg, from numbers or from the text that it prints.

    Prints as people write it: digits, or numbers with dashes between them where a color has two digits. The
    codes that :class:`Rules` make print as the codes of their game: digits up to 10 colors, 0 for the tenth
    as in Bulls and Cows; dashes wherever the game has more.
    Raises :class:`CodeError` for anything else; :func:`pegwise.parse_code` reads letters and names too.

    >>> str(Code((1, 1, 2, 2))), str(Code((1, 12, 3))), Code("1122") == Code((1, 1, 2, 2))
    ('1122', '1-12-3', True)
    >>> str(Rules(3, 12).code((1, 2, 3))), str(Rules(3, 10).code((1, 2, 10)))
    ('1-2-3', '120')
    """

    __slots__ = ()

    _between: ClassVar[str] = ""
    _digits: ClassVar[int] = 9

    def __new__(cls, colors: Iterable[int] | str = ()) -> Self:
        """A code of these colors."""
        if isinstance(colors, str):
            kind = DashedCode if "-" in colors else cls
            return super().__new__(kind, _numbers(colors))  # type: ignore[type-var, return-value]
        try:
            return super().__new__(cls, map(int, map(index, colors)))
        except TypeError:
            raise CodeError(f"{colors!r} is no code: a color is a whole number") from None

    def __str__(self) -> str:
        if any(color > self._digits for color in self):
            return "-".join(map(str, self))
        return self._between.join("0" if color == 10 else str(color) for color in self)

    def __repr__(self) -> str:
        return f"Code({str(self)!r})"


class TenCode(Code):
    """A code of a game with 10 colors: digits, 0 for the tenth."""

    __slots__ = ()

    _digits: ClassVar[int] = 10


class DashedCode(Code):
    """A code of a game with more than 10 colors: a dash between any two of its colors."""

    __slots__ = ()

    _between: ClassVar[str] = "-"


def _numbers(text: str) -> Iterable[int]:
    """The colors of a code that is written ``1122`` or ``1-12-3``; the digit 0 is the tenth color."""
    words = text.split("-") if "-" in text else text
    if not words or not all(word.isascii() and word.isdecimal() and len(word) <= 9 for word in words):
        raise CodeError(
            f"{text!r} is no code: expected digits such as 1122, or numbers such as 1-12-3; "
            "pegwise.parse_code reads letters and names"
        )
    return (10 if word == "0" and text is words else int(word) for word in words)


class _Hits(NamedTuple):
    black: int
    white: int


class Feedback(_Hits):
    """The codemaker's answer. black: right color, right place; white: right color, wrong place.

    It is made of two numbers, or of the text that it prints. Raises :class:`FeedbackError` for anything
    else; :func:`pegwise.parse_feedback` reads the other ways to write it.

    >>> str(Feedback(1, 2)), str(Feedback(0, 0)), Feedback("BWW") == Feedback(1, 2)
    ('BWW', '-', True)
    """

    __slots__ = ()

    def __new__(cls, black: int | str, white: int | None = None) -> Self:
        """The feedback of so many black and white hits."""
        if isinstance(black, str) and white is None:
            if black.strip("BW") not in ("", "-") or not black or (black != "-" and "-" in black):
                raise FeedbackError(
                    f"{black!r} is no feedback: expected hits such as BWW, or - for none; "
                    "pegwise.parse_feedback reads the other ways to write it"
                )
            return super().__new__(cls, black.count("B"), black.count("W"))
        try:
            return super().__new__(cls, int(index(black)), int(index(white)))  # type: ignore[arg-type]
        except TypeError:
            raise FeedbackError(
                f"{black!r} black {white!r} white is no feedback: hits are whole numbers"
            ) from None

    def __str__(self) -> str:
        return "B" * self.black + "W" * self.white or "-"

    def __repr__(self) -> str:
        return f"Feedback(black={self.black}, white={self.white})"


class Row(NamedTuple):
    """One row of a game: a guess and its feedback; prints as ``1122:B``."""

    guess: Code
    feedback: Feedback

    def __str__(self) -> str:
        return f"{self.guess}:{self.feedback}"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game: ``pegs`` places, ``colors`` colors, numbered from 1.

    ``repeats`` says whether a code may use a color twice; ``whites`` whether white hits are told.
    Making rules enumerates nothing: ``Rules(30, 30)`` is as cheap as ``Rules(4, 6)``.

    Raises :class:`RulesError` for rules that no game can have.

    >>> rules = Rules(4, 6)
    >>> str(rules), rules.size
    ('4x6', 1296)
    >>> str(rules.feedback((2, 5, 3, 2), (3, 5, 2, 3)))     # Knuth's example: one black hit, two white hits
    'BWW'
    """

    pegs: int
    colors: int
    repeats: bool = True
    whites: bool = True

    def __post_init__(self) -> None:
        for name, value in (("pegs", self.pegs), ("colors", self.colors)):
            if isinstance(value, bool) or not isinstance(value, int):
                raise RulesError(f"{name} must be a whole number, not {value!r}")
        if self.pegs < 1:
            raise RulesError(f"a code needs at least one peg, not {self.pegs}")
        if self.colors < 1:
            raise RulesError(f"a code needs at least one color, not {self.colors}")
        if not self.repeats and self.pegs > self.colors:
            raise RulesError(
                f"{self.pegs} pegs cannot all be distinct with {self.colors} color{'s' * (self.colors > 1)}"
            )

    def __str__(self) -> str:
        distinct = "" if self.repeats else "-distinct"
        return f"{self.pegs}x{self.colors}{distinct}{'' if self.whites else '-black'}"

    @property
    def size(self) -> int:
        """How many codes there are: C**P, or C!/(C-P)! where no color may repeat."""
        return self.colors**self.pegs if self.repeats else math.perm(self.colors, self.pegs)

    @property
    def win(self) -> Feedback:
        """The feedback of the right guess: all black."""
        return Feedback(self.pegs, 0)

    @property
    def feedbacks(self) -> tuple[Feedback, ...]:
        """All feedback that can exist, in the order of Knuth's figure: 04 03 ... 00, 13 ... 10, ... 40.

        >>> [str(feedback) for feedback in Rules(2, 3).feedbacks]
        ['WW', 'W', '-', 'B', 'BB']
        """
        return _feedbacks(self)

    def code(self, colors: Iterable[int]) -> Code:
        """A checked code. Raises :class:`CodeError` for one outside the rules."""
        code = self.spelled(colors)
        self.check(code)
        return code

    def spelled(self, colors: Iterable[int]) -> Code:
        """The same colors as a code that prints as the codes of this game do; it is not checked.

        >>> str(Rules(3, 12).spelled(Code((1, 2, 3))))
        '1-2-3'
        """
        kind = self._kind
        return colors if type(colors) is kind else kind(colors)

    def all_spelled(self, codes: Iterable[Iterable[int]]) -> list[Code]:
        """Many of them at once, from colors that are whole numbers of Python; in a fraction of the time.

        >>> Rules(2, 3).all_spelled([[1, 2], [3, 3]])
        [Code('12'), Code('33')]
        """
        return list(map(partial(tuple.__new__, self._kind), codes))

    @property
    def _kind(self) -> type[Code]:
        return Code if self.colors <= 9 else TenCode if self.colors == 10 else DashedCode

    def check(self, code: Sequence[int], typed: str | None = None) -> None:
        """Raise :class:`CodeError` unless ``code`` is a code of these rules; it names what was ``typed``."""
        if not isinstance(code, Code):
            code = self.spelled(code)
        shown = typed or code
        if len(code) != self.pegs:
            pegs = f"{len(code)} peg{'s' * (len(code) != 1)}"
            raise CodeError(f"{shown} has {pegs}; a code of {self} has {self.pegs}")
        for place, color in enumerate(code, 1):
            if not 1 <= color <= self.colors:
                raise CodeError(f"{shown}: peg {place} is {color}; {self} has colors 1 to {self.colors}")
        if not self.repeats and len(set(code)) < self.pegs:
            raise CodeError(f"{shown} repeats a color; the pegs of {self} are all distinct")

    def feedback(self, secret: Sequence[int], guess: Sequence[int]) -> Feedback:
        """The feedback ``guess`` gets against ``secret``; the same if the two change places.

        black + white = sum over the colors of min(count in secret, count in guess) (Knuth 1977, p. 1).
        """
        first, second = self.code(secret), self.code(guess)
        black = sum(a == b for a, b in zip(first, second, strict=True))
        if not self.whites:
            return Feedback(black, 0)
        hits = sum(min(first.count(color), second.count(color)) for color in set(second))
        return Feedback(black, hits - black)

    def check_feedback(self, feedback: Feedback) -> Feedback:
        """Return ``feedback``, or raise :class:`FeedbackError` if these rules can never give it."""
        reason = self.why_impossible(feedback)
        if reason is not None:
            raise FeedbackError(f"{feedback.black} black {feedback.white} white is impossible: {reason}")
        return feedback

    def why_impossible(self, feedback: Feedback) -> str | None:
        """Why no guess can get this feedback under these rules, or None if one can."""
        black, white = feedback
        hits, pegs = black + white, self.pegs
        if black < 0 or white < 0:
            return "hits are counted from 0"
        if not self.whites and white:
            return f"{self} tells black hits only"
        if hits > pegs:
            return f"there are only {pegs} pegs"
        if (black, white) == (pegs - 1, 1):
            return f"with {black} of {pegs} pegs right, the last has no other place to go"
        if not self.repeats:
            # Two codes without repeats share at least 2P - C colors.
            fewest = max(0, 2 * pegs - self.colors)
            if self.whites and hits < fewest:
                return f"two codes of {self} share at least {fewest} colors"
            if black == pegs - 1 and self.colors == pegs:
                return "the last peg can only have the last color"
        if self.colors == 1 and black < pegs:
            return "there is only one code"
        if self.colors == 2 and self.whites and white % 2:
            # A wrong peg has the one other color: white hits are pairs of opposite mistakes.
            return "with two colors white hits come in pairs"
        return None


@lru_cache(maxsize=8)
def _feedbacks(rules: Rules) -> tuple[Feedback, ...]:
    """All feedback of a game, kept: long codes have thousands."""
    pegs = rules.pegs
    every = (Feedback(black, white) for black in range(pegs + 1) for white in range(pegs - black, -1, -1))
    return tuple(feedback for feedback in every if rules.why_impossible(feedback) is None)
