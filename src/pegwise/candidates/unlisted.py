"""Candidates that are too many to list: found by search, and drawn by a walk."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from math import exp, inf, log
from random import Random
from typing import TYPE_CHECKING

from pegwise.candidates.base import Candidates
from pegwise.candidates.enumerated import is_listable, listed_candidates
from pegwise.engine.code_space import Columns, blocks, rows_of
from pegwise.engine.unlimited import candidate_count
from pegwise.engine.unlimited.candidate_count import MAX_STATES
from pegwise.engine.unlimited.consistent_codes import ConstraintSearch
from pegwise.engine.unlimited.halves import met
from pegwise.engine.unlimited.sample import Drawn, agreement, draw, estimate
from pegwise.engine.unlimited.sat_proof import CONFLICTS, Prover
from pegwise.engine.unlimited.walk import Walk
from pegwise.errors import LimitError
from pegwise.exactness import Count
from pegwise.limit import LimitReached, limited, seconds_left, share_of_limit, spend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pegwise.rules import Code, Row, Rules

_AT_FIRST, _AT_LAST = 2_000, 200_000
"""Prefixes that an exact search may look at before a walk is tried, and after it."""
_BETWEEN = 10_000_000
"""Prefixes that may be looked at between one candidate and the next: some ten seconds."""
_MEETING, _QUICK_MEETING = 1.5, 0.3
"""Nominal seconds that two halves of the pegs may take to meet; and if something else may be quicker."""
_SEARCH = 20_000_000
"""Changes that a walk tries to find a first candidate: about half a second."""
_HURRIED, _LITTLE = 128, 100_000
"""Candidates drawn, and changes tried to find them, if no time is left: some milliseconds."""
_FEW, _MANY = 1_000_000, 1 << 24
"""Changes for a sample of any size, and at most; each code of it adds some."""
_MOVES, _QUICK_MOVES = 1_500_000, 100_000
"""Changes of each walk of an estimate; within a limit there is a quick one first."""
_LEAST = 0.01
"""Seconds that counting had at least when a limit ended it."""
_DIGITS = 15
"""Digits of an estimate that are worked out."""
_TOGETHER = 1 << 9
"""Codes that are named between two looks at the clock."""
_COMPARED = 400
"""Codes in each of two samples that are compared."""
_PROVED = 300
"""Candidates that a walk finds, at most, if a proof is tried that there are no more."""
_EACH = 2_000
"""Changes tried for each code of a sample."""


class ConstraintCandidates(Candidates):
    """Candidates found by search and drawn by a walk; the codes are never listed."""

    def __init__(self, rules: Rules, history: tuple[Row, ...]) -> None:
        self.rules, self.history = rules, history
        self._rows = tuple(rows_of(history))
        self._count = Count(rules.size, "upper")
        self._counted, self._given = 0.0, -inf
        """The effort with which counting is done; and the seconds it had when a limit ended it before."""
        self._fits: bool | None = None
        self._met: Code | None = None
        self._some: list[Code] = []
        self._sought = self._decided = False
        self._agreement: float | None = None
        self._listed: dict[tuple[int, int], list[Code] | None] = {}

    def count(self, effort: float = 1.0) -> Count:
        """Count the candidates: exactly with a table, else by an estimate from walks, with an interval.

        ``effort`` multiplies the work: the size of the table, and the length of the walks. It takes half of a
        limit in force. If that ends it, the result is an upper bound.
        """
        left = seconds_left()
        if self._counted >= effort or (left is not None and left <= 2 * self._given):
            return self._count
        try:
            with share_of_limit(0.5):
                for better in self._counts(effort):
                    self._count = better
                self._counted = inf if self._count.known == "exact" else effort
        except LimitReached:
            self._given = max(_LEAST, left or 0.0)
        return self._count

    def _counts(self, effort: float) -> Iterator[Count]:
        rules, rows = self.rules, self._rows
        won = next((row.guess for row in self.history if row.feedback == rules.win), None)
        if won is not None:
            yield Count(int(won in self), "exact")
            return
        quick = met(rules, rows, _QUICK_MEETING)
        if quick is not None:
            yield Count(quick.total, "exact")
            return
        if seconds_left() is not None and len(rows) > 1 and self._count.known == "upper":
            yield from self._estimated(_QUICK_MOVES)
        exact = candidate_count.exact_count(rules, rows, int(effort * MAX_STATES))
        if exact is None and (slow := met(rules, rows, effort * _MEETING)) is not None:
            exact = slow.total
        if exact is not None:
            yield Count(exact, "exact")
            return
        if is_listable(rules, self.history) and seconds_left() is None:
            yield listed_candidates(rules, self.history).count()
            return
        yield from self._estimated(int(effort * _MOVES))
        if self._count.known == "sampled":
            return
        least = rules.size
        for bound in candidate_count.upper_bounds(rules, rows, int(effort * MAX_STATES) // 6):
            least = min(least, bound)
            yield Count(least, "upper")

    def _estimated(self, moves: int) -> Iterator[Count]:
        about = estimate(self.rules, self._rows, moves=moves)
        if about is not None:
            size, top = self.rules.size, log(self.rules.size)
            low, value, high = (min(size, max(1, _whole(min(top, each)))) for each in about)
            yield Count(value, "sampled", low, high)

    def __contains__(self, code: object) -> bool:
        wanted = self._wanted(code)
        return wanted is not None and all(
            self.rules.feedback(wanted, guess) == feedback for guess, feedback in self.history
        )

    def _all(self) -> Columns | None:
        """Return all candidates as columns, the lowest first; None if they are many, or not soon found."""
        found = met(self.rules, self._rows, _MEETING)
        return None if found is None else found.codes

    def __iter__(self) -> Iterator[Code]:
        if (every := self._all()) is not None:
            for some in blocks(every.shape[1], _TOGETHER):
                yield from self._codes(every[:, some])
            return
        if is_listable(self.rules, self.history) and seconds_left() is None:
            yield from listed_candidates(self.rules, self.history)
            return
        for code in ConstraintSearch(self.rules, self._rows).codes(limit=_BETWEEN, renewed=True):
            yield self._code(code)

    def listed(self, most: int, prefixes: int = _AT_LAST) -> list[Code] | None:
        """List all candidates, the lowest first; None if they are more than ``most``, or not all are known.

        A search of so many prefixes shows that there are no more or, if a walk finds few, a proof.
        """
        asked = most, prefixes
        if (every := self._all()) is not None:
            return self._codes(every) if every.shape[1] <= most else None
        if asked not in self._listed:
            search = ConstraintSearch(self.rules, self._rows)
            try:
                found = [self._code(code) for code in islice(search.codes(limit=prefixes), most + 1)]
                self._listed[asked] = found if len(found) <= most else None
            except LimitReached:
                raise
            except LimitError:
                self._listed[asked] = self._proved(most)
        return self._listed[asked]

    def _proved(self, most: int) -> list[Code] | None:
        """Return all of them if a walk finds few and it is proved that there are not many more; or None."""
        drawn = self.drawn(_PROVED)
        most = min(most, 2 * _PROVED)
        if not drawn.is_all or len(drawn.codes) > most:
            return None
        try:
            others = Prover(self.rules, self._rows).others(drawn.codes, CONFLICTS)
            found = [*drawn.codes, *islice(others, most + 1 - len(drawn.codes))]
        except LimitReached:
            raise
        except LimitError:
            return None
        return None if len(found) > most else [self._code(code) for code in sorted(found)]

    def _lowest(self, prefixes: int) -> tuple[int, ...] | None:
        """Return the lowest candidate; None if there is none. LimitError if it takes more prefixes."""
        return next(ConstraintSearch(self.rules, self._rows).codes(limit=prefixes), None)

    def exist(self) -> bool | None:
        """Tell whether there is a candidate: a walk finds one, or a search or a proof ends.

        The result is None if bounded work does not tell.

        Raises:
            LimitReached: If a limit in force ends the work first.
        """
        if self._met is not None:
            return True
        if not self._decided and (seconds_left() is None or not self._sought):
            self._fits = self._decide()
            self._decided = self._sought = True
        return self._fits

    def example(self) -> Code | None:
        """Return a candidate that was found; None if there is none, or bounded work found none."""
        return self._met if self.exist() else None

    def _decide(self) -> bool | None:
        """Tell whether there is a candidate: by a walk and a search, a proof, a longer walk and search."""
        walk = Walk(self.rules, self._rows, "possible")
        ways: tuple[tuple[int, Callable[[], tuple[int, ...] | None]], ...] = (
            (_LITTLE, self._met_first),
            (0, lambda: self._lowest(_AT_FIRST)),
            (0, lambda: Prover(self.rules, self._rows).settle(range(len(self._rows)), CONFLICTS).code),
            (_SEARCH, lambda: self._lowest(_AT_LAST)),
        )
        for moves, settle in ways:
            try:
                found = walk.first(moves) or settle()
            except LimitReached:
                raise
            except LimitError:
                continue
            self._met = None if found is None else self._code(found)
            return found is not None
        return None

    def _met_first(self) -> tuple[int, ...] | None:
        """Return the lowest candidate, or None if there is none, where all candidates are soon found."""
        every = self._all()
        if every is None:
            raise LimitError("there are too many candidates, or states of half a code, to list them")
        return tuple(every[:, 0].tolist()) if every.size else None

    def sample(self, number: int, seed: int | str = 0, *, whole: bool = False) -> list[Code]:
        """Draw ``number`` candidates, all different; fewer if fewer are found.

        Every candidate is equally likely if all can be listed. Otherwise a walk finds them, in
        which all are about equally likely. It takes half of a limit in force, unless the sample is to be
        ``whole``.

        Raises:
            LimitReached: If not one is found in time.
        """
        try:
            with share_of_limit(1.0 if whole else 0.5):
                if (every := self._all()) is not None:
                    size = every.shape[1]
                    return self._codes(every[:, Random(seed).sample(range(size), min(number, size))])
                drawn = self.drawn(number, seed)
                if not drawn.codes or (whole and len(drawn.codes) < number and not drawn.is_all):
                    spend(0)  # was it a limit that ended it?
                codes = self._codes(drawn.columns) if drawn.codes else []
        except LimitReached:
            codes = self._hurried()[:number]
            if whole or not codes:
                raise
        self._met = codes[0] if codes else self._met
        return codes or ([self._met] if self._met else [])

    def drawn(self, number: int, seed: int | str = 0) -> Drawn:
        """Draw as :meth:`sample` does, with what is known of the drawing.

        If no candidate was found, the result has a code near to the rows.
        """
        drawing = _kept if seconds_left() is None else draw  # a sample may be cut short by a limit
        return drawing(self.rules, self._rows, seed, number, min(_MANY, _FEW + _EACH * number), _SEARCH)

    def agreement(self) -> float | None:
        """Measure how far two independent walks agree on the candidates; None if one of them found none.

        A sample of candidates is worth this share of its size, compared with one in which every candidate is
        equally likely; see :func:`~pegwise.engine.unlimited.sample.agreement`. It takes a fraction of a
        second; a limit in force may end it.
        """
        if self._agreement is None:
            one, other = (self.drawn(_COMPARED, f"chain {chain}") for chain in (1, 2))
            if not one.codes or not other.codes:
                return None
            alike = one.is_all and other.is_all and set(one.codes) == set(other.codes)
            self._agreement = 1.0 if alike else agreement(one.columns, other.columns)
        return self._agreement

    def _hurried(self) -> list[Code]:
        """Return some candidates, if a short walk found any; it is made once, even if no time is left."""
        if self._met is None and not self._sought:
            self._sought = True
            with limited(None):
                drawn = draw(self.rules, self._rows, "hurried", _HURRIED, _LITTLE, _LITTLE)
            self._some = self._codes(drawn.columns) if drawn.codes else []
            self._met = self._some[0] if self._some else None
        return self._some or ([self._met] if self._met else [])

    def know(self, code: Code | None) -> None:
        """Take this code for a candidate that was found; None says that a short search would find none."""
        self._met, self._sought = code or self._met, True


def _whole(logarithm: float) -> int:
    """Return the number with this natural logarithm, to some digits, however large."""
    power = max(0, int(logarithm / log(10)) - _DIGITS)
    return int(exp(logarithm - power * log(10)) + 0.5) * int(10**power)


_kept = lru_cache(maxsize=4)(draw)
"""The samples that were drawn last: hints and partitions need the same."""
