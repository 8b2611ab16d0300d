"""Trees from threads, processes and a cluster are the same to the last byte."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import dask
import pytest

from pegwise.errors import ExecutorError
from pegwise.limit import Limit, LimitReached, limited
from pegwise.position import Position
from pegwise.progress import watch
from pegwise.strategies import Heuristic
from pegwise.strategies.registry import find, names
from pegwise.trees.build import build_tree
from pegwise.trees.builder_tasks import Sisters
from pegwise.trees.formats import to_json
from tests.helpers import exhaustive, slow, tasks_in

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

HEURISTICS = [name for name in names() if issubclass(find(name), Heuristic)]


@pytest.fixture(autouse=True)
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks as many as those of a larger game."""
    monkeypatch.setattr("pegwise.trees.parallel_builder.LEAST", 5e5)


@pytest.mark.some(1)
@pytest.mark.parametrize("name", [*HEURISTICS[:2], *exhaustive(HEURISTICS[2]), *slow(*HEURISTICS[3:])])
def test_every_heuristic_has_the_same_tree_on_every_executor(name: str, cluster: Any, pool: Executor) -> None:
    here = to_json(build_tree("5x6", strategy=name))
    for executor in (cluster, cluster.get_executor(), pool):
        assert to_json(build_tree("5x6", strategy=name, executor=executor)) == here


@pytest.mark.parametrize(
    ("start", "options"),
    [
        (Position("5x6", "11223:BW"), {}),
        (Position("5x5-black", "11223:BB 12345:B"), {}),
        ("5x5", {"candidates_only": True}),
        ("4x8-distinct", {"first": "5678"}),
    ],
    ids=["history", "black only", "candidates only", "first guess"],
)
def test_so_have_other_starts_and_options(start: Any, options: dict[str, Any], cluster: Any) -> None:
    here = build_tree(start, strategy="entropy", **options)
    assert to_json(build_tree(start, strategy="entropy", executor=cluster, **options)) == to_json(here)


def test_a_task_does_not_carry_the_candidates(monkeypatch: pytest.MonkeyPatch, pool: Executor) -> None:
    import pickle

    from pegwise.executors.crew import PoolCrew

    sizes: list[int] = []
    submit = PoolCrew.submit

    def measured(crew: PoolCrew, number: int, task: Any) -> Any:
        sizes.append(len(pickle.dumps(task)))
        assert not any(isinstance(each, Sisters) and each.here is not None for each in task.given)
        return submit(crew, number, task)

    monkeypatch.setattr(PoolCrew, "submit", measured)
    build_tree("5x6", strategy="knuth", executor=pool)
    assert len(sizes) > 10
    assert max(sizes) < 2000


def test_a_run_goes_on_from_its_checkpoint_with_other_workers(
    tmp_path: Path, cluster: Any, pool: Executor
) -> None:
    path, here = tmp_path / "kept.sqlite", to_json(build_tree("5x6", strategy="knuth"))
    seen: list[int] = []

    def stop(_what: str, done: int, total: int) -> None:
        seen.append(done)
        if done > total / 4:
            raise KeyboardInterrupt

    with watch(stop), pytest.raises(KeyboardInterrupt):
        build_tree("5x6", strategy="knuth", executor=cluster, checkpoint=path)
    assert tasks_in(path) > 3
    assert to_json(build_tree("5x6", strategy="knuth", executor=pool, checkpoint=path)) == here
    assert not path.exists()


def test_workers_and_progress_are_told(cluster: Any) -> None:
    seen: list[tuple[str, int, int]] = []
    workers: list[int] = []
    with watch(lambda what, done, total: seen.append((what, done, total)), workers=workers.append):
        build_tree("5x6", strategy="knuth", executor=cluster)
    assert workers == [2]
    assert seen[-1] == ("secrets", 7776, 7776)


@pytest.mark.parametrize("limit", [Limit(seconds=0.2), Limit(pairs=10**6)], ids=["seconds", "pairs"])
def test_a_limit_ends_the_work_of_the_workers(limit: Limit, cluster: Any) -> None:
    with limited(limit), pytest.raises(LimitReached):
        build_tree("6x8", strategy="knuth", executor=cluster)
    assert not any(cluster.processing().values())


def test_what_is_no_executor_is_refused() -> None:
    with pytest.raises(ExecutorError, match="'two computers' is no executor: expected one of concurrent"):
        build_tree("3x4", executor="two computers")


def test_workers_keep_the_memory_that_they_free_and_are_not_profiled(cluster: Any) -> None:
    for name, least in (("MALLOC_TRIM_THRESHOLD_", 1 << 30), ("MALLOC_MMAP_THRESHOLD_", 1 << 25)):
        assert set(cluster.run(os.environ.get, name).values()) == {str(least)}
    assert set(cluster.run(dask.config.get, "distributed.worker.profile.enabled").values()) == {False}
    assert set(cluster.run(dask.config.get, "distributed.admin.tick.interval").values()) == {"1s"}
