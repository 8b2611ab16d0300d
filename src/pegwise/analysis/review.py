"""The review of a game: what each guess cost against best play, and what the answers gave."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from pegwise.analysis.contradicted_row import ContradictedRow, contradicted_row
from pegwise.analysis.regret import Worth, appraise, prepare
from pegwise.analysis.sentences import lesson, move_text
from pegwise.analysis.verdicts import accuracy, verdict
from pegwise.candidates import ConstraintCandidates, is_enumerable
from pegwise.drawable import Drawable, Printable
from pegwise.limit import LimitReached, limited, memory_limit, share_of_limit
from pegwise.play import parse_game
from pegwise.play.symbols import code_symbols, rules_symbols
from pegwise.position import Position
from pegwise.progress import report
from pegwise.strategies import make

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.analysis.plots import Plot
    from pegwise.analysis.verdicts import Verdict
    from pegwise.evidence import Count, Known
    from pegwise.limit import Limit
    from pegwise.partition import Partition
    from pegwise.play import GameLike, Record
    from pegwise.rules import Code, Row

__all__ = ["Move", "Review", "review"]


_SHARE, _LARGE_SHARE = 0.8, 0.4
"""Of a limit, what the search takes; the rest is for what is said of each guess."""
_ENOUGH = 30
"""Codes of a sample from which on its classes are told."""


@dataclass(frozen=True, repr=False)
class Move(Printable):
    """A guess of a game, reviewed. ``number`` counts from 1.

    ``candidates_before`` and ``candidates_after``: how many. ``partition``: how the guess split them.
    ``contradicts``: the first row it contradicts. ``worth``: its regret, luck and rank. ``best``: the best
    guess there, the one made if none is better; where the position is not solved the entropy strategy's,
    None where that cannot play. ``most_bits``: the bits of the guess there that tells most.
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
        """Whether the guess could have been the secret."""
        return self.contradicts is None

    @property
    def is_split_known(self) -> bool:
        """Whether the classes are counted, or those of a sample that is not too small to say anything."""
        return self.partition.known == "exact" or self.partition.total >= min(
            _ENOUGH, self.candidates_before.value
        )

    @property
    def expected_after(self) -> float:
        """How many candidates the guess leaves on average; infinite where that is more than a float holds."""
        try:
            return self.partition.expected_size / max(1, self.partition.total) * self.candidates_before.value
        except OverflowError:
            return math.inf if self.partition.total else 0.0

    @property
    def expected_codes(self) -> int:
        """The same as a whole number, however large."""
        squares = sum(size * size for size in self.partition.classes.values())
        return squares * self.candidates_before.value // max(1, self.partition.total) ** 2

    @property
    def regret(self) -> float:
        """Expected turns lost against best play; at least so many unless ``known`` is exact."""
        return self.worth.regret

    @property
    def known(self) -> Known:
        """How the regret is known."""
        return self.worth.known

    @property
    def luck(self) -> float | None:
        """Turns the answer saved against its expectation; None where the position is not solved."""
        return self.worth.luck(self.row.feedback)

    @property
    def chance(self) -> float | None:
        """The chance of an answer at least as good."""
        return self.worth.chance(self.row.feedback)

    @property
    def rank(self) -> int | None:
        """1 and the number of better guesses, of those that differ in more than names."""
        return None if self.worth.rank is None else 1 + self.worth.rank.better

    @property
    def information(self) -> float | None:
        """The share of the information there was that the guess asks for: its bits of the most bits."""
        if not self.most_bits:
            return None
        return min(1.0, self.partition.bits / self.most_bits)

    @property
    def verdict(self) -> Verdict:
        """The name of the guess, by :data:`~pegwise.analysis.verdicts.THRESHOLDS`."""
        return verdict(self.regret, self.worth.most_regret)


