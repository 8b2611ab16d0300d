"""What is known of a code at some moment of a deduction, and by which step each fact became known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pegwise.analysis.code_facts import Fact
from pegwise.analysis.deduction_text import Lead, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pegwise.rules import Rules


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a deduction: a conclusion from facts, or the refutation of an assumption.

    Attributes:
        rules: The rules of the code.
        lead: What a row or the rules say; None if the step uses only facts.
        because: The facts that the step uses.
        so: The facts that it concludes; empty for a contradiction.
        suppose: The assumption that the step refutes; None if it refutes none.
        inner: The steps that lead from the assumption to a contradiction.

    Example:
        >>> import pegwise
        >>> step = pegwise.deduce("2x3 11:B 12:W").steps[0]
        >>> print(step)
        Row 2 (12:W) has no black hits, so peg 1 is not 1.
        >>> next(step.sentences()).kind, step.assumptions, step.size
        ('conclusion', 0, 1)
        >>> step.to_dict()[0]["text"]
        'Row 2 (12:W) has no black hits, so peg 1 is not 1.'
    """

    rules: Rules
    lead: Lead | None
    because: tuple[Fact, ...]
    so: tuple[Fact, ...] = ()
    suppose: Fact | None = None
    inner: tuple[Step, ...] = ()

    @property
    def assumptions(self) -> int:
        """The number of assumptions that the step makes, those within others included."""
        return (self.suppose is not None) + sum(step.assumptions for step in self.inner)

    @property
    def depth(self) -> int:
        """How many assumptions are within each other; 0 for a step without one."""
        return (self.suppose is not None) + max((step.depth for step in self.inner), default=0)

    @property
    def size(self) -> int:
        """The number of steps, those within this one included."""
        return 1 + sum(step.size for step in self.inner)

    def sentences(self, depth: int = 0) -> Iterator[Sentence]:
        """Iterate over the sentences of the step.

        Args:
            depth: The number of assumptions around the step.

        Yields:
            The sentences: one, or for an assumption all that leads to its refutation.
        """
        if self.suppose is None:
            kind: Literal["conclusion", "contradiction"] = "conclusion" if self.so else "contradiction"
            yield Sentence(self.rules, kind, depth, self.lead, self.because, self.so)
            return
        yield Sentence(self.rules, "assumption", depth, None, (), (self.suppose,))
        for step in self.inner:
            yield from step.sentences(depth + 1)
        yield Sentence(self.rules, "refutation", depth, None, (), self.so)

    def to_dict(self) -> list[dict[str, Any]]:
        """Return the sentences of the step as plain values.

        Returns:
            One element of ``steps`` in what ``pegwise puzzle --solution --json`` prints.
        """
        return [sentence.to_dict() for sentence in self.sentences()]

    def __str__(self) -> str:
        return " ".join(map(str, self.sentences()))


class Knowledge:
    """For each peg the colors that it may have, as bits; for each color how often it occurs.

    The object knows the least and the most number of each color.

    >>> from pegwise.rules import Rules
    >>> known = Knowledge(Rules(4, 6))
    >>> known.learn(Step(known.rules, None, (), (Fact("most", 0, 0),)))
    >>> known.domains[0], known.high[0]
    (62, 0)
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.most = rules.pegs if rules.repeats else 1
        self.domains = [(1 << rules.colors) - 1] * rules.pegs
        self.fixed = [-1] * rules.pegs
        self.low, self.high = [0] * rules.colors, [self.most] * rules.colors
        self.log: list[Step] = []
        self._source: dict[Fact, int] = {}

    def supposing(self, fact: Fact) -> Knowledge:
        """Return the same knowledge with one more ``fact``, and with a log of its own."""
        child = Knowledge.__new__(Knowledge)
        child.rules, child.most = self.rules, self.most
        child.domains, child.fixed = self.domains[:], self.fixed[:]
        child.low, child.high = self.low[:], self.high[:]
        child.log, child._source = [], {}
        child.learn(Step(self.rules, None, (), (fact,)))
        return child

    def can(self, peg: int, color: int) -> bool:
        """Tell whether the peg may still have that color."""
        return bool(self.domains[peg] >> color & 1)

    @property
    def solved(self) -> bool:
        """True if every peg is known."""
        return -1 not in self.fixed

    def learn(self, step: Step) -> None:
        """Take a step, unless it tells nothing new."""
        place, before = len(self.log), len(self._source)
        for fact in step.so:
            self._learn(fact, place)
        if not step.so or len(self._source) > before:
            self.log.append(step)

    def _learn(self, fact: Fact, place: int) -> None:
        kind, of, value = fact
        if kind == "is" and self.fixed[of] < 0:
            self.fixed[of] = value
            self._source[fact] = place
            for color in range(self.rules.colors):
                if color != value:
                    self._learn(Fact("not", of, color), place)
            self._learn(Fact("least", value, 1), place)
        elif kind == "not" and self.can(of, value):
            self.domains[of] &= ~(1 << value)
            self._source[fact] = place
        elif kind == "least":
            for count in range(self.low[of] + 1, value + 1):
                self._source[Fact("least", of, count)] = place
            self.low[of] = max(self.low[of], value)
        elif kind == "most" and value < self.high[of]:
            for count in range(value, self.high[of]):
                self._source[Fact("most", of, count)] = place
            self.high[of] = value
            for peg in range(self.rules.pegs if value == 0 else 0):
                self._learn(Fact("not", peg, of), place)

    def needed(self, goal: Iterable[Fact]) -> tuple[tuple[Step, ...], tuple[Fact, ...]]:
        """Return the steps that ``goal`` needs, and the facts that they take from outside this log.

        Each step keeps those of its conclusions that are used. Steps in a row with the same reason become
        one.
        """
        used: dict[int, set[Fact]] = {}
        outside: set[Fact] = set()

        def want(facts: Iterable[Fact]) -> None:
            for fact in facts:
                place = self._source.get(fact)
                if place is None:
                    outside.add(fact)
                else:
                    used.setdefault(place, set()).add(fact)

        want(goal)
        kept: list[Step] = []
        for place in range(len(self.log) - 1, -1, -1):
            if place in used:
                step = self.log[place]
                want(step.because)
                so = tuple(fact for fact in step.so if any(_implies(fact, wish) for wish in used[place]))
                kept.append(Step(step.rules, step.lead, step.because, so, step.suppose, step.inner))
        return _merged(kept[::-1]), tuple(sorted(outside))


def _implies(fact: Fact, wish: Fact) -> bool:
    """Tell whether knowing ``fact`` made ``wish`` known, as :meth:`Knowledge._learn` does."""
    match fact.kind, wish.kind:
        case ("is", "not"):
            return fact.of == wish.of and fact.value != wish.value
        case ("is", "least"):
            return fact.value == wish.of
        case ("most", "not"):
            return fact.of == wish.value and fact.value == 0
        case ("least", "least"):
            return fact.of == wish.of and fact.value >= wish.value
        case ("most", "most"):
            return fact.of == wish.of and fact.value <= wish.value
    return fact == wish


def _merged(steps: Iterable[Step]) -> tuple[Step, ...]:
    merged: list[Step] = []
    for step in steps:
        last = merged[-1] if merged else None
        if last and last.so and (step.lead, step.because, step.suppose) == (last.lead, last.because, None):
            merged[-1] = Step(last.rules, last.lead, last.because, last.so + step.so)
        else:
            merged.append(step)
    return tuple(merged)
