"""The book: certificates of optimal strategies that took long to find, and what every first guess costs.

``docs/make_book.py`` makes them again.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

import numpy as np

from pegwise.engine.code_space import places_of
from pegwise.engine.feedback import numbers_of_pairs
from pegwise.engine.tree_arrays import TreeArrays, arrays_from
from pegwise.notation import parse_code, parse_feedback
from pegwise.optimal.problem import Problem, optimal_tree
from pegwise.position import Position
from pegwise.trees.tree import Node, StrategyTree, node_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pegwise.alphabet import Alphabet
    from pegwise.rules import Code, Feedback, Rules


class Entry(NamedTuple):
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


_FOLDER = Path(__file__).parent / "book"
OPENINGS_FILE = _FOLDER / "openings.json"
"""The table of first guesses."""
BOOK = (
    Entry("3x6"),
    Entry("3x7", full=False),
    Entry("3x8", full=False),
    Entry("4x4"),
    Entry("4x5"),
    Entry("4x6"),
    Entry("4x6", max_guesses=5),
    Entry("4x7", full=False),
    Entry("4x8", full=False),
    Entry("5x3", full=False),
    Entry("5x4", full=False),
    Entry("5x5", full=False),
    Entry("6x3", full=False),
    Entry("4x9-distinct", full=False),
    Entry("4x10-distinct", full=False),
)


def file_of(entry: Entry) -> Path:
    """Where the file of an entry is, or belongs."""
    return _FOLDER / entry.name


def is_in_book(rules: Rules, max_guesses: int | None) -> bool:
    """Tell whether the book has the start of a game, with at most so many guesses."""
    return Entry(str(rules.plain), max_guesses).name in {each.name for each in BOOK}


def book_tree(problem: Problem) -> StrategyTree | None:
    """The tree of a problem that is in the book; None if it is not.

    Its figures are those at the head of the file; the nodes below the first are read when they are asked for.
    """
    if problem.position.history or problem.first is not None or problem.candidates_from is not None:
        return None
    game = problem.position.rules
    if problem.objective != "total" or not is_in_book(game, problem.max_guesses):
        return None
    file = file_of(Entry(str(game.plain), problem.max_guesses))
    if not file.is_file():
        return None
    with _opened(file) as lines:
        head, first = _parsed(next(lines)), _parsed(next(lines))
    root = Node(game.spelled(parse_code(first[2], game.plain)), game.size, partial(_children, file, game))
    tree = optimal_tree(problem, root, "exact")
    vars(tree)["distribution"] = tuple(head["distribution"])  # no node need be read for it
    return tree


def _opened(file: Path) -> TextIO:
    """The lines of a packed file."""
    import gzip  # most searches read no book, and this takes as long to load as they take

    return gzip.open(file, "rt", encoding="utf-8")


def _parsed(text: str) -> Any:
    """What JSON says."""
    import json  # as above

    return json.loads(text)


def _children(file: Path, rules: Rules) -> dict[Feedback, Node]:
    """The nodes below the first."""
    with _opened(file) as lines:
        next(lines)
        return node_of(_read(rules.plain, lines), rules).children


def _read(rules: Rules, lines: Iterable[str]) -> TreeArrays:
    """The tree of a certificate: a line for each node, parents first, answers ascending.

    A line has the number of the guess, the feedback before it, and the guess. The tree is read without
    playing it: a node has the secrets of those below it and, if it is consistent with the rows above it, its
    own guess.
    """
    nodes = _parsed(f"[{','.join(takewhile(lambda line: line[1].isdigit(), lines))}]")
    numbers: dict[str | None, int] = {None: rules.number(rules.win)}
    above, parents, answers, guesses = list[int](), list[int](), list[int](), list[list[int]]()
    for place, (depth, told, guess) in enumerate(nodes):
        if told not in numbers:
            numbers[told] = rules.number(parse_feedback(told, rules))
        above[depth - 1 :] = [place]
        parents.append(above[-2] if depth > 1 else -1)
        answers.append(numbers[told])
        guesses.append([int(color) - 1 for color in (guess.split("-") if "-" in guess else guess)])
    codes = np.array(guesses, np.uint8).T
    over, labels = np.array([parents, answers], np.int64)
    wins, below = np.ones(len(nodes), np.bool_), np.arange(len(nodes), dtype=np.int64)
    while (rest := np.flatnonzero(over[below] >= 0)).size:
        row = over[below[rest]]
        wins[rest] &= numbers_of_pairs(codes[:, rest], codes[:, row], rules) == labels[below[rest]]
        below[rest] = row
    counts = wins.tolist()
    for place in range(len(nodes) - 1, 0, -1):
        counts[parents[place]] += counts[place]
    return arrays_from(np.array([places_of(codes, rules), parents, answers, counts], np.int64))


class Opening(NamedTuple):
    """A first guess, the lowest of those that are alike, with best play after it.

    ``total``: the turns a game takes, summed over all codes. ``by_feedback``: that after each feedback but
    the win, and how many codes give it.
    """

    guess: Code
    total: int
    by_feedback: dict[Feedback, tuple[int, int]]


def openings(rules: Rules) -> tuple[Opening, ...]:
    """The first guesses of a game that differ in more than names; none if the table does not have the game.

    >>> from pegwise.rules import Rules
    >>> [(str(each.guess), each.total) for each in openings(Rules(3, 6))]
    [('111', 968), ('112', 872), ('123', 854)]
    """
    return _openings(rules, rules.alphabet)


@lru_cache(16)
def _openings(rules: Rules, alphabet: Alphabet | None) -> tuple[Opening, ...]:
    """The same; rules that differ by their alphabet alone are equal, but write codes in different ways."""
    return tuple(_opening(rules, *entry) for entry in _table().get(str(rules.plain), {}).items())


def opening_of(rules: Rules, guess: Code) -> Opening | None:
    """The opening that a first guess is alike to; None where the table does not have the game."""
    shape = _shape(guess)
    return next((each for each in openings(rules) if _shape(each.guess) == shape), None)


def _shape(guess: Code) -> list[int]:
    """How often each color occurs: at the start only that matters."""
    return sorted(map(guess.count, set(guess)))


@cache
def _table() -> dict[str, dict[str, dict[str, list[int]]]]:
    found: dict[str, dict[str, dict[str, list[int]]]] = _parsed(OPENINGS_FILE.read_text("utf-8"))
    return found


def _opening(rules: Rules, guess: str, classes: dict[str, list[int]]) -> Opening:
    answers = {parse_feedback(told, rules): (total, codes) for told, (total, codes) in classes.items()}
    total = rules.size + sum(turns for turns, _ in answers.values())
    return Opening(parse_code(guess, rules), total, answers)
