"""Measure how often pegwise decides whether a history has a candidate, in games too large to list.

Usage: python -m benchmarks.proofs [--games N] [GAME ...]

In each game, every guess is a code that a walk found, so it is consistent with all rows before it. One
feedback is changed by one or two hits. The game continues until the walk finds no candidate in 20 million
changes. Then the program calls ``Position.consistency``.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from benchmarks.measure import machine, table
from pegwise import Position, random_secret
from pegwise.engine.code_space import to_code, zero_based
from pegwise.engine.unlimited.walk import Walk
from pegwise.notation import parse_rules
from pegwise.rules import Feedback, Row, Rules

GAMES = ("8x12", "10x6", "12x12", "16x6", "16x16", "20x6-black", "20x20", "20x20-distinct", "32x32")
HEAD = [
    "game",
    "histories",
    "with a candidate after all",
    "proved to have none",
    "not known",
    "smallest set of rows proved",
    "all repairs proved",
    "median, CPU s",
    "maximum, CPU s",
]
_MOVES = 20_000_000


def mistaken(rules: Rules, seed: str) -> list[Row]:
    """Return the rows of a game with one wrong feedback, until a walk finds no candidate.

    If the game is won before, there are no rows.
    """
    rng, secret = random.Random(seed), random_secret(rules, seed=seed)
    wrong, rows = rng.randrange(1, max(2, rules.pegs // 2)), list[Row]()
    while len(rows) < rules.pegs * rules.colors:
        met = None
        if rows:
            asked = [(zero_based(guess), *told) for guess, told in rows]
            met = Walk(rules, asked, f"{seed} {len(rows)}").first(_MOVES)
            if met is None:
                return rows
        guess = random_secret(rules, seed=f"{seed} first") if met is None else rules.spelled(to_code(met))
        told = rules.feedback(secret, guess)
        if told == rules.win:
            break
        rows.append(Row(guess, rng.choice(near(rules, told)) if len(rows) == wrong else told))
    return []


def near(rules: Rules, told: Feedback) -> list[Feedback]:
    """Return the feedback that differs from ``told`` by one or two hits."""
    return [
        other
        for other in rules.feedbacks
        if other not in (told, rules.win)
        and abs(other.black - told.black) + abs(other.white - told.white) <= 2
    ]


def measure(name: str, games: int) -> list[str]:
    """Return a line of the table."""
    rules, seconds, fits = parse_rules(name), list[float](), list[str]()
    explained = []
    for number in range(games):
        rows = mistaken(rules, f"{name} {number}")
        if not rows:
            continue
        before = time.process_time()
        found = Position(rules, rows).consistency()
        seconds.append(time.process_time() - before)
        fits.append(found.known)
        explained += [found.contradiction] if found.contradiction is not None else []
    counts = [fits.count("consistent"), fits.count("contradictory"), fits.count("not known")]
    counts += [sum(each.smallest for each in explained), sum(each.complete for each in explained)]
    times = [f"{statistics.median(seconds):.2f}", f"{max(seconds):.2f}"] if seconds else ["", ""]
    return [name, str(len(fits)), *map(str, counts), *times]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument(
        "--games", type=int, default=10, dest="number", help="the number of histories for each game"
    )
    options = parser.parse_args()
    print(machine())
    table(HEAD, (measure(name, options.number) for name in options.games))


if __name__ == "__main__":
    main()
