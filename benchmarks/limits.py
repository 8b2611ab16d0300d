"""Measure how far each request and each command exceeds its time limit, and whether it has a result.

Usage: python -m benchmarks.limits [--sizes 4x6,8x8] [--questions hint,tree] [--seconds 0.3,2] [--processes]

The program asks every question of the HTTP API in this process, in games from 3x3 to 100x1000, at the start
of a game and after three rows. It compiles the kernels first, because this happens only once on a computer.
The columns are:

- past the limit: by the clock, and in CPU time; if only the first is long, other programs used the processor
- late: "!" if both are more than 0.1 s and 10 % past the limit
- result: how the result is known, or "refused"
- longest time between checks: the longest CPU time between two checks of the limit
- between: the places of these checks, if it is more than 50 ms

With ``--processes`` the program runs every command that has ``--limit`` in a separate process. The start of
Python and the loading of modules are not part of the limit. The program measures them with the same command
on the smallest game, and subtracts them.
"""

from __future__ import annotations

import argparse
import gc
import os
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pegwise.limit
from benchmarks.measure import machine, table
from pegwise import Rules, parse_rules
from pegwise.candidates import is_enumerable
from pegwise.engine.kernels.catalogue import ENTRIES
from pegwise.engine.running.kernel_choice import uses_wasm
from pegwise.engine.running.wasm import machine as machine_of_wasm
from pegwise.engine.running.wasm import name_of
from pegwise.errors import LimitError, PegwiseError
from pegwise.limit import Limit
from pegwise.play.codemakers import random_secret
from pegwise.web.questions import answer

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZES = (
    "3x3",
    "4x6",
    "4x10-distinct",
    "5x8",
    "6x9",
    "7x9",
    "7x10",
    "8x8",
    "24x2",
    "12x12",
    "20x20",
    "100x1000",
)
SECONDS = (0.2, 2.0)
ROWS = 3
_MEMORY = 1 << 29


# --- questions, in this process -----------------------------------------------------------------------


@dataclass
class Looks:
    """A clock that records the longest processor time between two checks of the limit, and their places."""

    longest: float = 0.0
    where: str = ""
    last: float = field(default_factory=time.thread_time)
    before: str = "the start"
    thread: int = field(default_factory=threading.get_ident)

    def __call__(self) -> float:
        """Return the time. The work that checks its limit calls this, on any thread."""
        if threading.get_ident() == self.thread:
            self.note()
        return time.perf_counter()

    def note(self) -> None:
        """Record the time since the last check."""
        gap = time.thread_time() - self.last
        here = _who()
        if gap > self.longest:
            self.longest, self.where = gap, f"{self.before} - {here}"
        self.before, self.last = here, time.thread_time()


def _who() -> str:
    """Return the place of the check: the innermost function that is not part of limits."""
    for frame in reversed(traceback.extract_stack(limit=12)[:-2]):
        if not frame.filename.endswith(("limits.py", "limit.py", "contextlib.py")):
            return f"{Path(frame.filename).stem}.{frame.name}:{frame.lineno}"
    return "the end"


@contextmanager
def watched() -> Iterator[Looks]:
    """Record the checks of the limit inside the ``with`` statement."""
    looks = Looks()
    pegwise.limit.clock = looks
    try:
        yield looks
        looks.note()
    finally:
        pegwise.limit.clock = time.perf_counter


def game_of(rules: Rules) -> list[tuple[str, str]]:
    """Return rows of random guesses against a random secret, the same in every run."""
    secret = random_secret(rules, seed="limits")
    guesses = [random_secret(rules, seed=f"limits {row}") for row in range(ROWS)]
    return [(str(guess), str(rules.feedback(secret, guess))) for guess in guesses if guess != secret]


