"""Compare the kernels of any number of pegs with the unrolled ones, on games that both serve.

Usage: python -m benchmarks.any_pegs [--runs 5]

The two take turns, in processes of their own with one thread; figures are medians of CPU seconds of whole
commands, and must come to the same result.
"""

from __future__ import annotations

import argparse
import re
import sys
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.measure import Usage, command, machine, table

if TYPE_CHECKING:
    from collections.abc import Iterator

WORK = [
    *(f"tree -r {rules} -s {name}" for rules in ("5x8", "6x6", "7x5") for name in ("knuth", "entropy")),
    "tree -r 5x8-black -s most-parts",
]
HEAD = ["command", "unrolled: CPU s", "any: CPU s", "ratio"]
RUN = "from pegwise.cli import main; main()"
ANY = f"from pegwise.engine.kernels import shapes; shapes.OWN = range(0); {RUN}"
"""The same with no number of pegs that has kernels of its own."""


def run(code: str, words: str) -> Usage:
    """Run a command of pegwise, after some code."""
    return command([sys.executable, "-c", code, *words.split(), "--threads", "1"])


def rows(runs: int) -> Iterator[list[str]]:
    """Yield a line for each command."""
    for words in WORK:
        pairs = [(run(RUN, words), run(ANY, words)) for _ in range(runs)]
        said = {re.sub(r"in [0-9.]+ s\b", "", used.output) for pair in pairs for used in pair}
        if len(said) != 1:
            raise SystemExit(f"pegwise {words}: the results differ")
        one, other = (median(pair[which].cpu for pair in pairs) for which in (0, 1))
        yield [f"`{words}`", f"{one:.2f}", f"{other:.2f}", f"{other / one:.2f}"]


def main() -> None:
    """Measure the commands and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=5, help="runs of each command and each kind of kernels")
    asked = parser.parse_args()
    print(machine())
    table(HEAD, rows(asked.runs))
    print(machine())


if __name__ == "__main__":
    main()
