"""Compare the start of a command with that of numpy, and measure the packages that it imports.

The commands take turns, and the least time of each counts. "numpy alone" is `python -c 'import numpy'`;
"one thread" means without threads for linear algebra, as pegwise starts numpy.

With --instructions, it counts the machine instructions of one run of each with valgrind, which has to be
installed. A busy machine does not change them.

Usage: python -m benchmarks.start [TURNS | --instructions]
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

from benchmarks.measure import command, machine, program, table

if TYPE_CHECKING:
    from collections.abc import Iterator

NUMPY = [sys.executable, "-c", "import numpy"]
COMMANDS = (
    "--help",
    "optimal -r 4x6",
    "table -r 4x6",
    "table",
    "feedback 3632 1122",
    "puzzle --seed 1",
    "candidates 1122:B",
    "partition 1122",
    "hint",
    "hint 1122:B",
    "solve 3632",
    "tree -r 4x6",
    "games",
    "review 1122:B 1344:W 3526:BWW 1462:BW 3632",
    "optimal -r 5x4",
    "optimal -r 2x3",
    "optimal -r 4x6 1122:B",
)
_VALGRIND = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
_COUNTED = re.compile(r"I +refs: +([\d,]+)")
_LINE = re.compile(r"import time: +(\d+) \| +\d+ \| +(\S+)")


def cases() -> dict[str, list[str]]:
    """Return the commands that are measured, by their names."""
    found = {"numpy alone": NUMPY, "numpy alone, one thread": ["env", "OPENBLAS_NUM_THREADS=1", *NUMPY]}
    return found | {f"`pegwise {words}`": [*program(), *words.split()] for words in COMMANDS}


def rows(turns: int) -> Iterator[list[str]]:
    """Yield the least CPU time of each command, and its ratios to those of numpy."""
    least = dict.fromkeys(cases(), float("inf"))
    for _ in range(turns):
        for name, words in cases().items():
            least[name] = min(least[name], command(words).cpu)
    alone, single = (least[name] for name in list(least)[:2])
    for name, took in least.items():
        yield [name, f"{took * 1000:.0f}", f"{took / alone:.2f}", f"{took / single:.2f}"]


def counted() -> Iterator[list[str]]:
    """Yield the millions of instructions of each command in one thread, and its ratio to those of numpy."""
    single = 0
    for name, words in list(cases().items())[1:]:
        alone = (
            words if name.startswith("numpy") else ["env", "OPENBLAS_NUM_THREADS=1", sys.executable, *words]
        )
        subprocess.run(alone, capture_output=True, check=True)  # modules are compiled in this run
        place = alone.index(sys.executable)
        ran = [*alone[:place], *_VALGRIND, *alone[place:]]
        said = subprocess.run(ran, capture_output=True, text=True, check=True).stderr
        found = _COUNTED.search(said)
        if found is None:
            raise SystemExit(f"valgrind counted nothing: {said}")
        took = int(found[1].replace(",", ""))
        single = single or took
        yield [name, f"{took / 1e6:.0f}", f"{took / single:.2f}"]


def packages() -> Iterator[list[str]]:
    """Yield the milliseconds of the imports of `pegwise solve 3632` by package, the least of three runs."""
    least: dict[str, int] = {}
    for _ in range(3):
        words = [sys.executable, "-X", "importtime", "-m", "pegwise", "solve", "3632"]
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        ran = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
        for took, name in _LINE.findall(ran.stderr):
            least[name] = min(least.get(name, int(took)), int(took))
    sums: Counter[str] = Counter()
    for name, took in least.items():
        sums[name.partition(".")[0]] += took
    for name, took in sums.most_common(8):
        yield [name, f"{took / 1000:.1f}"]


if __name__ == "__main__":
    print(machine())
    if sys.argv[1:] == ["--instructions"]:
        table(["command", "millions of instructions", "ratio to numpy, one thread"], counted())
        sys.exit()
    table(
        ["command", "CPU ms", "ratio to numpy alone", "ratio to numpy, one thread"],
        rows(int((sys.argv[1:] or ["9"])[0])),
    )
    print()
    table(["package", "imports, ms"], packages())
    print(machine())
