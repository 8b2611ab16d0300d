"""Compare the estimated time of a tree with the time that it takes on one thread.

Usage: python -m benchmarks.estimates [RULES ...]
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from benchmarks.measure import machine, table
from pegwise import Position, build_tree, make
from pegwise.strategies.work_estimate import estimate_tree

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = [
    *("4x6", "4x10-distinct", "5x7", "5x8", "5x8-black", "6x6", "5x10", "6x7", "6x10-distinct"),
    *("3x30", "4x20", "4x20-distinct", "4x20-black", "4x26"),
    *("7x4", "7x5", "7x5-black", "7x8-distinct", "8x4", "8x4-black", "8x8-distinct", "9x3"),
]


def _rows(games: list[str]) -> Iterator[list[str]]:
    strategy = make("expected-size")
    for rules in games:
        start = Position(rules)
        said = estimate_tree(start, strategy=strategy).seconds
        if start.rules.size < 50_000:  # in a longer tree, making the tables takes a small part of the time
            build_tree(rules, strategy=strategy, threads=1)
        began = time.process_time()
        build_tree(rules, strategy=strategy, threads=1)
        took = time.process_time() - began
        yield [rules, f"{said:.3g}", f"{took:.3g}", f"{said / took:.2f}"]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("rules", nargs="*", metavar="RULES", help=f"the games; by default {', '.join(GAMES)}")
    asked = parser.parse_args()
    print(machine())
    table(["game", "estimate, s", "measured, CPU s", "ratio"], _rows(asked.rules or GAMES))


if __name__ == "__main__":
    main()
