"""Renamings, and those that a history leaves open."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from pegwise.engine.code_space import Columns, all_codes
from pegwise.engine.enumerated.renamings import to_symbols
from pegwise.optimal.set_symmetry import Renaming, renamings_of
from pegwise.rules import Rules


def renamed(codes: Columns, by: Renaming) -> Columns:
    """Codes of symbols, (pegs, N)."""
    return np.array(by.symbols, codes.dtype)[codes[list(by.places)]]


def test_renamings_are_undone_and_follow_each_other() -> None:
    chance, codes = np.random.default_rng(1), all_codes(Rules(4, 6))
    for _ in range(50):
        one, other = (
            Renaming(tuple(chance.permutation(4).tolist()), tuple(chance.permutation(6).tolist()))
            for _ in range(2)
        )
        assert np.array_equal(renamed(codes, one.then(one.inverse())), codes)
        assert np.array_equal(renamed(codes, one.then(other)), renamed(renamed(codes, one), other))


def by_pegs(row: Renaming, rules: Rules, every: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """All codes renamed by what a certificate says of each peg."""
    tables = row.colors_of_pegs(rules.colors)
    assert all(sorted(table) == list(range(rules.colors)) for table in tables)
    pegs = list(zip(row.places, tables, strict=True))
    return tuple(tuple(table[code[place]] for place, table in pegs) for code in every)


SOME = [Rules(3, 4), Rules(3, 4, repeats=False), Rules(4, 3), Rules(3, 3, whites=False)]
SOME += [Rules(2, 4, whites=False), Rules(3, 4, repeats=False, whites=False)]


@pytest.mark.parametrize(
    "rules", [*SOME, Rules(2, 4, whites=False), Rules(3, 4, repeats=False, whites=False)]
)
@pytest.mark.parametrize("path", [(), (0,), (1,), (1, 9)])
def test_a_history_leaves_all_renamings_open_that_keep_its_guesses(
    rules: Rules, path: tuple[int, ...]
) -> None:
    codes, symbols = all_codes(rules), to_symbols(all_codes(rules), rules)
    every = [tuple(code) for code in codes.T.tolist()]
    kept = [every[guess] for guess in path]
    wanted = set()
    names = list(permutations(range(rules.colors)))
    own = not rules.whites and rules.repeats
    tables = list(product(names, repeat=rules.pegs)) if own else [rules.pegs * (one,) for one in names]
    for places in permutations(range(rules.pegs)):
        for table in tables:
            image = tuple(
                tuple(one[code[place]] for one, place in zip(table, places, strict=True)) for code in every
            )
            if all(image[guess] == code for guess, code in zip(path, kept, strict=True)):
                wanted.add(image)
    rows = [Renaming.read(row, rules.pegs) for row in renamings_of(rules, codes, path)]
    shift = symbols[:, :1] - codes[:, :1]
    images = [tuple(map(tuple, (renamed(symbols, row) - shift).T.tolist())) for row in rows]
    assert set(images) <= wanted
    if own:
        assert images == [by_pegs(row, rules, every) for row in rows]
    number = {code: at for at, code in enumerate(every)}
    reached, new = {tuple(every)}, [tuple(every)]
    while new:
        of = new.pop()
        for step in images:
            after = tuple(step[number[code]] for code in of)
            if after not in reached:
                reached.add(after)
                new.append(after)
    assert reached == wanted
