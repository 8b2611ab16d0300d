"""Measures how long certificates take to write and to check: python -m benchmarks.certificates RULES ...

With --folder DIR the files stay in this folder. With --often N, a lemma that treats no guess has a line only
if it is cited N times; with 0, every lemma has one.

For each game it prints a row of a table: positions that the search examined, the seconds of the processor for
the search, for writing and for the second checker, lemmas, how many of them treat guesses, plain bounds, and
bytes. It uses one thread.
``python -m tablebase.make DIR`` notes the digests of the files.
"""

from __future__ import annotations

import argparse
import gzip
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from pegwise.cli.files import whole_file
from pegwise.optimal import proof_draft
from pegwise.optimal.branch_and_bound import solver_for
from pegwise.optimal.enumerated_optimum import certify, solve
from pegwise.optimal.problem import Problem
from pegwise.position import Position

HEAD = "| game | positions | search | lemmas | treat guesses | plain bounds | bytes | write | check |\n"
HEAD += "| --- " * 9 + "|"
"""The head of the table; seconds are of the processor."""


def row(rules: str, folder: Path, checker: str | None) -> str:
    """Search a game, write its certificate and check it; the row of the table."""
    problem, path = Problem(Position(rules)), folder / f"{rules}.cert"
    with solver_for(problem, threads=1, memory=None) as solver:
        began = time.process_time()
        found = solve(problem, solver)
        searched = time.process_time()
        with whole_file(str(path)) as file:
            written = certify(found, solver, file)
        done = time.process_time()
    cells = [
        rules,
        f"{found.positions:,}",
        f"{searched - began:.1f} s",
        f"{written.lemmas:,}",
        *(f"{count:,}" for count in contents(path)),
        f"{path.stat().st_size:,}",
        f"{done - searched:.1f} s",
        "" if checker is None else f"{checked(checker, path):.1f} s",
    ]
    return f"| {' | '.join(cells)} |"


def contents(path: Path) -> tuple[int, int]:
    """The lemmas of a certificate that treat guesses, and its plain bounds."""
    treating = plain = 0
    with gzip.open(path, "rt", encoding="ascii") as lines:
        for line in lines:
            if line.startswith("[["):  # nothing else in a lemma ends in 0
                treating, plain = treating + (not line.endswith(",[]]\n")), plain + line.count(",0]")
    return treating, plain


def checked(checker: str, path: Path) -> float:
    """The seconds of the processor that the second checker takes; it must accept the file."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([checker, str(path)], check=True, stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="+")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--often", type=int, default=proof_draft.OFTEN, metavar="N")
    asked = parser.parse_args()
    proof_draft.OFTEN = asked.often
    with tempfile.TemporaryDirectory() as scratch:
        folder, checker = asked.folder or Path(scratch), None
        if compiler := shutil.which("cc"):
            source = Path(__file__).parent.parent / "checker" / "pegcheck.c"
            checker = f"{scratch}/pegcheck"
            subprocess.run([compiler, "-O3", "-o", checker, str(source), "-lz"], check=True)
        print(HEAD)
        for rules in asked.rules:
            print(row(rules, folder, checker), flush=True)


if __name__ == "__main__":
    main()
