"""The codes of a game: how many pegs and colors they have, and how they are read, checked and written."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Self

from pegwise.alphabet import HOLE, NUMBERS, Alphabet, code_words, decide_alphabet, peg_color
from pegwise.codes import Code, code_kind
from pegwise.errors import CodeError, NotationError, RulesError
from pegwise.normalized_text import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pegwise.codes import CodeLike

_MOST_PEGS, _MOST_COLORS, _MOST_CELLS = 2_000, 65_535, 2_000_000
"""The largest games: every question about them is answered in bounded time."""


@dataclass(frozen=True, slots=True)
class GameCodes:
    """The codes of a game; ``Rules`` adds what is told about them, and says what the fields mean."""

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
        return _numbered(self.named_colors)

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
            if not isinstance(code, str):
                code = self._kind(code)
            elif self._is_plain(code):
                code = tuple.__new__(self._kind, map(int, code))
            else:
                return self.deciding([code]).decided(code)
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

    def deciding(self, texts: Iterable[str]) -> Self:
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
        (code,) = self.all_spelled([colors])
        self.check(code, typed)
        return code

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
        for place, (word, color) in enumerate(zip(words, colors, strict=True), 1):
            if len(words) == self.pegs and not 1 <= color <= self.colors:
                told = f"the colors of {self} are {alphabet}"
                told = f"{self} has colors {self.colors_name}" if alphabet.kind == "numbers" else told
                raise CodeError(f"{typed}: peg {place} is {word}; {told}")

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
                f"{typed or code}: peg {place} is {color}; {self} has colors {_numbered(self.colors)}"
            )
        if not self.repeats and len(set(code)) < self.pegs:
            raise CodeError(f"{typed or code} repeats a color; the pegs of {self} are all distinct")


def _numbered(colors: int) -> str:
    """Return the numbers of so many colors in words."""
    return f"1 to {colors}" if colors != 10 else "1 to 9 and 0"
