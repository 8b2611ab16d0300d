"""Compare whole commands with mmstrat, another program, which takes turns with them in one run.

Usage: python -m benchmarks.mmstrat PROGRAM [-n RUNS] [RULES ...]

PROGRAM is mmstrat (C++), built with ``-O3 -march=native``. It uses one thread, so pegwise does, too. For each
of the games, the trees of four strategies are built; without games, also the optimal trees of 4x6 and 5x4 are
found. Both programs print a summary. The ratio is that of the medians of CPU seconds.
"""

from __future__ import annotations

import argparse
import statistics
from typing import TYPE_CHECKING

from benchmarks.measure import command, machine, program, table

if TYPE_CHECKING:
    from collections.abc import Iterator

STRATEGIES = {"knuth": "minmax", "expected-size": "minavg", "entropy": "entropy", "most-parts": "parts"}
"""The names of the strategies there."""
GAMES, OPTIMA = ("5x8", "6x6"), ("4x6", "5x4")


def pairs(mmstrat: str, games: list[str]) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield what is measured: its name, our command, and theirs."""

    def theirs(rules: str, strategy: str) -> list[str]:
        pegs, _, colors = rules.partition("x")
        return [mmstrat, "-r", f"p{pegs}c{colors}r", "-s", strategy, "-S"]

    for rules in games or GAMES:
        for ours, name in STRATEGIES.items():
            words = ["tree", "-r", rules, "-s", ours, "--threads", "1"]
            yield f"tree -r {rules} -s {ours}", [*program(), *words], theirs(rules, name)
    for rules in () if games else OPTIMA:
        yield f"optimal -r {rules}", [*program(), "optimal", "-r", rules], theirs(rules, "optimal")


def rows(mmstrat: str, games: list[str], runs: int) -> Iterator[list[str]]:
    """Yield the medians of each pair, and their ratio."""
    for name, ours, theirs in pairs(mmstrat, games):
        command(ours)
        took = [(command(ours).cpu, command(theirs).cpu) for _ in range(runs)]
        our, their = (statistics.median(each) for each in zip(*took, strict=True))
        yield [f"`pegwise {name}`", f"{our:.3f}", f"{their:.3f}", f"{our / their:.3f}"]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("mmstrat", metavar="PROGRAM")
    parser.add_argument("rules", nargs="*", metavar="RULES")
    parser.add_argument("-n", "--runs", type=int, default=5)
    asked = parser.parse_args()
    print(machine())
    table(
        ["command", "pegwise, CPU s", "mmstrat, CPU s", "ratio"], rows(asked.mmstrat, asked.rules, asked.runs)
    )
    print(machine())


if __name__ == "__main__":
    main()
