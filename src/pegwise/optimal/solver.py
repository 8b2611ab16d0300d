"""What positions cost at least: large ones guess by guess over workers, small ones in one compiled search.

All values are excesses (``engine.searching``). A large position's guesses are those its history cannot tell
apart; each is weighed by the kernel, several at a time, against the best so far (``spread``). What is known
of large positions is kept by the canonical names of their candidates, and with a checkpoint on disk.
"""

from __future__ import annotations

import copy
import hashlib
import threading
from collections import deque
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import numpy as np

from pegwise.candidates import EnumeratedCandidates
from pegwise.engine.canonical import canonical
from pegwise.engine.running import arrays
from pegwise.engine.searching import (
    IMPOSSIBLE,
    LOOK,
    AnswerMatrix,
    Question,
    Searcher,
    floors,
)
from pegwise.engine.solved_table import SolvedTable
from pegwise.engine.space import all_codes, blocks, chosen, grouped, index_of, numbers_of, zero_based
from pegwise.engine.symbols import symbol_count, to_symbols
from pegwise.engine.symmetry import distinguishable
from pegwise.errors import LimitError
from pegwise.executors import Run
from pegwise.executors.asking import ThisThread, ThreadCrew
from pegwise.limit import spend
from pegwise.looks import HAS_THREADS
from pegwise.notation import number_name
from pegwise.optimal import sizes
from pegwise.optimal.classes import Classes
from pegwise.optimal.contests import after_one, contest_of, largest_classes
from pegwise.optimal.guesses import different
from pegwise.optimal.pieces import Origin
from pegwise.optimal.settling import OPEN, Settling, to_the_end, weighing
from pegwise.trees.nodes import number_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from pegwise.engine.searching import Places
    from pegwise.executors.asking import Crew
    from pegwise.optimal.checkpoint import Pieces
    from pegwise.optimal.contest import Contest, Inside, Learned
    from pegwise.optimal.pieces import Limits
    from pegwise.position import Position
    from pegwise.rules import Code

    Path = tuple[int, ...]
    Key = tuple[bytes, Question]

__all__ = ["MEMORY", "Solver", "Stopped"]

MEMORY = 2 << 30
"""Bytes the search may take where nothing is said."""
_COUNTED = 65535 >> 2
"""Candidates of which the kernel counts the classes of many guesses at once, in words of 16 bits."""
_REMEMBERED = 4096
"""Huge positions whose guesses are remembered at most, some kB each."""
_KEYS = 1 << 8
"""Large positions whose keys are at hand: each is asked for several times in a row."""
_PAIRS = 1 << 20
"""Pairs of codes between two looks at the limit, some 10 ms."""


class Stopped(Exception):  # noqa: N818 - an event more than an error
    """The search was told to stop."""


def indices_of(position: Position) -> NDArray[np.int64]:
    """The candidates of a position, by their numbers among all codes.

    Raises :class:`~pegwise.errors.LimitError` where they cannot be enumerated.
    """
    candidates = position.candidates
    if not isinstance(candidates, EnumeratedCandidates):
        raise LimitError(f"{position.rules} has {number_name(position.rules.size)} codes: too many to search")
    return candidates.indices


def _shared(name: str, room: int) -> SolvedTable:
    """The table that processes share; sockets are loaded only for them."""
    from pegwise.engine.shared_table import shared_table

    return shared_table(name, room)


