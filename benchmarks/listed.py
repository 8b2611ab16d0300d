"""Compare listed games with a program that does only this, on the lists of a word game.

Usage: python -m benchmarks.listed GUESSES SECRETS [--program PATH] [--runs 5] [--whole]

GUESSES and SECRETS are files with a word in each line. PATH is the program of A. Selby for Wordle
(github.com/alex1770/wordle), built with -O3; without it, pegwise is measured alone. The commands take turns,
in processes of their own; figures are medians of CPU seconds of whole commands. The totals must agree.
--whole also proves the least total over all first guesses, once, which takes minutes.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.measure import Usage, command, machine, table

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST = "salet"
HEAD = ["work", "pegwise: CPU s", "the other: CPU s", "ratio", "result"]
RULES = 'pegs = {pegs}\nguesses = "guesses.txt"\nsecrets = "secrets.txt"\nfeedback = "marks"\n'
BEST_TEN = """
import sys
from pegwise.optimal.listed_search import search_of
from pegwise.position import Position
from pegwise.rules_file import read_rules
print("total", search_of(Position(read_rules(sys.argv[1]))).optimum(n_best=10).total)
"""
"""The first step of a search without a first guess: only the ten most promising guesses are tried."""
STRATEGIES = ("knuth", "entropy", "expected-size", "most-parts")


def rules_in(folder: Path, guesses: list[str], secrets: list[str]) -> Path:
    """Write a file of rules for these lists."""
    (folder / "guesses.txt").write_text("\n".join(guesses))
    (folder / "secrets.txt").write_text("\n".join(secrets))
    path = folder / "words.toml"
    path.write_text(RULES.format(pegs=len(secrets[0])))
    return path


def pegwise(*words: str) -> Usage:
    """Run a command of pegwise."""
    return command([sys.executable, "-m", "pegwise", *words])


def total_of(output: str, pattern: str) -> str:
    """The total that a program printed."""
    found = re.findall(pattern, output)
    if not found:
        raise SystemExit(f"no total in what was printed: {output[-300:]}")
    return str(found[-1])


def rows(rules: Path, program: list[str], runs: int, *, whole: bool) -> Iterator[list[str]]:
    """Yield a line for each kind of work."""
    asked = ["optimal", "-r", str(rules), "--threads", "1"]
    pairs = [
        (pegwise(*asked, "--first", FIRST), command([*program, "-w", FIRST]) if program else None)
        for _ in range(runs)
    ]
    yield line(f"proof of `--first {FIRST}`", pairs)
    pairs = [
        (
            command([sys.executable, "-c", BEST_TEN, str(rules)]),
            command([*program, "-n10", "-N10"]) if program else None,
        )
        for _ in range(runs)
    ]
    yield line("a first tree of ten guesses for each position (`-n10 -N10`), nothing proved", pairs)
    for name in STRATEGIES:
        made = [pegwise("tree", "-r", str(rules), "-s", name) for _ in range(runs)]
        yield line(f"the whole tree of `{name}`", [(one, None) for one in made])
    if whole:
        yield line("proof over all first guesses", [(pegwise(*asked), None)])


def line(work: str, pairs: list[tuple[Usage, Usage | None]]) -> list[str]:
    """Return the medians of one kind of work, after comparing the totals."""
    totals = {total_of(own.output, r"total (\d+)") for own, _ in pairs}
    others = [other for _, other in pairs if other is not None]
    beside = {total_of(other.output, r"Best first guess score = (\d+)") for other in others}
    if beside and totals != beside:
        raise SystemExit(f"{work}: pegwise says {totals}, the other program {beside}")
    own = median(one.cpu for one, _ in pairs)
    if not others:
        return [work, f"{own:.2f}", "", "", ", ".join(sorted(totals))]
    other = median(one.cpu for one in others)
    return [work, f"{own:.2f}", f"{other:.2f}", f"{own / other:.2f}", ", ".join(sorted(totals))]


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("guesses", type=Path)
    parser.add_argument("secrets", type=Path)
    parser.add_argument("--program", type=Path, help="the other program")
    parser.add_argument("--runs", type=int, default=5, help="runs of each")
    parser.add_argument("--whole", action="store_true", help="also prove the total over all first guesses")
    asked = parser.parse_args()
    secrets = asked.secrets.read_text().split()
    guesses = sorted({*asked.guesses.read_text().split(), *secrets})
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        rules = rules_in(Path(folder), guesses, secrets)
        lists = ["-a", str(rules.parent / "guesses.txt"), "-h", str(rules.parent / "secrets.txt")]
        program = [] if asked.program is None else [str(asked.program.resolve()), *lists]
        table(HEAD, rows(rules, program, asked.runs, whole=asked.whole))
    print(machine())


if __name__ == "__main__":
    main()
