"""What the feedback of listed rules tells: hits, black hits, their total, a mark for each peg, or any text.

Each kind gives every pair of a secret and a guess a number, the win the highest, and reads and writes it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from pegwise.codes import numbered_feedback
from pegwise.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pegwise.codes import Code, Feedback, NumberedFeedback
    from pegwise.rules import Rules

_RIGHT, _ELSEWHERE, _ABSENT = "Gg2🟩+", "Yy1🟨", ".-_xX0bB⬛⬜■□*"
"""How people write that a peg is right, elsewhere or absent."""
_WON = ("won", "win", "right", "solved")
_MOST_FEEDBACKS = 1 << 16
_WON_TEXT = "won"
_ASKED_TWICE = 200
"""Pairs that a function is asked for a second time, to see that it answers the same."""
_CHANGED = "the feedback function answers something else the second time"


@dataclass(frozen=True)
class FeedbackKind:
    """What feedback tells: this kind tells black and white hits, or black hits only.

    Attributes:
        name: The name of the kind in files of rules.
    """

    name: str

    @property
    def numbers(self) -> bytes:
        """The number of the feedback of each guess against each secret, where a function told them."""
        return b""

    @property
    def digest(self) -> str:
        """What makes this kind differ from others of the same name."""
        return ""


class TextKind(FeedbackKind, ABC):
    """Tells one of a list of texts; rules give the number of pegs."""

    @abstractmethod
    def feedback_type(self, rules: Rules) -> type[NumberedFeedback]:
        """Return the class of the feedback."""

    @abstractmethod
    def number(self, rules: Rules, secret: Code, guess: Code) -> int:
        """Return the number of the feedback of a guess that is not the secret."""

    @abstractmethod
    def read(self, rules: Rules, text: str) -> int | None:
        """Return the number of the feedback that a text means; None if it means none."""

    @abstractmethod
    def expected(self, rules: Rules) -> str:
        """Say what feedback looks like."""

    def why_impossible(self, rules: Rules, found: Feedback) -> str | None:
        """Say why no guess can get this feedback; None if one may."""
        return None


class _Total(TextKind):
    """Tells how many hits there are, black or white; and whether the game is won."""

    def feedback_type(self, rules: Rules) -> type[NumberedFeedback]:
        return numbered_feedback((*map(str, range(rules.pegs + 1)), _WON_TEXT))

    def number(self, rules: Rules, secret: Code, guess: Code) -> int:
        return (Counter(secret) & Counter(guess)).total()

    def read(self, rules: Rules, text: str) -> int | None:
        word = text.strip().lower()
        if word in _WON:
            return rules.pegs + 1
        if word in ("-", "none"):
            return 0
        return int(word) if word.isdecimal() and len(word) <= 9 and int(word) <= rules.pegs else None

    def expected(self, rules: Rules) -> str:
        return f"the number of hits from 0 to {rules.pegs}, or won"


class _Marks(TextKind):
    """Tells of each peg whether it is right, elsewhere or absent, as Wordle does."""

    def feedback_type(self, rules: Rules) -> type[NumberedFeedback]:
        return _marks_type(rules.pegs)

    def number(self, rules: Rules, secret: Code, guess: Code) -> int:
        return marks_of(secret, guess)

    def read(self, rules: Rules, text: str) -> int | None:
        word = "".join(text.split())
        if word.lower() in _WON:
            return int(3**rules.pegs) - 1
        if len(word) != rules.pegs:
            return None
        digits = [2 if one in _RIGHT else 1 if one in _ELSEWHERE else 0 for one in word]
        if any(not digit and one not in _ABSENT for digit, one in zip(digits, word, strict=True)):
            return None
        return _base3(digits)

    def expected(self, rules: Rules) -> str:
        return f"a mark for each of {rules.pegs} pegs: G right, Y elsewhere, . absent"

    def why_impossible(self, rules: Rules, found: Feedback) -> str | None:
        if (found.black, found.white) == (rules.pegs - 1, 1):
            return f"with {found.black} of {rules.pegs} pegs right, the last has no other place to go"
        return None


@lru_cache(maxsize=8)
def _marks_type(pegs: int) -> type[NumberedFeedback]:
    return numbered_feedback(tuple(map("".join, product(".YG", repeat=pegs))))


def _base3(digits: Sequence[int]) -> int:
    return int("".join(map(str, digits)), 3)


def marks_of(secret: Sequence[int], guess: Sequence[int]) -> int:
    """Return the number of the marks of a guess: a digit to the base 3 for each peg, 2 right, 1 elsewhere.

    A color that the guess has more often than the secret is marked as often as the secret has it: pegs that
    are right first, then the others from the left.

    Example:
        >>> marks_of("abide", "speed")  # ..Y.Y
        10
    """
    left = Counter(peg for peg, other in zip(secret, guess, strict=True) if peg != other)
    digits = []
    for peg, other in zip(secret, guess, strict=True):
        elsewhere = peg != other and left[other] > 0
        left[other] -= elsewhere
        digits.append(2 if peg == other else int(elsewhere))
    return _base3(digits)


@dataclass(frozen=True)
class _ByFunction(TextKind):
    """Tells what a function of the user's returns, as text.

    ``texts``: the feedback by number; the last is the win. ``numbers``: that of each guess against each
    secret, one guess after another, with 16 bits each.
    """

    texts: tuple[str, ...] = ()
    numbers: bytes = field(default=b"", repr=False)
    places: tuple[tuple[tuple[int, ...], ...], ...] = field(default=(), repr=False, compare=False)

    @property
    def digest(self) -> str:
        from hashlib import sha256

        return sha256(repr(self.texts).encode() + self.numbers).hexdigest()

    def feedback_type(self, rules: Rules) -> type[NumberedFeedback]:
        return numbered_feedback(self.texts)

    def number(self, rules: Rules, secret: Code, guess: Code) -> int:
        guesses, secrets = map(_places, self.places)
        place = guesses[tuple(guess)] * len(secrets) + secrets[tuple(secret)]
        return int.from_bytes(self.numbers[2 * place : 2 * place + 2], "little")

    def read(self, rules: Rules, text: str) -> int | None:
        word = text.strip()
        if word in self.texts:
            return self.texts.index(word)
        folded = [each.casefold() for each in self.texts]
        return folded.index(word.casefold()) if folded.count(word.casefold()) == 1 else None

    def expected(self, rules: Rules) -> str:
        shown = ", ".join(self.texts[:6])
        return f"one of {shown}{', ...' if len(self.texts) > 6 else ''}"


@lru_cache(maxsize=8)
def _places(codes: tuple[tuple[int, ...], ...]) -> dict[tuple[int, ...], int]:
    return {code: place for place, code in enumerate(codes)}


KINDS = {
    "hits": FeedbackKind("hits"),
    "black": FeedbackKind("black"),
    "total": _Total("total"),
    "marks": _Marks("marks"),
}
"""The kinds of feedback that have a name."""


def by_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function known as one that tells the feedback of many pairs at once.

    Args:
        function: What takes guesses, shape (G, pegs), and secrets, shape (S, pegs), with colors from 1, and
            returns whole numbers, shape (G, S).

    Returns:
        The same function.

    Example:
        >>> import pegwise
        >>> @pegwise.by_arrays
        ... def largest_in_common(guesses, secrets):
        ...     return (guesses[:, None, 0] == secrets[None, :, 0]) * 1
        >>> rules = pegwise.Rules.listed(["12", "13", "21"], feedback=largest_in_common)
        >>> str(rules.feedback(secret="13", guess="12"))
        '1'
    """
    function.takes_arrays = True  # type: ignore[attr-defined]
    return function


