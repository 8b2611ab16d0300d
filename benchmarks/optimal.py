"""Compare the search for optimal strategies with the best C++ program, and measure what each part saves.

Usage: python -m benchmarks.optimal [-n RUNS] [RULES ...]
       python -m benchmarks.optimal --without [RULES ...]
       python -m benchmarks.optimal --again [RULES ...]

The first form measures ``optimum(rules)``, search and tree, in a process that has solved another game with
the same number of pegs before. The time of all threads counts. The second form measures the search on one
thread, and leaves out one part of it at a time. The third form shows what a table on disk could save: it
searches each game three times, the second time with the table of the first search, the third time with what
the first found of large positions, but in both cases without what it found of the game itself.
"""

from __future__ import annotations

import argparse
import statistics
import time

from benchmarks.measure import machine, table

PEER = {
    "4x6": 0.11, "4x10-distinct": 103, "4x7": 17.9, "4x8": 151, "3x10": 4.4, "5x4": 0.16, "5x5": 4.9,
    "6x4": 64,
    "4x9-distinct": 2.8, "5x7-distinct": 68, "6x6-distinct": 113,
}  # fmt: skip
"""CPU seconds of mmstrat (C++ with SSE2) on one thread of a machine like ours (2 cores; +-20 %)."""
UNFINISHED = {"5x8-distinct": 470, "4x9": 1000, "5x6": 1100}
"""CPU seconds after which mmstrat was not finished."""
PARTS = (
    "nothing",
    "canonical names",
    "interchangeable colors",
    "canonical names and interchangeable colors",
    "symmetry of the history",
    "most of the table (1024 entries are left)",
)


def whole(rules: str, runs: int) -> list[str]:
    """Return one line of the first table."""
    from pegwise.optimal.optimum import optimum

    optimum(f"{rules[0]}x2")  # so that the kernels are compiled
    seconds = []
    for _ in range(runs):
        before = time.process_time()
        found = optimum(rules)
        seconds.append(time.process_time() - before)
    median = statistics.median(seconds)
    peer = PEER.get(rules)
    beside = f"{peer:g}" if peer else f"> {UNFINISHED[rules]}" if rules in UNFINISHED else ""
    ratio = f"{median / peer:.3f}" if peer else f"< {median / UNFINISHED[rules]:.2f}" if beside else ""
    figures = [str(found.total), str(found.worst), f"{found.positions}", f"{median:.2f}", beside, ratio]
    return [rules, *figures]


def without(rules: str) -> list[list[str]]:
    """Return the lines of one game in the second table."""
    from pegwise import Position
    from pegwise.engine.enumerated.optimum_search import NO_COLORS, NO_NAMES
    from pegwise.engine.enumerated.transposition_table import SolvedTable
    from pegwise.optimal.branch_and_bound import Solver
    from pegwise.optimal.objective_search import Search
    from pegwise.optimal.problem import Problem

    plain = (0, NO_NAMES, NO_COLORS, NO_NAMES | NO_COLORS, 0, 0)
    lines = []
    for name, left_out in zip(PARTS, plain, strict=True):
        solver = Solver(Position(rules), plain=left_out, symmetry="history" not in name)
        if "table" in name:
            solver.searchers[0].table = SolvedTable(0, fixed=1 << 10)
        search = Search(Problem(solver.position), solver)
        before = time.process_time()
        excess = search.least(search.question)
        seconds = time.process_time() - before
        total = excess + 2 * len(search.members) - 1
        lines.append([rules, name, str(total), str(solver.positions), f"{seconds:.2f}"])
    return lines


def again(rules: str) -> list[list[str]]:
    """Return the lines of one game in the third table."""
    from pegwise import Position
    from pegwise.optimal.branch_and_bound import Solver
    from pegwise.optimal.objective_search import Search
    from pegwise.optimal.problem import Problem

    first = Solver(Position(rules))
    solvers = {
        "nothing": first,
        "the table": Solver(Position(rules)),
        "large positions": Solver(Position(rules)),
    }
    lines = []
    for name, solver in solvers.items():
        search = Search(Problem(solver.position), solver)
        root = solver.key(search.members, search.question)
        if name == "the table":
            solver.searchers[0].table = solver.table = first.table
        elif name == "large positions":
            solver.known.update((key, bounds) for key, bounds in first.known.items() if key != root)
        before = time.process_time()
        total = search.least(search.question) + 2 * len(search.members) - 1
        seconds = time.process_time() - before
        lines.append([rules, name, str(total), str(solver.positions), f"{seconds:.2f}"])
    return lines


def main() -> None:
    """Print one of the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rules", nargs="*", metavar="RULES")
    parser.add_argument("-n", "--runs", type=int, default=3)
    parser.add_argument("--without", action="store_true", help="measure what each part of the search saves")
    parser.add_argument("--again", action="store_true", help="measure what earlier results save")
    given = parser.parse_args()
    print(machine(), end="\n\n")
    if given.without:
        games = given.rules or ["4x6", "4x7", "5x5", "4x10-distinct"]
        table(
            ["game", "left out", "total", "positions", "CPU s"],
            (row for rules in games for row in without(rules)),
        )
    elif given.again:
        games = given.rules or ["4x8", "4x10-distinct", "4x9"]
        table(
            ["game", "known from before", "total", "positions", "CPU s"],
            (row for rules in games for row in again(rules)),
        )
    else:
        games = given.rules or [*PEER, *UNFINISHED]
        head = ["game", "least total", "its worst case", "positions", "CPU s", "mmstrat, CPU s", "ratio"]
        table(head, (whole(rules, given.runs) for rules in games))


if __name__ == "__main__":
    main()
