"""The proof of a lower bound in a listed game, as lemmas; ``docs/certificates.md`` tells why it is one."""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pegwise.engine.listed.guess_scores import scores
from pegwise.engine.score_kinds import PARTS
from pegwise.errors import LimitError, StrategyError
from pegwise.limit import spend
from pegwise.progress import report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


_FEW = 20
"""Codes up to which rows are compared in pairs to count classes."""
_LARGE = 30
"""Of sets larger than this no more is proved than is needed."""
_DEEPEST = 200
"""Guesses that may follow each other in the search of a proof."""

Set = tuple[int, ...]


class ListedLemma(NamedTuple):
    """No strategy finds ``codes``, places among the secrets, within ``left`` guesses below ``cost``.

    ``only``: the one guess that may be made, if it is given.
    """

    codes: Set
    left: float
    cost: float
    only: int | None = None


class ListedCitation(NamedTuple):
    """A class of a guess costs ``cost`` at least: by lemma ``number``, or by a new one if that is None."""

    told: int
    cost: float
    number: int | None


class _Best(NamedTuple):
    """What is known of a set: it costs ``cost`` at least, and no more if ``is_exact``."""

    cost: float
    is_exact: bool


class Split:
    """A set, and how many classes each guess makes of it."""

    def __init__(self, prover: ListedProver, codes: Set) -> None:
        self.prover, self.codes = prover, codes
        self.weights = [prover.weights[code] for code in codes]
        self.weight = sum(self.weights)
        self.parts = prover.parts(codes)
        members = np.zeros(len(self.parts), np.int64)
        members[[prover.guess_of[code] for code in codes]] = 1
        self.most, self.others = int(self.parts.max()), int((self.parts - members).max())
        own = np.zeros(len(self.parts), np.int64)
        own[[prover.guess_of[code] for code in codes]] = self.weights
        heaviest = np.concatenate([[0], np.cumsum(sorted(self.weights, reverse=True), dtype=np.int64)])
        self.least = 3 * self.weight - 2 * own - heaviest[self.parts - members]
        """What each guess costs at least, as a class costs twice its weight less that of its heaviest."""
        self.sizes: dict[tuple[int, float], float] = {}

    def telling(self, below: float) -> NDArray[np.int64]:
        """Return the guesses that make two classes or more and may cost less than this, best ones first."""
        found = np.flatnonzero(((self.parts > 1) | (len(self.codes) == 1)) & (self.least < below))
        return found[np.argsort(self.least[found], kind="stable")]

    def bound(self, part: Set, left: float) -> float:
        """Return the larger of the size bound and the class bound of a class, for so many guesses."""
        sizes = self.size_bound(part, left)
        return max(sizes, self.prover.class_bound(part, left)) if 3 <= len(part) <= self.most else sizes

    def size_bound(self, part: Set, left: float) -> float:
        """Return the size bound of a class."""
        if self.prover.is_weighted:
            return self._filled([self.prover.weights[code] for code in part], left)
        if (len(part), left) not in self.sizes:
            self.sizes[len(part), left] = self._filled([1] * len(part), left)
        return self.sizes[len(part), left]

    def _filled(self, weights: list[int], left: float) -> float:
        heavy = sorted(weights, reverse=True)
        cost, level, room = 0, 1, 1
        while heavy:
            if level > left or not room:
                return math.inf
            cost += level * sum(heavy[:room])
            heavy, level = heavy[room:], level + 1
            room *= self.others if level > 2 else self.most - 1
        return cost


