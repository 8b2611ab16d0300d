"""The tasks in which a tree is built: what they say, and what a worker does with them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from pegwise.engine.code_space import zero_based
from pegwise.engine.enumerated.game_tables import Tables, tables_of
from pegwise.engine.enumerated.renamings import Stabilizer
from pegwise.engine.enumerated.tree_builder import (
    Best,
    Order,
    Positions,
    TreeBuilder,
    prepare,
    tree_builder,
)
from pegwise.engine.recent_cache import Recent
from pegwise.executors.stop_flag import current_flag

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.tree_arrays import Nodes
    from pegwise.position import Position
    from pegwise.rules import Rules

Rows: TypeAlias = "tuple[tuple[int, int], ...]"
"""Guesses, by their places among all codes, with feedback numbers."""

_CLASS = 200
"""Bytes of an array with nothing in it, and of its place in a dictionary."""
_roots: Recent[Order] = Recent(2)
_classes: Recent[dict[int, Order]] = Recent(
    1 << 28, size=lambda below: sum(order.nbytes + _CLASS for order in below.values())
)
"""The candidates at the root, and those of all classes of a guess at some position: tasks come in an order
of their own, and all positions of one depth have no more candidates than the root."""
_prepared: Recent[None] = Recent(2)


class Origin(NamedTuple):
    """What all tasks of a tree share: the position at the root, and the strategy by its kind of score."""

    position: Position
    kind: int
    candidates_only: bool

    @property
    def root(self) -> tuple[Order, Stabilizer]:
        """The candidates at the root, ascending places, and the group of its history."""
        return self.position.listed().indices.astype(np.int32), _group(self, ())


@dataclass(frozen=True)
class Sisters:
    """Positions that a guess leads to, or the root, with ``guess`` -1.

    ``rows`` lead from the root to the position of the guess. ``here``: the positions themselves, for threads
    of the process that has them; they are not sent anywhere.
    """

    origin: Origin
    rows: Rows
    guess: int
    numbers: tuple[int, ...]
    here: Positions | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return Sisters, (self.origin, self.rows, self.guess, self.numbers)

    def positions(self) -> Positions:
        """Find the candidates of the positions."""
        if self.here is not None:
            return self.here
        if self.guess < 0:
            return Positions([(0, _order(self.origin, ()))], _group(self.origin, ()))
        rows = [(*self.rows, (self.guess, number)) for number in self.numbers]
        classes = [(each[-1][1], _order(self.origin, each)) for each in rows]
        return Positions(classes, _group(self.origin, rows[0]))


def weigh(sisters: Sisters, share: tuple[int, int]) -> tuple[Best | None, NDArray[np.int64]]:
    """Find the best of a share of the guesses at a large position."""
    building = _building(sisters.origin)
    positions = sisters.positions()
    name = (sisters.origin, sisters.rows, sisters.guess, sisters.numbers) if share[1] > 1 else None
    return building.best(positions.classes[0][1], positions.group, share, name), building.tally


def build(sisters: Sisters) -> tuple[Nodes, NDArray[np.int64]]:
    """Build positions with all that is below them."""
    building = _building(sisters.origin)
    return building.build(sisters.positions()), building.tally


def prepared_tables(rules: Rules) -> Tables:
    """Return the tables of a game with all that building looks up, which one thread makes."""
    tables = tables_of(rules)
    if "codes" not in tables.__dict__:  # which is made last
        _prepared.get(rules, lambda: prepare(tables))
    return tables


def _building(origin: Origin) -> TreeBuilder:
    tables = prepared_tables(origin.position.rules)
    return tree_builder(tables, origin.kind, origin.candidates_only, current_flag())


def _order(origin: Origin, rows: Rows) -> Order:
    """The candidates after these rows, ascending places."""
    if rows:
        return _split(origin, rows[:-1], rows[-1][0])[rows[-1][1]]
    return _roots.get(origin, lambda: origin.root[0])


def _split(origin: Origin, rows: Rows, guess: int) -> dict[int, Order]:
    def make() -> dict[int, Order]:
        building = tree_builder(tables_of(origin.position.rules), 0, False, current_flag())
        return dict(building.classes(_order(origin, rows), guess))

    return _classes.get((origin, rows, guess), make)


def _group(origin: Origin, rows: Rows) -> Stabilizer:
    rules = origin.position.rules
    guesses = [zero_based(row.guess) for row in origin.position.history]
    return Stabilizer.of(rules, [*guesses, *(tables_of(rules).codes[guess].tolist() for guess, _ in rows)])
