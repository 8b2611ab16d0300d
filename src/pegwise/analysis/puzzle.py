"""Puzzles: a history that exactly one code is consistent with, and every row of it is needed. Which code?

The exercise is Knuth's (The Computer as Master Mind, 1976-77, p. 3): 1122 B, 1344 W, 3526 BWW, 1462 BW.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.analysis.candidate_list import listing
from pegwise.analysis.code_facts import listed
from pegwise.analysis.deduction import deduce
from pegwise.analysis.random_history import unique_history
from pegwise.candidates import check_family, is_enumerable
from pegwise.drawable import Printable
from pegwise.errors import LimitError, NotationError, SolutionsError
from pegwise.limit import LimitReached
from pegwise.notation import number_name, parse_rules
from pegwise.position import Position, parse_position
from pegwise.progress import report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.analysis.candidate_list import Listing
    from pegwise.analysis.deduction import Deduction
    from pegwise.codes import CodeLike
    from pegwise.notation import RulesLike
    from pegwise.position import PositionLike
    from pegwise.rules import Code, Row, Rules

PUZZLE_VERSION = 1
"""Part of the seed of every puzzle. It changes if the same seed no longer makes the same puzzle."""

_NAMED, _LISTED = 5, 100
"""Solutions that are named as text if there are many, and listed as data, of rows that are no puzzle."""
_TRIES, _FEW_TRIES = 1_000, 100
"""Histories that are tried; in games too large to list each takes half a second."""


@dataclass(frozen=True)
class Level:
    """A level of difficulty, by the assumptions that a deduction takes.

    Attributes:
        name: The name of the level.
        assumptions: The most assumptions.
        depth: The most assumptions within each other.
        text: The level in words.

    Example:
        >>> from pegwise.analysis.puzzle import LEVELS
        >>> [level.name for level in LEVELS]
        ['easy', 'medium', 'hard', 'expert']
        >>> LEVELS[3].to_dict()["depth"] is None
        True
    """

    name: str
    assumptions: float
    depth: float
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Return the level as plain values.

        Returns:
            The attributes by name, with None for any number of assumptions.
        """
        return {name: None if value == math.inf else value for name, value in vars(self).items()}


LEVELS = (
    Level("easy", 0, 0, "no assumptions"),
    Level("medium", 2, 1, "one or two assumptions"),
    Level("hard", 6, 1, "three to six assumptions"),
    Level("expert", math.inf, math.inf, "more assumptions, or assumptions within assumptions"),
)
"""The levels of difficulty, the easiest first; a puzzle has the first whose bounds it keeps."""


