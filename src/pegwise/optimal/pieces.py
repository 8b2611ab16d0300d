"""The pieces of a search: what they say, and what a worker does with them.

A piece asks what some guesses of a large position come to, or what a whole position costs, below a cap. At
the end, pieces ask for the best trees of positions. A worker makes the tables of the game once, and keeps
what it finds out from one piece to the next.
"""

from __future__ import annotations

import math
import time
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from pegwise.engine.recent import Recent
from pegwise.executors.stopping import StopAfter, current_flag, stop_flag
from pegwise.limit import LimitReached
from pegwise.optimal import sizes
from pegwise.optimal.contest import Contest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from pegwise.engine.searching import Places, Question
    from pegwise.optimal.classes import Classes
    from pegwise.optimal.contest import Inside, Learned
    from pegwise.optimal.settling import Settling
    from pegwise.optimal.solver import Path, Solver
    from pegwise.position import Position
    from pegwise.rules import Code

    Rows = NDArray[np.int64]

T = TypeVar("T")

__all__ = ["Origin", "Weighed", "greedy", "grow_below", "settle", "weigh_guesses"]


@dataclass(frozen=True)
class Origin:
    """What a solver is made of. ``here``: the solver itself, for threads of the process that has it.

    ``table``: the name of the table of solved positions that the solvers of all processes share.
    """

    position: Position
    first: Code | None
    memory: int
    symmetry: bool
    plain: int
    table: str = ""
    here: Solver | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return Origin, (self.position, self.first, self.memory, self.symmetry, self.plain, self.table)

    def solver(self) -> Solver:
        """Return a solver for one piece, which knows what those before it found out."""
        if self.here is not None:
            return self.here.alone(current_flag(self.here.stop))
        position, parts = self.position, (self.first, self.memory, self.symmetry, self.plain, self.table)
        key = str(position.rules), position.history, *parts
        return _solvers.get(key, self._made).alone(current_flag())

    def _made(self) -> Solver:
        from pegwise.optimal.solver import Solver

        return Solver(
            self.position,
            memory=self.memory,
            first=self.first,
            symmetry=self.symmetry,
            plain=self.plain,
            table=self.table,
        )


_solvers: Recent[Solver] = Recent(1)


@dataclass(frozen=True, eq=False)
class Weighed:
    """What guesses come to, in the order in which they were given: an entry each in all arrays.

    ``values``: the excess, exact where ``exact``, else a lower bound. ``positions`` that were searched for
    it. ``ended``: False if it took too long; the value is then a lower bound, below the cap or not.
    ``learned``: by the number of a guess that took too long, what is known of its classes.
    """

    values: NDArray[np.int64]
    exact: NDArray[np.bool_]
    positions: NDArray[np.int64]
    ended: NDArray[np.bool_]
    learned: dict[int, Inside]

    def __len__(self) -> int:
        """Return how many guesses were begun."""
        return len(self.values)


def weigh_guesses(
    origin: Origin,
    path: Path | None,
    members: bytes,
    question: Question,
    guesses: NDArray[np.int32],
    largest: NDArray[np.integer[Any]],
    cap: int,
    limits: Limits,
) -> Weighed:
    """Weigh guesses at a position, one after another, within the limits.

    ``largest``: the candidates of the largest class of each guess.
    """
    until = time.perf_counter() + limits.seconds
    places = np.frombuffer(members, np.int32)
    guesses = guesses.copy()  # what was sent may begin anywhere in memory, and kernels read whole words
    found: list[Weighed] = []
    for some in _together(largest > sizes.HUGE, limits):
        together = guesses[some]
        if len(together) > 1:
            one = _weighed_together(origin, places, question, together, cap, limits)
        else:
            contest = Contest(
                together, np.zeros(1, np.int64), limits.most, limits.others, cap, largest=largest[some]
            )
            one = _weighed(origin, contest, path, places, question, limits.each)
        found.append(one)
        if time.perf_counter() > until or (limits.first and one.exact[-1]):
            break
        if not limits.keeps_cap:
            cap = int(one.values.min(where=one.exact, initial=cap))
    return _joined(found)


def _joined(found: list[Weighed]) -> Weighed:
    """What all of these say, one after the other."""
    if len(found) == 1:
        return found[0]
    learned: dict[int, Inside] = {}
    before = 0
    for each in found:
        learned |= {before + number: inside for number, inside in each.learned.items()}
        before += len(each)
    return Weighed(
        np.concatenate([each.values for each in found]),
        np.concatenate([each.exact for each in found]),
        np.concatenate([each.positions for each in found]),
        np.concatenate([each.ended for each in found]),
        learned,
    )


def _together(huge: NDArray[np.bool_], limits: Limits) -> Iterator[slice]:
    """Which guesses one call of the kernel weighs together: one alone if something is decided after each."""
    count, start = len(huge), 0
    may_be = limits.keeps_cap == limits.first and math.isinf(limits.seconds) and math.isinf(limits.each)
    ends = np.flatnonzero(huge[1:] | huge[:-1]) + 1 if may_be else np.arange(1, count, dtype=np.int64)
    for end in (*ends.tolist(), count):
        yield slice(start, end)
        start = end