def questions_of(name: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield questions about a game: the name, the place in the game, and the arguments."""
    rules = parse_rules(name)
    rows = game_of(rules)
    history = " ".join(f"{guess}:{told}" for guess, told in rows)
    own = str(random_secret(rules, seed="limits own"))
    small = is_enumerable(rules)
    for where, text in (("start", ""), ("row 4", history)):
        yield "candidates", where, {"rules": name, "history": text, "limit": 100}
        yield "hint", where, {"rules": name, "history": text}
        yield "hint", f"{where}, steps", {"rules": name, "history": text, "step": 5, "guess": own}
        yield "partition", where, {"rules": name, "history": text, "guesses": [own] * 3}
        if small:
            yield "tree", where, {"rules": name, "history": text, "strategy": "knuth"}
            yield "tree", f"{where}, optimal", {"rules": name, "history": text, "strategy": "optimal"}
    yield "compare", "start", {"rules": name, "strategies": []}
    yield "review", "row 4", {"rules": name, "rows": history}
    yield "puzzle", "start", {"rules": name, "seed": 1}
    if small:
        yield "puzzle", "one guess", {"rules": name, "seed": 1, "candidates": 4}
    yield "turn", "adversary", {"game": f"{name} codemaker=adversary max-guesses=10", "guess": own}
    yield (
        "turn",
        "row 4",
        {"game": f"{name} {history} secret={random_secret(rules, seed='limits')}", "guess": own},
    )


def outcome(question: str, asked: dict[str, Any], limit: Limit) -> str:
    """Return how the result is known, or the kind of refusal."""
    try:
        found = answer(question, asked, limit)
    except LimitError:
        return "refused"
    except PegwiseError as error:
        return type(error).__name__
    if isinstance(found, list):
        return "/".join(sorted({row["known"] for row in found}))
    for key in ("guess", "hint"):
        if isinstance(found.get(key), dict):
            return str(found[key]["known"])
    known = found.get("known") or ("exact" if "moves" not in found else "")
    return str(known) or "/".join(sorted({move["known"] for move in found["moves"]}))


def question_rows(sizes: list[str], wanted: list[str], seconds: list[float]) -> Iterator[list[str]]:
    """Yield the lines of the table of questions."""
    for name in sizes:
        for question, where, asked in questions_of(name):
            if wanted and question not in wanted:
                continue
            for limit in seconds:
                gc.collect()
                gc.freeze()  # as a worker of the server does between two questions
                with watched() as looks:
                    wall, work = time.perf_counter(), time.process_time()
                    known = outcome(question, asked, Limit(seconds=limit, memory=_MEMORY))
                    wall, work = time.perf_counter() - wall, time.process_time() - work
                over = [f"{1000 * (took - limit):+.0f}" for took in (wall, work)]
                gap = 1000 * looks.longest
                late = "!" if min(wall, work) > limit + max(0.1, 0.1 * limit) else ""
                yield [
                    question, where, name, f"{limit:g}", *over, late, known, f"{gap:.0f}",
                    looks.where if gap > 50 else "",
                ]  # fmt: skip


# --- commands, as processes ---------------------------------------------------------------------------


def commands_of(name: str) -> Iterator[list[str]]:
    """Yield the commands that have a limit, for a game."""
    rules = parse_rules(name)
    rows = [f"{guess}:{told}" for guess, told in game_of(rules)]
    yield ["hint", "-r", name]
    yield ["hint", "-r", name, *rows]
    yield ["review", "-r", name, *rows]
    yield ["compare", "-r", name, "counter"]
    yield ["puzzle", "-r", name, "--seed", "1"]
    if is_enumerable(rules):
        yield ["compare", "-r", name, "knuth"]
        yield ["tree", "-r", name]
        yield ["optimal", "-r", name, "--no-book"]
        yield ["puzzle", "-r", name, "--seed", "1", "--one-guess", "--candidates", "4"]


def run(command: list[str], limit: float, folder: str) -> tuple[float, float, str]:
    """Run a command in its own process. Return its wall and CPU seconds, and whether it gave a result."""
    words = [sys.executable, "-m", "pegwise", *command, "--limit", f"{limit:g}"]
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as complained:
        started = time.perf_counter()
        process = subprocess.Popen(words, stdout=said, stderr=complained, cwd=folder)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        complained.seek(0)
        answered, error = said.read().strip(), complained.read()
    known = "refused" if process.returncode == 2 and b"Traceback" not in error else "failed"
    if not process.returncode:
        known = "answered" if answered else "nothing"
    return wall, used.ru_utime + used.ru_stime, known


def command_rows(sizes: list[str], seconds: list[float]) -> Iterator[list[str]]:
    """Yield the lines of the table of commands."""
    with tempfile.TemporaryDirectory() as folder:
        starts: dict[str, tuple[float, float]] = {}
        for name in sizes:
            for command in commands_of(name):
                verb = command[0]
                if verb not in starts:
                    smallest = next(each for each in commands_of("2x2") if each[0] == verb)
                    runs = [run(smallest, 60.0, folder) for _ in range(3)]
                    starts[verb] = min(wall for wall, _, _ in runs), min(work for _, work, _ in runs)
                for limit in seconds:
                    *took, known = run(command, limit, folder)
                    past = [spent - start - limit for spent, start in zip(took, starts[verb], strict=True)]
                    late = "!" if min(past) > max(0.1, 0.1 * limit) else ""
                    over = [f"{1000 * each:+.0f}" for each in past]
                    yield [" ".join(command)[:60], f"{limit:g}", *over, late, known]


def compile_kernels() -> None:
    """Have all modules of WebAssembly compiled, if kernels run there."""
    if uses_wasm():
        for entry in ENTRIES:
            for shape in entry.shapes or (None,):
                machine_of_wasm().module(name_of(entry.title(shape)))


def main() -> None:
    """Print one of the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sizes", default=",".join(SIZES), help="the games, with commas between them")
    parser.add_argument("--questions", default="", help="ask only these kinds of questions")
    parser.add_argument("--seconds", default=",".join(map(str, SECONDS)), help="the time limits")
    parser.add_argument("--processes", action="store_true", help="run commands in separate processes")
    asked = parser.parse_args()
    sizes, seconds = asked.sizes.split(","), [float(each) for each in asked.seconds.split(",")]
    compile_kernels()
    print(machine())
    if asked.processes:
        heads = ["command", "limit, s", "past the limit, wall ms", "CPU ms", "late", "result"]
        table(heads, command_rows(sizes, seconds))
        return
    wanted = asked.questions.split(",") if asked.questions else []
    headings = [
        "question",
        "position",
        "game",
        "limit, s",
        "past the limit, wall ms",
        "CPU ms",
        "late",
        "result",
    ]
    table([*headings, "longest time between checks, ms", "between"], question_rows(sizes, wanted, seconds))


if __name__ == "__main__":
    main()
