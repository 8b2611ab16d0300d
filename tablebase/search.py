"""Writes certificates of as many sizes as there is time for, the cheapest first.

Usage: python -m tablebase.search FOLDER [--codes MOST] [--seconds S] [--proof S]
           [--only JOB,...] [--kinds KIND,...] [--sizes RULES,...] [--width N] [--pairs N]
           [--least N] [--memory GB] [--reach TOTAL]

Each job writes FOLDER/NAME.cert and FOLDER/NAME.json, which says what made it. A job whose two files are
there is not done again, so the program may be stopped at any time and started again. It uses one thread.
Seconds are CPU seconds: of one search, and of writing its proof, so a busy machine changes nothing. The jobs
of a size:

steps   the trees of all strategies that look one guess ahead; the certificate is that of the best tree
best    the same trees after the first guess of the best of them; the certificate is that of their best
        parts: at each position that several of them come to, the best goes on
short   the trees of the strategies that look one guess ahead; the certificate is that of the tree of the
        least worst case
deep    the tree of the strategy deep, which looks ahead, with this width; in positions of more pairs of a
        candidate and a code, the guess of entropy; with --least, only guesses of entropy are tried, in
        positions of at least so many candidates
lower   no certificate, but a lower bound from two guesses ahead; a search raises it as long as there is time
        and there are not too many codes for that, up to --reach if that is said. Its checkpoint stays, so
        that it goes on from there if NAME-lower.json is deleted and more seconds are given
ahead   no certificate, but lower bounds of the least worst case from the sizes of classes, which look two
        guesses ahead, and three if there are not too many codes for that
miss    the least worst case after a guess that misses, from which bounds for more colors follow; nothing if
        the search does not end in time
total   the least total: with a proof if the search ends in time, otherwise the best tree and a lower bound
worst   the least worst case, likewise
last    the fewest secrets that need the last guess, among the strategies of the least total
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pegwise import limit
from pegwise.errors import PegwiseError
from pegwise.limit import Limit, LimitReached, limited
from pegwise.optimal.branch_and_bound import solver_for
from pegwise.optimal.certificate import write_certificate
from pegwise.optimal.enumerated_optimum import certify, solve
from pegwise.optimal.objective_search import Search
from pegwise.optimal.optimum import kept_tasks
from pegwise.optimal.problem import Problem
from pegwise.optimal.search_time_limit import in_background
from pegwise.position import Position
from pegwise.trees.best_of import best_of
from pegwise.trees.build import build_tree
from tablebase.sizes import SEARCHED, all_sizes, kind_of
from tablebase.two_ahead import two_ahead
from tablebase.unasked import miss
from tablebase.worst_ahead import FEW_PAIRS, MANY_PAIRS, after_a_miss, worst_ahead

if TYPE_CHECKING:
    from pegwise.optimal.branch_and_bound import Solver
    from pegwise.optimal.problem import Optimum
    from pegwise.rules import Rules
    from pegwise.trees.tree import StrategyTree

ONE_STEP = ("entropy", "expected-size", "most-parts", "minimax-parts", "knuth")
OBJECTIVES = {"total": "total", "worst": "worst", "last": "total,worst,last"}
COSTS = {
    "steps": 0.5,
    "short": 0.5,
    "best": 0.5,
    "lower": 0.6,
    "ahead": 0.7,
    "miss": 1.2,
    "total": 1.0,
    "worst": 1.5,
    "deep": 2.0,
    "last": 8.0,
}
"""How long a job takes, beside others with as many codes, so that the cheap ones come first."""
BLACK = 10.0
"""How many times longer it takes without white hits: guesses tell less, so trees are deeper."""
WIDTH, PAIRS = 4, 10**10
"""How many guesses of each strategy ``deep`` tries, and in which positions."""
MEMORY = 3.0
"""Gigabytes that a search may take."""


@dataclass(frozen=True)
class Job:
    """One certificate to write."""

    rules: Rules
    what: str
    seconds: float
    proof: float
    width: int = WIDTH
    pairs: int = PAIRS
    least: int = 0
    memory: int = int(MEMORY * 1e9)
    reach: int | None = None

    @property
    def name(self) -> str:
        """The name of its files, without the ending."""
        return str(self.rules) if self.what == "total" else f"{self.rules}-{self.what}"

    @property
    def cost(self) -> float:
        """What it takes, beside other jobs."""
        return self.rules.size**2 * COSTS[self.what] * (1 if self.rules.whites else BLACK)


def do(job: Job, folder: Path) -> dict[str, Any]:
    """Do a job, and return what is written beside its certificate."""
    began = time.process_time()
    found = JOBS.get(job.what, searched)(job, folder)
    return {"rules": str(job.rules), "job": job.what, **found, "cpu": round(time.process_time() - began, 2)}


def steps(job: Job, folder: Path) -> dict[str, Any]:
    """Build the trees of the strategies that look one guess ahead, and certify the best."""
    trees = one_step_trees(job.rules)
    tree = min(trees, key=lambda each: (each.total, each.worst))
    command = f"pegwise tree -r {job.rules} -s {tree.strategy}"
    return {**certified_tree(job, folder, tree, command), **told(trees)}


def short(job: Job, folder: Path) -> dict[str, Any]:
    """Build the trees of the strategies that look one guess ahead, and certify that of the least worst case.

    Among those it is the one of the least total.
    """
    trees = one_step_trees(job.rules)
    tree = min(trees, key=lambda each: (each.worst, each.total))
    return certified_tree(job, folder, tree, f"pegwise tree -r {job.rules} -s {tree.strategy}")


def best(job: Job, folder: Path) -> dict[str, Any]:
    """Build the same trees after the first guess of the best, and certify the best of their parts."""
    trees = one_step_trees(job.rules)
    first = min(trees, key=lambda each: each.total).first_guess
    alike = [
        tree if tree.first_guess == first else build_tree(job.rules, strategy=name, first=first, threads=1)
        for name, tree in zip(ONE_STEP, trees, strict=True)
    ]
    command = f"pegwise tree -r {job.rules} --first {first} -s " + " --also ".join(ONE_STEP)
    return {**certified_tree(job, folder, best_of(alike), command), **told(trees)}


def one_step_trees(rules: Rules) -> list[StrategyTree]:
    """Build the trees of the strategies that look one guess ahead."""
    return [build_tree(rules, strategy=name, threads=1) for name in ONE_STEP]


def told(trees: list[StrategyTree]) -> dict[str, Any]:
    """Return what is kept of trees that are not certified."""
    return {
        "totals": {tree.strategy: tree.total for tree in trees},
        "worsts": {tree.strategy: tree.worst for tree in trees},
    }


def certified_tree(job: Job, folder: Path, tree: StrategyTree, command: str) -> dict[str, Any]:
    """Write the certificate of a tree that this command makes."""
    with kept(folder / f"{job.name}.cert") as file:
        write_certificate(file, Problem(Position(job.rules)), tree, None)
    return {
        "command": f"{command} --certificate {job.name}.cert",
        "strategy": tree.strategy,
        "upper": tree.total,
    }


def deep(job: Job, folder: Path) -> dict[str, Any]:
    """Build the tree of the strategy that looks ahead, and certify it."""
    options: dict[str, Any] = {"width": job.width, "pairs": job.pairs, "least": job.least}
    usual = {"pairs": PAIRS, "least": 0}
    named = [f"{name}={value}" for name, value in options.items() if usual.get(name) != value]
    name = f"deep:{','.join(named)}"
    tree = build_tree(job.rules, strategy="deep", threads=1, **options)
    return {
        **certified_tree(job, folder, tree, f"pegwise tree -r {job.rules} -s {name}"),
        "strategy": name,
    }


def lower(job: Job, folder: Path) -> dict[str, Any]:
    """Find a lower bound from two guesses ahead, and raise it round after round."""
    if job.rules.size > SEARCHED:
        return {"lower": two_ahead(job.rules)}
    problem = Problem(Position(job.rules))
    with (
        kept_tasks(folder / f"{job.name}.checkpoint", problem) as tasks,
        solver_for(problem, threads=1, memory=job.memory, tasks=tasks) as solver,
        limited(Limit(seconds=job.seconds)),
    ):
        if tasks is not None:
            tasks.done = False
        search = Search(problem, solver)
        in_background(solver, lambda: search.raise_lower(job.reach), lambda: None)
    return {"lower": search.bounds.lower, "positions": search.bounds.positions}


def ahead(job: Job, _: Path) -> dict[str, Any]:
    """Find lower bounds of the least worst case, at the start and after a miss."""
    pairs, made = (FEW_PAIRS, 2) if job.rules.size <= SEARCHED else (MANY_PAIRS, 1)
    return {
        "worst": worst_ahead(job.rules, pairs, made),
        "missed": after_a_miss(job.rules, pairs, made),
    }


def missed(job: Job, folder: Path) -> dict[str, Any]:
    """Search the least worst case after a miss, and certify it if the search ends."""
    guess = job.rules.code(miss(job.rules))
    problem = Problem(Position(job.rules, f"{guess}:-"), objective="worst")
    with solver_for(problem, threads=1, memory=job.memory) as solver:
        with limited(Limit(seconds=job.seconds)):
            found = solve(problem, solver)
        proof = certified(found, solver, folder / f"{job.name}.cert", job) if found.known == "exact" else None
    return {
        "command": f"pegwise optimal -r {job.rules} {guess}:- --no-book --objective worst "
        f"--certificate {job.name}.cert",
        "known": found.known,
        "lower": found.lower,
        "proof": proof,
    }


def searched(job: Job, folder: Path) -> dict[str, Any]:
    """Search within the seconds, and certify what was found."""
    problem = Problem(Position(job.rules), objective=OBJECTIVES[job.what])
    with solver_for(problem, threads=1, memory=job.memory) as solver:
        with limited(Limit(seconds=job.seconds)):
            found = solve(problem, solver)
        proof = None if found.tree is None else certified(found, solver, folder / f"{job.name}.cert", job)
    tree, objective = found.tree, OBJECTIVES[job.what]
    asked = "" if objective == "total" else f" --objective {objective}"
    ended = "" if found.known == "exact" else f" --limit {job.seconds:g}"
    only = " --tree-only" if found.known == "exact" and proof == "tree" else ""
    return {
        "command": f"pegwise optimal -r {job.rules} --no-book{asked}{ended}{only} "
        f"--certificate {job.name}.cert",
        "known": found.known,
        "lower": found.lower,
        "upper": found.upper,
        "last": None if tree is None else tree.distribution[-1],
        "proof": proof,
        "positions": found.positions,
    }


def certified(found: Optimum, solver: Solver, path: Path, job: Job) -> str:
    """Write the certificate, with the proof if the search ended and the proof does so in time."""
    if found.known == "exact" and job.proof:
        try:
            with kept(path) as file, limited(Limit(seconds=job.proof)):
                done = certify(found, solver, file)
            return "full" if done.lemmas else "tree"
        except LimitReached:
            pass
    with kept(path) as file:
        certify(found, solver, file, full=False)
    return "tree"


JOBS = {
    "steps": steps,
    "short": short,
    "best": best,
    "deep": deep,
    "lower": lower,
    "ahead": ahead,
    "miss": missed,
}
"""What does a job; a search does the others."""


def kept(path: Path) -> Any:
    """A file that is there as a whole or not at all."""
    from pegwise.cli.files import whole_file

    return whole_file(str(path))


def say(folder: Path, text: str) -> None:
    """Print a line, and keep it in the log of the folder."""
    line = f"{time.strftime('%H:%M:%S')} {text}\n"
    sys.stdout.write(line)
    sys.stdout.flush()
    with (folder / "log.txt").open("a") as log:
        log.write(line)


def jobs(asked: argparse.Namespace) -> list[Job]:
    """Return the jobs that are asked for, the cheapest first."""
    whats, kinds = asked.only.split(","), asked.kinds.split(",")
    names = ("seconds", "proof", "width", "pairs", "least", "reach")
    options = {name: getattr(asked, name) for name in names} | {"memory": int(asked.memory * 1e9)}
    sizes = [rules for rules in all_sizes(asked.codes) if kind_of(rules) in kinds]
    if asked.sizes:
        sizes = [rules for rules in sizes if str(rules) in asked.sizes.split(",")]
    found = [
        Job(rules, what, **options)
        for rules in sizes
        for what in whats
        if what not in ("deep", "miss") or rules.pegs > 2  # with two pegs, the search is quicker
    ]
    return sorted(found, key=lambda job: (job.cost, job.name))


def main() -> None:
    """Do the jobs that are not done yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--codes", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--proof", type=float, default=20.0, help="0 for none: only the tree is certified")
    parser.add_argument("--only", default="total,worst,steps,deep,lower")
    parser.add_argument("--kinds", default="repeats,distinct,black")
    parser.add_argument("--sizes", default="")
    parser.add_argument("--width", type=int, default=WIDTH)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--least", type=int, default=0)
    parser.add_argument("--memory", type=float, default=MEMORY, help="gigabytes that a search may take")
    parser.add_argument("--reach", type=int, help="a lower bound of the total that is enough")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    limit.clock = time.process_time
    for job in jobs(asked):
        told = asked.folder / f"{job.name}.json"
        if told.exists():
            continue
        try:
            found = do(job, asked.folder)
        except (PegwiseError, MemoryError) as error:
            say(asked.folder, f"{job.name}: {error}")
            continue
        with kept(told) as file:
            file.write((json.dumps(found, indent=1) + "\n").encode())
        say(asked.folder, json.dumps(found))


if __name__ == "__main__":
    main()
