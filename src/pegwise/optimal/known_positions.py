"""The positions of a search: the guesses that differ there, their classes, and what was found before."""

from __future__ import annotations

import threading
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from pegwise.engine.code_space import blocks, grouped, numbers_of, zero_based
from pegwise.engine.enumerated.canonical_form import canonical
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, AnswerMatrix, Places, Question
from pegwise.engine.enumerated.renamings import symbol_count, to_symbols
from pegwise.engine.enumerated.symmetry import distinguishable
from pegwise.limit import spend
from pegwise.optimal import size_thresholds

if TYPE_CHECKING:
    from pegwise.executors.checkpoint import Tasks
    from pegwise.optimal.guess_contest import Learned
    from pegwise.position import Position
    from pegwise.rules import Code

Path: TypeAlias = "tuple[int, ...]"
Key: TypeAlias = "tuple[bytes, Question]"

_PAIRS = 1 << 20
"""Pairs of codes between two looks at the limit, some 10 ms."""
OPEN = IMPOSSIBLE + 1
"""The upper bound where nothing is known: even that there is no way is below it."""
_REMEMBERED = 4096
"""Huge positions whose guesses are remembered at most, some kB each."""


class KnownPositions:
    """The positions below a position, and their guesses, by their places in the pool of all that can differ.

    The bounds of large positions are kept by the canonical form of their candidates; with a checkpoint
    ``tasks``, on disk. ``paths``: the guesses that led to positions, by their candidates. ``symmetry``: False
    to try equivalent guesses, too.
    """

    def __init__(
        self, position: Position, matrix: AnswerMatrix, tasks: Tasks | None, *, symmetry: bool
    ) -> None:
        self.position, self.rules, self.symmetry = position, position.rules, symmetry
        self.matrix, self.tasks = matrix, tasks
        self.lock = threading.Lock()
        self.known: dict[Key, tuple[int, int]] = {}
        self.learned: dict[Key, Learned] = {}
        self.paths: dict[bytes, Path] = {}
        self._listed: dict[tuple[Path, tuple[int, ...] | None], Places] = {}

    def key(self, members: Places, question: Question) -> Key:
        """What a large position shares with all that renamings make of it."""
        symbols = to_symbols(self.matrix.candidates[:, members], self.rules)
        return canonical(symbols, symbol_count(self.rules)), question

    def recall(self, key: Key) -> tuple[int, int]:
        """(lower, upper) of a large position, by this run or an earlier one."""
        if key not in self.known:
            found = self._task(f"{key[0].hex()} {key[1]}")
            lower, upper = (0, OPEN) if found is None else map(int, found.split())
            self.known[key] = lower, upper
        return self.known[key]

    def keep(self, key: Key, lower: int, upper: int) -> None:
        """Keep what is known of a large position."""
        self.known[key] = lower, upper
        self.put(f"{key[0].hex()} {key[1]}", f"{lower} {upper}")

    def remember(self, members: Places, question: Question, learned: Learned | None) -> None:
        """Remember what was learned of the guesses of a huge position that is settled, to make its tree.

        It is not known of positions that only renamings make of it: these have other guesses.
        """
        if learned is None or len(members) <= size_thresholds.HUGE:
            return
        with self.lock:
            if len(self.learned) >= _REMEMBERED:
                del self.learned[next(iter(self.learned))]
            self.learned[members.tobytes(), question] = learned

    def name(self, members: Places, question: Question, guess: int) -> str:
        """What is found of a guess at a position is kept under this name."""
        from hashlib import blake2b  # only a checkpoint has names, and this takes long to load

        return f"{blake2b(members.tobytes(), digest_size=16).hexdigest()} {question} {guess}"

    def finished(self, name: str, cap: int) -> int | None:
        """What an earlier run found of a guess, if that is enough."""
        found = self._task(name)
        if found is None:
            return None
        value, exact = map(int, found.split())
        return value if exact or value >= cap else None

    def _task(self, name: str) -> bytes | None:
        if self.tasks is None:
            return None
        with self.lock:
            return self.tasks.get(name)

    def put(self, name: str, value: str) -> None:
        """Keep what was found."""
        if self.tasks is not None:
            with self.lock:
                self.tasks.put(name, value.encode())

    def everything(self) -> Places:
        """The candidates of the position itself."""
        return np.arange(len(self.matrix.codes), dtype=np.int32)

    def place(self, code: Code) -> int:
        """The place in the pool of a guess, or of the lowest that tells the same of every candidate."""
        pool, across = self.matrix.pool, self.matrix.across
        wanted = np.array(zero_based(code), np.uint32)[:, None]
        for some in blocks(pool.shape[1]):
            found = np.flatnonzero((pool[:, some] == wanted).all(axis=0))
            if len(found):
                return int(some.start + found[0])
        told = self.matrix.answers(wanted)[0]
        for some in blocks(len(across), max(1, _PAIRS // len(told))):
            found = np.flatnonzero((across[some, : len(told)] == told).all(axis=1))
            if len(found):
                return int(some.start + found[0])
        raise AssertionError("no guess tells the same")

    def classes(self, guess: int, members: Places) -> list[tuple[int, Places]]:
        """(label, members) of a guess's classes but the win, by label."""
        spend(0)
        labels = self.matrix.across[guess, members]
        return [(label, part) for label, part in grouped(labels, members) if label != self.matrix.win]

    def guesses(self, path: Path | None, members: Places, question: Question) -> Places:
        """The guesses to try after those of ``path``, by their places in the pool, ascending.

        Of guesses that a renaming of the candidates exchanges, one is tried. All are if it is not known how
        the position came about.
        """
        if path is None or question.free == 0:
            return self._any_guess(members, question)
        told = self.position_told + tuple(int(self.matrix.across[guess, members[0]]) for guess in path)
        return self._kept(path, tuple(told.index(each) for each in told))

    def different_guesses(self, members: Places, question: Question) -> Places:
        """The guesses that the history of the solver's position tells apart; all candidates if free is 0."""
        return self._any_guess(members, question) if question.free == 0 else self._kept((), None)

    def _any_guess(self, members: Places, question: Question) -> Places:
        if question.free == 0:
            return self.matrix.places[members]
        return np.arange(self.matrix.pool.shape[1], dtype=np.int32)

    @cached_property
    def position_told(self) -> tuple[int, ...]:
        """The labels of what was told of the guesses of the position."""
        numbers = [self.rules.number(row.feedback) for row in self.position.history]
        return tuple(np.searchsorted(self.matrix.numbers, numbers).tolist())

    def _kept(self, path: Path, told: tuple[int, ...] | None) -> Places:
        """The guesses that differ after those of the path; they are remembered for some time."""
        listed = self._listed.get((path, told))
        if listed is None:
            if len(self._listed) > 64:
                self._listed.clear()
            listed = self._listed[path, told] = self._distinguishable(path, told)
        return listed

    def _distinguishable(self, path: Path, told: tuple[int, ...] | None) -> Places:
        pool = self.matrix.pool
        if not self.symmetry:
            return np.arange(pool.shape[1], dtype=np.int32)
        made = [zero_based(row.guess) for row in self.position.history]
        made += [tuple(int(color) for color in pool[:, guess]) for guess in path]
        numbers = numbers_of(pool, self.rules)
        wanted = numbers_of(distinguishable(self.rules, made, told=told), self.rules)
        found = [np.zeros(0, np.int32)]
        for some in blocks(len(wanted)):  # both ascend
            places = np.minimum(np.searchsorted(numbers, wanted[some]), len(numbers) - 1)
            found.append(places[numbers[places] == wanted[some]].astype(np.int32))
        return np.concatenate(found)
