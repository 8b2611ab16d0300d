"""Weighs the guesses of one position against each other, several at a time."""

from __future__ import annotations

import sys
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pegwise.engine.code_space import blocks
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, Places, Question

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.optimal.known_positions import Path


_TOGETHER = 1 << 10
"""Bounds looked at together for the next guess that may be the best."""
_SMALL = 32
"""A gap between the bounds that is closed at once."""


class Subposition(NamedTuple):
    """A position below that of a solver.

    ``path``: the guesses that led to it, by their places in the pool; None if that is not known.
    """

    path: Path | None
    members: Places
    question: Question


_NOWHERE = Subposition((), np.zeros(0, np.int32), Question())


class Learned(NamedTuple):
    """What is known of a large position: lower bounds of some of its guesses, and an upper bound of its own.

    ``guesses``: by their places in the pool. ``best``: one that comes to ``upper``, -1 if none is known to.
    """

    guesses: Places
    bounds: NDArray[np.int64]
    upper: int
    best: int = -1


class Inside(NamedTuple):
    """What each class of a guess costs at least, the largest first, and what else is known of some."""

    lows: tuple[int, ...]
    more: dict[int, Learned]


@dataclass(eq=False, repr=False)
class Contest:
    """Guesses in the order of their lower bounds, by their places in the pool, and the best so far.

    ``most``: the classes that any guess makes at most, the win counted; ``others``: besides the win. ``best``
    begins as what a guess must be below; with ``every`` all guesses are weighed to the end, whatever the
    best. ``idle``: which guesses tell nothing, all candidates answer them alike and they are none. ``reach``:
    for now, no guess is weighed further than to tell whether it is below this. ``end``: where in the
    order the guesses end that matter. ``largest``: the candidates of the largest class of each guess, the win
    left out; None if that is not known. ``together``: how many guesses the last task should have had.
    ``taken``: which guesses need not be taken now, because they are being weighed or are known exactly.
    ``settled``: of which guesses something was told. ``here``: whose guesses they are.
    """

    guesses: Places
    bounds: NDArray[np.int64]
    most: int
    others: int
    best: int
    champion: int = -1
    idle: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))
    every: bool = False
    hopeful: bool = False
    following: int = 0
    reach: int = sys.maxsize
    end: int = sys.maxsize
    largest: NDArray[np.integer[Any]] | None = None
    together: int = 1
    here: Subposition = _NOWHERE
    taken: NDArray[np.bool_] = field(init=False)
    settled: NDArray[np.bool_] = field(init=False)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.taken, self.settled = np.zeros((2, len(self.guesses)), np.bool_)

    def take(self) -> tuple[int, int] | None:
        """The place in the order of the next guess, and what it must be below; None if none can be."""
        for at in self.take_some(1).tolist():
            return at, self.cap(at)
        return None

    def take_some(self, most: int) -> NDArray[np.int64]:
        """The places in the order of the next guesses that may be the best, at most so many.

        A bound that was raised since says nothing of the guesses after it.
        """
        found = [np.zeros(0, np.int64)]
        with self.lock:
            last = min(len(self.guesses), self.end)
            while most and self.following < last:
                some = slice(self.following, min(self.following + _TOGETHER, last))
                # Those that are taken wait to be weighed further.
                matter = (self.bounds[some] < self._below) & ~self.taken[some]
                places = some.start + np.flatnonzero(matter)[:most]
                most -= len(places)
                self.following = some.stop if most else int(places[-1]) + 1
                self.taken[places] = True
                found.append(places)
            return found[-1] if len(found) <= 2 else np.concatenate(found)

    def begin_low(self) -> None:
        """Weigh all guesses as far as half of the gap between the bounds first.

        As long as the best costs more, none of them is weighed in vain.
        """
        if self.best < IMPOSSIBLE:
            self.reach = self.lower
            self.reach_further()

    def reach_further(self) -> bool:
        """Weigh guesses further, by half of the gap that is left or all of it; False if all of it was."""
        with self.lock:
            if self.reach >= self.best:
                return False
            gap = self.best - self.reach
            self.reach = self.reach + gap // 2 if gap > _SMALL else sys.maxsize
            self.following = 0
            return True

    def leave(self, at: int) -> None:
        """Note that a guess that was taken is not being weighed."""
        with self.lock:
            self.taken[at] = False
            self.following = min(self.following, at)

    @property
    def _below(self) -> int:
        """What a guess before the end must be below to matter."""
        return IMPOSSIBLE if self.every else min(self.best, self.reach)

    def cap(self, at: int) -> int:
        """What a guess must be below to matter."""
        return self._below if at < self.end else 0

    @property
    def keeps_cap(self) -> bool:
        """Whether what the next guess must be below stays, whatever the guesses before it came to."""
        return self.every

    def is_open(self, at: int) -> bool:
        """Tell whether a guess may matter."""
        return bool(self.bounds[at] < self.cap(at))

    def are_open(self, places: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell of each of some guesses whether it may matter."""
        return (self.bounds[places] < self._below) & (places < self.end)

    def settle(self, at: int, value: int, exact: bool = True) -> None:
        """Note what a guess came to; only if that is exact, the guess may be the best."""
        self.settle_all(np.array([at], np.int64), np.array([value], np.int64), np.array([exact], np.bool_))

    def settle_all(
        self, places: NDArray[np.int64], values: NDArray[np.int64], exact: NDArray[np.bool_]
    ) -> None:
        """Note what some guesses came to; only those of which that is exact may be the best."""
        with self.lock:
            self.bounds[places] = np.maximum(self.bounds[places], values)
            self.settled[places] = True
            # A guess that is exact stays among those that were taken: there is nothing more to find out.
            if exact.any():
                self._find(places[exact], values[exact])
            left = places[~exact]
            self.taken[left] = False
            again = left[self.are_open(left)]  # guesses are weighed further by now
            self.following = min(self.following, int(again.min(initial=self.following)))

    def _find(self, places: NDArray[np.int64], values: NDArray[np.int64]) -> None:
        """Know exactly what some guesses come to; the first of the least is the best, if it is better."""
        at = int(values.argmin())
        if values[at] < self.best:
            self.best, self.champion = int(values[at]), int(self.guesses[places[at]])

    def cut(self, cap: int) -> None:
        """Look for a guess below this, which is below the best so far."""
        with self.lock:
            self.best, self.champion = cap, -1

    def again(self, cap: int) -> None:
        """Weigh the guesses once more, for one below this."""
        with self.lock:
            self.best, self.champion, self.following, self.reach = cap, -1, 0, sys.maxsize
            self.taken[:] = False

    def raise_bound(self, at: int, bound: int) -> None:
        """Note a lower bound of a guess."""
        with self.lock:
            self.bounds[at] = max(self.bounds[at], bound)

    def learned(self, upper: int = IMPOSSIBLE, since: NDArray[np.int64] | None = None) -> Learned:
        """What is known by now, for another that goes on: the bounds that were raised ``since`` they were so.

        ``upper``: what is known of the position besides.
        """
        raised = slice(None) if since is None else self.bounds > since
        best = self.champion if self.best <= upper else -1
        upper = self.best if best >= 0 else upper
        return Learned(self.guesses[raised], self.bounds[raised], upper, best)

    def take_bounds(self, other: Contest | Learned) -> None:
        """Know what was found of some of the guesses elsewhere."""
        known = np.zeros(int(max(self.guesses.max(initial=0), other.guesses.max(initial=0))) + 1, np.int64)
        for some in blocks(len(other.guesses)):
            known[other.guesses[some]] = other.bounds[some]
        for some in blocks(len(self.guesses)):
            self.bounds[some] = np.maximum(self.bounds[some], known[self.guesses[some]])

    @property
    def left(self) -> int:
        """How many guesses are still to be taken."""
        return int((self.bounds[self.following :] < min(self.best, self.reach)).sum())

    @property
    def lower(self) -> int:
        """What the position costs at least, by what is known so far."""
        return min(int(self.bounds.min(initial=IMPOSSIBLE)), IMPOSSIBLE)


class FirstFit(Contest):
    """Guesses in an order of their own; the first that comes to less than ``best`` is the champion.

    It is at the place ``end``, as no guess from there on matters.
    """

    @property
    def keeps_cap(self) -> bool:
        """Whether what the next guess must be below stays: always."""
        return True

    def _find(self, places: NDArray[np.int64], values: NDArray[np.int64]) -> None:
        """Know exactly what some guesses come to, one of which may be the first that fits."""
        first = int(places[values < self.best].min(initial=self.end))
        if first < self.end:
            self.end, self.champion = first, int(self.guesses[first])
