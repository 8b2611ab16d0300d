"""Finds the candidates in order without listing all codes.

A code is looked for as on a counter (:meth:`ConstraintSearch.codes`), and the counter skips what cannot be:
if a prefix contradicts the history, the highest digit that must change is incremented and the lower ones
start again from zero.

Source: the counter and its skips are those of "MasterMind algorithm", the text beside a MasterMind applet
(no author named). Here the test of a prefix is exact in each row rather than a comparison with whole codes,
states are packed into one integer, and states that failed once are remembered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.engine.unlimited.packed_state import EngineRow, Packing
from pegwise.errors import LimitError
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pegwise.rules import Rules


_DEAD_LIMIT = 2_000_000
"""Failed states kept at most (about 120 bytes each); later ones are searched again."""
STEPS = 500_000
"""Steps of looking ahead at one state."""
_MEMORY_LIMIT = 4_000_000
"""Steps at all: each is remembered."""
_LOOKS = 0xFF
"""Steps between two looks at the clock, less one: a power of two less one."""


class ConstraintSearch:
    """Finds the codes that are consistent with ``rows``, each (guess, black, white) with colors from 0.

    >>> from pegwise.rules import Rules
    >>> search = ConstraintSearch(Rules(4, 6), [((0, 0, 1, 1), 1, 0), ((0, 2, 3, 3), 0, 1)])
    >>> next(search.codes())
    (2, 4, 1, 2)
    """

    def __init__(self, rules: Rules, rows: Sequence[EngineRow]) -> None:
        self._rules = rules
        self._packing = Packing(rules, rows)
        if self._packing.possible:
            self._ahead = LookAhead(self._packing)
            self._steps = self._all_steps()
        self._dead: set[int] = set()

    def _all_steps(self) -> list[list[list[int]]]:
        """Return for each peg and color the step by how many of the color there are already."""
        pegs, packing = self._rules.pegs, self._packing
        by_color = dict(zip(packing.guessed, packing.color_steps, strict=True))
        others = packing.others_steps[:1]
        if not self._rules.repeats and packing.others:
            others += [packing.others_steps[-1]]  # of one color a second is one too many
        everywhere = [by_color.get(color, others) for color in range(self._rules.colors)]

        def row(black: int, by_count: list[int]) -> list[int]:
            steps = [black + step for step in by_count]
            return steps + steps[-1:] * (pegs - len(steps))

        # A color that no guess has at a peg hits there in no row: the same at every peg.
        miss, missed = packing.black_step(0, -1), row(packing.black_step(0, -1), others)
        elsewhere = [missed if by_count is others else row(miss, by_count) for by_count in everywhere]
        table = []
        for peg in range(pegs):
            spend(0)
            steps = elsewhere.copy()
            for color in {guess[peg] for guess, _, _ in packing.rows}:
                steps[color] = row(packing.black_step(peg, color), everywhere[color])
            table.append(steps)
        return table

    def codes(
        self,
        orders: Sequence[Sequence[int]] | None = None,
        start: Sequence[int] | None = None,
        limit: int | None = None,
        *,
        renewed: bool = False,
    ) -> Iterator[tuple[int, ...]]:
        """Iterate over the candidates in the order of a counter.

        Its digit d at peg p means color ``orders[p][d]``. Without ``orders`` that is numeric order. With
        ``start``, a code, only the codes from it on. If the limit is ``renewed``, it counts from the last
        code that was found.

        Raises:
            LimitError: Once more than ``limit`` prefixes have been looked at; steps of looking ahead count
                too.

        Example:
            >>> from pegwise.rules import Rules
            >>> search = ConstraintSearch(Rules(2, 3), [((0, 1), 0, 1)])
            >>> list(search.codes()), list(search.codes(start=(1, 2)))
            ([(1, 2), (2, 0)], [(1, 2), (2, 0)])
            >>> list(search.codes(orders=[(2, 1, 0), (0, 1, 2)]))
            [(2, 0), (1, 2)]
        """
        if not self._packing.possible:
            return
        pegs = self._rules.pegs
        colors = orders or [range(self._rules.colors)] * pegs
        on_start = start is not None  # the digits so far are the start's own
        first = [order.index(color) for order, color in zip(colors, start or (), strict=False)] or [0] * pegs
        digits, states, counts = list(first), [self._packing.start] * pegs, [0] * self._rules.colors
        # Whether all below was looked at, from digit 0 on, and held no code.
        barren = [not on_start] * pegs
        peg, nodes, before_this = 0, 0, self._ahead.work
        while peg >= 0:
            spend(0)
            before = digits[peg]
            digit, state = self._next(peg, colors[peg], before, states[peg], counts)
            nodes += digit - before + 1
            if limit is not None and nodes + self._ahead.work - before_this > limit:
                raise LimitError(f"the search passes its limit of {limit} prefixes")
            on_start = on_start and digit == first[peg]
            digits[peg] = digit
            if digit == self._rules.colors:
                # Below this state there is no code. (Given a row, a state tells its prefix's length.)
                if barren[peg] and len(self._dead) < _DEAD_LIMIT:
                    self._dead.add(states[peg])
                peg -= 1
                if peg >= 0:
                    counts[colors[peg][digits[peg]]] -= 1
                    digits[peg] += 1
            elif peg == pegs - 1:
                yield tuple(order[digit] for order, digit in zip(colors, digits, strict=True))
                barren = [False] * pegs
                digits[peg] += 1
                if renewed:
                    nodes, before_this = 0, self._ahead.work
            else:
                counts[colors[peg][digit]] += 1
                peg += 1
                states[peg], barren[peg] = state, not on_start
                digits[peg] = first[peg] if on_start else 0

    def _next(
        self, peg: int, order: Sequence[int], digit: int, state: int, counts: list[int]
    ) -> tuple[int, int]:
        """Return the first digit from ``digit`` on that may lead to a code, and the state it leads to."""
        steps, guard, dead = self._steps[peg], self._packing.guard, self._dead
        for place in range(digit, len(order)):
            color = order[place]
            new = state + steps[color][counts[color]]
            if not (new & guard or new in dead) and self._ahead.may_end(new, peg + 1):
                return place, new
        return len(order), 0


class _TooLongError(Exception):
    """A search ahead has used up what it may."""


class LookAhead:
    """Whether the pegs to come can still bring out all rows' black hits, whatever the color counts,
    and all totals (black + white), whatever the places. A state may pass both and have no completion.

    Both are searched with memory, and a state gets the benefit of the doubt where that takes too long.
    """

    def __init__(self, packing: Packing, steps: int = STEPS) -> None:
        rules, low = packing.rules, packing.totals_at
        self._pegs, self._low, self._mask, self._guard = rules.pegs, low, (1 << low) - 1, packing.guard
        # With one row neither fails much before the pegs do.
        self._active, self._total = len(packing.rows) > 1, rules.whites
        self._repeats, self._no_others = rules.repeats, not packing.others
        self._black_steps = [_black_steps(packing, peg) for peg in range(rules.pegs)]
        self._fields, self._others_field = packing.fields, packing.others_field
        self._steps, self._others = packing.color_steps, packing.others_steps
        # Fields of colors already filled lie above this place's; they matter no more and are cut off.
        below = [(1 << (shift + mask.bit_length() + 1)) - 1 for shift, mask in self._fields]
        self._relevant = [mask & ~self._mask for mask in below]
        self._blacks: dict[int, bool] = {}  # by the black fields, which tell the peg too
        self._totals: dict[int, bool] = {}  # by all else, which tells the peg too
        self._fills: list[dict[int, bool]] = [{} for _ in self._fields]
        self.work, self._stop, self._most = 0, 0, steps

    def may_end(self, state: int, peg: int) -> bool:
        """Tell whether both can still come out with the pegs from ``peg`` on."""
        if not self._active or peg == self._pegs:
            return True
        self._stop = min(self.work + self._most, _MEMORY_LIMIT)
        try:
            return self._totals_may_end(state, peg) and self._blacks_may_end(state & self._mask, peg)
        except (_TooLongError, RecursionError):  # the latter with hundreds of colors
            return True  # what was refuted on the way is remembered all the same

    def _totals_may_end(self, state: int, peg: int) -> bool:
        if not self._total:
            return True
        key = state >> self._low
        found = self._totals.get(key)
        if found is None:
            # Without the black fields, so that their guards stay quiet.
            found = self._totals[key] = self._fill(0, key << self._low, self._pegs - peg)
        return found

    def _blacks_may_end(self, black: int, peg: int) -> bool:
        found = self._blacks.get(black)
        return self._place(black, peg) if found is None else found

    def _spend(self) -> None:
        self.work += 1
        if not self.work & _LOOKS:
            spend(0)
        if self.work > self._stop:
            raise _TooLongError

    def _place(self, black: int, peg: int) -> bool:
        """Tell whether the black fields alone come out."""
        if peg == self._pegs:
            return True
        self._spend()
        known, guard = self._blacks, self._guard
        found = False
        for step in self._black_steps[peg]:
            new = black + step
            if not new & guard:
                after = known.get(new)
                if self._place(new, peg + 1) if after is None else after:
                    found = True
                    break
        known[black] = found
        return found

    def _fill(self, place: int, state: int, left: int) -> bool:
        """Tell whether ``left`` pegs with colors from the ``place``-th guessed color on give the totals."""
        if not left:
            return True
        if place == len(self._fields):
            return self._fill_others(state, left)
        known, key = self._fills[place], state & self._relevant[place]
        found = known.get(key)
        if found is None:
            self._spend()
            found = known[key] = self._fill_color(place, state, left)
        return found

    def _fill_color(self, place: int, state: int, left: int) -> bool:
        """Try every number of one color; beyond its cap only if no other color can take the rest."""
        shift, mask = self._fields[place]
        steps = self._steps[place]
        count, cap = (state >> shift) & mask, len(steps) - 1
        while not self._fill(place + 1, state, left):
            if not left or (count == cap and not self._no_others):
                return False
            state += steps[count]
            if state & self._guard:
                return False
            count += count < cap
            left -= 1
        return True

    def _fill_others(self, state: int, left: int) -> bool:
        """Give all that is left to colors that no guess has."""
        if self._repeats:
            return not self._no_others and not (state + left * self._others[0]) & self._guard
        shift, mask = self._others_field
        used = (state >> shift) & mask
        for step in self._others[used : used + left]:
            state += step
            if state & self._guard:
                return False
        return used + left < len(self._others)


def _black_steps(packing: Packing, peg: int) -> list[int]:
    """Return the different steps of the black fields at a peg."""
    column = {guess[peg] for guess, _, _ in packing.rows}
    # A color outside the column hits in no row; there is one unless the column has every color.
    outside = {-1} if len(column) < packing.rules.colors else set()
    return sorted({packing.black_step(peg, color) for color in column | outside})
