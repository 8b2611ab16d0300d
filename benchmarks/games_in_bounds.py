"""Plays games whose guesses are chosen within the usual limit: guesses, and processor time.

python -m benchmarks.games_in_bounds 8x8 10x10-distinct 24x2 --games 50
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import replace
from statistics import mean

from pegwise import Position, Rules, make
from pegwise.limit import USUAL
from pegwise.strategies.limited_choice import choose_within
from pegwise.strategies.registry import advisor

GENEROUS = replace(USUAL, seconds=600.0)
"""The seconds are a guard, which other work on this computer should not set off."""


def secrets(rules: Rules, number: int) -> list[list[int]]:
    """Return the same random secrets each time."""
    rng, colors = random.Random(49), range(1, rules.colors + 1)
    if not rules.repeats:
        return [rng.sample(colors, rules.pegs) for _ in range(number)]
    return [[rng.randint(1, rules.colors) for _ in range(rules.pegs)] for _ in range(number)]


def played(position: Position, secret: list[int]) -> tuple[int, float]:
    """Return the guesses of one game, and its processor seconds."""
    strategy = make(advisor(position.rules))
    started = time.process_time()
    while not position.history or position.history[-1].feedback != position.rules.win:
        guess = choose_within(strategy, position, GENEROUS).guess
        position = position.after(guess, position.rules.feedback(secret, guess))
    return len(position.history), time.process_time() - started


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="+")
    parser.add_argument("--games", type=int, default=50)
    asked = parser.parse_args()
    print("| rules | games | average guesses | most | seconds, average | most |")
    print("| --- | --- | --- | --- | --- | --- |")
    for rules in asked.rules:
        start = Position(rules)
        found = [played(Position(rules), secret) for secret in secrets(start.rules, asked.games)]
        guesses, seconds = [each[0] for each in found], [each[1] for each in found]
        print(
            f"| {rules} | {asked.games} | {mean(guesses):.2f} | {max(guesses)} "
            f"| {mean(seconds):.1f} | {max(seconds):.1f} |"
        )


if __name__ == "__main__":
    main()
