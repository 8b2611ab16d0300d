"""Which codes fit, a page at a time; guesses side by side."""

from __future__ import annotations

import pytest

from pegwise import Position, listing, partitions
from pegwise.errors import ContradictionError


@pytest.mark.parametrize(("rules", "history"), [("4x6", "1122:B 1344:W"), ("10x10", "1234567890:BBBBBBBBWW")])
def test_pages_are_parts_of_the_whole(rules: str, history: str) -> None:
    position = Position(rules, history)
    every = list(position)
    assert listing(position).codes == tuple(every)
    for start in (0, 7, len(every) - 1, len(every), len(every) + 5):
        assert listing(position, most=5, start=start).codes == tuple(every[start : start + 5])
    assert listing(position, most=0).codes == ()


def test_a_sample_is_seeded() -> None:
    position = Position("4x6", "1122:B")
    first, again, other = (listing(position, sample=9, seed=seed).codes for seed in (1, 1, 2))
    assert first == again != other
    assert all(code in position for code in first)


def test_no_code_is_a_contradiction_that_is_explained() -> None:
    position = Position("4x6", "1122:B 1122:BB")
    for ask in (listing, lambda where: partitions(where, ["1122"])):
        with pytest.raises(ContradictionError) as found:
            ask(position)
        assert found.value.explained == position.contradiction()


def test_partitions_are_those_of_the_position() -> None:
    position = Position("4x6", "1122:B")
    found = partitions(position, ["1344", "2345"])
    assert found.partitions == tuple(map(position.partition, ("1344", "2345")))
    assert found.to_dict()["candidates"] == 256
