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

Without rules, the program looks at all sizes of three and four pegs of the table that are not exact, and
writes a file for each with a better bound into the folder, which ``python -m tablebase.make FOLDER`` reads.
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import cache
from itertools import count, product
from math import perm
from pathlib import Path
from typing import TYPE_CHECKING

from pegwise.notation import parse_rules
from pegwise.optimal.table import table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise.rules import Rules

Pattern = tuple[int, ...]
"""The color at each peg, from 1 on; :data:`NEW` stands for a color that no guess has had."""
Patterns = tuple[Pattern, ...]

NEW = 0
EMPTY = -1
"""A peg of a guess that tells nothing: it is empty, or has a color that the secret is not made of."""
AHEAD = {3: 2, 4: 1}
"""How many guesses ahead the classes of the first guess are looked at, by pegs."""


class UnaskedColors:
    """Bounds of the games of some pegs, with or without repeated colors."""

    def __init__(self, pegs: int, *, repeats: bool, ahead: int) -> None:
        self.pegs, self.repeats, self.ahead = pegs, repeats, ahead
        self.most = pegs * (pegs + 3) // 2 - 1  # classes besides the win
        for name in ("least_of_size", "splits", "alone", "total"):
            setattr(self, name, cache(getattr(self, name)))

    def size(self, patterns: Patterns, left: int) -> int:
        """Return the number of codes, ``left`` being the number of colors that no guess has had."""
        return sum(self._codes(each.count(NEW), left) for each in patterns)

    def _codes(self, pegs: int, left: int) -> int:
        return left**pegs if self.repeats else perm(left, pegs)

    def least_of_size(self, size: int) -> int:
        """Return what so many codes take at least: one is found at once, ``most`` with the next guess, ..."""
        total, room = 0, 1
        for level in count(1):
            here = min(size, room)
            total, size, room = total + level * here, size - here, room * self.most
            if not size:
                return total
        raise AssertionError

    def apart(self, patterns: Patterns, left: int) -> int:
        """Return a bound that looks no guess ahead."""
        alone = sum(self.alone(each.count(NEW), left) for each in patterns)
        return max(self.least_of_size(self.size(patterns, left)), alone)

    def total(self, patterns: Patterns, left: int, ahead: int) -> int:
        """Return a bound that looks some guesses ahead."""
        bound = self.apart(patterns, left)
        if not ahead or len(patterns) == 1:
            return bound
        least = None
        for asked, classes in self.splits(patterns):
            if asked > left:
                continue
            found = sum(self.apart(each, left - asked) for each in classes)
            if ahead > 1 and (least is None or found < least):
                found = sum(self.total(each, left - asked, ahead - 1) for each in classes)
            least = found if least is None else min(least, found)
        assert least is not None
        return max(bound, self.size(patterns, left) + least)

    def alone(self, pegs: int, left: int) -> int:
        """Return a bound for one pattern with so many pegs of new colors; the other pegs are known."""
        if self._codes(pegs, left) <= 1:
            return self._codes(pegs, left)
        pattern = (*(NEW for _ in range(pegs)), *range(1, self.pegs - pegs + 1))
        return self._codes(pegs, left) + min(
            sum(self.total(each, left - asked, self.ahead) for each in classes)
            for asked, classes in self.splits((pattern,))
            if 0 < asked <= left
        )

    def splits(self, patterns: Patterns) -> list[tuple[int, tuple[Patterns, ...]]]:
        """Return how guesses split some patterns: the number of new colors, and the classes but the win.

        Guesses that make the same of them are one.
        """
        known = max(max(each) for each in patterns)
        found = dict.fromkeys(self._split(patterns, guess, known) for guess in self._guesses(known))
        return [(asked, classes) for asked, classes in found if asked or classes != (patterns,)]

    def _guesses(self, known: int) -> Iterator[Pattern]:
        """Yield guesses of the known colors, of new ones in the order of their numbers, and of empty pegs."""
        for guess in product((EMPTY, *range(1, known + self.pegs + 1)), repeat=self.pegs):
            colors = [color for color in guess if color != EMPTY]
            new = list(dict.fromkeys(color for color in colors if color > known))
            if new == list(range(known + 1, known + 1 + len(new))) and (
                self.repeats or len(set(colors)) == len(colors)
            ):
                yield guess

    def _split(self, patterns: Patterns, guess: Pattern, known: int) -> tuple[int, tuple[Patterns, ...]]:
        new = sorted({color for color in guess if color > known})
        classes: dict[tuple[int, int], list[Pattern]] = {}
        for pattern in patterns:
            for code in product(*((NEW, *new) if color == NEW else (color,) for color in pattern)):
                put = [color for color, before in zip(code, pattern, strict=True) if before == NEW != color]
                if code != guess and (self.repeats or len(set(put)) == len(put)):
                    classes.setdefault(_feedback(guess, code), []).append(code)
        return len(new), tuple(sorted(map(_renamed, classes.values())))


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
