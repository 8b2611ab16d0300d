"""Measure how long commands take when they are first used, and later.

The program installs pegwise into a new environment without the extras, and gives each command an empty home
folder. "First" is the first run of the command; "again" is the median of three later runs.

Usage: python -m benchmarks.first_use
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.measure import command, machine, table

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
COMMANDS = (
    "solve 3632",
    "hint 1122:B 1344:W",
    "candidates 1122:B 1344:W",
    "puzzle --daily",
    "partition 1344 2345 --after 1122:B",
    "tree -s knuth --format figure",
    "compare",
    "optimal",
    "optimal -r 5x4 --no-book",
    "optimal -r 3x6-black --no-book",
    "review 1122:B 1344:W 3526:BWW 1462:BW 3632",
    "tree -r 5x8 -s entropy",
    "hint -r 6x9 123456:BWW",
    "bench",
)
"""The commands of the README, and commands that needed the compiler in earlier versions."""
HEAD = ["command", "first: CPU s", "first: wall s", "again: CPU s", "again: wall s", "ratio of CPU s"]


def install(folder: Path, *extras: str) -> Path:
    """Make a new environment with pegwise, and return its Python."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = folder / "bin" / "python"
    wanted = f"{ROOT}{extras[0] if extras else ''}"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", wanted], check=True)
    return python


def megabytes(environment: Path) -> float:
    """Return the size of the installed packages, without pip and its tools."""
    [packages] = environment.glob("lib/python*/site-packages")
    files = [path for path in packages.rglob("*") if path.is_file()]
    tools = ("pip", "setuptools", "_distutils_hack", "pkg_resources")
    kept = [path for path in files if not path.relative_to(packages).parts[0].startswith(tools)]
    return sum(path.stat().st_size for path in kept) / 1e6


def rows(python: Path) -> Iterator[list[str]]:
    """Yield a line for each command, which runs in a home folder of its own."""
    for words in COMMANDS:
        with tempfile.TemporaryDirectory() as home:
            os.environ.update(HOME=home, XDG_CACHE_HOME=home, XDG_DATA_HOME=home)
            line = [str(python.with_name("pegwise")), *words.split()]
            first, *again = [command(line) for _ in range(4)]
            cpu, wall = median(used.cpu for used in again), median(used.wall for used in again)
            times = [f"{each:.2f}" for each in (first.cpu, first.wall, cpu, wall, first.cpu / cpu)]
            yield [f"`pegwise {words}`", *times]


def main() -> None:
    """Measure the commands and print the table."""
    os.environ.pop("PEGWISE_CACHE", None)
    print(machine())
    with tempfile.TemporaryDirectory() as work:
        python = install(Path(work, "plain"))
        command([str(python.with_name("pegwise")), "--help"])  # so that Python has compiled the modules
        table(HEAD, rows(python))
        print(f"size of the environment: {megabytes(Path(work, 'plain')):.0f} MB")
    print(machine())


if __name__ == "__main__":
    main()
