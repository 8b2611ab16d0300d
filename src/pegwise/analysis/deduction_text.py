"""A deduction, sentence by sentence: what each rests on and what it concludes, as data and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pegwise.analysis.code_facts import Fact, clauses, listed
from pegwise.drawable import plain_values

if TYPE_CHECKING:
    from pegwise.rules import Rules


class Lead(NamedTuple):
    """What a row or the rules say, before any fact is known.

    Attributes:
        kind: ``black-hits``, ``hits`` or ``white-hits``: how many of them a row has. ``missed``: how many
            pegs of the code a row leaves without a hit. ``pegs``: how many pegs the code has. ``distinct``:
            no color repeats.
        number: How many; 0 for ``distinct``.
        row: The number of the row, counted from 1; 0 for what the rules say.
        text: The text of the row; empty for what the rules say.

    Example:
        >>> from pegwise.analysis.deduction_text import Lead
        >>> str(Lead("hits", 1, 2, "1344:W")), str(Lead("distinct"))
        ('row 2 (1344:W) has 1 hit', 'no color repeats')
    """

    kind: Literal["black-hits", "hits", "white-hits", "missed", "pegs", "distinct"]
    number: int = 0
    row: int = 0
    text: str = ""

    def __str__(self) -> str:
        number, more = self.number or "no", "s" * (self.number != 1)
        match self.kind:
            case "distinct":
                return "no color repeats"
            case "pegs":
                return f"the code has {self.number} peg{more}"
            case "missed":
                pegs = f"peg{'s' * (self.number > 1)}"
                return f"row {self.row} ({self.text}) leaves {number} {pegs} of the code without a hit"
            case "hits" | "black-hits" | "white-hits":
                kind = self.kind.removesuffix("hits").replace("-", " ")
                return f"row {self.row} ({self.text}) has {number} {kind}hit{more}"

    def to_dict(self) -> dict[str, Any]:
        """Return what is said as plain values.

        Returns:
            The kind, the number and the row; null for a number or a row that there is not.

        Example:
            >>> from pegwise.analysis.deduction_text import Lead
            >>> Lead("hits", 1, 2, "1344:W").to_dict()
            {'kind': 'hits', 'number': 1, 'row': 2}
        """
        number = None if self.kind == "distinct" else self.number
        return {"kind": self.kind, "number": number, "row": self.row or None}


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a deduction.

    Attributes:
        rules: The rules of the code.
        kind: ``conclusion``; ``contradiction``, if nothing can be so; ``assumption``, which a contradiction
            refutes; ``refutation``, what follows from that.
        depth: The number of assumptions around the sentence.
        lead: What a row or the rules say; None if only facts are used.
        because: The facts that the sentence uses.
        so: The facts that it concludes or assumes; empty for a contradiction.

    Example:
        >>> import pegwise
        >>> (sentence,) = pegwise.deduce("2x3 11:B 12:W").steps[0].sentences()
        >>> str(sentence), sentence.kind
        ('Row 2 (12:W) has no black hits, so peg 1 is not 1.', 'conclusion')
        >>> sentence.to_dict()["so"]
        [{'kind': 'not', 'peg': 1, 'color': 1}]
    """

    rules: Rules
    kind: Literal["conclusion", "contradiction", "assumption", "refutation"]
    depth: int
    lead: Lead | None
    because: tuple[Fact, ...]
    so: tuple[Fact, ...]

    def __str__(self) -> str:
        so = listed(clauses(self.so, self.rules)) if self.so else ""
        if self.kind == "assumption":
            return f"Suppose {so}."
        if self.kind == "refutation":
            return f"So {so}."
        reason = listed([*([str(self.lead)] if self.lead else []), *clauses(self.because, self.rules)])
        end = f", so {so}." if self.kind == "conclusion" else ": that is impossible."
        return reason[:1].upper() + reason[1:] + end

    def to_dict(self) -> dict[str, Any]:
        """Return the sentence as plain values.

        Returns:
            Its kind, depth and text; what a row or the rules say (null if nothing), and the facts.
        """
        return plain_values(self, "kind depth text lead because so", text=str(self))
