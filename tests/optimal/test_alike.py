"""Keys of sets that are alike, and the renamings between them."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegwise.engine.space import all_codes
from pegwise.optimal.alike import Renaming, canonical
from pegwise.optimal.orbits import Orbits
from pegwise.rules import Rules
from tests.helpers import small_rules


@given(st.data())
def test_a_key_is_the_renamed_set(data: st.DataObject) -> None:
    rules = data.draw(small_rules(300))
    codes = all_codes(rules)
    chosen = sorted(data.draw(st.sets(st.integers(0, rules.size - 1), min_size=1, max_size=12)))
    places = tuple(data.draw(st.permutations(range(rules.pegs))))
    colors = tuple(data.draw(st.permutations(range(rules.colors))))
    renaming = Renaming(places, colors)
    one, other = codes[:, chosen], renaming.of(codes[:, chosen])
    (key, to_key), (same, from_other) = canonical(one, rules.colors), canonical(other, rules.colors)
    weights = rules.colors ** np.arange(rules.pegs - 1, -1, -1)
    assert np.sort(weights @ to_key.of(one)).tobytes() == key
    assert np.sort(weights @ from_other.of(other)).tobytes() == same
    if key == same:
        back = to_key.then(from_other.inverse()).of(one)
        assert sorted(map(tuple, back.T.tolist())) == sorted(map(tuple, other.T.tolist()))


def test_nearly_all_sets_alike_share_their_key() -> None:
    chance, codes = np.random.default_rng(1), all_codes(Rules(4, 6))
    hits = 0
    for _ in range(200):
        one = codes[:, chance.choice(codes.shape[1], chance.integers(3, 40), replace=False)]
        renaming = Renaming(tuple(chance.permutation(4).tolist()), tuple(chance.permutation(6).tolist()))
        hits += canonical(one, 6)[0] == canonical(renaming.of(one), 6)[0]
    assert hits >= 198


@pytest.mark.parametrize("rules", [Rules(3, 4), Rules(3, 4, repeats=False), Rules(4, 3)], ids=str)
@pytest.mark.parametrize("path", [(), (0,), (1,), (1, 9)])
def test_orbits_are_those_of_all_renamings_that_keep_the_path(rules: Rules, path: tuple[int, ...]) -> None:
    codes = all_codes(rules)
    every = [tuple(code) for code in codes.T.tolist()]
    kept = [every[guess] for guess in path]
    lowest = list(range(len(every)))
    for places in permutations(range(rules.pegs)):
        for colors in permutations(range(rules.colors)):
            images = [tuple(colors[code[place]] for place in places) for code in every]
            if all(images[guess] == code for guess, code in zip(path, kept, strict=True)):
                lowest = [min(low, every.index(image)) for low, image in zip(lowest, images, strict=True)]
    found = Orbits(rules, codes, path)
    assert found.lowest.tolist() == lowest
    for renaming in found.used:
        assert np.array_equal(renaming.of(codes[:, list(path)]), codes[:, list(path)])
