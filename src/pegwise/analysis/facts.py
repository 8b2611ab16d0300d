"""What can be known of a code short of the code itself: what a peg is or is not, how often a color occurs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Fact", "clauses", "listed"]

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Fact(NamedTuple):
    """One fact. ``of`` is a peg for the kinds ``is`` and ``not``, a color for ``least`` and ``most``.

    ``value`` is then a color, or how often the color occurs. Pegs and colors are numbered from 0, as in the
    engine; text numbers them from 1.

    >>> str(Fact("is", 2, 4)), str(Fact("least", 4, 2)), str(Fact("most", 0, 0))
    ('peg 3 is 5', 'there are at least two 5s', 'there is no 1')
    """

    kind: Literal["is", "not", "least", "most"]
    of: int
    value: int

    def holds(self, code: Sequence[int]) -> bool:
        """Whether the fact is true of ``code``, whose colors are numbered from 1.

        >>> Fact("most", 0, 1).holds((1, 1, 2, 2))
        False
        """
        match self.kind:
            case "is":
                return code[self.of] == self.value + 1
            case "not":
                return code[self.of] != self.value + 1
            case "least":
                return list(code).count(self.of + 1) >= self.value
            case "most":
                return list(code).count(self.of + 1) <= self.value

    def opposite(self) -> Fact:
        """The fact that is true exactly where this one is not.

        >>> str(Fact("least", 4, 2).opposite())
        'there is at most one 5'
        """
        match self.kind:
            case "is":
                return Fact("not", self.of, self.value)
            case "not":
                return Fact("is", self.of, self.value)
            case "least":
                return Fact("most", self.of, self.value - 1)
            case "most":
                return Fact("least", self.of, self.value + 1)

    def __str__(self) -> str:
        return clauses([self])[0]


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: ``a``, ``a and b``, ``a, b and c``."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def clauses(facts: Iterable[Fact]) -> list[str]:
    """The facts as clauses, those that are alike together.

    >>> clauses([Fact("not", 0, 4), Fact("not", 2, 4), Fact("least", 1, 1), Fact("most", 3, 0)])
    ['there is a 2 and no 4', 'pegs 1 and 3 are not 5']
    """
    told = list(facts)
    counts = [fact for fact in told if fact.kind in ("least", "most")]
    said = [_counts(counts)] if counts else []
    said += _grouped([(fact.value, fact.of) for fact in told if fact.kind == "is"], "")
    nots = [(fact.value, fact.of) for fact in told if fact.kind == "not"]
    if len({peg for _, peg in nots}) < len({color for color, _ in nots}):
        return said + _by_peg(nots)
    return said + _grouped(nots, "not ")


def _counts(facts: Sequence[Fact]) -> str:
    verb = "are" if facts[0].value > 1 else "is"
    return f"there {verb} {listed([_count(fact) for fact in facts])}"


def _count(fact: Fact) -> str:
    color = fact.of + 1
    if fact.value == (fact.kind == "least"):
        return f"a {color}" if fact.value else f"no {color}"
    number = _NUMBERS[fact.value] if fact.value < len(_NUMBERS) else str(fact.value)
    return f"at {fact.kind} {number} {color}{'s' * (fact.value > 1)}"


def _grouped(pairs: Iterable[tuple[int, int]], negation: str) -> list[str]:
    """``pegs 1 and 3 are not 5`` from (color, peg)."""
    pegs: dict[int, list[str]] = {}
    for color, peg in pairs:
        pegs.setdefault(color, []).append(str(peg + 1))
    return [
        f"peg{'s' * (len(at) > 1)} {listed(at)} {'are' if len(at) > 1 else 'is'} {negation}{color + 1}"
        for color, at in pegs.items()
    ]


def _by_peg(pairs: Iterable[tuple[int, int]]) -> list[str]:
    """``peg 3 is not 1, 2 or 4`` from (color, peg)."""
    colors: dict[int, list[str]] = {}
    for color, peg in pairs:
        colors.setdefault(peg, []).append(str(color + 1))
    return [f"peg {peg + 1} is not {listed(held, 'or')}" for peg, held in colors.items()]
