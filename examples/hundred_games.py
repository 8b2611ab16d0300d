"""Let a bot play a hundred games, and plot how many guesses they take.

Use: python examples/hundred_games.py [STRATEGY] [PICTURE]

STRATEGY is knuth and PICTURE hundred_games.svg if you name none. The plot needs
``pip install 'pegwise[plot]'``.
"""

from __future__ import annotations

import sys
from collections import Counter

from matplotlib.figure import Figure

import pegwise

GAMES = 100


def play(strategy: pegwise.Strategy, rules: pegwise.Rules, seed: int) -> int:
    """Play one game against a random secret; return how many guesses it takes."""
    game = pegwise.Game(rules, pegwise.random_secret(rules, seed=seed))
    while not game.over:
        game.guess(strategy.choose(game.position))
    return len(game.rows)


def plot(counts: Counter[int], title: str, file: str) -> None:
    """Draw a bar for each number of guesses."""
    figure = Figure(figsize=(5, 3), layout="constrained")
    axes = figure.subplots()
    bars = axes.bar(list(counts), list(counts.values()))
    axes.bar_label(bars)
    axes.set(title=title, xlabel="guesses", ylabel="games", xticks=range(1, max(counts) + 1))
    figure.savefig(file)


def main(name: str = "knuth", file: str = "hundred_games.svg") -> None:
    """Play the games, print the average and plot the numbers."""
    rules, strategy = pegwise.parse_rules("4x6"), pegwise.make(name)
    guesses = [play(strategy, rules, seed) for seed in range(GAMES)]
    average = sum(guesses) / GAMES
    print(f"{name} breaks {GAMES} random codes in {average:.2f} guesses on average, {max(guesses)} at most.")
    plot(Counter(guesses), f"{name}: {average:.2f} guesses on average", file)
    print(f"The plot is in {file}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
