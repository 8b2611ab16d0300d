"""Builds strategy trees: large positions one at a time, small ones in compiled batches.

A large position tries the lowest guess of each class that its history cannot tell apart. Everything below a
small position is one call into a kernel. All of this runs in one thread; ``trees.parallel_builder`` spreads a
tree over many workers. Trees are flat arrays in preorder.

Here codes are compared in planes, 512 at a time; ``word_tree_builder`` serves the games that have none.

Memory, beside the game's tables: 4 bytes a code for positions waiting, about 20 bytes a node for the tree,
twice while it is joined, and for large positions one bit a code and plane row.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from pegwise.engine.code_space import batched
from pegwise.engine.entropy import exact_ranks, margin_for
from pegwise.engine.enumerated import packed_codes
from pegwise.engine.enumerated.game_tables import SMALL, Tables, has_planes
from pegwise.engine.enumerated.guess_scores import PlaneScores
from pegwise.engine.enumerated.symmetry import pack as pack_codes
from pegwise.engine.enumerated.symmetry import representatives
from pegwise.engine.kernels.grow.interface import STOPPED, TALLY, Scratch
from pegwise.engine.recent_cache import Recent
from pegwise.engine.running.kernel_loader import kernel
from pegwise.engine.score_kinds import ENTROPY
from pegwise.engine.tree_arrays import grown, single_node
from pegwise.limit import LimitReached, spend

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from numpy.typing import NDArray

    from pegwise.engine.enumerated.guess_scores import WordScores
    from pegwise.engine.enumerated.packed_codes import Planes
    from pegwise.engine.enumerated.renamings import Stabilizer
    from pegwise.engine.tree_arrays import Nodes
    from pegwise.rules import Rules

Ints: TypeAlias = "NDArray[np.int64]"
Order: TypeAlias = "NDArray[np.int32]"

_pools: Recent[Ints] = Recent(1 << 22, len)
"""The guesses that differ after the histories last met in this process: 32 MB of them, or one history's."""
_planes: Recent[Planes] = Recent(2)
"""The planes of the positions last weighed by shares."""


def tree_builder(tables: Tables, kind: int, candidates_only: bool, stop: Ints) -> TreeBuilder:
    """Return what builds the trees of a strategy in a game."""
    return _builder_for(tables.rules)(tables, kind, candidates_only, stop)


def prepare(tables: Tables) -> None:
    """Make what building looks up, and compile the kernel if that is needed."""
    _builder_for(tables.rules).prepare(tables)


def _builder_for(rules: Rules) -> type[TreeBuilder]:
    if has_planes(rules):
        return TreeBuilder
    from pegwise.engine.enumerated.word_tree_builder import WordTreeBuilder

    return WordTreeBuilder


class Positions(NamedTuple):
    """Sister positions: the feedback number that leads to each, and its candidates, ascending places.

    ``group`` is that of their history.
    """

    classes: list[tuple[int, Order]]
    group: Stabilizer


class Best(NamedTuple):
    """The best of some guesses at a position: its score, its class sizes, and the lowest guesses like it.

    ``inside`` is the lowest candidate among these, -1 if there is none.
    """

    score: int
    sizes: tuple[int, ...]
    inside: int
    lowest: int


