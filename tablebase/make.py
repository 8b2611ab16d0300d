"""Makes the table and its plot from certificates, and from nothing else.

Usage: python -m tablebase.make [FOLDER ...]

The checker checks every certificate of docs/certificates and of the folders, and its verdicts are kept in
tablebase/verdicts.jsonl; those of the proofs by patterns in the folders are kept in tablebase/patterns.json.
From them the program writes src/pegwise/optimal/table.json and docs/tables/average.svg; the site adds the
rows to docs/tables.md. Certificates that a row names, and other proofs, are copied from the folders to
docs/certificates if they are small, or if time stopped the search that made them, so that no command makes
them again. Of every other, the digest and the command that makes it again are all that is kept; nothing is of
one that begins with rows, if no row of the table names it.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pegwise.optimal.table import TABLE_FILE
from tablebase.plot import PLOT, plot
from tablebase.rows import rows
from tablebase.verdicts import (
    KEPT,
    LOWER,
    MOST_BYTES,
    UNASKED,
    ahead_bounds,
    checked,
    is_made_again,
    lower_bounds,
    pattern_totals,
    read_verdicts,
    write_verdicts,
)

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from pegwise.optimal.table_row import TableRow

__all__ = ["data", "main"]


def data(found: Iterable[TableRow]) -> str:
    """Return the text of the data file: a line for each row."""
    lines = [json.dumps(each.to_dict(), ensure_ascii=False) for each in found]
    return '{"format": "pegwise table", "version": 1, "rows": [\n' + ",\n".join(lines) + "\n]}\n"


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


def is_kept(verdict: dict[str, Any], named: Container[str]) -> bool:
    """Tell whether the repository keeps a certificate.

    ``named``: those that a row of the table names. It keeps proofs besides, but no trees: there are better.
    """
    handy = verdict["size"] <= MOST_BYTES or not is_made_again(verdict)
    return bool(handy and (verdict["name"] in named or (verdict["lemmas"] and is_made_again(verdict))))


def keep(named: Container[str], folders: Iterable[Path], verdicts: dict[str, dict[str, Any]]) -> None:
    """Copy the certificates that the repository keeps from some folders, and remove the others from it."""
    for name, verdict in verdicts.items():
        path = next((folder / name for folder in folders if (folder / name).exists()), None)
        if path is not None and not verdict["kept"] and is_kept(verdict, named):
            shutil.copyfile(path, KEPT / name)
            verdict["kept"] = True
    for path in KEPT.glob("*.cert"):
        verdict = verdicts[path.name]
        verdict["kept"] = verdict["kept"] and is_kept(verdict, named)
        if not verdict["kept"]:  # a file of this name that proves more may be too long
            path.unlink()


def certificates(found: Iterable[TableRow]) -> set[str]:
    """Return the names of the certificates of some rows."""
    files = [each for row in found for each in row.certificates]
    return {each.name for each in files}


def main() -> None:
    """Check the certificates and write everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    asked = parser.parse_args()
    known = (
        lower_bounds(LOWER, asked.folders),
        ahead_bounds(asked.folders),
        lower_bounds(UNASKED, asked.folders),
        pattern_totals(asked.folders, say),
    )
    verdicts = checked([KEPT, *asked.folders], read_verdicts(), say)
    named = certificates(rows(verdicts.values(), *known))
    verdicts = {name: each for name, each in verdicts.items() if not each["history"] or name in named}
    keep(named, asked.folders, verdicts)
    write_verdicts(verdicts)
    found = rows(verdicts.values(), *known)
    TABLE_FILE.write_text(data(found), "utf-8")
    PLOT.parent.mkdir(exist_ok=True)
    PLOT.write_bytes(plot(found).render("svg"))
    sys.stdout.write(f"{len(found)} sizes\n")


if __name__ == "__main__":
    main()