def _weighed_together(
    origin: Origin,
    places: Places,
    question: Question,
    guesses: NDArray[np.int32],
    cap: int,
    limits: Limits,
) -> Weighed:
    """What guesses without huge classes come to: a call of the kernel takes longer than many a guess."""
    told = _ending(origin.solver().weigh_together, places, question, guesses, cap, limits)
    return Weighed(*told, np.ones(len(told[0]), np.bool_), {})


def _weighed(
    origin: Origin, contest: Contest, path: Path | None, places: Places, question: Question, seconds: float
) -> Weighed:
    """What the guess of a contest of one comes to, unless that takes longer than so many seconds."""
    cap = contest.best
    begun: list[Classes] = []
    value, positions = _within(
        seconds, origin, lambda solver: solver.weigh(contest, 0, path, places, question, cap, begun=begun)
    )
    learned = begun[0].learned if begun and value is None else None
    ended, value = value is not None, contest.lower if value is None else value
    return Weighed(
        np.array([value], np.int64),
        np.array([ended and value < cap], np.bool_),
        np.array([positions], np.int64),
        np.array([ended], np.bool_),
        {} if learned is None else {0: learned},
    )


class Limits(NamedTuple):
    """What holds for the guesses of one piece.

    ``most``, ``others``: the classes that a guess makes at most, the win counted and not. ``keeps_cap``:
    the cap stays, whatever the guesses come to. ``first``: no guess is begun after one that is below the cap.
    ``seconds`` after which the guesses that are left are not begun; ``each``: seconds after which a guess is
    given up.
    """

    most: int
    others: int
    keeps_cap: bool
    first: bool
    seconds: float
    each: float


class Settled(NamedTuple):
    """The bounds of a position, which meet below the cap, the positions searched, and whether it ended.

    ``learned``: what is known of its guesses.
    """

    lower: int
    upper: int
    positions: int
    ended: bool = True
    learned: Learned | None = None


def settle(
    origin: Origin,
    path: Path | None,
    members: bytes,
    question: Question,
    cap: int,
    seconds: float = math.inf,
    known: Learned | None = None,
) -> Settled:
    """Find the bounds of a position, unless that takes longer than so many seconds.

    ``known``: what was found of it before.
    """
    solver, places = origin.solver(), np.frombuffer(members, np.int32)
    begun: list[Settling] = []
    found, positions = _within(
        seconds,
        origin,
        lambda solver: solver.excess(path, places, question, cap, known=known, begun=begun),
    )
    lower, upper = solver.recall(solver.key(places, question))
    lower = lower if found is None else found
    learned = begun[0].learned if begun else None
    return Settled(lower, upper, positions, ended=found is not None, learned=learned)


def greedy(origin: Origin, path: Path | None, members: bytes, question: Question) -> tuple[int, int]:
    """Find an upper bound of a position, and the number of positions searched for it."""
    solver, places = origin.solver(), np.frombuffer(members, np.int32)
    before = solver.positions
    value = _ending(solver.greedy, path, places, question)
    return value, solver.positions - before


def grow_below(
    origin: Origin,
    path: Path,
    parts: tuple[bytes, ...],
    question: Question,
    width: int,
    known: tuple[int | None, ...],
) -> tuple[list[Rows] | None, int]:
    """Grow the trees of positions after the same guesses; return them, and the number of positions searched.

    ``known``: the excess of each position that the driver has found. None instead of trees: there is none
    among so few guesses.
    """
    from pegwise.optimal.grow import NoTree, rows_below

    solver, grown = origin.solver(), list[Any]()
    before = solver.positions
    for part, excess in zip(parts, known, strict=True):
        places = np.frombuffer(part, np.int32)
        if excess is not None:
            solver.keep(solver.key(places, question), excess, excess)
        try:
            grown.append(_ending(rows_below, solver, path, places, question, width))
        except NoTree:
            return None, solver.positions - before
    return grown, solver.positions - before


def _within(seconds: float, origin: Origin, work: Callable[[Solver], int]) -> tuple[int | None, int]:
    """What work on a solver returns (None if it takes longer than that) and the positions searched."""
    from pegwise.optimal.solver import Stopped

    whole = current_flag()
    with nullcontext() if math.isinf(seconds) else stop_flag(StopAfter(seconds)):
        solver = origin.solver()
        before, found = solver.positions, None
        try:
            found = work(solver)
        except (Stopped, LimitReached):  # the second from a piece of the piece
            if math.isinf(seconds) or whole[0]:
                raise LimitReached("the work was stopped") from None
        return found, solver.positions - before


def _ending(work: Callable[..., T], *given: Any) -> T:
    from pegwise.optimal.solver import Stopped

    try:
        return work(*given)
    except Stopped:
        raise LimitReached("the work was stopped") from None
