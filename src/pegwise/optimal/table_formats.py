"""The table of optimal strategies as text: for the terminal, as Markdown, and as comma-separated values."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pegwise.optimal.table_row import Bounded, TableRow

__all__ = ["HEADINGS", "RIGHT", "details", "table_cells", "table_csv", "table_markdown"]

HEADINGS = ("rules", "codes", "first", "total", "at least", "average", "worst", "least worst", "known")
RIGHT = (1, 3, 4, 5, 6, 7)
"""The columns of numbers, set flush right."""


def table_cells(row: TableRow) -> list[str]:
    """Return the figures of a row, under :data:`HEADINGS`."""
    return [
        str(row.rules),
        str(row.rules.size),
        str(row.first_guess),
        str(row.total.upper),
        str(row.total.lower),
        f"{row.average:.4f}",
        str(row.worst),
        _range(row.least_worst),
        row.known,
    ]


def _range(bounds: Bounded) -> str:
    return str(bounds.upper) if bounds.exact else f"{bounds.lower} to {bounds.upper}"


def table_markdown(rows: Sequence[TableRow]) -> str:
    """Return a Markdown table, with what was printed before."""
    lines = [
        [*HEADINGS, "printed before"],
        ["---:" if place in RIGHT else "---" for place in range(len(HEADINGS) + 1)],
        *([*table_cells(row), _printed(row)] for row in rows),
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _printed(row: TableRow) -> str:
    return "; ".join(f"{each.what} {each.value} ({each.source})" for each in row.printed)


_COLUMNS = (
    *("rules", "kind", "pegs", "colors", "codes", "first_guess", "total", "lower", "proof", "average"),
    *("worst", "least_worst", "least_worst_lower", "least_worst_proof", "last", "one_step"),
    *("one_step_total", "certificate", "sha256", "bytes", "lemmas", "command", "printed"),
)


def table_csv(rows: Sequence[TableRow]) -> str:
    """Return a line of headings and a line for each row."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in rows:
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


def details(row: TableRow) -> str:
    """Return all that the table says of one size, in sentences."""
    rules, total, least = row.rules, row.total, row.least_worst
    lines = [
        f"{rules}: {rules.size} codes",
        f"least total {_between(total)}: average {row.average:.4f}, worst {row.worst}, "
        f"first guess {row.first_guess}",
        *_file(total),
        f"least worst case {_between(least)}",
        *([] if least.certificate == total.certificate else _file(least)),
    ]
    if row.last is not None and row.last_certificate is not None:
        last = _counted(row.last, "secret")
        lines.append(f"with this total, at least {last} must be found with guess {row.worst}: certified")
        lines += [f"  {row.last_certificate.name}, made again by: {row.last_certificate.command}"]
    if row.one_step is not None:
        lines.append(f"the best strategy that looks one guess ahead: {row.one_step}, {row.one_step_total}")
    lines += [f"printed before: {each.what} {each.value} ({each.source})" for each in row.printed]
    return "\n".join(lines)


_PROOFS = {
    "certified": "certified",
    "searched": "searched, not certified",
    "sizes": "from the sizes of classes",
}


def _between(bounds: Bounded) -> str:
    if bounds.exact:
        return f"{bounds.upper}, exact ({_PROOFS[bounds.proof]})"
    return f"at most {bounds.upper} (certified), at least {bounds.lower} ({_PROOFS[bounds.proof]})"


def _file(bounds: Bounded) -> list[str]:
    file = bounds.certificate
    where = "docs/certificates/" if file.kept else ""
    lemmas = _counted(file.lemmas, "lemma") if file.lemmas else "tree alone"
    return [
        f"  {where}{file.name}: {file.size} bytes, {lemmas}, sha256 {file.sha256}",
        f"  made again by: {file.command}",
    ]


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
