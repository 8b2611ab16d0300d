"""Counts the candidates exactly, if possible, and bounds their number.

Counting goes peg by peg over the states of ``packed_state.Packing``: prefixes with
equal states are counted together.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, perm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pegwise.engine.feedback import bins
from pegwise.engine.unlimited.consistent_codes import ConstraintSearch, LookAhead
from pegwise.engine.unlimited.packed_state import EngineRow, Packing
from pegwise.limit import spend
from pegwise.progress import report
from pegwise.rules import Rules

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from pegwise.engine.code_space import Columns, Indices


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

    steps: tuple[int, ...]
    shift: int  # of the field that says which step it is
    mask: int
    ways: list[int]  # how many colors there are to choose from, by the same field


@lru_cache(maxsize=256)
def table_count(rules: Rules, rows: tuple[EngineRow, ...], max_states: int) -> int | None:
    """Count the candidates by a table of states; None if it would have more than ``max_states``.

    The counts are kept, because each later position asks for those of its first rows again.

    >>> from pegwise.rules import Rules
    >>> table_count(Rules(12, 12), ((tuple(range(12)), 3, 6),), MAX_STATES)
    105932146320
    """
    packing = Packing(rules, rows)
    if not packing.possible:
        return 0
    ahead = LookAhead(packing, max(_LEAST_STEPS, max_states // 30))
    layer, room = {packing.start: 1}, max_states
    for peg in range(1, rules.pegs + 1):
        spend(0)
        # The largest layer of a table has about a quarter of it, so half the room will not do.
        most = min(room, max_states // 2 + 1)
        following = _next_layer(layer, _moves(packing, peg - 1), packing.guard, most)
        if following is None:
            return None
        # Looking ahead keeps out states that no code completes.
        layer = dict(_kept(following, ahead, peg, 2 * max_states))
        if ahead.work > 2 * max_states:
            return None
        room -= len(layer)
    return sum(layer.values())


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


def _moves(packing: Packing, peg: int) -> list[_Move]:
    """Return what can happen at a peg, colors that do the same taken together."""
    colors = [(1, *each) for each in zip(packing.guessed, packing.color_steps, packing.fields, strict=True)]
    colors.append((len(packing.others), -1, packing.others_steps, packing.others_field))
    merged: dict[tuple[int, ...], _Move] = {}
    for count, color, by_count, field in colors:
        steps = tuple(packing.black_step(peg, color) + step for step in by_count)
        falls = color < 0 and not packing.rules.repeats  # as distinct colors that no guess has are used up
        more = [count - k * falls for k in range(len(steps))]
        # Equal steps have equal fields, since a count is part of a step.
        before = merged.get(steps, _Move(steps, *field, [0] * len(steps)))
        merged[steps] = before._replace(ways=[a + b for a, b in zip(before.ways, more, strict=True)])
    return [move for move in merged.values() if any(move.ways)]


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


def exact_count(rules: Rules, rows: Sequence[EngineRow], max_states: int = MAX_STATES) -> int | None:
    """Count the candidates, if a table of ``max_states`` states tells or there is one row at most; else None.

    One row is None too if it takes too many steps.

    >>> from pegwise.rules import Rules
    >>> exact_count(Rules(12, 12), ((range(12), 3, 6),))
    105932146320
    """
    rows = tuple((tuple(guess), black, white) for guess, black, white in rows)
    total = table_count(rules, rows, max_states)
    if total is not None or len(rows) != 1:
        return total
    return _count_one_row(rules, rows[0], _STEPS_A_STATE * max_states)


def upper_bounds(rules: Rules, rows: Sequence[EngineRow], max_states: int = MAX_STATES // 6) -> Iterator[int]:
    """Iterate over upper bounds of the number of candidates: each asks for less than the history does."""
    kept: tuple[EngineRow, ...] = ()
    failures = 0
    for guess, black, white in rows:
        row = tuple(guess), black, white
        total = table_count(rules, (*kept, row), max_states)
        if total is not None:
            kept += (row,)
            yield total
            continue
        failures += 1
        if failures == 1 and len(rows) > 1:
            bound = _count_one_row(rules, row, _STEPS_A_STATE * max_states)
            if bound is not None:
                yield bound
        if failures == 2:
            break
    # Black hits alone, whatever the colors: all rows that fit.
    blacks = tuple((tuple(guess), black, 0) for guess, black, _ in rows)
    loose = table_count(Rules(rules.pegs, rules.colors, whites=False), blacks, max_states)
    if loose is not None:
        yield loose


@lru_cache(maxsize=16)
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
        states, room = _one_row_color(states, guess.count(color), rules, hits, room)
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

    The result is None if there is none. Not every candidate is equally likely.

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
    mixed = [([guess[peg] for peg in pegs], black, white) for guess, black, white in rows]
    for code in ConstraintSearch(rules, mixed).codes(orders, limit=limit):
        return tuple(code[pegs.index(peg)] for peg in range(rules.pegs))
    return None


def opening_sizes(guesses: Columns, rules: Rules) -> Indices:
    """Count how many of all codes give each feedback number to each guess (pegs, G): shape (G, bins).

    It takes about a tenth of a second a guess in games of some hundred million codes.

    >>> import numpy as np
    >>> from pegwise.rules import Rules
    >>> int(opening_sizes(np.array([[0], [0], [1], [1]]), Rules(4, 6)).max())
    256
    """
    sizes = np.zeros((guesses.shape[1], bins(rules)), np.int64)
    for place, guess in enumerate(guesses.T.tolist()):
        report("guesses", place, guesses.shape[1])
        for black, white in rules.feedbacks:
            spend(0)
            number = black * (rules.pegs + 1) + white
            sizes[place, number] = exact_count(rules, [(guess, black, white)]) or 0
    return sizes
