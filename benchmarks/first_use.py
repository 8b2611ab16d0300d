"""What the first use costs: a command with an empty cache of compiled kernels, and the same one again.

Use: python -m benchmarks.first_use
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import command, machine, program, table

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMANDS = ("hint 1122:B 1344:W --json", "tree --json", "tree -r 5x8 --json", "tree -r 6x6 --json")
HEAD = ["command", "first: CPU s", "wall s", "kernels made", "kB", "again: CPU s", "wall s"]


def rows() -> Iterator[list[str]]:
    """Each command in a cache of its own."""
    for words in COMMANDS:
        with tempfile.TemporaryDirectory() as cache:
            os.environ["PEGWISE_CACHE"] = cache
            first = command([*program(), *words.split()])
            made = [path.stat().st_size for path in Path(cache).iterdir()]
            again = min((command([*program(), *words.split()]) for _ in range(3)), key=lambda used: used.cpu)
            sizes = [str(len(made)), f"{sum(made) / 1e3:.0f}"]
            times = [f"{each:.2f}" for each in (first.cpu, first.wall, again.cpu, again.wall)]
            yield [f"`pegwise {words}`", *times[:2], *sizes, *times[2:]]


if __name__ == "__main__":
    print(machine())
    table(HEAD, rows())
    print(machine())
