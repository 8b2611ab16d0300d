"""Finds least totals by what is known of colors that no guess has asked for: proof in docs/optimal.md.

Usage: python -m tablebase.unasked_search [--proof] FOLDER [RULES ...]

The program unasked_search.c, which a C compiler makes, solves all sizes of a kind together. Without rules, it
solves those of three pegs that no certificate proves. For each size it writes the total as a lower bound into
the folder, and the certificate of a tree that attains it; ``python -m tablebase.make FOLDER`` reads both. The
tree is the one that ``pegwise optimal`` finds, in more time.

With --proof it writes proofs instead, one for all sizes of a kind, that ``python -m patterncheck`` checks.
"""

from __future__ import annotations

import argparse
import atexit
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pegwise.notation import parse_rules
from pegwise.optimal.certificate import write_certificate
from pegwise.optimal.problem import Problem
from pegwise.optimal.table import table
from pegwise.position import Position
from pegwise.trees.tree import Node, StrategyTree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, BinaryIO

    from pegwise.rules import Code, Feedback, Rules

__all__ = ["SOURCE", "Solved", "main", "solved", "tree_of", "write_proof"]

SOURCE = Path(__file__).with_suffix(".c")
PEGS = 3
"""Pegs up to which all sizes of the table are solved in seconds."""


class Solved(NamedTuple):
    """The least total of one size, and the nodes of a best tree: guess number, feedback, guess."""

    rules: Rules
    total: int
    lines: list[tuple[int, str, str]]


def solved(rules: Sequence[Rules], *, trees: bool = True) -> Iterator[Solved]:
    """Solve games that differ only in the number of colors, which are consecutive.

    Raises :class:`FileNotFoundError` if there is no C compiler.
    """
    one = rules[0]
    command = [
        _program(one.pegs, not one.whites),
        "repeats" if one.repeats else "distinct",
        str(one.colors),
        str(rules[-1].colors),
        *(["tree"] if trees else []),
    ]
    left = iter(rules)
    found: Solved | None = None
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as ran:
        assert ran.stdout is not None
        for line in ran.stdout:
            if line.endswith("\n") and (words := line.split())[1] == "colors:":
                if found is not None:
                    yield found
                found = Solved(next(left), int(words[2]), [])
                assert found.rules.colors == int(words[0])
            else:
                assert found is not None
                depth, told, guess = line.split()
                found.lines.append((int(depth), told, guess))
    if ran.returncode or found is None or next(left, None) is not None:
        raise RuntimeError(f"{SOURCE.name} ended with {ran.returncode}")
    yield found


def write_proof(file: BinaryIO, rules: Sequence[Rules]) -> str:
    """Write the proof that games have no smaller total, and return the digest of its text.

    The games differ only in the number of colors, which are consecutive. ``docs/certificates.md`` describes
    the format.

    Raises :class:`FileNotFoundError` if there is no C compiler.
    """
    one = rules[0]
    words = ["repeats" if one.repeats else "distinct", str(one.colors), str(rules[-1].colors), "proof"]
    ran = subprocess.run(
        [_program(one.pegs, not one.whites), *words], capture_output=True, text=True, check=True
    )
    lines = [line.split() for line in ran.stdout.splitlines()]
    totals = [[int(words[0]), int(words[2])] for words in lines if words[1] == "colors:"]
    lemmas = [
        [int(bound), _numbers(unasked, "/"), _numbers(dead, "/"), [_numbers(each, "-") for each in patterns]]
        for bound, unasked, dead, *patterns in lines
        if unasked != "colors:"
    ]
    header: dict[str, Any] = {
        "format": "pegwise patterns",
        "version": 1,
        **{name: getattr(one, name) for name in ("pegs", "repeats", "whites")},
        "totals": totals,
        "lemmas": len(lemmas),
    }
    whole, told = hashlib.sha256(), [header, *lemmas]
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=6, mtime=0) as packed:
        for line in told:
            text = json.dumps(line, separators=(",", ":")).encode() + b"\n"
            packed.write(text)
            whole.update(text)
        end = {"lines": len(told), "sha256": whole.hexdigest()}
        text = json.dumps(end, separators=(",", ":")).encode() + b"\n"
        packed.write(text)
        whole.update(text)
    return whole.hexdigest()


