"""One-guess puzzles: a history with a few candidates. Which guess tells all of them apart?

The question is Knuth's (1976-77, p. 3): none of the seven codes left after 1122 B, 1344 W, 3526 BWW tells
the seven apart; 1462, which cannot be the secret, does.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.analysis.history import drawn_row, fitting
from pegwise.analysis.puzzle import PUZZLE_VERSION
from pegwise.candidates import is_enumerable
from pegwise.drawable import Printable
from pegwise.engine.feedback import class_sizes_by_block
from pegwise.engine.space import all_codes, to_code, to_columns
from pegwise.errors import LimitError, MethodError, NotationError
from pegwise.limit import LimitReached
from pegwise.notation import number_name, parse_rules
from pegwise.play import random_secret
from pegwise.position import parse_position
from pegwise.progress import report

if TYPE_CHECKING:
    from pegwise.codes import CodeLike
    from pegwise.notation import RulesLike
    from pegwise.position import PositionLike
    from pegwise.rules import Code, Feedback, Row, Rules

__all__ = ["ONE_GUESS_LEVELS", "OneGuessPuzzle", "one_guess_puzzle", "one_guess_puzzle_of"]

ONE_GUESS_LEVELS = {
    "easy": "one of the possible codes is a solution",
    "medium": "no possible code is a solution; at least one code in a hundred is",
    "hard": "no possible code is a solution; fewer than one code in a hundred is",
}
"""How hard such a guess is to find."""

_TRIES = 1_000


@dataclass(frozen=True, repr=False)
class OneGuessPuzzle(Printable):
    """Rows, the codes they leave, and all ``guesses`` that get a different answer from each of those."""

    rules: Rules
    rows: tuple[Row, ...]
    candidates: tuple[Code, ...]
    guesses: tuple[Code, ...]
    seed: int | str | None = None

    @property
    def level(self) -> str:
        """One of :data:`ONE_GUESS_LEVELS`."""
        if set(self.candidates) & set(self.guesses):
            return "easy"
        return "medium" if len(self.guesses) * 100 >= self.rules.size else "hard"

    def classes(self, guess: CodeLike) -> dict[Feedback, list[Code]]:
        """Return the codes left by the answer they give to ``guess``, in the order of Knuth's figure."""
        guess = self.rules.code(guess)
        told = {
            feedback: [code for code in self.candidates if self.rules.feedback(code, guess) == feedback]
            for feedback in self.rules.feedbacks
        }
        return {feedback: codes for feedback, codes in told.items() if codes}

    def judged(self, guess: CodeLike) -> dict[str, Any]:
        """Judge a solution, as plain values: whether it is right, and which codes it leaves together."""
        guess = self.rules.code(guess)
        classes = {str(told): [str(code) for code in codes] for told, codes in self.classes(guess).items()}
        return {"code": str(guess), "right": guess in self.guesses, "classes": classes}

    def to_dict(self, *, solution: bool = False) -> dict[str, Any]:
        """Plain values; the guesses only if asked for."""
        told: dict[str, Any] = {
            "kind": "one-guess",
            "rules": str(self.rules),
            "seed": self.seed,
            "version": PUZZLE_VERSION,
            "rows": [{"guess": str(row.guess), "feedback": str(row.feedback)} for row in self.rows],
            "candidates": [str(code) for code in self.candidates],
            "difficulty": {"level": self.level, "guesses": len(self.guesses), "code_count": self.rules.size},
        }
        if solution:
            told["solution"] = {"guesses": [str(code) for code in self.guesses]}
        return told


