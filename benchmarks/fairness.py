"""One polite client among greedy ones: how soon is it answered, and how often refused?

Use: python -m benchmarks.fairness [--asks N] [--greedy N] [--workers N] [--only ATTACK]

A server of its own is started for each attack. While the attack goes on, the polite client asks for the best
guess after one row of 4x6, and notes how long the answer takes. Each client has an address of its own,
127.0.0.2 and so on, which works where the whole network 127.0.0.0/8 is this computer's (Linux). The attacks:

- none: nobody else asks, for comparison
- one address: greedy connections from one address, each of which asks for hints that take 10 seconds, one
  after another
- many addresses: the same, but each connection comes from an address of its own
- short: as many addresses ask for hints that say that they take 2 seconds, and take them
- give up: as many addresses ask for hints of 10 seconds and hang up after 0.6 seconds, again and again
- slow bodies: 600 connections from one address send the head of a request and never its body; here the page
  and /healthz are timed too
- slow, many: the same 600 connections from 200 addresses
- games: one address begins games as fast as it can; here it is said whether the polite client's own game is
  still there

The exit status is 1 if fewer than 99 of 100 answers come within 2 seconds.
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
"""Seconds in which 99 of 100 answers are to come."""
PAUSE = 0.1
"""Seconds between two questions of the polite client."""
SETTLED = 3.0
"""Seconds that an attack goes on before the polite client begins."""
POLITE = "127.0.0.100"
HINT = {"rules": "4x6", "history": "1122:B"}
LONG = {"rules": "7x10", "history": "", "strategy": "entropy", "seconds": 10}
SHORT = {**LONG, "seconds": 2}


@dataclass
class Polite:
    """What the polite client saw: seconds by what it asked for, and how often that was refused."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    refused: dict[str, Counter[str]] = field(default_factory=dict)
    """By what it asked for: why there was no answer, and how often."""

    async def ask(self, client: httpx.AsyncClient, what: str, method: str, path: str, **body: Any) -> Any:
        """Ask once and note how that went."""
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
        """The share of answers that did not come, or not in time."""
        seconds = self.seconds[what]
        return (sum(each > PROMISED for each in seconds) + self.refused[what].total()) / len(seconds)


def client_at(url: str, address: str) -> httpx.AsyncClient:
    """A client with that address; a new connection for each question, so that none is spared a new one."""
    transport = httpx.AsyncHTTPTransport(
        local_address=address, limits=httpx.Limits(max_keepalive_connections=0)
    )
    return httpx.AsyncClient(base_url=url, transport=transport, timeout=60)


async def polite(url: str, asks: int, page: bool, game: bool) -> Polite:
    """Ask so many times."""
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
    """Ask the same again and again; hang up after ``patience`` seconds."""
    async with client_at(url, address) as client:
        while True:
            with contextlib.suppress(httpx.HTTPError):
                answer = await client.post("api/v1/hint", json=question, timeout=patience)
                if answer.status_code != 200:
                    await asyncio.sleep(0.05)


async def create(url: str, address: str) -> None:
    """Begin games without end."""
    async with httpx.AsyncClient(
        base_url=url, transport=httpx.AsyncHTTPTransport(local_address=address), timeout=60
    ) as client:
        while True:
            with contextlib.suppress(httpx.HTTPError):
                await client.post("api/v1/games", json={})


async def slow_body(url: str, address: str) -> None:
    """Send a head, and never the body; again when the server has enough of it."""
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
    """So many addresses of this computer, none of them the polite client's."""
    return [f"127.0.{1 + n // 200}.{1 + n % 200}" for n in range(number)]


def attacks(url: str, greedy: int) -> dict[str, Callable[[], list[Coroutine[Any, Any, None]]]]:
    """What the greedy clients of each attack do."""
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
    """Attack until the process is ended."""

    async def all_of_them() -> None:
        await asyncio.gather(*attacks(url, greedy)[name]())

    asyncio.run(all_of_them())


def measured(name: str, asks: int, greedy: int, workers: int) -> Polite:
    """What the polite client sees during one attack."""
    with server("--workers", str(workers)) as (url, _):
        asyncio.run(polite(url, 3, page=False, game=False))  # the workers are up
        attacker = multiprocessing.get_context("spawn").Process(target=attack, args=(url, name, greedy))
        attacker.start()
        try:
            return asyncio.run(polite(url, asks, name.startswith("slow"), name == "games"))
        finally:
            attacker.kill()
            attacker.join()


def main() -> None:
    """Print the table, and which promises were broken."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--asks", type=int, default=200)
    parser.add_argument("--greedy", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", choices=list(attacks("", 0)))
    asked = parser.parse_args()
    print(machine())
    rows, broken = [], []
    for name in [asked.only] if asked.only else attacks("", 0):
        seen = measured(name, asked.asks, asked.greedy, asked.workers)
        rows += list(seen.rows(name))
        broken += [f"{name}: {what}" for what in seen.seconds if seen.late(what) > 0.01]
    table(["attack", "asked for", "times", "ms: median", "99 %", "most", "refused"], rows)
    print("\n".join(f"promise broken: {each}" for each in broken) or "every promise kept")
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
