"""The book: certificates of optimal strategies that took long to find, kept in the package.

``docs/make_book.py`` makes them again.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.code_space import all_codes, index_of, zero_based
from pegwise.engine.counting import occurrences
from pegwise.engine.feedback import feedback_numbers
from pegwise.engine.tree_arrays import TreeArrays
from pegwise.limit import spend
from pegwise.notation import parse_code, parse_rules
from pegwise.optimal.problem import Problem
from pegwise.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

    from pegwise.rules import Rules

__all__ = ["BOOK", "Entry", "book_tree", "file_of"]


@dataclass(frozen=True)
class Entry:
    """A problem in the book, and whether its file proves the lower bound too, or is of the tree alone."""

    rules: str
    max_guesses: int | None = None
    full: bool = True

    @property
    def name(self) -> str:
        """The name of its file."""
        limit = "" if self.max_guesses is None else f"-in-{self.max_guesses}"
        return f"{self.rules}{limit}.cert"

    @property
    def problem(self) -> Problem:
        """The problem."""
        return Problem(Position(self.rules), max_guesses=self.max_guesses)


BOOK = (
    Entry("3x6"),
    Entry("4x4"),
    Entry("4x5"),
    Entry("4x6"),
    Entry("4x6", max_guesses=5),
    Entry("4x7", full=False),
    Entry("4x8", full=False),
    Entry("5x5", full=False),
    Entry("4x9-distinct", full=False),
    Entry("4x10-distinct", full=False),
)


def file_of(entry: Entry) -> Traversable:
    """Where the file of an entry is, or belongs."""
    return files("pegwise.optimal") / "book" / entry.name


def book_tree(problem: Problem) -> TreeArrays | None:
    """The tree of a problem that is in the book; None if it is not."""
    if problem.position.history or problem.first is not None or problem.candidates_from is not None:
        return None
    rules = str(problem.position.rules.plain)
    entry = Entry(rules, problem.max_guesses)
    known = {each.name: each for each in BOOK}
    if problem.objective != "total" or entry.name not in known:
        return None
    file = file_of(known[entry.name])
    if not file.is_file():
        return None
    with file.open("rb") as packed, gzip.open(packed, "rt", encoding="utf-8") as lines:
        next(lines)
        return _read(parse_rules(rules), (json.loads(line) for line in lines))


def _read(rules: Rules, lines: Iterator[list[Any]]) -> TreeArrays:
    """The tree of a certificate's lines: parents first, answers ascending; what follows it is left."""
    every, win = all_codes(rules), rules.pegs * (rules.pegs + 1)
    rows: list[tuple[int, int, int, int]] = []
    pending = [(-1, win, np.arange(every.shape[1], dtype=np.int64))]
    while pending:
        spend(0)
        parent, number, members = pending.pop()
        guess = index_of(zero_based(parse_code(next(lines)[2], rules)), rules)
        if len(members) > 1 or guess != members[0]:
            told = feedback_numbers(every[:, [guess]], every[:, members], rules)[0]
            pending += [
                (len(rows), int(answer), members[told == answer])
                for answer in np.flatnonzero(occurrences(told))[::-1]
                if answer != win
            ]
        rows.append((guess, parent, number, len(members)))
    guesses, parents, answers, counts = np.array(rows, np.int64).T
    return TreeArrays(
        guesses=guesses.astype(np.int32),
        parents=parents.astype(np.int32),
        answers=answers.astype(np.int16),
        counts=counts.astype(np.int32),
    )
