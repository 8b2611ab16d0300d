"""Compare the CPU seconds of whole trees with those of the best C++ programs.

Usage: python -m benchmarks.trees [-n RUNS] [-s STRATEGY ...] [RULES ...]

For larger games the program measures the whole command ``pegwise tree -r RULES -s STRATEGY --json``,
including its start. For 4x6 and 4x10-distinct it measures ``build_tree`` and the figures of the tree, in a
process that has built the tree before. The ratio is that of the median to the time of the C++ program.
"""

from __future__ import annotations

import argparse
import json
import statistics
from typing import TYPE_CHECKING

from benchmarks.measure import command, cpu_seconds, machine, program, table
from benchmarks.peers import HEURISTICS, PEERS, SMALL, goal

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = ["game", "strategy", "total", "least, CPU s", "median, CPU s", "peak MB"]
HEAD += ["C++ program, CPU s", "ratio", "goal", ""]


def whole_command(rules: str, strategy: str, runs: int) -> tuple[int, list[float], float]:
    """Return the total of the tree, the CPU seconds of each later run, and the peak memory in MB."""
    words = [*program(), "tree", "-r", rules, "-s", strategy, "--json"]
    if rules != "6x8":  # takes so long that a compilation makes no difference
        command(words)
    used = [command(words) for _ in range(runs)]
    total = json.loads(used[0].output)["total"]
    return int(total), [usage.cpu for usage in used], max(usage.peak for usage in used)


def in_process(rules: str, strategy: str, runs: int) -> tuple[int, list[float], float]:
    """Return the same for ``build_tree`` in this process, with compiled kernels; without the peak memory."""
    from pegwise.trees.build import build_tree

    def work() -> int:
        return build_tree(rules, strategy=strategy).total

    return work(), cpu_seconds(work, max(runs, 11), at_least=0.1), float("nan")


def row(rules: str, strategy: str, runs: int) -> list[str]:
    """Return one line of the table."""
    measured = in_process if rules in SMALL else whole_command
    total, seconds, peak = measured(rules, strategy, runs)
    median, peer = statistics.median(seconds), PEERS[rules][HEURISTICS.index(strategy)]
    beside = ["", "", "", ""]
    if peer is not None:
        ratio, limit = median / peer, goal(rules)
        beside = [f"{peer:g}", f"{ratio:.3f}", f"{limit:g}", "met" if ratio <= limit else "MISSED"]
    shown = "" if rules in SMALL else f"{peak:.0f}"
    return [rules, strategy, str(total), f"{min(seconds):.3g}", f"{median:.3g}", shown, *beside]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "rules", nargs="*", metavar="RULES", help=f"the games, of {', '.join(PEERS)}; by default all"
    )
    parser.add_argument("-n", "--runs", type=int, default=5, help="how often each tree is built")
    parser.add_argument("-s", "--strategy", action="append", choices=HEURISTICS)
    asked = parser.parse_args()
    if unknown := set(asked.rules) - set(PEERS):
        parser.error(f"there is no figure of a C++ program for {', '.join(sorted(unknown))}")
    # Whole commands come before this process imports numpy: their peak is at least that of this process.
    games = sorted(asked.rules or PEERS, key=lambda rules: rules in SMALL)

    def rows() -> Iterator[list[str]]:
        for rules in games:
            for strategy in asked.strategy or HEURISTICS:
                yield row(rules, strategy, asked.runs)

    print(machine())
    table(HEAD, rows())
    print(machine())


if __name__ == "__main__":
    main()
