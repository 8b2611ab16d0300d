"""The proof of a lower bound, as lemmas: which are needed, and which others each one cites."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pegwise.engine.enumerated.guesses_to_prove import NEVER, UNLIMITED, Asked, Class, Prover
from pegwise.errors import StrategyError
from pegwise.limit import spend
from pegwise.optimal.certificate_costs import UNIT, cost_of, next_cost, pair_of
from pegwise.optimal.set_symmetry import Renaming, renamings_of
from pegwise.progress import report

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from pegwise.engine.enumerated.guesses_to_prove import Treatment
    from pegwise.rules import Rules

    Numbers = NDArray[np.int32]


_LARGE = 30
"""Of sets larger than this no more is proved than is needed; about here proofs are smallest (4x5, 4x6)."""


class Values(Protocol):
    """Whoever knows what positions cost: the search. The totals are 0 where guesses cost nothing.

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


@dataclass(frozen=True, slots=True)
class Lemma:
    """No strategy finds ``codes`` below ``cost`` within ``left`` guesses, ``free`` of them any codes.

    ``path``: the guesses that led here; ``only``: the one guess that may be made, if it is given.
    """

    codes: Numbers
    left: float
    free: float
    cost: float
    last: bool
    path: tuple[int, ...]
    only: int | None = None


class Citation(NamedTuple):
    """A class of a guess costs ``cost`` at least: by lemma ``number``, which is new without a renaming."""

    told: int
    cost: float
    number: int
    renaming: Renaming | None


class Step(NamedTuple):
    """How one lemma is proved: guesses alike by ``symmetries``, and the guesses that need further lemmas."""

    symmetries: list[Renaming]
    treatments: list[tuple[int, list[Citation]]]


class _Known(NamedTuple):
    """A lemma to cite for sets alike, and the renaming of its set to the canonical one."""

    number: int
    left: float
    free: float
    cost: float
    renaming: bytes


class _Option(NamedTuple):
    """A way to raise the bound of one class: a lemma there is, or a new one about ``size`` candidates."""

    gain: float
    size: int
    cost: float
    part: Class
    known: _Known | None


