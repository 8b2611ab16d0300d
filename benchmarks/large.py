"""Play games that are too large to enumerate: guesses, CPU seconds for each guess, and memory.

Usage: python -m benchmarks.large [--games N] [--strategy NAME] [--effort E] [--limit S] [--spaced] [GAME ...]
       python -m benchmarks.large --plot docs/large.md docs/large      draw the tables of that page

The strategy plays N random secrets of each game, the same for every strategy; with --spaced it plays codes
at even distances in numeric order. Averages have standard errors. With --limit, each guess has S seconds,
and the column "past the limit" shows by how many seconds the slowest guess was late. Drawing needs
matplotlib.
"""

from __future__ import annotations

import argparse
import re
import resource
import statistics
import time
from dataclasses import dataclass
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.measure import machine, pyplot, save, table
from pegwise import Limit, Position, random_secret
from pegwise.limit import limited
from pegwise.notation import parse_rules
from pegwise.strategies import make

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.rules import Code, Rules
    from pegwise.strategies import Strategy

GAMES = {"10x6": 500, "8x12": 200, "10x10": 200, "12x12": 200, "16x6": 200, "16x16": 100, "20x20": 50}
GAMES |= {"20x20-distinct": 50, "20x6-black": 50, "32x32": 20, "100x20": 10}
"""The number of secrets of each game in the table of docs/large.md."""
GOALS = {"10x6": 7.45, "8x12": 8.55, "10x10": 9.2, "12x12": 11.2, "16x6": 11.4, "16x16": 17.0, "20x20": 22.5}
GOALS |= {"20x20-distinct": 26.0, "20x6-black": 19.5, "32x32": 46.0, "100x20": 158.0}
TICKS = [25, 50, 100, 200, 400]
HEAD = [
    "game",
    "secrets",
    "average",
    "error",
    "most",
    "goal",
    "CPU s a guess",
    "worst",
    "past the limit",
    "MB",
]


class Figure(NamedTuple):
    """One line of a table: a game, the bits of its secret, guesses, their error, CPU seconds per guess."""

    game: str
    bits: float
    guesses: float
    error: float
    seconds: float


@dataclass
class Played:
    """One game: its guesses, and the CPU and wall seconds of each."""

    cpu: list[float]
    wall: list[float]


def secrets(rules: Rules, count: int, spaced: bool) -> Iterator[Code]:
    """Yield the secrets."""
    for number in range(count):
        if not spaced:
            yield random_secret(rules, seed=f"large {number}")
            continue
        place, digits = rules.size * number // count, list[int]()
        for _ in range(rules.pegs):
            place, digit = divmod(place, rules.colors)
            digits.append(digit + 1)
        yield rules.code(digits[::-1])


def play(strategy: Strategy, rules: Rules, secret: Code, limit: float | None) -> Played:
    """Play one game to its end."""
    position, played = Position(rules), Played([], [])
    while not position.history or position.history[-1].guess != secret:
        cpu, wall = time.process_time(), time.perf_counter()
        with limited(None if limit is None else Limit(seconds=limit)):
            guess = strategy.choose(position)
        played.cpu.append(time.process_time() - cpu)
        played.wall.append(time.perf_counter() - wall)
        position = position.after(guess, rules.feedback(secret, guess))
    return played


def row(name: str, strategy: str, asked: argparse.Namespace) -> list[str]:
    """Return one line of the table."""
    rules = parse_rules(name)
    count = asked.games or GAMES.get(name, 20)
    drawn = secrets(rules, count, asked.spaced)
    options = {} if asked.effort is None else {"effort": asked.effort}
    games = [play(make(strategy, **options), rules, secret, asked.limit) for secret in drawn]
    guesses = [len(game.cpu) for game in games]
    error = statistics.stdev(guesses) / count**0.5 if count > 1 else 0.0
    cpu = [second for game in games for second in game.cpu]
    late = max(0.0, max(second for game in games for second in game.wall) - (asked.limit or 1e9))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    goal = GOALS.get(name)
    return [
        *(name, str(count), f"{statistics.mean(guesses):.3f}", f"{error:.3f}", str(max(guesses))),
        "" if goal is None else f"{goal} {'met' if statistics.mean(guesses) <= goal else 'MISSED'}",
        *(f"{statistics.mean(cpu):.3f}", f"{max(cpu):.2f}"),
        f"{late:.2f}" if asked.limit else "",
        f"{memory:.0f}",
    ]


