"""Finds the guess that leaves the least to do, as far as a sample of the candidates tells."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.counting import occurrences
from pegwise.engine.feedback import bins, class_sizes, feedback_numbers
from pegwise.engine.kernels.compare.words import ENTROPY
from pegwise.engine.running import arrays
from pegwise.engine.running.kernel_loader import kernel
from pegwise.engine.unlimited.sample import Drawn, draw
from pegwise.limit import LimitReached, spend

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns
    from pegwise.engine.unlimited.packed_state import EngineRow
    from pegwise.rules import Rules

    I64 = NDArray[np.int64]
    Code = tuple[int, ...]


_GUESSES = 1 << 8
"""Guesses scored between two looks at the clock."""
_MOST_PEGS, _MOST_COLORS = 254, 1 << 16
"""What the compiled scores serve."""


class Scorer:
    """Scores guesses against codes (P, N): the sum of ``table[size]`` over the classes, lower is better.

    ``table`` has whole numbers for sizes 0 to N. The class of the win counts nothing.
    """

    def __init__(self, rules: Rules, codes: Columns, table: I64) -> None:
        self.rules, self.codes, self.table = rules, codes, arrays.of(table)
        self._known = np.unique(codes)
        self._columns = arrays.of(np.searchsorted(self._known, codes).astype(np.uint16))
        self._counts = arrays.zeros((len(self._known) + 1, codes.shape[1]), np.uint16)
        for column in self._columns:
            spend(0)
            self._counts[column, np.arange(codes.shape[1], dtype=np.int64)] += 1
        self._held = {bytes(code) for code in np.ascontiguousarray(self._columns.T)}
        bins = rules.pegs * (rules.pegs + 1) + 1
        self._scratch = arrays.zeros((1, bins), np.int32), arrays.zeros(codes.shape[1], np.uint16)

    def scores(self, guesses: Sequence[Code]) -> I64:
        """The scores of guesses, codes from color 0: shape (G,)."""
        rows = np.array(guesses, np.uint32).reshape(len(guesses), self.rules.pegs)
        if self.rules.pegs > _MOST_PEGS or len(self._known) >= _MOST_COLORS:
            sizes = class_sizes(rows.T, self.codes, self.rules)
            return np.asarray(self.table[sizes[:, :-1]].sum(axis=1))
        # A color that no code has is as good as any other such color: the last row counts none.
        asked = np.minimum(np.searchsorted(self._known, rows), len(self._known) - 1)
        asked = np.where(self._known[asked] == rows, asked, len(self._known)).astype(np.uint16)
        out = np.empty(len(rows), np.int64)
        scored = kernel("wide_scores")
        for start in range(0, len(rows), _GUESSES):
            spend(0)
            part = slice(start, start + _GUESSES)
            scored(
                ENTROPY, not self.rules.whites, asked[part], self._columns, self._counts, self.table,
                out[part], *self._scratch,
            )  # fmt: skip
        wins = np.array([bytes(row) in self._held for row in np.ascontiguousarray(asked)], np.int64)
        return np.asarray(out - wins * self.table[1])


def improved(
    scorer: Scorer, guess: Code, rng: random.Random, rounds: int, together: int, kept: int = 1
) -> dict[Code, int]:
    """Guesses made by small changes, and their scores: the best ``kept`` of ``together``, so many rounds.

    Each round changes the best guess met so far. A change gives a peg another color, or has two pegs swap
    theirs.
    """
    best, score = guess, int(scorer.scores([guess])[0])
    found = {guess: score}
    for _ in range(rounds):
        tried = [changed(scorer.rules, best, rng) for _ in range(together)]
        scores = scorer.scores(tried)
        for place in np.argsort(scores, kind="stable")[:kept]:
            found[tried[place]] = int(scores[place])
        if scores.min() < score:
            best, score = tried[int(scores.argmin())], int(scores.min())
    return found


def changed(rules: Rules, code: Code, rng: random.Random) -> Code:
    """A code changed a little: a peg has another color, or two pegs have swapped theirs."""
    colors, peg, other = list(code), rng.randrange(rules.pegs), rng.randrange(rules.pegs)
    if rng.random() < 0.5:
        colors[peg], colors[other] = colors[other], colors[peg]
        return tuple(colors)
    color = rng.randrange(rules.colors)
    if not rules.repeats and color in code:
        colors[code.index(color)] = colors[peg]
    colors[peg] = color
    return tuple(colors)


def unused(rules: Rules, rows: Sequence[EngineRow], code: Code, seed: int | str) -> Code:
    """A code, changed a little until it is not one that was guessed before, if there is one."""
    guessed, rng = {row[0] for row in rows}, random.Random(f"{seed} unused")
    while code in guessed and len(guessed) < rules.size:
        code = changed(rules, code, rng)
    return code


_SAMPLE, _POOL, _SPARE = 4_800, 800, 2
"""Candidates in a sample, how many of them are tried as guesses, and how many a walk finds for each."""
_CHANGES, _FEW_CHANGES = (50, 150, 1), (12, 100, 10)
"""In how many rounds a guess is changed, how many changes are tried and kept in each.

