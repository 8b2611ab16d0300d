"""Explains the feedback of a guess: which pegs are black hits, and how the white hits are paired."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from pegwise.drawable import Printable
from pegwise.notation import parse_rules

if TYPE_CHECKING:
    from pegwise.codes import CodeLike
    from pegwise.notation import RulesLike
    from pegwise.rules import Code, Feedback, Rules


def _color_name(color: int, rules: Rules) -> str:
    """Write a color as codes of these rules show it; an empty hole in words."""
    return "empty hole" if rules.has_blanks and color == rules.colors else rules.color_name(color)


class Hit(NamedTuple):
    """A peg of the guess, and the peg of the secret that it hits; both are numbered from 1.

    Attributes:
        guess_peg: The number of the peg of the guess.
        secret_peg: The number of the peg of the secret, which has the same color.

    Example:
        >>> import pegwise
        >>> pegwise.Hit(3, 3).is_black, pegwise.Hit(3, 1).is_black
        (True, False)
    """

    guess_peg: int
    secret_peg: int

    @property
    def is_black(self) -> bool:
        """True for a black hit, in which both pegs have the same number; False for a white hit."""
        return self.guess_peg == self.secret_peg

    def to_dict(self) -> dict[str, Any]:
        """Return the hit as plain values.

        Returns:
            An object of ``hits`` in ``pegwise feedback --explain --json``.

        Example:
            >>> import pegwise
            >>> pegwise.explain_feedback("4x6", "3632", "3226").hits[1].to_dict()
            {'guess_peg': 2, 'secret_peg': 4, 'hit': 'white'}
        """
        hit = "black" if self.is_black else "white"
        return {"guess_peg": self.guess_peg, "secret_peg": self.secret_peg, "hit": hit}


@dataclass(frozen=True, repr=False)
class ExplainedFeedback(Printable):
    """The feedback of a guess, peg by peg.

    Black hits come first. Then each further peg of the guess, from the left, is paired with the first peg of
    the secret that has its color and is not paired yet. There may be other ways to pair the white hits; their
    number is always the same.

    Attributes:
        rules: The rules.
        secret: The secret.
        guess: The guess.
        feedback: The feedback that the guess gets.
        hits: The pegs of the guess that are hits, from the left, each with its peg of the secret.

    Example:
        >>> import pegwise
        >>> print(pegwise.explain_feedback("4x6", "3632", "3226"))
        3226:BWW
        peg     1  2   3  4
        secret  3  6   3  2
        guess   3  2   2  6
        hit     B  W4  -  W2
        Peg 1 of the guess is a black hit: 3 is at peg 1 of the secret, too.
        Peg 2 of the guess is a white hit: 2 is at peg 4 of the secret.
        Peg 3 of the guess is no hit: every 2 of the secret is paired with another peg.
        Peg 4 of the guess is a white hit: 6 is at peg 2 of the secret.
        >>> pegwise.explain_feedback("4x6", "3632", "3226").to_dict()["hits"][1]
        {'guess_peg': 2, 'secret_peg': 4, 'hit': 'white'}
    """

    rules: Rules
    secret: Code
    guess: Code
    feedback: Feedback
    hits: tuple[Hit, ...]

    @property
    def marks(self) -> tuple[str, ...]:
        """What each peg of the guess is.

        ``B`` is a black hit, ``W2`` a white hit paired with peg 2 of the secret, ``-`` no hit.
        """
        marks = ["-"] * len(self.guess)
        for hit in self.hits:
            marks[hit.guess_peg - 1] = "B" if hit.is_black else f"W{hit.secret_peg}"
        return tuple(marks)

    @property
    def sentences(self) -> tuple[str, ...]:
        """A sentence for each peg of the guess, which says why it is a hit or no hit."""
        paired = {hit.guess_peg: hit.secret_peg for hit in self.hits}
        return tuple(
            f"Peg {peg} of the guess is {self._why(peg, _color_name(color, self.rules), paired.get(peg))}."
            for peg, color in enumerate(self.guess, 1)
        )

    def _why(self, peg: int, color: str, secret_peg: int | None) -> str:
        if secret_peg is not None:
            hit, more = ("black", ", too") if secret_peg == peg else ("white", "")
            one = "an empty hole" if color == "empty hole" else color
            return f"a {hit} hit: {one} is at peg {secret_peg} of the secret{more}"
        if not self.rules.whites:
            other = _color_name(self.secret[peg - 1], self.rules)
            return f"no hit: peg {peg} of the secret is {other}, not {color}"
        if self.guess[peg - 1] not in self.secret:
            return f"no hit: the secret has no {color}"
        return f"no hit: every {color} of the secret is paired with another peg"

    def to_dict(self) -> dict[str, Any]:
        """Return the feedback and its explanation as plain values.

        Returns:
            An object of ``rows`` in ``pegwise feedback --explain --json``.
        """
        return {
            "secret": str(self.secret),
            "guess": str(self.guess),
            "feedback": str(self.feedback),
            "black": self.feedback.black,
            "white": self.feedback.white,
            "hits": [hit.to_dict() for hit in self.hits],
            "sentences": list(self.sentences),
        }


def explain_feedback(rules: RulesLike, secret: CodeLike, guess: CodeLike) -> ExplainedFeedback:
    """Explain the feedback of a guess: which pegs are black hits, and how the white hits are paired.

    Source: D. E. Knuth, The Computer as Master Mind, J. Recreational Mathematics 9(1), 1976-77, p. 1.

    Args:
        rules: The rules, or their text.
        secret: The secret.
        guess: The guess.

    Returns:
        The feedback, with the peg of the secret that each hit is paired with.

    Raises:
        NotationError: If a text cannot be read.
        CodeError: If a code is outside the rules.
        RulesError: If no game can have these rules.

    Example:
        >>> import pegwise
        >>> pegwise.explain_feedback("4x6", "3632", "3226").hits
        (Hit(guess_peg=1, secret_peg=1), Hit(guess_peg=2, secret_peg=4), Hit(guess_peg=4, secret_peg=2))
    """
    game = parse_rules(rules)
    held, asked = game.code(secret), game.code(guess)
    return ExplainedFeedback(game, held, asked, game.feedback(held, asked), tuple(_hits(game, held, asked)))


def _hits(rules: Rules, secret: Code, guess: Code) -> list[Hit]:
    """The hits, from the left of the guess."""
    pegs = range(len(guess))
    free: dict[int, list[int]] = {}
    for peg in reversed(pegs):
        if secret[peg] != guess[peg]:
            free.setdefault(secret[peg], []).append(peg)
    hits = []
    for peg in pegs:
        if secret[peg] == guess[peg]:
            hits.append(Hit(peg + 1, peg + 1))
        elif rules.whites and free.get(guess[peg]):
            hits.append(Hit(peg + 1, free[guess[peg]].pop() + 1))
    return hits
