"""Measure trees, searches and a comparison by one thread of this process and by several worker processes.

Usage: python -m benchmarks.scaling [--workers N ...] [--only TEXT] [--rounds N] [--quick]
                                    [--optimal POSITION ...]

Each piece of work runs on local Dask clusters of N processes, in turn, as many rounds as asked for; 0 is one
thread of this process, and the default is 0 1 2. The clusters are started, and every process has made the
tables of the game, before the time is taken. CPU seconds are those of this process and of the workers.
Seconds and ratios are medians over the rounds; each ratio is that of two runs of one round. With --optimal,
the works are searches of these positions instead.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from contextlib import ExitStack
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.measure import machine, table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Work = Callable[[Any], object]

HEAD = ["work", "workers", "wall s", "CPU s", "wall of 1 worker", "wall of 1 thread"]


def works(quick: bool, positions: Sequence[str]) -> dict[str, Work]:
    """Return what is measured: each takes an executor, None for one thread, and returns its result."""
    from pegwise.analysis.compare import compare
    from pegwise.optimal.optimum import optimum
    from pegwise.trees.build import build_tree

    def tree(rules: str, strategy: str) -> Work:
        return lambda executor: build_tree(rules, strategy=strategy, threads=1, executor=executor).total

    def search(rules: str) -> Work:
        return lambda executor: optimum(rules, book=False, threads=1, executor=executor).total

    def games(number: int) -> Work:
        def play(executor: Any) -> object:
            (row,) = compare("6x9", strategies=["counter"], games=number, executor=executor)
            return row.distribution

        return play

    if positions:
        return {f"optimal {position}": search(position) for position in positions}
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
    from pegwise.engine.enumerated.game_tables import tables_of
    from pegwise.engine.enumerated.tree_builder import prepare
    from pegwise.notation import parse_rules
    from pegwise.trees.build import build_tree

    build_tree("4x5", strategy="entropy", threads=1)
    prepare(tables_of(parse_rules(rules)))


def forget() -> None:
    """Let a worker forget what it found out in an earlier round."""
    from pegwise.engine.enumerated import tree_builder
    from pegwise.optimal import worker
    from pegwise.trees import builder_tasks

    for kept in (worker._solvers, builder_tasks._classes, tree_builder._pools):
        kept.clear()


class Measured(NamedTuple):
    """The result of some work, and its wall and CPU seconds."""

    result: object
    wall: float
    cpu: float


def measured(work: Work, client: Any) -> Measured:
    """Do some work, and measure it."""

    def cpu() -> float:
        elsewhere: list[float] = list(client.run(time.process_time).values()) if client else []
        return time.process_time() + sum(elsewhere)

    before, began = cpu(), time.perf_counter()
    result = work(client)
    return Measured(result, time.perf_counter() - began, cpu() - before)


def main() -> None:
    """Measure and print a table."""
    from pegwise.executors.cluster import local_cluster

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--workers", type=int, nargs="+", default=[0, 1, 2], help="0: one thread")
    parser.add_argument("--only", default="", help="the works whose names contain this")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="small games, to see that it works")
    parser.add_argument("--optimal", nargs="+", default=[], metavar="POSITION", help="searches of these")
    asked = parser.parse_args()
    chosen = {name: work for name, work in works(asked.quick, asked.optimal).items() if asked.only in name}
    found: dict[tuple[str, int], list[Measured]] = defaultdict(list)
    with ExitStack() as clusters:
        clients = {
            count: clusters.enter_context(local_cluster(count)) if count else None for count in asked.workers
        }
        for name, work in chosen.items():
            prepare_all(name, clients)
            for _ in range(asked.rounds):
                for count, client in clients.items():
                    if client:
                        client.run(forget)
                    found[name, count].append(measured(work, client))
                    print(f"{name}, {count} workers: {found[name, count][-1].wall:.1f} s", flush=True)
    rows = []
    for (name, count), runs in sorted(found.items()):
        first = found[name, asked.workers[0]]
        assert {run.result for run in runs} == {first[0].result}, (
            f"{name}: another result with {count} workers"
        )
        wall, cpu = median(run.wall for run in runs), median(run.cpu for run in runs)
        label = str(count) if count else "1 thread"
        ratios = [ratio(runs, found.get((name, other), [])) for other in (1, 0)]
        rows.append([name, label, f"{wall:.2f}", f"{cpu:.2f}", *ratios])
    print(machine())
    table(HEAD, rows)


def prepare_all(name: str, clients: dict[int, Any]) -> None:
    """Make the tables of a tree's game in this process and in those of the workers."""
    if not name.startswith("tree"):
        return
    rules = name.split()[1]
    prepared(rules)
    for client in filter(None, clients.values()):
        client.run(prepared, rules)


def ratio(runs: Sequence[Measured], others: Sequence[Measured]) -> str:
    """Return the median ratio of the wall times of runs to those of others in the same rounds, if any."""
    if not others:
        return "-"
    return f"{median(run.wall / other.wall for run, other in zip(runs, others, strict=True)):.2f}"


if __name__ == "__main__":
    main()
