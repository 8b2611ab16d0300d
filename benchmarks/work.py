"""Measure the work in a whole tree: pairs with and without symmetry, pairs that are examined, and the time.

Usage: python -m benchmarks.work [-s STRATEGY ...] [RULES ...]

A pair is one guess and one candidate. The program counts the pairs at all positions with more than two
candidates: with all codes as guesses ("all"); with one guess of each group of guesses that the history
makes equivalent ("inequivalent"); and those that the kernels examine ("examined", an upper bound: a filter
drops hundreds of guesses at once when all of them have failed, and the count assumes that it ran to its end).
"hardware" is the time that the inequivalent pairs take at the speed of the plane kernel in this run.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.measure import command, cpu_seconds, machine, program, table
from benchmarks.peers import HEURISTICS
from pegwise.engine import score_kinds
from pegwise.engine.enumerated import packed_codes as kernels
from pegwise.engine.enumerated.game_tables import tables_of
from pegwise.engine.enumerated.renamings import Stabilizer
from pegwise.engine.enumerated.symmetry import representatives
from pegwise.engine.kernels.grow.interface import TALLY
from pegwise.notation import parse_rules
from pegwise.position import Position
from pegwise.trees.parallel_builder import build_compiled_tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.rules import Rules

KINDS = dict(
    zip(
        HEURISTICS,
        (score_kinds.WORST, score_kinds.SQUARES, score_kinds.ENTROPY, score_kinds.PARTS),
        strict=True,
    )
)
LOOKED_AT = ("candidate pairs", "filter pairs", "full pairs", "single pairs", "large pairs")
STARTS = {
    "python": ["-c", ""],
    "with numpy": ["-c", "import numpy"],
    "with pegwise": ["-c", "import pegwise.cli.tree, pegwise.trees, pegwise.trees.parallel_builder"],
}


def built(rules: Rules, strategy: str) -> tuple[TreeArrays, dict[str, int]]:
    """Build the tree on one thread, and return it with the counts of the kernels."""
    tally = np.zeros(len(TALLY), np.int64)
    tree = build_compiled_tree(Position(rules), KINDS[strategy], tally=tally)
    return tree, dict(zip(TALLY, tally.tolist(), strict=True))


def told_apart(rules: Rules) -> Callable[[Stabilizer], int]:
    """Return a function: the number of inequivalent guesses for a history with this group of renamings."""

    @cache
    def count(history: tuple[tuple[int, ...], ...], group: Stabilizer) -> int:
        return len(representatives(group, distinct=not rules.repeats))

    def number(group: Stabilizer) -> int:
        return rules.size if group.is_trivial else count(group.history, group)

    return number


def pairs_told_apart(rules: Rules, tree: TreeArrays) -> int:
    """Return the number of pairs of a candidate and an inequivalent guess."""
    number, codes = told_apart(rules), tables_of(rules).codes
    groups: dict[int, tuple[Stabilizer, int]] = {}
    root = Stabilizer.of(rules)
    pairs = 0
    for node in np.flatnonzero(tree.counts > 2).tolist():
        parent = int(tree.parents[node])
        if parent not in groups:
            # Parents come before their children, and have more than two candidates themselves.
            group = root if parent < 0 else below(groups, tree, parent, codes[tree.guesses[parent]].tolist())
            groups[parent] = group, number(group)
        pairs += int(tree.counts[node]) * groups[parent][1]
    return pairs


def below(
    groups: dict[int, tuple[Stabilizer, int]], tree: TreeArrays, node: int, guess: list[int]
) -> Stabilizer:
    """Return the group of renamings of the history that ends with the guess of a node."""
    above = groups[int(tree.parents[node])][0]
    return above if above.is_trivial else above.after(guess)


def plane_speed(rules: Rules) -> float:
    """Return the pairs per CPU second of the plane kernel, for 64 guesses and all codes."""
    tables = tables_of(rules)
    many = kernels.planes_of_rows(tables.layout, tables.rows)
    rows = np.ascontiguousarray(tables.rows[:: max(1, rules.size // 64)][:64])

    def work() -> None:
        kernels.plane_scores(score_kinds.SQUARES, many, rows)

    return len(rows) * rules.size / statistics.median(cpu_seconds(work, 5, at_least=0.05))


def row(name: str, strategy: str) -> list[str]:
    """Return one line of the table."""
    rules = parse_rules(name)
    tree, counted = built(rules, strategy)
    searched = tree.counts > 2
    every = rules.size * int(tree.counts[searched].sum())
    apart, looked = pairs_told_apart(rules, tree), sum(counted[each] for each in LOOKED_AT)
    took = statistics.median(cpu_seconds(lambda: build_compiled_tree(Position(rules), KINDS[strategy]), 3))
    speed = plane_speed(rules)
    figures = [f"{pairs / 1e6:.4g}" for pairs in (every, apart, looked)]
    positions = [str(int(searched.sum())), str(counted["searched"] + counted["large positions"])]
    times = [f"{apart / speed:.3g}", f"{took:.3g}", f"{looked / took / 1e9:.3g}"]
    return [name, strategy, *positions, *figures, *times]


def starts() -> Iterator[list[str]]:
    """Yield the CPU seconds of commands that do less and less besides the tree."""
    commands = {title: [sys.executable, *words] for title, words in STARTS.items()}
    commands["pegwise tree -r 5x2 --json"] = [*program(), "tree", "-r", "5x2", "--json"]
    commands["pegwise tree -r 5x8 -s most-parts --json"] = [
        *(*program(), "tree", "-r", "5x8", "-s", "most-parts", "--json")
    ]
    for title, words in commands.items():
        seconds = [command(words).cpu for _ in range(8)][1:]
        yield [title, f"{min(seconds):.3f}", f"{statistics.median(seconds):.3f}"]


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "rules", nargs="*", metavar="RULES", help="the games; by default 4x6, 4x10-distinct, 5x8, 6x6"
    )
    parser.add_argument("-s", "--strategy", action="append", choices=HEURISTICS)
    asked = parser.parse_args()
    print(machine())
    head = [
        "game",
        "strategy",
        "positions",
        "positions with other guesses than candidates",
        "million pairs: all",
    ]
    head += [
        "inequivalent",
        "examined",
        "hardware, s",
        "measured, CPU s",
        "billion examined pairs per second",
    ]
    games = asked.rules or ["4x6", "4x10-distinct", "5x8", "6x6"]
    table(head, (row(name, each) for name in games for each in asked.strategy or HEURISTICS))
    print()
    table(["command", "least, CPU s", "median, CPU s"], starts())
    print(machine())


if __name__ == "__main__":
    main()
