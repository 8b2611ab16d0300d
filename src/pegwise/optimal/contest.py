"""Weighs the guesses of one position against each other, several at a time."""

from __future__ import annotations

import sys
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pegwise.engine.searching import IMPOSSIBLE
from pegwise.engine.space import blocks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.searching import Places

__all__ = ["Contest", "FirstFit", "Inside", "Learned"]

_TOGETHER = 1 << 10
"""Bounds looked at together for the next guess that may be the best."""
_SMALL = 32
"""A gap between the bounds that is closed at once."""


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


@dataclass
class Contest:
    """Guesses in the order of their lower bounds, by their places in the pool, and the best so far.

    ``most``: the classes that any guess makes at most, the win counted; ``others``: besides the win. ``best``
    begins as what a guess must be below; with ``every`` all guesses are weighed to the end, whatever the
    best. ``idle``: which guesses tell nothing, all candidates answer them alike and they are none. ``reach``:
    for now, no guess is weighed further than to tell whether it is below this.
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
    taken: set[int] = field(default_factory=set)
    settled: set[int] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def take(self) -> tuple[int, int] | None:
        """The place in the order of the next guess, and what it must be below; None if none can be."""
        for at in self.take_some(1):
            return at, self.cap(at)
        return None

    def take_some(self, most: int) -> list[int]:
        """The places in the order of the next guesses that may be the best, at most so many.

        A bound that was raised since says nothing of the guesses after it.
        """
        found = list[int]()
        with self.lock:
            while len(found) < most and self.following < len(self.guesses):
                if not (cap := self.cap(self.following)):
                    break
                start = self.following
                self.following = min(start + _TOGETHER, len(self.guesses))
                for step in np.flatnonzero(self.bounds[start : self.following] < cap).tolist():
                    at = start + step
                    if len(found) == most or not self.cap(at):
                        self.following = at
                        break
                    if at not in self.taken:  # before it was to be weighed further
                        self.taken.add(at)
                        found.append(at)
            return found

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
            self.taken.discard(at)
            self.following = min(self.following, at)

    def cap(self, at: int) -> int:
        """What a guess must be below to matter."""
        return IMPOSSIBLE if self.every else min(self.best, self.reach)

    @property
    def keeps_cap(self) -> bool:
        """Whether what the next guess must be below stays, whatever the guesses before it came to."""
        return self.every

    def is_open(self, at: int) -> bool:
        """Tell whether a guess may matter."""
        return bool(self.bounds[at] < self.cap(at))

    def settle(self, at: int, value: int, exact: bool = True) -> None:
        """Note what a guess came to; only if that is exact, the guess may be the best."""
        self.settle_all([at], [value], [exact])

    def settle_all(self, places: list[int], values: list[int], exact: list[bool]) -> None:
        """Note what some guesses came to; only those of which that is exact may be the best."""
        with self.lock:
            self.bounds[places] = np.maximum(self.bounds[places], values)
            self.settled.update(places)
            for at, value, is_exact in zip(places, values, exact, strict=True):
                if is_exact:  # it stays among those that were taken: there is nothing more to find out
                    self._found(at, value)
            for at, is_exact in zip(places, exact, strict=True):
                if not is_exact:
                    self.taken.discard(at)
                    if self.is_open(at):  # guesses are weighed further by now
                        self.following = min(self.following, at)

    def _found(self, at: int, value: int) -> None:
        """Know exactly what a guess comes to."""
        if value < self.best:
            self.best, self.champion = value, int(self.guesses[at])

    def cut(self, cap: int) -> None:
        """Look for a guess below this, which is below the best so far."""
        with self.lock:
            self.best, self.champion = cap, -1

    def again(self, cap: int) -> None:
        """Weigh the guesses once more, for one below this."""
        with self.lock:
            self.best, self.champion, self.following, self.reach = cap, -1, 0, sys.maxsize
            self.taken.clear()

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


@dataclass
class FirstFit(Contest):
    """Guesses in an order of their own; the first that comes to less than ``best`` is the champion.

    ``end``: the place of the first that is known to, and none after it matters.
    """

    end: int = sys.maxsize

    @property
    def keeps_cap(self) -> bool:
        """Whether what the next guess must be below stays: always."""
        return True

    def cap(self, at: int) -> int:
        """What a guess must be below to matter."""
        return self.best if at < self.end else 0

    def _found(self, at: int, value: int) -> None:
        """Know exactly what a guess comes to, which may be the first that fits."""
        if value < self.cap(at):
            self.end, self.champion = at, int(self.guesses[at])