@dataclass(frozen=True)
class TreeBuilder:
    """One strategy in one game, in one thread. ``stop`` (1,) is set to end the work."""

    tables: Tables
    kind: int
    candidates_only: bool
    stop: Ints
    tally: Ints = field(default_factory=lambda: np.zeros(len(TALLY), np.int64))

    @staticmethod
    def prepare(tables: Tables) -> None:
        """Make what building looks up."""
        _ = tables.packed, tables.pools, tables.small_entropy, tables.earlier, tables.codes
        if tables.rules.size > SMALL:
            _ = tables.rows
        kernel("grow", tables.rules.pegs, not tables.rules.whites).prepare()

    @property
    def most_small(self) -> int:
        """The most candidates of a small position."""
        return SMALL

    def guesses(self, order: Order, group: Stabilizer) -> Ints | None:
        """The guesses to try, ascending; None for all of them.

        A class holds candidates only or none, so the lowest candidate of a class is its representative.
        """
        if group.is_trivial:
            return order.astype(np.int64) if self.candidates_only else None
        found = _pools.get((self.tables.rules, group.history), lambda: self._different(group))
        return found[np.isin(found, order, assume_unique=True)] if self.candidates_only else found

    def _different(self, group: Stabilizer) -> Ints:
        rules = self.tables.rules
        found = pack_codes(representatives(group, distinct=not rules.repeats), rules.colors)
        return found if rules.repeats else np.searchsorted(self.tables.numbers, found)

    def best(
        self, order: Order, group: Stabilizer, share: tuple[int, int] = (0, 1), name: Hashable = None
    ) -> Best | None:
        """The best guess for candidates (N,), ascending places; None if the share has no guess.

        Of a ``share`` (k, n) only the guesses of the k-th of n parts are weighed; ``name`` is then the same
        for all parts, which share the planes of the position.
        """
        tables = self.tables
        pool = self.guesses(order, group)
        count = tables.rules.size if pool is None else len(pool)
        start, end = (count * part // share[1] for part in (share[0], share[0] + 1))
        if start == end:
            return None
        if pool is not None and count == 1:
            return Best(0, (), -1, int(pool[0]))
        self.tally[9:11] += share[0] == 0, end - start
        asked = slice(start, end) if pool is None else pool[start:end]
        return self.best_of(order, asked, in_parts=share[1] > 1, name=name)

    def best_of(
        self, order: Order, asked: Ints | slice, *, in_parts: bool = False, name: Hashable = None
    ) -> Best:
        """The best of these guesses, ascending places; ``in_parts`` if others are weighed elsewhere."""
        guesses = self._scores(order, asked, name)
        some, scores = guesses.best()
        margin = margin_for(len(order)) if self.kind == ENTROPY else 0
        near = some[scores <= scores.min() + margin]
        close = scores[np.searchsorted(some, near)]
        if (close != close[0]).any() or (in_parts and margin and len(near) > 1):
            near = near[exact_ranks(guesses.sizes(near)) == 0]
        codes = near + asked.start if isinstance(asked, slice) else asked[near]
        places = np.minimum(np.searchsorted(order, codes), len(order) - 1)
        inside = codes[order[places] == codes]
        sizes = () if margin == 0 else guesses.sizes(near[:1])[0].tolist()
        lowest = int(scores.min()) if margin == 0 else int(scores[np.searchsorted(some, near[0])])
        return Best(lowest, tuple(sizes), int(inside[0]) if len(inside) else -1, int(codes[0]))

    def next_best(self, order: Order, group: Stabilizer, number: int) -> list[int]:
        """The guesses of the lowest scores for candidates (N,), the best first, candidates before others.

        Entropies that differ by less than the margin of their fixed point may be in either order.
        """
        pool = self.guesses(order, group)
        count = self.tables.rules.size if pool is None else len(pool)
        scores = self._scores(order, slice(0, count) if pool is None else pool, None).all()
        number = min(number, count)
        near = np.flatnonzero(scores <= np.partition(scores, number - 1)[number - 1])
        codes = near if pool is None else pool[near]
        others = ~np.isin(codes, order, assume_unique=True)
        return [int(code) for code in codes[np.lexsort((codes, others, scores[near]))[:number]]]

    def _scores(self, order: Order, asked: Ints | slice, name: Hashable) -> PlaneScores | WordScores:
        """What scores these guesses, places of codes."""
        tables = self.tables

        def make() -> Planes:
            return packed_codes.planes_of_rows(tables.layout, tables.rows[order])

        planes = make() if name is None else _planes.get((tables.rules, name), make)
        return PlaneScores(self.kind, planes, asked, tables.rows, tables.bag_of, self._before)

    def _before(self, pairs: int) -> None:
        if self.stop[0]:
            raise LimitReached("the work was stopped")
        self.tally[11] += pairs
        spend(pairs)

    def below(self, order: Order, group: Stabilizer, guess: int, least: int | None = None) -> Positions:
        """All positions after a guess at a large position.

        The group is needed, and found, only if one of them has more than ``least`` candidates; None stands
        for those of a small position.
        """
        classes, least = self.classes(order, guess), self.most_small if least is None else least
        if not group.is_trivial and any(len(part) > least for _, part in classes):
            group = group.after(self.tables.codes[guess].tolist())
        return Positions(classes, group)

    def classes(self, order: Order, guess: int) -> list[tuple[int, Order]]:
        """The non-empty classes (feedback number, ascending places) that a guess leaves, but for the win."""
        tables = self.tables
        numbers = packed_codes.feedback_numbers(tables.packed, guess, tables.packed.take(order))
        offsets, places = packed_codes.split(numbers, tables.layout.bins)
        order, ends = order[places], offsets.tolist()
        win = tables.layout.bins - 1
        return [(b, order[ends[b] : ends[b + 1]]) for b in range(win) if ends[b + 1] > ends[b]]

    def build(self, positions: Positions) -> Nodes:
        """The subtrees of sister positions, one after another."""
        return grown(positions, self._parts)

    def _parts(self, positions: Positions) -> Iterator[tuple[Sequence[int], Nodes, Positions | None]]:
        """The stretches of sisters: runs of small positions, and single large ones."""
        group = positions.group
        for run in batched(positions.classes, 1, lambda each: 2 * (len(each[1]) > self.most_small)):
            numbers, orders = zip(*run, strict=True)
            if len(orders[0]) <= self.most_small:
                yield numbers, self.small(orders), None
            else:
                chosen = self.chosen(orders[0], group)
                yield numbers, single_node(chosen, len(orders[0])), self.below(orders[0], group, chosen)

    def chosen(self, order: Order, group: Stabilizer) -> int:
        """The best guess of all, a candidate if one is as good as it."""
        return best_of_all(self.kind, len(order), [self.best(order, group)])

    def small(self, orders: Sequence[Order]) -> Nodes:
        """Small positions with all that is below them."""
        tables, rules = self.tables, self.tables.rules
        starts = np.cumsum([0, *map(len, orders)], dtype=np.int64)
        order = np.concatenate(orders)
        nodes = np.empty((4, 2 * len(order)), np.int32)
        ends, result = np.empty(len(orders), np.int64), np.zeros(1, np.int64)
        tally = np.zeros(len(TALLY), np.int64)
        kernel("grow", rules.pegs, not rules.whites)(
            self.kind, int(self.candidates_only), int(rules.repeats), tables.layout.counts, rules.colors,
            tables.codes, tables.earlier, tables.layout.parameters,
            tables.packed.position, tables.packed.content, *tables.pools, tables.small_entropy,
            starts, self.stop, order, nodes, ends, tally, result,
            *Scratch(rules.pegs, rules.colors, tables.pools.most_bags, black_only=not rules.whites).arrays,
        )  # fmt: skip
        if result[0] == STOPPED:
            raise LimitReached("the work was stopped")
        self.tally[:] += tally
        spend(int(tally[1] + tally[4]))
        return nodes[:, : result[0]].copy()


def best_of_all(kind: int, candidates: int, found: Sequence[Best | None]) -> int:
    """The best guess of a position, from the best of all shares of its guesses."""
    bests = [each for each in found if each is not None]
    lowest = min(each.score for each in bests)
    near = [
        each for each in bests if each.score <= lowest + (margin_for(candidates) if kind == ENTROPY else 0)
    ]
    if kind == ENTROPY and len(near) > 1:
        ranks = exact_ranks(np.array([each.sizes for each in near], np.int64))
        near = [each for each, rank in zip(near, ranks.tolist(), strict=True) if rank == 0]
    inside = [each.inside for each in near if each.inside >= 0]
    return min(inside) if inside else min(each.lowest for each in near)
