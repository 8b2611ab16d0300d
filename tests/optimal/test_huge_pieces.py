"""Guesses with huge classes, each a task or gone into class by class: the values are the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE
from pegwise.optimal import size_thresholds, worker
from pegwise.optimal.large_positions import Settling
from pegwise.optimal.objective_search import Search
from pegwise.optimal.optimum import optimum
from pegwise.optimal.worker import weigh_guesses
from tests.helpers import exhaustive

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("threads", [2, *exhaustive(1)])
@pytest.mark.parametrize(("giant", "tasks"), [(4096, True), (0, False)])
def test_the_value_is_the_same(
    threads: int, giant: int, tasks: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(size_thresholds, "LARGE", 16)
    monkeypatch.setattr(size_thresholds, "HUGE", 24)
    monkeypatch.setattr(size_thresholds, "MANY", 4)
    monkeypatch.setattr(size_thresholds, "GIANT", giant)
    huge: list[int] = []

    def weighed(*given: Any) -> Any:
        _, _, _, _, guesses, largest, *_ = given
        huge.extend(guesses[largest > size_thresholds.HUGE].tolist())
        return weigh_guesses(*given)

    monkeypatch.setattr(worker, "weigh_guesses", weighed)
    found = optimum("4x5", book=False, threads=threads)
    assert found.total == 2463
    assert found.tree is not None
    assert found.tree.total == 2463
    assert huge or not tasks
    path = tmp_path / "search.sqlite"
    for _ in range(2):
        assert optimum("3x8", book=False, threads=threads, checkpoint=path).total == 2359


@pytest.mark.parametrize("threads", [1, 2])
def test_several_workers_begin_with_a_tree(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no guess but the first is searched without a cap, however many go on side by side."""
    monkeypatch.setattr(size_thresholds, "LARGE", 16)
    monkeypatch.setattr(size_thresholds, "HUGE", 24)
    monkeypatch.setattr(size_thresholds, "GIANT", 0)
    began: list[tuple[int, int]] = []
    start = Search._start

    def started(search: Search, question: Any, cap: int) -> Any:
        began.append((0 if search.tree is None else search.tree.total, cap))
        return start(search, question, cap)

    monkeypatch.setattr(Search, "_start", started)
    assert optimum("4x5", book=False, threads=threads).total == 2463
    total, cap = began[-1]
    assert (total > 0) == (threads > 1)
    assert cap == (total - 2 * 625 + 2 if total else IMPOSSIBLE)


@pytest.mark.parametrize("threads", [1, 2])
def test_the_classes_of_the_first_guess_begin_below_trees_of_their_own(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the whole game must be below says little of one class, while little is known of the others."""
    monkeypatch.setattr(size_thresholds, "LARGE", 16)
    monkeypatch.setattr(size_thresholds, "HUGE", 24)
    monkeypatch.setattr(size_thresholds, "GIANT", 0)
    begun: dict[tuple[Any, bytes], tuple[Settling, int]] = {}
    steps = Settling.steps

    def settled(settling: Settling, run: Any) -> Any:
        begun.setdefault((settling.path, settling.members.tobytes()), (settling, settling.cap))
        return steps(settling, run)

    monkeypatch.setattr(Settling, "steps", settled)
    assert optimum("4x5", book=False, threads=threads).total == 2463
    opening = next(path for path, _ in begun if path is not None and len(path) == 1)
    classes = [each for (path, _), each in begun.items() if path == opening]
    assert len(classes) > 3
    for settling, cap in classes:
        greedy = settling.solver.greedy(settling.path, settling.members, settling.question)
        assert cap <= greedy + 1
