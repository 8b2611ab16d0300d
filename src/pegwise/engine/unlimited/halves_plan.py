"""How the pegs are split in two halves to meet in the middle, and what that takes.

What a half of a code uses up of a history is a state: the black hits of every row and, where the sum of black
and white hits matters or no color may repeat, the number of each color.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, perm
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.unlimited.half_states import Peg, Size, sizes
from pegwise.engine.unlimited.packed_counters import Fields, Words
from pegwise.engine.unlimited.packed_state import guessed_and_others, may_be
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.unlimited.packed_state import EngineRow
    from pegwise.rules import Rules

    Choices = dict[tuple[tuple[int, int], ...], list[int]]


OTHER = -1
"""Stands in a code for a color that no guess has, where the numbers of the colors matter."""
_CELLS = 1 << 18
"""Pegs x (rows + colors) at most: the estimate takes no longer than a tenth of a second or so."""
_COUNTS = 1 << 16
"""Numbers of the colors, for whole codes, that are looked at one by one, at most."""
_KEPT, _MADE, _LOOKED, _PAIRED = 9e-8, 3e-8, 4e-8, 4e-9
"""Nominal seconds to keep a state, to make one, to look one up, and to compare the numbers of its colors."""
_BYTES = 48
"""Bytes that a state takes beside its words: its ways, its key, its byte in a table, and room to sort it."""
_FEW_STATES, _FEW_COUNTS = 64, 1 << 13
"""States and numbers of colors that are compared with each other for the estimate."""
_MOST = 1 << 62
"""Ways to make a half, at most: they are counted in 64 bits."""


@dataclass(frozen=True)
class Split:
    """A way to split the pegs: the first ``pegs`` of them against the others.

    ``first_kept`` tells which of the two is tabulated; the other one is looked up in it.
    """

    pegs: int
    first_kept: bool
    seconds: float
    memory: float


class Plan:
    """The states of a game after some rows, and the best way to split its pegs.

    Attributes:
        possible: False if the hits alone, or the numbers of the colors, rule out every code.
        split: The way that takes least time; None if none fits in the memory.
    """

    def __init__(self, rules: Rules, rows: Sequence[EngineRow], memory: int) -> None:
        self.rules, self.rows = rules, [(list(guess), black, white) for guess, black, white in rows]
        self.guessed, self.unguessed = guessed_and_others(rules, rows)
        self.counted = rules.whites or not rules.repeats
        self.split: Split | None = None
        self.possible = may_be(rules, rows)
        if not self.possible or rules.pegs * (len(rows) + rules.colors) > _CELLS:
            return
        if self._count_colors():
            self._lay_out()
            self._weigh(memory)

    def _count_colors(self) -> bool:
        """Find the numbers of each color that a candidate can have; False if there are too many, or none."""
        self.counts = np.zeros((len(self.guessed) + 1, 1), np.int64)
        self._most = dict.fromkeys(self.guessed, self.rules.pegs)
        if self.counted:
            counts = color_counts(self.rules, self.rows, self.guessed, _COUNTS)
            self.possible = counts is None or counts.shape[1] > 0
            if counts is None or not self.possible:
                return False
            self.counts = counts
            self._most = dict(zip(self.guessed, counts.max(axis=1).tolist(), strict=False))
        return True

    @property
    def factors(self) -> list[int]:
        """In how many ways pegs with colors that no guess has can have them, by the number of these pegs."""
        others = len(self.unguessed)
        arrange = pow if self.rules.repeats else perm
        return [arrange(others, number) if self.counted else 1 for number in range(self.rules.pegs + 1)]

    def _lay_out(self) -> None:
        """Give every number that matters a field: the counts of colors first, then the hits."""
        pegs = self.rules.pegs
        colors = [color for color in self.guessed if self._most[color]] if self.counted else []
        limits, least = [self._most[color] for color in colors], []
        if self.counted:
            tracked = [self.guessed.index(color) for color in colors]
            least = self.counts[tracked].min(axis=1).tolist()
        self._color_field = {color: field for field, color in enumerate(colors)}
        self._tracked = len(colors)
        self._black_fields, self._hit_fields = {}, {}
        for place, (_, black, white) in enumerate(self.rows):
            if black:
                self._black_fields[place] = len(limits)
                limits.append(black)
            if black + white and self.rules.whites and not self.rules.repeats:
                self._hit_fields[place] = len(limits)  # with distinct colors these simply add up
                limits.append(black + white)
        # All black hits together, which rules out much that each row alone does not.
        self._all = len(limits)
        limits.append(sum(black for _, black, _ in self.rows))
        self.fields = Fields(limits)
        self._least = [*least, *limits[self._tracked :]]
        self.mask = self.fields.mask(self._tracked)
        choices = [self._choices(peg) for peg in range(pegs)]
        most = np.zeros((pegs + 1, len(limits)), np.int64)
        steps = []
        for place, choice in enumerate(choices):
            amounts = self._amounts(choice)
            most[place] = amounts.max(axis=1, initial=0)
            steps.append(self.fields.packed(amounts))
        self.firsts = self._pegs(choices, steps, most)
        self.lasts = self._pegs(choices[::-1], steps[::-1], np.roll(most[::-1], -1, axis=0))
        self.totals = self._totals(colors)

    def _choices(self, peg: int) -> Choices:
        """Return what a peg can add to the fields, each with the colors that do."""
        hit: dict[int, list[int]] = {}
        for place, (guess, _, _) in enumerate(self.rows):
            hit.setdefault(guess[peg], []).append(place)
        found: Choices = {}
        for color in self.guessed:
            rows = hit.get(color, [])
            if not self._most[color] or any(place not in self._black_fields for place in rows):
                continue
            amounts = {self._black_fields[place]: 1 for place in rows}
            if self.counted:
                amounts[self._color_field[color]] = 1
                amounts |= {
                    field: 1 for place, field in self._hit_fields.items() if color in self.rows[place][0]
                }
            if rows:
                amounts[self._all] = len(rows)
            found.setdefault(tuple(sorted(amounts.items())), []).append(color)
        if self.unguessed and not self.counted:
            found.setdefault((), []).extend(self.unguessed)
        elif self.counts[-1].any():
            found[()] = [OTHER]
        return found

    def _amounts(self, choice: Choices) -> NDArray[np.int64]:
        """Return what each choice adds to each field, shape (fields, choices)."""
        amounts = np.zeros((len(self.fields.limits), len(choice)), np.int64)
        for number, each in enumerate(choice):
            for field, amount in each:
                amounts[field, number] = amount
        return amounts

    def _pegs(self, choices: Sequence[Choices], steps: Sequence[Words], most: NDArray[np.int64]) -> list[Peg]:
        """Return the pegs in this order; each drops what those after it cannot make good.

        ``most`` is what each adds to a field at most, with a row of zeros behind it.
        """
        to_come = most[::-1].cumsum(axis=0)[::-1]
        return [
            Peg(
                steps[place],
                tuple(map(tuple, choice.values())),
                self.fields.at_least(self._least - to_come[place + 1]),
            )
            for place, choice in enumerate(choices)
        ]

    def _totals(self, colors: Sequence[int]) -> Words:
        """Return the totals that a candidate can have, one column for each of ``counts``."""
        hits = np.array(self.fields.limits[self._tracked :], np.int64)[:, None]
        hits = np.repeat(hits, self.counts.shape[1], axis=1)
        return self.fields.packed(np.vstack([self.counts[list(map(self.guessed.index, colors))], hits]))

    def _weigh(self, memory: int) -> None:
        """Find the split that takes least time, of those that take no more than this memory."""
        different = 1.0
        for field, limit in enumerate(self.fields.limits[:-1]):
            different *= 1.0 + limit if field < self._tracked or field in self._black_fields.values() else 1.0
        sides = [sizes(self.fields, pegs, different) for pegs in (self.firsts, self.lasts)]
        pairs = [[self._pairs(size) for size in side] for side in sides]
        splits = [
            self._split(pegs, kept, sides, pairs)
            for pegs in range(self.rules.pegs + 1)
            if pegs < len(sides[0]) and self.rules.pegs - pegs < len(sides[1])
            for kept in (0, 1)
            if self.rules.colors ** max(pegs, self.rules.pegs - pegs) < _MOST
        ]
        fit = [split for split in splits if split.memory <= memory]
        self.split = min(fit, key=lambda split: split.seconds, default=None)

    def _pairs(self, size: Size) -> float:
        """Foretell how many totals leave something for each state, on average."""
        if self.totals.shape[1] == 1:
            return 1.0
        states = size.sample[:, :: max(1, size.sample.shape[1] // _FEW_STATES)]
        counts = self.totals[:, :: -(-self.totals.shape[1] // _FEW_COUNTS)]
        held = self.fields.holds(counts[:, :, None], states[:, None, :])
        return float(held.mean()) * self.totals.shape[1] if held.size else 0.0

    def _split(
        self, pegs: int, kept: int, sides: Sequence[Sequence[Size]], pairs: Sequence[Sequence[float]]
    ) -> Split:
        depths = pegs, self.rules.pegs - pegs
        depth, other = depths[kept], depths[1 - kept]
        stored, made = sides[kept][: depth + 1], sides[1 - kept][: other + 1]
        held = [*stored, *made[:-1]]
        seconds = _KEPT * sum(size.made for size in held) + _MADE * made[-1].made
        if self.counted:
            before = made[max(0, other - 1)].different
            groups = min(before, comb(other + self._tracked, self._tracked)) * max(1, self._tracked)
            seconds += _PAIRED * groups * self.totals.shape[1]
        seconds += _LOOKED * made[-1].made * pairs[1 - kept][other]
        states = sum(size.different for size in held) + max(size.different for size in held)
        memory = states * (8 * self.fields.words + _BYTES)
        return Split(pegs, not kept, seconds * (1 + 0.5 * (self.fields.words - 1)), memory)


def color_counts(
    rules: Rules, rows: Sequence[EngineRow], guessed: Sequence[int], most: int
) -> NDArray[np.int64] | None:
    """Return all numbers of each color that candidates can have, one column each; None if they are many.

    The rows of the result are the colors in ``guessed``, those of any guess, and all others together. Only
    the sum of black and white hits is looked at. No more than ``most`` columns are made on the way.

    >>> from pegwise.rules import Rules
    >>> color_counts(Rules(3, 4), [((0, 1, 1), 0, 2)], [0, 1], 100).T.tolist()
    [[0, 2, 1], [0, 3, 0], [1, 1, 1], [2, 1, 0]]
    """
    pegs, others = rules.pegs, rules.colors - len(guessed)
    hits = [black + white for _, black, white in rows] if rules.whites else []
    guesses = [list(guess) for guess, _, _ in rows] if rules.whites else []
    wanted = [[guess.count(color) for color in guessed] + [0] for guess in guesses]
    caps = [pegs if rules.repeats else 1] * len(guessed)
    caps.append((pegs if rules.repeats else min(pegs, others)) if others else 0)
    # What a row has not of a color misses there, and no row misses more often than it says.
    caps = [
        min([cap, *(pegs - hit + row[place] for hit, row in zip(hits, wanted, strict=True))])
        for place, cap in enumerate(caps)
    ]
    # The pegs that are filled; for each row its hits and its misses.
    fields = Fields([pegs, *hits, *(pegs - hit for hit in hits)])
    words, found = fields.start, np.zeros((0, 1), np.int64)
    for place, cap in enumerate(caps):
        least = [pegs - sum(caps[place + 1 :])]
        least += [
            hit - sum(map(min, caps[place + 1 :], row[place + 1 :]))
            for hit, row in zip(hits, wanted, strict=True)
        ]
        floor = fields.at_least([*least, *[0] * len(hits)])
        numbers = np.arange(cap + 1, dtype=np.int64)
        told = np.minimum(numbers, np.array([row[place] for row in wanted], np.int64)[:, None])
        steps = fields.packed(np.concatenate([numbers[None], told, numbers - told]))
        grown = _grown(fields, words, steps, floor, most)
        if grown is None:
            return None
        words, before, times = grown
        found = np.vstack([found[:, before], times])
    return found[:, np.lexsort(found[::-1])]


def _grown(
    fields: Fields, words: Words, steps: Words, floor: Words | None, most: int
) -> tuple[Words, NDArray[np.int64], NDArray[np.int64]] | None:
    """Return the states after one color more, where each comes from, and the number of the color in it."""
    made, before, numbers, size = [], [], [], 0
    for number in range(steps.shape[1]):
        spend(0)
        new = words + steps[:, number : number + 1]
        good = np.flatnonzero(fields.fit(new, floor))
        size += len(good)
        if size > most:
            return None
        made.append(new[:, good])
        before.append(good)
        numbers.append(np.full(len(good), number, np.int64))
    return np.concatenate(made, axis=1), np.concatenate(before), np.concatenate(numbers)
