"""One-guess puzzles: a history that leaves a few codes. Which guess tells all of them apart?

The question is Knuth's (1976-77, p. 3): none of the seven codes that are possible after 1122 B, 1344 W,
3526 BWW tells the seven apart; 1462, which cannot be the secret, does.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.analysis.puzzle import PUZZLE_VERSION
from pegwise.analysis.random_history import drawn_row, fitting
from pegwise.candidates import check_family, is_enumerable
from pegwise.drawable import Printable, plain
from pegwise.engine.code_space import all_codes, to_code, to_columns
from pegwise.engine.feedback import class_sizes_by_block
from pegwise.errors import LimitError, MethodError, NotationError
from pegwise.feedback_dict import ByFeedback
from pegwise.limit import LimitReached
from pegwise.notation import number_name, parse_rules
from pegwise.play.codemakers import random_secret
from pegwise.position import parse_position
from pegwise.progress import report

if TYPE_CHECKING:
    from pegwise import Code, CodeLike, PositionLike, Row, Rules, RulesLike

ONE_GUESS_LEVELS = {
    "easy": "one of the possible codes is a solution",
    "medium": "no possible code is a solution; at least one code in a hundred is",
    "hard": "no possible code is a solution; fewer than one code in a hundred is",
}
"""The levels of difficulty, with what they mean for the guesses that solve the puzzle."""

_TRIES = 1_000


@dataclass(frozen=True, repr=False)
class OneGuessPuzzle(Printable):
    """A puzzle: rows, the codes that they leave, and the guesses that tell all of these codes apart.

    Attributes:
        rules: The rules.
        rows: The rows.
        candidates: The codes that are consistent with every row.
        guesses: The solutions: all guesses that get different feedback from each of these codes.
        seed: The random seed; None for a puzzle made of a given history.

    Example:
        >>> import pegwise
        >>> found = pegwise.one_guess_puzzle_of("4x6 1122:B 1344:W 3526:BWW")
        >>> found.level, len(found.classes("1462")), found.judged("1462")["right"]
        ('hard', 7, True)
        >>> found.to_dict()["difficulty"]["guesses"]
        6
    """

    rules: Rules
    rows: tuple[Row, ...]
    candidates: tuple[Code, ...]
    guesses: tuple[Code, ...]
    seed: int | str | None = None

    @property
    def level(self) -> str:
        """The level of difficulty, one of :data:`ONE_GUESS_LEVELS`."""
        if set(self.candidates) & set(self.guesses):
            return "easy"
        return "medium" if len(self.guesses) * 100 >= self.rules.size else "hard"

    def classes(self, guess: CodeLike) -> ByFeedback[list[Code]]:
        """Group the possible codes by the feedback that a guess would get.

        Args:
            guess: The guess.

        Returns:
            The codes for each feedback that occurs, in the order of Knuth's Figure 1.

        Raises:
            NotationError: If the text is not a code.
            CodeError: If the guess is outside the rules.
        """
        guess = self.rules.code(guess)
        told = {
            feedback: [code for code in self.candidates if self.rules.feedback(code, guess) == feedback]
            for feedback in self.rules.feedbacks
        }
        return ByFeedback({feedback: codes for feedback, codes in told.items() if codes})

    def judged(self, guess: CodeLike) -> dict[str, Any]:
        """Judge a person's solution.

        Args:
            guess: The solution.

        Returns:
            As plain values, the guess, true if it is right, and the possible codes for each feedback.

        Raises:
            NotationError: If the text is not a code.
            CodeError: If the guess is outside the rules.
        """
        guess = self.rules.code(guess)
        classes = {str(told): [str(code) for code in codes] for told, codes in self.classes(guess).items()}
        return {"code": str(guess), "right": guess in self.guesses, "classes": classes}

    def to_dict(self, *, solution: bool = False) -> dict[str, Any]:
        """Return the puzzle as plain values.

        Args:
            solution: True to include the solutions.

        Returns:
            What ``pegwise puzzle --one-guess --json`` prints.
        """
        told: dict[str, Any] = {
            "kind": "one-guess",
            **self.rules.told(),
            "seed": self.seed,
            "version": PUZZLE_VERSION,
            "rows": plain(self.rows),
            "candidates": plain(self.candidates),
            "difficulty": {"level": self.level, "guesses": len(self.guesses), "code_count": self.rules.size},
        }
        if solution:
            told["solution"] = {"guesses": plain(self.guesses)}
        return told


def one_guess_puzzle_of(position: PositionLike, *, most: int = 100) -> OneGuessPuzzle:
    """Make a one-guess puzzle of a position: the possible codes, and the guesses that tell them apart.

    Args:
        position: The position, or its text.
        most: The most codes that may be possible.

    Returns:
        The puzzle; it has no solution if no guess tells all codes apart.

    Raises:
        ContradictionError: If no code is consistent with the rows.
        LimitError: If more codes are possible.
        MethodError: If there are too many codes to try each as a guess.
        NotationError: If a text cannot be read.

    Example:
        >>> import pegwise
        >>> found = pegwise.one_guess_puzzle_of("4x6 1122:B 1344:W 3526:BWW")
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
    """Make a one-guess puzzle from a seed.

    The solver has to find a guess that tells all possible codes apart.

    Args:
        rules: The rules, or their text.
        seed: The random seed, a number or text.
        difficulty: The name of a level of :data:`ONE_GUESS_LEVELS`; None for any level.
        candidates: The number of possible codes.

    Returns:
        The puzzle.

    Raises:
        NotationError: If there is no such level, or a text cannot be read.
        MethodError: If there are too many codes to try each as a guess.
        LimitError: If no such puzzle was found, or one guess cannot tell so many codes apart.
        LimitReached: If a limit in force leaves no time for it.

    Example:
        >>> import pegwise
        >>> found = pegwise.one_guess_puzzle("4x6", seed=1, difficulty="medium")
        >>> len(found.candidates), all(len(found.classes(guess)) == 7 for guess in found.guesses)
        (7, True)
    """
    game = parse_rules(rules)
    check_family(game, "a puzzle")
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
            rng = random.Random(
                f"pegwise separation {PUZZLE_VERSION} {game.plain} {seed} {candidates} {attempt}"
            )
            secret = random_secret(game, seed=rng.getrandbits(64))
            rows: list[Row] = []
            while len(codes := tuple(islice(fitting(game, rows, None), candidates + 1))) > candidates:
                rows.append(drawn_row(game, rows, secret, 0, rng))  # each guess is a candidate
            if len(codes) == candidates:
                found = OneGuessPuzzle(game, tuple(rows), codes, _separating(game, codes), seed)
                if found.guesses and difficulty in (None, found.level):
                    return found
    except LimitReached:
        raise LimitReached(
            f"no one-guess puzzle of {wanted} was found in time; "
            "allow more time, or try another seed or a smaller game"
        ) from None
    raise LimitError(f"no one-guess puzzle of {wanted} in {_TRIES} tries; another seed may have one")


def _check_enumerable(rules: Rules) -> None:
    if not is_enumerable(rules):
        raise MethodError(f"{rules} has {number_name(rules.size)} codes: too many to try each as a guess")


def _separating(rules: Rules, codes: tuple[Code, ...]) -> tuple[Code, ...]:
    """Return all guesses that get different feedback from each of these codes."""
    _check_enumerable(rules)
    guesses, columns = all_codes(rules), to_columns(codes, rules)
    return tuple(
        rules.spelled(to_code(guesses[:, block][:, place]))
        for block, sizes in class_sizes_by_block(guesses, columns, rules)
        for place in np.flatnonzero(sizes.max(axis=1) == 1)
    )
