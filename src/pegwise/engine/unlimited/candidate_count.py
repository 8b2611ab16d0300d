"""Counts the candidates exactly, if possible, and draws random ones.

Counting goes peg by peg over the states of ``packed_state.Packing``: prefixes with
equal states are counted together.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from math import comb, perm
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pegwise.engine.unlimited.consistent_codes import ConstraintSearch
from pegwise.engine.unlimited.look_ahead import STEPS, LookAhead
from pegwise.engine.unlimited.packed_state import Packing
from pegwise.errors import ContradictionError
from pegwise.limit import spend
from pegwise.rules import Rules

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Sequence

    from pegwise.engine.unlimited.packed_state import EngineRow

    Order = tuple[list[int], list[list[int]]]
    Build = Callable[[Rules, tuple[EngineRow, ...], int], "Completions | None"]

__all__ = ["MAX_STATES", "Completions", "exact_count", "random_code", "upper_bounds"]

_Drawn = TypeVar("_Drawn")

MAX_STATES = 100_000
"""States that a table may have by default: about half a second and 30 MB in the worst case."""
_LEAST_STEPS = 100
"""Steps, at least, that are looked ahead at one state."""
_STEPS_A_STATE = 20
"""Steps that counting one row may take for each state that a table may have: by default about a second."""
_LOOKS = 1 << 12
"""States that are made, or filtered, between two looks at the clock."""


class _Move(NamedTuple):
    """Colors that do the same to a state at one peg."""

    colors: list[int]
    steps: list[int]
    shift: int  # of the field that says which step it is
    mask: int
    ways: list[int]  # how many colors there are to choose from, by the same field


class Completions:
    """The number of prefixes that lead to each state, peg by peg; from it the number of codes, and samples.

    >>> import random
    >>> from pegwise.rules import Rules
    >>> table = Completions.build(Rules(12, 12), [(range(12), 3, 6)], MAX_STATES)
    >>> table.total
    105932146320
    >>> code = table.sample(random.Random(0))
    >>> sum(place == color for place, color in enumerate(code)), len(set(code))
    (3, 9)
    """

    def __init__(self, packing: Packing, moves: list[list[_Move]], layers: list[dict[int, int]]) -> None:
        self._packing, self._moves, self._layers = packing, moves, layers
        self.total = sum(layers[-1].values())
        """The number of candidates, exactly."""

    @classmethod
    def build(cls, rules: Rules, rows: Sequence[EngineRow], max_states: int) -> Completions | None:
        """Make the table, or return None if it would have more than ``max_states`` states."""
        packing = Packing(rules, rows)
        if not packing.possible:
            return cls(packing, [], [{}])
        ahead = LookAhead(packing, max(_LEAST_STEPS, max_states // 30))
        moves: list[list[_Move]] = []
        layers, room = [{packing.start: 1}], max_states
        for peg in range(1, rules.pegs + 1):
            spend(0)
            moves.append(_moves(packing, peg - 1))
            # The largest layer of a table has about a quarter of it, so half the room will not do.
            layer = _next_layer(layers[-1], moves[-1], packing.guard, min(room, max_states // 2 + 1))
            if layer is None:
                return None
            # Looking ahead keeps out states that no code completes.
            layers.append(dict(_kept(layer, ahead, peg, 2 * max_states)))
            if ahead.work > 2 * max_states:
                return None
            room -= len(layers[-1])
        return cls(packing, moves, layers)

    def sample(self, rng: random.Random) -> tuple[int, ...]:
        """Draw a candidate; each is equally likely.

        Raises:
            ContradictionError: If there is none.
        """
        if not self.total:
            raise ContradictionError("no code is consistent with the history")
        state, code = _draw(list(self._layers[-1].items()), rng), list[int]()
        pool = self._packing.others.copy()
        for moves, layer in zip(reversed(self._moves), reversed(self._layers[:-1]), strict=True):
            back = [
                ((before, move), layer[before] * move.ways[k])
                for move in moves
                for k, step in enumerate(move.steps)
                if (before := state - step) in layer and (before >> move.shift) & move.mask == k
            ]
            state, move = _draw(back, rng)
            # The ways fall as distinct colors that no guess has are used up: draw those without return.
            place = rng.randrange(len(pool)) if len(set(move.ways)) > 1 else -1
            code.append(rng.choice(move.colors) if place < 0 else pool.pop(place))
        return tuple(reversed(code))


def _kept(layer: dict[int, int], ahead: LookAhead, peg: int, work: int) -> Iterator[tuple[int, int]]:
    """Iterate over the states of a layer that some code may complete, with their ways.

    It ends once looking ahead took too long.
    """
    for number, (state, ways) in enumerate(layer.items()):
        if not number % _LOOKS:
            spend(0)
        if ahead.work > work:
            return
        if ahead.may_end(state, peg):
            yield state, ways


def _draw(weighted: Sequence[tuple[_Drawn, int]], rng: random.Random) -> _Drawn:
    """Draw one of the things, by weight; exact, however large the weights."""
    place = rng.randrange(sum(weight for _, weight in weighted))
    ends = list(accumulate(weight for _, weight in weighted))
    return weighted[bisect_right(ends, place)][0]


def _moves(packing: Packing, peg: int) -> list[_Move]:
    """Return what can happen at a peg, colors that do the same taken together."""
    alone = ([color] for color in packing.guessed)
    groups = list(zip(alone, packing.color_steps, packing.fields, strict=True))
    groups.append((packing.others, packing.others_steps, packing.others_field))
    merged: dict[tuple[int, ...], _Move] = {}
    for colors, by_count, (shift, mask) in groups:
        black = packing.black_step(peg, colors[0]) if colors else 0
        steps = [black + step for step in by_count]
        # Equal steps have equal fields, since a count is part of a step.
        move = merged.setdefault((*steps,), _Move([], steps, shift, mask, []))
        move.colors.extend(colors)
    return [
        move._replace(ways=[len(move.colors) - (k if fixed else 0) for k in range(len(move.steps))])
        for move in merged.values()
        if move.colors
        for fixed in [not packing.rules.repeats and move.colors == packing.others]
    ]


def _next_layer(layer: dict[int, int], moves: list[_Move], guard: int, most: int) -> dict[int, int] | None:
    """Return the states one peg on, each with its number of prefixes; None if more than ``most``."""
    following: dict[int, int] = {}
    pace = max(1, _LOOKS // max(1, len(moves)))
    for number, (state, ways) in enumerate(layer.items()):
        if not number % pace:
            spend(0)
        for move in moves:
            k = (state >> move.shift) & move.mask
            new = state + move.steps[k]
            if not new & guard:
                following[new] = following.get(new, 0) + ways * move.ways[k]
        if len(following) > most:
            return None
    return following


def exact_count(
    rules: Rules, rows: Sequence[EngineRow], max_states: int = MAX_STATES, build: Build | None = None
) -> int | None:
    """Count the candidates, if a table of ``max_states`` states tells or there is one row at most; else None.

    One row is None too if it takes too many steps.
    ``build`` makes the table: :meth:`Completions.build`, or a function that remembers its tables.

    >>> from pegwise.rules import Rules
    >>> exact_count(Rules(12, 12), ((range(12), 3, 6),))
    105932146320
    """
    table = (build or Completions.build)(rules, tuple(rows), max_states)
    if table is not None:
        return table.total
    return _count_one_row(rules, rows[0], _STEPS_A_STATE * max_states) if len(rows) == 1 else None


@lru_cache(maxsize=64)
def _total(rules: Rules, rows: tuple[EngineRow, ...], max_states: int) -> int | None:
    """Return the total of a table, or None; it is kept, because each later position asks for it again."""
    table = Completions.build(rules, rows, max_states)
    return None if table is None else table.total


@lru_cache(maxsize=16)
def _total_of_one(rules: Rules, row: EngineRow, max_states: int) -> int | None:
    return _count_one_row(rules, row, _STEPS_A_STATE * max_states)


def upper_bounds(rules: Rules, rows: Sequence[EngineRow], max_states: int = MAX_STATES // 6) -> Iterator[int]:
    """Iterate over upper bounds of the number of candidates: each asks for less than the history does."""
    kept: tuple[EngineRow, ...] = ()
    failures = 0
    for guess, black, white in rows:
        row = tuple(guess), black, white
        total = _total(rules, (*kept, row), max_states)
        if total is not None:
            kept += (row,)
            yield total
            continue
        failures += 1
        if failures == 1 and len(rows) > 1:
            bound = _total_of_one(rules, row, max_states)
            if bound is not None:
                yield bound
        if failures == 2:
            break
    # Black hits alone, whatever the colors: all rows that fit.
    blacks = [(guess, black, 0) for guess, black, _ in rows]
    loose = Completions.build(Rules(rules.pegs, rules.colors, whites=False), blacks, max_states)
    if loose is not None:
        yield loose.total


def _count_one_row(rules: Rules, row: EngineRow, steps: int) -> int | None:
    """Count the codes that are consistent with one row, color by color rather than peg by peg.

    The result is None if that takes more than so many steps. A peg either has the
    guess's color by decree (a *fixed* peg, weight z - 1, where z stands for a black hit) or is free to have
    any color; multiplied out, that counts each code with z to the number of its black hits. Free pegs are
    alike, so only how many are fixed, how many are filled freely and the hits matter.
    """
    guess, black, white = row
    others = rules.colors - len(set(guess))
    hits = black + white if rules.whites else 0
    states, room = {(0, 0, 0): 1}, steps
    for color in set(guess):
        spend(0)
        states, room = _one_row_color(states, tuple(guess).count(color), rules, hits, room)
        if room < 0:
            return None
    total = 0
    for (fixed, free, found), ways in states.items():
        rest = rules.pegs - fixed - free
        if fixed >= black and found == hits:
            arranged = others**rest if rules.repeats else perm(others, rest)
            sign = -1 if (fixed - black) % 2 else 1
            total += sign * ways * comb(free + rest, rest) * arranged * comb(fixed, black)
    return total


def _one_row_color(
    states: dict[tuple[int, int, int], int], present: int, rules: Rules, hits: int, room: int
) -> tuple[dict[tuple[int, int, int], int], int]:
    """Return the states (fixed, free, hits) after one more color, which the guess has ``present`` times.

    ``room`` is how many steps there may be. What is left of it comes second; if it is negative, the states
    are not complete.
    """
    following: dict[tuple[int, int, int], int] = {}
    for (fixed, free, found), ways in states.items():
        spend(0)
        most = rules.pegs - fixed - free if rules.repeats else min(1, rules.pegs - fixed - free)
        for here in range(min(present, most) + 1):
            chosen = ways * comb(present, here)
            for more in range(most - here + 1):
                hit = found + min(present, here + more) if rules.whites else 0
                missed = fixed + here + free + more - hit
                if rules.whites and (hit > hits or missed > rules.pegs - hits):
                    break
                room -= 1
                key = (fixed + here, free + more, hit)
                following[key] = following.get(key, 0) + chosen * comb(free + more, more)
        if room < 0:
            break
    return following, room


def random_code(
    rules: Rules, rows: Sequence[EngineRow], rng: random.Random, limit: int
) -> tuple[int, ...] | None:
    """Return the first candidate that a search finds with pegs and colors in random order.

    The result is None if there is none. Not every candidate is equally likely; :meth:`Completions.sample`
    draws evenly if a table fits in memory.

    Raises:
        LimitError: Past ``limit``, as :meth:`ConstraintSearch.codes` does.

    Example:
        >>> import random
        >>> from pegwise.rules import Rules
        >>> random_code(Rules(2, 3), [((0, 1), 1, 1)], random.Random(0), 100) is None
        True
    """
    pegs = rng.sample(range(rules.pegs), rules.pegs)
    orders = []
    for _ in pegs:
        spend(0)
        orders.append(rng.sample(range(rules.colors), rules.colors))
    return _met(rules, rows, (pegs, orders), limit, STEPS)


def _met(
    rules: Rules, rows: Sequence[EngineRow], order: Order, limit: int, look_ahead: int
) -> tuple[int, ...] | None:
    """Return the first candidate in an order of pegs and of their colors, or None."""
    pegs, orders = order
    mixed = [([guess[peg] for peg in pegs], black, white) for guess, black, white in rows]
    for code in ConstraintSearch(rules, mixed, look_ahead).codes(orders, limit=limit):
        return tuple(code[pegs.index(peg)] for peg in range(rules.pegs))
    return None
