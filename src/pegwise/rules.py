"""The rules of a game: which codes there are, and which feedback a guess gets.

This is plain Python, meant to be read.

Source: D. E. Knuth, *The Computer as Master Mind*, J. Recreational Mathematics 9(1), 1976-77.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from operator import eq
from typing import TYPE_CHECKING, Any

from pegwise.alphabet import NUMBERS
from pegwise.codes import Code, Feedback, Row, told
from pegwise.errors import FeedbackError
from pegwise.feedback_notation import is_hits, read_all_hits
from pegwise.game_codes import GameCodes
from pegwise.normalized_text import plain_text

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Sequence

    from pegwise.codes import CodeLike, FeedbackLike

__all__ = ["Code", "Feedback", "Row", "Rules"]

_LISTED = "pegwise.listed_rules_factory"
"""The module above this one that makes rules out of lists."""


@dataclass(frozen=True, slots=True)
class Rules(GameCodes):
    """The rules of a game: how many pegs and colors, and what is allowed and told.

    Making rules lists no codes: ``Rules(30, 30)`` is as quick as ``Rules(4, 6)``.

    Source: D. E. Knuth, The Computer as Master Mind, J. Recreational Mathematics 9(1), 1976-77.

    Attributes:
        pegs: The number of pegs of a code, at least 1.
        colors: The number of colors, at least 1. Colors are numbered from 1.
        repeats: True if a code may use a color more than once.
        whites: True if the codemaker tells white hits, False if black hits only.
        alphabet: The symbols that codes of these rules print, decided by the codes that were read; None if
            nothing decides it, which prints numbers. Rules that differ in it only are equal.

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

    def __str__(self) -> str:
        distinct = "" if self.repeats else "-distinct"
        blanks = "-blanks" if self.has_blanks else ""
        return f"{self.pegs}x{self.named_colors}{distinct}{'' if self.whites else '-black'}{blanks}"

    def with_blanks(self) -> Rules:
        """Return the rules in which a hole may stay empty: one color more. Without repeats one hole may.

        Returns:
            The rules, whose last color is the empty hole.

        Example:
            >>> import pegwise
            >>> str(pegwise.Rules(4, 6).with_blanks()), pegwise.Rules(4, 6).with_blanks().colors
            ('4x6-blanks', 7)
        """
        if self.has_blanks:
            return self
        alphabet = (self.alphabet or NUMBERS).with_hole(self.colors)
        return replace(self, colors=self.colors + 1, alphabet=alphabet)

    @property
    def plain(self) -> Rules:
        """The same rules with no alphabet. Codes print numbers, and an empty hole is one color more."""
        return self if self.alphabet is None else replace(self, alphabet=None)

    @property
    def bulls(self) -> bool:
        """True if the game is played as Bulls and Cows, with different digits, and white hits are told."""
        return self.whites and not self.repeats and self.colors in (9, 10)

    def told(self) -> dict[str, Any]:
        """Return the rules as plain values: their text, and the alphabet if it is not numbers from 1.

        Returns:
            The keys ``rules`` and, if need be, ``alphabet``.

        Example:
            >>> import pegwise
            >>> pegwise.Position("4x6", "RRGB:B").rules.told()
            {'rules': '4x6', 'alphabet': 'initials R B G Y O P'}
        """
        colors = self.colors_told
        return {"rules": str(self)} if colors is None else {"rules": str(self), "alphabet": colors}

    @property
    def colors_told(self) -> str | None:
        """The alphabet in words, such as ``initials R B G Y O P``, or None for numbers from 1."""
        return None if self.alphabet is None or self.alphabet.kind == "numbers" else str(self.alphabet)

    @staticmethod
    def listed(
        secrets: Iterable[CodeLike] | None = None,
        guesses: Iterable[CodeLike] | Rules | None = None,
        weights: Iterable[object] | None = None,
        feedback: str | Callable[..., Any] = "hits",
        *,
        symbols: str | Sequence[str] | None = None,
        name: str = "listed",
    ) -> Rules:
        """Return rules whose secrets and guesses are listed, such as those of a word game.

        Args:
            secrets: The codes that can be secret; None if every guess can be.
            guesses: The codes that may be guessed: a list, rules if all their codes may be guessed, or None
                for the secrets.
            weights: How likely each secret is, in any proportion; None if all are alike. Averages, class
                sizes and totals count a secret as often as its weight says.
            feedback: What is told: ``hits``, ``black``, ``total``, ``marks``, or a function of a secret and a
                guess that returns any text; see :func:`by_arrays` for one that takes arrays.
            symbols: The symbols of the codes, in order; None for those that occur.
            name: What the rules are called.

        Returns:
            The rules.

        Raises:
            RulesError: If a list, a weight or the function is not what it should be; it says which one.

        Example:
            >>> import pegwise
            >>> words = pegwise.Rules.listed(["cat", "cot", "dog"], feedback="marks")
            >>> [str(code) for code in pegwise.Position(words, "cot:GG.")]
            []
            >>> [str(code) for code in pegwise.Position(words, "cot:.G.")]
            ['dog']
        """
        made: Callable[..., Rules] = import_module(_LISTED).listed_rules
        return made(secrets, guesses, weights, feedback, symbols=symbols, name=name)

    @property
    def is_listed(self) -> bool:
        """True if guesses and secrets are two lists, as in a word game."""
        return False

    @property
    def has_lists(self) -> bool:
        """True if the rules are lists out of a file or a program, which their text does not tell."""
        return False

    @property
    def path(self) -> str:
        """The file that the rules come from; empty if they come from none."""
        return ""

    @property
    def tells(self) -> str:
        """What feedback tells, which is ``hits``, ``black``, ``total``, ``marks`` or ``function``."""
        return "hits" if self.whites else "black"

    @property
    def guess_count(self) -> int:
        """The number of codes that may be guessed."""
        return self.size

    @property
    def weights(self) -> tuple[int, ...]:
        """The weight of each secret, in numeric order; empty if all count the same."""
        return ()

    @property
    def weight(self) -> int:
        """The weights of all secrets together, which is their number if all count the same."""
        return self.size

    def is_secret(self, code: Code) -> bool:
        """Tell whether a code of these rules can be the secret.

        Args:
            code: The code.

        Returns:
            True if it can be.

        Example:
            >>> import pegwise
            >>> pegwise.Rules(4, 6).is_secret(pegwise.Code("1122"))
            True
        """
        return (
            len(code) == self.pegs
            and max(code) <= self.colors
            and (self.repeats or len(set(code)) == self.pegs)
        )

    def drawn_secret(self, rng: random.Random) -> Code:
        """Draw a secret, of which every code is equally likely, or as likely as its weight says.

        Args:
            rng: The source of chance.

        Returns:
            The secret.

        Example:
            >>> import random
            >>> import pegwise
            >>> str(pegwise.Rules(4, 6).drawn_secret(random.Random(1)))
            '2513'
        """
        colors = range(1, self.colors + 1)
        if self.repeats:
            return self.spelled(rng.choice(colors) for _ in range(self.pegs))
        return self.spelled(rng.sample(colors, self.pegs))

    @property
    def size(self) -> int:
        """The number of codes that can be secret.

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
        return self._checked(self.hits([feedback])[0])

    def _checked(self, found: Feedback) -> Feedback:
        reason = self._why_impossible(found)
        if reason is not None:
            white = f" {found.white} white" if self.whites or found.white else ""
            raise FeedbackError(f"{found.black} black{white} is impossible: {reason}")
        return found

    def hits(self, feedback: Sequence[FeedbackLike], *, numbered: bool = False) -> list[Feedback]:
        """Return the feedback of all rows of one game, which are in one notation; nothing else is checked.

        Args:
            feedback: The feedback of each row, as :meth:`check_feedback` takes it.
            numbered: True if an error names the row.

        Returns:
            The feedback, in the same order.

        Raises:
            NotationError: If a text is not feedback, or can be read in two ways that no row settles.

        Example:
            >>> import pegwise
            >>> pegwise.Rules(4, 6).hits(["1A1B", "2B"])
            [Feedback('BW'), Feedback('WW')]
        """
        texts = [plain_text(one) for one in feedback if isinstance(one, str)]
        numbered = numbered and len(texts) == len(feedback)
        read = iter(read_all_hits(texts, whites=self.whites, bulls=self.bulls, numbered=numbered))
        return [told(next(read) if isinstance(one, str) else one) for one in feedback]

    @property
    def expected_feedback(self) -> str:
        """What feedback looks like, in words such as ``BWW, 1,2, 1B2W, or - for none``."""
        return "BWW, 1,2, 1B2W, or - for none" if self.whites else "2, 2B, BB, or - for none"

    @property
    def example_row(self) -> str:
        """The text of some row, such as ``1122:BW``."""
        return f"{self.example}:{self.example_feedback}"

    @property
    def example_feedback(self) -> str:
        """The text of some feedback, such as ``BW``."""
        return "BW" if self.whites else "B"

    def is_feedback(self, text: str) -> bool:
        """Tell whether a text may be feedback of these rules.

        Args:
            text: The text.

        Returns:
            True if it can be read.

        Example:
            >>> import pegwise
            >>> pegwise.Rules(4, 6).is_feedback("1B2W"), pegwise.Rules(4, 6).is_feedback("GY..")
            (True, False)
        """
        return is_hits(text, whites=self.whites)

    def number(self, feedback: Feedback) -> int:
        """Return the number that the engine gives a feedback: black * (pegs + 1) + white.

        Args:
            feedback: The feedback.

        Returns:
            The number, from 0; the win has the highest.

        Example:
            >>> import pegwise
            >>> pegwise.Rules(4, 6).number(pegwise.Feedback("BWW")), pegwise.Rules(4, 6).numbered(7)
            (7, Feedback('BWW'))
        """
        return feedback.black * (self.pegs + 1) + feedback.white

    def numbered(self, number: int) -> Feedback:
        """Return the feedback that has a number.

        Args:
            number: The number, as :meth:`number` returns it.

        Returns:
            The feedback.

        Example:
            >>> import pegwise
            >>> pegwise.Rules(4, 6).numbered(7)
            Feedback('BWW')
        """
        return Feedback(*divmod(number, self.pegs + 1))

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
        return self._why_impossible(self.hits([feedback])[0])

    def _why_impossible(self, found: Feedback) -> str | None:
        (black, white), pegs = found, self.pegs
        hits = black + white
        if not self.whites and white:
            return f"{self} tells black hits only"
        if hits > pegs:
            return f"there are only {pegs} pegs"
        if (black, white) == (pegs - 1, 1):
            return f"with {black} of {pegs} pegs right, the last has no other place to go"
        if self.is_listed:
            return None
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
    return tuple(feedback for feedback in every if rules._why_impossible(feedback) is None)
