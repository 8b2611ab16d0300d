"""What every guess makes of one set of candidates, and what that costs at least without further proof."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import all_codes
from pegwise.engine.feedback import bins, feedback_numbers
from pegwise.optimal.certificate_costs import UNIT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.rules import Rules

    Numbers = NDArray[np.int32]

__all__ = ["Answers", "Split", "least_costs"]


@cache
def least_costs(count: int, left: float, most: int, others: int, unit: float = UNIT) -> NDArray[np.float64]:
    """The least cost of 0, 1, ..., ``count`` candidates, shape (count + 1,): the size bound.

    ``left`` guesses are allowed, and each costs ``unit``. None makes more than ``most`` classes, the win
    counted, or more than ``others`` besides the win. ``docs/certificates.md`` has the proof.
    """
    levels = np.full(count + 1, np.inf)
    level, room, filled = 1, 1, 1
    while level <= left and room and filled <= count:
        levels[filled : filled + room] = level * unit + (level == left)
        filled, level, room = filled + room, level + 1, room * (others if level > 1 else most - 1)
    levels[0] = 0.0
    costs: NDArray[np.float64] = levels.cumsum()
    costs.setflags(write=False)
    return costs


class Answers:
    """The feedback numbers of every guess against every code of ``rules``: (size, size)."""

    def __init__(self, rules: Rules) -> None:
        self.codes = all_codes(rules)
        self.table = feedback_numbers(self.codes, self.codes, rules)
        self.bins = bins(rules)
        self.win = self.bins - 1


class Split:
    """The candidates ``codes`` (code numbers, ascending) with ``left`` guesses allowed, split by every guess.

    ``free`` of the guesses need not be candidates. A guess costs ``unit``.
    """

    def __init__(
        self, answers: Answers, codes: Numbers, left: float, free: float, unit: float = UNIT
    ) -> None:
        self.codes, self.left, self.win, self.unit = codes, left, answers.win, unit
        self.table, self.answers = answers.table, answers.table[:, codes]
        self.pool: NDArray[np.int64] = np.arange(len(answers.table)) if free else codes.astype(np.int64)
        rows = self.answers[self.pool].astype(np.int64)
        offsets = np.arange(len(rows), dtype=np.int64)[:, None] * answers.bins
        counted = np.bincount((rows + offsets).ravel(), minlength=len(rows) * answers.bins)
        self.sizes = counted.reshape(len(rows), answers.bins)
        self.parts: NDArray[np.int64] = (self.sizes > 0).sum(axis=1)
        self.most = int(self.parts.max())
        self.others = int((self.parts - (self.sizes[:, self.win] > 0)).max())
        self.least = least_costs(len(codes), left - 1, self.most, self.others, unit)
        self._class_costs: dict[bytes, float] = {}

    def doubtful(self, cost: float, only: int | None) -> list[int]:
        """The guesses that sizes and the class bound do not show to cost ``cost``, ascending."""
        if self.left < 1:
            return []
        costs = self.least[self.sizes]
        now = self.sizes[:, self.win] * float(self.left == 1) + len(self.codes) * self.unit
        costs[:, self.win] = now
        open_rows = costs.sum(axis=1) < cost
        if only is None:
            open_rows &= (self.parts > 1) | (len(self.codes) == 1)
            places = np.flatnonzero(open_rows)
        else:
            places = np.flatnonzero(open_rows & (self.pool == only))
        guesses: list[int] = self.pool[places].tolist()
        return [guess for guess in guesses if self.now(guess) + self.cheap(guess) < cost]

    def shape(self, guess: int) -> bytes:
        """Equal for guesses that make the same classes, whatever the answers; the win stays apart."""
        names = {self.win: 0}
        return bytes([names.setdefault(told, len(names)) for told in self.answers[guess].tolist()])

    def now(self, guess: int) -> float:
        """What the guess itself costs."""
        finds = self.left == 1 and bool((self.answers[guess] == self.win).any())
        return len(self.codes) * self.unit + finds

    def classes(self, guess: int) -> dict[int, Numbers]:
        """The candidates by their feedback to ``guess``, ascending, without the win."""
        row = self.answers[guess]
        return {told: self.codes[row == told] for told in np.unique(row).tolist() if told != self.win}

    def cheap(self, guess: int) -> float:
        """What the classes of ``guess`` cost at least."""
        return sum(self.class_cost(codes) for codes in self.classes(guess).values())

    def class_cost(self, codes: Numbers) -> float:
        """By size; and two guesses for each are not enough where no member tells all the others apart."""
        count = len(codes)
        if not 3 <= count <= self.most:
            return float(self.least[count])
        key = codes.tobytes()
        if key not in self._class_costs:
            rows = np.sort(self.table[codes][:, codes], axis=1)
            apart = (rows[:, 1:] != rows[:, :-1]).all(axis=1).any()
            more = 0.0 if apart else 2 * count * self.unit + count * (self.left == 3)
            self._class_costs[key] = max(float(self.least[count]), more)
        return self._class_costs[key]
