"""The table of solved positions: what it knows stays when it grows."""

from __future__ import annotations

import numpy as np
import pytest

from pegwise.engine.enumerated import transposition_table
from pegwise.engine.enumerated.transposition_table import SolvedTable, empty_entries
from tests.engine.searches import searcher


@pytest.mark.parametrize("count", [1, 2, 1 << 10, 1 << 18])
def test_no_entry_is_in_two_lines_of_the_caches(count: int) -> None:
    entries = empty_entries(count)
    assert entries.shape == (count, 4)
    assert not entries.any()
    assert entries.ctypes.data % 64 == 0
    assert entries.flags.c_contiguous


def test_a_table_grows_when_as_much_was_written_as_it_holds() -> None:
    table = SolvedTable(1 << 27)
    sizes = [len(table.entries)]
    for stored in (1 << 18, 1 << 18, 1 << 18, 1 << 22, 1 << 30):
        table.note(stored)
        sizes.append(len(table.entries))
    assert sizes == [1 << 19, 1 << 19, 1 << 19, 1 << 20, 1 << 22, 1 << 22]


@pytest.mark.parametrize(("memory", "entries"), [(0, 1 << 10), (1 << 20, 1 << 15), (3 << 20, 1 << 16)])
def test_a_table_takes_no_more_memory_than_it_may(memory: int, entries: int) -> None:
    table = SolvedTable(memory)
    table.note(1 << 40)
    assert len(table.entries) == entries


@pytest.mark.parametrize("fixed", [1, 4])
def test_a_table_of_fixed_size_stays_as_it_is(fixed: int) -> None:
    table = SolvedTable(1 << 20, fixed=fixed)
    table.note(1 << 40)
    assert len(table.entries) == fixed


@pytest.mark.parametrize("block", [1 << 6, 1 << 14])
def test_growing_forgets_nothing(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every position that is known before is known after, as the second search looks at none."""
    monkeypatch.setattr(transposition_table, "_BLOCK", block)
    members = np.random.default_rng(5).choice(1296, 128, replace=False).astype(np.int32)
    table = SolvedTable(1 << 25, fixed=1 << 12)
    first = searcher("4x6", table)
    value = first.excess(members)[0]
    known = _keys(table.entries)
    table.most = 1 << 20
    table.note((1 << 18) - 1 - table._stored)
    assert len(table.entries) == 1 << 18
    assert _keys(table.entries) == known
    again = searcher("4x6", table)
    assert again.excess(members)[0] == value
    assert again.tally[0] == 0


def _keys(entries: np.ndarray) -> set[tuple[int, ...]]:
    """The entries that are not empty."""
    return set(map(tuple, entries[entries.any(axis=1)].tolist()))
