"""The slow obvious twin of ``symmetry``: every renaming is tried on every code."""

from __future__ import annotations

import math
from collections import Counter
from itertools import permutations, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Code = tuple[int, ...]
Renaming = tuple[Code, Code]


def all_codes(pegs: int, colors: int, distinct: bool) -> list[Code]:
    """The codes of a game, ascending."""
    if distinct:
        return list(permutations(range(colors), pegs))
    return list(product(range(colors), repeat=pegs))


def rename(code: Sequence[int], renaming: Renaming) -> Code:
    """The code whose symbol ``j`` is the renamed symbol at ``positions[j]``."""
    positions, names = renaming
    return tuple(names[code[p]] for p in positions)


def fixing(pegs: int, colors: int, history: Sequence[Code]) -> list[Renaming]:
    """All pairs of permutations that map each guess to itself."""
    pairs = product(permutations(range(pegs)), permutations(range(colors)))
    return [r for r in pairs if all(rename(g, r) == g for g in history)]


def fixing_with_own_colors(pegs: int, colors: int, history: Sequence[Code]) -> list[tuple[Code, list[Code]]]:
    """All permutations of positions with one of the colors of each peg that map each guess to itself."""
    names = list(permutations(range(colors)))
    pairs = product(permutations(range(pegs)), product(names, repeat=pegs))
    return [
        (positions, list(maps))
        for positions, maps in pairs
        if all(rename_each(guess, positions, maps) == guess for guess in history)
    ]


def rename_each(code: Sequence[int], positions: Code, maps: Sequence[Code]) -> Code:
    """The code whose peg ``j`` has what ``maps[j]`` makes of the color at ``positions[j]``."""
    return tuple(names[code[p]] for p, names in zip(positions, maps, strict=True))


def all_images(pegs: int, colors: int, codes: Sequence[Code], *, own: bool) -> Iterator[list[Code]]:
    """What each renaming of a game makes of the codes; ``own``: the colors of each peg on their own."""
    for positions in permutations(range(pegs)):
        if own:
            for maps in product(permutations(range(colors)), repeat=pegs):
                yield [rename_each(code, positions, maps) for code in codes]
        else:
            for names in permutations(range(colors)):
                yield [rename(code, (positions, names)) for code in codes]


def lowest_of_classes(pegs: int, colors: int, history: Sequence[Code], distinct: bool) -> dict[Code, Code]:
    """For every code the lowest member of its class."""
    group = fixing(pegs, colors, history)
    lowest: dict[Code, Code] = {}
    for code in all_codes(pegs, colors, distinct):
        if code not in lowest:
            for renaming in group:
                lowest[rename(code, renaming)] = code
    return lowest


def feedback(guess: Sequence[int], secret: Sequence[int]) -> tuple[int, int]:
    """Black and white pegs."""
    black = sum(a == b for a, b in zip(guess, secret, strict=True))
    common = (Counter(guess) & Counter(secret)).total()
    return black, common - black


def class_count(pegs: int, colors: int, history: Sequence[Code], distinct: bool) -> int:
    """Number of classes of next guesses, by counting fixed codes (Burnside).

    Enumerates the position permutations only, so it reaches larger games.
    """
    used = sorted({symbol for guess in history for symbol in guess})
    free = colors - len(used)
    fixed = lifts = 0
    for positions in permutations(range(pegs)):
        forced = _forced(positions, history)
        if forced is None:
            continue
        lifts += 1
        lengths = Counter(_cycles(positions))
        used_cycles = Counter(_cycles([used.index(forced[c]) for c in used]))
        for free_cycles, weight in _cycle_types(free):
            names = used_cycles + free_cycles
            fixed += weight * _fixed_codes(lengths, names, distinct)
    return fixed // (lifts * math.factorial(free))


def _forced(positions: Sequence[int], history: Sequence[Code]) -> dict[int, int] | None:
    pairs = {(g[p], g[j]) for g in history for j, p in enumerate(positions)}
    forced = dict(pairs)
    one_to_one = len(forced) == len(pairs) == len(set(forced.values()))
    return forced if one_to_one else None


def _cycles(permutation: Sequence[int]) -> list[int]:
    lengths, seen = [], set[int]()
    for start in range(len(permutation)):
        length, i = 0, start
        while i not in seen:
            seen.add(i)
            i, length = permutation[i], length + 1
        if length:
            lengths.append(length)
    return lengths


def _cycle_types(size: int) -> Iterator[tuple[Counter[int], int]]:
    """Cycle types of the permutations of ``size`` things and how many have each."""
    for parts in _partitions(size, size):
        kinds = Counter(parts)
        ways = math.factorial(size)
        for length, times in kinds.items():
            ways //= length**times * math.factorial(times)
        yield kinds, ways


def _partitions(total: int, largest: int) -> Iterator[list[int]]:
    if total == 0:
        yield []
    for first in range(min(total, largest), 0, -1):
        for rest in _partitions(total - first, first):
            yield [first, *rest]


def _fixed_codes(lengths: Counter[int], names: Counter[int], distinct: bool) -> int:
    """Codes fixed by a renaming with these cycle lengths of positions and colors."""
    total = 1
    for length, times in lengths.items():
        if distinct:
            total *= math.perm(names[length], times) * length**times
        else:
            total *= sum(d * n for d, n in names.items() if length % d == 0) ** times
    return total


def lowest_set(pegs: int, colors: int, codes: Sequence[Code]) -> tuple[Code, ...]:
    """The lowest of all sets that renamings make of a set of codes."""
    pairs = product(permutations(range(pegs)), permutations(range(colors)))
    return min(tuple(sorted(rename(code, renaming) for code in codes)) for renaming in pairs)


def lowest_set_with_own_colors(pegs: int, colors: int, codes: Sequence[Code]) -> tuple[Code, ...]:
    """The lowest of all sets that such renamings of each peg's colors make of a set of codes."""
    group = fixing_with_own_colors(pegs, colors, [])
    return min(tuple(sorted(rename_each(code, *renaming) for code in codes)) for renaming in group)
