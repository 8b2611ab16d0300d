"""Measure trees, a search and a comparison by threads of one process, one worker process, and several.

Usage: python -m benchmarks.scaling [--workers N] [--quick]

Each piece of work runs on one thread, on a local Dask cluster of one process, and of N (2 by default). The
clusters are started, and have made the tables of the game, before the time is taken. CPU seconds are those
of this process and of the workers.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

from benchmarks.measure import machine, table

if TYPE_CHECKING:
    from collections.abc import Callable

    Work = Callable[[Any], object]

HEAD = ["work", "workers", "wall s", "CPU s", "wall of 1 worker", "wall of 1 thread"]


def works(quick: bool) -> dict[str, Work]:
    """Return what is measured: each takes an executor, None for one thread, and returns its result."""
    from pegwise.analysis.compare import compare
    from pegwise.optimal.solve import optimum
    from pegwise.trees import build_tree

    def tree(rules: str, strategy: str) -> Work:
        return lambda executor: build_tree(rules, strategy=strategy, threads=1, executor=executor).total

    def search(rules: str) -> Work:
        return lambda executor: optimum(rules, book=False, threads=1, executor=executor).total

    def games(number: int) -> Work:
        def play(executor: Any) -> object:
            (row,) = compare("6x9", strategies=["counter"], games=number, executor=executor)
            return row.distribution

        return play

    if quick:
        return {
            "tree 5x8 entropy": tree("5x8", "entropy"),
            "optimal 4x7": search("4x7"),
            "200 games": games(200),
        }
    return {
        "tree 6x9 entropy": tree("6x9", "entropy"),
        "tree 7x7 most-parts": tree("7x7", "most-parts"),
        "optimal 4x9": search("4x9"),
        "20,000 counter games": games(20_000),
    }


def measured(work: Work, client: Any) -> tuple[object, float, float]:
    """Return the result of some work, and its wall and CPU seconds."""

    def cpu() -> float:
        elsewhere: list[float] = list(client.run(time.process_time).values()) if client else []
        return time.process_time() + sum(elsewhere)

    before, began = cpu(), time.perf_counter()
    result = work(client)
    return result, time.perf_counter() - began, cpu() - before


def main() -> None:
    """Measure and print a table."""
    from pegwise.executors.cluster import local_cluster

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="small games, to see that it works")
    asked = parser.parse_args()
    chosen = works(asked.quick)
    found: dict[tuple[str, int], tuple[object, float, float]] = {}
    for name, work in chosen.items():
        found[name, 0] = measured(work, None)
    for count in (1, asked.workers):
        with local_cluster(count) as client:
            for name, work in chosen.items():
                if asked.quick or name.startswith("tree"):
                    work(client)  # the tables of the game are made
                found[name, count] = measured(work, client)
    rows = []
    for (name, count), (result, wall, cpu) in sorted(found.items()):
        assert result == found[name, 0][0], f"{name}: another result with {count} workers"
        one, thread = found[name, 1][1], found[name, 0][1]
        label = "1 thread" if count == 0 else str(count)
        rows.append([name, label, f"{wall:.2f}", f"{cpu:.2f}", f"{wall / one:.2f}", f"{wall / thread:.2f}"])
    print(machine())
    table(HEAD, rows)


if __name__ == "__main__":
    main()
