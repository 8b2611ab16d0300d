"""One-step look-ahead: splits the candidates by every guess, scores the classes, and takes the best guess."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.candidates import EnumeratedCandidates, is_enumerable
from pegwise.engine.code_space import (
    LISTING_LIMIT,
    chosen,
    drawn_guesses,
    guess_places_at,
    guesses_at,
    to_columns,
)
from pegwise.engine.enumerated.game_tables import has_planes
from pegwise.engine.enumerated.symmetry import alike, has_symmetry
from pegwise.engine.feedback import class_sizes
from pegwise.engine.kernels.compare.words import MOST_CODES
from pegwise.exactness import Sample
from pegwise.limit import LimitReached, limited, memory_limit, pairs_allowed, seconds_left, share_of_limit
from pegwise.strategies.base import Strategy
from pegwise.strategies.cost import Cost, speed
from pegwise.strategies.fallback_guess import stand_in
from pegwise.strategies.sampling_rounds import best_in_rounds, with_near
from pegwise.strategies.scored_guesses import ScoredGuesses, guesses_of
from pegwise.strategies.tie_breaking import best_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns
    from pegwise.limit import Limit
    from pegwise.position import Position
    from pegwise.rules import Code, Rules

    Scores = Sequence[NDArray[Any]]

_MOST_DRAWN = 1 << 19
_DRAWN = 512
"""Candidates drawn as a sample and tried as guesses, if there is no time to list all."""
_MOST_PAIRS = 2e11
"""Pairs of guesses and candidates that are compared if codes are not held in memory: half a minute."""
_SMALL, _FEW_CODES, _LISTED = 1 << 20, 1 << 14, 1 << 11
"""In a steady limit: codes of games that are never sampled, if planes serve and if they do not; and the pairs
that listing one guess is worth.
"""
_SLOWER, _FRACTION, _SEED = 16, 2, 0
"""There too: how much slower pairs are compared if planes do not serve; the share of the pairs that a choice
by samples takes, if they do not suffice for all; and the seed of the samples.
"""
_FEWEST_DRAWN, _MET = 1 << 15, 1 << 12
"""There too: the fewest guesses that are drawn, and the pairs that one more guess is worth."""
_WALKED = 1_000
"""Candidates drawn in games too large to list."""
_TAKES, _MOST_GROWN = 0.25, 8.0
"""The seconds that such a sample and its guesses take at most, and how much larger both can get."""
_COUNTING = 0.6
"""Of the time left, the share in which the guesses that differ are listed to count the pairs."""
_SMALLEST_SAMPLE, _LARGEST_SAMPLE = 256, 1 << 18
"""The sizes of a sample of candidates; the shares of classes are then known to about 3 %, or 0.1 %."""


@dataclass(frozen=True, kw_only=True)
class Heuristic(ScoredGuesses):
    """A strategy that scores guesses by the sizes of their classes and makes the one with the lowest score.

    Of guesses with equal scores it makes a candidate rather than another code, then the lowest code. A
    subclass defines ``scores``.

    Attributes:
        candidates_only: True to guess candidates only.
        unused_only: True never to repeat a guess.
        separating_is_best: True if no guess scores better than a candidate that tells all candidates apart.
        kind: The number of a compiled score (``pegwise.engine.score_kinds``) that gives the same order as
            ``scores``; None if there is none.

    Example:
        >>> import pegwise
        >>> class FewestClasses(pegwise.Heuristic):
        ...     name = "fewest-classes"
        ...     def scores(self, sizes):
        ...         return ((sizes > 0).sum(axis=1),)
        >>> str(FewestClasses().choose("3x4 112:B")), pegwise.make("knuth").margin(44)
        ('112', 0)
    """

    @property
    def compiled(self) -> int | None:
        """The compiled score to use; None if there is none.

        It is :attr:`kind`, unless a subclass of the class that sets this chooses guesses in another way.
        """
        names, family = ("kind", "scores", "guess", "rank", "choose"), type(self).__mro__
        own, scores, *others = (next(each for each in family if name in vars(each)) for name in names)
        if self.kind is None or not issubclass(own, scores) or others != [Heuristic, Heuristic, Strategy]:
            return None
        return self.kind

    def ranked(self, position: Position, number: int) -> tuple[list[Code], Sample | None]:
        """Return the best guesses, the best first, with the sample they rest on.

        Args:
            position: The position.
            number: The number of guesses at most.

        Returns:
            The guesses, and the sample; None for the sample if all guesses were compared against all
            candidates.

        Example:
            >>> import pegwise
            >>> guesses, sample = pegwise.make("entropy").ranked(pegwise.Position("4x6 1122:B"), 2)
            >>> len(guesses), sample
            (2, None)
        """
        if self.first is not None and not position.history:
            return super().ranked(position, number)
        if is_enumerable(position.rules):
            position.check_possible()
            bounded = self._in_bounds(position, number)
            if bounded is None:
                return super().ranked(position, number)
            return [*dict.fromkeys([*self._obvious(position), *bounded[0]])][: max(1, number)], bounded[1]
        if _is_drawn(position, self.candidates_only):
            return self.rank_drawn(position, max(1, number), 0)
        return self.rank(position, max(1, number)), None

    def guess(self, position: Position) -> Code:
        """Return the best guess; it rests on a sample if there are too many codes to hold in memory.

        Args:
            position: The position, whose candidates are not empty.

        Returns:
            The guess.

        Example:
            >>> import pegwise
            >>> str(pegwise.make("knuth").guess(pegwise.Position("4x6 1122:B")))
            '1344'
        """
        if not is_enumerable(position.rules):
            return self.rank_drawn(position, 1, 0)[0][0]
        for obvious in self._obvious(position):
            return obvious
        bounded = self._in_bounds(position, 1)
        if bounded is not None:
            return bounded[0][0]
        return self._best(position, 1)[0]

    def rank(self, position: Position, number: int) -> list[Code]:
        """Return the best guesses, the best first.

        Guesses that differ only by the names of pegs and colors are alike; one of them is compared. All
        others are compared, also after the first row of a game whose codes are not held in memory.

        Args:
            position: The position.
            number: The number of guesses at most.

        Returns:
            The guesses.

        Raises:
            ContradictionError: If no code is consistent with the rows.
            MethodError: If there are too many codes to list.

        Example:
            >>> import pegwise
            >>> [str(code) for code in pegwise.make("knuth").rank(pegwise.Position("4x6 1122:B"), 2)]
            ['1344', '1334']
        """
        position.check_possible()
        if _is_drawn(position, self.candidates_only):
            return self.rank_drawn(position, number, 0)[0]
        return self._best(position, number)

    def _obvious(self, position: Position) -> list[Code]:
        """Return the lowest candidate that tells all candidates apart, if there is one and none is better."""
        found = _separating_candidate(self._enumerated(position)) if self.separating_is_best else None
        return [] if found is None else [found]

    def _in_bounds(self, position: Position, number: int) -> tuple[list[Code], Sample | None] | None:
        """Rank guesses by as many pairs as a steady limit allows; None if that is what :meth:`_best` does."""
        allowed, rules = pairs_allowed(), position.rules
        in_planes = has_planes(rules)
        if allowed is None or rules.size <= (_SMALL if in_planes else _FEW_CODES):
            return None
        if not position.history and has_symmetry(rules):
            return None  # first guesses that differ are few
        candidates, guesses, listed = self._enumerated(position), rules.guess_count, _LISTED
        size = len(candidates.indices)
        if in_planes:
            guesses //= alike(rules, guesses_of(position))
        else:
            # And finding out which guesses are alike takes longer than to compare them.
            allowed, listed = allowed // _SLOWER, listed // _SLOWER
        guesses = min(guesses, size) if self.candidates_only else guesses
        if guesses * (size + listed) <= allowed:
            return None if in_planes else (self._best(position, number, self._any(position)), None)
        rng, pairs = np.random.default_rng(_SEED), allowed // _FRACTION
        tried = self._tried(position, candidates, pairs, rng)

        def leading(pool: Columns, columns: Columns) -> NDArray[Any]:
            return self._scored(pool, columns, rules)[0][0]

        pool, drawn = best_in_rounds(
            tried, candidates.columns, pairs, _LARGEST_SAMPLE, rng, leading, candidates.holds,
            lambda best: self._near(position, candidates, best),
        )  # fmt: skip
        scores, _ = self._scored(pool, drawn, rules)
        ranked = best_of(self, candidates, number, pool, scores, drawn)
        return ranked, Sample(drawn.shape[1], size, tried.shape[1])

    def _tried(
        self, position: Position, candidates: EnumeratedCandidates, pairs: int, rng: np.random.Generator
    ) -> Columns:
        """Return guesses to try in bounded work: candidates and other codes, drawn at random."""
        rules, held = position.rules, candidates.indices
        number = min(rules.guess_count, _MOST_DRAWN, max(_FEWEST_DRAWN, pairs // _MET))
        if len(held) > number:
            held = held[rng.choice(len(held), number, replace=False, shuffle=False)]
        held = guess_places_at(held, rules)
        if not self.candidates_only:
            held = np.concatenate([held, rng.choice(rules.guess_count, number, replace=False, shuffle=False)])
        places = np.sort(held)
        return self._allowed(position, guesses_at(places[np.diff(places, prepend=-1) > 0], rules))

    def _near(self, position: Position, candidates: EnumeratedCandidates, best: Columns) -> Columns:
        """Return these guesses and those that differ little from them, if they may be made."""
        found = with_near(best, position.rules)
        return self._allowed(
            position, chosen(found, candidates.holds(found)) if self.candidates_only else found
        )

    def rank_sampled(
        self, position: Position, number: int, pairs: int, seed: int, *, listed: bool = True
    ) -> tuple[list[Code], Sample]:
        """Rank guesses as :meth:`rank` does, from a seeded sample of the candidates.

        All guesses are tried against the sample. If even a small sample is too much work, or the guesses are
        not ``listed``, a sample of the guesses is tried, candidates among them.

        Args:
            position: The position.
            number: The number of guesses to return at most.
            pairs: The number of pairs of a guess and a candidate to compare, approximately.
            seed: The random seed: the same seed draws the same sample.
            listed: False if listing the guesses that differ by more than names would take too long.

        Returns:
            The guesses, the best first, and the sample.

        Raises:
            ContradictionError: If no code is consistent with the rows.
            MethodError: If there are too many codes to list.
            LimitReached: If a limit leaves no time to score a single guess.

        Example:
            >>> import pegwise
            >>> guesses, sample = pegwise.make("knuth").rank_sampled(pegwise.Position("4x6"), 1, 2000, 0)
            >>> len(guesses), sample.candidates
            (1, 1296)
        """
        position.check_possible()
        rng, rules = np.random.default_rng(seed), position.rules
        candidates = self._enumerated(position)
        columns = candidates.columns
        pool = self._pool(position) if listed else self._any(position)
        most = min(columns.shape[1], _LARGEST_SAMPLE)
        size = int(min(most, max(_SMALLEST_SAMPLE, pairs // pool.shape[1])))
        chosen = columns[:, np.sort(rng.choice(columns.shape[1], size, replace=False, shuffle=False))]
        tried = max(number, pairs // size)
        if tried < pool.shape[1]:
            others = min(max(1, tried - size // 2), _MOST_DRAWN)
            kept = np.sort(rng.choice(pool.shape[1], others, replace=False, shuffle=False))
            pool = np.concatenate([chosen[:, : size // 2], pool[:, kept]], axis=1)
        scores, done = self._scored(pool, chosen, rules, cut_short=True)
        if not done:
            raise LimitReached("no guess was scored in time")
        with limited(None):  # naming the best of what is scored takes next to nothing
            codes = best_of(self, candidates, number, pool[:, :done], scores, chosen)
        return codes, Sample(size, columns.shape[1], done)

    def cost_of(self, position: Position) -> Cost | None:
        """Estimate what it takes to compare all guesses that differ by more than names.

        The pairs are those of all guesses if a limit in force leaves no time to list these.

        Args:
            position: The position.

        Returns:
            The estimate; None if there are too many codes to list.

        Example:
            >>> import pegwise
            >>> pegwise.make("knuth").cost_of(pegwise.Position("4x6 1122:B")).pairs
            9984
        """
        rules = position.rules
        if not is_enumerable(rules):
            return None
        # All codes, their places, the guesses that are tried (a copy of some codes) and a working block.
        size = rules.size * (2 * rules.pegs + 8) + (1 << 26)
        kind = self._kind(rules)
        if kind is not None:  # words, rows and planes of codes besides
            size += rules.size * (4 * rules.pegs + rules.colors * rules.pegs // 4)
        try:
            with share_of_limit(_COUNTING):
                pairs, at_most = self.pairs(position), False
        except LimitReached:
            pairs, at_most = rules.guess_count * position.listed().count().value, True
        return Cost(pairs, size, speed(rules, kind), at_most=at_most)

    def rank_hurried(
        self, position: Position, number: int, seed: int, limit: Limit, cost: Cost | None
    ) -> tuple[list[Code], Sample]:
        """Rank guesses as far as a sample tells that fits a limit.

        Args:
            position: The position.
            number: The number of guesses at most.
            seed: The random seed: the same seed draws the same sample.
            limit: What is left of the limit in force.
            cost: What :meth:`cost_of` estimated; None if codes cannot be listed, or not in time.

        Returns:
            The guesses, the best first, and the sample.

        Raises:
            LimitReached: If not even a sample was found in time.

        Example:
            >>> import pegwise
            >>> position, limit = pegwise.Position("4x6"), pegwise.Limit(pairs=9)
            >>> knuth = pegwise.make("knuth")
            >>> knuth.rank_hurried(position, 1, 0, limit, knuth.cost_of(position))[1].size
            256
        """
        left = seconds_left()
        if cost is not None:
            pairs = cost.pairs if left is None else min(cost.pairs, int(left * cost.speed))
            pairs = pairs if limit.pairs is None else min(pairs, limit.pairs)
            with suppress(LimitReached), limited(limit):
                return self.rank_sampled(position, number, pairs, seed, listed=not cost.at_most)
        return self.rank_drawn(position, number, seed)

    def rank_drawn(self, position: Position, number: int, seed: int) -> tuple[list[Code], Sample]:
        """Rank guesses as :meth:`rank_sampled` does, without listing the codes.

        A sample of the candidates, and as many other codes, are tried as guesses against that sample. If a
        walk finds no candidate of a game too large to list, the guess is the code nearest to the rows that it
        found.

        Args:
            position: The position.
            number: The number of guesses to return at most.
            seed: The random seed: the same seed draws the same sample.

        Returns:
            The guesses, the best first, and the sample.

        Raises:
            ContradictionError: If no code is consistent with the rows.
            LimitReached: If a limit leaves no time to find a candidate.

        Example:
            >>> import pegwise
            >>> guesses, sample = pegwise.make("knuth").rank_drawn(pegwise.Position("20x20"), 1, 0)
            >>> len(guesses), sample.size
            (1, 1000)
        """
        rules, candidates = position.rules, position.candidates
        listed = is_enumerable(rules)
        walked = int(_WALKED * _growth())
        sample = candidates.sample(_DRAWN if listed else walked, seed)
        if not listed:
            position.know(sample)  # there may be no time for another
        drawn = to_columns(sample, rules)
        if not drawn.size:
            if not listed:
                return [stand_in(position, seed)[0]], Sample(0, position.count().value, 1)
            position.check_possible()
        tried = drawn[:, : _DRAWN * walked // _WALKED]
        beside = self._beside(rules, tried, seed)
        pool = np.unique(self._allowed(position, np.concatenate([tried, beside], axis=1)), axis=1)
        if not pool.size:
            raise LimitReached("every candidate found in time was guessed before")
        few = walked == _WALKED  # some hundred codes: that does not take long
        with limited(None) if few else share_of_limit(0.5):
            scores, done = self._scored(pool, drawn, rules, cut_short=not few)
        with limited(None):
            codes = best_of(self, candidates, number, pool[:, :done], scores, drawn)
        count = position.count().value
        return codes, Sample(min(count, drawn.shape[1]), count, done)

    def _beside(self, rules: Rules, some: Columns, seed: int) -> Columns:
        """Return codes to try as guesses beside the sample; if there are very many, near to its codes."""
        rng = np.random.default_rng(seed)
        if self.candidates_only:
            return some[:, :0]
        if is_enumerable(rules):
            return drawn_guesses(rules, some.shape[1], rng)
        from pegwise.engine.unlimited.sampled_choice import changed

        near = random.Random(f"{seed} beside")
        codes = [changed(rules, code, near) for code in some.T.tolist()]
        return np.array(codes, some.dtype).reshape(-1, rules.pegs).T


def _growth() -> float:
    """Return how much larger than usual a sample is, if a limit on time leaves more than it takes.

    Guesses and codes grow by the same factor, so the work grows with its square.
    """
    left = seconds_left()
    return 1.0 if left is None else min(_MOST_GROWN, max(1.0, left / _TAKES) ** 0.5)


def _is_drawn(position: Position, candidates_only: bool) -> bool:
    """Tell whether guesses are weighed against a sample.

    They are if codes are not held in memory, and they are too many to go through, weighing them would take
    more than about a minute, or a limit is in force.
    """
    rules = position.rules
    if is_enumerable(rules):
        return False
    if rules.size > LISTING_LIMIT or seconds_left() is not None or memory_limit() is not None:
        return True
    if not position.history:
        return False
    if not position.is_listable():
        return True
    count = len(position.listed().indices)
    guesses = (count if candidates_only else rules.guess_count) // alike(rules, guesses_of(position))
    return count > MOST_CODES or guesses * count > _MOST_PAIRS


def _separating_candidate(candidates: EnumeratedCandidates) -> Code | None:
    """Return the lowest candidate that tells all candidates apart, if there is one."""
    rules, count = candidates.rules, len(candidates.indices)
    if count <= 2:
        return candidates.code(0)
    if count > len(rules.feedbacks):
        return None
    sizes = class_sizes(candidates.columns, candidates.columns, rules)
    separating = np.flatnonzero(sizes.max(axis=1) == 1)
    return candidates.code(int(separating[0])) if len(separating) else None
