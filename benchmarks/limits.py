"""How far past its limit a hint or a tree goes, by the clock.

Use: python -m benchmarks.limits [-n TRIES]

Hints are given seeds, so what does not fit is sampled; candidates are read before the clock starts, and one
hint without a limit has been given. Trees are stopped by ``Limit`` in the middle.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import TYPE_CHECKING

from benchmarks.measure import machine, table
from pegwise import Position, build_tree
from pegwise.analysis.hint import hint
from pegwise.limit import Limit, LimitReached, limited

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HINTS = (("6x9", "112233:BW"), ("7x8", "1122334:BW"), ("7x10", "1122334:BW"))
TREES = ("6x8", "5x12")
SECONDS = (0.1, 0.3, 1.0)


def _took(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _stopped(rules: str, limit: Limit) -> None:
    try:
        with limited(limit):
            build_tree("expected-size", rules)
    except LimitReached:
        pass


def _row(what: str, rules: str, seconds: float, work: Callable[[], object], tries: int) -> list[str]:
    past = [1000 * (_took(work) - seconds) for _ in range(tries)]
    return [what, rules, f"{seconds:g}", f"{statistics.median(past):+.0f}", f"{max(past):+.0f}"]


def _rows(tries: int) -> Iterator[list[str]]:
    for rules, history in HINTS:
        position = Position(rules, history)
        hint(position, "entropy")
        for seconds in SECONDS:
            limit = Limit(seconds=seconds)
            yield _row("hint", rules, seconds, lambda: hint(position, "entropy", limit=limit, seed=1), tries)  # noqa: B023
    for rules in TREES:
        for seconds in SECONDS:
            limit = Limit(seconds=seconds)
            yield _row("tree", rules, seconds, lambda: _stopped(rules, limit), tries)  # noqa: B023


def main() -> None:
    """The table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("-n", "--tries", type=int, default=5)
    asked = parser.parse_args()
    print(machine())
    table(["what", "game", "limit, s", "past it, ms: median", "most"], _rows(asked.tries))


if __name__ == "__main__":
    main()