class ListedProver:
    """What sets of secrets of a listed game cost, exactly or at least.

    ``matrix`` (G, S): feedback numbers, the win the highest, ``win``. ``guess_of`` (S,): the guess that each
    secret is. ``weights`` (S,).
    """

    def __init__(
        self, matrix: NDArray[np.uint8], guess_of: NDArray[np.int32], weights: NDArray[np.int64], win: int
    ) -> None:
        self.matrix, self.win = matrix, win
        self.across = np.ascontiguousarray(matrix.T)
        self.rows = [row.tobytes() for row in matrix]
        self.guess_of, self.weights = guess_of.tolist(), weights.tolist()
        self.is_weighted = max(self.weights) > 1
        self._ones = np.ones(len(self.weights), np.int64)
        self._pairs: dict[tuple[Set, bool], float] = {}
        self._ahead: dict[tuple[Set, float], float] = {}
        self._known: dict[tuple[Set, float], _Best] = {}
        self.searched = 0

    def parts(self, codes: Set) -> NDArray[np.int64]:
        """Return how many classes each guess makes of a set, (G,)."""
        if len(codes) > _FEW:
            places = np.array(codes, np.int64)
            return -scores(PARTS, self.matrix, None, places, self._ones, spend)
        rows = self.across[list(codes)]
        found = np.ones(rows.shape[1], np.uint8)
        for place in range(1, len(codes)):
            new = rows[place] != rows[0]
            for other in range(1, place):
                new &= rows[place] != rows[other]
            found += new
        return found.astype(np.int64)

    def classes(self, codes: Set, guess: int) -> dict[int, Set]:
        """Return a set by the feedback to a guess, without the win."""
        row, parts = self.rows[guess], dict[int, list[int]]()
        for code in codes:
            parts.setdefault(row[code], []).append(code)
        parts.pop(self.win, None)
        return {told: tuple(part) for told, part in parts.items()}

    def class_bound(self, part: Set, left: float) -> float:
        """Return the class bound of a set."""
        key = part, left > 2
        if key not in self._pairs:
            weights = [self.weights[code] for code in part]
            twice, (least, second) = 2 * sum(weights), sorted(weights)[:2]
            cost, lowest = twice, twice - max(weights)
            for code, weight in zip(part, weights, strict=True):
                if cost == lowest:
                    break
                row = self.rows[self.guess_of[code]]
                if len({row[other] for other in part}) == len(part):
                    cost = min(cost, twice - weight)
                elif left > 2:
                    cost = min(cost, twice - weight + (second if weight == least else least))
            self._pairs[key] = cost
        return self._pairs[key]

    def ahead(self, codes: Set, left: float) -> float:
        """Return the bound that a look one guess ahead gives of a set."""
        if len(codes) <= 2:
            weights = [self.weights[code] for code in codes]
            return 2 * sum(weights) - max(weights) if left >= len(codes) else math.inf
        left = left if left < len(codes) else math.inf
        if (codes, left) not in self._ahead:
            here, best = Split(self, codes), math.inf
            for guess in here.telling(math.inf).tolist() if left > 0 else ():
                if here.least[guess] >= best:
                    break
                parts = list(self.classes(codes, guess).values())
                sizes = [here.size_bound(part, left - 1) for part in parts]
                cost = here.weight + sum(sizes)
                for part, size in zip(parts, sizes, strict=True):
                    if cost >= best:
                        break
                    cost += max(0, here.bound(part, left - 1) - size) if len(part) > 2 else 0
                best = min(best, cost)
            self._ahead[codes, left] = best
        return self._ahead[codes, left]

    def at_least(self, codes: Set, left: float) -> float:
        """Return the largest lower bound that is known of a set."""
        left = left if left < len(codes) else math.inf
        known = self._known.get((codes, left))
        return max(self.ahead(codes, left), known.cost if known else 0)

    def cost(self, codes: Set, left: float, target: float, depth: int = 0) -> float:
        """Return what a set costs, or ``target`` or more if it costs so much."""
        if depth > _DEEPEST:
            raise LimitError("a proof of this game is deeper than the search for it can go")
        left = left if left < len(codes) else math.inf
        known = self._known.get((codes, left))
        bound = self.at_least(codes, left)
        if bound >= target or len(codes) <= 2 or (known and known.is_exact):
            return bound
        spend(len(codes) * len(self.rows))
        self.searched += 1
        here, best = Split(self, codes), target
        for guess in here.telling(target).tolist():
            if here.least[guess] >= best or best <= bound:
                break
            best = min(best, self.sharpened(here, guess, left, best, depth))
        self._known[codes, left] = _Best(best, best < target)
        return best

    def sharpened(self, here: Split, guess: int, left: float, target: float, depth: int = 0) -> float:
        """Return what a guess costs, or ``target`` or more if it costs so much."""
        parts = sorted(self.classes(here.codes, guess).values(), key=len)
        bounds = [here.bound(part, left - 1) for part in parts]
        total: float = here.weight + sum(bounds)
        for improved in (self.ahead, self.at_least):
            for place in reversed(range(len(parts))):  # the largest classes gain the most
                if total >= target:
                    return total
                more = improved(parts[place], left - 1)
                if more > bounds[place]:
                    total += more - bounds[place]
                    bounds[place] = more
        for place, part in enumerate(parts):
            if total >= target:
                return total
            if total < math.inf:
                more = self.cost(part, left - 1, target - (total - bounds[place]), depth + 1)
                total += max(0, more - bounds[place])
        return total


