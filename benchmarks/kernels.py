"""Compare class sizes and scores with the same work in plain C, and two threads with one.

Usage: python -m benchmarks.kernels [-n ROUNDS] [RULES ...]

The program builds ``yardstick.c`` with ``gcc -O3 -march=native`` (or with the compiler that $CC names). The
C program and the kernels take turns on one thread. The figures are medians, in millions of pairs (one guess
and one candidate) per second of CPU time, and their ratios to C. Two threads are compared with one by the
clock, so this needs two free cores.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.measure import machine, table
from pegwise.engine.code_space import all_codes
from pegwise.engine.entropy import entropy_table
from pegwise.engine.enumerated import packed_codes as k
from pegwise.engine.enumerated.packed_codes import Packed, layout_of
from pegwise.engine.kernels.compare.words import ENTROPY, PARTS, SQUARES, WORST
from pegwise.notation import parse_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pegwise.engine.code_space import Columns
    from pegwise.engine.enumerated.packed_codes import Layout

    Work = Callable[[slice], int]

GUESSES = {"4x6": 1296, "5x8": 1000, "6x9": 64, "4x10-distinct": 2000}
"""How many guesses, spread over the list of codes, are compared with all codes."""
KINDS = {
    "largest class": WORST,
    "sum of squares": SQUARES,
    "entropy": ENTROPY,
    "number of classes": PARTS,
}
SAME = ("words, class sizes", "planes, class sizes", "planes, sum of squares")
"""Work whose result is a sum of squares, as that of the C program."""
ENTIRE = slice(None)
AT_LEAST = 0.05
"""CPU seconds of one measurement."""
LONG = 2e9
"""Pairs of one call with planes when threads are compared; with words a twentieth of this."""


@dataclass(frozen=True)
class Game:
    """The codes of a game in both layouts, and some of them as guesses.

    Each kind of work returns a sum, which must be the same for all.
    """

    name: str
    repeats: int = 1
    """How often the list of guesses is repeated."""

    @cached_property
    def layout(self) -> Layout:
        """Return how codes are stored in words and planes."""
        rules = parse_rules(self.name)
        return layout_of(rules)

    @cached_property
    def columns(self) -> Columns:
        """Return all codes."""
        return all_codes(parse_rules(self.name))

    @cached_property
    def guesses(self) -> Columns:
        """Return the guesses."""
        number = GUESSES[self.name]
        chosen = self.columns[:, :: self.columns.shape[1] // number][:, :number]
        return np.tile(chosen, (1, self.repeats))

    @property
    def pairs(self) -> int:
        """Return the number of pairs of a guess and a code."""
        return int(self.columns.shape[1] * self.guesses.shape[1])

    def words(self) -> Work:
        """Compute sums of squares with the word kernel."""
        many, asked = k.pack(self.layout, self.columns), k.pack(self.layout, self.guesses)

        def work(part: slice) -> int:
            some = Packed(self.layout, asked.position[part], asked.content[part])
            squares = k.scores(SQUARES, some, many)
            return int(squares.sum()) if part == ENTIRE else 0

        return work

    def planes(self) -> Work:
        """Compute class sizes with the plane kernel."""
        rows, many = k.plane_rows(self.layout, self.guesses), k.planes(self.layout, self.columns)

        def work(part: slice) -> int:
            sizes = k.class_sizes(many, rows[part])
            return int(np.vdot(sizes, sizes)) if part == ENTIRE else 0

        return work

    def scores(self, kind: int) -> Work:
        """Compute scores with the plane kernel."""
        values = entropy_table(self.columns.shape[1])
        rows, many = k.plane_rows(self.layout, self.guesses), k.planes(self.layout, self.columns)

        def work(part: slice) -> int:
            return int(k.plane_scores(kind, many, rows[part], values).sum())

        return work


def build(folder: str) -> str:
    """Compile the C program and return its path."""
    made = str(Path(folder) / "yardstick")
    source = str(Path(__file__).with_name("yardstick.c"))
    subprocess.run([os.environ.get("CC", "gcc"), "-O3", "-march=native", "-o", made, source], check=True)
    return made


def yardstick(program: str, name: str) -> tuple[float, int]:
    """Return the pairs per second of the C program, and its sum of squares."""
    rules = parse_rules(name)
    asked = [rules.pegs, rules.colors, int(not rules.repeats), GUESSES[name], AT_LEAST]
    said = subprocess.run([program, *map(str, asked)], capture_output=True, check=True).stdout.split()
    return float(said[0]), int(said[1])


def rate(pairs: int, work: Work) -> float:
    """Repeat the work until it has lasted long enough, and return the pairs per second of CPU time."""
    work(ENTIRE)
    times, start = 0, time.thread_time()
    while (took := time.thread_time() - start) < AT_LEAST:
        work(ENTIRE)
        times += 1
    return pairs * times / took


def one_thread(program: str, name: str, rounds: int) -> Iterator[list[str]]:
    """Yield the lines of the first table for one game."""
    game = Game(name)
    works = {"words, class sizes": game.words(), "planes, class sizes": game.planes()}
    works |= {f"planes, {title}": game.scores(kind) for title, kind in KINDS.items()}
    rates: dict[str, list[float]] = {title: [] for title in ["C", *works]}
    answers = {works[title](ENTIRE) for title in SAME}
    for _ in range(rounds):
        speed, squares = yardstick(program, name)
        rates["C"].append(speed)
        answers.add(squares)
        for title, work in works.items():
            rates[title].append(rate(game.pairs, work))
    if len(answers) != 1:
        raise SystemExit(f"{name}: the C program, words and planes have different results: {answers}")
    for title, found in rates.items():
        ratios = sorted(one / base for one, base in zip(found, rates["C"], strict=True))
        middle, spread = statistics.median(ratios), f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
        yield [name, title, f"{statistics.median(found) / 1e6:.0f}", f"{middle:.2f}", spread]


def two_threads(name: str, rounds: int) -> Iterator[list[str]]:
    """Compare two threads with one, in turns: the best ratio, and the median."""
    game = Game(name, max(1, round(LONG / Game(name).pairs)))
    planes, words = game.guesses.shape[1], max(2, game.guesses.shape[1] // 20)
    works = [("words", game.words(), words), ("planes", game.scores(SQUARES), planes)]
    with ThreadPoolExecutor(2) as pool:
        for title, work, count in works:
            halves = [slice(0, count // 2), slice(count // 2, count)]
            work(slice(0, count))
            times = []
            for _ in range(rounds):
                start = time.perf_counter()
                work(slice(0, count))
                middle = time.perf_counter()
                list(pool.map(work, halves))
                times.append((middle - start, time.perf_counter() - middle))
            ratios = [one / two for one, two in times]
            one, two = (min(column) for column in zip(*times, strict=True))
            best = f"{one / two:.2f}"
            yield [name, title, f"{1e3 * one:.0f}", best, f"{statistics.median(ratios):.2f}"]


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "rules", nargs="*", metavar="RULES", help=f"the games, of {', '.join(GUESSES)}; by default all"
    )
    parser.add_argument("-n", "--rounds", type=int, default=7, help="how often each kernel is measured")
    asked = parser.parse_args()
    games = asked.rules or list(GUESSES)
    if unknown := set(games) - set(GUESSES):
        parser.error(f"this program does not measure {', '.join(sorted(unknown))}")
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        program = build(folder)
        lines = (line for name in games for line in one_thread(program, name, asked.rounds))
        table(["game", "work", "million pairs per CPU s", "ratio to C", "lowest and highest ratio"], lines)
    print()
    print(machine())
    lines = (line for name in games for line in two_threads(name, 3 * asked.rounds))
    table(["game", "kernel", "one thread, ms", "ratio of the best times", "median ratio"], lines)
    print(machine())


if __name__ == "__main__":
    main()
