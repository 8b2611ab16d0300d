"""Searches for optimal strategies by threads, processes and a cluster end the same, with the same proof."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest

from pegwise.engine.enumerated.optimum_search import Question
from pegwise.limit import Limit, limited
from pegwise.notation import parse_code
from pegwise.optimal.best_tree import NoTree, build_best
from pegwise.optimal.branch_and_bound import solver_for
from pegwise.optimal.optimum import optimum, value_guesses
from pegwise.optimal.problem import Problem
from pegwise.position import Position
from pegwise.trees.formats import to_json
from tests.cli_runner import run
from tests.helpers import tasks_in

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.optimal.problem import Bounds, Optimum


def facts(found: Optimum) -> tuple[Any, ...]:
    """All of a result that does not tell how it was found."""
    assert found.tree is not None
    return found.lower, found.upper, found.known, to_json(found.tree)


@pytest.fixture(scope="module")
def here() -> tuple[Any, ...]:
    """4x7 by one thread of this process."""
    return facts(optimum("4x7", book=False, threads=1))


@pytest.mark.exhaustive
def test_a_search_is_the_same_on_every_executor(here: tuple[Any, ...], cluster: Any, pool: Executor) -> None:
    for executor in (cluster, pool):
        assert facts(optimum("4x7", book=False, executor=executor)) == here


def bytes_of(tree: TreeArrays) -> list[bytes]:
    """All arrays of a tree."""
    return [array.tobytes() for array in (tree.guesses, tree.parents, tree.answers, tree.counts)]


def test_the_tree_of_a_search_is_grown_by_the_workers(
    monkeypatch: pytest.MonkeyPatch, cluster: Any, pool: Executor
) -> None:
    """What grows below the first guesses is missing in this process, but not in the others."""
    problem, widths = Problem(Position("4x6")), (0, 1, 4)
    wanted = []
    for threads in (1, 2):
        with solver_for(problem, threads=threads, memory=None) as solver:
            wanted.append([bytes_of(build_best(solver, Question(), width=width)) for width in widths])
    assert wanted[0] == wanted[1]
    monkeypatch.setattr("pegwise.optimal.worker.rows_below", None)
    for executor in (cluster, pool):
        with solver_for(problem, threads=None, memory=None, executor=executor) as solver:
            found = [bytes_of(build_best(solver, Question(), width=width)) for width in widths]
            assert found == wanted[0]
            assert solver._elsewhere > 0
    with solver_for(problem, threads=1, memory=None) as solver, pytest.raises(TypeError):
        build_best(solver, Question(), width=1)


def test_a_worker_tells_that_there_is_no_tree(pool: Executor) -> None:
    """After 112 the candidates stand apart, but no guess is left for them."""
    problem = Problem(Position("3x4-black", "313:B 423:- 342:- 321:B"))
    with solver_for(problem, threads=None, memory=None, executor=pool) as solver:
        first = solver.place(parse_code("112", solver.rules))
        with pytest.raises(NoTree):
            build_best(solver, Question(left=1), first, width=1)


@pytest.mark.exhaustive
def test_a_search_goes_on_from_its_checkpoint_with_other_workers(
    tmp_path: Path, here: tuple[Any, ...], cluster: Any, pool: Executor
) -> None:
    path = tmp_path / "kept.sqlite"

    def interrupt(_bounds: Bounds) -> None:
        if tasks_in(path) > 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        optimum("4x7", book=False, executor=cluster, checkpoint=path, watch=interrupt)
    assert tasks_in(path) > 20
    assert facts(optimum("4x7", book=False, executor=pool, checkpoint=path)) == here
    assert not path.exists()


@pytest.mark.some(1)
@pytest.mark.parametrize("objective", ["worst,total", "worst,last", "total,worst,last"])
def test_so_are_other_objectives_and_the_certificate(objective: str, cluster: Any) -> None:
    proofs = []
    for executor in (None, cluster):
        file = BytesIO()
        optimum("4x5", book=False, objective=objective, certificate=file, executor=executor)
        proofs.append(file.getvalue())
    assert proofs[0] == proofs[1]


def test_what_every_guess_costs_is_the_same_on_every_executor(cluster: Any, pool: Executor) -> None:
    here = value_guesses("4x5", threads=1)
    assert len(here) == 5
    for executor in (cluster, pool):
        assert value_guesses("4x5", executor=executor) == here
    cut = "4x6 1122:B"
    assert value_guesses(cut, guesses="1344 1134", executor=cluster) == value_guesses(
        cut, guesses="1344 1134"
    )


@pytest.mark.exhaustive
def test_the_command_lists_guesses_with_workers() -> None:
    words = ["optimal", "-r", "3x5", "--all-guesses"]
    spread = run(*words, "--workers", "1")
    assert (spread.status, spread.out) == (0, run(*words).out)


@pytest.mark.exhaustive
def test_a_limit_ends_a_search_with_both_bounds(cluster: Any) -> None:
    with limited(Limit(seconds=3)):
        found = optimum("4x10", book=False, executor=cluster)
    assert found.known != "exact"
    assert found.lower is not None
    assert found.lower > 20000
    assert not any(cluster.processing().values())