class ListedLemmas:
    """Proves ``root``, in steps, one a lemma in the order of their numbers; what is cited for the first time
    takes the next number. A function of the root alone.

    Raises:
        StrategyError: If the root is not true.
    """

    def __init__(self, prover: ListedProver, root: ListedLemma) -> None:
        self.prover = prover
        self.open = deque([root])
        self.count = 1
        self.known: dict[Set, list[tuple[int, ListedLemma]]] = {}

    def steps(self) -> Iterator[list[tuple[int, list[ListedCitation]]]]:
        """Yield the treated guesses of lemma 0, 1, 2, ..., each with what it cites."""
        done = 0
        while self.open:
            yield self._prove(self.open.popleft())
            done += 1
            report("lemmas", done, self.count)

    def _prove(self, lemma: ListedLemma) -> list[tuple[int, list[ListedCitation]]]:
        if lemma.left <= 0:
            return []
        prover, here = self.prover, Split(self.prover, lemma.codes)
        pool = here.telling(lemma.cost).tolist() if lemma.only is None else [lemma.only]
        treatments = []
        seen = set[tuple[bool, tuple[Set, ...]]]()
        for place, guess in enumerate(pool):
            if self.count == 1:
                report("guesses", place, len(pool))
            classes = prover.classes(lemma.codes, guess)
            bounds = {told: here.bound(part, lemma.left - 1) for told, part in classes.items()}
            if self._is_settled(lemma, here, classes, bounds):
                continue
            shape = len(classes) < here.parts[guess], tuple(sorted(classes.values()))
            if shape not in seen:
                seen.add(shape)
                treatments.append((guess, self._cite(lemma, here, guess, classes, bounds)))
            spend(len(classes))
        return treatments

    def _is_settled(
        self, lemma: ListedLemma, here: Split, classes: dict[int, Set], bounds: dict[int, float]
    ) -> bool:
        """Tell whether a guess costs enough without lemmas; raise the bounds by looks ahead until it does."""
        cost = here.weight + sum(bounds.values())
        for told in sorted(classes, key=lambda told: -len(classes[told])):
            if cost >= lemma.cost:
                return True
            more = self.prover.ahead(classes[told], lemma.left - 1)
            if more > bounds[told]:
                cost += more - bounds[told]
                bounds[told] = more
        return bool(cost >= lemma.cost)

    def _cite(
        self,
        lemma: ListedLemma,
        here: Split,
        guess: int,
        classes: dict[int, Set],
        bounds: dict[int, float],
    ) -> list[ListedCitation]:
        """Return what a guess must cite to cost enough: smallest classes first, less what is not needed."""
        prover, left = self.prover, lemma.left - 1
        if prover.sharpened(here, guess, lemma.left, lemma.cost) < lemma.cost:
            raise StrategyError("the tree is not optimal: there is a guess that costs less")
        better = {told: prover.at_least(part, left) for told, part in classes.items()}
        gains = {told: better[told] - bounds[told] for told in classes if better[told] > bounds[told]}
        missing, chosen = lemma.cost - here.weight - sum(bounds.values()), list[int]()
        for told in sorted(gains, key=lambda told: (len(classes[told]), told)):
            if missing <= 0:
                break
            chosen.append(told)
            missing -= gains[told]
        for told in reversed(chosen[:-1]):
            if missing + gains[told] <= 0:
                chosen.remove(told)
                missing += gains[told]
        citations = []
        for told in sorted(chosen):
            spare = -missing if missing < 0 and len(classes[told]) > _LARGE else 0
            cost = better[told] - min(spare, gains[told]) if better[told] < math.inf else math.inf
            missing += better[told] - cost if better[told] < math.inf else 0
            citations.append(self._citation(told, ListedLemma(classes[told], max(0, left), cost)))
        return citations

    def _citation(self, told: int, lemma: ListedLemma) -> ListedCitation:
        for number, known in self.known.get(lemma.codes, ()):
            if known.cost >= lemma.cost and known.left >= lemma.left:
                return ListedCitation(told, known.cost, number)
        self.known.setdefault(lemma.codes, []).append((self.count, lemma))
        self.open.append(lemma)
        self.count += 1
        return ListedCitation(told, lemma.cost, None)
