"""Finds a code that is consistent with a history, proves that there is none, or names the nearest code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pegwise.contradiction.explain import contradiction
from pegwise.engine.code_space import to_code, zero_based
from pegwise.engine.unlimited.sat_proof import can_prove
from pegwise.engine.unlimited.walk import Walk
from pegwise.errors import LimitError
from pegwise.limit import limited

if TYPE_CHECKING:
    from pegwise.candidates import Candidates
    from pegwise.contradiction.report import Contradiction
    from pegwise.rules import Code, Row, Rules

_MOVES = 1_000_000
"""Changes that a walk makes on its way to the nearest code, which takes some tens of milliseconds."""


@dataclass(frozen=True)
class Consistency:
    """Whether any code is consistent with a history, and how that is known.

    In a condition it is true if there is such a code.

    Attributes:
        known: ``consistent`` if ``code`` is consistent with every row, ``contradictory`` if it is proved that
            no code is, ``not known`` if neither was found out.
        history: The rows.
        code: The code that is consistent with every row, or the nearest code that was found; None if it is
            proved that there is none.
        misses: The rows that the nearest code contradicts, with the feedback that it would give.
        distance: The number of hits by which the nearest code differs from these rows: black hits, and hits
            in all, summed.
        contradiction: Why no code is consistent with every row; None if there was no time to find it.

    Example:
        >>> import pegwise
        >>> found = pegwise.Position("4x6 1122:B 1344:W").consistency()
        >>> found.known, str(found.code), found.to_dict()["consistent"]
        ('consistent', '3523', True)
    """

    known: Literal["consistent", "contradictory", "not known"]
    history: tuple[Row, ...]
    code: Code | None = None
    misses: tuple[Row, ...] = ()
    distance: int = 0
    contradiction: Contradiction | None = None

    def __bool__(self) -> bool:
        return self.known == "consistent"

    def __str__(self) -> str:
        if self.known == "consistent":
            return f"a possible code: {self.code}"
        if self.known == "contradictory":
            return "no code is possible" if self.contradiction is None else str(self.contradiction)
        told = dict(self.misses)
        wrong = ", ".join(
            f"row {number} would have the feedback {told[guess]}"
            for number, (guess, feedback) in enumerate(self.history, 1)
            if told.get(guess, feedback) != feedback
        )
        more = "" if can_prove() else "; to decide it, try pip install 'pegwise[proof]'"
        nearest = f"the nearest code found is {self.code}, for which {wrong}"
        return f"it is not known whether a code is possible; {nearest}{more}"

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values.

        Returns:
            ``consistent`` is true, false, or null if it is not known; the other keys are the attributes.
        """
        return {
            "consistent": {"consistent": True, "contradictory": False}.get(self.known),
            "code": None if self.code is None else str(self.code),
            "distance": self.distance,
            "misses": [{"guess": str(guess), "feedback": str(told)} for guess, told in self.misses],
            "contradiction": None if self.contradiction is None else self.contradiction.to_dict(),
            "text": str(self),
        }


def consistency(
    rules: Rules, history: tuple[Row, ...], candidates: Candidates, false_rows: int = 0
) -> Consistency:
    """Find out whether a code is consistent with ``history``; ``candidates`` are those of the history.

    >>> from pegwise.position import Position
    >>> print(Position("4x6", "1122:B 1344:W").consistency())
    a possible code: 3523
    """
    known = candidates.exist()
    if known:
        return Consistency("consistent", history, candidates.example())
    if known is False:
        try:
            return Consistency(
                "contradictory", history, contradiction=contradiction(rules, history, false_rows)
            )
        except LimitError:
            return Consistency("contradictory", history)
    with limited(None):  # some milliseconds
        walk = Walk(rules, [(zero_based(guess), *told) for guess, told in history], "nearest")
        walk.first(_MOVES)
    colors, distance = walk.nearest()
    code = rules.spelled(to_code(colors))
    misses = tuple(
        type(row)(row.guess, rules.feedback(code, row.guess))
        for row in history
        if rules.feedback(code, row.guess) != row.feedback
    )
    return Consistency("not known", history, code, misses, distance)
