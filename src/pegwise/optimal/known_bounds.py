"""What is known of the positions of a search, in this run or an earlier one: bounds, and facts of guesses."""

from __future__ import annotations

import hashlib
import threading
from typing import TYPE_CHECKING

from pegwise.engine.enumerated.canonical_form import canonical
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE
from pegwise.engine.enumerated.renamings import symbol_count, to_symbols
from pegwise.optimal import size_thresholds

if TYPE_CHECKING:
    from pegwise.engine.enumerated.optimum_search import AnswerMatrix, Places, Question
    from pegwise.optimal.guess_contest import Learned
    from pegwise.optimal.search_checkpoint import Tasks
    from pegwise.rules import Rules

    Path = tuple[int, ...]
    Key = tuple[bytes, Question]

__all__ = ["OPEN", "KnownBounds"]

OPEN = IMPOSSIBLE + 1
"""The upper bound where nothing is known: even that there is no way is below it."""
_REMEMBERED = 4096
"""Huge positions whose guesses are remembered at most, some kB each."""
_KEYS = 1 << 8
"""Large positions whose keys are at hand: each is asked for several times in a row."""


class KnownBounds:
    """The bounds of large positions, by the canonical form of their candidates; with a checkpoint, on disk.

    ``tasks``: the checkpoint. ``paths``: the guesses that led to positions, by their candidates.
    """

    def __init__(self, rules: Rules, matrix: AnswerMatrix, tasks: Tasks | None) -> None:
        self.rules, self.matrix, self.tasks = rules, matrix, tasks
        self.lock = threading.Lock()
        self.known: dict[Key, tuple[int, int]] = {}
        self.learned: dict[Key, Learned] = {}
        self.paths: dict[bytes, Path] = {}
        self._keys: dict[bytes, bytes] = {}

    def key(self, members: Places, question: Question) -> Key:
        """What a large position shares with all that renamings make of it."""
        name = members.tobytes()
        key = self._keys.get(name)
        if key is None:
            symbols = to_symbols(self.matrix.candidates[:, members], self.rules)
            key = canonical(symbols, symbol_count(self.rules)).keys.tobytes()
            if len(self._keys) >= _KEYS:
                self._keys.clear()
            self._keys[name] = key
        return key, question

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

    @property
    def remembers(self) -> bool:
        """Whether what is found of a guess is kept for a later run."""
        return self.tasks is not None

    def name(self, members: Places, question: Question, guess: int) -> str:
        """What is found of a guess at a position is kept under this name."""
        return f"{hashlib.blake2b(members.tobytes(), digest_size=16).hexdigest()} {question} {guess}"

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
