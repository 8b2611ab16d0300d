"""``--workers`` and ``--cluster``: where long work runs, the same for every command that has it."""

from __future__ import annotations

import functools
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pegwise.cli.options import number_option, refuse_together

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pegwise.executors.crew import Executes

F = TypeVar("F", bound="Callable[..., Any]")
Workers = AbstractContextManager["Executes"]
"""What opens the executor that the options name."""


def executor_options(function: F) -> F:
    """Add ``--workers`` and ``--cluster`` to a command, which gets both as one value, ``workers``."""

    @number_option(
        "Use N processes of this computer instead of threads; does not change the result (needs "
        "pegwise[cluster]).",
        "--workers",
        metavar="N",
    )
    @click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Use the workers of the Dask scheduler at this address, such as tcp://10.0.0.1:8786; does not "
        "change the result (needs pegwise[cluster]).",
    )
    @functools.wraps(function)
    def command(workers: int | None, cluster: str | None, **options: Any) -> Any:
        return function(workers=_chosen_executor(workers, cluster), **options)

    return command  # type: ignore[return-value]


@contextmanager
def _chosen_executor(workers: int | None, cluster: str | None) -> Iterator[Executes]:
    """Open the executor that the options name; None if they name none."""
    refuse_together("workers", "cluster", "threads")
    if workers is None and cluster is None:
        yield None
        return
    from pegwise.executors.cluster import connected, dashboard_of, local_cluster

    with local_cluster(workers) if workers is not None else connected(str(cluster)) as client:
        dashboard = dashboard_of(client)
        if dashboard is not None:
            click.echo(f"dashboard: {dashboard}", err=True)
        yield client