def by_function(
    function: Callable[..., Any], guesses: Sequence[Code], secrets: Sequence[Code]
) -> FeedbackKind:
    """Return the feedback that a function tells; it is called for all pairs, as ``function(secret, guess)``.

    Refuses one that raises, answers something else the second time, or has too many answers.
    """
    answers = _asked(function, guesses, secrets)
    won = {code: place for place, code in enumerate(secrets)}
    wins = {place * len(secrets) + won[guess] for place, guess in enumerate(guesses) if guess in won}
    found = sorted({answer for place, answer in enumerate(answers) if place not in wins}, key=_order)
    texts = (*found, _text_of_win(found))
    if len(texts) > _MOST_FEEDBACKS:
        raise RulesError(f"the feedback function has more than {_MOST_FEEDBACKS:,} different texts")
    number_of = {text: number for number, text in enumerate(texts)}
    numbers = b"".join(
        (len(found) if place in wins else number_of[answer]).to_bytes(2, "little")
        for place, answer in enumerate(answers)
    )
    return _ByFunction("function", texts, numbers, (tuple(map(tuple, guesses)), tuple(map(tuple, secrets))))


def _text_of_win(others: Sequence[str]) -> str:
    """Return a text for the win that nothing else has."""
    taken, won = {text.casefold() for text in others}, _WON_TEXT
    while won in taken:
        won += "!"
    return won


def _order(text: str) -> tuple[int, int, str]:
    """Order texts, numbers by their value."""
    plain = text.lstrip("-").isdecimal()
    return (0, int(text), text) if plain and len(text) < 19 else (1, 0, text)


def _asked(function: Callable[..., Any], guesses: Sequence[Code], secrets: Sequence[Code]) -> list[str]:
    """Return the answers for all pairs as text, one guess after another."""
    if getattr(function, "takes_arrays", False):
        return _asked_by_arrays(function, guesses, secrets)
    answers = [_told(function, secret, guess) for guess in guesses for secret in secrets]
    step = max(1, len(answers) // _ASKED_TWICE)
    for place in range(0, len(answers), step):
        guess, secret = guesses[place // len(secrets)], secrets[place % len(secrets)]
        if _told(function, secret, guess) != answers[place]:
            raise RulesError(f"{_CHANGED}: {guess} against {secret}")
    return answers


def _asked_by_arrays(
    function: Callable[..., Any], guesses: Sequence[Code], secrets: Sequence[Code]
) -> list[str]:
    import numpy as np

    pair, shape = (np.array(guesses, np.int64), np.array(secrets, np.int64)), (len(guesses), len(secrets))
    try:
        told, again = function(*pair), function(*pair)
    except Exception as error:
        raise RulesError(f"the feedback function raised {type(error).__name__}: {error}") from error
    try:
        found = np.asarray(told)
    except ValueError as error:
        raise RulesError(f"the feedback function returned no array: {error}") from None
    if found.shape != shape:
        raise RulesError(f"the feedback function returned an array of shape {found.shape}, not {shape}")
    if not np.array_equal(found, np.asarray(again)):
        raise RulesError(_CHANGED)
    answers = found.ravel().tolist()
    texts = {each: _checked(each) for each in set(answers)}
    return [texts[each] for each in answers]


def _told(function: Callable[..., Any], secret: Code, guess: Code) -> str:
    try:
        told = function(secret, guess)
    except Exception as error:
        raise RulesError(
            f"the feedback function raised {type(error).__name__} for guess {guess} against {secret}: {error}"
        ) from error
    return _checked(told)


def _checked(told: object) -> str:
    """Return what a function told as text, if that can stand in a row."""
    text = str(told)
    if not text or set(text) & set(" \n\t:,;|#"):
        raise RulesError(
            f"the feedback function told {text!r}: expected text without spaces and without : , ; | #"
        )
    return text
