"""The proof of a lower bound, as lemmas: which are needed, and which others each one cites."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pegwise.errors import StrategyError
from pegwise.optimal.alike import Renaming, canonical
from pegwise.optimal.costs import cost_of, next_cost, pair_of
from pegwise.optimal.orbits import Orbits
from pegwise.optimal.splits import Answers, Split
from pegwise.progress import report

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pegwise.optimal.splits import Numbers
    from pegwise.rules import Rules

__all__ = ["Citation", "Lemma", "Lemmas", "Step", "Values"]


_LARGE = 30
"""Of sets larger than this no more is proved than is needed; about here proofs are smallest (4x5, 4x6)."""


class Values(Protocol):
    """Whoever knows what positions cost: the search.

    ``codes`` are code numbers, ascending; ``made`` the guesses made so far, ``left`` those still allowed, or
    None for any number.
    """

    def cost(self, codes: Numbers, made: int, left: int | None, last: bool) -> tuple[int, int] | None:
        """The least total of ``codes`` and, if ``last``, the fewest found with the last guess at that total
        (else 0); None where there is no way."""

    def at_least(
        self, codes: Numbers, made: int, left: int | None, last: bool, target: tuple[int, int] | None
    ) -> bool:
        """Tell whether the cost is ``target`` or more; None for a target means that there is no way."""


@dataclass(frozen=True)
class Lemma:
    """No strategy finds ``codes`` below ``cost`` within ``left`` guesses, ``free`` of them any codes.

    ``path``: the guesses that led here; ``only``: the one guess that may be made, if it is laid down.
    """

    codes: Numbers
    left: float
    free: float
    cost: float
    last: bool
    path: tuple[int, ...]
    only: int | None = None


class Citation(NamedTuple):
    """A class of a guess costs ``cost`` at least: by lemma ``number`` after ``renaming``, or a new lemma."""

    told: int
    cost: float
    number: int | None
    renaming: Renaming | None


class Step(NamedTuple):
    """How one lemma is proved: guesses alike by ``symmetries``, and the guesses that need further lemmas."""

    symmetries: list[Renaming]
    treatments: list[tuple[int, list[Citation]]]


class _Known(NamedTuple):
    """A lemma to cite for sets alike."""

    number: int
    lemma: Lemma
    renaming: Renaming


class _Option(NamedTuple):
    """A way to raise the bound of one class."""

    gain: float
    size: int
    citation: Citation


class Lemmas:
    """Proves ``roots``, in steps, one a lemma in the order of their numbers; what is cited for the first time
    takes the next number. A function of the roots and the exact values alone.

    Raises :class:`~pegwise.errors.StrategyError` if a root is not true.
    """

    def __init__(self, rules: Rules, values: Values, roots: list[Lemma]) -> None:
        self.rules, self.values = rules, values
        self.answers = Answers(rules)
        self.count = 0
        self.open: deque[Lemma] = deque()
        self.known: dict[bytes, list[_Known]] = {}
        self.labels: dict[bytes, tuple[bytes, Renaming]] = {}
        for root in roots:
            self._add(root)

    def steps(self) -> Iterator[Step]:
        """The proofs of lemma 0, 1, 2, ..."""
        done = 0
        while self.open:
            yield self._prove(self.open.popleft())
            done += 1
            report("lemmas", done, self.count)

    def _add(self, lemma: Lemma) -> None:
        if lemma.only is None:
            key, renaming = self._label(lemma.codes)
            self.known.setdefault(key, []).append(_Known(self.count, lemma, renaming))
        self.open.append(lemma)
        self.count += 1

    def _label(self, codes: Numbers) -> tuple[bytes, Renaming]:
        raw = codes.tobytes()
        if raw not in self.labels:
            self.labels[raw] = canonical(self.answers.codes[:, codes], self.rules.colors)
        return self.labels[raw]

    def _prove(self, lemma: Lemma) -> Step:
        split = Split(self.answers, lemma.codes, lemma.left, lemma.free)
        symmetries, guesses = self._different(lemma, split)
        treatments = []
        for guess in guesses:
            citations = self._cite(lemma, split, guess)
            treatments.append((guess, citations))
            for citation in citations:
                if citation.number is None:
                    self._add(self._child(lemma, split, guess, citation.told, citation.cost))
        return Step(symmetries, treatments)

    def _different(self, lemma: Lemma, split: Split) -> tuple[list[Renaming], list[int]]:
        """The guesses that need treatment, and renamings of the history that spare others of them."""
        doubtful = split.doubtful(lemma.cost, lemma.only)
        plain = _unlike(split, doubtful, range(len(self.answers.table)))
        if len(plain) < 2:
            return [], plain
        orbits = Orbits(self.rules, self.answers.codes, lemma.path)
        spared = _unlike(split, doubtful, orbits.lowest.tolist())
        return (orbits.used, spared) if len(spared) < len(plain) else ([], plain)

    def _child(self, lemma: Lemma, split: Split, guess: int, told: int, cost: float) -> Lemma:
        codes = split.classes(guess)[told]
        return Lemma(codes, lemma.left - 1, max(0, lemma.free - 1), cost, lemma.last, (*lemma.path, guess))

    def _cite(self, lemma: Lemma, split: Split, guess: int) -> list[Citation]:
        """The citations that make ``guess`` cost enough: lemmas there are, then new ones of small sets."""
        missing = lemma.cost - split.now(guess) - split.cheap(guess)
        classes = {told: codes for told, codes in split.classes(guess).items() if len(codes) > 2}
        options = {told: self._from_known(lemma, split, told, codes) for told, codes in classes.items()}
        for told, codes in sorted(classes.items(), key=lambda item: len(item[1])):
            if _sum(options) >= missing:
                break
            others = _sum(options) - options[told].gain
            better = self._ask(lemma, split, told, codes, missing - others)
            if better.gain > options[told].gain:
                options[told] = better
        if _sum(options) < missing:
            raise StrategyError("the values do not prove that the strategy is optimal")
        return _fewest(list(options.values()), missing)

    def _from_known(self, lemma: Lemma, split: Split, told: int, codes: Numbers) -> _Option:
        """What the best of the lemmas there are adds to the cheap bound of a class."""
        key, renaming = self._label(codes)
        best = _Option(0.0, 0, Citation(told, 0.0, None, None))
        for known in self.known.get(key, ()):
            other = known.lemma
            if other.left < lemma.left - 1 or other.free < max(0, lemma.free - 1):
                continue
            gain = _gain(other.cost, split.class_cost(codes))
            if gain > best.gain:
                onto = renaming.then(known.renaming.inverse())
                best = _Option(gain, 0, Citation(told, other.cost, known.number, onto))
        return best

    def _ask(self, lemma: Lemma, split: Split, told: int, codes: Numbers, missing: float) -> _Option:
        """What the value of a class adds to its cheap bound.

        Small sets come up again and again, so their exact values are worth a proof; of a large one no more is
        proved than what is ``missing``, if it has that.
        """
        left = None if math.isinf(lemma.left) else int(lemma.left) - 1
        cheap, made = split.class_cost(codes), len(lemma.path) + 1
        cost = next_cost(cheap + missing, len(codes))
        large = len(codes) > _LARGE
        if not (large and self.values.at_least(codes, made, left, lemma.last, pair_of(cost))):
            cost = cost_of(self.values.cost(codes, made, left, lemma.last))
        return _Option(_gain(cost, cheap), len(codes), Citation(told, cost, None, None))


def _unlike(split: Split, guesses: list[int], orbits: Sequence[int]) -> list[int]:
    """Those of ``guesses`` that differ in shape and in orbit from all that are kept before them."""
    kept: list[int] = []
    shapes, met = set[bytes](), set[int]()
    for guess in guesses:
        shape, orbit = split.shape(guess), orbits[guess]
        if shape not in shapes and orbit not in met:
            kept.append(guess)
            shapes.add(shape)
            met.add(orbit)
    return kept


def _gain(cost: float, cheap: float) -> float:
    return 0.0 if math.isinf(cheap) else cost - cheap


def _sum(options: dict[int, _Option]) -> float:
    return sum(option.gain for option in options.values())


def _fewest(options: list[_Option], missing: float) -> list[Citation]:
    """Leave out what is not needed, the largest new lemmas first."""
    kept = sorted(
        (option for option in options if option.gain > 0), key=lambda option: (option.size, -option.gain)
    )
    for option in reversed(list(kept)):
        if sum(other.gain for other in kept if other is not option) >= missing:
            kept.remove(option)
    return [option.citation for option in kept]