def _numbers(text: str, between: str) -> list[int]:
    return [int(each) for each in text.split(between)]


@cache
def _program(pegs: int, black: bool) -> str:
    """Compile the program for some pegs into a temporary folder."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise FileNotFoundError("the search needs a C compiler, cc")
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    program = f"{folder}/unasked_search"
    options = ["-O3", "-march=native", f"-DPEGS={pegs}", f"-DBLACK={int(black)}"]
    subprocess.run([compiler, *options, "-o", program, str(SOURCE)], check=True)
    return program


def tree_of(found: Solved) -> StrategyTree:
    """Return the best tree, with the candidates of each node counted by the rules alone.

    Raises :class:`AssertionError` if it is not a tree of all codes with the total.
    """
    rules, position = found.rules, Position(found.rules)
    lines = iter(found.lines)
    follow: list[tuple[int, str, str] | None] = [next(lines)]

    def node(depth: int, candidates: list[Code]) -> Node:
        assert follow[0] is not None
        guess = rules.code(follow[0][2])
        follow[0] = next(lines, None)
        classes: dict[Feedback, list[Code]] = {}
        for code in candidates:
            classes.setdefault(rules.feedback(code, guess), []).append(code)
        classes.pop(rules.win, None)
        children = {}
        while follow[0] is not None and follow[0][0] == depth + 1:
            told = next(each for each in classes if str(each) == follow[0][1])
            children[told] = node(depth + 1, classes.pop(told))
        assert not classes
        return Node(guess, len(candidates), children)

    tree = StrategyTree(position, "optimal", node(1, list(position.candidates)))
    assert follow[0] is None
    assert tree.total == found.total
    return tree


def main(given: list[str] | None = None) -> None:
    """Write the totals and the certificates of the trees."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("rules", nargs="*", type=parse_rules)
    parser.add_argument("--proof", action="store_true")
    asked = parser.parse_args(given)
    asked.folder.mkdir(parents=True, exist_ok=True)
    rows = {row.rules: row for row in table()}
    wanted = asked.rules or [
        rules for rules, row in rows.items() if rules.pegs == PEGS and row.total.proof != "certified"
    ]
    for some in _runs(wanted):
        if asked.proof:
            name = f"{some[0]}-to-{some[-1].colors}.patterns"
            with (asked.folder / name).open("wb") as file:
                sys.stdout.write(f"{name}: sha256 {write_proof(file, some)}\n")
            continue
        for found in solved(some):
            rules, known = found.rules, rows[found.rules].total
            sys.stdout.write(f"{rules}: {found.total} ({known.lower} to {known.upper})\n")
            sys.stdout.flush()
            told = {"rules": str(rules), "lower": found.total}
            (asked.folder / f"{rules}-unasked.json").write_text(json.dumps(told) + "\n", "utf-8")
            _certify(found, asked.folder)


def _runs(rules: Sequence[Rules]) -> Iterator[list[Rules]]:
    """Yield rules together that one run solves: of one kind, of consecutive numbers of colors."""
    some = sorted(rules, key=lambda each: (each.pegs, each.whites, each.repeats, each.colors))
    numbered = enumerate(some)
    for _, run in groupby(
        numbered, lambda at: (at[1].pegs, at[1].whites, at[1].repeats, at[1].colors - at[0])
    ):
        yield [each for _, each in run]


def _certify(found: Solved, folder: Path) -> None:
    """Write the certificate of the tree, and beside it which command makes it again."""
    name = f"{found.rules}.cert"
    with (folder / name).open("wb") as file:
        write_certificate(file, Problem(Position(found.rules)), tree_of(found), None)
    told = {"command": f"pegwise optimal -r {found.rules} --no-book --tree-only --certificate {name}"}
    (folder / f"{found.rules}.json").write_text(json.dumps(told) + "\n", "utf-8")


if __name__ == "__main__":
    main()
