"""CPU seconds of whole trees, beside the best C++ program's for the same tree.

Use: python -m benchmarks.trees [-n RUNS] [-s STRATEGY ...] [RULES ...]

Larger games: the whole command ``pegwise tree -r RULES -s STRATEGY --json``, the start of the process
included. 4x6 and 4x10-distinct: ``build_tree`` and its figures, in a process that has done it before. The
ratio is that of the median.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
from typing import TYPE_CHECKING

from benchmarks.measure import command, cpu_seconds, machine, program, table
from benchmarks.peers import HEURISTICS, PEERS, SMALL, goal

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = ["game", "strategy", "total", "CPU s, least", "median", "peak MB", "peer, CPU s", "ratio", "goal", ""]


def whole_command(rules: str, strategy: str, runs: int) -> tuple[int, list[float], float]:
    """The tree's total, CPU seconds of each run after a first one, and peak memory in MB."""
    words = [*program(), "tree", "-r", rules, "-s", strategy, "--json"]
    if (
        rules != "6x8"
    ):  # so long that a compilation before it would be lost in it; and it was compiled for 6x6
        command(words)
    used = [command(words) for _ in range(runs)]
    total = json.loads(used[0].output)["total"]
    return int(total), [usage.cpu for usage in used], max(usage.peak for usage in used)


def in_process(rules: str, strategy: str, runs: int) -> tuple[int, list[float], float]:
    """The same for ``build_tree`` in this process, its kernels compiled; the peak is not told."""
    from pegwise.engine.weigh import use_kernels
    from pegwise.notation import parse_rules
    from pegwise.trees import build_tree

    use_kernels(parse_rules(rules), math.inf, "count", "grow")

    def work() -> int:
        return build_tree(rules, strategy=strategy).total

    return work(), cpu_seconds(work, max(runs, 11), at_least=0.1), float("nan")


def row(rules: str, strategy: str, runs: int) -> list[str]:
    """One line of the table."""
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
    """The table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("rules", nargs="*", metavar="RULES", help=f"of {', '.join(PEERS)}; all by default")
    parser.add_argument("-n", "--runs", type=int, default=5)
    parser.add_argument("-s", "--strategy", action="append", choices=HEURISTICS)
    asked = parser.parse_args()
    if unknown := set(asked.rules) - set(PEERS):
        parser.error(f"no peer's figures for {', '.join(sorted(unknown))}")
    # Commands before what imports numpy here: a command's peak is at least its parent's.
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
