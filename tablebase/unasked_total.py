"""Lower bounds of the least total from colors that no guess has asked for: lemma in docs/optimal.md.

Usage: python -m tablebase.unasked_total FOLDER [RULES ...]

Bounds from the sizes of classes take each guess for one that tells codes apart as well as any guess can. In a
game of few pegs and many colors most guesses only look for colors, and tell nothing about the others. Those
are alike, so what is known of the secret is a set of *patterns*: at each peg a color that was asked for, or
one of the m that were not. A pattern with i such pegs stands for m^i codes (without repeated colors, for
m (m - 1) ... (m - i + 1)), and a guess with j new colors makes of it one pattern for each way to put new
colors, or none, at these pegs, with m - j colors that were not asked for.

The lower bound of a set of patterns is the least of all guesses: the codes, and what the classes of the
guess take, but the win. All guesses of the colors in the patterns, of new colors and of empty pegs are
tried. Some guesses ahead, a class is bounded by the larger of two numbers: what its size takes, and the sum
of what its patterns take alone, as if the codebreaker were told for nothing which of them has the secret.

Without rules, the program looks at all sizes of three to five pegs of the table that are not exact, and
writes a file for each with a better bound into the folder, which ``python -m tablebase.make FOLDER`` reads.
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import cache
from itertools import count, permutations, product
from math import perm
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pegwise.notation import parse_rules
from pegwise.optimal.table import table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from pegwise.rules import Rules

Pattern = tuple[int, ...]
"""The color at each peg, from 1 on; :data:`NEW` stands for a color that no guess has had."""
Patterns = tuple[Pattern, ...]

NEW = 0
EMPTY = -1
"""A peg of a guess that tells nothing: it is empty, or has a color that the secret is not made of."""
AHEAD = {3: 3, 4: 1, 5: 1}
"""How many guesses ahead the classes of the first guess are looked at, by pegs."""
_BLOCK = 256
"""Guesses whose feedback is found at a time."""


class Split(NamedTuple):
    """Guesses that split some patterns, together where their classes have as many patterns of each kind.

    There is one list for each number of new colors.


    ``counts``: arrays (guesses, classes, i), how many patterns with i new pegs a class has; without the win.
    """

    guesses: list[list[list[Pattern]]]
    counts: list[NDArray[np.int64]]


class UnaskedColors:
    """Bounds of the games of some pegs, with or without repeated colors.

    ``ahead``: how many guesses ahead the classes of a guess are looked at.
    """

    def __init__(self, pegs: int, *, repeats: bool, ahead: int) -> None:
        self.pegs, self.repeats, self.ahead = pegs, repeats, ahead
        self.most = pegs * (pegs + 3) // 2 - 1  # classes besides the win
        self._alone: dict[tuple[int, int], int] = {}
        self._totals: dict[tuple[Patterns, int, int], int] = {}
        self._asked: dict[int, list[NDArray[np.int8]]] = {}
        self._split: dict[Patterns, Split] = {}
        self._named: dict[Patterns, Patterns] = {}

    def size(self, patterns: Patterns, left: int) -> int:
        """Return the number of codes, ``left`` being the number of colors that no guess has had."""
        return sum(self._codes(each.count(NEW), left) for each in patterns)

    def _codes(self, pegs: int, left: int) -> int:
        return left**pegs if self.repeats else perm(left, pegs)

    def alone(self, pegs: int, left: int) -> int:
        """Return a bound for one pattern with so many pegs of new colors; the other pegs are known."""
        size = self._codes(pegs, left)
        if size <= 1:
            return size
        if (pegs, left) not in self._alone:
            pattern = (*(NEW for _ in range(pegs)), *range(1, self.pegs - pegs + 1))
            self._alone[pegs, left] = size + self._least((pattern,), left, self.ahead)
        return self._alone[pegs, left]

    def total(self, patterns: Patterns, left: int, ahead: int) -> int:
        """Return a bound for some patterns that looks so many guesses ahead."""
        key = (patterns, left, ahead)
        if key not in self._totals:
            counts = np.bincount([each.count(NEW) for each in patterns], minlength=self.pegs + 1)
            bound = int(self._apart(counts, left))
            if ahead and len(patterns) > 1:
                bound = max(bound, self.size(patterns, left) + self._least(patterns, left, ahead - 1))
            self._totals[key] = bound
        return self._totals[key]

    def _apart(self, counts: NDArray[np.int64], left: int) -> NDArray[np.int64]:
        """Return bounds that look no guess ahead, for classes with (..., i) patterns of i new pegs each."""
        pegs = range(self.pegs + 1)
        sizes = counts @ np.array([self._codes(each, left) for each in pegs], np.int64)
        alone = counts @ np.array([self.alone(each, left) for each in pegs], np.int64)
        bounds: NDArray[np.int64] = np.maximum(self._of_sizes(sizes), alone)
        return bounds

    def _of_sizes(self, sizes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return what so many codes take at least: one is found at once, ``most`` with the next guess, ..."""
        rest, total, room = sizes.copy(), np.zeros_like(sizes), 1
        for level in count(1):
            here = np.minimum(rest, room)
            total, rest, room = total + level * here, rest - here, room * self.most
            if not rest.any():
                return np.asarray(total)
        raise AssertionError

    def _least(self, patterns: Patterns, left: int, ahead: int) -> int:
        """Return what the classes of the best guess take at least, each looked at so many guesses ahead."""
        found = self.split(patterns)
        values = np.concatenate(
            [
                self._apart(counts, left - asked).sum(axis=1)
                for asked, counts in enumerate(found.counts)
                if asked <= left and len(counts)
            ]
        )
        if not ahead:
            return int(values.min())
        alike = [
            (asked, guesses) for asked, some in enumerate(found.guesses) if asked <= left for guesses in some
        ]
        least = None
        for place in np.argsort(values, kind="stable").tolist():
            if least is not None and values[place] >= least:
                break  # no other guess can take less
            asked, guesses = alike[place]
            # Guesses whose classes have as many patterns may still have others.
            for classes in dict.fromkeys(self.classes(patterns, guess) for guess in guesses):
                deeper = sum(self.total(each, left - asked, ahead) for each in classes)
                least = deeper if least is None else min(least, deeper)
        assert least is not None
        return least

    def split(self, patterns: Patterns) -> Split:
        """Return the guesses that differ, and how many patterns of each kind their classes have."""
        if patterns not in self._split:
            known = max(map(max, patterns))
            made = [
                _alike(guesses, self._counted(patterns, known, asked, guesses), 0 if asked else len(patterns))
                for asked, guesses in enumerate(self._guesses(known))
            ]
            self._split[patterns] = Split([guesses for guesses, _ in made], [counts for _, counts in made])
        return self._split[patterns]

    def _counted(
        self, patterns: Patterns, known: int, asked: int, guesses: NDArray[np.int8]
    ) -> NDArray[np.int64]:
        """Return how many patterns of i new pegs the classes of guesses have: (guesses, classes, i)."""
        codes = np.array(list(self._after(patterns, range(known + 1, known + asked + 1))), np.int8)
        colors, kinds = range(1, known + asked + 1), self.pegs + 1
        found = []
        for start in range(0, len(guesses), _BLOCK):
            some = guesses[start : start + _BLOCK]
            black = (some[:, None] == codes).sum(axis=2, dtype=np.int64)
            hits = np.zeros_like(black)
            for color in colors:
                ours, theirs = (some == color).sum(axis=1), (codes == color).sum(axis=1)
                hits += np.minimum(ours[:, None], theirs)
            labels = (black * kinds + hits) * kinds + (codes == NEW).sum(axis=1)
            rows = kinds**3 * np.arange(len(some), dtype=np.int64)[:, None]
            counts = np.bincount((labels + rows).ravel(), minlength=kinds**3 * len(some))
            # The last number of black hits is the win.
            found.append(counts.reshape(len(some), kinds, -1)[:, :-1].reshape(len(some), -1, kinds))
        return np.concatenate(found) if found else np.zeros((0, 1, kinds), np.int64)

    def _after(self, patterns: Patterns, new: Sequence[int]) -> Iterator[Pattern]:
        """Yield the patterns that these become when some new colors have been asked for."""
        for pattern in patterns:
            for code in product(*((NEW, *new) if color == NEW else (color,) for color in pattern)):
                put = [color for color in code if color in new]
                if self.repeats or len(set(put)) == len(put):
                    yield code

    def _guesses(self, known: int) -> list[NDArray[np.int8]]:
        """Return guesses of known colors, of new ones in their order, and of empty pegs, by new colors."""
        if known not in self._asked:
            found: list[list[Pattern]] = [[] for _ in range(self.pegs + 1)]
            for guess in product((EMPTY, *range(1, known + self.pegs + 1)), repeat=self.pegs):
                colors = [color for color in guess if color != EMPTY]
                new = list(dict.fromkeys(color for color in colors if color > known))
                if new == list(range(known + 1, known + 1 + len(new))) and (
                    self.repeats or len(set(colors)) == len(colors)
                ):
                    found[len(new)].append(guess)
            self._asked[known] = [np.array(each, np.int8).reshape(-1, self.pegs) for each in found]
        return self._asked[known]

    def classes(self, patterns: Patterns, guess: Pattern) -> tuple[Patterns, ...]:
        """Return the classes that a guess makes of some patterns, but the win."""
        known = max(map(max, patterns))
        new = sorted({color for color in guess if color > known})
        found: dict[tuple[int, int], list[Pattern]] = {}
        for code in self._after(patterns, new):
            if code != guess:
                found.setdefault(_feedback(guess, code), []).append(code)
        return tuple(sorted(self._canonical(_renamed(each)) for each in found.values()))

    def _canonical(self, patterns: Patterns) -> Patterns:
        """Return one of the sets of patterns that differ by the order of pegs and the names of colors."""
        if patterns not in self._named:
            orders = permutations(range(self.pegs))
            self._named[patterns] = min(
                _renamed([tuple(each[peg] for peg in order) for each in patterns]) for order in orders
            )
        return self._named[patterns]


