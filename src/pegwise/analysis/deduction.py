"""Deduces a code as a person would: from rows to facts, and by assumptions only if nothing else is left.

The measure of a puzzle's difficulty is how many assumptions that takes, and how deep they are within each
other.

Source: plain constraint propagation with failed literals ("shaving"), as for example in R. Debruyne and
C. Bessière, Some practicable filtering techniques for the constraint satisfaction problem, IJCAI 1997. The
exercise that a person should deduce the one possible code is Knuth's (1977, p. 3).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.analysis.code_facts import Fact
from pegwise.analysis.deduction_knowledge import Knowledge, Step
from pegwise.analysis.deduction_text import Lead
from pegwise.analysis.row_sums import Pegs, Sum, sums
from pegwise.drawable import Printable, plain_values
from pegwise.errors import ContradictionError
from pegwise.limit import LimitReached, spend
from pegwise.position import parse_position
from pegwise.progress import report

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pegwise import Code, Position, PositionLike


@dataclass(frozen=True, repr=False)
class Deduction(Printable):
    """What follows from a history, step by step.

    Attributes:
        code: The secret, if all of it follows; otherwise None.
        steps: The steps that the secret rests on; if it does not follow, all steps that were found.

    Example:
        >>> import pegwise
        >>> found = pegwise.deduce("4x6 1122:B 1344:W 3526:BWW 1462:BW")
        >>> str(found.code), found.assumptions, found.to_dict()["depth"]
        ('3632', 4, 1)
    """

    code: Code | None
    steps: tuple[Step, ...]

    @property
    def assumptions(self) -> int:
        """The number of assumptions that are made and refuted, those within others included."""
        return sum(step.assumptions for step in self.steps)

    @property
    def depth(self) -> int:
        """How many assumptions are within each other; 0 if none is made."""
        return max((step.depth for step in self.steps), default=0)

    @property
    def size(self) -> int:
        """The number of steps in all."""
        return sum(step.size for step in self.steps)

    def to_dict(self) -> dict[str, Any]:
        """Return the deduction as plain values.

        Returns:
            The code, the figures, and each step as its sentences, with their words and their facts.
        """
        return plain_values(self, "code assumptions depth size steps")


def deduce(position: PositionLike, *, depth: int = 1, partly: bool = False) -> Deduction:
    """Deduce what follows from the history of a position, step by step.

    First everything is concluded that needs no assumption. Then, of all assumptions that lead to a
    contradiction, the one that takes the fewest steps is refuted; assumptions within others only if there is
    no other way. This repeats until nothing more follows. It uses the history alone, never the candidates.
    The number of assumptions is an upper bound: there may be a cleverer way.

    Source: constraint propagation with failed literals ("shaving"): R. Debruyne and C. Bessière, Some
    practicable filtering techniques for the constraint satisfaction problem, IJCAI 1997.

    Args:
        position: The position, or its text.
        depth: How many assumptions may be within each other.
        partly: True to return what a limit in force leaves time for, rather than to raise an error.

    Returns:
        The steps, and the secret if all of it follows.

    Raises:
        ContradictionError: If it finds that no code is consistent with the rows.
        LimitReached: If a limit in force is used up, unless ``partly`` is True.
        NotationError: If a text cannot be read.

    Example:
        >>> import pegwise
        >>> found = pegwise.deduce("4x6 1122:B 1344:W 3526:BWW 1462:BW")
        >>> str(found.code), found.depth
        ('3632', 1)
        >>> print(pegwise.deduce("2x3 11:B 12:W").steps[0])
        Row 2 (12:W) has no black hits, so peg 1 is not 1.
    """
    position = parse_position(position)
    known, end = Knowledge(position.rules), None
    try:
        end = _Reasoner(position).exhaust(known, depth)
    except LimitReached:
        if not partly:
            raise
    if end is not None:
        raise ContradictionError(str(position.contradiction()))
    if not known.solved:
        return Deduction(None, tuple(known.log))
    code = position.rules.spelled(color + 1 for color in known.fixed)
    steps, _ = known.needed(Fact("is", peg, color) for peg, color in enumerate(known.fixed))
    return Deduction(code, steps)


class _Reasoner:
    def __init__(self, position: Position) -> None:
        self.rules = position.rules
        self.sums: Sequence[Sum] = sums(position.rules, position.history)

    def exhaust(self, known: Knowledge, depth: int) -> Step | None:
        """Conclude all that assumptions ``depth`` deep can show; return the contradiction if there is one."""
        while True:
            end = self.propagate(known)
            if end is not None or known.solved:
                return end
            for level in range(1, depth + 1):
                case = self._case(known, level)
                if case is not None:
                    known.learn(case)
                    break
            else:
                return None

    def refuted(self, known: Knowledge, depth: int) -> bool:
        """Tell whether :meth:`exhaust` finds a contradiction, without the shortest way to it: much faster.

        It takes what it refutes in any order, which comes to the same in the end.
        """
        if not depth:
            return self.propagate(known) is not None
        before = -1
        while before < len(known.log):
            if self.refuted(known, depth - 1):
                return True
            before = len(known.log)
            for fact in () if known.solved else tuple(_suppositions(known)):
                spend(0)
                if _is_open(known, fact) and self.refuted(known.supposing(fact), depth - 1):
                    known.learn(Step(known.rules, None, (), (fact.opposite(),)))
                    if self.propagate(known) is not None:
                        return True
        return False

    def propagate(self, known: Knowledge) -> Step | None:
        """Conclude all that follows without an assumption; return the contradiction if there is one."""
        spend(1)
        before = -1
        while before < len(known.log):
            before = len(known.log)
            for steps in (_pegs(known), _places(known), *(each.steps(known) for each in self.sums)):
                spend(0)
                for step in steps:
                    if not step.so:
                        return step
                    known.learn(step)
        return None

    def _case(self, known: Knowledge, depth: int) -> Step | None:
        """Return the refutation with the fewest steps, by assumptions ``depth`` deep."""
        best: Step | None = None
        number = sum(1 for _ in _suppositions(known)) if depth > 1 else 0
        for done, fact in enumerate(_suppositions(known)):  # in large games too many to keep
            if depth > 1:
                report("assumptions", done, number)
            if depth > 1 and not self.refuted(known.supposing(fact), depth - 1):
                continue
            inside = known.supposing(fact)
            end = self.exhaust(inside, depth - 1)
            if end is None:
                continue
            inner, outside = inside.needed(end.because)
            inner = (*inner[inner[0].so == (fact,) :], end) if inner else (end,)
            case = Step(self.rules, None, outside, (fact.opposite(),), fact, inner)
            if best is None or case.size < best.size:
                best = case
            if depth > 1:
                break
        return best


def _is_open(known: Knowledge, fact: Fact) -> bool:
    """Tell whether neither a fact nor its opposite is known."""
    kind, of, value = fact
    if kind == "is":
        return known.fixed[of] < 0 and known.can(of, value)
    if kind == "least":
        return known.low[of] < value <= known.high[of]
    return known.low[of] <= value < known.high[of]


def _suppositions(known: Knowledge) -> Iterator[Fact]:
    """Iterate over what may be assumed: how often a color occurs, and what a peg is."""
    for color, (low, high) in enumerate(zip(known.low, known.high, strict=True)):
        spend(0)
        for count in range(low + 1, high + 1):
            yield Fact("least", color, count)
            yield Fact("most", color, count - 1)
    for peg in sorted(range(known.rules.pegs), key=lambda peg: known.domains[peg].bit_count()):
        spend(0)
        if known.fixed[peg] < 0:
            for color in range(known.rules.colors):
                if known.can(peg, color):
                    yield Fact("is", peg, color)


def _pegs(known: Knowledge) -> Iterator[Step]:
    """Conclude that a peg is the only color that is left to it."""
    for peg, domain in enumerate(known.domains):
        spend(0)
        if known.fixed[peg] < 0 and domain.bit_count() == 1:
            color = domain.bit_length() - 1
            yield Step(
                known.rules,
                None,
                _nots(peg, (c for c in range(known.rules.colors) if c != color)),
                (Fact("is", peg, color),),
            )
        elif not domain:
            yield Step(known.rules, None, _nots(peg, range(known.rules.colors)))


def _nots(peg: int, colors: Iterable[int]) -> tuple[Fact, ...]:
    return tuple(Fact("not", peg, color) for color in colors)


def _places(known: Knowledge) -> Iterator[Step]:
    """Conclude from how often a color occurs, and from the pegs where it may be and where it is."""
    for color in range(known.rules.colors):
        spend(0)
        low, high = known.low[color], known.high[color]
        fixed = [at for at, domain in zip(known.fixed, known.domains, strict=True) if domain >> color & 1]
        number, sure = len(fixed), fixed.count(color)
        if sure <= low <= high <= number and (number == sure or (low < number and sure < high)):
            continue  # nothing follows
        pegs = Pegs(known, range(known.rules.pegs), color)
        able, held, free, unable, are = pegs.open, pegs.held, pegs.free, tuple(pegs.closed), tuple(pegs.is_)
        least = (Fact("least", color, low),)
        lead, most = (None, (Fact("most", color, high),)) if high < known.most else (Lead("distinct"), ())
        if low > high:
            yield Step(known.rules, lead, least + most)
        elif len(able) < low:
            yield Step(known.rules, None, least + unable)
        elif len(held) > high:
            yield Step(known.rules, lead, most + are)
        if len(able) < high:
            yield Step(known.rules, None, unable, (Fact("most", color, len(able)),))
        if len(held) > low:
            yield Step(known.rules, None, are, (Fact("least", color, len(held)),))
        if len(able) == low and free:
            yield Step(known.rules, None, least + unable, tuple(pegs.fill))
        if len(held) == high and free:
            yield Step(known.rules, lead, most + are, tuple(pegs.clear))
