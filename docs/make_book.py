"""Makes the book of optimal strategies again: python docs/make_book.py [NAME ...]

Each file is the certificate that ``pegwise optimal --no-book`` writes. All of them take about a minute.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pegwise.optimal.books import BOOK, file_of
from pegwise.optimal.solve import optimum


def main() -> None:
    """Write the files that are named, or all."""
    wanted = set(sys.argv[1:])
    for entry in BOOK:
        if wanted and entry.name not in wanted:
            continue
        path, problem = Path(str(file_of(entry))), entry.problem
        path.parent.mkdir(exist_ok=True)
        with path.open("wb") as file:
            found = optimum(
                problem.position, max_guesses=entry.max_guesses, certificate=file, full=entry.full, book=False
            )
        size = path.stat().st_size
        proof = "with proof" if entry.full else "tree alone"
        sys.stdout.write(f"{entry.name}: total {found.total}, {size} bytes, {proof}\n")


if __name__ == "__main__":
    main()
