"""The rules of a game: which codes there are, and which feedback a guess gets.

This is plain Python, meant to be read.

Source: D. E. Knuth, *The Computer as Master Mind*, J. Recreational Mathematics 9(1), 1976-77.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from importlib import import_module
from operator import eq
from typing import TYPE_CHECKING, Any

from pegwise.alphabet import HOLE, NUMBERS, Alphabet, code_words, decide_alphabet, peg_color
from pegwise.codes import Code, Feedback, Row, code_kind, told
from pegwise.errors import CodeError, FeedbackError, NotationError, RulesError
from pegwise.feedback_notation import is_hits, read_all_hits
from pegwise.normalized_text import plain_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from pegwise.codes import CodeLike, FeedbackLike

__all__ = ["Code", "Feedback", "Row", "Rules"]

_LISTED = "pegwise.listed_rules"
"""The module above this one that makes rules out of lists."""
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

    pegs: int
    colors: int
    repeats: bool = True
    whites: bool = True
    alphabet: Alphabet | None = field(default=None, compare=False, repr=False)

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
        blanks = "-blanks" if self.has_blanks else ""
        return f"{self.pegs}x{self.named_colors}{distinct}{'' if self.whites else '-black'}{blanks}"

    @property
    def has_blanks(self) -> bool:
        """True if the last color is an empty hole, as in ``4x6-blanks``."""
        return self.alphabet is not None and self.alphabet.has_hole

    @property
    def named_colors(self) -> int:
        """The number of colors without the empty hole."""
        return self.colors - self.has_blanks

    @property
    def colors_name(self) -> str:
        """The colors in words, without the empty hole, such as ``1 to 6``, ``1 to 9 and 0`` or ``A to F``.

        >>> import pegwise
        >>> pegwise.Rules(4, 10).colors_name, pegwise.parse_rules("4x6 colors=RGBYWK").colors_name
        ('1 to 9 and 0', 'R G B Y W K')
        """
        if self.alphabet is not None and self.alphabet.kind != "numbers":
            return self.alphabet.shown
        last = self.named_colors
        return f"1 to {last}" if last != 10 else "1 to 9 and 0"

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

    def drawn_secret(self, rng: Random) -> Code:
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

    def code(self, code: CodeLike) -> Code:
        """Return a code of these rules, from its colors or from any text that names them.

        Args:
            code: A code, its colors, or its text: digits (``1122``, or ``0011`` counted from 0), numbers
                (``1-12-3``), letters (``AABB``), initials (``RRBB``) or color names (``red-red-blue-blue``).

        Returns:
            The code, which prints as the codes of these rules do. If nothing has decided that yet, a code
            that is read from letters or names prints them.

        Raises:
            CodeError: If the code is outside the rules.
            NotationError: If the text is not a code.

        Example:
            >>> import pegwise
            >>> pegwise.Rules(4, 6).code("AABB")
            Code('1122')
        """
        if type(code) is not self._kind:
            if isinstance(code, str):
                return self._read(code) if self._is_plain(code) else self.deciding([code]).decided(code)
            code = self._kind(code)
        self.check(code)
        return code

    def words(self, text: str) -> list[str]:
        """Split the text of a code into the words of its pegs, whatever alphabet they are in.

        Args:
            text: The text of a code.

        Returns:
            One word a peg. If the text has another number of pegs, as many words as it seems to have.

        Example:
            >>> import pegwise
            >>> pegwise.Rules(4, 6).words("red red blue-blue"), pegwise.Rules(3, 12).words("1-12-3")
            (['red', 'red', 'blue', 'blue'], ['1', '12', '3'])
        """
        plain = plain_text(text).strip()
        if self.has_blanks and HOLE in plain and self.named_colors > 10:
            plain = plain.replace(HOLE, f"-{HOLE}-")
        symbols = () if self.alphabet is None else self.alphabet.symbols
        single = self.colors <= 10 or bool(symbols and max(map(len, symbols)) == 1)
        return code_words(plain, self.pegs, single=single)

    def deciding(self, texts: Iterable[str]) -> Rules:
        """Return these rules with the alphabet that the texts of all codes of a game decide.

        Args:
            texts: The texts of the codes.

        Returns:
            The rules; as they are if they have an alphabet that the codes do not change.

        Raises:
            NotationError: If the codes can be read in two alphabets, or contradict each other.
            CodeError: If they have more colors than the rules.

        Example:
            >>> import pegwise
            >>> str(pegwise.Rules(4, 6).deciding(["RRGB", "BBYY"]).alphabet)
            'initials R B G Y O P'
        """
        texts = list(texts)
        settled = self.alphabet is not None and self.alphabet.kind == "numbers"
        if not texts or not (settled or self.alphabet is None):
            return self
        colors = self.named_colors
        whole = (words for words in map(self.words, texts) if len(words) == self.pegs)
        codes = [word for words in whole for word in words if not (self.has_blanks and word == HOLE)]
        found = decide_alphabet([codes], colors, settled=settled and not self.has_blanks)
        if self.has_blanks:
            found = found.with_hole(colors)
        return self if found == self.alphabet else replace(self, alphabet=found)

    def _read(self, text: str) -> Code:
        """Return a checked code from its digits."""
        code: Code = tuple.__new__(self._kind, map(int, text))
        self.check(code)
        return code

    def decided(self, code: CodeLike) -> Code:
        """Return a code as :meth:`code` does, with the alphabet of these rules and no other.

        Args:
            code: A code, its colors, or its text.

        Returns:
            The code.

        Raises:
            CodeError: If the code is outside the rules.
            NotationError: If the text is not a code in this alphabet.

        Example:
            >>> import pegwise
            >>> pegwise.parse_rules("4x6 colors=letters").decided("AABB")
            Code('1122')
        """
        if not isinstance(code, str) or self._is_plain(code):
            return self.code(code)
        return self._from_words(code)

    def _from_words(self, text: str) -> Code:
        """Return a checked code from text; an error names what was typed."""
        typed = " ".join(text.split())  # one line, whatever was typed
        words = self.words(text)
        if not words:
            raise NotationError(
                f"a code of {self} was expected, such as {self.example}; there is nothing here"
            )
        alphabet = self.alphabet or NUMBERS
        colors = [peg_color(word, alphabet, self.named_colors) for word in words]
        self._check_words(words, colors, alphabet, typed)
        code = self.spelled(colors)
        self._check_guess(code, typed)
        return code

    def _check_guess(self, code: Code, typed: str) -> None:
        """Check that a code, which has the pegs and colors of the rules, may be guessed."""

    def _is_plain(self, text: str) -> bool:
        """Tell whether a text is the digits of a code in numbers from 1, as most are."""
        digits = self.colors <= 9 and len(text) == self.pegs > 1 and text.isascii() and text.isdecimal()
        return digits and self.alphabet in (None, NUMBERS) and "0" not in text

    def _check_words(self, words: list[str], colors: list[int], alphabet: Alphabet, typed: str) -> None:
        for place, (word, color) in enumerate(zip(words, colors, strict=True), 1):
            if not color and not (word.isdecimal() or (alphabet.kind == "letters" and word.isalpha())):
                raise NotationError(
                    f"code {typed!r}: {word!r} at peg {place} is no color; expected {self.example}, "
                    f"{self.expected_colors}"
                )
        if len(words) != self.pegs:
            pegs = f"{len(words)} peg{'s' * (len(words) != 1)}"
            raise CodeError(f"{typed} has {pegs}; a code of {self} has {self.pegs}")
        for place, (word, color) in enumerate(zip(words, colors, strict=True), 1):
            if not 1 <= color <= self.colors:
                raise CodeError(f"{typed}: peg {place} is {word}; {self._colors_of(alphabet)}")
        if not self.repeats and len(set(colors)) < self.pegs:
            raise CodeError(f"{typed} repeats a color; the pegs of {self} are all distinct")

    def _colors_of(self, alphabet: Alphabet) -> str:
        if alphabet.kind == "numbers":
            return f"{self} has colors {self.colors_name}"
        return f"the colors of {self} are {alphabet}"

    @property
    def expected_colors(self) -> str:
        """What can be a color in these rules, in words such as ``numbers 1 to 6, letters A to F``."""
        if self.alphabet is not None and self.alphabet.kind in ("symbols", "words"):
            return f"the colors are {self.alphabet.shown}"
        last = self.named_colors
        letters = f"letters A to {chr(ord('A') + min(last, 26) - 1)}"
        return f"numbers 1 to {last}, {letters}, or color names such as red-blue or RB"

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
        return code_kind(self.alphabet or NUMBERS, self.colors)

    def color_name(self, color: int) -> str:
        """Return a color as the codes of these rules print it.

        Args:
            color: The color, from 1.

        Returns:
            Its symbol, which is ``0`` for the tenth of ten colors.

        Example:
            >>> import pegwise
            >>> pegwise.Rules(3, 10).color_name(10), pegwise.Rules(3, 12).color_name(10)
            ('0', '10')
        """
        return str(self.all_spelled([[color]])[0])

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
            raise CodeError(
                f"{typed or code}: peg {place} is {color}; {self} has colors {self.plain.colors_name}"
            )
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
        return self._checked(self.hits([feedback])[0])

    def _checked(self, found: Feedback) -> Feedback:
        reason = self._why_impossible(*found)
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
        return self._why_impossible(*self.hits([feedback])[0])

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
