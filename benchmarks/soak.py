"""Measure the server under mixed load: does it give feedback quickly, and does its memory stay the same?

Usage: python -m benchmarks.soak [--minutes MINUTES] [--workers WORKERS]

The program starts a server. One process asks for feedback at a steady rate and measures the time. Another
process sends many requests at once: for hints, partitions, reviews, comparisons, trees and games. It also
disconnects in the middle of answers, and sends requests that the server refuses. The program reads the
memory and the open handles of the server without load, after a warm-up and at the end. Under load it reads
the memory of the server and its workers, and compares the average of the last fifth of the time with that
of the first fifth. It does not compare single moments, because the server kills and replaces workers all
the time, and a new worker uses less memory than one that has answered hundreds of questions. The exit
status is 1 if the server breaks a promise: to answer 99 of 100 requests for feedback within 50 ms, to grow
by less than 5 % of its memory, to keep no more handles open, and never to answer with status 500.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import multiprocessing
import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
import psutil

from benchmarks.measure import machine, table
from benchmarks.server import server

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

PACE = 40
"""Requests for feedback per second."""
WARM = 30.0
"""Seconds of full load before the measurement, in which caches fill and kernels are compiled."""
EVERY = 2.0
"""Seconds between two measurements of memory under load."""
REST = 5.0
"""Seconds without load before memory and handles are measured."""
QUICK, GROWTH = 50.0, 0.05
"""What the server promises: milliseconds, and a share of the memory."""

ANALYSES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hint", {"rules": "4x6", "history": "1122:B"}),
    ("hint", {"rules": "5x8", "history": "11223:BW", "strategy": "entropy"}),
    ("hint", {"rules": "6x9", "history": "112233:BW", "strategy": "entropy", "seconds": 1}),
    ("hint", {"rules": "20x20", "history": "", "strategy": "counter"}),
    ("candidates", {"rules": "5x8", "history": "11223:BW 11445:B"}),
    ("partition", {"rules": "5x8", "history": "11223:BW", "guesses": ["44556", "11445"]}),
    ("review", {"rules": "4x6", "line": "4x6 1122:B 1344:W 3526:BWW 1462:BW 3632:BBBB"}),
    ("compare", {"rules": "4x6", "strategies": ["knuth", "entropy"]}),
    ("tree", {"rules": "4x6", "strategy": "knuth", "history": "1122:B"}),
    ("hint", {"rules": "4x6", "history": "1122:BBBB 1122:W"}),
)
REFUSED: tuple[dict[str, Any], ...] = (
    {"content": b" " * 20_000, "headers": {"Content-Type": "application/json"}},
    {"content": b"[" * 100, "headers": {"Content-Type": "application/json"}},
    {"json": {"rules": "99999x99999", "history": ""}},
    {"json": {}, "headers": {"Host": "evil.example"}},
    {"json": {}, "headers": {"Origin": "https://evil.example"}},
)


@dataclass
class Tally:
    """Times in milliseconds, and statuses, by kind of request."""

    times: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, kind: str, since: float, status: int) -> None:
        """Count an answer to a request sent at ``since``."""
        self.times[kind].append(1000 * (time.perf_counter() - since))
        self.statuses[kind][status] += 1


def score(url: str, seconds: float) -> Tally:
    """Ask for feedback at a steady rate over one connection."""
    tally, chance = Tally(), random.Random(1)
    address = httpx.URL(url)
    connection = http.client.HTTPConnection(address.host, address.port or 80, timeout=30)
    begun = time.perf_counter()
    for number in range(int(seconds * PACE)):
        time.sleep(max(0.0, begun + number / PACE - time.perf_counter()))
        secret, guess = ("".join(chance.choices("123456", k=4)) for _ in range(2))
        body = json.dumps({"rules": "4x6", "secret": secret, "guesses": [guess]})
        since = time.perf_counter()
        connection.request("POST", "/api/v1/feedback", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        tally.add("feedback", since, answer.status)
    connection.close()
    return tally


class Load:
    """All other requests, many at once."""

    def __init__(self, url: str, seconds: float) -> None:
        self.url, self.until = url, time.perf_counter() + seconds
        self.tally, self.chance = Tally(), random.Random(2)

    async def run(self) -> Tally:
        """Send requests until the time is over."""
        limits = httpx.Limits(max_connections=50)
        async with httpx.AsyncClient(base_url=f"{self.url}api/v1/", timeout=60, limits=limits) as client:
            tasks = [self._analyze] * 4 + [
                self._play,
                self._play,
                self._leave,
                self._stream,
                self._be_refused,
            ]
            await asyncio.gather(*(self._again(client, task) for task in tasks))
        return self.tally

    async def _again(
        self, client: httpx.AsyncClient, task: Callable[[httpx.AsyncClient], Awaitable[None]]
    ) -> None:
        while time.perf_counter() < self.until:
            await task(client)
            await asyncio.sleep(self.chance.uniform(0, 0.1))

    async def _ask(self, client: httpx.AsyncClient, kind: str, path: str, **request: Any) -> httpx.Response:
        since = time.perf_counter()
        answer = await client.post(path, **request)
        self.tally.add(kind, since, answer.status_code)
        return answer

    async def _analyze(self, client: httpx.AsyncClient) -> None:
        path, body = self.chance.choice(ANALYSES)
        answer = await self._ask(client, path, path, json=body)
        if answer.status_code == 503:
            await asyncio.sleep(float(answer.headers["Retry-After"]) / 4)

    async def _play(self, client: httpx.AsyncClient) -> None:
        codemaker = self.chance.choice(("random", "random", "adversary"))
        begun = await self._ask(client, "games", "games", json={"codemaker": codemaker})
        game = f"games/{begun.json()['id']}"
        for guess in ("1122", "1344", "3526", "1462"):
            answer = await self._ask(client, "games", f"{game}/rows", json={"guess": guess})
            if answer.status_code != 200:
                break
        await self._ask(client, "games", f"{game}/resign")
        if self.chance.random() < 0.5:
            await client.delete(game)

    async def _leave(self, client: httpx.AsyncClient) -> None:
        """Disconnect in the middle of an answer."""
        body = {"rules": "6x9", "strategies": ["entropy"], "seconds": 10}
        with contextlib.suppress(httpx.TimeoutException):
            await client.post("compare", json=body, timeout=0.3)
        self.tally.statuses["left"][499] += 1
        await asyncio.sleep(1)

    async def _stream(self, client: httpx.AsyncClient) -> None:
        """Read a stream of progress to its end, or disconnect."""
        since, body = time.perf_counter(), {"rules": "4x6", "strategies": ["knuth"]}
        stay = self.chance.random() < 0.5
        headers = {"Accept": "text/event-stream"}
        async with client.stream("POST", "compare", json=body, headers=headers) as answer:
            async for _ in answer.aiter_bytes():
                if not stay:
                    break
        self.tally.add("stream", since, answer.status_code)

    async def _be_refused(self, client: httpx.AsyncClient) -> None:
        await self._ask(client, "refused", "hint", **self.chance.choice(REFUSED))


def load(url: str, seconds: float) -> Tally:
    """Produce the mixed load."""
    return asyncio.run(Load(url, seconds).run())


@dataclass(frozen=True)
class Rest:
    """What the server uses without load: MB, open handles, and processes including its own."""

    megabytes: float
    handles: int
    processes: int


def at_rest(server: psutil.Process) -> Rest:
    """Wait without load, then measure the server."""
    time.sleep(REST)
    processes = 1 + len(server.children(recursive=True))
    return Rest(server.memory_full_info().uss / 1e6, server.num_fds(), processes)


def used_by(server: psutil.Process) -> float:
    """Return the MB that the server and all its processes use now."""
    used = 0.0
    for process in (server, *server.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            used += process.memory_full_info().uss / 1e6
    return used


@dataclass
class Soak:
    """The results: the times of feedback and of other requests, and what the server used."""

    tallies: list[Tally] = field(default_factory=list)
    rests: list[Rest] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)

    def run(self, url: str, server: psutil.Process, seconds: float) -> None:
        """Load the server to warm it up, measure it at rest, load it, and measure it at rest again."""
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            for length in (WARM, seconds):
                parts = [pool.apply_async(work, (url, length)) for work in (score, load)]
                self.memory = []
                while not all(part.ready() for part in parts):
                    self.memory.append(used_by(server))
                    time.sleep(EVERY)
                self.tallies = [part.get() for part in parts]
                self.rests.append(at_rest(server))

    @property
    def family(self) -> tuple[float, float]:
        """Return the MB of the server and its processes in the first and in the last fifth of the time."""
        fifth = max(1, len(self.memory) // 5)
        return statistics.mean(self.memory[:fifth]), statistics.mean(self.memory[-fifth:])

    def broken(self) -> list[str]:
        """Return the broken promises."""
        quick = percentile(self.tallies[0].times["feedback"], 0.99)
        wrong = [f"feedback: 99 % within {quick:.1f} ms"] if quick >= QUICK else []
        first, last = self.rests
        pairs = {"server": (first.megabytes, last.megabytes), "server and its processes": self.family}
        for what, (before, after) in pairs.items():
            wrong += (
                [f"memory of the {what}: {after / before - 1:+.1%}"] if after / before - 1 >= GROWTH else []
            )
        wrong += (
            [f"open handles: {first.handles} at first, {last.handles} at the end"]
            if last.handles > first.handles
            else []
        )
        for tally in self.tallies:
            for kind, statuses in tally.statuses.items():
                wrong += [f"{kind}: status 500 {statuses[500]} times"] if statuses[500] else []
        return wrong

    def tables(self) -> None:
        """Print the table of times and that of memory."""
        told(self.tallies)
        first, last = self.rests
        rows = [
            ["without load: MB of the server", f"{first.megabytes:.1f}", f"{last.megabytes:.1f}"],
            ["without load: open handles of the server", str(first.handles), str(last.handles)],
            ["without load: processes", str(first.processes), str(last.processes)],
            ["under load: MB of the server and its processes", *(f"{mean:.1f}" for mean in self.family)],
        ]
        table(["figure", "at first", "at the end"], rows)


def percentile(times: list[float], share: float) -> float:
    """Return the time within which this share of the requests was answered."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def told(tallies: list[Tally]) -> None:
    """Print the table of times."""
    rows = []
    for tally in tallies:
        for kind, times in tally.times.items():
            counts = ", ".join(f"{status}: {n}" for status, n in sorted(tally.statuses[kind].items()))
            figures = (statistics.median(times), percentile(times, 0.99), max(times))
            rows.append([kind, str(len(times)), *(f"{figure:.1f}" for figure in figures), counts])
    table(["request", "number", "median, ms", "99 %, ms", "maximum, ms", "statuses"], rows)


def main() -> None:
    """Print the tables and the broken promises."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long the load lasts")
    parser.add_argument(
        "--workers", type=int, default=multiprocessing.cpu_count(), help="the number of workers of the server"
    )
    asked = parser.parse_args()
    print(machine())
    with server("--workers", str(asked.workers)) as (url, pid):
        soak = Soak()
        soak.run(url, psutil.Process(pid), 60 * asked.minutes)
        health = httpx.get(f"{url}healthz").json()
    soak.tables()
    print(health)
    wrong = soak.broken()
    print("\n".join(f"broken promise: {each}" for each in wrong) or "the server kept every promise")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
