"""What the server does, as numbers in the text format that Prometheus reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from pegwise import __version__
from pegwise.web.limits.fair_queue import FULL, QUICK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prometheus_client import Metric

    from pegwise.web.limits.connections import Connections
    from pegwise.web.worker_pool import Workers

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
"""Seconds. A question may take 10 s unless it is set otherwise, and may wait before."""
_METHODS = ("GET", "HEAD", "POST", "DELETE", "OPTIONS")


# When each series began: nobody asks, and it doubles the text.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics(Collector):
    """The numbers of one server; ``workers`` and ``connections`` are set when it has them."""

    def __init__(self) -> None:
        self.workers: Workers | None = None
        self.connections: Connections | None = None
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "pegwise_requests", "Requests answered.", ["method", "route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "pegwise_request_seconds",
            "Seconds from the head of a request to the end of its answer, waiting in line included.",
            ["route"],
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self._refusals = Counter(
            "pegwise_refusals",
            "Requests and connections that were answered with a problem, by its kind.",
            ["kind"],
            registry=self._registry,
        )
        self._games = Gauge("pegwise_games", "Games kept.", registry=self._registry)
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request. ``route`` is the pattern of its path, so that there are only so many of them."""
        known = method if method in _METHODS else "other"
        self._requests.labels(known, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def refused(self, kind: str) -> None:
        """Count a refusal."""
        self._refusals.labels(kind).inc()

    def text(self, games: int) -> bytes:
        """Write all numbers. ``games`` is how many are kept."""
        self._games.set(games)
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Yield what is so now, when it is asked for."""
        build = GaugeMetricFamily("pegwise_build_info", "The version of pegwise.", labels=["version"])
        build.add_metric([__version__], 1)
        yield build
        workers, connections = self.workers, self.connections
        if workers is not None:
            sizes = GaugeMetricFamily("pegwise_workers", "Processes that work at questions.", labels=["lane"])
            what = "Processes that work at a question now."
            busy = GaugeMetricFamily("pegwise_workers_busy", what, labels=["lane"])
            for lane, size in ((FULL, workers.settings.workers), (QUICK, workers.settings.quick)):
                sizes.add_metric([lane], size)
                busy.add_metric([lane], workers.working(lane))
            what = "Questions that wait for a worker."
            waiting = GaugeMetricFamily("pegwise_questions_waiting", what, workers.waiting)
            what = "Workers that died in the middle of a question."
            yield from (sizes, busy, waiting, CounterMetricFamily("pegwise_workers_lost", what, workers.lost))
        if connections is not None:
            yield GaugeMetricFamily("pegwise_connections", "Connections that are open.", len(connections))
            what = "Clients that they belong to."
            yield GaugeMetricFamily("pegwise_connected_clients", what, connections.clients)
