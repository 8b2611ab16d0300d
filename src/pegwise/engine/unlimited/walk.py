"""Finds candidates by a random walk: bounded work whatever the size of the game.

The walk itself is compiled (``kernels.walk``). What it finds is a candidate; what it does not find may exist
all the same.
"""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import pairwise
from math import exp
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.kernels.walk.kernel import FOUND, SWEEPS
from pegwise.engine.running import arrays
from pegwise.engine.running.kernel_loader import kernel
from pegwise.engine.unlimited.packed_state import guessed_and_others
from pegwise.errors import LimitError
from pegwise.limit import LimitReached, spend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.unlimited.packed_state import EngineRow
    from pegwise.rules import Rules

    I64 = NDArray[np.int64]
    U64 = NDArray[np.uint64]


LADDER = tuple(round(0.6 * 1.2**level, 3) for level in range(9))
"""How cold each level is: a change that adds d to the errors is taken with the chance exp(-d * coldness)."""
MOVES = 64
"""Changes tried on each walker in a sweep."""
_TOGETHER = 1 << 20
"""Changes tried between two looks at the clock: some tens of milliseconds."""
_WORST, _APART = 64, 256
"""A change that costs more is never taken; walkers that differ by more never trade levels the wrong way."""
_NAMED = 1 << 12
"""Codes whose colors are drawn together."""
_CELLS = 1 << 25
"""Words of 64 bits that the rows may take: 256 MB."""


