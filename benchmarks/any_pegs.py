"""Compare kernels that build the same trees, on games that both serve.

The unrolled kernels are compared with those of any number of pegs, and these with the kernel of games that
have no planes (more than 10 pegs, or more than 255 colors).

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
MANY = [f"tree -r {rules} -s {name}" for rules in ("8x3", "9x3", "10x2") for name in ("knuth", "entropy")]
RUN = "from pegwise.cli import main; main()"
ANY = f"from pegwise.engine.kernels import shapes; shapes.OWN = range(0); {RUN}"
"""The same with no number of pegs that has kernels of its own."""
WORDS = f"""
from pegwise.engine.enumerated import tree_builder
tree_builder.has_planes = lambda rules: False
{RUN}"""
"""The same with no game that has planes."""


def run(code: str, words: str) -> Usage:
    """Run a command of pegwise, after some code."""
    return command([sys.executable, "-c", code, *words.split(), "--threads", "1"])


def rows(work: list[str], slower: str, runs: int) -> Iterator[list[str]]:
    """Yield a line for each command."""
    for words in work:
        pairs = [(run(RUN, words), run(slower, words)) for _ in range(runs)]
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
    table(["command", "unrolled: CPU s", "any: CPU s", "ratio"], rows(WORK, ANY, asked.runs))
    table(["command", "planes: CPU s", "words: CPU s", "ratio"], rows(MANY, WORDS, asked.runs))
    print(machine())


if __name__ == "__main__":
    main()
