"""Measure how long people wait who play on a server at the same time.

Usage: python -m benchmarks.visitors [--players N] [--think SECONDS] [--minutes M] [--one-address] [--url URL]

Each player opens the page, begins a game on the server, guesses, thinks for SECONDS on average between two
guesses, asks for a hint before one guess of three, has the game reviewed and begins another game. The
guesses are random candidates, so games take five or six guesses. Without --url the program starts a server.
Every player then has an address of its own (the program acts as a trusted proxy); with --one-address all
players have one address, like a class behind one router.

For each kind of request, the table shows the number of requests, the requests per second, the median, the
99th percentile and the maximum of the time in milliseconds, and the number of refused requests.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from benchmarks.measure import machine, table
from benchmarks.server import server
from pegwise import Position

HEAD = ["request", "number", "per second", "median, ms", "99 %, ms", "maximum, ms", "refused"]
RULES = "4x6"


@dataclass
class Tally:
    """The milliseconds of requests by kind, and how many were refused."""

    times: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    refused: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, kind: str, seconds: float, status: int) -> None:
        """Count one request."""
        with self.lock:
            self.times[kind].append(1000 * seconds)
            self.refused[kind] += status >= 400


class Player:
    """One person with a browser."""

    def __init__(self, number: int, asked: argparse.Namespace, url: str, tally: Tally) -> None:
        self.number, self.think, self.tally = number, asked.think, tally
        self.until = time.monotonic() + 60 * asked.minutes
        self.chance = random.Random(number)
        parts = urlsplit(url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self.connection = kind(parts.hostname or "", parts.port, timeout=60)
        self.headers = {"Content-Type": "application/json"}
        if not asked.url:
            client = 1 if asked.one_address else number + 1
            self.headers["X-Forwarded-For"] = f"198.51.{client // 250}.{client % 250 + 1}"

    def play(self) -> None:
        """Play one game after another until the time is over."""
        self._rest(self.think)
        self.ask("page", "GET", "/")
        while time.monotonic() < self.until:
            self._game()

    def _game(self) -> None:
        game = self.ask("game", "POST", "/api/v1/games", rules=RULES)
        position = Position(RULES)
        if game is None:
            self._rest(1.0)
        while game and game["outcome"] == "unfinished" and time.monotonic() < self.until:
            self._rest(self.think)
            if self.chance.random() < 1 / 3:
                history = " ".join(f"{row.guess}:{row.feedback}" for row in position.history)
                self.ask("hint", "POST", "/api/v1/hint", rules=RULES, history=history)
            guess = str(position.candidates.sample(1, self.chance.getrandbits(32))[0])
            told = self.ask("guess", "POST", f"/api/v1/games/{game['id']}/rows", guess=guess)
            if told:
                game = told
                position = position.after(guess, told["rows"][-1]["feedback"])
        if game and game["outcome"] != "unfinished":
            rows = [{key: row[key] for key in ("guess", "feedback")} for row in game["rows"]]
            self.ask("review", "POST", "/api/v1/review", rules=RULES, rows=rows)

    def _rest(self, seconds: float) -> None:
        time.sleep(self.chance.uniform(0, 2 * seconds))

    def ask(self, kind: str, method: str, path: str, **question: Any) -> dict[str, Any] | None:
        """Send a request and return the answer; None if the server refuses."""
        body = json.dumps(question) if question else None
        since = time.perf_counter()
        try:
            self.connection.request(method, path, body, self.headers)
            answer = self.connection.getresponse()
            content, status = answer.read(), answer.status
        except (OSError, http.client.HTTPException):
            self.connection.close()
            content, status = b"", 599
        self.tally.add(kind, time.perf_counter() - since, status)
        return json.loads(content) if status < 400 and kind != "page" else None


def measured(url: str, asked: argparse.Namespace) -> Tally:
    """Let all players play, and return the times of their requests."""
    tally = Tally()
    players = [Player(number, asked, url, tally) for number in range(asked.players)]
    threads = [threading.Thread(target=player.play) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return tally


def lines(tally: Tally, seconds: float) -> list[list[str]]:
    """Return the rows of the table."""
    found = []
    everything = [each for times in tally.times.values() for each in times]
    for kind, times in [*sorted(tally.times.items()), ("all", everything)]:
        ordered, refused = (
            sorted(times),
            tally.refused[kind] if kind != "all" else sum(tally.refused.values()),
        )
        middle, late = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
        figures = f"{middle:.1f}", f"{late:.1f}", f"{ordered[-1]:.1f}"
        found.append([kind, str(len(times)), f"{len(times) / seconds:.1f}", *figures, str(refused)])
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=30, help="the number of players")
    parser.add_argument("--think", type=float, default=5.0, help="seconds between two guesses, on average")
    parser.add_argument("--minutes", type=float, default=1.0, help="how long they play")
    parser.add_argument("--one-address", action="store_true", help="all players have one address")
    parser.add_argument("--url", help="the address of a server that runs already")
    asked = parser.parse_args()
    print(machine())
    if asked.url:
        table(HEAD, lines(measured(asked.url, asked), 60 * asked.minutes))
        return
    with server("--proxy", "127.0.0.1") as (url, _):
        table(HEAD, lines(measured(url, asked), 60 * asked.minutes))


if __name__ == "__main__":
    main()
