"""A slow twin of ``engine.proving``: the same guesses and classes, by tables and sets of plain Python."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING

from pegwise.engine.enumerated.guesses_to_prove import NEVER, UNLIMITED, Asked, Class, Treatment
from pegwise.engine.enumerated.renamings import symbol_count, to_symbols
from tests.engine.canonical_sets import canonical_set
from tests.optimal.slow_splits import Answers, Split

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pegwise.rules import Rules

    Row = tuple[int, ...]


class SlowProver:
    def __init__(self, rules: Rules) -> None:
        self.rules, self.answers, self.own = rules, Answers(rules), not rules.whites and rules.repeats
        self.codes = self.answers.codes
        self.every = [tuple(code) for code in self.codes.T.tolist()]
        self.number = {code: number for number, code in enumerate(self.every)}

    def treatments(
        self, asked: Asked, given: Sequence[bytes] = ()
    ) -> tuple[list[bytes], Iterator[Treatment]]:
        left = math.inf if asked.left == UNLIMITED else asked.left
        bound = math.inf if asked.bound >= NEVER else float(asked.bound)
        split = Split(self.answers, asked.codes, left, math.inf if asked.free else 0, asked.unit)
        doubtful = split.doubtful(bound, None if asked.only < 0 else asked.only)
        kept, used = self.unlike(split, doubtful, {guess: guess for guess in doubtful}), list[bytes]()
        if len(kept) > 1:
            orbits, joining = self.orbits(asked.codes.tolist(), doubtful, given)
            spared = self.unlike(split, doubtful, orbits)
            if len(spared) < len(kept):
                kept, used = spared, joining
        return used, iter([self.treatment(split, guess) for guess in kept])

    def unlike(self, split: Split, doubtful: list[int], orbits: dict[int, int]) -> list[int]:
        kept, shapes, met = list[int](), set[bytes](), set[int]()
        for guess in doubtful:
            if orbits[guess] not in met and split.shape(guess) not in shapes:
                kept.append(guess)
                shapes.add(split.shape(guess))
                met.add(orbits[guess])
        return kept

    def orbits(
        self, codes: list[int], doubtful: list[int], given: Sequence[bytes]
    ) -> tuple[dict[int, int], list[bytes]]:
        orbits, used = {guess: guess for guess in doubtful}, list[bytes]()
        for row in [*map(tuple, given), *self.exchanges(set(codes))]:
            before = dict(orbits)
            for guess in doubtful:
                one, other = orbits[guess], orbits[self.image(guess, row)]
                low, high = min(one, other), max(one, other)
                orbits = {each: low if orbit == high else orbit for each, orbit in orbits.items()}
            if orbits != before:
                used.append(bytes(row))
        return orbits, used

    def exchanges(self, codes: set[int]) -> Iterator[Row]:
        """Of each color with the next lower one, then of two positions with the first two colors that do.

        Where pegs have colors of their own, the colors are those of one peg, and go with exchanged positions.
        """
        pegs, colors = self.rules.pegs, self.rules.colors
        same, kinds = tuple(range(pegs)), pegs if self.own else 1
        names = tuple(range(kinds * colors))
        pairs = [pair for pair in combinations(names, 2) if pair[0] // colors == pair[1] // colors]
        for color in names:
            rows = [same + exchanged(names, *pair) for pair in reversed(pairs) if pair[1] == color]
            yield from [row for row in rows if self.keeps(codes, row)][:1]
        pairs.sort(key=lambda pair: (pair[1], pair[0]))
        for peg in range(pegs):
            for one in range(peg):
                places, moved = exchanged(same, one, peg), names
                for color in range(colors) if self.own else ():
                    moved = exchanged(moved, one * colors + color, peg * colors + color)
                rows = [places + moved, *(places + exchanged(moved, *pair) for pair in pairs)]
                yield from [row for row in rows if self.keeps(codes, row)][:1]

    def keeps(self, codes: set[int], row: Row) -> bool:
        return {self.image(code, row) for code in codes} == codes

    def image(self, code: int, row: Row) -> int:
        places, names = row[: self.rules.pegs], row[self.rules.pegs :]
        shift = self.rules.colors if self.own else 0
        old = [color + peg * shift for peg, color in enumerate(self.every[code])]
        return self.number[tuple(names[old[place]] - peg * shift for peg, place in enumerate(places))]

    def treatment(self, split: Split, guess: int) -> Treatment:
        cost = split.now(guess) + split.cheap(guess)
        classes = [
            self.described(split, told, codes)
            for told, codes in split.classes(guess).items()
            if len(codes) > 2
        ]
        return Treatment(guess, NEVER if math.isinf(cost) else int(cost), classes)

    def described(self, split: Split, told: int, codes: NDArray[np.int32]) -> Class:
        symbols = to_symbols(self.codes[:, codes], self.rules)
        name, bound = canonical_set(symbols, symbol_count(self.rules)), split.class_cost(codes)
        renaming = name.positions[0].tobytes() + name.names[0].tobytes()
        return Class(
            told, codes, NEVER if math.isinf(bound) else int(bound), name.keys[0].tobytes(), renaming
        )


def exchanged(numbers: Row, one: int, other: int) -> Row:
    changed = list(numbers)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)
