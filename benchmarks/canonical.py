"""Measure canonical names of candidate sets: the time by size, and how many positions share a name.

Usage: python -m benchmarks.canonical [-n GAMES] [RULES ...]

The sets are the candidates at positions of random games; seven of ten guesses are candidates. The column
"same key" is the share of sets that have the same key as a random renaming of themselves. The column
"complete" is the share of sets for which the search for the key did not end early.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks.measure import machine, table
from pegwise.engine.code_space import all_codes, numbers_of
from pegwise.engine.enumerated import packed_codes as kernels
from pegwise.engine.enumerated.canonical_form import BUDGET, Scratch
from pegwise.engine.enumerated.packed_codes import layout_of
from pegwise.engine.enumerated.renamings import Stabilizer
from pegwise.engine.enumerated.symmetry import representatives
from pegwise.engine.listed.openings import root_representatives
from pegwise.engine.running.kernel_loader import kernel
from pegwise.notation import parse_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from pegwise.engine.enumerated.packed_codes import Packed
    from pegwise.rules import Rules

    Set = NDArray[np.int32]

GAMES = ["4x6", "4x8", "5x8", "4x10-distinct"]
DEEP = ["4x6", "4x10-distinct"]
"""Games for which all positions after two guesses are counted."""
SIZES = [(3, 3), (4, 4), (5, 10), (11, 40), (60, 150), (600, 1500)]
MOST = 400
"""The largest number of sets of one size."""


class Forms(NamedTuple):
    """The key of each set (S, 2), and whether the search for it did not end early (S,)."""

    keys: NDArray[np.uint64]
    complete: NDArray[np.uint8]


@dataclass(frozen=True)
class Game:
    """The codes of a game, and sets of codes, given by their indices."""

    rules: Rules

    @cached_property
    def codes(self) -> NDArray[np.uint8]:
        """Return all codes, as an array (G, P)."""
        return np.ascontiguousarray(all_codes(self.rules).T, dtype=np.uint8)

    @cached_property
    def words(self) -> Packed:
        """Return all codes as words."""
        layout = layout_of(self.rules)
        return kernels.pack(layout, self.codes.T)

    def index(self, codes: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the indices of codes (N, P) in numeric order."""
        return np.searchsorted(numbers_of(self.codes.T, self.rules), numbers_of(codes.T, self.rules))

    def split(self, left: Set, guess: int) -> NDArray[np.uint16]:
        """Return the feedback that each code of a set gives to a guess."""
        return kernels.feedback_numbers(self.words, guess, self.words.take(left))

    def one_more(self, left: Set, rng: np.random.Generator) -> Set:
        """Return the set after a random guess with random feedback."""
        guess = rng.choice(left) if rng.random() < 0.7 else rng.integers(len(self.codes))
        told = self.split(left, int(guess))
        chosen: Set = left[told == rng.choice(told)]
        return chosen

    def renamed(self, left: Set, rng: np.random.Generator) -> Set:
        """Return a random renaming of a set, in random order."""
        names = rng.permutation(self.rules.colors).astype(np.uint8)
        order = rng.permutation(self.rules.pegs)
        return rng.permutation(self.index(names[self.codes[left]][:, order])).astype(np.int32)

    def two_deep(self) -> list[Set]:
        """Return the positions after two guesses; of equivalent sequences of guesses, only one."""
        rules, found = self.rules, []
        everything = np.arange(len(self.codes), dtype=np.int32)
        root, distinct = Stabilizer.of(rules), not rules.repeats
        for first in root_representatives(rules.pegs, rules.colors, distinct=distinct):
            told = self.split(everything, int(self.index(first[None])[0])).astype(np.int64)
            for second in self.index(representatives(root.after(first), distinct=distinct)):
                both = told * self.words.layout.bins + self.split(everything, int(second))
                found += [everything[both == answer] for answer in np.unique(both)]
        return found

    def forms(self, sets: Sequence[Set]) -> tuple[Forms, float]:
        """Return the canonical forms, and the microseconds for each set."""
        order, offsets = np.concatenate(sets), np.cumsum([0, *map(len, sets)], dtype=np.int64)
        (_, pegs), colors, count = self.codes.shape, self.rules.colors, len(sets)
        form = Forms(np.empty((count, 2), np.uint64), np.empty(count, np.uint8))
        renamings, scratch = (
            np.empty((count, pegs + colors), np.uint8),
            Scratch(pegs, colors, max(map(len, sets))),
        )
        took = float("inf")
        for _ in range(5):
            start = time.thread_time()
            kernel("canonical_sets")(
                *(colors, BUDGET, self.codes, order, offsets, *scratch.arrays),
                *(form.keys, renamings, form.complete),
            )
            took = min(took, time.thread_time() - start)
        return form, took / count * 1e6


def times(game: Game, name: str, played: int) -> Iterator[list[object]]:
    """Yield the lines of the first table: one for each size of sets."""
    rng = np.random.default_rng(5)
    found: dict[tuple[int, int], list[Set]] = {size: [] for size in SIZES}
    for _ in range(played):
        left = np.arange(len(game.codes), dtype=np.int32)
        while len(left) > 2 and len(left) != len(left := game.one_more(left, rng)):
            for (least, most), sets in found.items():
                if least <= len(left) <= most and len(sets) < MOST:
                    sets.append(left)
    for (least, most), sets in found.items():
        if sets:
            form, took = game.forms(sets)
            other, _ = game.forms([game.renamed(each, rng) for each in sets])
            same = (form.keys == other.keys).all(axis=1).mean()
            complete = (form.complete & other.complete).mean()
            size = str(least) if least == most else f"{least} to {most}"
            yield [name, size, len(sets), f"{took:.2f}", f"{same:.2%}", f"{complete:.2%}"]


def counts(game: Game, name: str) -> Iterator[list[object]]:
    """Yield the lines of the second table: the numbers of positions, of sets and of inequivalent sets."""
    rng = np.random.default_rng(1)
    two = [each for each in game.two_deep() if len(each) > 2]
    three = [game.one_more(two[which], rng) for which in rng.integers(len(two), size=100_000)]
    for what, sets in (
        ("two, all of them", two),
        ("three, drawn at random", [each for each in three if len(each) > 2]),
    ):
        form, took = game.forms(sets)
        classes, different = len({key.tobytes() for key in form.keys}), len({each.tobytes() for each in sets})
        yield [name, what, len(sets), different, classes, f"{1 - classes / len(sets):.0%}", f"{took:.2f}"]


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("rules", nargs="*", metavar="RULES", help=f"the games; by default {', '.join(GAMES)}")
    parser.add_argument(
        "-n", "--played", type=int, default=2000, metavar="GAMES", help="the number of random games"
    )
    asked = parser.parse_args()
    games = {name: Game(parse_rules(name)) for name in asked.rules or GAMES}
    print(machine())
    head = ["game", "codes in a set", "sets", "CPU microseconds for each set", "same key", "complete"]
    table(head, (line for name, game in games.items() for line in times(game, name, asked.played)))
    print()
    head = [
        "game",
        "guesses",
        "positions of 3 or more candidates",
        "different sets",
        "inequivalent sets",
        "saved",
    ]
    head += ["CPU microseconds for each set"]
    table(head, (line for name in games if name in DEEP for line in counts(games[name], name)))


if __name__ == "__main__":
    main()
