"""What a review of a game says: each guess with its regret and luck, and the figures of the whole game."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pegwise.analysis.verdicts import Verdict, accuracy, verdict
from pegwise.drawable import Drawable, HasParts, Printable, plain, plain_values

if TYPE_CHECKING:
    from pegwise import Code, ContradictedRow, Partition, Position, Record, Row
    from pegwise.analysis.worth import Worth
    from pegwise.exactness import Count, Known

_ENOUGH = 30
"""Codes of a sample from which on its classes are told."""


@dataclass(frozen=True, repr=False)
class Move(Printable):
    """A guess of a game, reviewed.

    Attributes:
        number: The number of the guess, counted from 1.
        position: The position before the guess.
        row: The guess with its feedback.
        candidates_before: The number of candidates before the guess.
        candidates_after: The number of candidates after its feedback.
        partition: How the guess split the candidates.
        contradicts: The first row that the guess contradicts; None if it could be the secret.
        worth: The regret, luck and rank of the guess.
        best: The best guess, or this one if no guess is better. If the position is not solved it is the guess
            of the entropy strategy, or None if that cannot play here.
        most_bits: The bits of the guess that gives the most information; None if that is not known.
        text: Sentences about the guess.

    Example:
        >>> import pegwise
        >>> move = pegwise.review("3x4 112:W 234:BBB").moves[0]
        >>> int(move.candidates_before), int(move.candidates_after), move.verdict, move.rank
        (64, 14, 'best', 1)
        >>> move.to_dict()["guess"], str(move.best.guess)
        ('112', '112')
    """

    number: int
    position: Position
    row: Row
    candidates_before: Count
    candidates_after: Count
    partition: Partition
    contradicts: ContradictedRow | None
    worth: Worth
    best: Partition | None
    most_bits: float | None
    text: str = field(default="", compare=False)

    @property
    def consistent(self) -> bool:
        """True if the guess could be the secret."""
        return self.contradicts is None and self.partition.rules.is_secret(self.row.guess)

    @property
    def is_split_known(self) -> bool:
        """True if the classes are counted, or are those of a sample that is large enough to say something."""
        return self.partition.known == "exact" or self.partition.total >= min(
            _ENOUGH, self.candidates_before.value
        )

    @property
    def expected_after(self) -> float:
        """The number of candidates that the guess leaves on average; infinite if a float cannot hold it."""
        try:
            return self.partition.expected_size / max(1, self.partition.total) * self.candidates_before.value
        except OverflowError:
            return math.inf if self.partition.total else 0.0

    @property
    def expected_codes(self) -> int:
        """The number of candidates that the guess leaves on average, as a whole number, however large."""
        squares = sum(size * size for size in self.partition.classes.values())
        return squares * self.candidates_before.value // max(1, self.partition.total) ** 2

    @property
    def regret(self) -> float:
        """The turns that the guess lost on average against best play; a bound from below unless exact."""
        return self.worth.regret

    @property
    def known(self) -> Known:
        """How the regret is known."""
        return self.worth.known

    @property
    def luck(self) -> float | None:
        """The turns that the feedback saved against the average; None if the position is not solved."""
        return self.worth.luck(self.row.feedback)

    @property
    def chance(self) -> float | None:
        """The chance of feedback that is at least as good; None if the position is not solved."""
        return self.worth.chance(self.row.feedback)

    @property
    def rank(self) -> int | None:
        """1 plus the number of better guesses; None if it is not known.

        Guesses that differ only by the names of pegs and colors count once.
        """
        return None if self.worth.rank is None else 1 + self.worth.rank.better

    @property
    def best_consistent(self) -> Code | None:
        """The lowest best guess that could be the secret; None if none could, or if it is not known."""
        best = () if self.worth.rank is None else self.worth.rank.best
        return next((code for code in best if code in self.position), None)

    @property
    def information(self) -> float | None:
        """The bits of the guess as a share of the most bits that a guess gives; None if that is not known."""
        if not self.most_bits:
            return None
        return min(1.0, self.partition.bits / self.most_bits)

    @property
    def verdict(self) -> Verdict:
        """The name of the guess by its regret; see :data:`~pegwise.analysis.verdicts.THRESHOLDS`."""
        return verdict(self.regret, self.worth.most_regret)

    def to_dict(self) -> dict[str, Any]:
        """Return the guess and what the review says of it, as plain values.

        Returns:
            One element of ``moves`` in what ``pegwise review --json`` prints.
        """
        best = self.best and self.best.guess
        split = self.partition.to_dict()
        return {
            **plain(self.row),
            "candidates_before": self.candidates_before.value,
            "candidates_after": self.candidates_after.value,
            "consistent": self.consistent,
            "contradicts": None if self.contradicts is None else self.contradicts.number,
            **{key: split[key] for key in ("worst", "expected_size", "bits")},
            "most_bits": _rounded(self.most_bits),
            "classes": split["classes"],
            "classes_known": self.partition.known,
            "rank": self.rank,
            "best": best and str(best),
            "best_classes": self.best and self.best.to_dict()["classes"],
            **plain_values(
                self,
                "best_consistent regret known luck chance verdict text",
                regret=_rounded(self.regret),
                luck=_rounded(self.luck),
                chance=_rounded(self.chance),
            ),
        }


@dataclass(frozen=True, repr=False)
class Review(HasParts[Move], Drawable):
    """A game reviewed guess by guess.

    ``len()``, indices and iteration are those of ``moves``.

    In a game that was won, if all is known, the number of guesses is ``expected`` + ``regret`` - ``luck``.

    Attributes:
        record: The record of the game.
        moves: The guesses, reviewed.
        lesson: What a teacher would say about the worst guess; empty for a game without guesses.

    Example:
        >>> import pegwise
        >>> found = pegwise.review("3x4 112:W 234:BBB")
        >>> found.regret, round(found.luck, 3), found.to_dict()["accuracy"]
        (0.0, 1.219, 100.0)
        >>> len(found), [move.verdict for move in found]
        (2, ['best', 'best'])
        >>> print(found.lesson)
        Every guess was a best guess.
    """

    record: Record
    moves: tuple[Move, ...]
    lesson: str = field(default="", compare=False)

    def _parts(self) -> tuple[Move, ...]:
        return self.moves

    @property
    def known(self) -> Known:
        """How the regret is known."""
        return "exact" if all(move.known == "exact" for move in self.moves) else "lower"

    @property
    def regret(self) -> float:
        """The turns lost in the whole game, on average, against best play."""
        return math.fsum(move.regret for move in self.moves)

    @property
    def luck(self) -> float | None:
        """The turns that the feedback saved in the whole game; None if that of some guess is not known."""
        known = [move.luck for move in self.moves if move.luck is not None]
        return math.fsum(known) if len(known) == len(self.moves) else None

    @property
    def expected(self) -> float | None:
        """The turns that best play takes on average from the start; None if that is not known."""
        return self.moves[0].worth.expected if self.moves else None

    @property
    def accuracy(self) -> float | None:
        """The accuracy in percent (see :func:`accuracy`); an upper bound unless all is exact.

        It is None if no guess is settled.
        """
        settled = any(move.known == "exact" for move in self.moves)
        return accuracy(self.regret) if settled else None

    @property
    def worst(self) -> Move | None:
        """The guess that lost most, the first of several; None if no guess is known to have lost anything."""
        lost = [move for move in self.moves if move.regret > 0]
        return max(lost, key=lambda move: move.regret, default=None)

    def to_dict(self) -> dict[str, Any]:
        """Return the review as plain values.

        Returns:
            What ``pegwise review --json`` prints.
        """
        record = self.record
        return {
            **record.rules.told(),
            "secret": None if record.secret is None else str(record.secret),
            "accuracy": _rounded(self.accuracy),
            "regret": _rounded(self.regret),
            "lesson": self.lesson,
            "moves": [move.to_dict() for move in self.moves],
        }


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 6)
