"""What the game is: the codes, and the feedback a guess gets. Plain Python, meant to be read.

Source: D. E. Knuth, *The Computer as Master Mind*, J. Recreational Mathematics 9(1), 1976-77.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import eq
from typing import TYPE_CHECKING

from pegwise.codes import Code, DashedCode, Feedback, Row, TenCode, told
from pegwise.errors import CodeError, FeedbackError, NotationError, RulesError
from pegwise.spelling import read_colors, read_hits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pegwise.codes import CodeLike, FeedbackLike

__all__ = ["Code", "Feedback", "Row", "Rules"]


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

    def code(self, code: CodeLike) -> Code:
        """Return a code of these rules, from its colors or from any text that names them.

        Raises :class:`CodeError` for a code outside the rules and :class:`NotationError` for other text.

        >>> Rules(4, 6).code("AABB")
        Code('1122')
        """
        if type(code) is not self._kind:
            code = self._read(code) if isinstance(code, str) else self._kind(code)
        self.check(code)
        return code

    def _read(self, text: str) -> Code:
        """A checked code from text; a refusal names what was typed."""
        typed = " ".join(text.split())  # one line, whatever was typed
        colors = read_colors(text, self.pegs, self.colors, str(self.example))
        if not colors:
            raise NotationError(
                f"a code of {self} was expected, such as {self.example}; there is nothing here"
            )
        self.check(self.all_spelled([colors])[0], typed)
        return self.spelled(colors)

    @property
    def example(self) -> Code:
        """A code to show what is expected: ``1122``, or ``1234`` where no color may repeat."""
        half = (self.pegs + 1) // 2
        return self.spelled(
            min(1 + place // half if self.repeats else place + 1, self.colors) for place in range(self.pegs)
        )

    def spelled(self, code: CodeLike) -> Code:
        """Return the same colors as a code that prints as the codes of this game do; it is not checked.

        >>> str(Rules(3, 12).spelled(Code((1, 2, 3))))
        '1-2-3'
        """
        kind = self._kind
        return code if type(code) is kind else kind(code)

    def all_spelled(self, codes: Iterable[Iterable[int]]) -> list[Code]:
        """Many of them at once, from colors that are whole numbers of Python; in a fraction of the time.

        >>> Rules(2, 3).all_spelled([[1, 2], [3, 3]])
        [Code('12'), Code('33')]
        """
        return list(map(partial(tuple.__new__, self._kind), codes))

    @property
    def _kind(self) -> type[Code]:
        return Code if self.colors <= 9 else TenCode if self.colors == 10 else DashedCode

    def check(self, code: CodeLike, typed: str | None = None) -> None:
        """Raise :class:`CodeError` unless ``code`` is a code of these rules; it names what was ``typed``."""
        if not isinstance(code, Code):
            self.code(code)
            return
        if len(code) != self.pegs:
            pegs = f"{len(code)} peg{'s' * (len(code) != 1)}"
            raise CodeError(f"{typed or code} has {pegs}; a code of {self} has {self.pegs}")
        if max(code) > self.colors or min(code) < 1:
            place, color = next(peg for peg in enumerate(code, 1) if not 1 <= peg[1] <= self.colors)
            raise CodeError(f"{typed or code}: peg {place} is {color}; {self} has colors 1 to {self.colors}")
        if not self.repeats and len(set(code)) < self.pegs:
            raise CodeError(f"{typed or code} repeats a color; the pegs of {self} are all distinct")

    def feedback(self, secret: CodeLike, guess: CodeLike) -> Feedback:
        """Return the feedback that ``guess`` gets against ``secret``; the same if the two change places.

        black + white = sum over the colors of min(count in secret, count in guess) (Knuth 1977, p. 1).
        Raises what :meth:`code` raises.

        >>> str(Rules(4, 6).feedback("1122", "1344"))
        'B'
        """
        first, second = self.code(secret), self.code(guess)
        black = sum(map(eq, first, second))
        if not self.whites:
            return tuple.__new__(Feedback, (black, 0))
        hits = sum(min(first.count(color), second.count(color)) for color in set(second))
        return tuple.__new__(Feedback, (black, hits - black))

    def check_feedback(self, feedback: FeedbackLike) -> Feedback:
        """Return the feedback, from its hits or from any text that names them.

        Raises :class:`FeedbackError` if these rules can never give it and :class:`NotationError` for other
        text.

        >>> Rules(4, 6).check_feedback("1A2B")
        Feedback('BWW')
        """
        found = self._hits(feedback)
        reason = self._why_impossible(*found)
        if reason is not None:
            raise FeedbackError(f"{found.black} black {found.white} white is impossible: {reason}")
        return found

    def _hits(self, feedback: FeedbackLike) -> Feedback:
        return told(read_hits(feedback, whites=self.whites) if isinstance(feedback, str) else feedback)

    def why_impossible(self, feedback: FeedbackLike) -> str | None:
        """Say why no guess can get this feedback under these rules; None if one can.

        >>> Rules(4, 6).why_impossible("BBBW")
        'with 3 of 4 pegs right, the last has no other place to go'
        """
        return self._why_impossible(*self._hits(feedback))

    def _why_impossible(self, black: int, white: int) -> str | None:
        hits, pegs = black + white, self.pegs
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
