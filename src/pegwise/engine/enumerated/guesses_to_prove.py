"""What the writer of certificates asks of a set of candidates: the guesses in doubt, and their classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pegwise.engine.code_space import all_codes, numbers_of
from pegwise.engine.enumerated.canonical_form import BUDGET, Scratch
from pegwise.engine.enumerated.optimum_search import UNLIMITED, AnswerMatrix
from pegwise.engine.enumerated.renamings import symbol_count
from pegwise.engine.kernels.prove.interface import MOST_LABELS, NEVER, ROW, UNIT
from pegwise.engine.running import arrays
from pegwise.engine.running.kernel_loader import kernel
from pegwise.errors import LimitError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from pegwise.rules import Rules

    Numbers = NDArray[np.int32]

__all__ = ["NEVER", "UNIT", "UNLIMITED", "Asked", "Class", "Prover", "Treatment"]

_ROWS, _MEMBERS = 1 << 10, 1 << 15
"""Classes, and their members, that one call tells of at least."""


@dataclass(frozen=True)
class Asked:
    """What is to be shown: that ``codes`` (ascending) cost ``bound`` with ``left`` guesses.

    ``free``: whether the next guess may be any code; ``only``: the one guess that may be made, or -1.
    ``unit``: what a guess costs; 0 if only secrets found with the last guess do.
    """

    codes: Numbers
    left: int
    free: bool
    bound: int
    only: int = -1
    unit: int = UNIT


class Class(NamedTuple):
    """A class of three candidates or more: its feedback number, its codes, what the checker sees it costs.

    ``key`` is the canonical name that all sets alike have, ``renaming`` the P positions and S names that map
    the class to the canonical set.
    """

    told: int
    codes: Numbers
    bound: int
    key: bytes
    renaming: bytes


class Treatment(NamedTuple):
    """A guess that needs treatment: what the checker sees it costs, and the classes that may cost more."""

    guess: int
    cost: int
    classes: list[Class]


class Prover:
    """Answers for the sets of one game, in one thread.

    Raises :class:`~pegwise.errors.LimitError` where the game has too many kinds of feedback.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.codes = all_codes(rules)
        matrix = AnswerMatrix(rules, self.codes, self.codes)
        if matrix.win >= MOST_LABELS:
            raise LimitError(f"{rules} has {matrix.win + 1} kinds of feedback; a proof takes {MOST_LABELS}")
        size, self.win = self.codes.shape[1], matrix.win
        self._told: list[int] = matrix.numbers.tolist()
        self._table, self._rows_of_codes = matrix.labels, matrix.codes
        self._symbols = symbol_count(rules)
        self._width = rules.pegs + self._symbols
        numbers = numbers_of(self.codes, rules)
        self._lookup = arrays.empty(rules.colors**rules.pegs, np.int32)
        self._lookup[:] = -1
        self._lookup[numbers] = np.arange(size, dtype=np.int64)
        self._masks, self._inset = arrays.zeros(size, np.uint64), arrays.zeros(size, np.uint8)
        self._least, self._sizes = arrays.zeros(size + 1, np.int64), arrays.zeros((3, MOST_LABELS), np.int64)
        self._part, self._orbits = arrays.zeros(size, np.int32), arrays.zeros(size, np.int32)
        self._found, self._kept = arrays.zeros(size, np.int32), arrays.zeros(size, np.int32)
        self._shapes, self._slots = arrays.zeros((size, 2), np.uint64), arrays.zeros(4 * size, np.int32)
        self._names = Scratch(rules.pegs, self._symbols, size)
        rows, members = _ROWS, max(_MEMBERS, size)
        self._classes = arrays.zeros((rows, len(ROW)), np.int64)
        self._keys, self._renamings = (
            arrays.zeros((rows, 2), np.uint64),
            arrays.zeros((rows, self._width), np.uint8),
        )
        self._offsets, self._complete = arrays.zeros(rows + 1, np.int64), arrays.zeros(rows, np.uint8)
        self._members, self._costs = arrays.zeros(members, np.int32), arrays.zeros(size, np.int64)
        self._result = arrays.zeros(3, np.int64)

    def treatments(
        self, asked: Asked, given: Sequence[bytes] = ()
    ) -> tuple[list[bytes], Iterator[Treatment]]:
        """The guesses that need treatment, ascending, and the renamings that spare all others.

        ``given``: renamings known to keep the set, as P positions and S names. The treatments are made as
        they are asked for, and before anything else is asked of this object.
        """
        order, count = asked.codes, len(asked.codes)
        kernel("undecided_guesses")(
            count, asked.left, int(asked.free), asked.only, asked.bound, asked.unit, self.win, self._table,
            order, self._masks, self._inset, self._least, self._sizes, self._part, self._found, self._shapes,
            self._result,
        )  # fmt: skip
        found, most, _ = self._result.tolist()
        if not found:
            return [], iter(())
        room = len(given) + self._symbols + self.rules.pegs**2
        generators = np.zeros((room, self._width), np.uint8)
        if given:
            generators[: len(given)] = np.frombuffer(b"".join(given), np.uint8).reshape(len(given), -1)
        used = np.zeros(room, np.uint8)
        kernel("distinct_guesses")(
            self.rules.pegs, self.rules.colors, count, found, len(given), self._rows_of_codes, self._lookup,
            order, self._found, self._shapes, generators, used, self._inset, self._orbits, self._slots,
            self._kept, self._result,
        )  # fmt: skip
        kept, total, _ = self._result.tolist()
        symmetries = [generators[at].tobytes() for at in np.flatnonzero(used[:total])]
        return symmetries, self._described(asked, kept, most)

    def _described(self, asked: Asked, kept: int, most: int) -> Iterator[Treatment]:
        guess = 0
        while guess < kept:
            kernel("classes")(
                len(asked.codes), guess, kept, asked.left, most, asked.unit, self.win, self._table,
                asked.codes, self._kept, self._least, self._sizes, self._part, self._classes, self._offsets,
                self._members, self._costs, self._result,
            )  # fmt: skip
            stop, rows, _ = self._result.tolist()
            kernel("canonical_sets")(
                self._symbols, BUDGET, self._rows_of_codes, self._members, self._offsets[: rows + 1],
                *self._names.arrays, self._keys[:rows], self._renamings[:rows], self._complete[:rows],
            )  # fmt: skip
            yield from self._treatments(guess, stop, rows)
            guess = stop

    def _treatments(self, first: int, stop: int, rows: int) -> list[Treatment]:
        """What the last call has told, as objects of their own."""
        guesses, costs = self._kept[first:stop].tolist(), self._costs[first:stop].tolist()
        keys, renamings = self._keys[:rows].tobytes(), self._renamings[:rows].tobytes()
        offsets, width = self._offsets[: rows + 1].tolist(), self._width
        members = self._members[: offsets[-1]].copy()
        made = [Treatment(guess, cost, []) for guess, cost in zip(guesses, costs, strict=True)]
        for row, (guess, label, bound) in enumerate(self._classes[:rows].tolist()):
            one = Class(
                self._told[label],
                members[offsets[row] : offsets[row + 1]],
                bound,
                keys[16 * row : 16 * row + 16],
                renamings[width * row : width * row + width],
            )
            made[guess - first].classes.append(one)
        return made
