"""The table of the best strategies known, for every size that was searched: looked up, never searched.

``python -m tablebase.make`` makes its file, ``table.json``, from certificates.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Printable
from pegwise.errors import RulesError
from pegwise.notation import number_name, parse_code, parse_rules
from pegwise.optimal.table_formats import table_csv, table_markdown
from pegwise.optimal.table_row import Bounded, CertificateFile, Printed, TableRow
from pegwise.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.resources.abc import Traversable

    from pegwise.notation import RulesLike

__all__ = ["KINDS", "Table", "row_of", "table", "table_file"]

KINDS = ("repeats", "distinct", "black")
"""Colors may repeat; no color occurs twice; colors may repeat, but only black hits are told."""
_SEARCHED, _GROWN = 5_000, 1_000_000
"""Codes up to which a search ends within minutes, and the tree of a strategy is worth its time."""


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
        return table_markdown(self)

    def csv(self) -> str:
        """Write the rows as comma-separated values.

        Returns:
            A line of headings, and a line for each row.

        Example:
            >>> import pegwise
            >>> pegwise.table("3x3").csv().partition(",")[0]
            'rules'
        """
        return table_csv(self)


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
    rows = _rows()
    for each in named:
        if str(each) not in rows:
            raise RulesError(f"the table has no row for {each}; {_instead(each)}")
    wanted = {str(each) for each in named} or rows.keys()
    return Table(
        row
        for name, row in rows.items()
        if name in wanted
        and kind in (None, row.kind)
        and pegs in (None, row.rules.pegs)
        and colors in (None, row.rules.colors)
    )


def table_file() -> Traversable:
    """Where the table is, or belongs."""
    return files("pegwise.optimal") / "table.json"


def _instead(rules: Rules) -> str:
    """What else tells something of a game that is not in the table."""
    if rules.size <= _SEARCHED:
        return f"to search it, use pegwise optimal -r {rules}"
    if rules.size <= _GROWN:
        return f"for a good strategy, use pegwise tree -r {rules}"
    return f"it has {number_name(rules.size)} codes; for a good next guess, use pegwise hint -r {rules}"


@cache
def _rows() -> dict[str, TableRow]:
    kept = json.loads(table_file().read_text("utf-8"))
    return {each["rules"]: row_of(each) for each in kept["rows"]}


def row_of(plain: dict[str, Any]) -> TableRow:
    """Return a row from its plain values, as :meth:`TableRow.to_dict` makes them."""
    rules = parse_rules(plain["rules"])
    last = plain["last_certificate"]
    return TableRow(
        rules,
        parse_code(plain["first_guess"], rules),
        _bounded(plain["total"]),
        plain["worst"],
        _bounded(plain["least_worst"]),
        plain["last"],
        None if last is None else CertificateFile(**last),
        plain["one_step"],
        plain["one_step_total"],
        tuple(Printed(**each) for each in plain["printed"]),
    )


def _bounded(plain: dict[str, Any]) -> Bounded:
    return Bounded(plain["lower"], plain["upper"], plain["proof"], CertificateFile(**plain["certificate"]))
