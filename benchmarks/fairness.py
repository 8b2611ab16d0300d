"""Measure how long one polite client waits while greedy clients attack the server.

Usage: python -m benchmarks.fairness [--asks N] [--greedy N] [--workers N] [--only ATTACK]

The program starts a server for each attack. During the attack, the polite client asks for the best guess
after one row of 4x6, and the program measures how long each answer takes. Each client has an address of its
own, 127.0.0.2 and so on. This works if the whole network 127.0.0.0/8 belongs to this computer (Linux). The
attacks:

- none: no other client asks anything, for comparison
- one address: greedy connections from one address ask for hints that take 10 seconds, one after another
- many addresses: the same, but each connection comes from an address of its own
- short: as many addresses ask for hints with a time limit of 2 seconds that take all of it
- give up: as many addresses ask for hints of 10 seconds, disconnect after 0.6 seconds and ask again
- slow bodies: 600 connections from one address send the head of a request and never its body; the polite
  client also asks for the page and for /healthz
- slow, many: the same 600 connections, from 200 addresses
- games: one address begins games as fast as it can; the polite client also asks for its own game

The exit status is 1 if the server answers fewer than 99 of 100 requests within 2 seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import multiprocessing
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx

from benchmarks.measure import machine, table
from benchmarks.server import server

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

PROMISED = 2.0
"""The server promises to answer 99 of 100 requests within these seconds."""
PAUSE = 0.1
"""Seconds between two requests of the polite client."""
SETTLED = 3.0
"""Seconds from the start of an attack until the polite client begins."""
POLITE = "127.0.0.100"
HINT = {"rules": "4x6", "history": "1122:B"}
LONG = {"rules": "7x10", "history": "", "strategy": "entropy", "seconds": 10}
SHORT = {**LONG, "seconds": 2}


@dataclass
class Polite:
    """What the polite client saw: for each kind of request, the seconds and how often it was refused."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    refused: dict[str, Counter[str]] = field(default_factory=dict)
    """For each kind of request: why there was no answer, and how often."""

    async def ask(self, client: httpx.AsyncClient, what: str, method: str, path: str, **body: Any) -> Any:
        """Send one request, and note how long it took and why it was refused, if it was."""
        started, why, told = time.perf_counter(), "", None
        try:
            answer = await client.request(method, path, **body)
        except httpx.HTTPError as error:
            why = type(error).__name__
        else:
            told = answer.json() if "json" in answer.headers["content-type"] else None
            if answer.status_code not in (200, 201):
                why = str(answer.status_code) if told is None else told["type"].rpartition("/")[2]
        self.seconds.setdefault(what, []).append(time.perf_counter() - started)
        self.refused.setdefault(what, Counter()).update([why] if why else [])
        return None if why else told

    def rows(self, attack: str) -> Iterator[list[str]]:
        """Yield the lines of the table."""
        for what, seconds in self.seconds.items():
            times = sorted(seconds)
            half, most = times[len(times) // 2], times[math.ceil(0.99 * len(times)) - 1]
            figures = (half, most, times[-1])
            refused = ", ".join(f"{number} {why}" for why, number in self.refused[what].items()) or "0"
            yield [attack, what, str(len(times)), *(f"{1000 * each:.0f}" for each in figures), refused]

    def late(self, what: str) -> float:
        """Return the share of requests that were not answered in time."""
        seconds = self.seconds[what]
        return (sum(each > PROMISED for each in seconds) + self.refused[what].total()) / len(seconds)


def client_at(url: str, address: str) -> httpx.AsyncClient:
    """Return a client with that address, which opens a new connection for each request."""
    transport = httpx.AsyncHTTPTransport(
        local_address=address, limits=httpx.Limits(max_keepalive_connections=0)
    )
    return httpx.AsyncClient(base_url=url, transport=transport, timeout=60)


async def polite(url: str, asks: int, page: bool, game: bool) -> Polite:
    """Be the polite client: ask ``asks`` times."""
    seen = Polite()
    async with client_at(url, POLITE) as client:
        own = (await client.post("api/v1/games", json={})).json()["id"] if game else ""
        await asyncio.sleep(SETTLED)
        for _ in range(asks):
            await seen.ask(client, "hint", "POST", "api/v1/hint", json=HINT)
            if page:
                await seen.ask(client, "page", "GET", "")
                await seen.ask(client, "healthz", "GET", "healthz")
            if game:
                await seen.ask(client, "own game", "GET", f"api/v1/games/{own}")
            await asyncio.sleep(PAUSE)
    return seen


async def loop(url: str, address: str, question: dict[str, Any], patience: float = 60.0) -> None:
    """Ask the same question again and again; disconnect after ``patience`` seconds."""
    async with client_at(url, address) as client:
        while True:
            with contextlib.suppress(httpx.HTTPError):
                answer = await client.post("api/v1/hint", json=question, timeout=patience)
                if answer.status_code != 200:
                    await asyncio.sleep(0.05)


async def create(url: str, address: str) -> None:
    """Begin one game after another."""
    async with httpx.AsyncClient(
        base_url=url, transport=httpx.AsyncHTTPTransport(local_address=address), timeout=60
    ) as client:
        while True:
            with contextlib.suppress(httpx.HTTPError):
                await client.post("api/v1/games", json={})


async def slow_body(url: str, address: str) -> None:
    """Send the head of a request and never its body; connect again when the server disconnects."""
    host, port = httpx.URL(url).host, httpx.URL(url).port
    head = "POST /api/v1/hint HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(host, port, local_addr=(address, 0))
            writer.write(f"{head}Content-Length: 50\r\n\r\n{{".encode())
            await reader.read()
            writer.close()
        await asyncio.sleep(0.5)


def addresses(number: int) -> list[str]:
    """Return ``number`` addresses of this computer, without that of the polite client."""
    return [f"127.0.{1 + n // 200}.{1 + n % 200}" for n in range(number)]


def attacks(url: str, greedy: int) -> dict[str, Callable[[], list[Coroutine[Any, Any, None]]]]:
    """Return what the greedy clients do in each attack."""
    one, many = ["127.0.0.2"] * greedy, addresses(greedy)
    return {
        "none": list,
        "one address": lambda: [loop(url, each, LONG) for each in one],
        "many addresses": lambda: [loop(url, each, LONG) for each in many],
        "short": lambda: [loop(url, each, SHORT) for each in many],
        "give up": lambda: [loop(url, each, LONG, 0.6) for each in many],
        "slow bodies": lambda: [slow_body(url, "127.0.0.2") for _ in range(600)],
        "slow, many": lambda: [slow_body(url, each) for each in addresses(200) * 3],
        "games": lambda: [create(url, "127.0.0.2") for _ in range(greedy)],
    }


def attack(url: str, name: str, greedy: int) -> None:
    """Attack until this process is killed."""

    async def all_of_them() -> None:
        await asyncio.gather(*attacks(url, greedy)[name]())

    asyncio.run(all_of_them())


def measured(name: str, asks: int, greedy: int, workers: int) -> Polite:
    """Return what the polite client sees during one attack."""
    with server("--workers", str(workers)) as (url, _):
        asyncio.run(polite(url, 3, page=False, game=False))  # so that the workers run
        attacker = multiprocessing.get_context("spawn").Process(target=attack, args=(url, name, greedy))
        attacker.start()
        try:
            return asyncio.run(polite(url, asks, name.startswith("slow"), name == "games"))
        finally:
            attacker.kill()
            attacker.join()


def main() -> None:
    """Print the table and the broken promises."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--asks", type=int, default=200, help="how often the polite client asks")
    parser.add_argument("--greedy", type=int, default=8, help="the number of greedy clients")
    parser.add_argument("--workers", type=int, default=2, help="the number of workers of the server")
    parser.add_argument("--only", choices=list(attacks("", 0)), help="make only this attack")
    asked = parser.parse_args()
    print(machine())
    rows, broken = [], []
    for name in [asked.only] if asked.only else attacks("", 0):
        seen = measured(name, asked.asks, asked.greedy, asked.workers)
        rows += list(seen.rows(name))
        broken += [f"{name}: {what}" for what in seen.seconds if seen.late(what) > 0.01]
    table(["attack", "request", "number", "median, ms", "99 %, ms", "maximum, ms", "refused"], rows)
    print("\n".join(f"broken promise: {each}" for each in broken) or "the server kept every promise")
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