The second three are those if there are few candidates.
"""
_STARTS, _FEW_STARTS = 40, 10
"""How many of the best guesses are changed: so many, divided by the pegs; and if there are few candidates."""
_FEW, _COMPARED = 1_000, 100
"""With at most so many candidates, all known, so many guesses are compared by what the next ones leave."""
_MOVES, _SEARCH = 15_000_000, 20_000_000
"""Changes that a walk tries to draw the sample, and before that to find a first candidate."""
_BITS, _OFFSET, _SCALE = 4.3, 1.27, 1 << 20
"""n candidates take about _OFFSET + log2(n) / _BITS guesses; and the units of scores to a guess."""
_MORE = 50
"""For each candidate of a sample that is not all of them: how many candidates it stands for, nominally."""


@dataclass(frozen=True)
class Choice:
    """Guesses, the best first, and the sample that they rest on; none if no candidate was found."""

    guesses: tuple[tuple[int, ...], ...]
    drawn: Drawn
    tried: int
    """How many guesses were scored."""


def choice(
    rules: Rules, rows: Sequence[EngineRow], seed: int | str = 0, number: int = 1, effort: float = 1.0
) -> Choice:
    """Find the best ``number`` guesses; ``effort`` multiplies the work. A limit in force may end it early.

    Some codes of the sample are tried as guesses, and the best is improved by small changes; so it need not
    be a candidate. If there are few candidates, the best guesses are compared by what the next guess after
    them would leave.

    >>> from pegwise.rules import Rules
    >>> found = choice(Rules(20, 20), [(range(20), 3, 7)], effort=0.1)
    >>> len(found.guesses[0]), len(found.drawn.codes)
    (20, 1517)
    """
    root = effort**0.5
    drawn = draw(rules, rows, seed, int(_SAMPLE * root), int(_MOVES * effort), int(_SEARCH * effort), _SPARE)
    size = len(drawn.codes)
    if size <= 2:
        return Choice(drawn.codes[:number], drawn, size)
    few = drawn.is_all and size <= _FEW
    starts = _FEW_STARTS if few else max(1, _STARTS // rules.pegs)
    rounds, together, kept = _FEW_CHANGES if few else _CHANGES
    guesses, tried = drawn.codes[:number], 0
    with suppress(LimitReached):
        scorer = Scorer(rules, drawn.columns, _table(size, drawn.is_all))
        pool = drawn.codes[: max(number, int(_POOL * root))]
        scored = dict(zip(pool, scorer.scores(pool).tolist(), strict=True))
        guesses, tried = _best(scored, number), len(pool)
        if scored[guesses[0]] > scorer.table[1] * (size - 1):  # else it tells all codes apart
            rounds, rng = int(rounds * root), random.Random(f"{seed} improved")
            for start in _best(scored, starts):
                scored |= improved(scorer, start, rng, rounds, together, kept)
                tried += rounds * together
            guesses = _best(scored, number)
            if few:
                guesses = two_steps(scorer, _best(scored, max(number, _COMPARED)))[:number]
    return Choice(guesses, drawn, tried)


def _best(scored: Mapping[tuple[int, ...], int], number: int) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(scored, key=scored.__getitem__)[:number])


def _table(size: int, is_all: bool) -> NDArray[np.int64]:
    """Estimate how many guesses each class of a sample of this size takes, by its size, in 1 / _SCALE."""
    sizes = np.arange(size + 1, dtype=np.int64) * (1 if is_all else _MORE)
    guesses = _OFFSET + np.log2(np.maximum(2, sizes)) / _BITS
    return np.rint(np.arange(size + 1, dtype=np.int64) * np.where(sizes <= 1, 1.0, guesses) * _SCALE).astype(
        np.int64
    )


def two_steps(scorer: Scorer, guesses: Sequence[Code]) -> tuple[Code, ...]:
    """The same guesses, best first, if each class that one leaves is given the best guess among its codes.

    That guess is the best by ``scorer``'s table, of which entry 1 is one guess. A limit in force may end it:
    raises :class:`~pegwise.limit.LimitReached`.
    """
    codes, unit = scorer.codes, int(scorer.table[1])
    # Answers are numbered as they occur, so that few are counted.
    won = bins(scorer.rules) - 1
    between = feedback_numbers(codes, codes, scorer.rules)
    occurring, answers = np.unique(np.append(between.ravel(), won), return_inverse=True)
    win, kinds = int(np.searchsorted(occurring, won)), len(occurring)
    answers = answers[:-1].reshape(between.shape)
    scores: list[int] = []
    for told in feedback_numbers(np.array(guesses, np.uint32).T, codes, scorer.rules):
        spend(0)
        order = np.argsort(told, kind="stable")
        cuts = np.flatnonzero(np.diff(told[order])) + 1
        score = 0
        for members in np.split(order, cuts):
            if told[members[0]] == won:
                continue
            inside = answers[np.ix_(members, members)]
            score += unit * len(members) + _least_after(inside, win, kinds, scorer.table)
        scores.append(score)
    return tuple(guesses[place] for place in np.argsort(scores, kind="stable"))


def _least_after(answers: NDArray[np.intp], win: int, kinds: int, table: NDArray[np.int64]) -> int:
    """The least sum of ``table`` over the classes that one code of a class leaves, but for its own."""
    size = len(answers)
    if size == 1:
        return 0
    sizes = occurrences(
        (answers + kinds * np.arange(size, dtype=np.int64)[:, None]).ravel(), minlength=kinds * size
    )
    left = sizes.reshape(size, kinds)
    left[:, win] = 0
    return int(table[left].sum(axis=1).min())
