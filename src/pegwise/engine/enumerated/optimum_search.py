"""Least excesses of positions: the compiled search, its tables, and the scratch memory of a thread."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from pegwise.engine.code_space import Columns, blocks, numbers_of, turned
from pegwise.engine.enumerated.canonical_form import Scratch as NameScratch
from pegwise.engine.enumerated.packed_codes import layout_of, pack
from pegwise.engine.enumerated.renamings import has_own_colors, symbol_count, to_symbols
from pegwise.engine.enumerated.transposition_table import SolvedTable, empty_entries, random_words
from pegwise.engine.kernels.compare.words import BUFFER
from pegwise.engine.kernels.search.interface import (
    AFRESH,
    FIRST_FIT,
    IMPOSSIBLE,
    LOOK,
    MOST_ANSWERS,
    NO_COLORS,
    NO_NAMES,
    OWN_COLORS,
    PLANT,
    SEARCH,
    TALLY,
    UNLIMITED,
    WIDTH,
)
from pegwise.engine.kernels.shapes import classes
from pegwise.engine.running import arrays
from pegwise.engine.running.kernel_loader import kernel
from pegwise.errors import LimitError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from pegwise.rules import Rules

Places: TypeAlias = "NDArray[np.int32]"

__all__ = ["AFRESH", "FIRST_FIT", "IMPOSSIBLE", "LOOK", "NO_COLORS", "NO_NAMES", "SEARCH", "UNLIMITED"]
__all__ += ["AnswerMatrix", "Question", "Searcher", "floors"]

LANES = 64
_PAIRS = 1 << 23
"""Pairs of codes labeled between two looks at the clock."""
_ROWS, _COLUMNS = 1 << 10, 1 << 11
"""Most candidates and guesses of a narrow matrix, see ``kernels.search.narrow_look_ahead``."""
_NEAR = 1 << 13
"""Entries of the table of small sets: as many as the processor's second nearest memory has room for."""
_NODES = 1 << 10
"""Nodes of a tree that is made in one call at most."""
_POSITIONS, _ALIKE = TALLY.index("positions"), TALLY.index("alike")
_NONE = np.zeros(0, np.int32)


class Question(NamedTuple):
    """What is asked of a position: guesses left, guesses that may be any code, and what one guess counts.

    With ``last`` a secret found with the very last guess counts 1 more. If the ``unit`` is larger than the
    number of candidates, the best tree is then the one with the fewest such secrets among those of least
    total. With a unit of 0 only those secrets count. With a unit of 0 and without ``last`` it is only asked
    whether there is a way: the excess is 0 or ``IMPOSSIBLE``.
    """

    left: int = UNLIMITED
    free: int = UNLIMITED
    unit: int = 1
    last: bool = False


LEAST_TOTAL = Question()
"""The least total, with any number of guesses."""


def floors(count: int, most: int, others: int, question: Question) -> NDArray[np.int64]:
    """The least excess of 0, 1, 2, ... ``count`` candidates by the size bound, shape (count + 1,).

    No guess makes more than ``most`` classes, the win counted, or more than ``others`` besides the win. As
    ``kernels.search.transposition_table.floor_of`` of each.
    """
    sizes = np.arange(count + 1, dtype=np.int64)
    excess = np.zeros(count + 1, np.int64)
    found, level, depth = 1, 1, 1
    left = IMPOSSIBLE if question.left == UNLIMITED else question.left
    if left <= 0:
        excess[1:] = IMPOSSIBLE
        return excess
    while found < count:
        if depth == left or most < 2:
            excess[sizes > found] = IMPOSSIBLE
            break
        level, depth = level * (others if depth > 1 else most - 1), depth + 1
        weight = question.unit * (depth > 2) + (depth == left and question.last)
        excess += np.maximum(sizes - found, 0) * weight
        found += level
    if question.left == 1 and question.last:
        excess[1] = 1
    return np.minimum(excess, IMPOSSIBLE)