@dataclass(frozen=True, repr=False)
class Puzzle(Printable):
    """A puzzle: rows that only one code is consistent with, and how this code is deduced.

    Attributes:
        rules: The rules.
        rows: The rows; all of them are needed, unless the puzzle was made of a given history.
        secret: The solution.
        deduction: How the solution follows from the rows.
        seed: The random seed; None for a puzzle made of a given history.

    Example:
        >>> import pegwise
        >>> found = pegwise.puzzle_of("4x6 1122:B 1344:W 3526:BWW 1462:BW")
        >>> found.level.name, found.to_dict()["difficulty"]["level"]
        ('hard', 'hard')
        >>> found.contradicted_rows("3633"), found.judged("3632")["right"]
        ((1, 3, 4), True)
    """

    rules: Rules
    rows: tuple[Row, ...]
    secret: Code
    deduction: Deduction
    seed: int | str | None = None

    @property
    def level(self) -> Level:
        """The level of difficulty, by the assumptions that the deduction takes."""
        found = self.deduction
        return next(
            level for level in LEVELS if found.assumptions <= level.assumptions and found.depth <= level.depth
        )

    def contradicted_rows(self, code: CodeLike) -> tuple[int, ...]:
        """Return the rows that a code contradicts.

        Args:
            code: The code.

        Returns:
            The numbers of the rows, counted from 1; none for the solution.

        Raises:
            NotationError: If the text is not a code.
            CodeError: If the code is outside the rules.
        """
        code = self.rules.code(code)
        return tuple(
            number
            for number, row in enumerate(self.rows, 1)
            if self.rules.feedback(code, row.guess) != row.feedback
        )

    def judged(self, code: CodeLike) -> dict[str, Any]:
        """Judge a person's solution.

        Args:
            code: The solution.

        Returns:
            As plain values, the code, true if it is right, and the numbers of the rows that it contradicts.

        Raises:
            NotationError: If the text is not a code.
            CodeError: If the code is outside the rules.
        """
        code = self.rules.code(code)
        contradicted = self.contradicted_rows(code)
        return {"code": str(code), "right": not contradicted, "contradicts": list(contradicted)}

    def to_dict(self, *, solution: bool = False) -> dict[str, Any]:
        """Return the puzzle as plain values.

        Args:
            solution: True to include the secret and its deduction.

        Returns:
            What ``pegwise puzzle --json`` prints.
        """
        found = self.deduction
        told = {
            "kind": "code",
            **self.rules.told(),
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
    """Make a puzzle of the history of a position; rows that are not needed are allowed.

    Args:
        position: The position, or its text.

    Returns:
        The puzzle, with its difficulty.

    Raises:
        ContradictionError: If no code is consistent with the rows.
        SolutionsError: If several codes are.
        NotationError: If a text cannot be read.

    Example:
        >>> import pegwise
        >>> found = pegwise.puzzle_of("4x6 1122:B 1344:W 3526:BWW 1462:BW")
        >>> str(found.secret), found.level.name, found.deduction.assumptions
        ('3632', 'hard', 4)
    """
    position = parse_position(position)
    position.check_possible()
    secret, *others = position.candidates.some(2)
    if others:
        found = listing(position, most=_LISTED)
        raise SolutionsError(_several(found), found)
    return Puzzle(position.rules, position.history, secret, deduce(position, depth=position.rules.pegs))


def _several(found: Listing) -> str:
    """Say that there are several solutions: name all if they are few, or the first and how many more."""
    count, codes = found.candidates, list(map(str, found.codes))
    if count.known != "exact":
        codes = [*codes[:_NAMED], "others"]
    elif count.value > 2 * _NAMED:
        codes = [*codes[:_NAMED], f"{number_name(count.value - _NAMED)} more"]
    return f"{count} codes are possible, but a puzzle has exactly one solution: {listed(codes)}"


def puzzle(
    rules: RulesLike = "4x6", *, seed: int | str = 0, difficulty: str | None = None, rows: int | None = None
) -> Puzzle:
    """Make a puzzle from a seed: rows that only one code is consistent with, and all of them are needed.

    Histories are drawn at random until one is as asked. The same seed makes the same puzzle on every
    computer, as long as :data:`PUZZLE_VERSION` is the same.

    Args:
        rules: The rules, or their text.
        seed: The random seed, a number or text.
        difficulty: The name of a level of :data:`LEVELS`; None for any level.
        rows: The number of rows; None for any number.

    Returns:
        The puzzle.

    Raises:
        NotationError: If there is no such level, or a text cannot be read.
        LimitError: If no such puzzle was found.
        LimitReached: If a limit in force leaves no time for it. No other puzzle of the seed could take its
            place.

    Example:
        >>> import pegwise
        >>> found = pegwise.puzzle("4x6", seed=1, difficulty="easy", rows=4)
        >>> len(found.rows), found.level.name, len(pegwise.Position(found.rules, found.rows))
        (4, 'easy', 1)
    """
    game = parse_rules(rules)
    check_family(game, "a puzzle")
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
    """Iterate over the puzzles of a seed whose code follows with assumptions at most ``depth`` deep."""
    for attempt in range(_tries(game)):
        report("histories", attempt, _tries(game))
        history = unique_history(game, f"pegwise puzzle {PUZZLE_VERSION} {game.plain} {seed} {attempt}", rows)
        if history is None:
            continue
        deduced = deduce(Position(game, history), depth=depth)
        if deduced.code is not None:
            yield Puzzle(game, history, deduced.code, deduced, seed)
