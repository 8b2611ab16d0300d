"""Joint classes against dictionaries of the oracle's feedback; they are numbered by tables and by sorting."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegwise.engine.code_space import to_columns
from pegwise.engine.enumerated import joint_split
from pegwise.engine.enumerated.joint_split import joint_classes
from pegwise.limit import Limit, LimitReached, limited
from pegwise.position import Position
from pegwise.rules import Rules
from tests import oracle
from tests.helpers import code_of, exhaustive, game_of, small_rules


@pytest.fixture(params=["tables", "sorting"])
def numbered(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small classes are numbered by tables; without tables, by sorting where there are many."""
    if request.param == "sorting":
        monkeypatch.setattr(joint_split, "_TABLE", 0)


@pytest.mark.some(4, more=8)
@pytest.mark.usefixtures("numbered")
@pytest.mark.parametrize("most", [1, None, *exhaustive(0, 3)])
@pytest.mark.parametrize(
    "rules", [Rules(3, 4), Rules(3, 5, repeats=False), Rules(4, 3, whites=False)], ids=str
)
@given(data=st.data())
def test_classes_are_those_of_the_definition(rules: Rules, most: int | None, data: st.DataObject) -> None:
    guesses = data.draw(st.lists(code_of(rules), max_size=5))
    game, codes = game_of(rules), oracle.codes(game_of(rules))
    together = defaultdict(list)
    for place, code in enumerate(codes):
        together[tuple(oracle.feedback(game, code, guess) for guess in guesses)].append(place)
    wanted = sorted(together.values(), key=lambda places: (-len(places), places[0]))
    found = joint_classes(to_columns(guesses, rules), to_columns(codes, rules), rules)
    assert sorted(found.sizes.tolist()) == sorted(map(len, wanted))
    assert np.bincount(found.labels).tolist() == found.sizes.tolist()
    assert [places.tolist() for places in found.largest(most)] == wanted[:most]


@given(data=st.data())
def test_the_order_of_guesses_does_not_matter_and_a_guess_twice_tells_nothing(data: st.DataObject) -> None:
    rules = data.draw(small_rules(largest=1000))
    guesses = data.draw(st.lists(code_of(rules), min_size=1, max_size=4))
    codes = Position(rules).listed().columns
    orders = (guesses, guesses[::-1], [*guesses, guesses[0]])
    found = [joint_classes(to_columns(order, rules), codes, rules) for order in orders]
    first, *others = [[places.tolist() for places in each.largest(None)] for each in found]
    assert all(other == first for other in others)


def test_no_codes_have_no_classes() -> None:
    rules = Rules(2, 3)
    found = joint_classes(to_columns([(1, 2)], rules), to_columns([], rules), rules)
    assert (found.sizes.tolist(), found.largest(None)) == ([], [])


def test_a_limit_ends_it() -> None:
    codes = Position("4x6").listed().columns
    with limited(Limit(seconds=1e-9)), pytest.raises(LimitReached):
        joint_classes(codes[:, :3], codes, Rules(4, 6))
