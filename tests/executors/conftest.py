"""Two worker processes of a real local cluster, and a plain pool of processes; each started once."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from pegwise.executors.cluster import local_cluster

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="package")
def cluster() -> Iterator[Any]:
    """A client of two worker processes."""
    with local_cluster(2) as client:
        yield client


@pytest.fixture(scope="package")
def pool() -> Iterator[ProcessPoolExecutor]:
    """Two processes, started afresh rather than forked from this one, which has threads."""
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        yield executor
