"""Tells whether a prefix can still grow into a candidate, by two necessary conditions that are remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.limit import spend

if TYPE_CHECKING:
    from pegwise.engine.unlimited.packed_state import Packing

__all__ = ["STEPS", "LookAhead"]

STEPS = 500_000
"""Steps of looking ahead at one state."""
# Steps at all: each is remembered.
_MEMORY_LIMIT = 4_000_000
# Steps between two looks at the clock, less one: a power of two less one.
_LOOKS = 0xFF


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