@dataclass(frozen=True, repr=False)
class Review(Drawable):
    """A game reviewed guess by guess.

    Over a game won, guesses = ``expected`` + ``regret`` - ``luck`` where all is known.
    """

    record: Record
    moves: tuple[Move, ...]

    @property
    def known(self) -> Known:
        """How the regret is known."""
        return "exact" if all(move.known == "exact" for move in self.moves) else "lower"

    @property
    def regret(self) -> float:
        """Expected turns lost in the whole game."""
        return math.fsum(move.regret for move in self.moves)

    @property
    def luck(self) -> float | None:
        """Turns the answers saved in the whole game; None where some are not known."""
        known = [move.luck for move in self.moves if move.luck is not None]
        return math.fsum(known) if len(known) == len(self.moves) else None

    @property
    def expected(self) -> float | None:
        """The turns best play takes from the start on average; None where that is not known."""
        return self.moves[0].worth.expected if self.moves else None

    @property
    def accuracy(self) -> float | None:
        """Percent, see :func:`~pegwise.analysis.verdicts.accuracy`; at most that unless all is exact.

        None where no guess is settled.
        """
        settled = any(move.known == "exact" for move in self.moves)
        return accuracy(self.regret) if settled else None

    @property
    def worst(self) -> Move | None:
        """The first of the guesses that lost most; None if none is known to have lost anything."""
        lost = [move for move in self.moves if move.regret > 0]
        return max(lost, key=lambda move: move.regret, default=None)

    @property
    def lesson(self) -> str:
        """What a teacher would say about the worst moment; empty for a game without guesses."""
        return lesson(self) if self.moves else ""

    def name(self, code: Code) -> str:
        """A code as text, empty holes as dots."""
        return code_symbols(code, self.record.rules, self.record.blanks)

    def plot(self) -> Plot:
        """Plot the game: the candidates left, expected and actual, and the regret, guess by guess.

        Raises :class:`~pegwise.errors.PegwiseError` where matplotlib is not installed,
        :class:`~pegwise.errors.LimitError` where the candidates are more than a float holds.
        """
        from pegwise.analysis.plots import plot_review

        return plot_review(self)

    def to_dict(self) -> dict[str, Any]:
        """Plain values: what ``pegwise review --json`` prints."""
        record = self.record
        return {
            "rules": rules_symbols(record.rules, record.blanks),
            "secret": None if record.secret is None else self.name(record.secret),
            "accuracy": _rounded(self.accuracy),
            "regret": _rounded(self.regret),
            "lesson": self.lesson,
            "moves": [self._move(move) for move in self.moves],
        }

    def _move(self, move: Move) -> dict[str, Any]:
        return {
            "guess": self.name(move.row.guess),
            "feedback": str(move.row.feedback),
            "candidates_before": move.candidates_before.value,
            "candidates_after": move.candidates_after.value,
            "consistent": move.consistent,
            "contradicts": None if move.contradicts is None else move.contradicts.number,
            "worst": move.partition.worst,
            "expected_size": _rounded(move.partition.expected_size),
            "bits": _rounded(move.partition.bits),
            "classes": move.partition.to_dict()["classes"],
            "rank": move.rank,
            "best": None if move.best is None else self.name(move.best.guess),
            "best_classes": None if move.best is None else move.best.to_dict()["classes"],
            "regret": _rounded(move.regret),
            "known": move.known,
            "luck": _rounded(move.luck),
            "verdict": move.verdict,
            "text": move.text,
        }


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 6)


def review(game: GameLike, *, limit: Limit | None = None) -> Review:
    """Review a game, finished or not: a record, a game, or its line of text.

    Regret and luck are exact where the position is solved within ``limit``, which may take very long without
    one (4x6 takes well under a second, 5x8 hours); the last rows come first, as they are the quickest. Raises
    what :func:`~pegwise.play.parse_game` raises, and :class:`~pegwise.errors.ContradictionError` for rows
    that no code fits.

    >>> found = review("1122:B 1344:W 3526:BWW 1462:BW 3632")
    >>> [move.verdict for move in found.moves], round(found.regret, 3)
    (['good', 'good', 'good', 'best', 'best'], 0.147)
    """
    record = parse_game(game)
    if record.rows and is_enumerable(record.rules):
        prepare(record.rules)
    positions = [Position(record.rules)]
    for row in record.rows:
        positions.append(positions[-1].after(*row))
    naming = partial(code_symbols, rules=record.rules, blanks=record.blanks)
    with limited(limit):
        _check_possible(positions, record.secret)
        with share_of_limit(_SHARE if is_enumerable(record.rules) else _LARGE_SHARE):
            worths, bits = _searched(record.rows, positions)
        moves: list[Move] = []
        for number, (row, worth, telling) in enumerate(zip(record.rows, worths, bits, strict=True), 1):
            with share_of_limit(1 / (len(record.rows) - number + 1)):
                moves.append(_move(number, row, positions, worth, telling, naming))
    return Review(record, tuple(moves))


def _check_possible(positions: Sequence[Position], secret: Code | None) -> None:
    """Raise for the first position that no code fits; a limit may leave no time to find that out.

    A secret fits them all. What is not met of one position in time is not sought for those after it.
    """
    checked = 0
    with suppress(LimitReached), share_of_limit(_SHARE / 2):
        for position in positions:
            if secret is None:
                position.check_possible()
            checked += 1
    for number, position in enumerate(positions):
        candidates = None if is_enumerable(position.rules) else position.candidates
        if isinstance(candidates, ConstraintCandidates) and (secret is not None or number > checked):
            candidates.know(secret)


def _searched(
    rows: Sequence[Row], positions: Sequence[Position]
) -> tuple[list[Worth], list[Partition | None]]:
    """What each guess is worth, and the guess that tells most."""
    worths: list[Worth] = []
    telling: list[Partition | None] = []
    for left in range(len(rows), 0, -1):
        report("guesses reviewed", len(rows) - left, len(rows))
        position, guess = positions[left - 1], rows[left - 1].guess
        with share_of_limit(1 / left):
            telling.append(_most_telling(position))
            worths.append(appraise(position, guess, memory=memory_limit()))
    return worths[::-1], telling[::-1]


def _most_telling(position: Position) -> Partition | None:
    """The guess whose answer has the most bits; None where there is no time to look, or are too many."""
    if not is_enumerable(position.rules):
        return None
    try:
        return position.partition(make("entropy").choose(position))
    except LimitReached:
        return None


def _move(
    number: int,
    row: Row,
    positions: Sequence[Position],
    worth: Worth,
    telling: Partition | None,
    naming: partial[str],
) -> Move:
    position = positions[number - 1]
    partition = position.partition(row.guess)
    best = telling
    if worth.rank is not None:
        best = partition if worth.rank.better == 0 else position.partition(worth.rank.best[0])
    elif worth.known == "exact" and worth.regret == 0:
        best = partition
    made = Move(
        number,
        position,
        row,
        position.count(),
        positions[number].count(),
        partition,
        contradicted_row(position, row.guess),
        worth,
        best,
        None if telling is None else telling.bits,
    )
    return Move(**{**vars(made), "text": move_text(made, naming)})
