"""A count that is only shown after each row of a large game does no work twice, and none for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pegwise import Position
from pegwise.engine.code_space import zero_based
from pegwise.engine.unlimited import candidate_count, sample, walk
from pegwise.engine.unlimited.candidate_count import table_count, upper_bounds
from pegwise.engine.unlimited.packed_counters import Fields
from pegwise.play.codemakers import random_secret

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

EngineRow = tuple[tuple[int, ...], int, int]


def after_rows(number: int) -> Position:
    """A game of 100x20: most pegs of each guess have one color."""
    position = Position("100x20")
    secret = random_secret(position.rules, seed=7)
    for row in range(number):
        guess = (*random_secret(position.rules, seed=f"guess {row}")[:22], *[row % 20 + 1] * 78)
        position = position.after(guess, position.rules.feedback(secret, guess))
    return position


def rows_of(position: Position) -> tuple[EngineRow, ...]:
    return tuple((zero_based(guess), *feedback) for guess, feedback in position.history)


def counted(monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> list[None]:
    """Return a list that grows with each call of a function."""
    calls: list[None] = []
    original: Callable[..., Any] = getattr(where, name)

    def counting(*arguments: Any, **named: Any) -> Any:
        calls.append(None)
        return original(*arguments, **named)

    monkeypatch.setattr(where, name, counting)
    return calls


def test_a_table_that_grows_too_large_looks_at_no_peg_after_that(monkeypatch: pytest.MonkeyPatch) -> None:
    position = after_rows(30)
    pegs = counted(monkeypatch, candidate_count, "_moves")
    assert table_count(position.rules, rows_of(position), 2_500) is None
    assert len(pegs) < 10


def test_bounds_that_the_first_rows_gave_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    candidate_count.table_count.cache_clear()
    candidate_count._count_one_row.cache_clear()
    tables = counted(monkeypatch, candidate_count, "Packing")
    position = after_rows(24)
    first = list(upper_bounds(position.before().rules, rows_of(position.before()), 400))
    made = len(tables)
    assert list(upper_bounds(position.rules, rows_of(position), 400))[: len(first) - 1] == first[:-1]
    assert len(tables) - made <= 1 < made  # that of all black hits, which the new row changes


def test_no_falls_are_worked_out_where_no_walk_found_a_candidate(monkeypatch: pytest.MonkeyPatch) -> None:
    position = after_rows(40)
    falls = counted(monkeypatch, sample, "_log_ratio")
    assert sample.estimate(position.rules, rows_of(position), moves=10_000) is None
    assert not falls


def test_walks_by_the_same_rows_share_what_the_rows_are() -> None:
    position = after_rows(12)
    walk._bits_of.cache_clear()
    sample.estimate(position.rules, rows_of(position), moves=10_000)
    assert (walk._bits_of.cache_info().misses, walk._bits_of.cache_info().hits) == (1, 4)


@given(st.data())
def test_amounts_are_packed_together_as_one_by_one(data: st.DataObject) -> None:
    limits = data.draw(st.lists(st.integers(0, 300), min_size=1, max_size=30))
    columns = data.draw(
        st.lists(st.lists(st.integers(0, 400), min_size=len(limits), max_size=len(limits)), max_size=4)
    )
    fields = Fields(limits)
    packed = fields.packed(np.array(columns, np.int64).reshape(-1, len(limits)).T)
    assert packed.shape == (fields.words, len(columns))
    for place, column in enumerate(columns):
        most = [min(amount, limit + 1) for amount, limit in zip(column, limits, strict=True)]
        assert np.array_equal(packed[:, place : place + 1], fields._laid(most))


@given(st.data())
def test_many_states_fit_as_each_does_alone(data: st.DataObject) -> None:
    limits = data.draw(st.lists(st.integers(0, 60), min_size=1, max_size=20))
    fields = Fields(limits)
    amount = st.lists(st.integers(0, 61), min_size=len(limits), max_size=len(limits))
    columns, least = data.draw(st.lists(amount, min_size=1, max_size=5)), data.draw(amount)
    states = fields.start + fields.packed(np.array(columns, np.int64).T)
    wanted = [
        all(
            at <= limit and at >= min(low, limit + 1)
            for at, limit, low in zip(column, limits, least, strict=True)
        )
        for column in columns
    ]
    floor = fields.at_least(least)
    many = np.tile(states, (1, (1 << 15) // states.size + 1))
    assert fields.fit(states, floor).tolist() == wanted
    assert fields.fit(many, floor)[: len(columns)].tolist() == wanted
