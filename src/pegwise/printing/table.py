"""Prints the table of the best strategies known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.optimal.table import HEADINGS, RIGHT, details, table_cells
from pegwise.printing.layout import table

if TYPE_CHECKING:
    from pegwise.optimal.table import Table
    from pegwise.optimal.table_row import TableRow

__all__ = ["row", "rows"]


def row(shown: TableRow) -> str:
    """Write all that is known of one size."""
    return details(shown)


def rows(shown: Table) -> str:
    """Write a table, a line for each size."""
    if not shown:
        return "no sizes"
    left = [place for place in range(len(HEADINGS)) if place not in RIGHT]
    return table([HEADINGS, *map(table_cells, shown)], left=left)