def figures(page: Path) -> tuple[list[Figure], dict[str, list[Figure]]]:
    """Read two tables of a page: the games at the usual effort, and some games with different efforts."""
    games: list[Figure] = []
    efforts: dict[str, list[Figure]] = {}
    head = ""
    for line in page.read_text(encoding="utf-8").splitlines():
        head = line if line.startswith("| game") else head
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        average = re.match(r"([0-9.]+) ± ([0-9.]+)$", cells[2]) if len(cells) > 4 else None
        if average is None or "past the limit" in head:
            continue
        rules = parse_rules(cells[0])
        guesses, error = map(float, average.groups())
        if "," in cells[4]:
            seconds = float(cells[4].split(",")[0])
            games.append(Figure(cells[0], log2(rules.size), guesses, error, seconds))
        else:
            efforts.setdefault(cells[0], []).append(
                Figure(cells[0], log2(rules.size), guesses, error, float(cells[4]))
            )
    return games, efforts


def plot(page: Path, folder: Path) -> None:
    """Draw how guesses and seconds grow with the game, and how guesses fall with more seconds."""
    plt = pyplot()
    games, efforts = figures(page)
    made, (guesses, seconds) = plt.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
    plain = sorted((each for each in games if "-" not in each.game), key=lambda each: each.bits)
    for axes, title in ((guesses, "guesses"), (seconds, "CPU seconds a guess")):
        values = [each.guesses if axes is guesses else each.seconds for each in plain]
        axes.plot([each.bits for each in plain], values, "o:", markersize=4)
        for place, (each, value) in enumerate(zip(plain, values, strict=True)):
            left = place % 2 or place == len(plain) - 1
            side = {"ha": "right", "xytext": (-5, 3)} if left else {"ha": "left", "xytext": (5, -9)}
            axes.annotate(each.game, (each.bits, value), textcoords="offset points", fontsize=7, **side)
        axes.set(xscale="log", xlabel="bits of the secret, log2 of the number of codes", title=title)
        axes.set_xticks(TICKS, [str(bits) for bits in TICKS], minor=False)
        axes.minorticks_off()
        axes.grid(alpha=0.3)
    guesses.set(yscale="log")
    seconds.set_ylim(0)
    save(made, folder / "growth.svg")
    made, axes_of = plt.subplots(1, len(efforts), figsize=(10, 4.2), layout="constrained")
    for axes, (game, points) in zip(axes_of, efforts.items(), strict=True):
        where = [each.seconds for each in points]
        axes.errorbar(
            where, [each.guesses for each in points], [each.error for each in points], fmt="o:", capsize=3
        )
        axes.set(
            xscale="log", xlabel="CPU seconds a guess", title=f"{game}: guesses, with one standard error"
        )
        axes.grid(alpha=0.3)
    save(made, folder / "time.svg")


def main() -> None:
    """Print the table, or draw the tables of a page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("rules", nargs="*", metavar="GAME", help=f"the games; by default {', '.join(GAMES)}")
    parser.add_argument("--games", type=int, help="the number of secrets of each game")
    parser.add_argument("--strategy", default="large", help="the strategy; by default large")
    parser.add_argument(
        "--effort", type=float, help="how much work the strategy large does for a guess; by default 1"
    )
    parser.add_argument("--limit", type=float, help="seconds for each guess")
    parser.add_argument(
        "--spaced", action="store_true", help="play secrets at even distances in numeric order"
    )
    parser.add_argument(
        "--plot", nargs=2, type=Path, metavar=("PAGE", "FOLDER"), help="draw the tables of a page"
    )
    asked = parser.parse_args()
    if asked.plot:
        plot(*asked.plot)
        return
    print(machine())
    table(HEAD, (row(name, asked.strategy, asked) for name in asked.rules or GAMES))


if __name__ == "__main__":
    main()
