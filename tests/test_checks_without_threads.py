"""Where no thread can be started, the work itself looks at the clock, and comes to the same results."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

import pegwise
from pegwise import checks_without_threads as looks
from pegwise.engine.running import kernel_choice
from pegwise.engine.running.kernel_loader import kernel
from pegwise.executors import crew
from pegwise.executors import stop_flag as stopping
from pegwise.executors.stop_flag import StopAfter, stop_flag
from pegwise.limit import Limit, limited
from pegwise.optimal import branch_and_bound, search_time_limit
from tests.helpers import cpu_time_alone

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Python that cannot start threads, as in a browser."""

    def refused(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    for module in (looks, crew, stopping, search_time_limit, branch_and_bound, kernel_choice):
        monkeypatch.setattr(module, "HAS_THREADS", False)
    monkeypatch.setattr("threading.Thread.start", refused)
    kernel_choice.function.cache_clear()
    kernel.__globals__["_kernel"].cache_clear()
    yield
    kernel_choice.function.cache_clear()
    kernel.__globals__["_kernel"].cache_clear()


def _results() -> list[object]:
    return [
        pegwise.optimum("3x5", book=False).total,
        pegwise.build_tree("4x6", strategy="knuth", threads=2).total,
        pegwise.review("4x6 1122:B 1344:W 3526:BWW 1462:BW 3632").to_dict(),
        [row.to_dict() for row in pegwise.compare("3x4", strategies=["knuth", "entropy"])],
    ]


THREADED = _results()


@pytest.mark.usefixtures("alone")
def test_results_are_the_same() -> None:
    assert _results() == THREADED


@pytest.mark.usefixtures("alone")
def test_a_search_ends_with_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    cpu_time_alone(monkeypatch)
    started = time.perf_counter()
    with limited(Limit(seconds=1)):
        found = pegwise.optimum("5x6", book=False)
    assert time.perf_counter() - started < 4
    assert found.known == "upper"
    assert found.tree is not None


@pytest.mark.usefixtures("alone")
def test_a_flag_is_raised_by_whoever_looks() -> None:
    with stop_flag(StopAfter(0.05)) as flag:
        looks.look()
        assert flag[0] == 0
        time.sleep(0.1)
        looks.look()
        assert flag[0] == 1


def test_looks_are_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    with looks.looked(lambda: seen.append(1)):
        for _ in range(1000):
            looks.look()
        assert 1 <= len(seen) < 100
    looks.look()
    monkeypatch.setattr(looks, "_EVERY", 0.0)
    with looks.looked(lambda: seen.append(2)):
        looks.look()
    assert seen[-1] == 2
