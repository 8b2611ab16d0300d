"""Makes the book of optimal strategies again: python docs/make_book.py [NAME ...]

Each file is the certificate that ``pegwise optimal --no-book`` writes; ``openings.json`` has what every first
guess of these games costs. All of them take some minutes.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from pegwise.engine.code_space import to_code
from pegwise.optimal.book import BOOK, OPENINGS_FILE, file_of
from pegwise.optimal.branch_and_bound import solver_for
from pegwise.optimal.objective_search import Search
from pegwise.optimal.optimum import optimum
from pegwise.optimal.problem import Problem
from pegwise.position import Position
from pegwise.trees.tree import node_of

OPENINGS = "openings.json"


def main() -> None:
    """Write the files that are named, or all."""
    wanted = set(sys.argv[1:])
    for entry in BOOK:
        if wanted and entry.name not in wanted:
            continue
        path, problem = file_of(entry), entry.problem
        path.parent.mkdir(exist_ok=True)
        with path.open("wb") as file:
            found = optimum(
                problem.position, max_guesses=entry.max_guesses, certificate=file, full=entry.full, book=False
            )
        size = path.stat().st_size
        proof = "with proof" if entry.full else "tree alone"
        sys.stdout.write(f"{entry.name}: total {found.total}, {size} bytes, {proof}\n")
    if not wanted or OPENINGS in wanted:
        write_openings()


def write_openings() -> None:
    """Write what every first guess costs, and what is left after each answer: total turns, and codes."""
    games = [entry.rules for entry in BOOK if entry.max_guesses is None]
    lines = []
    for name in games:
        found = json.dumps(openings_of(name))
        lines.append(f"{json.dumps(name)}: {found}")
        sys.stdout.write(f"{name}: {len(found)} bytes of openings\n")
    OPENINGS_FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def openings_of(name: str) -> dict[str, Any]:
    """The first guesses of a game that differ in more than names, with each answer but the win."""
    position = Position(name)
    with solver_for(Problem(position), threads=None, memory=None) as solver:
        question = Search(Problem(position), solver).question
        found = {}
        for place in sorted(solver.guesses((), solver.everything(), question).tolist()):
            guess = to_code(solver.matrix.pool[:, place])
            search = Search(Problem(position, first=guess), solver)
            search.run()
            assert search.tree is not None
            root = node_of(search.tree, position.rules)
            found[str(guess)] = {str(told): [turns(node), node.count] for told, node in root.children.items()}
    return found


def turns(node: Any) -> int:
    """Guesses summed over the secrets of a node, from its own guess on."""
    return int(node.count) + sum(turns(child) for child in node.children.values())


if __name__ == "__main__":
    main()