@dataclass(frozen=True, eq=False, repr=False)
class AnswerMatrix:
    """Candidates (P, N) of a game and the guesses (P, G) to try, with the answers of each to each.

    The candidates must be among the guesses. N*G bytes, twice that if the two are not the same.
    """

    rules: Rules
    candidates: Columns
    pool: Columns

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """The feedback number of each label, ascending; the winning one is the last.

        A label is a byte: games of more than 21 pegs have more answers than that holds, but no more than two
        colors where their codes can be listed. With two, whatever is out of place is exchanged in pairs.
        """
        pairs = classes(self.rules.pegs, not self.rules.whites)
        if self.rules.colors <= 2:
            pairs = [(black, total) for black, total in pairs if (total - black) % 2 == 0]
        if self.rules.colors == 1:
            pairs = [(black, total) for black, total in pairs if black == self.rules.pegs]
        return np.sort([(self.rules.pegs + 1) * black + total - black for black, total in pairs])

    @property
    def win(self) -> int:
        """The label of the winning answer."""
        return len(self.numbers) - 1

    @cached_property
    def size(self) -> int:
        """Bytes of the answers."""
        return int(self.candidates.shape[1]) * int(self.pool.shape[1]) * (1 if self.same else 2)

    @cached_property
    def same(self) -> bool:
        """True if the guesses are the candidates."""
        return self.pool.shape == self.candidates.shape and bool((self.pool == self.candidates).all())

    @cached_property
    def labels(self) -> NDArray[np.uint8]:
        """(N, G'): each candidate's label for every guess; G' is a multiple of 64."""
        return self._labels(self.candidates, self.pool)

    @cached_property
    def across(self) -> NDArray[np.uint8]:
        """(G, N'): each guess's label for every candidate."""
        return self.labels if self.same else self._labels(self.pool, self.candidates)

    def answers(self, asked: Columns) -> NDArray[np.uint8]:
        """The labels of any guesses (P, K) for the candidates, (K, N)."""
        return self._labels(asked, self.candidates)[:, : self.candidates.shape[1]]

    def _labels(self, asked: Columns, codes: Columns) -> NDArray[np.uint8]:
        rules = self.rules
        if rules.colors == 1:  # nothing is compared, and codes of so many pegs fit into no words
            return arrays.of(np.full((asked.shape[1], LANES), self.win, np.uint8))
        layout = layout_of(rules)
        one, other = pack(layout, asked), pack(layout, codes)
        label_of = np.zeros(int(self.numbers[-1]) + 1, np.uint8)
        label_of[self.numbers] = np.arange(len(self.numbers), dtype=np.int64)
        out = arrays.zeros((len(one), -(-len(other) // LANES) * LANES), np.uint8)
        words, scratch = (other.position, other.content), np.empty(BUFFER, np.uint16)
        for some in blocks(len(one), max(1, _PAIRS // max(1, len(other)))):
            asked_words = one.position[some], one.content[some]
            kernel("label_codes")(layout.parameters, *asked_words, *words, label_of, out[some], scratch)
        return out

    @cached_property
    def codes(self) -> NDArray[np.uint8]:
        """The symbols of the candidates, (N, P)."""
        return arrays.of(np.ascontiguousarray(to_symbols(self.candidates, self.rules).T, dtype=np.uint8))

    @cached_property
    def guesses(self) -> NDArray[np.uint8]:
        """The symbols of the guesses, (G, P)."""
        return arrays.of(turned(to_symbols(self.pool, self.rules)).astype(np.uint8, copy=False))

    @cached_property
    def places(self) -> Places:
        """The place of each candidate among the guesses, (N,)."""
        pool, wanted = numbers_of(self.pool, self.rules), numbers_of(self.candidates, self.rules)
        return arrays.of(np.searchsorted(pool, wanted).astype(np.int32))

    @cached_property
    def marks(self) -> NDArray[np.uint64]:
        """Two random words of each candidate, the same in every matrix of a game: (N, 2)."""
        return arrays.of(random_words(numbers_of(self.candidates, self.rules)))

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """What a class of 0, 1, 2, ... N candidates is thought to cost: n*log2(n), as of entropy."""
        sizes = np.arange(self.candidates.shape[1] + 1, dtype=np.int64)
        return arrays.of(np.round(1024 * sizes * np.log2(np.maximum(sizes, 1))).astype(np.int64))


@dataclass(eq=False, repr=False)
class Searcher:
    """One thread's way to search a matrix. ``stop`` (1,) is set to end a search, its answer is then a bound.

    ``plain`` leaves out parts of the search that change nothing but its time: ``NO_NAMES``, ``NO_COLORS``.
    """

    matrix: AnswerMatrix
    table: SolvedTable
    stop: NDArray[np.int64] = field(default_factory=arrays.flag)
    tally: NDArray[np.int64] = field(default_factory=lambda: arrays.zeros(len(TALLY), np.int64))
    plain: int = 0

    def __post_init__(self) -> None:
        rules, count = self.matrix.rules, len(self.matrix.codes)
        if self.matrix.win >= MOST_ANSWERS:  # answers are marked in the bits of one word
            raise LimitError(
                f"{rules} has {self.matrix.win + 1} kinds of feedback; the search takes {MOST_ANSWERS}"
            )
        width = self.matrix.labels.shape[1]
        narrow = min(_COLUMNS, -(-width // 4 // LANES) * LANES)
        depths = min(count, max(32, rules.pegs * rules.colors)) + 2
        self._sets = arrays.zeros((depths, count), np.int32)
        self._lists = arrays.zeros((depths, 3, width), np.int64)
        symbols = symbol_count(rules)
        names = NameScratch(rules.pegs, symbols, count)
        self._result = arrays.zeros(2, np.int64)
        self._near = empty_entries(_NEAR)
        self._tree = arrays.zeros((_NODES, 4), np.int64)
        self._scratch: tuple[NDArray[Any], ...] = (
            self._sets,
            arrays.zeros((depths, 2, width), np.uint8),
            arrays.zeros((depths, width // LANES), np.uint64),
            self._lists,
            arrays.zeros((depths, 5, WIDTH), np.int64),
            arrays.zeros((depths, MOST_ANSWERS, 2), np.uint64),
            arrays.zeros((depths, 2, symbols), np.int64),
            arrays.zeros((depths, min(count, _ROWS) * narrow), np.uint8),
            arrays.zeros((depths, count), np.int32),
            arrays.zeros((depths, narrow // LANES), np.int64),
            arrays.zeros(65 + narrow, np.int32),
            arrays.zeros(count, np.int32),
            arrays.zeros((depths, count), np.int32),
            arrays.zeros((depths, 4), np.uint64),
            arrays.zeros(width, np.uint16),
            arrays.zeros((MOST_ANSWERS, LANES), np.uint16),
            arrays.zeros(count, np.int32),
            arrays.zeros((_NODES, 6), np.int64),
            self._tree,
            *names.arrays,
            arrays.zeros(rules.pegs + symbols, np.uint8),
        )
        self._repeats = OWN_COLORS if has_own_colors(rules) else int(rules.repeats)
        self._search: Callable[..., None] | None = None

    def excess(
        self,
        members: Sequence[int] | Places,
        question: Question = LEAST_TOTAL,
        *,
        cap: int = IMPOSSIBLE,
        depth: int = SEARCH,
        listed: Places = _NONE,
        most: int | None = None,
        others: int | None = None,
        width: int = 0,
    ) -> tuple[int, int]:
        """(excess, guess) of the position with these candidates, by their places in the matrix.

        The excess is exact if it is below ``cap``, and the guess then is the best found, by its place in the
        pool, -1 where none was looked for. Else the excess is a lower bound. ``listed``: the guesses to try,
        by their places in the pool; then ``depth`` FIRST_FIT ends at the first whose excess is below the cap.
        With a ``width`` only so many guesses are tried in each position of many candidates: an excess below
        the cap is then an upper bound. ``most``: the classes that a guess can make, the win counted, if that
        is known; ``others``: besides the win. Of one or two candidates no guess is looked for, and ``listed``
        does not count; a guess that tells nothing is never tried.
        Raises :class:`~pegwise.errors.LimitError` where more guesses follow each other than there is scratch
        for.
        """
        matrix = self.matrix
        most = matrix.win + 1 if most is None else most
        others = min(most, matrix.win) if others is None else others
        if len(members) <= 2 and depth != PLANT:  # as the kernel says too; it need not be compiled for that
            return int(floors(len(members), most, others, question)[-1]), -1
        self._sets[0, : len(members)] = members
        search = self._search = self._search or self._prepared()
        left, free, unit, last = question.left, question.free, question.unit, int(question.last)
        before = self._stored()
        search(
            len(members), most, others, cap, depth, left, free, unit, last, width, self.plain,
            self._repeats, matrix.win, listed, self.stop, self.table.entries,
        )  # fmt: skip
        self.table.note(self._stored() - before)
        if self.tally[TALLY.index("too deep")]:
            raise LimitError(f"positions of {matrix.rules} may be deeper than the search can go")
        return int(self._result[0]), int(self._result[1])

    def weigh(
        self,
        members: Places,
        question: Question,
        guesses: Places,
        *,
        cap: int,
        most: int,
        others: int,
        first: bool = False,
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]:
        """What each of some guesses comes to, whether that is exact, and the positions searched for it.

        They are weighed one after another, in the order of their bounds. What one comes to is exact if it is
        below the cap and all before it, else a lower bound; also where the search was stopped, or ended
        because none of the rest can be better. With ``first`` they are weighed in the order given, and none
        is told of after the first that is below the cap. The position has more than two candidates; for the
        rest, see :meth:`excess`.
        """
        before, told = int(self.tally[_POSITIONS]), self._lists[0, :, : len(guesses)]
        told[0], told[1:] = guesses, 0  # the kernel leaves them alone if no guess can be below the cap
        least, best_guess = self.excess(
            members,
            question,
            cap=cap,
            depth=FIRST_FIT if first else SEARCH,
            listed=guesses,
            most=most,
            others=others,
        )
        if first and best_guess >= 0:
            told = told[:, : int((told[0] == best_guess).argmax()) + 1]
            guesses = guesses[: told.shape[1]]
        listed, bounds, so_far = told
        at = np.empty(self._lists.shape[2], np.intp)
        at[listed] = np.arange(len(listed), dtype=np.int64)
        at = at[guesses]
        weighed, reached = so_far > 0, np.maximum(np.maximum.accumulate(so_far), before)
        best = np.minimum.accumulate(np.where(weighed, bounds, cap))
        exact, positions = weighed & (bounds < cap), reached - before
        exact[1:] &= bounds[1:] < best[:-1]
        positions[1:] = np.diff(reached)
        return np.maximum(bounds[at], least), exact[at], positions[at]

    def tree(self, members: Places, question: Question) -> NDArray[np.int64] | None:
        """The best tree of a small position: a row for each node, (nodes, 4), in preorder.

        A row has the guess by its place in the pool, the row of the parent (-1: none), the label of the
        feedback that leads to it (-1: none), and the candidates. At each node the guess is the first that
        attains the value: candidates before other codes, then ascending. None if no tree keeps to the guesses
        that are left. Raises ValueError if there are more than 512 candidates.
        """
        if 2 * len(members) > _NODES:
            raise ValueError(f"{len(members)} candidates are too many for one call")
        if question.left != UNLIMITED and self.excess(members, question)[0] >= IMPOSSIBLE:
            return None  # the kernel takes only positions that have a tree
        nodes, _ = self.excess(members, question, depth=PLANT)
        return None if nodes < 0 else self._tree[:nodes].copy()

    def _stored(self) -> int:
        """How many entries of the table were written at most."""
        return int(2 * self.tally[_POSITIONS] + self.tally[_ALIKE])

    def _prepared(self) -> Callable[..., None]:
        """The kernel with the arrays in place that stay the same."""
        matrix = self.matrix
        return kernel("search", matrix.rules.pegs, not matrix.rules.whites).ending(
            self._near, matrix.labels, matrix.across, matrix.codes, matrix.guesses, matrix.places,
            matrix.marks, matrix.weights, *self._scratch, self.tally, self._result,
        )  # fmt: skip
