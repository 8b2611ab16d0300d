"""What several tests draw from: small rules, their codes, and the way to the oracle."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import strategies as st

from pegwise.position import Position
from pegwise.rules import Code, Feedback, Row, Rules
from tests import oracle

if TYPE_CHECKING:
    from pathlib import Path

    from pegwise.exactness import Count
    from pegwise.trees.tree import Node, StrategyTree

SMALL = [
    rules
    for pegs in range(1, 5)
    for colors in range(1, 6)
    for repeats in (True, False)
    for whites in (True, False)
    if repeats or pegs <= colors
    for rules in [Rules(pegs, colors, repeats, whites)]
]
"""Every kind of rules with at most 4 pegs and 5 colors."""


def exhaustive(*values: Any) -> list[Any]:
    """Parameters for the second part of the tests; a tuple stands for several."""
    several = [value if isinstance(value, tuple) else (value,) for value in values]
    return [pytest.param(*each, marks=pytest.mark.exhaustive) for each in several]


def slow(*values: Any) -> list[Any]:
    """Parameters for tests that run only when they are asked for; a tuple stands for several."""
    return [pytest.param(*each.values, marks=pytest.mark.slow) for each in exhaustive(*values)]


def game_of(rules: Rules) -> oracle.Game:
    """The oracle's rules."""
    return oracle.Game(rules.pegs, rules.colors, rules.repeats, rules.whites)


def small_rules(largest: int = 4096, whites: bool | None = None) -> st.SearchStrategy[Rules]:
    """Rules with few enough codes for the oracle."""
    return st.builds(
        lambda pegs, more, repeats, told: Rules(
            pegs, max(1, pegs + more) if repeats else pegs + abs(more), repeats, told
        ),
        st.integers(1, 5),
        st.integers(-3, 4),
        st.booleans(),
        st.booleans() if whites is None else st.just(whites),
    ).filter(lambda rules: rules.size <= largest)


def code_of(rules: Rules) -> st.SearchStrategy[Code]:
    """Codes of ``rules``."""
    colors = st.integers(1, rules.colors)
    if rules.repeats:
        return st.lists(colors, min_size=rules.pegs, max_size=rules.pegs).map(Code)
    return st.permutations(range(1, rules.colors + 1)).map(lambda order: Code(order[: rules.pegs]))


def rows_of(rules: Rules, most: int = 4) -> st.SearchStrategy[list[Row]]:
    """Histories, whether or not any code fits them."""
    row = st.builds(Row, code_of(rules), st.sampled_from(rules.feedbacks))
    return st.lists(row, max_size=most)


def plain(history: list[Row] | tuple[Row, ...]) -> list[tuple[oracle.Code, oracle.Feedback]]:
    """A history as the oracle writes it."""
    return [(tuple(guess), told) for guess, told in history]


def plain_tree(node: Node) -> oracle.Tree:
    """A tree as the oracle writes it."""
    answers: dict[oracle.Feedback, Any] = {
        (told.black, told.white): plain_tree(child) for told, child in node.children.items()
    }
    return tuple(node.guess), answers


def shape(tree: StrategyTree) -> oracle.Tree:
    """A whole tree as the oracle writes it."""
    return plain_tree(tree.root)


def play(tree: StrategyTree, secret: Code) -> list[Code]:
    """The guesses a tree makes for a secret."""
    return [row.guess for row in tree.solve(secret)]


def told(text: str) -> Feedback:
    """Feedback from letters, without pegwise.notation."""
    return Feedback(text.count("B"), text.count("W"))


def at(history: str, rules: str = "4x6") -> Position:
    """A position from text."""
    return Position(rules, history)


def tagged(count: Count) -> tuple[int, str]:
    """A count with its tag, which ``==`` leaves out."""
    return count.value, count.known


def tasks_in(path: Path) -> int:
    """How many tasks are saved in a checkpoint; none while the file is only being made."""
    if not path.exists():
        return 0
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
        tables = file.execute("SELECT count(*) FROM sqlite_master WHERE name = 'tasks'").fetchone()[0]
        return int(file.execute("SELECT count(*) FROM tasks").fetchone()[0]) if tables else 0


def up_at(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, call: int = 1) -> None:
    """From this call of a function on, limits on time are used up; until then no time passes."""
    calls, late, function = count(1), count(1), getattr(owner, name)
    up = threading.Event()

    def called(*arguments: Any, **options: Any) -> Any:
        if next(calls) == call:
            up.set()
        return function(*arguments, **options)

    monkeypatch.setattr(owner, name, called)
    monkeypatch.setattr("pegwise.limit.clock", lambda: 1e6 * next(late) if up.is_set() else 0.0)


def cpu_time_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits on time count what this process works, so that other programs take nothing away from it."""
    monkeypatch.setattr("time.perf_counter", time.process_time)
    monkeypatch.setattr("pegwise.limit.clock", time.process_time)
