"""The table of the best strategies known, for every size that was searched: looked up, never searched.

``python -m tablebase.make`` makes its file, ``table.json``, from certificates.
"""

from __future__ import annotations

import csv
import io
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Printable
from pegwise.errors import RulesError
from pegwise.notation import RulesLike, number_name, parse_code, parse_rules
from pegwise.optimal.table_row import Bounded, CertificateFile, Printed, TableRow
from pegwise.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable


TABLE_FILE = Path(__file__).with_name("table.json")
KINDS = ("repeats", "distinct", "black")
"""Colors may repeat; no color occurs twice; colors may repeat, but only black hits are told."""
_SEARCHED, _GROWN = 5_000, 1_000_000
"""Codes up to which a search ends within minutes, and the tree of a strategy is worth its time."""
HEADINGS = ("rules", "codes", "first", "total", "at least", "average", "worst", "least worst", "known")
RIGHT = (1, 3, 4, 5, 6, 7)
"""The columns of numbers, set flush right."""
_COLUMNS = (
    *("rules", "kind", "pegs", "colors", "codes", "first_guess", "total", "lower", "proof", "average"),
    *("worst", "least_worst", "least_worst_lower", "least_worst_proof", "last", "one_step"),
    *("one_step_total", "certificate", "sha256", "bytes", "lemmas", "command", "printed"),
)
_PROOFS = {
    "certified": "certified",
    "patterns": "certified by patterns",
    "searched": "searched, not certified",
    "sizes": "from the sizes of classes",
    "unasked": "from colors that no guess has asked for",
}


class Table(tuple[TableRow, ...], Printable):
    """The result of :func:`table`: a tuple with a :class:`TableRow` for each size, the smallest first.

    It prints as a table.

    Example:
        >>> import pegwise
        >>> print(pegwise.table("3x3").markdown().splitlines()[0])
        | rules | codes | first | total | at least | average | worst | least worst | known | printed before |
    """

    __slots__ = ()
    __repr__ = Printable.__repr__

    def to_dict(self) -> list[dict[str, Any]]:
        """Return the rows as plain values.

        Returns:
            The list that ``pegwise table --json`` prints, with :meth:`TableRow.to_dict` of each size.

        Example:
            >>> import pegwise
            >>> [row["rules"] for row in pegwise.table(["3x3", "3x4"]).to_dict()]
            ['3x3', '3x4']
        """
        return [row.to_dict() for row in self]

    def markdown(self) -> str:
        """Write the rows as a Markdown table.

        Returns:
            The table, without a line end.

        Example:
            >>> import pegwise
            >>> "| 3x3 | 27 |" in pegwise.table("3x3").markdown()
            True
        """
        lines = [
            [*HEADINGS, "printed before"],
            ["---:" if place in RIGHT else "---" for place in range(len(HEADINGS) + 1)],
            *([*table_cells(row), _printed(row)] for row in self),
        ]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def csv(self) -> str:
        """Write the rows as comma-separated values.

        Returns:
            A line of headings, and a line for each row.

        Example:
            >>> import pegwise
            >>> pegwise.table("3x3").csv().partition(",")[0]
            'rules'
        """
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(_COLUMNS)
        for row in self:
            rules, total, least, file = row.rules, row.total, row.least_worst, row.total.certificate
            writer.writerow(
                [
                    *(str(rules), row.kind, rules.pegs, rules.colors, rules.size, str(row.first_guess)),
                    *(total.upper, total.lower, total.proof, row.average, row.worst),
                    *(least.upper, least.lower, least.proof, row.last, row.one_step, row.one_step_total),
                    *(file.name, file.sha256, file.size, file.lemmas, file.command, _printed(row)),
                ]
            )
        return text.getvalue()


def table(
    rules: RulesLike | Iterable[RulesLike] = (),
    *,
    kind: str | None = None,
    pegs: int | None = None,
    colors: int | None = None,
) -> Table:
    """Return the best strategies known, which are looked up.

    Args:
        rules: The rules, or several of them; none for all sizes in the table.
        kind: ``repeats``, ``distinct`` or ``black``, to list only these.
        pegs: The number of pegs, to list only these.
        colors: The number of colors, to list only these.

    Returns:
        The rows, the smallest size first.

    Raises:
        RulesError: If the table has no row for rules that are named, or there is no such kind.
        NotationError: If a text cannot be read.

    Example:
        >>> import pegwise
        >>> [(str(row.rules), row.total.upper) for row in pegwise.table(pegs=3, colors=4)]
        [('3x4-distinct', 72), ('3x4', 206), ('3x4-black', 280)]
    """
    if kind is not None and kind not in KINDS:
        raise RulesError(f"there is no kind {kind!r}; the kinds are {', '.join(KINDS)}")
    several = [rules] if isinstance(rules, str | Rules) else rules
    named = [parse_rules(each) for each in several]
    kept = _kept()
    for each in named:
        if str(each) not in kept:
            raise RulesError(f"the table has no row for {each}; {_instead(each)}")
    wanted = {str(each) for each in named} or kept.keys()
    return Table(
        row
        for row in map(_row, (name for name in kept if name in wanted))
        if kind in (None, row.kind) and pegs in (None, row.rules.pegs) and colors in (None, row.rules.colors)
    )