def _alike(
    guesses: NDArray[np.int8], counts: NDArray[np.int64], whole: int
) -> tuple[list[list[Pattern]], NDArray[np.int64]]:
    """Return guesses together whose classes have as many patterns; none that leaves all patterns as a class.

    ``whole``: the number of patterns, if the guesses ask for no new color.
    """
    if whole:
        telling = (counts.any(axis=2).sum(axis=1) > 1) | (counts.sum(axis=(1, 2)) < whole)
        guesses, counts = guesses[telling], counts[telling]
    places: dict[bytes, list[int]] = {}
    for place, each in enumerate(counts):
        rows = sorted(map(bytes, each[each.any(axis=1)].astype(np.int32)))
        places.setdefault(b"".join(rows), []).append(place)
    together = [[tuple(guess) for guess in guesses[some].tolist()] for some in places.values()]
    return together, counts[[some[0] for some in places.values()]]


def _feedback(guess: Pattern, code: Pattern) -> tuple[int, int]:
    """Return the black and all hits; new colors of the code and empty pegs of the guess are none."""
    hits = sum(min(guess.count(color), code.count(color)) for color in set(guess) if color != EMPTY)
    return sum(one == other for one, other in zip(guess, code, strict=True)), hits


def _renamed(patterns: list[Pattern]) -> Patterns:
    """Return the patterns with their colors numbered as they come up."""
    names = {NEW: NEW}
    for pattern in sorted(patterns):
        for color in pattern:
            names.setdefault(color, len(names))
    return tuple(sorted(tuple(names[color] for color in pattern) for pattern in patterns))


