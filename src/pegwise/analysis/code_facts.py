"""Facts about a code: a peg has a color, or has not; a color occurs so often at least, or at most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pegwise.rules import Rules

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

Kind = Literal["is", "not", "least", "most"]
_OPPOSITES: dict[Kind, tuple[Kind, int]] = {
    "is": ("not", 0),
    "not": ("is", 0),
    "least": ("most", -1),
    "most": ("least", 1),
}
"""The kind of the opposite, and how much more its number is."""


class Fact(NamedTuple):
    """A fact about a code. Its numbers count pegs and colors from 0.

    ``clauses`` says facts in words.

    Attributes:
        kind: ``is`` or ``not``: a peg has a color, or does not. ``least`` or ``most``: a color occurs at
            least, or at most, so often.
        of: The peg, for ``is`` and ``not``; the color, for ``least`` and ``most``.
        value: The color, for ``is`` and ``not``; how often the color occurs, for ``least`` and ``most``.

    Example:
        >>> from pegwise import Rules
        >>> from pegwise.analysis.code_facts import Fact, clauses
        >>> clauses([Fact("is", 2, 4)], Rules(4, 6)), clauses([Fact("is", 2, 9)], Rules(4, 10))
        (['peg 3 is 5'], ['peg 3 is 0'])
    """

    kind: Kind
    of: int
    value: int

    def holds(self, code: Sequence[int]) -> bool:
        """Tell whether the fact is true of a code.

        Args:
            code: The colors of the code, numbered from 1.

        Returns:
            True if the fact is true of the code.

        Example:
            >>> from pegwise.analysis.code_facts import Fact
            >>> Fact("most", 0, 1).holds((1, 1, 2, 2))
            False
        """
        if self.kind in ("is", "not"):
            return (code[self.of] == self.value + 1) == (self.kind == "is")
        number = list(code).count(self.of + 1)
        return number >= self.value if self.kind == "least" else number <= self.value

    def opposite(self) -> Fact:
        """Return the fact that is true exactly if this one is not.

        Returns:
            The opposite.

        Example:
            >>> from pegwise.analysis.code_facts import Fact
            >>> Fact("least", 4, 2).opposite()
            Fact(kind='most', of=4, value=1)
        """
        kind, more = _OPPOSITES[self.kind]
        return Fact(kind, self.of, self.value + more)

    def to_dict(self) -> dict[str, Any]:
        """Return the fact as plain values, which count pegs and colors from 1.

        Returns:
            The kind, then the peg and the color, or the color and how often it occurs.

        Example:
            >>> from pegwise.analysis.code_facts import Fact
            >>> Fact("is", 2, 4).to_dict(), Fact("least", 4, 2).to_dict()
            ({'kind': 'is', 'peg': 3, 'color': 5}, {'kind': 'least', 'color': 5, 'times': 2})
        """
        if self.kind in ("is", "not"):
            return {"kind": self.kind, "peg": self.of + 1, "color": self.value + 1}
        return {"kind": self.kind, "color": self.of + 1, "times": self.value}


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words as ``a``, ``a and b``, or ``a, b and c``."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def clauses(facts: Iterable[Fact], rules: Rules) -> list[str]:
    """Return the facts as clauses, without a capital letter and a full stop; facts of one kind share one.

    Example:
        >>> from pegwise import Rules
        >>> from pegwise.analysis.code_facts import Fact, clauses
        >>> facts = [Fact("not", 0, 4), Fact("not", 2, 4), Fact("least", 1, 1), Fact("most", 3, 0)]
        >>> clauses(facts, Rules(4, 6))
        ['there is a 2 and no 4', 'pegs 1 and 3 are not 5']
    """
    return _Clauses(rules).of(list(facts))


class _Clauses:
    """Says facts about the codes of one game in words."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.blank = rules, rules.colors - 1 if rules.has_blanks else None

    def of(self, facts: Sequence[Fact]) -> list[str]:
        counts = [fact for fact in facts if fact.kind in ("least", "most")]
        verb = "are" if counts and counts[0].value > 1 else "is"
        said = [f"there {verb} {listed(list(map(self._count, counts)))}"] if counts else []
        said += self._grouped([(fact.value, fact.of) for fact in facts if fact.kind == "is"], "")
        nots = [(fact.value, fact.of) for fact in facts if fact.kind == "not"]
        if len({peg for _, peg in nots}) < len({color for color, _ in nots}):
            return said + self._by_peg(nots)
        return said + self._grouped(nots, "not ")

    def _name(self, color: int) -> str:
        return "empty" if color == self.blank else self.rules.color_name(color + 1)

    def _count(self, fact: Fact) -> str:
        color = f"{self._name(fact.of)}{' hole' * (fact.of == self.blank)}"
        if fact.value == (fact.kind == "least"):
            return f"a{'n' * (fact.of == self.blank)} {color}" if fact.value else f"no {color}"
        number = _NUMBERS[fact.value] if fact.value < len(_NUMBERS) else str(fact.value)
        return f"at {fact.kind} {number} {color}{'s' * (fact.value > 1)}"

    def _grouped(self, pairs: Iterable[tuple[int, int]], negation: str) -> list[str]:
        """Return ``pegs 1 and 3 are not 5`` from pairs of a color and a peg."""
        pegs: dict[int, list[str]] = {}
        for color, peg in pairs:
            pegs.setdefault(color, []).append(str(peg + 1))
        return [
            f"peg{'s' * (len(at) > 1)} {listed(at)} {'are' if len(at) > 1 else 'is'} "
            f"{negation}{self._name(color)}"
            for color, at in pegs.items()
        ]

    def _by_peg(self, pairs: Iterable[tuple[int, int]]) -> list[str]:
        """Return ``peg 3 is not 1, 2 or 4`` from pairs of a color and a peg."""
        colors: dict[int, list[str]] = {}
        for color, peg in pairs:
            colors.setdefault(peg, []).append(self._name(color))
        return [f"peg {peg + 1} is not {listed(held, 'or')}" for peg, held in colors.items()]
