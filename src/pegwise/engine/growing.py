"""Whole strategy trees: large positions one at a time over the threads, small ones in compiled batches.

A large position (more than ``SMALL`` candidates) tries the lowest guess of each class that its history
cannot tell apart. Everything below a small position is one call into the ``grow`` kernel. The tree comes out
as flat arrays in preorder and does not depend on the number of threads.

Memory, beside the game's tables: 4 bytes a code for positions waiting, about 20 bytes a node for the tree,
twice while it is joined, and for large positions one bit a code and plane row.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Protocol

import numpy as np

from pegwise.engine import comparing
from pegwise.engine.entropy import exact_ranks, margin_for
from pegwise.engine.kernels.grow.interface import STOPPED, TALLY, Scratch
from pegwise.engine.kinds import ENTROPY
from pegwise.engine.native.load import kernel
from pegwise.engine.renamings import Stabilizer
from pegwise.engine.symmetry import pack as pack_codes
from pegwise.engine.symmetry import representatives
from pegwise.engine.tables import SMALL, Tables, tables_of
from pegwise.engine.tree_arrays import TreeArrays
from pegwise.engine.weigh import class_sizes_of, score_slices
from pegwise.limit import spend
from pegwise.progress import report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from pegwise.rules import Rules

    Ints = NDArray[np.int64]
    Order = NDArray[np.int32]
    Nodes = NDArray[np.int32]

__all__ = ["grow_tree"]

_LOOK = 0.02
"""Seconds between two looks at the clock while waiting."""


class Finished(Protocol):
    """Pieces of a tree that are done, by key; called by one thread at a time."""

    def get(self, key: str) -> bytes | None:
        """What was kept under this key, or None."""

    def put(self, key: str, value: bytes) -> None:
        """Keep a piece."""


class _Stopped(Exception):  # noqa: N818 - an event more than an error
    """The stop flag was raised before the tree was complete."""


@dataclass(frozen=True)
class _Job:
    """What all of one tree's work shares.

    ``stop`` (1,) int64 is set to end the work. ``spread`` is `map`, or that of a pool of threads. ``known``
    keeps the representatives last used at each depth, which sisters share.
    """

    tables: Tables
    kind: int
    candidates_only: bool
    stop: Ints
    spread: Callable[..., Iterable[None]] = map
    known: dict[int, tuple[object, Ints]] = field(default_factory=dict)
    tally: Ints = field(default_factory=lambda: np.zeros(len(TALLY), np.int64))
    lock: Lock = field(default_factory=Lock)
    finished: Finished | None = None


@dataclass
class _Piece:
    """A stretch of the tree in preorder: one large position, or small sisters with their subtrees.

    ``nodes`` (4, n) int32: guess, parent within the piece or -1, feedback number, candidates; perhaps
    still being grown. ``numbers``: the feedback numbers that lead from ``parent`` to the roots, in order.
    """

    parent: _Piece | None
    numbers: list[int]
    nodes: Nodes | Future[Nodes]
    place: int = 0


@dataclass(frozen=True)
class _Work:
    """Positions to grow: a large one alone, or small sisters. ``group`` is that of their history."""

    parent: _Piece | None
    numbers: list[int]
    positions: list[Order]
    group: Stabilizer
    guess: int | None = None
    """The guess to make, where it is prescribed."""
    path: tuple[int, ...] = ()
    """The feedback numbers that lead from the root of the tree to the parent."""

    @property
    def key(self) -> str:
        """The name of this work in a checkpoint: the same in every run."""
        return ".".join(map(str, (*self.path, f"{self.numbers[0]}-{self.numbers[-1]}")))


def grow_tree(
    rules: Rules,
    kind: int,
    *,
    history: Sequence[Sequence[int]] = (),
    candidates: NDArray[np.integer] | None = None,
    first: int | None = None,
    candidates_only: bool = False,
    threads: int = 1,
    tally: Ints | None = None,
    finished: Finished | None = None,
) -> TreeArrays:
    """The tree of a strategy from the position whose guesses (colors from 0) and candidates are given.

    ``kind`` is one of ``engine.kinds``; ``candidates`` ascending places in numeric order, all by default;
    ``first`` the place of a first guess to make. Raises what :func:`~pegwise.limit.spend` does, and ends
    promptly on Ctrl-C. ``tally``, (12,) int64, counts the work: see ``grow_interface.TALLY``. ``finished``
    keeps pieces that are done, and has those of an earlier run.
    """
    tables = tables_of(rules)
    order = np.arange(rules.size, dtype=np.int32) if candidates is None else candidates.astype(np.int32)
    group = Stabilizer.root(rules.pegs, rules.colors)
    for guess in history:
        group = group.after(guess)
    counts = np.zeros(len(TALLY), np.int64) if tally is None else tally
    # Made before there are threads, which would each make them.
    _ = tables.packed, tables.pools, tables.small_entropy, tables.codes, tables.earlier
    kernel("grow", rules.pegs, not rules.whites).prepare()
    root = _Work(None, [0], [order], group, first)
    stop = np.zeros(1, np.int64)
    # Small positions are grown on other threads even if it is only one: this one watches clock and Ctrl-C.
    with ThreadPoolExecutor(threads) as pool:
        spread = map if threads == 1 else pool.map
        job = _Job(tables, kind, candidates_only, stop, spread=spread, tally=counts, finished=finished)
        try:
            return _Grower(job, pool, len(order)).grow(root)
        except BaseException:
            # Ctrl-C and errors: what the pool still has to do ends at once.
            stop[0] = 1
            raise


class _Grower:
    """One tree in the making."""

    def __init__(self, job: _Job, pool: ThreadPoolExecutor, total: int) -> None:
        self.job, self.pool, self.total = job, pool, total
        self.done = 0
        self.context = copy_context()

    def grow(self, root: _Work) -> TreeArrays:
        """The tree, large positions in preorder."""
        pieces: list[_Piece] = []
        pending = [root]
        while pending:
            work = pending.pop()
            if len(work.positions[0]) > SMALL or work.guess is not None:
                piece, below = self._large(work)
                pending += reversed(below)
            else:
                piece = _Piece(work.parent, work.numbers, self.pool.submit(self._small, work))
            pieces.append(piece)
        return _join(pieces)

    def _large(self, work: _Work) -> tuple[_Piece, list[_Work]]:
        """A large position, and what is to be grown below it: runs of small ones, large ones singly."""
        order = work.positions[0]
        guess = self._chosen(work) if work.guess is None else work.guess
        piece = _Piece(work.parent, work.numbers, np.array([[guess], [-1], [0], [len(order)]], np.int32))
        classes = _classes_after(self.job.tables, order, guess)
        self._settled(len(order) - sum(len(part) for _, part in classes))
        large = any(len(part) > SMALL for _, part in classes)
        group = work.group.after(self.job.tables.codes[guess].tolist()) if large else work.group
        below: list[_Work] = []
        for number, part in classes:
            if not below or len(part) > SMALL or len(below[-1].positions[0]) > SMALL:
                path = (*work.path, work.numbers[0])
                below.append(_Work(piece, [], [], group, path=path))
            below[-1].numbers.append(number)
            below[-1].positions.append(part)
        return piece, below

    def _chosen(self, work: _Work) -> int:
        """The best guess at a large position, unless an earlier run has found it."""
        known = self._known(work.key)
        if known is not None:
            return int(known[0])
        guess = self._best_guess(work.positions[0], work.group)
        self._keep(work.key, np.array([guess], np.int32))
        return guess

    def _known(self, key: str) -> NDArray[np.int32] | None:
        if self.job.finished is None:
            return None
        with self.job.lock:
            kept = self.job.finished.get(key)
        return None if kept is None else np.frombuffer(kept, np.int32)

    def _keep(self, key: str, piece: NDArray[np.int32]) -> None:
        if self.job.finished is not None:
            with self.job.lock:
                self.job.finished.put(key, piece.tobytes())

    def _best_guess(self, order: Order, group: Stabilizer) -> int:
        """The best guess for candidates (N,), ascending places, whose history has this group."""
        job, tables = self.job, self.job.tables
        pool = _guesses(job, order, group)
        if pool is not None and len(pool) == 1:
            return int(pool[0])
        rows = tables.rows if pool is None else tables.rows[pool]
        planes = comparing.planes_of_rows(tables.layout, tables.rows[order])
        scores = score_slices(job.kind, planes, rows, self._before, job.spread)
        job.tally[9:12] += 1, len(rows), len(rows) * len(order)
        near = np.flatnonzero(scores <= scores.min() + (margin_for(len(order)) if job.kind == ENTROPY else 0))
        if (scores[near] != scores[near[0]]).any():
            near = near[exact_ranks(class_sizes_of(tables.layout, planes, rows[near])) == 0]
        codes = near if pool is None else pool[near]
        places = np.minimum(np.searchsorted(order, codes), len(order) - 1)
        inside = codes[order[places] == codes]
        return int(inside[0] if len(inside) else codes[0])

    def _before(self, pairs: int) -> None:
        """Before each slice of work, on whichever thread."""
        if self.job.stop[0]:
            raise _Stopped
        with self.job.lock:
            self.context.run(spend, pairs)

    def _small(self, work: _Work) -> Nodes:
        """Small positions with all that is below them."""
        known = self._known(work.key)
        if known is not None:
            self._settled(sum(map(len, work.positions)))
            return known.reshape(4, -1).copy()
        nodes = self._grown(work.positions)
        self._keep(work.key, nodes)
        return nodes

    def _grown(self, positions: list[Order]) -> Nodes:
        job, tables, rules = self.job, self.job.tables, self.job.tables.rules
        starts = np.cumsum([0, *map(len, positions)])
        order = np.concatenate(positions)
        nodes = np.empty((4, 2 * len(order)), np.int32)
        ends, result = np.empty(len(positions), np.int64), np.zeros(1, np.int64)
        tally = np.zeros(len(TALLY), np.int64)
        kernel("grow", rules.pegs, not rules.whites)(
            job.kind, int(job.candidates_only), int(rules.repeats), tables.repeats, rules.colors,
            tables.codes, tables.earlier, tables.layout.parameters,
            tables.packed.position, tables.packed.content, *tables.pools, tables.small_entropy,
            starts, job.stop, order, nodes, ends, tally, result,
            *Scratch(rules.pegs, black_only=not rules.whites).arrays,
        )  # fmt: skip
        if result[0] == STOPPED:
            raise _Stopped
        with job.lock:
            job.tally[:] += tally
            self.context.run(spend, int(tally[1] + tally[4]))
        self._settled(len(order))
        return nodes[:, : result[0]].copy()

    def _settled(self, secrets: int) -> None:
        with self.job.lock:
            self.done += secrets
            self.context.run(report, "secrets", self.done, self.total)


def _guesses(job: _Job, order: Order, group: Stabilizer) -> Ints | None:
    """The guesses to try, ascending; None for all of them.

    A class holds candidates only or none, so the lowest candidate of a class is its representative.
    """
    tables, rules = job.tables, job.tables.rules
    if group.is_trivial:
        return order.astype(np.int64) if job.candidates_only else None
    depth = len(group.history)
    history, found = job.known.get(depth, (None, order.astype(np.int64)))
    if history != group.history:
        found = pack_codes(representatives(group, distinct=not rules.repeats), rules.colors)
        if not rules.repeats:
            found = np.searchsorted(tables.numbers, found)
        job.known[depth] = group.history, found
    return found[np.isin(found, order, assume_unique=True)] if job.candidates_only else found


def _classes_after(tables: Tables, order: Order, guess: int) -> list[tuple[int, Order]]:
    """The non-empty classes (feedback number, ascending places) that a guess leaves, but for the win."""
    numbers = comparing.feedback_numbers(tables.packed, guess, tables.packed.take(order))
    offsets, places = comparing.split(numbers, tables.layout.bins)
    order, ends = order[places], offsets.tolist()
    win = tables.layout.bins - 1
    return [(b, order[ends[b] : ends[b + 1]]) for b in range(win) if ends[b + 1] > ends[b]]


def _wait_for(nodes: Future[Nodes]) -> Nodes:
    """What is being grown, once it is; looks at the clock meanwhile."""
    while True:
        try:
            return nodes.result(timeout=_LOOK)
        except TimeoutError:
            spend(0)


def _join(pieces: list[_Piece]) -> TreeArrays:
    """The whole tree of pieces in preorder, each with its parent before it."""
    stretches = []
    place = 0
    for piece in pieces:
        nodes = _wait_for(piece.nodes) if isinstance(piece.nodes, Future) else piece.nodes
        roots = np.flatnonzero(nodes[1] < 0)
        nodes[1] += place
        nodes[1, roots] = -1 if piece.parent is None else piece.parent.place
        nodes[2, roots] = piece.numbers
        piece.place = place
        place += nodes.shape[1]
        stretches.append(nodes)
    guesses, parents, answers, counts = np.concatenate(stretches, axis=1)
    return TreeArrays(guesses, parents, answers.astype(np.int16), counts)
