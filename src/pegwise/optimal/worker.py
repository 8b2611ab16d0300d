"""What a worker does with the tasks of a search.

It makes the tables of the game once, and keeps what it finds out from one task to the next.
"""

from __future__ import annotations

import math
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.recent_cache import Recent
from pegwise.executors.stop_flag import StopAfter, current_flag, stop_flag
from pegwise.limit import LimitReached
from pegwise.optimal import size_thresholds
from pegwise.optimal.best_tree import NoTree, rows_below
from pegwise.optimal.branch_and_bound import Solver
from pegwise.optimal.guess_contest import Contest, Inside, Learned, Subposition
from pegwise.optimal.search_tasks import Limits, Origin, Settled, Weighed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from pegwise.engine.enumerated.optimum_search import Question
    from pegwise.optimal.class_by_class import Classes
    from pegwise.optimal.known_positions import Path
    from pegwise.optimal.large_positions import Settling

    Rows = NDArray[np.int64]

_solvers: Recent[Solver] = Recent(1)


def solver_of(origin: Origin) -> Solver:
    """Return a solver for one task, which knows what those before it found out."""
    here = origin.here
    if isinstance(here, Solver):
        return here.alone(current_flag(here.stop))
    names = ("first", "memory", "symmetry", "plain", "table")
    parts: dict[str, Any] = {name: getattr(origin, name) for name in names}
    key = str(origin.position.rules), origin.position.history, *parts.values()
    return _solvers.get(key, lambda: Solver(origin.position, **parts)).alone(current_flag())


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
    for some in _together(largest > size_thresholds.HUGE, limits):
        together = guesses[some]
        if len(together) > 1:
            most = {"most": limits.most, "others": limits.others}
            with solver_of(origin).searcher() as searcher:
                told = searcher.weigh(places, question, together, cap=cap, first=limits.first, **most)
            one = Weighed(*told, np.ones(len(told[0]), np.bool_), {})
        else:
            known: dict[str, Any] = {"largest": largest[some], "here": Subposition(path, places, question)}
            contest = Contest(together, np.zeros(1, np.int64), limits.most, limits.others, cap, **known)
            one = _weighed(origin, contest, limits.each)
        found.append(one)
        if time.perf_counter() > until or (limits.first and one.exact[-1]):
            break
        if not limits.keeps_cap:
            cap = int(one.values.min(where=one.exact, initial=cap))
    return _joined(found)


def _joined(found: list[Weighed]) -> Weighed:
    if len(found) == 1:
        return found[0]
    learned: dict[int, Inside] = {}
    before = 0
    for each in found:
        learned |= {before + number: inside for number, inside in each.learned.items()}
        before += len(each)
    whole: dict[str, Any] = {
        name: np.concatenate([getattr(each, name) for each in found])
        for name in ("values", "exact", "positions", "ended")
    }
    return Weighed(**whole, learned=learned)


def _together(huge: NDArray[np.bool_], limits: Limits) -> Iterator[slice]:
    """Which guesses one call of the kernel weighs together: one alone if something is decided after each."""
    count, start = len(huge), 0
    may_be = limits.keeps_cap == limits.first and math.isinf(limits.seconds) and math.isinf(limits.each)
    ends = np.flatnonzero(huge[1:] | huge[:-1]) + 1 if may_be else np.arange(1, count, dtype=np.int64)
    for end in (*ends.tolist(), count):
        yield slice(start, end)
        start = end


def _weighed(origin: Origin, contest: Contest, seconds: float) -> Weighed:
    """What the guess of a contest of one comes to, unless that takes longer than so many seconds."""
    cap = contest.best
    begun: list[Classes] = []
    value, positions = _within(seconds, origin, lambda solver: solver.weigh(contest, 0, cap, begun=begun))
    learned = begun[0].learned if begun and value is None else None
    ended, value = value is not None, contest.lower if value is None else value
    return Weighed(
        np.array([value], np.int64),
        np.array([ended and value < cap], np.bool_),
        np.array([positions], np.int64),
        np.array([ended], np.bool_),
        {} if learned is None else {0: learned},
    )


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
    solver, places = solver_of(origin), np.frombuffer(members, np.int32)
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
    solver, places = solver_of(origin), np.frombuffer(members, np.int32)
    before = solver.positions
    return solver.greedy(path, places, question), solver.positions - before


def build_below(
    origin: Origin,
    path: Path,
    parts: tuple[bytes, ...],
    question: Question,
    width: int,
    known: tuple[int | None, ...],
) -> tuple[list[Rows] | None, int]:
    """Build the trees of positions after the same guesses; return them, and the number of positions searched.

    ``known``: the excess of each position that the driver has found. None instead of trees: there is none
    among so few guesses.
    """
    solver, built = solver_of(origin), list[Any]()
    before = solver.positions
    for part, excess in zip(parts, known, strict=True):
        places = np.frombuffer(part, np.int32)
        if excess is not None:
            solver.keep(solver.key(places, question), excess, excess)
        try:
            built.append(rows_below(solver, path, places, question, width))
        except NoTree:
            return None, solver.positions - before
    return built, solver.positions - before


def _within(seconds: float, origin: Origin, work: Callable[[Solver], int]) -> tuple[int | None, int]:
    """What work on a solver returns (None if it takes longer than that) and the positions searched."""
    whole = current_flag()
    with nullcontext() if math.isinf(seconds) else stop_flag(StopAfter(seconds)):
        solver = solver_of(origin)
        before, found = solver.positions, None
        try:
            found = work(solver)
        except LimitReached:  # also from a part of the task
            if math.isinf(seconds) or whole[0]:
                raise LimitReached("the work was stopped") from None
        return found, solver.positions - before
