"""Makes the table, its page and its plot from certificates, and from nothing else.

Usage: python -m tablebase.make [FOLDER ...] [--keep BYTES]

The checker checks every certificate of docs/certificates and of the folders, and its verdicts are kept in
tablebase/verdicts.jsonl. From them the program writes src/pegwise/optimal/table.json, docs/tables.md and
docs/tables/average.svg. A certificate of a folder that is not in docs/certificates stays in the table: its
digest and the command that makes it again are all that is kept of it. With --keep, certificates of at most
so many bytes that a row names are copied from the folders to docs/certificates first.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pegwise.optimal.table import table_file
from tablebase.page import PAGE, page
from tablebase.plot import PLOT, plot
from tablebase.rows import rows
from tablebase.verdicts import KEPT, checked, lower_bounds, read_verdicts, write_verdicts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pegwise.optimal.table_row import TableRow

__all__ = ["data", "main"]


def data(found: Iterable[TableRow]) -> str:
    """Return the text of the data file: a line for each row."""
    lines = [json.dumps(each.to_dict(), ensure_ascii=False) for each in found]
    return '{"format": "pegwise table", "version": 1, "rows": [\n' + ",\n".join(lines) + "\n]}\n"


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


def keep(found: Iterable[TableRow], folders: Iterable[Path], most: int) -> list[str]:
    """Copy the certificates of the rows that are small enough, and return their names."""
    copied = []
    for row in found:
        files = [row.total.certificate, row.least_worst.certificate, row.last_certificate]
        for file in dict.fromkeys(each for each in files if each is not None and not each.kept):
            path = next((folder / file.name for folder in folders if (folder / file.name).exists()), None)
            if path is not None and file.size <= most:
                shutil.copyfile(path, KEPT / file.name)
                copied.append(file.name)
    return copied


def main() -> None:
    """Check the certificates and write everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--keep", type=int, default=0, metavar="BYTES")
    asked = parser.parse_args()
    lower = lower_bounds(asked.folders)
    verdicts = checked([KEPT, *asked.folders], read_verdicts(), say)
    for name in keep(rows(verdicts.values(), lower), asked.folders, asked.keep):
        verdicts[name]["kept"] = True
    for path in KEPT.glob("*.cert"):
        if not verdicts[path.name]["kept"]:
            path.unlink()  # a file of this name proves more, and is too long to be kept
    write_verdicts(verdicts)
    found = rows(verdicts.values(), lower)
    Path(str(table_file())).write_text(data(found), "utf-8")
    PAGE.write_text(page(found, verdicts.values()), "utf-8")
    PLOT.parent.mkdir(exist_ok=True)
    PLOT.write_bytes(plot(found).render("svg"))
    sys.stdout.write(f"{len(found)} sizes\n")


if __name__ == "__main__":
    main()
