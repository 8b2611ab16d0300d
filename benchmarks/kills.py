"""Kill workers and drivers at random moments, and compare the results with that of a run in peace.

Usage: python -m benchmarks.kills [--kills N] [--seed SEED] [--tree RULES] [--search RULES]

Half of the kills fall into a tree, half into a search. Each time, a driver works on a local Dask cluster with
a checkpoint; after a random share of the time that the work takes, a worker or the driver is killed with
SIGKILL. A driver that was killed is started again with the same checkpoint.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.measure import table

DRIVER = """
import hashlib, sys
from pegwise.executors.cluster import connected
from pegwise.optimal.optimum import optimum
from pegwise.trees.build import build_tree
from pegwise.trees.formats import to_json
address, path, work, rules = sys.argv[1:]
with connected(address) as client:
    if work == "tree":
        tree = build_tree(rules, strategy="entropy", executor=client, checkpoint=path)
    else:
        tree = optimum(rules, book=False, executor=client, checkpoint=path).tree
print(hashlib.sha256(to_json(tree).encode()).hexdigest())
"""


def driver(address: str, path: Path, work: str, rules: str) -> subprocess.Popen[str]:
    """Start a driver."""
    words = [sys.executable, "-c", DRIVER, address, str(path), work, rules]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def ended(process: subprocess.Popen[str]) -> str:
    """Return what a driver prints at its end."""
    said, _ = process.communicate(timeout=3600)
    if process.returncode:
        raise SystemExit(f"a driver ended with status {process.returncode}")
    return said.strip()


def killed(client: Any, work: str, rules: str, whom: str, after: float, path: Path) -> tuple[str, str]:
    """Return who was killed after so many seconds, and the result of the run."""
    process = driver(client.scheduler.address, path, work, rules)
    try:
        process.wait(after)
        whom = "nobody: it had ended"
    except subprocess.TimeoutExpired:
        if whom == "driver":
            process.kill()
            process.communicate()
            process = driver(client.scheduler.address, path, work, rules)
        else:
            victim = random.choice(sorted(client.run(os.getpid).values()))
            os.kill(victim, signal.SIGKILL)
    return whom, ended(process)


def main() -> None:
    """Kill, compare, and print a table."""
    from pegwise.executors.cluster import local_cluster

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tree", default="5x9")
    parser.add_argument("--search", default="4x8")
    asked = parser.parse_args()
    random.seed(asked.seed)
    rows, different = [], 0
    with local_cluster(2) as client, tempfile.TemporaryDirectory() as folder:
        for work, rules in (("tree", asked.tree), ("search", asked.search)):
            path = Path(folder) / work
            began = time.perf_counter()
            wanted = ended(driver(client.scheduler.address, path, work, rules))
            usual = time.perf_counter() - began
            for number in range(asked.kills // 2):
                whom = random.choice(["driver", "worker"])
                after = random.uniform(0.2, 0.95) * usual
                whom, found = killed(client, work, rules, whom, after, path)
                different += found != wanted
                same = "the same" if found == wanted else "DIFFERENT"
                rows.append([f"{work} {rules}", str(number + 1), whom, f"{after:.1f}", same])
                print(*rows[-1], flush=True)
    table(["work", "kill", "of a", "after s", "result"], rows)
    raise SystemExit(different != 0)


if __name__ == "__main__":
    main()
