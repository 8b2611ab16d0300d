"""What a row tells, as sums: the numbers of hits, of black hits, of white hits, and of pegs without a hit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from operator import sub
from typing import TYPE_CHECKING

from pegwise.analysis.code_facts import Fact
from pegwise.analysis.deduction_knowledge import Knowledge, Step
from pegwise.analysis.deduction_text import Lead
from pegwise.limit import spend

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pegwise.rules import Row, Rules

    Bounds = tuple[list[int], list[int]]
    Conclusion = tuple[Sequence[Fact], Sequence[Fact]]


class Sum(ABC):
    """Terms whose sum is ``total``; ``lead`` says why."""

    total: int
    lead: Lead

    @abstractmethod
    def bounds(self, known: Knowledge) -> Bounds:
        """Return the least and the most of each term."""

    @abstractmethod
    def why_least(self, known: Knowledge, term: int) -> Iterable[Fact]:
        """Return the facts that the least of a term, above 0, rests on."""

    @abstractmethod
    def why_most(self, known: Knowledge, term: int) -> Iterable[Fact]:
        """Return the facts that the most of a term rests on."""

    @abstractmethod
    def at_most(self, known: Knowledge, term: int, value: int) -> Iterator[Conclusion]:
        """Iterate over what follows if a term is at most ``value``, each with the facts that it needs."""

    @abstractmethod
    def at_least(self, known: Knowledge, term: int, value: int) -> Iterator[Conclusion]:
        """Iterate over what follows if a term is at least ``value``."""

    def steps(self, known: Knowledge) -> Iterator[Step]:
        """Iterate over the steps that the sum allows now; a contradiction ends them."""
        least, most = self.bounds(known)
        room, lack = self.total - sum(least), sum(most) - self.total
        terms = range(len(least))
        if room < 0:
            yield Step(known.rules, self.lead, self._least_of(known, (t for t in terms if least[t])))
        elif lack < 0:
            yield Step(known.rules, self.lead, self._most_of(known, terms))
        elif max(map(sub, most, least)) > min(room, lack):  # else no term is bounded any further
            yield from self._bounded(known, least, most, room, lack)

    def _bounded(
        self, known: Knowledge, least: list[int], most: list[int], room: int, lack: int
    ) -> Iterator[Step]:
        for term, (low, high) in enumerate(zip(least, most, strict=True)):
            spend(0)
            if high - low <= min(room, lack):
                continue
            others = [other for other in range(len(least)) if other != term]
            if low + room < high:
                for more, so in self.at_most(known, term, low + room):
                    because = self._least_of(known, (other for other in others if least[other]))
                    yield Step(known.rules, self.lead, _joined(because, more), tuple(so))
            if high - lack > low:
                for more, so in self.at_least(known, term, high - lack):
                    yield Step(known.rules, self.lead, _joined(self._most_of(known, others), more), tuple(so))

    def _least_of(self, known: Knowledge, terms: Iterable[int]) -> tuple[Fact, ...]:
        return _joined(*(self.why_least(known, term) for term in terms))

    def _most_of(self, known: Knowledge, terms: Iterable[int]) -> tuple[Fact, ...]:
        return _joined(*(self.why_most(known, term) for term in terms))


def _joined(*parts: Iterable[Fact]) -> tuple[Fact, ...]:
    return tuple(dict.fromkeys(fact for part in parts for fact in part))


class _Counts(Sum):
    """How often colors occur: each counts beyond ``free`` times, and up to ``most`` times.

    Hits are how often the colors of the guess occur, up to as often as they are in it. Pegs without a hit are
    how often colors occur beyond that.
    """

    def __init__(self, total: int, lead: Lead, colors: Sequence[tuple[int, int, int]]) -> None:
        self.total, self.lead, self.colors = total, lead, colors

    def bounds(self, known: Knowledge) -> Bounds:
        return (
            [max(0, min(known.low[color], most) - free) for color, free, most in self.colors],
            [max(0, min(known.high[color], most) - free) for color, free, most in self.colors],
        )

    def why_least(self, known: Knowledge, term: int) -> Iterable[Fact]:
        color, _, most = self.colors[term]
        return [Fact("least", color, min(known.low[color], most))]

    def why_most(self, known: Knowledge, term: int) -> Iterable[Fact]:
        color, free, most = self.colors[term]
        count = max(known.high[color], free)
        return [Fact("most", color, count)] if count < most else []

    def at_most(self, known: Knowledge, term: int, value: int) -> Iterator[Conclusion]:
        color, free, _ = self.colors[term]
        yield (), [Fact("most", color, free + value)]

    def at_least(self, known: Knowledge, term: int, value: int) -> Iterator[Conclusion]:
        color, free, _ = self.colors[term]
        yield (), [Fact("least", color, free + value)]


class _Blacks(Sum):
    """Black hits, peg by peg."""

    def __init__(self, total: int, lead: Lead, guess: Sequence[int]) -> None:
        self.total, self.lead, self.guess = total, lead, guess

    def bounds(self, known: Knowledge) -> Bounds:
        return (
            [int(fixed == color) for fixed, color in zip(known.fixed, self.guess, strict=True)],
            [domain >> color & 1 for domain, color in zip(known.domains, self.guess, strict=True)],
        )

    def why_least(self, known: Knowledge, term: int) -> Iterable[Fact]:
        return [Fact("is", term, self.guess[term])]

    def why_most(self, known: Knowledge, term: int) -> Iterable[Fact]:
        return [] if known.can(term, self.guess[term]) else [Fact("not", term, self.guess[term])]

    def at_most(self, known: Knowledge, term: int, value: int) -> Iterator[Conclusion]:
        yield (), [Fact("not", term, self.guess[term])]

    def at_least(self, known: Knowledge, term: int, value: int) -> Iterator[Conclusion]:
        yield (), [Fact("is", term, self.guess[term])]


class Pegs:
    """Where a color may be among some pegs, and where it is."""

    def __init__(self, known: Knowledge, pegs: Sequence[int], color: int) -> None:
        self.open = [peg for peg in pegs if known.can(peg, color)]
        self.held = [peg for peg in self.open if known.fixed[peg] == color]
        self.free = [peg for peg in self.open if known.fixed[peg] != color]
        self.is_ = [Fact("is", peg, color) for peg in self.held]
        self.closed = [Fact("not", peg, color) for peg in pegs if not known.can(peg, color)]
        self.fill = [Fact("is", peg, color) for peg in self.free]
        self.clear = [Fact("not", peg, color) for peg in self.free]


class _Whites(Sum):
    """White hits by color: hits of the color, less those at the pegs where it was guessed."""

    def __init__(self, total: int, lead: Lead, guess: Sequence[int]) -> None:
        self.total, self.lead = total, lead
        pegs = range(len(guess))
        self.colors = [
            (color, [p for p in pegs if guess[p] == color], [p for p in pegs if guess[p] != color])
            for color in dict.fromkeys(guess)
        ]

    def _look(self, known: Knowledge, term: int) -> tuple[int, int, int, Pegs, Pegs]:
        """Return the color, the least and most of its hits, the pegs where it was guessed and the others."""
        color, here, there = self.colors[term]
        low, high = min(known.low[color], len(here)), min(known.high[color], len(here))
        return color, low, high, Pegs(known, here, color), Pegs(known, there, color)

    def bounds(self, known: Knowledge) -> Bounds:
        least, most = [], []
        for color, here, there in self.colors:
            count, fixed = len(here), known.fixed
            black = sum(known.can(peg, color) for peg in here)
            sure = sum(fixed[peg] == color for peg in here)
            elsewhere = sum(known.can(peg, color) for peg in there)
            least.append(max(0, min(known.low[color], count) - black))
            most.append(max(0, min(min(known.high[color], count) - sure, elsewhere)))
        return least, most

    def why_least(self, known: Knowledge, term: int) -> Iterable[Fact]:
        color, low, _, here, _ = self._look(known, term)
        return [Fact("least", color, low), *here.closed]

    def why_most(self, known: Knowledge, term: int) -> Iterable[Fact]:
        color, _, high, here, there = self._look(known, term)
        if len(there.open) < high - len(here.held):
            return there.closed
        return [*self._few(color, high, term), *here.is_]

    def _few(self, color: int, high: int, term: int) -> list[Fact]:
        return [Fact("most", color, high)] if high < len(self.colors[term][1]) else []

    def at_most(self, known: Knowledge, term: int, value: int) -> Iterator[Conclusion]:
        color, low, _, here, there = self._look(known, term)
        count, high = len(self.colors[term][1]), known.high[color]
        if len(here.open) + value < min(count, high):
            yield here.closed, [Fact("most", color, len(here.open) + value)]
        if low - value == len(here.open) > len(here.held):
            yield [Fact("least", color, low), *here.closed], here.fill
        if high <= count and value == len(there.held) < len(there.open):
            few = [Fact("most", color, high)] if high < known.most else []
            yield [*few, *there.is_], there.clear

    def at_least(self, known: Knowledge, term: int, value: int) -> Iterator[Conclusion]:
        color, _, high, here, there = self._look(known, term)
        if len(here.held) + value > known.low[color]:
            yield here.is_, [Fact("least", color, len(here.held) + value)]
        if high - value == len(here.held) < len(here.open):
            yield [*self._few(color, high, term), *here.is_], here.clear
        if len(there.open) == value > len(there.held):
            yield there.closed, there.fill


def sums(rules: Rules, rows: Sequence[Row]) -> list[Sum]:
    """Return the sums of these rows, the plainest first, and that of the pegs of the code."""
    most = rules.pegs if rules.repeats else 1
    found: list[list[Sum]] = []
    for number, row in enumerate(rows, 1):
        guess, (black, white) = [color - 1 for color in row.guess], row.feedback
        hits, text = black + white, str(row)
        kinds: list[Sum] = [_Blacks(black, Lead("black-hits", black, number, text), guess)]
        if rules.whites:
            rest = rules.pegs - hits
            guessed = [(color, 0, guess.count(color)) for color in dict.fromkeys(guess)]
            beyond = [(color, guess.count(color), most) for color in range(rules.colors)]
            kinds += [
                _Counts(hits, Lead("hits", hits, number, text), guessed),
                _Whites(white, Lead("white-hits", white, number, text), guess),
                _Counts(rest, Lead("missed", rest, number, text), beyond),
            ]
        found.append(kinds)
    whole = _Counts(rules.pegs, Lead("pegs", rules.pegs), [(color, 0, most) for color in range(rules.colors)])
    return [each for kinds in zip(*found, strict=True) for each in kinds] + [whole]
