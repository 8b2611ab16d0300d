"""Guesses with huge classes, each a piece or gone into class by class: the values are the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pegwise.optimal import classes, sizes, solver, spread
from pegwise.optimal.pieces import bound_above, weigh_guesses
from pegwise.optimal.solve import optimum
from pegwise.position import Position

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("giant", "pieces"), [(4096, True), (0, False)])
def test_the_value_is_the_same(
    threads: int, giant: int, pieces: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sizes, "LARGE", 16)
    monkeypatch.setattr(sizes, "HUGE", 24)
    monkeypatch.setattr(sizes, "MANY", 4)
    monkeypatch.setattr(sizes, "GIANT", giant)
    huge: list[int] = []

    def weighed(*given: Any) -> Any:
        origin, _, members, _, guesses, *_ = given
        places = np.frombuffer(members, np.int32)
        huge.extend(guess for guess in guesses if origin.here.has_huge_class(guess, places))
        return weigh_guesses(*given)

    monkeypatch.setattr(spread, "weigh_guesses", weighed)
    found = optimum("4x5", book=False, threads=threads)
    assert found.total == 2463
    assert found.tree is not None
    assert found.tree.total == 2463
    assert huge or not pieces
    path = tmp_path / "search.sqlite"
    for _ in range(2):
        assert optimum("3x8", book=False, threads=threads, checkpoint=path).total == 2359


@pytest.mark.parametrize("threads", [1, 2])
def test_upper_bounds_of_huge_classes_are_found_meanwhile(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By other threads where there are some; and none is below the value."""
    monkeypatch.setattr(sizes, "LARGE", 16)
    monkeypatch.setattr(sizes, "HUGE", 24)
    monkeypatch.setattr(sizes, "GIANT", 0)
    bounds: dict[tuple[bytes, Any], int] = {}

    def bounded(origin: Any, path: Any, members: bytes, question: Any) -> Any:
        found = bound_above(origin, path, members, question)
        bounds[members, question] = found[0]
        return found

    monkeypatch.setattr(classes, "bound_above", bounded)
    assert optimum("4x5", book=False, threads=threads).total == 2463
    assert bool(bounds) == (threads > 1)
    exact = solver.Solver(Position("4x5"))
    for (members, question), bound in bounds.items():
        assert bound >= exact.search(np.frombuffer(members, np.int32), question)[0]