class Solver:
    """Least excesses of a position and of all that follow from it.

    ``first``: a guess that must be in the pool. ``threads``, ``memory`` (bytes) and ``crew``, the workers
    that search instead of threads of this process, change no value; nor do ``symmetry`` and ``plain``, which
    turn parts of the search off, and ``table``, the name of the table that processes share. Raises
    :class:`~pegwise.errors.LimitError` where there are too many codes for the memory.
    """

    def __init__(
        self,
        position: Position,
        *,
        threads: int = 1,
        memory: int | None = None,
        first: Code | None = None,
        pieces: Pieces | None = None,
        symmetry: bool = True,
        plain: int = 0,
        crew: Crew | None = None,
        table: str = "",
    ) -> None:
        self.rules, self.position = position.rules, position
        self.symmetry, self.pieces, self.threads = symmetry, pieces, threads
        every = all_codes(self.rules)
        codes = EnumeratedCandidates(self.rules, indices_of(position)).columns
        kept = different(every, codes, self.rules)
        if first is not None:
            kept[index_of(zero_based(first), self.rules)] = True
        self.matrix = AnswerMatrix(self.rules, codes, chosen(every, kept))
        memory = MEMORY if memory is None else memory
        room = memory - self.matrix.size
        if room < 1 << 20:
            raise LimitError(
                f"the search needs {self.matrix.size / 1e9:.3g} GB of memory for the feedback table of "
                f"{self.rules}, and the limit is {memory / 1e9:.3g} GB"
            )
        room = min(room, 16 * self.matrix.size + (8 << 20))
        name = table or ("" if crew is None else uuid4().hex)
        self.table = _shared(name, room) if name else SolvedTable(room)
        self.stop = arrays.flag()
        self.plain = plain
        self.searchers = [Searcher(self.matrix, self.table, plain=plain) for _ in range(threads)]
        self._idle = deque(self.searchers)
        self._has_crew = crew is not None
        self._origin = Origin(position, first, memory, symmetry, plain, name)
        if crew is not None:
            self.crew = crew
        self._run: Run | None = None
        self.wasted, self.canceled, self._elsewhere = 0, 0, 0
        self.lock = threading.Lock()
        self.known: dict[Key, tuple[int, int]] = {}
        self.learned: dict[Key, Learned] = {}
        self.paths: dict[bytes, Path] = {}
        self._keys: dict[bytes, bytes] = {}
        self._listed: dict[tuple[Path, tuple[int, ...] | None], Places] = {}

    @property
    def origin(self) -> Origin:
        """What the pieces are given; not kept, as a solver that refers to itself would keep its memory."""
        return self._origin if self._has_crew else replace(self._origin, here=self)

    @property
    def is_here(self) -> bool:
        """Whether this process does the pieces itself."""
        return not self._has_crew

    @property
    def is_alone(self) -> bool:
        """Whether one thread does everything, and no other searches beside it."""
        return self.is_here and self.threads == 1 and not self._origin.table

    @cached_property
    def crew(self) -> Crew:
        """What does the pieces: threads of this process, where nothing else is said."""
        return ThisThread() if self.threads == 1 or not HAS_THREADS else ThreadCrew(self.threads)

    def close(self) -> None:
        """End the threads, and give back the memory of what was solved, whoever still refers to this."""
        if not self._has_crew and "crew" in self.__dict__:
            self.crew.close()
        self.table.close()

    def alone(self, stop: NDArray[np.int64]) -> Solver:
        """Return the same solver for one piece, in one thread, with a stop flag of its own."""
        one = copy.copy(self)
        one.stop, one.crew, one._run = stop, ThisThread(), None
        return one

    @contextmanager
    def running(self) -> Iterator[Run]:
        """The run that all pieces of one search belong to."""
        if self._run is not None:
            yield self._run
            return
        with Run(self.crew) as run:
            self._run = run
            try:
                yield run
            finally:
                self._run = None

    @property
    def positions(self) -> int:
        """Positions looked ahead from so far."""
        return int(sum(searcher.tally[0] for searcher in self.searchers)) + self._elsewhere

    def count(self, positions: int) -> None:
        """Count positions that a piece has searched; those of this process are counted where they are."""
        if not self.is_here:
            self._elsewhere += positions

    # --- positions and guesses --------------------------------------------------------------------

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
        step = max(1, _PAIRS // len(told))
        for start in range(0, len(across), step):
            spend(0)
            found = np.flatnonzero((across[start : start + step, : len(told)] == told).all(axis=1))
            if len(found):
                return start + int(found[0])
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
        numbers = [number_of(row.feedback, self.rules) for row in self.position.history]
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

    # --- values -----------------------------------------------------------------------------------

    @contextmanager
    def searcher(self) -> Iterator[Searcher]:
        """A searcher that no other thread uses; raises :class:`Stopped` at the end."""
        try:
            searcher = self._idle.pop()
        except IndexError:  # another thread than those that were foreseen
            searcher = Searcher(self.matrix, self.table, plain=self.plain)
            self.searchers.append(searcher)
        searcher.stop = self.stop
        try:
            yield searcher
        finally:
            self._idle.append(searcher)
        if self.stop[0]:
            raise Stopped

    def search(self, members: Places, question: Question, **options: Any) -> tuple[int, int]:
        """The kernel's excess and guess, see :meth:`Searcher.excess`; raises :class:`Stopped`."""
        with self.searcher() as searcher:
            return searcher.excess(members, question, **options)

    def tree(self, members: Places, question: Question) -> NDArray[np.int64]:
        """The best tree of a small position, see :meth:`Searcher.tree`; raises :class:`Stopped`."""
        with self.searcher() as searcher:
            tree = searcher.tree(members, question)
        if tree is None:
            raise AssertionError("no tree keeps to the guesses that are left")
        return tree

    def excess(
        self,
        path: Path | None,
        members: Places,
        question: Question,
        cap: int = IMPOSSIBLE,
        *,
        known: Learned | None = None,
        begun: list[Settling] | None = None,
    ) -> int:
        """The excess of a position, exact if below ``cap``, else a lower bound.

        ``path``: the guesses that led to it from the solver's position, by their places in the pool.
        ``known``: what was found of it elsewhere. ``begun`` is given what settles a large position, which
        tells what it has learned also if it is stopped.
        """
        if len(members) <= sizes.LARGE:
            return self.search(members, question, cap=cap)[0]
        settling = self.settling(path, members, question, cap)
        settling.learn(known)
        if begun is not None:
            begun.append(settling)
        return to_the_end(self, settling.steps)

    def settling(self, path: Path | None, members: Places, question: Question, cap: int) -> Settling:
        """The same of a large position, for a thread that does other things while pieces are done."""
        return Settling(self, path, members, question, cap)

    def greedy(self, path: Path | None, members: Places, question: Question, width: int = 1) -> int:
        """An upper bound: the excess where only so many guesses are tried in each position."""
        guesses = self.guesses(path, members, question)
        return self.search(members, question, listed=guesses, width=width)[0]

    def contest(
        self, members: Places, question: Question, cap: int, *, every: Places, asked: Places | None = None
    ) -> Contest:
        """Guesses at a position, by their bounds: see :func:`contest_of`."""
        return contest_of(self.matrix, members, question, cap, every=every, asked=asked)

    def weigh_all(self, contest: Contest, path: Path | None, members: Places, question: Question) -> None:
        """Settle every guess of a contest that may be the best."""
        to_the_end(self, partial(weighing, self, contest, path, members, question))

    def largest_classes(
        self, contest: Contest, places: NDArray[np.int64], members: Places
    ) -> NDArray[np.integer[Any]]:
        """How many candidates the largest class of some guesses of a contest has; 0 if none can be huge."""
        if len(members) <= sizes.HUGE:
            return np.zeros(len(places), np.int32)
        if contest.largest is not None:
            return contest.largest[places]
        return largest_classes(self.matrix, contest.guesses[places], members)

    def has_huge_class(
        self, contest: Contest, places: NDArray[np.int64], members: Places
    ) -> NDArray[np.bool_]:
        """Tell which guesses of a contest have a class that is large enough to be searched guess by guess."""
        return self.largest_classes(contest, places, members) > sizes.HUGE

    def weigh(
        self,
        contest: Contest,
        at: int,
        path: Path | None,
        members: Places,
        question: Question,
        cap: int,
        *,
        known: Inside | None = None,
        begun: list[Classes] | None = None,
    ) -> int:
        """What a guess comes to: exact if below ``cap``, else a lower bound.

        ``known``: what was found of its classes elsewhere. ``begun`` is given those of a guess that has huge
        ones, which tell what they have learned also if they are stopped.
        """
        if self.has_huge_class(contest, np.array([at], np.int64), members).any():
            classes = Classes.of(self, contest, at, path, members, question, cap, known)
            if begun is not None:
                begun.append(classes)
            return to_the_end(self, classes.steps)
        listed, most, others = contest.guesses[at : at + 1], contest.most, contest.others
        return self.search(members, question, cap=cap, listed=listed, most=most, others=others)[0]

    def weigh_together(
        self, members: Places, question: Question, guesses: NDArray[np.int32], cap: int, limits: Limits
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]:
        """The same of guesses without huge classes: see :meth:`Searcher.weigh`."""
        most, others, first = limits.most, limits.others, limits.first
        with self.searcher() as searcher:
            return searcher.weigh(members, question, guesses, cap=cap, most=most, others=others, first=first)

    def look(self, path: Path | None, members: Places, question: Question, cap: int) -> int:
        """A lower bound of a position's excess from one guess ahead."""
        if question.unit == 0 and not question.last:
            return 0
        if len(members) <= sizes.LARGE:
            return self.search(members, question, cap=cap, depth=LOOK)[0]
        lower, _ = self.recall(self.key(members, question))
        if lower >= cap:
            return lower
        if question == Question() and len(members) <= _COUNTED:  # the kernel counts all guesses at once
            return max(lower, self.search(members, question, cap=cap, depth=LOOK)[0])
        guesses = self.guesses(path, members, question)
        return max(lower, self.search(members, question, cap=cap, depth=LOOK, listed=guesses)[0])

    def foresee(self, path: Path | None, members: Places, question: Question) -> int:
        """A lower bound of a large position's excess from two guesses ahead; it is kept.

        The guess of the least bound is looked into until its bound holds.
        """
        every = self.guesses(path, members, question)
        contest = self.contest(members, question, IMPOSSIBLE, every=every)
        floor = floors(len(members), contest.most, contest.others, after_one(question))
        seen: set[int] = set()
        while (at := int(contest.bounds.argmin())) not in seen:
            seen.add(at)
            guess = int(contest.guesses[at])
            here = None if path is None else (*path, guess)
            for _, part in self.classes(guess, members):
                more = self.look(here, part, after_one(question), IMPOSSIBLE) - int(floor[len(part)])
                contest.bounds[at] += max(0, more)
        lower, upper = self.recall(key := self.key(members, question))
        self.keep(key, max(lower, contest.lower), upper)
        return max(lower, contest.lower)

    # --- what is known ----------------------------------------------------------------------------

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
            found = self._piece(f"{key[0].hex()} {key[1]}")
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
        if learned is None or len(members) <= sizes.HUGE:
            return
        with self.lock:
            if len(self.learned) >= _REMEMBERED:
                del self.learned[next(iter(self.learned))]
            self.learned[members.tobytes(), question] = learned

    @property
    def remembers(self) -> bool:
        """Whether what is found of a guess is kept for a later run."""
        return self.pieces is not None

    def name(self, members: Places, question: Question, guess: int) -> str:
        """What is found of a guess at a position is kept under this name."""
        return f"{hashlib.blake2b(members.tobytes(), digest_size=16).hexdigest()} {question} {guess}"

    def finished(self, name: str, cap: int) -> int | None:
        """What an earlier run found of a guess, if that is enough."""
        found = self._piece(name)
        if found is None:
            return None
        value, exact = map(int, found.split())
        return value if exact or value >= cap else None

    def _piece(self, name: str) -> bytes | None:
        if self.pieces is None:
            return None
        with self.lock:
            return self.pieces.get(name)

    def put(self, name: str, value: str) -> None:
        """Keep what was found."""
        if self.pieces is not None:
            with self.lock:
                self.pieces.put(name, value.encode())