class Walk:
    """Walkers on their way to the candidates after ``rows``, guesses from color 0 with black and white hits.

    It is a function of the arguments; ``seed`` is any text or number.

    Raises:
        LimitError: If the game is too large for it.

    Example:
        >>> from pegwise.rules import Rules
        >>> walk = Walk(Rules(20, 20), [(range(20), 3, 7)], seed=1)
        >>> code = walk.first(1_000_000)
        >>> sum(color == place for place, color in enumerate(code)), len(set(code))
        (3, 10)
    """

    def __init__(
        self, rules: Rules, rows: Sequence[EngineRow], seed: int | str = 0, ladder: Sequence[float] = LADDER
    ) -> None:
        self.rules = rules
        rng = random.Random(f"pegwise walk {seed}")
        self._names, self._others, self._labels = _labels(rules, rows)
        words, walkers = max(1, -(-len(rows) // 64)), len(ladder)
        if (2 * rules.pegs + 1) * self._labels * words > _CELLS:
            raise LimitError(f"{rules} with {len(rows)} rows is too large for a walk")
        self._rows = _bits_of(rules, tuple((tuple(guess), black, white) for guess, black, white in rows))
        self._chances = _chances(tuple(ladder))
        self._codes = arrays.of(np.array([self._start(rng) for _ in ladder], np.int64))
        self._scratch = (
            arrays.zeros((walkers, self._labels), np.int64),
            arrays.zeros((walkers, 128 * words), np.int64),
            arrays.zeros((walkers, 8 * words), np.uint64),
        )
        self.errors = arrays.zeros(walkers, np.int64)
        """The sum of the errors of each walker's code: by how many hits its answers differ from the rows'."""
        self._levels = np.arange(walkers, dtype=np.int64)
        self._state = np.array([rng.getrandbits(64)], np.uint64)
        self._tally = arrays.zeros(2, np.int64)
        self.energies = arrays.zeros((walkers, 1 + 4 * rules.pegs * max(1, len(rows))), np.int64)
        """How often each sum of errors was met at each level, at the end of a sweep."""
        self._rng = rng
        self._row_count = len(rows)

    def _start(self, rng: random.Random) -> list[int]:
        rules = self.rules
        drawn = (
            [rng.randrange(rules.colors) for _ in range(rules.pegs)]
            if rules.repeats
            else rng.sample(range(rules.colors), rules.pegs)
        )
        return [min(color, self._labels - 1) for color in drawn]

    @property
    def sweeps(self) -> int:
        """The sweeps made so far, each of :data:`MOVES` changes a walker."""
        return int(self._tally[SWEEPS])

    def first(self, moves: int) -> tuple[int, ...] | None:
        """Return the first candidate found within about so many changes; None if none was found."""
        return next(iter(_tuples(self._named(self._run(1, moves, first_only=True)))), None)

    def settle(self, sweeps: int, moves: int) -> None:
        """Continue for so many sweeps, but for no more than about so many changes."""
        self._run(0, min(sweeps * MOVES * len(self._codes), moves))

    def draw(self, number: int, moves: int) -> list[tuple[int, ...]]:
        """Return at most ``number`` candidates found at the ends of sweeps within so many changes.

        Some may be there more than once.

        A limit in force may end it: the candidates found by then are kept, if there are any.
        """
        return _tuples(self.rows(number, moves))

    def rows(self, number: int, moves: int) -> I64:
        """As :meth:`draw`, in an array, (N, pegs): many codes are sorted and chosen sooner in it."""
        return self._named(self._run(number, moves))

    def nearest(self) -> tuple[tuple[int, ...], int]:
        """Return the code of the walker that is nearest to the rows now, and the sum of its errors."""
        return self.near(1)[0]

    def near(self, number: int) -> list[tuple[tuple[int, ...], int]]:
        """Return the codes of the walkers that are nearest to the rows, each with the sum of its errors."""
        places = np.argsort(self.errors, kind="stable")[:number]
        codes = _tuples(self._named(self._codes[places]))
        return list(zip(codes, self.errors[places].tolist(), strict=True))

    def _named(self, labels: I64) -> I64:
        """Return codes in labels, (N, pegs), as codes in colors: what no guess has is drawn.

        All at once, because a limit may be used up when codes are named.
        """
        colors = np.array(self._names, np.int64)[labels]
        if len(self._others) > 1:
            for start in range(0, len(labels), _NAMED):
                block = slice(start, start + _NAMED)
                # from the last peg to the first
                self._draw_others(colors[block, ::-1], labels[block, ::-1] == self._labels - 1)
        return colors

    def _draw_others(self, colors: I64, wanted: NDArray[np.bool_]) -> None:
        """Put a color that no guess has at each peg ``wanted``, (N, pegs), all equally likely."""
        others, count = np.array(self._others, np.int64), len(self._others)
        if self.rules.repeats:
            colors[wanted] = others[_below(count, int(wanted.sum()), self._rng)]
            return
        shuffled = np.tile(others, (len(colors), 1))
        rows, taken = np.arange(len(colors), dtype=np.int64), wanted.sum(axis=1)
        for place in range(int(taken.max(initial=0))):
            other = place + _below(count - place, len(colors), self._rng)
            shuffled[rows, other], shuffled[:, place] = shuffled[:, place], shuffled[rows, other]
        colors[wanted] = shuffled[np.arange(count, dtype=np.int64) < taken[:, None]]

    def _run(self, number: int, moves: int, *, first_only: bool = False) -> I64:
        """The codes found, in labels; looks at the clock between blocks of sweeps."""
        rules, found = self.rules, np.zeros((number, self.rules.pegs), np.int64)
        self._tally[FOUND] = 0
        walked = kernel("walk")
        whole = MOVES * len(self._codes)
        left, together = -(-moves // whole), max(1, _TOGETHER // whole)
        while left > 0 and not 0 < number == self._tally[FOUND]:
            try:
                spend(0)
            except LimitReached:
                if not self._tally[FOUND]:
                    raise
                break  # what was found by then is kept
            sweeps = min(left, together)
            walked(
                rules.pegs, rules.colors, self._labels, self._row_count, rules.repeats, rules.whites, sweeps,
                MOVES, first_only, *self._rows, *self._chances, self._codes, *self._scratch, self.errors,
                self._levels, self._state, found, self._tally, self.energies,
            )  # fmt: skip
            left -= sweeps
        return found[: self._tally[FOUND]]


def _tuples(codes: I64) -> list[tuple[int, ...]]:
    return list(map(tuple, codes.tolist()))


def _below(count: int, number: int, rng: random.Random) -> I64:
    """So many numbers below ``count``, each as ``int(rng.random() * count)``."""
    high, low = np.frombuffer(rng.randbytes(8 * number), "<u4").reshape(-1, 2).T
    return (((high >> 5) * 2.0**26 + (low >> 6)) / 2.0**53 * count).astype(np.int64)


def _labels(rules: Rules, rows: Sequence[EngineRow]) -> tuple[list[int], list[int], int]:
    """Colors by label, the colors that no guess has, which have the last label, and how many labels there
    are."""
    guessed, others = guessed_and_others(rules, rows)
    return guessed + others[:1], others, len(guessed) + bool(others)


@lru_cache(maxsize=2)
def _bits_of(rules: Rules, rows: tuple[EngineRow, ...]) -> tuple[U64, U64, I64]:
    """Which rows have each color at each peg, which have each more than so often, and what they want.

    Several walks in a row go by the same rows, and only read this.
    """
    names, _, labels = _labels(rules, rows)
    words = max(1, -(-len(rows) // 64))
    label_of = {color: label for label, color in enumerate(names)}
    there = arrays.zeros((rules.pegs * labels, words), np.uint64)
    held = arrays.zeros((labels * (rules.pegs + 1), words), np.uint64)
    wanted = arrays.zeros((2, len(rows)), np.int64)
    for number, (guess, black, white) in enumerate(rows):
        word, bit = number // 64, np.uint64(1 << number % 64)
        seen = [0] * labels
        for peg, color in enumerate(guess):
            label = label_of[color]
            there[peg * labels + label, word] |= bit
            held[label * (rules.pegs + 1) + seen[label], word] |= bit
            seen[label] += 1
        wanted[:, number] = black, black + white if rules.whites else 0
    return there, held, wanted


@lru_cache(maxsize=4)
def _chances(ladder: tuple[float, ...]) -> tuple[U64, U64]:
    """Of 2**32, how often a change that costs so much is taken at each level, and walkers trade levels.

    Whole numbers throughout: powers of a level's first chance, which is the same on every computer.
    """
    steps = [after - before for before, after in pairwise(ladder)] or [0.0]
    return (
        arrays.of(np.array([_powers(coldness, _WORST) for coldness in ladder], np.uint64)),
        arrays.of(np.array([_powers(step, _APART) for step in steps], np.uint64)),
    )


def _powers(coldness: float, count: int) -> list[int]:
    chance, powers = round(2**32 * exp(-coldness)), [2**32]
    for _ in range(count - 1):
        powers.append(powers[-1] * chance >> 32)
    return powers
