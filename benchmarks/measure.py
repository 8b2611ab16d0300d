"""Code that the benchmarks share: CPU time of work and of whole commands, and tables."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ["Usage", "command", "cpu_seconds", "machine", "program", "pyplot", "save", "table"]


@dataclass(frozen=True)
class Usage:
    """What a command took: CPU seconds (user and system), wall seconds, peak memory in MB, and its output."""

    cpu: float
    wall: float
    peak: float
    output: str


def program() -> list[str]:
    """Return the ``pegwise`` command that belongs to this Python."""
    installed = Path(sys.executable).with_name("pegwise")
    return [str(installed)] if installed.exists() else [sys.executable, "-m", "pegwise"]


def command(words: Sequence[str]) -> Usage:
    """Run a command to its end and return what it took.

    The peak memory is at least the memory of this process when it starts the command, so do not import numpy
    before.
    """
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(words, stdout=output)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"{' '.join(words)} ended with status {process.returncode}")
        output.seek(0)
        said = output.read().decode()
    return Usage(used.ru_utime + used.ru_stime, wall, used.ru_maxrss * 1024 / 1e6, said)


def cpu_seconds(work: Callable[[], object], runs: int, at_least: float = 0.0) -> list[float]:
    """Run ``work`` once, then return the CPU seconds of all threads of the process for each of ``runs`` runs.

    If the work takes less than ``at_least`` seconds, each run repeats it until that time is over, and the
    result is the average.
    """
    work()
    found = []
    for _ in range(runs):
        times, start = 0, time.process_time()
        while True:
            work()
            times += 1
            took = time.process_time() - start
            if took >= at_least:
                break
        found.append(took / times)
    return found


def machine() -> str:
    """Return the processor, the current system load and the version of Python, in one line."""
    names = [line for line in _lines(Path("/proc/cpuinfo")) if line.startswith("model name")]
    name = names[0].partition(":")[2].strip() if names else platform.processor() or platform.machine()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    vector = any("avx512_vpopcntdq" in line for line in _lines(Path("/proc/cpuinfo")))
    kind = "with" if vector else "without"
    python = platform.python_version()
    return (
        f"{os.cpu_count()} cores, {name}, {kind} AVX-512 VPOPCNTDQ; system load {load:.1f}; Python {python}"
    )


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table in Markdown, each row as soon as it is known."""
    print("|", " | ".join(head), "|")
    print("|", " | ".join("---" for _ in head), "|", flush=True)
    for row in rows:
        print("|", " | ".join(map(str, row)), "|", flush=True)


def pyplot() -> Any:
    """Return matplotlib's pyplot, with settings that make figures with the same bytes each time.

    If matplotlib is not installed, the program ends with a message.
    """
    try:
        mpl = import_module("matplotlib")
        mpl.use("Agg")
        plt = import_module("matplotlib.pyplot")
    except ImportError:
        raise SystemExit("drawing needs matplotlib: pip install matplotlib") from None
    mpl.rcParams.update({"svg.hashsalt": "pegwise", "font.size": 9})
    return plt


def save(figure: Any, path: Path) -> None:
    """Write a figure to a file, without the current time in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def draw_efficiency(path: Path, title: str, workers: Sequence[int], efficiency: Sequence[float]) -> None:
    """Draw the efficiency of runs against their numbers of workers."""
    figure, axes = pyplot().subplots(figsize=(6, 4))
    axes.semilogx(workers, efficiency, "o-", base=2)
    axes.set(xlabel="workers", ylabel="efficiency", ylim=(0, 1.05), title=title)
    axes.grid(visible=True, alpha=0.3)
    save(figure, path)
