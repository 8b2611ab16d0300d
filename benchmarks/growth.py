"""Measure how CPU seconds and memory grow with the number of codes, from 10**2 to 10**7, and draw a plot.

Usage: python -m benchmarks.growth [--codes MOST] > growth.md    measure, and print the table
       python -m benchmarks.growth --plot growth.md FIGURE.svg   draw a table that was printed before

The program builds whole trees with the strategy expected-size in games of up to MOST codes (by default
10**6, which takes about five minutes on two cores). It asks for hints with the same strategy in games of up
to 10**7 codes: after the usual first guess, and after two guesses, where hardly any guesses are equivalent.
Each figure is that of a whole command, so time and peak memory include the start of the process. Drawing
needs matplotlib.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import command, machine, program, pyplot, save, table

if TYPE_CHECKING:
    from collections.abc import Iterator

TREES = {
    "3x5": 5**3, "3x8": 8**3, "4x6": 6**4, "4x8": 8**4, "5x6": 6**5, "5x7": 7**5, "5x8": 8**5, "6x6": 6**6,
    "5x10": 10**5, "6x7": 7**6, "5x12": 12**5, "6x8": 8**6, "6x9": 9**6, "7x7": 7**7, "6x10": 10**6,
    "7x8": 8**7, "7x9": 9**7, "7x10": 10**7,
}  # fmt: skip
"""Games, and the number of their codes."""
HINTS = {
    "4x6": ("1123:W", "2445:BW"),
    "5x8": ("11234:WW", "56345:WW"),
    "6x8": ("112233:BW", "142455:WW"),
    "6x10": ("112234:WW", "345643:WW"),
    "7x8": ("1122334:BWW", "1225665:BWW"),
    "7x10": ("1122334:WW", "4456561:WW"),
}
"""The two rows before a hint: the strategy's own guesses, each with the feedback of the largest class."""
TABLES = """
import json, sys
from pegwise.engine.enumerated.game_tables import tables_of
from pegwise.notation import parse_rules
made = tables_of(parse_rules(sys.argv[1]))
arrays = made.packed.position, made.packed.content, *made.pools, made.codes, made.earlier
arrays = *arrays, made.rows, made.columns, made.bag_of
print(json.dumps(f"{sum(array.nbytes for array in arrays if array is not None) / 1e6:.0f} MB"))
"""
"""Makes the tables that a tree needs before its first guess, and prints their size."""
SHORT = 2.0
"""A command that takes fewer CPU seconds runs five times, and the least time counts."""
HEAD = ["work", "game", "codes", "CPU s", "wall s", "peak MB", "result"]


def tables(rules: str) -> list[str]:
    """Return the line for the tables of a game; the result is the memory that they keep."""
    used = command([sys.executable, "-c", TABLES, rules])
    figures = [f"{used.cpu:.3g}", f"{used.wall:.3g}", f"{used.peak:.0f}"]
    return ["tables", rules, str(TREES[rules]), *figures, str(json.loads(used.output))]


def measured(what: str, rules: str, words: list[str]) -> list[str]:
    """Return one line; the result is the total of a tree, or the candidates and the guess of a hint."""
    # A tiny game makes sure that the kernels for this number of pegs are compiled.
    command([*program(), *words[:1], "-r", f"{rules[0]}x3", "-s", "expected-size", "--json"])
    used = [command([*program(), *words, "-r", rules, "-s", "expected-size", "--json"])]
    if used[0].cpu < SHORT:
        used += [
            command([*program(), *words, "-r", rules, "-s", "expected-size", "--json"]) for _ in range(4)
        ]
    best = min(used, key=lambda usage: usage.cpu)
    said = json.loads(best.output)
    found = said["total"] if what == "tree" else f"{said['candidates']}, {said['guess']}"
    return [
        *(what, rules, str(TREES[rules]), f"{best.cpu:.3g}", f"{best.wall:.3g}"),
        *(f"{max(usage.peak for usage in used):.0f}", str(found)),
    ]


def rows(most: int) -> Iterator[list[str]]:
    """Yield all lines."""
    for rules, history in HINTS.items():
        yield measured("hint after one guess", rules, ["hint", history[0], "-a", "0"])
        yield measured("hint after two guesses", rules, ["hint", *history, "-a", "0"])
    for rules in ("5x8", "6x8", "6x10", "7x8", "7x10"):
        yield tables(rules)
    for rules, codes in TREES.items():
        if codes <= most:
            yield measured("tree", rules, ["tree"])


def read(path: Path) -> dict[str, list[tuple[str, int, float, float]]]:
    """Read a printed table: for each kind of work, the game, its codes, CPU seconds and MB."""
    found: dict[str, list[tuple[str, int, float, float]]] = {}
    for line in path.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == len(HEAD) and cells[1] in TREES:
            what, rules, codes, cpu, _, peak, _ = cells
            found.setdefault(what, []).append((rules, int(codes), float(cpu), float(peak)))
    return found


def plot(source: Path, figure: Path) -> None:
    """Draw the table ``source`` as a figure."""
    plt = pyplot()
    series = read(source)
    made, (seconds, memory) = plt.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
    whats = ("tree", "hint after one guess", "hint after two guesses", "tables")
    marks = dict(zip(whats, "osd^", strict=True))
    for what, mark in marks.items():
        points = sorted(series.get(what, ()), key=lambda point: (point[1], point[2]))
        codes = [point[1] for point in points]
        style = {"marker": mark, "markersize": 4, "label": what, "linestyle": "-" if what == "tree" else ":"}
        seconds.plot(codes, [point[2] for point in points], **style)
        memory.plot(codes, [point[3] for point in points], **style)
        for place, (rules, number, cpu, _) in enumerate(points if what == "tree" else ()):
            side = {"ha": "right", "xytext": (-4, 3)} if place % 2 else {"ha": "left", "xytext": (4, -7)}
            seconds.annotate(rules, (number, cpu), textcoords="offset points", fontsize=7, **side)
    memory.axhline(12 * 1024**3 / 1e6, color="gray", linewidth=0.8)
    memory.annotate("12 GiB", (150, 12 * 1024**3 / 1e6), (0, -10), textcoords="offset points", fontsize=8)
    for axes, title in ((seconds, "CPU seconds"), (memory, "peak memory, MB")):
        axes.set(xscale="log", yscale="log", xlabel="codes", title=f"{title}, expected-size, whole command")
        axes.grid(alpha=0.3)
        axes.legend(loc="upper left", fontsize=8, bbox_to_anchor=(0, 0.93))
    seconds.set_ylim(0.1, 1000)
    save(made, figure)


def main() -> None:
    """Measure, or draw a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--codes", type=float, default=1e6, help="build no trees of games with more codes")
    parser.add_argument(
        "--plot", nargs=2, type=Path, metavar=("TABLE", "FIGURE"), help="draw TABLE as FIGURE"
    )
    asked = parser.parse_args()
    if asked.plot:
        plot(*asked.plot)
        return
    print(machine())
    table(HEAD, rows(int(asked.codes)))
    print(machine())


if __name__ == "__main__":
    main()
