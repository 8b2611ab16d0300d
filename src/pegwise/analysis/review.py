"""Reviews a game: what each guess lost against best play, and what its feedback gained."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from pegwise.analysis.contradicted_row import contradicted_row
from pegwise.analysis.regret import appraise
from pegwise.analysis.review_result import Move, Review
from pegwise.analysis.review_text import lesson, move_text
from pegwise.candidates import is_enumerable
from pegwise.limit import LimitReached, limited, memory_limit, share_of_limit
from pegwise.play.game_line import parse_game
from pegwise.position import Position
from pegwise.progress import report
from pegwise.strategies import make

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise import Code, GameLike, Limit, Partition, Row
    from pegwise.analysis.worth import Worth
    from pegwise.candidates.unlisted import ConstraintCandidates

_SHARE, _LARGE_SHARE = 0.8, 0.4
"""The shares of a limit that the search takes; the rest is for what is said about each guess."""


def review(game: GameLike, *, limit: Limit | None = None) -> Review:
    """Review a game, finished or not: what each guess lost against best play, and what was luck.

    Regret and luck are exact if the position can be solved within the limit. The last guesses come first,
    because they are the quickest. 4x6 takes well under a second, 5x8 hours.

    Args:
        game: The game, its record, or its line of text.
        limit: The most work allowed; None for any amount.

    Returns:
        The game with each of its guesses reviewed.

    Raises:
        ContradictionError: If no code is consistent with the rows.
        NotationError: If the text is not a game.
        CodeError: If a code is outside the rules.
        FeedbackError: If the secret contradicts a row, or these rules can never give some feedback.
        LimitError: If there are more guesses than were allowed.

    Example:
        >>> import pegwise
        >>> found = pegwise.review("1122:B 1344:W 3526:BWW 1462:BW 3632")
        >>> [move.verdict for move in found.moves], round(found.regret, 3)
        (['good', 'good', 'good', 'best', 'best'], 0.147)
    """
    record = parse_game(game)
    positions = [Position(record.rules)]
    for row in record.rows:
        positions.append(positions[-1].after(*row))
    with limited(limit):
        _check_possible(positions, record.secret)
        with share_of_limit(_SHARE if is_enumerable(record.rules) else _LARGE_SHARE):
            worths, bits = _searched(record.rows, positions)
        moves: list[Move] = []
        for number, (row, worth, telling) in enumerate(zip(record.rows, worths, bits, strict=True), 1):
            with share_of_limit(1 / (len(record.rows) - number + 1)):
                moves.append(_move(number, row, positions, worth, telling))
    found = Review(record, tuple(moves))
    return replace(found, lesson=lesson(found)) if moves else found


def _check_possible(positions: Sequence[Position], secret: Code | None) -> None:
    """Raise an error for the first position that no code is consistent with, if there is time to find it.

    A secret is consistent with them all. What is not found for one position in time is not sought for those
    after it.
    """
    checked = 0
    with suppress(LimitReached), share_of_limit(_SHARE / 2):
        for position in positions:
            if secret is None:
                position.check_possible()
            checked += 1
    for number, position in enumerate(positions):
        if not is_enumerable(position.rules) and (secret is not None or number > checked):
            cast("ConstraintCandidates", position.candidates).know(secret)


def _searched(
    rows: Sequence[Row], positions: Sequence[Position]
) -> tuple[list[Worth], list[Partition | None]]:
    """Return what each guess is worth, and the guess that gives the most bits; None if there is no time."""
    worths: list[Worth] = []
    telling: list[Partition | None] = []
    for left in range(len(rows), 0, -1):
        report("guesses reviewed", len(rows) - left, len(rows))
        position, guess = positions[left - 1], rows[left - 1].guess
        with share_of_limit(1 / left):
            most = None
            if is_enumerable(position.rules):
                with suppress(LimitReached):
                    most = position.partition(make("entropy").choose(position))
            telling.append(most)
            worths.append(appraise(position, guess, memory=memory_limit()))
    return worths[::-1], telling[::-1]


def _move(
    number: int, row: Row, positions: Sequence[Position], worth: Worth, telling: Partition | None
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
    return replace(made, text=move_text(made))