@cache
def _bounds_of(pegs: int, repeats: bool, ahead: int) -> UnaskedColors:
    return UnaskedColors(pegs, repeats=repeats, ahead=ahead)


def total_by_unasked(rules: Rules, ahead: int | None = None) -> int:
    """Return a lower bound of the least total of a game of black and white hits.

    >>> total_by_unasked(parse_rules("3x4"), ahead=1), total_by_unasked(parse_rules("2x6"), ahead=1)
    (206, 131)
    """
    found = _bounds_of(rules.pegs, rules.repeats, AHEAD[rules.pegs] if ahead is None else ahead)
    return found.alone(rules.pegs, rules.colors)


def main(given: list[str] | None = None) -> None:
    """Write the bounds that are better than those of the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("rules", nargs="*", type=parse_rules)
    asked = parser.parse_args(given)
    asked.folder.mkdir(parents=True, exist_ok=True)
    for row in table():
        rules = row.rules
        wanted = rules in asked.rules if asked.rules else rules.pegs in AHEAD and not row.total.exact
        if not wanted or rules.tells != "hits":
            continue
        bound = total_by_unasked(rules)
        sys.stdout.write(f"{rules}: at least {bound} ({row.total.lower} to {row.total.upper})\n")
        sys.stdout.flush()
        if bound > row.total.lower:
            told = {"rules": str(rules), "lower": bound}
            (asked.folder / f"{rules}-unasked.json").write_text(json.dumps(told) + "\n", "utf-8")


if __name__ == "__main__":
    main()
