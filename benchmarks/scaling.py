"""Measure trees, a search and a comparison by threads of one process, one worker process, and several.

Usage: python -m benchmarks.scaling [--workers N] [--only TEXT] [--quick]

Each piece of work runs on one thread, on a local Dask cluster of one process, and of N (2 by default). The
clusters are started, and every process has made the tables of the game, before the time is taken. CPU seconds
are those of this process and of the workers.
"""

from __future__ import annotations

import argparse
import time
from contextlib import nullcontext
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


def prepared(rules: str) -> None:
    """Make the tables of a game in the process that runs this, and load what trees are grown by."""
    from pegwise.engine.growing import prepare
    from pegwise.engine.tables import tables_of
    from pegwise.notation import parse_rules
    from pegwise.trees import build_tree

    build_tree("4x5", strategy="entropy", threads=1)
    prepare(tables_of(parse_rules(rules)))


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
    parser.add_argument("--only", default="", help="the works whose names contain this")
    parser.add_argument("--quick", action="store_true", help="small games, to see that it works")
    asked = parser.parse_args()
    chosen = {name: work for name, work in works(asked.quick).items() if asked.only in name}
    found: dict[tuple[str, int], tuple[object, float, float]] = {}
    for count in (0, 1, asked.workers):
        with local_cluster(count) if count else nullcontext() as client:
            for name, work in chosen.items():
                if name.startswith("tree"):
                    prepared(name.split()[1])
                    if client:
                        client.run(prepared, name.split()[1])
                found[name, count] = measured(work, client)
                print(f"{name}, {count} workers: {found[name, count][1]:.1f} s", flush=True)
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
