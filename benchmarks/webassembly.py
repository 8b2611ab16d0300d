"""Compare kernels in WebAssembly with native ones: CPU time of whole commands, one thread, the two in turn.

Usage: python -m benchmarks.webassembly [--runs 5] [--level v3] [--only tree,optimal]

"First" is WebAssembly with an empty cache folder, where the modules are compiled; the other columns are the
medians of later runs. The results of the two must be the same, but for what tells how long they took.
"""

from __future__ import annotations

import argparse
import os
import re
import tempfile
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.measure import Usage, command, machine, program, table

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGE = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20"
WORK = {
    "tree -r 5x8 -s knuth --threads 1": 2.5,
    "tree -r 5x8 -s entropy --threads 1": 2.5,
    "tree -r 5x8 -s expected-size --threads 1": 2.5,
    "tree -r 5x8 -s most-parts --threads 1": 2.5,
    "optimal -r 5x5 --no-book --threads 1": 3.0,
    "optimal -r 4x7 --no-book --threads 1": 3.0,
    f"solve -r 20x20 {LARGE}": 1.6,
    "review 1122:B 1344:W 3526:BWW 1462:BW 3632": 1.5,
    "hint 1122:B 1344:W": 1.5,
}
"""What is run, and the ratio that it should keep to."""
HEAD = ["command", "native: CPU s", "WebAssembly: CPU s", "ratio", "at most", "first: CPU s more"]


def run(words: str, level: str, cache: str) -> Usage:
    """Run a command with the kernels of a level, or of WebAssembly."""
    os.environ.update(PEGWISE_CPU=level, PEGWISE_CACHE=cache)
    return command([*program(), *words.split()])


def without_times(said: str) -> str:
    """What a command has printed, without seconds."""
    return re.sub(r"in [0-9.]+ (m?s|min)\b", "", said)


def rows(level: str, runs: int, only: tuple[str, ...]) -> Iterator[list[str]]:
    """Yield a line for each command."""
    for words, most in WORK.items():
        if not words.startswith(only):
            continue
        with tempfile.TemporaryDirectory() as cache:
            first = run(words, "wasm", cache)
            pairs = [(run(words, level, cache), run(words, "wasm", cache)) for _ in range(runs)]
        for native, wasm in pairs:
            if without_times(native.output) != without_times(wasm.output):
                raise SystemExit(f"pegwise {words}: the results differ")
        one, other = (median(pair[which].cpu for pair in pairs) for which in (0, 1))
        times = [f"{one:.2f}", f"{other:.2f}", f"{other / one:.2f}", f"{most}", f"{first.cpu - other:.2f}"]
        yield [f"`{words.replace(LARGE, '1,2,...,20')}`", *times]


def main() -> None:
    """Measure the commands and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=5, help="runs of each command and each kind of kernels")
    parser.add_argument("--level", default="v3", help="the native kernels: v2, v3 or v4")
    parser.add_argument("--only", default="", help="the commands to measure, such as tree,optimal")
    asked = parser.parse_args()
    print(machine())
    table(HEAD, rows(asked.level, asked.runs, tuple(asked.only.split(","))))
    print(machine())


if __name__ == "__main__":
    main()