def one_guess_puzzle_of(position: PositionLike, *, most: int = 100) -> OneGuessPuzzle:
    """Find the codes left in ``position``, at most ``most``, and the guesses that tell them apart, if any.

    Raises :class:`~pegwise.errors.ContradictionError` if no code fits, :class:`~pegwise.errors.LimitError`
    if more than ``most`` do, :class:`~pegwise.errors.MethodError` where not every guess can be tried.

    >>> found = one_guess_puzzle_of("4x6 1122:B 1344:W 3526:BWW")
    >>> len(found.candidates), found.level, [str(guess) for guess in found.guesses]
    (7, 'hard', ['1462', '2462', '4162', '4262', '4566', '4665'])
    """
    position = parse_position(position)
    position.check_possible()
    left = tuple(position.candidates.some(most + 1))
    if len(left) > most:
        raise LimitError(f"{position.count()} codes are possible: too many to tell apart with one guess")
    return OneGuessPuzzle(position.rules, position.history, left, _separating(position.rules, left))


def one_guess_puzzle(
    rules: RulesLike = "4x6", *, seed: int | str = 0, difficulty: str | None = None, candidates: int = 7
) -> OneGuessPuzzle:
    """Make the one-guess puzzle of these rules and this seed, with so many ``candidates``.

    Raises :class:`~pegwise.errors.NotationError` for a level that is none,
    :class:`~pegwise.errors.MethodError` where not every guess can be tried, and
    :class:`~pegwise.errors.LimitError` if no such puzzle was found.

    >>> found = one_guess_puzzle("4x6", seed=1, difficulty="medium")
    >>> len(found.candidates), all(len(found.classes(guess)) == 7 for guess in found.guesses)
    (7, True)
    """
    game = parse_rules(rules)
    if difficulty is not None and difficulty not in ONE_GUESS_LEVELS:
        raise NotationError(f"difficulty {difficulty!r}: the levels are {', '.join(ONE_GUESS_LEVELS)}")
    if not 2 <= candidates <= len(game.feedbacks):
        raise LimitError(
            f"one guess of {game} tells 2 to {len(game.feedbacks)} codes apart, not {candidates}"
        )
    _check_enumerable(game)
    wanted = f"{' '.join(filter(None, [str(game), difficulty]))} with {candidates} possible codes"
    try:
        for attempt in range(_TRIES):
            report("histories", attempt, _TRIES)
            rng = random.Random(f"pegwise separation {PUZZLE_VERSION} {game} {seed} {candidates} {attempt}")
            rows, codes = _history(game, candidates, rng)
            if len(codes) == candidates:
                found = OneGuessPuzzle(game, rows, codes, _separating(game, codes), seed)
                if found.guesses and difficulty in (None, found.level):
                    return found
    except LimitReached:
        raise LimitReached(
            f"no one-guess puzzle of {wanted} was found in time; "
            "allow more time, or try another seed or a smaller game"
        ) from None
    raise LimitError(f"no one-guess puzzle of {wanted} in {_TRIES} tries; another seed may have one")


def _history(rules: Rules, left: int, rng: random.Random) -> tuple[tuple[Row, ...], tuple[Code, ...]]:
    """Rows of guesses that fit those before them, until at most ``left`` codes fit; and those codes."""
    secret = random_secret(rules, seed=rng.getrandbits(64))
    rows: list[Row] = []
    while len(codes := tuple(islice(fitting(rules, rows, None), left + 1))) > left:
        rows.append(drawn_row(rules, rows, secret, 0, rng))
    return tuple(rows), codes


def _check_enumerable(rules: Rules) -> None:
    if not is_enumerable(rules):
        raise MethodError(f"{rules} has {number_name(rules.size)} codes: too many to try each as a guess")


def _separating(rules: Rules, codes: tuple[Code, ...]) -> tuple[Code, ...]:
    """All guesses that get a different answer from each of these codes."""
    _check_enumerable(rules)
    guesses, columns = all_codes(rules), to_columns(codes, rules)
    return tuple(
        rules.spelled(to_code(guesses[:, block][:, place]))
        for block, sizes in class_sizes_by_block(guesses, columns, rules)
        for place in np.flatnonzero(sizes.max(axis=1) == 1)
    )
