"""Finds what is certain in a position: pegs that are known, colors that must be in the code or cannot be."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.analysis.code_facts import Fact, clauses
from pegwise.analysis.deduction import deduce
from pegwise.candidates import EnumeratedCandidates
from pegwise.engine.code_space import can_search
from pegwise.limit import LimitReached, share_of_limit, spend
from pegwise.position import parse_position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pegwise.exactness import Known
    from pegwise.position import PositionLike
    from pegwise.rules import Rules

_CODES = 1 << 18
"""Codes looked at between two looks at the clock."""


@dataclass(frozen=True)
class Certain:
    """What all candidates have in common.

    Attributes:
        rules: The rules.
        facts: The pegs that are known, how often each color occurs at least besides those, and the colors
            that are not in the code.
        known: ``exact``, or ``lower`` if there may be more facts than were deduced.

    Example:
        >>> import pegwise
        >>> pegwise.certain("4x6 1122:B 1344:W 3526:BWW").to_dict()["facts"]
        [{'kind': 'least', 'color': 2, 'times': 1}, {'kind': 'most', 'color': 1, 'times': 0}]
    """

    rules: Rules
    facts: tuple[Fact, ...]
    known: Known

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """Write the facts as a sentence.

        Returns:
            The sentence; it says so if nothing is certain, or if more may be.

        Example:
            >>> import pegwise
            >>> pegwise.certain("2x2-blanks 1.:WW").text()
            'It is certain that peg 1 is empty; peg 2 is 1.'
        """
        if not self.facts:
            return (
                "Nothing is certain yet." if self.known == "exact" else "Nothing is known to be certain yet."
            )
        said = "; ".join(clauses(self.facts, self.rules))
        return f"It is certain that {said}." + ("" if self.known == "exact" else " More may be certain.")

    def to_dict(self) -> dict[str, Any]:
        """Return the facts as plain values.

        Returns:
            The facts as ``Fact.to_dict`` has them, and how they are known.
        """
        return {"facts": [fact.to_dict() for fact in self.facts], "known": self.known}


def certain(position: PositionLike) -> Certain:
    """Find what all candidates have in common.

    The result is exact if the codes can be listed. Otherwise it is what a deduction finds, within a limit in
    force.

    Args:
        position: The position, rules, or their text.

    Returns:
        The facts that are true of every candidate.

    Raises:
        ContradictionError: If no code is consistent with the rows.
        NotationError: If a text cannot be read.

    Example:
        >>> import pegwise
        >>> print(pegwise.certain("4x6 1122:B 1344:W 3526:BWW"))
        It is certain that there is a 2 and no 1.
    """
    position = parse_position(position)
    with suppress(LimitReached), share_of_limit(0.5):
        position.check_possible()
        candidates = position.candidates
        if isinstance(candidates, EnumeratedCandidates):
            return Certain(position.rules, _told(_common(candidates), position.rules), "exact")
    if position.false_rows or not can_search(position.rules):  # a row alone proves nothing, or something else
        return Certain(position.rules, (), "lower")
    found = deduce(position, partly=True)
    if found.code is not None:
        told = tuple(Fact("is", peg, color - 1) for peg, color in enumerate(found.code))
        return Certain(position.rules, told, "exact")
    told = _told((fact for step in found.steps for fact in step.so), position.rules)
    return Certain(position.rules, told, "lower")


def _common(candidates: EnumeratedCandidates) -> Iterable[Fact]:
    """Find what all the candidates have in common."""
    columns, rules = candidates.columns, candidates.rules
    for color in range(rules.colors):
        counts = []
        for start in range(0, columns.shape[1], _CODES):
            spend(0)
            here = (columns[:, start : start + _CODES] == color).sum(axis=0)
            counts += [int(here.min()), int(here.max())]
        yield Fact("least", color, min(counts))
        yield Fact("most", color, max(counts))
    for peg, colors in enumerate(columns):
        if (colors == colors[0]).all():
            yield Fact("is", peg, int(colors[0]))


def _told(facts: Iterable[Fact], rules: Rules) -> tuple[Fact, ...]:
    """Return those facts that are told, without what others already say."""
    told = set(facts)
    known = sorted(fact for fact in told if fact.kind == "is")
    if len(known) == rules.pegs:
        return tuple(known)
    least: dict[int, int] = {}
    for kind, color, number in told:
        if kind == "least":
            least[color] = max(least.get(color, 0), number)
    more = [
        Fact("least", color, number)
        for color, number in sorted(least.items())
        if number > sum(fact.value == color for fact in known)
    ]
    none = sorted(fact for fact in told if fact.kind == "most" and fact.value == 0)
    return (*more, *none, *known)
