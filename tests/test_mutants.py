"""The program that plants mistakes: what it makes of the source, and what it reports."""

from __future__ import annotations

import ast
import tomllib
from typing import Any

import pytest

from tests.mutants import CHECKER, FIRST_PART, ROOT, SOURCE, files_of, noticing, report, survived, undecorated

TEXT = '''
from contextlib import contextmanager
from functools import cached_property, lru_cache


def twice(function):
    return lambda *given: 2 * function(*given)


class Figure:
    side = 3

    @property
    def area(self):
        """Its area."""
        return self.side**2

    @staticmethod
    def name():
        return "figure"

    @cached_property
    def half(self): return self.area / 2

    plain = 7


@twice
@lru_cache(
    maxsize=4
)
def more(number):
    return number + 1


@contextmanager
def opened(what):
    yield what
'''


def test_functions_are_decorated_by_a_statement_of_their_own() -> None:
    text = undecorated(TEXT)
    decorated = [
        node.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and node.decorator_list
    ]
    assert decorated == ["name"]
    told: list[Any] = []
    for program in (TEXT, text):
        names: dict[str, Any] = {}
        exec(program, names)
        figure = names["Figure"]()
        with names["opened"]("it") as opened:
            told.append((figure.area, figure.half, figure.name(), figure.plain, names["more"](4), opened))
        assert (names["Figure"].area.__doc__, figure.__dict__) == ("Its area.", {"half": 4.5})
    assert told == [(9, 4.5, "figure", 7, 10, "it")] * 2


def test_what_a_server_calls_is_left_out() -> None:
    text = "class Guard:\n    async def __call__(self, scope: Scope) -> None:\n        pass\n"
    marked = text.replace("None:", "None:  # pragma: no mutate block")
    assert undecorated(text) == marked


def test_every_file_that_is_mutated_is_a_program_still() -> None:
    for path in files_of(["play", "analysis", "optimal", "web", "contradiction"]):
        ast.parse(undecorated((ROOT / path).read_text(encoding="utf-8")))


def test_the_files_asked_for_and_their_tests() -> None:
    assert files_of(["contradiction.py", "checker"]) == [SOURCE / "contradiction.py", CHECKER]
    found = files_of(["play"])
    assert SOURCE / "play" / "game_line.py" in found
    assert SOURCE / "play" / "__init__.py" not in found
    assert noticing(found) == ["tests/play", "--ignore=tests/web/page"]
    every = files_of(
        ["play", "analysis", "optimal", "web", "candidates", "executors/checkpoint.py", "checker"]
    )
    assert all((ROOT / path).exists() for path in noticing(every) if not path.startswith("--"))
    with pytest.raises(SystemExit, match="no tests for cli/terminal_style.py"):
        noticing([SOURCE / "cli" / "terminal_style.py"])


def test_the_tests_of_the_first_part_are_those_of_a_plain_run() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert f"-m '{FIRST_PART}'" in settings["tool"]["pytest"]["ini_options"]["addopts"]


def test_what_survived_is_counted_for_each_module() -> None:
    codes = {
        "pegwise.play.game_line.a": 0,
        "pegwise.play.game_line.b": 1,
        "pegwise.rules.c": -24,
        "pegwise.rules.d": 33,
    }
    assert [name for name, code in codes.items() if survived(code)] == [
        "pegwise.play.game_line.a",
        "pegwise.rules.d",
    ]
    assert [line.split() for line in report(codes)[1:]] == [
        ["play.game_line", "2", "1", "0", "1", "50.0%"],
        ["rules", "2", "0", "1", "1", "50.0%"],
        ["all", "4", "1", "1", "2", "50.0%"],
    ]
