"""The least total of guesses of a listed game, and a tree that attains it: the compiled search, step by step.

A listed game is a matrix of feedback numbers, guesses by secrets. The highest number is the win, which only
the guess has that is the secret.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.enumerated.transposition_table import random_words
from pegwise.engine.kernels.listed_search.interface import (
    DONE,
    ENTRY,
    FIELDS,
    IMPOSSIBLE,
    KINDS,
    MOST_LABELS,
    PHASES,
    STATE,
    TALLY,
)
from pegwise.engine.running import arrays
from pegwise.engine.running.kernel_loader import kernel
from pegwise.engine.tree_arrays import TreeArrays, arrays_from
from pegwise.errors import LimitError
from pegwise.limit import LimitReached, spend

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Places = NDArray[np.int64]

_LANES = 64
_SLICE = 1 << 26
"""Pairs of guess and secret that are compared between two looks at the limit, about."""
_GRACE = 1 << 22
"""Pairs that are compared for each position of a tree when the limit is used up."""
_SCRATCH = 1 << 26
"""Bytes of the lists of guesses on all levels, about."""
_MOST_GUESSES, _MOST_SECRETS, _MOST_WEIGHT = 1 << 21, 1 << 16, 1 << 31
_LEVEL, _PHASE, _VALUE, _BUDGET, _STAMP = range(len(STATE))
_AT = {name: place for place, name in enumerate(FIELDS)}
_OWN = MOST_LABELS
_ANY = 1 << 60


@dataclass(frozen=True)
class ListedOptimum:
    """What a search found: the least ``total`` and a tree that attains it, None where there is none.

    ``is_proved``: no strategy has a lower total, or none below the ``known`` one where there is no total.
    Where no strategy keeps to the ``most`` guesses allowed, that is proved, and there is no total either.
    ``bound``: no strategy has a total below this. ``positions`` were examined.
    """

    total: int | None
    is_proved: bool
    tree: TreeArrays | None
    bound: int
    positions: int


@dataclass(eq=False)
class ListedSearch:
    """A search of one game.

    ``matrix`` (G, S) uint8: feedback numbers. ``secret_of`` (G,) int32: which secret a guess is, -1 if none.
    ``weights`` (S,) int64: what a guess counts for each secret, at least 1. ``bins``: feedback numbers, the
    win included. ``subset``: the candidate secrets. ``memory``: bytes of the table of solved positions.
    ``stop`` (1,) is set by another thread to end a search.
    """

    matrix: NDArray[np.uint8]
    secret_of: NDArray[np.int32]
    weights: NDArray[np.int64]
    bins: int
    subset: NDArray[np.int32]
    memory: int = 1 << 26
    stop: NDArray[np.int64] = field(default_factory=arrays.flag)

    def __post_init__(self) -> None:
        self._check()
        order = np.lexsort((self.subset, -self.weights[self.subset]))
        self._secrets = self.subset[order]
        self._weights = arrays.of(np.ascontiguousarray(self.weights[self._secrets], dtype=np.int64))
        guesses, count = len(self.matrix), len(self._secrets)
        is_whole = np.array_equal(self._secrets, np.arange(self.matrix.shape[1], dtype=np.int64))
        rows = self.matrix if is_whole else self.matrix[:, self._secrets]
        self._rows = arrays.of(np.ascontiguousarray(rows, dtype=np.uint8))
        width = -(-guesses // _LANES) * _LANES
        self._across = arrays.zeros((count, width), np.uint8)
        for start in range(0, guesses, _LANES):
            self._across[:, start : start + _LANES][:, : guesses - start] = self._rows[
                start : start + _LANES
            ].T
        guess_of = np.full(self.matrix.shape[1], -1, np.int32)
        listed = np.flatnonzero(self.secret_of >= 0)
        guess_of[self.secret_of[listed]] = listed
        self._places = arrays.of(guess_of[self._secrets])
        if (self._places < 0).any():
            raise ValueError("a candidate is not among the guesses")
        self._marks = arrays.of(random_words(self._secrets))
        self._make_scratch(guesses, width, count)

    def _check(self) -> None:
        guesses, secrets = self.matrix.shape
        if not len(self.subset):
            raise ValueError("there are no candidates")
        if self.bins > MOST_LABELS or guesses >= _MOST_GUESSES or secrets >= _MOST_SECRETS:
            raise LimitError(
                f"the search takes at most {MOST_LABELS} feedback numbers, {_MOST_GUESSES - 1} guesses and"
                f" {_MOST_SECRETS - 1} secrets"
            )
        if int(self.weights[self.subset].sum()) >= _MOST_WEIGHT:
            raise LimitError(f"the weights of the secrets must sum to less than {_MOST_WEIGHT}")

    def _make_scratch(self, guesses: int, width: int, count: int) -> None:
        levels = min(count, max(32, min(1024, _SCRATCH // (16 * width)))) + 2
        entries = 1 << max(10, (self.memory // (8 * ENTRY)).bit_length() - 1)
        self._table = arrays.zeros((entries, ENTRY), np.uint64)
        self._sets = arrays.zeros((levels, count), np.int32)
        self._frames = arrays.zeros((levels, len(FIELDS)), np.int64)
        self._keys = arrays.zeros((levels, MOST_LABELS + 1, 2), np.uint64)
        self._heaps = arrays.zeros((levels, width), np.int64)
        self._bounds = arrays.zeros((levels, width), np.int64)
        self._state = arrays.zeros(len(STATE), np.int64)
        self._tally = arrays.zeros(len(TALLY), np.int64)
        self._calm = arrays.flag()
        weighted, win = int(self._weights[0] > 1), self.bins - 1
        run = kernel("listed_search", 0).ending(
            self._rows, self._across, self._places, self._weights, self._marks,
            self._table, self._sets, arrays.zeros((levels, count), np.int32), self._frames, self._keys,
            arrays.zeros((levels, len(KINDS), MOST_LABELS), np.int64), self._heaps, self._bounds,
            arrays.zeros(width, np.uint8), arrays.zeros(width, np.uint8), arrays.zeros(width, np.uint16),
            arrays.zeros(width, np.int64), arrays.zeros(MOST_LABELS, np.int64),
            arrays.zeros(MOST_LABELS, np.int64), self._state, self._tally,
        )  # fmt: skip
        self._run: Callable[..., None] = lambda n_best, first, stop: run(n_best, weighted, win, first, stop)

    @property
    def positions(self) -> int:
        """Return how many positions were examined so far."""
        return int(self._tally[TALLY.index("positions")])

    def optimum(
        self, *, first: int | None = None, most: int = 0, known: int | None = None, n_best: int = 0
    ) -> ListedOptimum:
        """Search the best strategy.

        ``first``: the guess that must be made first. ``most``: guesses that any secret may take, 0 for any
        number. ``known``: only a lower total is of interest. With ``n_best`` only so many guesses are tried
        in each position, those that look best, and nothing is proved. When the limit in force is used up, or
        ``stop`` is set, the result is the best strategy so far.

        Raises:
            LimitError: Where more guesses follow each other than there is memory for.
        """
        count, before = len(self._secrets), self.positions
        everyone = np.arange(count, dtype=np.int64)
        left = most if 0 < most < count + 1 else count + 1
        cap = IMPOSSIBLE if known is None else min(known, IMPOSSIBLE)
        self._begin(everyone, left, cap)
        with suppress(LimitReached):
            self._go_on(n_best, -1 if first is None else first)
        frame, is_done = self._frames[0], bool(self._state[_PHASE] == DONE)
        found = frame[_AT["best"]] < cap or (is_done and self._state[_VALUE] < cap)
        guess, tree = int(frame[_AT["champion"]]) if found else -1, None
        weight = int(self._weights.sum())  # of which no strategy is below twice, less the first win
        plain = weight if first is not None else 2 * weight - int(self._weights[0])
        bound = plain if n_best else self._bound_so_far()
        if guess >= 0 or not is_done:
            start = guess if guess >= 0 or first is None else first
            tree = self._grown(everyone, start, left, n_best, calm=not is_done)
        total = None if tree is None or tree.total >= cap else tree.total
        is_proved = is_done and not n_best and (total == bound or bound >= cap)
        tree = None if total is None else tree
        return ListedOptimum(total, is_proved, tree, bound, self.positions - before)

    def _begin(self, members: Places, left: int, cap: int) -> None:
        """Put a position on level 0."""
        count, frame = len(members), self._frames[0]
        self._sets[0, :count] = members
        frame[_AT["count"]], frame[_AT["weight"]] = count, self._weights[members].sum()
        frame[_AT["left"]], frame[_AT["others"]], frame[_AT["cap"]] = left, self.bins - 1, cap
        frame[_AT["best"]], frame[_AT["champion"]] = cap, -1
        self._keys[0, _OWN] = self._marks[members].sum(axis=0, dtype=np.uint64)
        self._state[_LEVEL], self._state[_PHASE], self._state[_VALUE] = 0, PHASES.index("enter"), -1

    def _go_on(self, n_best: int, first: int, *, allowed: int | None = None) -> None:
        """Work until it is done, the limit is used up, or so many pairs are compared, whatever the limit."""
        while self._state[_PHASE] != DONE:
            self._state[_BUDGET] = budget = _SLICE if allowed is None else allowed
            self._run(n_best, first, self.stop if allowed is None else self._calm)
            if self._tally[TALLY.index("too deep")]:
                self._tally[TALLY.index("too deep")] = 0
                raise LimitError("positions of this game may be deeper than the search can go")
            if allowed is not None:
                return
            if self.stop[0]:
                raise LimitReached("the work was stopped")
            spend(budget - int(self._state[_BUDGET]))

    def _bound_so_far(self) -> int:
        """Return what no strategy is below, as far as the search has come."""
        frame = self._frames[0]
        if self._state[_PHASE] == DONE:
            return min(int(self._state[_VALUE]), int(frame[_AT["cap"]]))
        if self._state[_LEVEL] == 0 and self._state[_PHASE] == PHASES.index("enter"):
            return int(frame[_AT["weight"]])
        waiting = self._heaps[0, : frame[_AT["listed"]]] & (_MOST_GUESSES - 1)
        bounds = [int(frame[_AT["best"]]), int(frame[_AT["least"]])]
        bounds += map(int, self._bounds[0, waiting])
        if self._state[_LEVEL] > 0 or self._state[_PHASE] == PHASES.index("class"):
            bounds.append(int(frame[_AT["bound"]]))
        return max(min(bounds), int(frame[_AT["floor"]]))

    def _grown(
        self, everyone: Places, guess: int, left: int, n_best: int, *, calm: bool
    ) -> TreeArrays | None:
        """Make the best tree that begins with a guess (-1: any); with calm or beyond the limit a good one."""
        if not calm:
            with suppress(LimitReached):
                return self._plant(everyone, guess, left, n_best, calm=False)
        return self._plant(everyone, guess, left, n_best, calm=True)

    def _best_guess(self, members: Places, left: int, n_best: int, calm: bool) -> int:
        """Find the best guess of a position, -1 if it cannot be won; with calm one that is soon found."""
        if len(members) <= 2:
            return int(self._places[members[0]]) if len(members) <= left else -1
        for width, allowed in ((n_best, _GRACE), (1, _ANY)) if calm else ((n_best, None),):
            self._begin(members, left, IMPOSSIBLE)
            self._go_on(width, -1, allowed=allowed)
            if self._state[_PHASE] == DONE:
                found = self._state[_VALUE] < IMPOSSIBLE
                return int(self._frames[0, _AT["champion"]]) if found else -1
        return -1

    def _plant(self, everyone: Places, guess: int, left: int, n_best: int, calm: bool) -> TreeArrays | None:
        """Make the tree of the best guesses, None if there is none in so many guesses."""
        nodes = list[tuple[int, int, int, int]]()
        pending = [(everyone, -1, -1, guess, left)]
        while pending:
            members, parent, answer, guess, left = pending.pop()
            if guess < 0:
                guess = self._best_guess(members, left, n_best, calm)
                if guess < 0:
                    return None
            answers = self._rows[guess, members]
            for label in np.unique(answers)[::-1].tolist():
                if label != self.bins - 1:
                    if left <= 1:
                        return None
                    pending.append((members[answers == label], len(nodes), label, -1, left - 1))
            nodes.append((guess, parent, answer, int(self._weights[members].sum())))
        return arrays_from(np.array(nodes, np.int64).T)
