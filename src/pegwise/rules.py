"""The rules of a game: which codes there are, and which feedback a guess gets.

This is plain Python, meant to be read.

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

_MOST_PEGS, _MOST_COLORS, _MOST_CELLS = 2_000, 65_535, 2_000_000
"""The largest games: every question about them is answered in bounded time."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game: how many pegs and colors, and what is allowed and told.

    Making rules lists no codes: ``Rules(30, 30)`` is as quick as ``Rules(4, 6)``.

    Source: D. E. Knuth, The Computer as Master Mind, J. Recreational Mathematics 9(1), 1976-77.

    Attributes:
        pegs: The number of pegs of a code, at least 1.
        colors: The number of colors, at least 1. Colors are numbered from 1.
        repeats: True if a code may use a color more than once.
        whites: True if the codemaker tells white hits, False if black hits only.

    Raises:
        RulesError: If no game can have such rules: no peg, no color, or more distinct pegs than colors; or if
            the game is too large: more than 2,000 pegs, 65,535 colors, or 2,000,000 pegs times colors.

    Example:
        >>> import pegwise
        >>> rules = pegwise.Rules(4, 6)
        >>> str(rules), rules.size
        ('4x6', 1296)
        >>> str(rules.feedback((2, 5, 3, 2), (3, 5, 2, 3)))  # Knuth's example: one black hit, two white hits
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
        if self.pegs > _MOST_PEGS or self.colors > _MOST_COLORS or self.pegs * self.colors > _MOST_CELLS:
            raise RulesError(
                f"a game has at most {_MOST_PEGS:,} pegs and {_MOST_COLORS:,} colors, and at most "
                f"{_MOST_CELLS:,} pegs times colors"
            )
        if not self.repeats and self.pegs > self.colors:
            raise RulesError(
                f"{self.pegs} pegs cannot all be distinct with {self.colors} color{'s' * (self.colors > 1)}"
            )

    def __str__(self) -> str:
        distinct = "" if self.repeats else "-distinct"
        return f"{self.pegs}x{self.colors}{distinct}{'' if self.whites else '-black'}"

    @property
    def size(self) -> int:
        """The number of codes.

        It is C**P for P pegs and C colors, or C!/(C-P)! if no color may repeat.
        """
        return self.colors**self.pegs if self.repeats else math.perm(self.colors, self.pegs)

    @property
    def win(self) -> Feedback:
        """The feedback of a guess that is the secret, in which every hit is black."""
        return Feedback(self.pegs, 0)

    @property
    def feedbacks(self) -> tuple[Feedback, ...]:
        """All feedback that can exist, in the order of Knuth's Figure 1.

        This order is 04 03 ... 00, 13 ... 10, ... 40; the two digits are the numbers of black and of white
        hits.

        >>> import pegwise
        >>> [str(feedback) for feedback in pegwise.Rules(2, 3).feedbacks]
        ['WW', 'W', '-', 'B', 'BB']
        """
        return _feedbacks(self)

    def code(self, code: CodeLike) -> Code:
        """Return a code of these rules, from its colors or from any text that names them.

        Args:
            code: A code, its colors, or its text: digits (``1122``), numbers (``1-12-3``), letters (``AABB``)
                or color names (``red-red-blue-blue``).

        Returns:
            The code, which prints as the codes of these rules do.

        Raises:
            CodeError: If the code is outside the rules.
            NotationError: If the text is not a code.

        Example:
            >>> import pegwise
            >>> pegwise.Rules(4, 6).code("AABB")
            Code('1122')
        """
        if type(code) is not self._kind:
            code = self._read(code) if isinstance(code, str) else self._kind(code)
        self.check(code)
        return code

    def _read(self, text: str) -> Code:
        """Return a checked code from text; an error names what was typed."""
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
        """A code that shows what is expected, such as ``1122``, or ``1234`` if no color may repeat."""
        half = (self.pegs + 1) // 2
        return self.spelled(
            min(1 + place // half if self.repeats else place + 1, self.colors) for place in range(self.pegs)
        )

    def spelled(self, code: CodeLike) -> Code:
        """Return the same colors as a code that prints as the codes of these rules do; nothing is checked.

        Args:
            code: The code, its colors, or its text.

        Returns:
            The same code in the spelling of these rules.

        Example:
            >>> import pegwise
            >>> str(pegwise.Rules(3, 12).spelled(pegwise.Code((1, 2, 3))))
            '1-2-3'
        """
        kind = self._kind
        return code if type(code) is kind else kind(code)

    def all_spelled(self, codes: Iterable[Iterable[int]]) -> list[Code]:
        """Return many codes at once, faster than :meth:`spelled` makes them; nothing is checked.

        Args:
            codes: The colors of each code, as whole numbers of Python from 1.

        Returns:
            The codes, in the same order.

        Example:
            >>> import pegwise
            >>> pegwise.Rules(2, 3).all_spelled([[1, 2], [3, 3]])
            [Code('12'), Code('33')]
        """
        return list(map(partial(tuple.__new__, self._kind), codes))

    @property
    def _kind(self) -> type[Code]:
        return Code if self.colors <= 9 else TenCode if self.colors == 10 else DashedCode

    def check(self, code: CodeLike, typed: str | None = None) -> None:
        """Check that a code is a code of these rules.

        Args:
            code: The code, its colors, or its text.
            typed: What the person typed; the message of an error names it instead of the code.

        Raises:
            CodeError: If the code has another number of pegs, an unknown color, or a color twice that may not
                repeat.
            NotationError: If the text is not a code.

        Example:
            >>> import pegwise
            >>> pegwise.Rules(4, 6).check("1172")
            Traceback (most recent call last):
            pegwise.errors.CodeError: 1172: peg 3 is 7; 4x6 has colors 1 to 6
        """
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
        """Return the feedback that a guess gets against a secret; it is the same if the two change places.

        Black and white hits together are, summed over the colors, the smaller of the color's counts in the
        secret and in the guess (Knuth 1977, p. 1).

        Args:
            secret: The secret, its colors, or its text.
            guess: The guess, its colors, or its text.

        Returns:
            The numbers of black and of white hits; 0 white hits if the rules do not tell them.

        Raises:
            CodeError: If a code is outside the rules.
            NotationError: If a text is not a code.

        Example:
            >>> import pegwise
            >>> str(pegwise.Rules(4, 6).feedback("1122", "1344"))
            'B'
        """
        first, second = self.code(secret), self.code(guess)
        black = sum(map(eq, first, second))
        if not self.whites:
            return tuple.__new__(Feedback, (black, 0))
        hits = sum(min(first.count(color), second.count(color)) for color in set(second))
        return tuple.__new__(Feedback, (black, hits - black))

    def check_feedback(self, feedback: FeedbackLike) -> Feedback:
        """Return feedback, from its hits or from any text that names them, after checking it.

        Args:
            feedback: The feedback, a pair of black and white hits, or text such as ``BWW``, ``1,2`` or
                ``1A2B``.

        Returns:
            The feedback.

        Raises:
            FeedbackError: If these rules can never give this feedback.
            NotationError: If the text is not feedback.

        Example:
            >>> import pegwise
            >>> pegwise.Rules(4, 6).check_feedback("1A2B")
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
        """Explain why no guess can get this feedback under these rules.

        Args:
            feedback: The feedback, a pair of black and white hits, or its text.

        Returns:
            The reason in words, or None if some guess can get this feedback.

        Raises:
            NotationError: If the text is not feedback.

        Example:
            >>> import pegwise
            >>> pegwise.Rules(4, 6).why_impossible("BBBW")
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
    """Return all feedback of these rules, kept for the next call: long codes have thousands."""
    pegs = rules.pegs
    every = (Feedback(black, white) for black in range(pegs + 1) for white in range(pegs - black, -1, -1))
    return tuple(feedback for feedback in every if rules.why_impossible(feedback) is None)
