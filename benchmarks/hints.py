"""Measure the CPU seconds of a hint after one guess.

Usage: python -m benchmarks.hints [-n RUNS] [RULES ...]

The guess is the strategy's own first guess, with the feedback that leaves the most candidates. The time
includes reading the position, finding its candidates, choosing the guess and computing its figures. The
column "first run" is the first hint of the process; the other columns are later runs. A separate column
shows the time with three alternatives.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import TYPE_CHECKING

from benchmarks.measure import cpu_seconds, machine, table
from benchmarks.peers import HEURISTICS
from pegwise import Position
from pegwise.analysis.hint import hint
from pegwise.strategies import make

if TYPE_CHECKING:
    from collections.abc import Iterator

GOALS = {"5x8": 0.1, "6x8": 0.5, "7x8": 5.0}
HEAD = ["game", "strategy", "after", "candidates", "first run, CPU s", "least, CPU s", "median, CPU s"]
HEAD += ["with 3 alternatives, CPU s", "goal, s", ""]


def row(rules: str, strategy: str, runs: int) -> list[str]:
    """Return one line of the table."""
    start = Position(rules)
    guess = make(strategy).choose(start)
    feedback, after = max(start.split(guess), key=lambda each: len(each[1]))

    def ask(alternatives: int = 0) -> None:
        hint(Position(rules, f"{guess}:{feedback}"), strategy=strategy, alternatives=alternatives)

    began = time.process_time()
    ask()
    first = time.process_time() - began
    seconds = cpu_seconds(ask, runs)
    more = statistics.median(cpu_seconds(lambda: ask(3), runs))
    median, limit = statistics.median(seconds), GOALS.get(rules)
    verdict = "" if limit is None else "met" if max(median, more) <= limit else "MISSED"
    figures = [f"{first:.3f}", f"{min(seconds):.4f}", f"{median:.4f}", f"{more:.4f}"]
    return [rules, strategy, f"{guess}:{feedback}", str(len(after)), *figures, f"{limit or ''}", verdict]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("rules", nargs="*", metavar="RULES", help=f"the games; by default {', '.join(GOALS)}")
    parser.add_argument("-n", "--runs", type=int, default=7, help="how often each hint is measured")
    asked = parser.parse_args()

    def rows() -> Iterator[list[str]]:
        for rules in asked.rules or GOALS:
            for strategy in HEURISTICS:
                yield row(rules, strategy, asked.runs)

    print(machine())
    table(HEAD, rows())
    print(machine())


if __name__ == "__main__":
    main()