class Lemmas:
    """Proves ``roots``, in steps, one a lemma in the order of their numbers; what is cited for the first time
    takes the next number. A function of the roots and the exact values alone. A guess costs ``unit``.

    Raises :class:`~pegwise.errors.StrategyError` if a root is not true.
    """

    def __init__(self, rules: Rules, values: Values, roots: list[Lemma], unit: float = UNIT) -> None:
        self.rules, self.values, self.unit = rules, values, unit
        self.prover = Prover(rules)
        self.open: deque[Lemma] = deque(roots)
        self.count = len(roots)
        self.known: dict[bytes, list[_Known]] = {}
        self._exact: dict[tuple[float, float, bool], dict[bytes, float]] = {}
        self._renamings = lru_cache(maxsize=16)(lambda path: renamings_of(rules, self.prover.codes, path))

    def steps(self) -> Iterator[Step]:
        """The proofs of lemma 0, 1, 2, ..."""
        done = 0
        while self.open:
            yield self._prove(self.open.popleft())
            done += 1
            spend(0)
            report("lemmas", done, self.count)

    def _prove(self, lemma: Lemma) -> Step:
        given = self._renamings(lemma.path) if len(lemma.codes) > _LARGE else []
        symmetries, found = self.prover.treatments(_asked(lemma, self.unit), given)
        treatments = []
        for treatment in found:
            options = self._cite(lemma, treatment)
            cited = [self._citation(lemma, treatment.guess, option) for option in options]
            treatments.append((treatment.guess, cited))
        return Step([Renaming.read(one, self.rules.pegs) for one in symmetries], treatments)

    def _add(self, lemma: Lemma, guess: int, option: _Option) -> None:
        """Gives the next number to the new lemma about a class of a guess."""
        left, free, part = lemma.left - 1, max(0, lemma.free - 1), option.part
        known = _Known(self.count, left, free, option.cost, part.renaming)
        self.known.setdefault(part.key, []).append(known)
        self.open.append(Lemma(part.codes, left, free, option.cost, lemma.last, (*lemma.path, guess)))
        self.count += 1

    def _citation(self, lemma: Lemma, guess: int, option: _Option) -> Citation:
        part, known = option.part, option.known
        if known is None:
            self._add(lemma, guess, option)
            return Citation(part.told, option.cost, self.count - 1, None)
        onto = Renaming.read(part.renaming, self.rules.pegs)
        back = Renaming.read(known.renaming, self.rules.pegs).inverse()
        return Citation(part.told, option.cost, known.number, onto.then(back))

    def _cite(self, lemma: Lemma, treatment: Treatment) -> list[_Option]:
        """The citations that make the guess cost enough: lemmas there are, then new ones of small sets."""
        missing = lemma.cost - _cost(treatment.cost)
        options = [self._from_known(lemma, part) for part in treatment.classes]
        gained = sum(option.gain for option in options)
        for at in sorted(range(len(options)), key=lambda at: len(options[at].part.codes)):
            if gained >= missing:
                break
            others = gained - options[at].gain
            better = self._ask(lemma, options[at].part, missing - others)
            if better.gain > options[at].gain:
                options[at], gained = better, others + better.gain
        if gained < missing:
            raise StrategyError("the values do not prove that the strategy is optimal")
        return _fewest(options, missing)

    def _from_known(self, lemma: Lemma, part: Class) -> _Option:
        """What the best of the lemmas there are adds to the cheap bound of a class."""
        best, bound = _Option(0.0, 0, 0.0, part, None), _cost(part.bound)
        for known in self.known.get(part.key, ()):
            if known.left < lemma.left - 1 or known.free < max(0, lemma.free - 1):
                continue
            gain = _gain(known.cost, bound)
            if gain > best.gain:
                best = _Option(gain, 0, known.cost, part, known)
        return best

    def _ask(self, lemma: Lemma, part: Class, missing: float) -> _Option:
        """What the value of a class adds to its cheap bound.

        Small sets come up again and again, so their exact values are worth a proof; of a large one no more is
        proved than what is ``missing``, if it has that.
        """
        left = None if math.isinf(lemma.left) else int(lemma.left) - 1
        bound, made, size = _cost(part.bound), len(lemma.path) + 1, len(part.codes)
        cost = next_cost(bound + missing, size, self.unit)
        large = size > _LARGE
        if not (large and self.values.at_least(part.codes, made, left, lemma.last, pair_of(cost))):
            cost = self._value(lemma, part, made, left)
        return _Option(_gain(cost, bound), size, cost, part, None)

    def _value(self, lemma: Lemma, part: Class, made: int, left: int | None) -> float:
        """The exact cost of a class; sets alike are asked for once."""
        kept = self._exact.setdefault((lemma.left, lemma.free, lemma.last), {})
        if part.key not in kept:
            kept[part.key] = cost_of(self.values.cost(part.codes, made, left, lemma.last))
        return kept[part.key]


def _asked(lemma: Lemma, unit: float) -> Asked:
    """The lemma in the words of the kernels."""
    return Asked(
        lemma.codes,
        UNLIMITED if math.isinf(lemma.left) else int(lemma.left),
        lemma.free > 0,
        NEVER if math.isinf(lemma.cost) else int(lemma.cost),
        -1 if lemma.only is None else lemma.only,
        int(unit),
    )


def _cost(cost: int) -> float:
    """A cost of the kernels, infinite where there is no way."""
    return math.inf if cost >= NEVER else float(cost)


def _gain(cost: float, cheap: float) -> float:
    return 0.0 if math.isinf(cheap) else cost - cheap


def _fewest(options: list[_Option], missing: float) -> list[_Option]:
    """Leave out what is not needed, the largest new lemmas first."""
    kept = sorted(
        (option for option in options if option.gain > 0), key=lambda option: (option.size, -option.gain)
    )
    for option in reversed(list(kept)):
        if sum(other.gain for other in kept if other is not option) >= missing:
            kept.remove(option)
    return kept
