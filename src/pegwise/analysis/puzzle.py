"""Puzzles: a history that exactly one code fits, every row of it needed. Which code?

The exercise is Knuth's (The Computer as Master Mind, 1976-77, p. 3): 1122 B, 1344 W, 3526 BWW, 1462 BW.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.analysis.deduction import deduce
from pegwise.analysis.history import unique_history
from pegwise.candidates import is_enumerable
from pegwise.drawable import Printable
from pegwise.errors import ContradictionError, LimitError, NotationError
from pegwise.limit import LimitReached
from pegwise.notation import parse_rules
from pegwise.position import Position, parse_position
from pegwise.progress import report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.analysis.deduction import Deduction
    from pegwise.codes import CodeLike
    from pegwise.notation import RulesLike
    from pegwise.position import PositionLike
    from pegwise.rules import Code, Row, Rules

__all__ = ["LEVELS", "PUZZLE_VERSION", "Level", "Puzzle", "puzzle", "puzzle_of"]

PUZZLE_VERSION = 1
"""Part of every puzzle's seed: it changes when the same seed no longer makes the same puzzle."""

_TRIES, _FEW_TRIES = 1_000, 100
"""Histories that are tried; in games too large to list a try takes half a second."""


@dataclass(frozen=True)
class Level:
    """A name for what a deduction takes: at most so many assumptions, at most so deep within each other."""

    name: str
    assumptions: float
    depth: float
    text: str


LEVELS = (
    Level("easy", 0, 0, "no assumptions"),
    Level("medium", 2, 1, "one or two assumptions"),
    Level("hard", 6, 1, "three to six assumptions"),
    Level("expert", math.inf, math.inf, "more assumptions, or assumptions within assumptions"),
)
"""The levels of difficulty, the easiest first; a puzzle has the first whose bounds it keeps."""


@dataclass(frozen=True, repr=False)
class Puzzle(Printable):
    """Rows that only ``secret`` fits, none of them needless, and how the secret is deduced.

    ``seed`` is None for a puzzle made of a given history.
    """

    rules: Rules
    rows: tuple[Row, ...]
    secret: Code
    deduction: Deduction
    seed: int | str | None = None

    @property
    def level(self) -> Level:
        """The difficulty, from the assumptions of the deduction."""
        found = self.deduction
        return next(
            level for level in LEVELS if found.assumptions <= level.assumptions and found.depth <= level.depth
        )

    def contradicted_rows(self, code: CodeLike) -> tuple[int, ...]:
        """Return the rows, from 1, that ``code`` does not fit; none for the secret."""
        code = self.rules.code(code)
        return tuple(
            number
            for number, row in enumerate(self.rows, 1)
            if self.rules.feedback(code, row.guess) != row.feedback
        )

    def judged(self, code: CodeLike) -> dict[str, Any]:
        """Judge a solution, as plain values: whether it is right, and the rows that it does not fit."""
        code = self.rules.code(code)
        contradicted = self.contradicted_rows(code)
        return {"code": str(code), "right": not contradicted, "contradicts": list(contradicted)}

    def to_dict(self, *, solution: bool = False) -> dict[str, Any]:
        """Plain values; the secret and its deduction only if asked for."""
        found = self.deduction
        told = {
            "kind": "code",
            "rules": str(self.rules),
            "seed": self.seed,
            "version": PUZZLE_VERSION,
            "rows": [{"guess": str(row.guess), "feedback": str(row.feedback)} for row in self.rows],
            "difficulty": {
                "level": self.level.name,
                "assumptions": found.assumptions,
                "depth": found.depth,
                "steps": found.size,
            },
        }
        if solution:
            told["solution"] = {"secret": str(self.secret), "steps": found.to_dict()["steps"]}
        return told


def puzzle_of(position: PositionLike) -> Puzzle:
    """Make a puzzle of the history of ``position``, with its difficulty.

    Raises :class:`~pegwise.errors.ContradictionError` unless exactly one code fits; rows that are not
    needed are allowed.

    >>> found = puzzle_of("4x6 1122:B 1344:W 3526:BWW 1462:BW")
    >>> str(found.secret), found.level.name, found.deduction.assumptions
    ('3632', 'hard', 4)
    """
    position = parse_position(position)
    position.check_possible()
    secret, *others = position.candidates.some(2)
    if others:
        raise ContradictionError(f"{position.count()} codes are possible; a puzzle has exactly one")
    return Puzzle(position.rules, position.history, secret, deduce(position, depth=position.rules.pegs))


def puzzle(
    rules: RulesLike = "4x6",
    *,
    seed: int | str = 0,
    difficulty: str | None = None,
    rows: int | None = None,
) -> Puzzle:
    """Make the puzzle of these rules and this seed: of a level of :data:`LEVELS`, and so many rows, if given.

    Histories are drawn until one is as asked. It is the same puzzle on every computer for the same seed, as
    long as :data:`PUZZLE_VERSION` is the same.

    Raises :class:`~pegwise.errors.NotationError` for a level that is none, and
    :class:`~pegwise.errors.LimitError` if no such puzzle was found; a limit in force may leave no time for
    it, and there is no other puzzle of a seed that could be given instead.

    >>> found = puzzle("4x6", seed=1, difficulty="easy", rows=4)
    >>> len(found.rows), found.level.name, len(Position(found.rules, found.rows))
    (4, 'easy', 1)
    """
    game = parse_rules(rules)
    names = [level.name for level in LEVELS]
    if difficulty is not None and difficulty not in names:
        raise NotationError(f"difficulty {difficulty!r}: the levels are {', '.join(names)}")
    if rows is not None and rows < 1:
        raise LimitError(f"a puzzle needs at least one row, not {rows}")
    if game.size == 1:
        raise LimitError(f"{game} has only one code, so there is nothing to find")
    deepest = LEVELS[names.index(difficulty)].depth if difficulty else math.inf
    wanted = f"{game} {difficulty or ''}".strip() + (f" with {rows} row{'s' * (rows > 1)}" if rows else "")
    others: Counter[str] = Counter()
    try:
        for found in _drawn(game, seed, rows, int(min(deepest, game.pegs))):
            if difficulty in (None, found.level.name):
                return found
            others[found.level.name] += 1
    except LimitReached:
        met = ", ".join(f"{others[name]} {name}" for name in names if others[name])
        raise LimitReached(
            f"no puzzle of {wanted} was found in time{f' ({met} by then)' if met else ''}; "
            "allow more time, or try another seed or a smaller game"
        ) from None
    raise LimitError(f"no puzzle of {wanted} in {_tries(game)} tries; another seed may have one")


def _tries(game: Rules) -> int:
    return _TRIES if is_enumerable(game) else _FEW_TRIES


def _drawn(game: Rules, seed: int | str, rows: int | None, depth: int) -> Iterator[Puzzle]:
    """The puzzles of a seed whose code follows with suppositions at most ``depth`` deep, in their order."""
    for attempt in range(_tries(game)):
        report("histories", attempt, _tries(game))
        history = unique_history(game, f"pegwise puzzle {PUZZLE_VERSION} {game} {seed} {attempt}", rows)
        if history is None:
            continue
        deduced = deduce(Position(game, history), depth=depth)
        if deduced.code is not None:
            yield Puzzle(game, history, deduced.code, deduced, seed)