def _instead(rules: Rules) -> str:
    if rules.size <= _SEARCHED:
        return f"to search it, use pegwise optimal -r {rules}"
    if rules.size <= _GROWN:
        return f"for a good strategy, use pegwise tree -r {rules}"
    return f"it has {number_name(rules.size)} codes; for a good next guess, use pegwise hint -r {rules}"


@cache
def _kept() -> dict[str, dict[str, Any]]:
    """Return the rows of the file, by the text of their rules."""
    return {each["rules"]: each for each in json.loads(TABLE_FILE.read_text("utf-8"))["rows"]}


@cache
def _row(name: str) -> TableRow:
    return row_of(_kept()[name])


def row_of(plain: dict[str, Any]) -> TableRow:
    """Return a row from its plain values, as :meth:`TableRow.to_dict` makes them."""
    rules = parse_rules(plain["rules"])
    last = plain["last_certificate"]
    return TableRow(
        rules,
        parse_code(plain["first_guess"], rules),
        total=_bounded(plain["total"]),
        least_worst=_bounded(plain["least_worst"]),
        last_certificate=None if last is None else CertificateFile(**last),
        printed=tuple(Printed(**each) for each in plain["printed"]),
        **{name: plain[name] for name in ("worst", "last", "one_step", "one_step_total")},
    )


def _bounded(plain: dict[str, Any]) -> Bounded:
    below = plain["lower_certificate"]
    return Bounded(
        *(plain["lower"], plain["upper"], plain["proof"]),
        CertificateFile(**plain["certificate"]),
        None if below is None else CertificateFile(**below),
    )


def table_cells(row: TableRow) -> list[str]:
    """Return the figures of a row, under :data:`HEADINGS`."""
    least = row.least_worst
    return [
        str(row.rules),
        str(row.rules.size),
        str(row.first_guess),
        str(row.total.upper),
        str(row.total.lower),
        f"{row.average:.4f}",
        str(row.worst),
        str(least.upper) if least.exact else f"{least.lower} to {least.upper}",
        row.known,
    ]


def _printed(row: TableRow) -> str:
    return "; ".join(f"{each.what} {each.value} ({each.source})" for each in row.printed)


def details(row: TableRow) -> str:
    """Return all that the table says of one size, in sentences."""
    rules, total, least = row.rules, row.total, row.least_worst
    lines = [
        f"{rules}: {rules.size} codes",
        f"least total {_between(total)}: average {row.average:.4f}, worst {row.worst}, "
        f"first guess {row.first_guess}",
        *_file(total.certificate),
        f"least worst case {_between(least)}",
        *([] if least.certificate == total.certificate else _file(least.certificate)),
        *_below(least),
    ]
    if row.last is not None and row.last_certificate is not None:
        last = _counted(row.last, "secret")
        lines.append(f"with this total, at least {last} must be found with guess {row.worst}: certified")
        lines += [f"  {row.last_certificate.name}, made again by: {row.last_certificate.command}"]
    if row.one_step is not None:
        lines.append(f"the best strategy that looks one guess ahead: {row.one_step}, {row.one_step_total}")
    lines += [f"printed before: {each.what} {each.value} ({each.source})" for each in row.printed]
    return "\n".join(lines)


def _between(bounds: Bounded) -> str:
    if bounds.exact:
        return f"{bounds.upper}, exact ({_PROOFS[bounds.proof]})"
    return f"at most {bounds.upper} (certified), at least {bounds.lower} ({_PROOFS[bounds.proof]})"


def _below(least: Bounded) -> list[str]:
    """What the lower bound of the least worst case follows from."""
    if least.lower_certificate is None:
        return []
    return ["this lower bound follows from a game of fewer colors:", *_file(least.lower_certificate)]


def _file(file: CertificateFile) -> list[str]:
    where = "docs/certificates/" if file.kept else ""
    lemmas = _counted(file.lemmas, "lemma") if file.lemmas else "tree alone"
    return [
        f"  {where}{file.name}: {file.size} bytes, {lemmas}, sha256 {file.sha256}",
        f"  made again by: {file.command}",
    ]


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
