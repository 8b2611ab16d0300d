"""Renamings, and those that a history leaves open."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from pegwise.engine.space import all_codes
from pegwise.optimal.alike import Renaming
from pegwise.optimal.histories import renamings_of
from pegwise.rules import Rules


def test_renamings_are_undone_and_follow_each_other() -> None:
    chance, codes = np.random.default_rng(1), all_codes(Rules(4, 6))
    for _ in range(50):
        one, other = (
            Renaming(tuple(chance.permutation(4).tolist()), tuple(chance.permutation(6).tolist()))
            for _ in range(2)
        )
        assert np.array_equal(one.then(one.inverse()).of(codes), codes)
        assert np.array_equal(one.then(other).of(codes), other.of(one.of(codes)))


@pytest.mark.parametrize("rules", [Rules(3, 4), Rules(3, 4, repeats=False), Rules(4, 3)], ids=str)
@pytest.mark.parametrize("path", [(), (0,), (1,), (1, 9)])
def test_a_history_leaves_all_renamings_open_that_keep_its_guesses(
    rules: Rules, path: tuple[int, ...]
) -> None:
    codes = all_codes(rules)
    every = [tuple(code) for code in codes.T.tolist()]
    kept = [every[guess] for guess in path]
    wanted = set()
    for places in permutations(range(rules.pegs)):
        for colors in permutations(range(rules.colors)):
            image = tuple(tuple(colors[code[place]] for place in places) for code in every)
            if all(image[guess] == code for guess, code in zip(path, kept, strict=True)):
                wanted.add(image)
    rows = [Renaming.read(row, rules.pegs) for row in renamings_of(rules, codes, path)]
    images = [tuple(map(tuple, row.of(codes).T.tolist())) for row in rows]
    assert set(images) <= wanted
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
