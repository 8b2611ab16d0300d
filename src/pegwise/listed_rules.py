"""Listed rules: guesses and secrets out of lists, secrets with weights, and any feedback.

The family of Mastermind has neighbors: words, guesses that may repeat colors or leave pegs empty, feedback
that tells each peg. Each is a set of guesses, a set of secrets, and a feedback for each pair.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from pegwise.codes import Code, Feedback, NumberedFeedback, told
from pegwise.errors import CodeError, FeedbackError, NotationError
from pegwise.feedback_kinds import KINDS, FeedbackKind
from pegwise.normalized_text import plain_text
from pegwise.rules import Rules

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from pegwise.codes import CodeLike, FeedbackLike
    from pegwise.feedback_kinds import TextKind

Colors = tuple[int, ...]


@dataclass(frozen=True)
class CodeList:
    """Codes out of a list, ascending, each with a weight.

    Attributes:
        codes: The codes, colors from 1, in numeric order.
        weights: How much each code counts, whole numbers; empty if all count the same.
        symbols: The symbols of the colors; empty for numbers.
    """

    codes: tuple[Colors, ...]
    weights: tuple[int, ...] = ()
    symbols: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The number of codes."""
        return len(self.codes)

    @cached_property
    def held(self) -> frozenset[Colors]:
        """The codes as a set."""
        return frozenset(self.codes)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the codes and weights, in hexadecimal."""
        return _digest(repr((self.codes, self.weights, self.symbols)))

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, CodeList) and self.digest == other.digest)


@dataclass(frozen=True, slots=True)
class ListedRules(Rules):
    """Rules whose guesses and secrets are given by lists, or by families that differ from each other.

    :meth:`Rules.listed` and :func:`parse_rules` make these; everything that takes rules takes them.

    Attributes:
        guesses: The codes that may be guessed: a list, or the family that they are.
        secrets: The codes that can be secret: a list, or the family that they are.
        kind: What the feedback tells.
        name: What the rules are called.
        file: The file of the rules, if they come from one.

    Example:
        >>> import pegwise
        >>> rules = pegwise.Rules.listed(["cat", "cot", "dog"], feedback="marks")
        >>> rules.size, str(rules.feedback(secret="cot", guess="cat"))
        (3, 'G.G')
    """

    guesses: Rules | CodeList = field(default=Rules(1, 1))
    secrets: Rules | CodeList = field(default=Rules(1, 1))
    kind: FeedbackKind = field(default=KINDS["hits"])
    name: str = field(default="", compare=False)
    file: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.name

    @property
    def is_listed(self) -> bool:
        """True: guesses and secrets are two lists."""
        return True

    @property
    def tells(self) -> str:
        """What feedback tells, which is ``hits``, ``black``, ``total``, ``marks`` or ``function``."""
        return self.kind.name

    @property
    def size(self) -> int:
        """The number of secrets."""
        return self.secrets.size

    @property
    def guess_count(self) -> int:
        """The number of codes that may be guessed."""
        return self.guesses.size

    @property
    def weights(self) -> tuple[int, ...]:
        """The weight of each secret, in numeric order; empty if all count the same."""
        return self.secrets.weights if isinstance(self.secrets, CodeList) else ()

    @property
    def weight(self) -> int:
        """The weights of all secrets together."""
        return sum(self.weights) or self.size

    @property
    def digest(self) -> str:
        """The SHA-256 of what the rules are: the lists, the weights and the feedback."""
        parts = [
            each.digest if isinstance(each, CodeList) else str(each.plain)
            for each in (self.guesses, self.secrets)
        ]
        told = [self.pegs, self.colors, self.kind.name, self.kind.digest, *parts]
        return _digest("\n".join(map(str, told)))

    @property
    def path(self) -> str:
        """The file that the rules come from; empty if they come from none."""
        return self.file

    @property
    def has_lists(self) -> bool:
        """True if the rules are lists out of a file or a program, which their text does not tell."""
        return isinstance(self.secrets, CodeList)

    @property
    def plain(self) -> Rules:
        """These rules: their symbols belong to them."""
        return self

    @property
    def colors_told(self) -> str | None:
        """The alphabet in words; None for lists, whose codes show it."""
        return None if isinstance(self.secrets, CodeList) else Rules.colors_told.fget(self)  # type: ignore[attr-defined]

    @property
    def bulls(self) -> bool:
        """True if the game is played as Bulls and Cows, with different digits."""
        return self.kind.name == "hits" and isinstance(self.secrets, Rules) and self.secrets.bulls

    @property
    def example(self) -> Code:
        """A code that shows what is expected: the first secret of a list."""
        if isinstance(self.secrets, CodeList):
            return self.spelled(self.secrets.codes[0])
        return self.spelled(self.secrets.example)

    def check(self, code: CodeLike, typed: str | None = None) -> None:
        """Check that a code may be guessed under these rules."""
        Rules.check(self, code, typed)
        if isinstance(code, Code):
            self._check_guess(code, typed or str(code))

    def _check_guess(self, code: Code, typed: str) -> None:
        if isinstance(self.guesses, Rules):
            Rules.check(self.guesses, code, typed)
        elif tuple(code) not in self.guesses.held:
            raise CodeError(f"{typed} is none of the {self.guesses.size:,} guesses of this game")

    def is_secret(self, code: Code) -> bool:
        """Tell whether a code of these rules can be the secret."""
        if isinstance(self.secrets, CodeList):
            return tuple(code) in self.secrets.held
        return self.secrets.is_secret(code)

    def drawn_secret(self, rng: random.Random) -> Code:
        """Draw a secret, of which every code is as likely as its weight says."""
        if isinstance(self.secrets, CodeList):
            (drawn,) = rng.choices(self.secrets.codes, self.secrets.weights or None)
            return self.spelled(drawn)
        return self.spelled(self.secrets.drawn_secret(rng))

    def feedback(self, secret: CodeLike, guess: CodeLike) -> Feedback:
        """Return the feedback that a guess gets against a secret; the order of the two matters.

        Raises:
            CodeError: If a code is outside the rules, or the first cannot be the secret.

        Example:
            >>> import pegwise
            >>> rules = pegwise.Rules.listed(["speed", "abide", "erase"], feedback="marks")
            >>> str(rules.feedback(secret="abide", guess="speed"))
            '..Y.Y'
        """
        first, second = self.code(secret), self.code(guess)
        if not self.is_secret(first):
            raise CodeError(f"{first} cannot be the secret of this game")
        return self._told(first, second)

    def _told(self, secret: Code, guess: Code) -> Feedback:
        return Rules.feedback(self, secret, guess)


class TextFeedbackRules(ListedRules):
    """Listed rules whose feedback is one of a list of texts, such as the marks ``..Y.Y``."""

    __slots__ = ()

    kind: TextKind

    @property
    def _type(self) -> type[NumberedFeedback]:
        return self.kind.feedback_type(self)

    @property
    def win(self) -> Feedback:
        """The feedback of a guess that is the secret."""
        return self.feedbacks[-1]

    @property
    def feedbacks(self) -> tuple[Feedback, ...]:
        """All feedback that there may be; the win is the last."""
        return _feedbacks(self)

    def _told(self, secret: Code, guess: Code) -> Feedback:
        if tuple(secret) == tuple(guess):
            return self.win
        return self._type(self.kind.number(self, secret, guess))

    def number(self, feedback: Feedback) -> int:
        """Return the number that the engine gives a feedback."""
        return feedback[0]

    def numbered(self, number: int) -> Feedback:
        """Return the feedback that has a number."""
        return self._type(number)

    @property
    def expected_feedback(self) -> str:
        """What feedback looks like, in words."""
        return self.kind.expected(self)

    @property
    def example_feedback(self) -> str:
        """The text of some feedback."""
        return str(self.feedbacks[len(self.feedbacks) // 3])

    def is_feedback(self, text: str) -> bool:
        """Tell whether a text may be feedback of these rules."""
        return self.kind.read(self, plain_text(text)) is not None

    def hits(self, feedback: Sequence[FeedbackLike], *, numbered: bool = False) -> list[Feedback]:
        """Return the feedback of all rows of one game.

        Raises:
            NotationError: If a text is not feedback of these rules.
            FeedbackError: If feedback that was made before is not one of the texts.
        """
        kind, found = self._type, list[Feedback]()
        for number, one in enumerate(feedback, 1):
            if isinstance(one, str):
                read = self.kind.read(self, plain_text(one))
                if read is None:
                    row = f"row {number}: " if numbered else ""
                    raise NotationError(f"{row}feedback {one.strip()!r}: expected {self.kind.expected(self)}")
                found.append(kind(read))
            elif isinstance(one, kind):
                found.append(one)
            elif isinstance(one, NumberedFeedback) and str(one) in kind.texts:
                found.append(kind(str(one)))
            else:
                raise FeedbackError(
                    f"{told(one)} is no feedback of {self}: expected a text such as {kind.texts[0]}"
                )
        return found

    def _why_impossible(self, found: Feedback) -> str | None:
        return self.kind.why_impossible(self, found)

    def _checked(self, found: Feedback) -> Feedback:
        reason = self._why_impossible(found)
        if reason is not None:
            raise FeedbackError(f"{found} is impossible: {reason}")
        return found


@lru_cache(maxsize=8)
def _feedbacks(rules: TextFeedbackRules) -> tuple[Feedback, ...]:
    kind = rules.kind.feedback_type(rules)
    every = map(kind, range(len(kind.texts)))
    return tuple(each for each in every if rules.kind.why_impossible(rules, each) is None)


def _digest(text: str) -> str:
    from hashlib import sha256  # a game of the family has no digest

    return sha256(text.encode()).hexdigest()
