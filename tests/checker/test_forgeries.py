"""Every ``need`` of the checker refuses something that nothing else refuses: a forgery made for it.

The checker is run once more without the ``need`` in question: then the forgery must be accepted, or, where a
``need`` only guards what follows, fail in another way.
"""

from __future__ import annotations

import ast
import io
import sys
import traceback
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

import pegcheck
from tests.checker import forged, forged_listed

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.checker.forged import Forgery

assert pegcheck.__file__ is not None
SOURCE = Path(pegcheck.__file__).read_text(encoding="utf-8")
GROUPS = [
    *(forged.of_values, forged.of_files, forged.of_headers, forged.of_trees, forged.of_proofs),
    *(forged_listed.of_lists, forged_listed.of_proofs),
]
"""What makes the forgeries. They are made as the tests run: it takes seconds, and each process collects."""


def needs(tree: ast.AST) -> list[ast.Call]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "need"
    ]


NEEDS = {call.lineno: call for call in needs(ast.parse(SOURCE))}
"""By line; no line has two."""


@cache
def checker(without: int | None = None) -> ModuleType:
    """The checker; without the ``need`` of that line, whose condition is evaluated still."""
    tree = ast.parse(SOURCE)
    for call in needs(tree):
        if call.lineno == without:
            call.func, call.args = ast.Name("bool", ast.Load()), call.args[:1]
    module = ModuleType(f"pegcheck_without_{without}")
    module.__file__ = pegcheck.__file__
    sys.modules[module.__name__] = module
    exec(compile(ast.fix_missing_locations(tree), pegcheck.__file__ or "", "exec"), module.__dict__)
    return module


def outcome(forgery: Forgery, without: int | None = None) -> tuple[str, int | None]:
    """What the checker says, and the line of the ``need`` that refused."""
    module = checker(without)
    kept = {name: module.__dict__[name] for name in forgery.limits}
    module.__dict__.update(forgery.limits)
    try:
        module.check(io.BytesIO(forgery.text))
    except module.Refused as refused:
        frames = traceback.extract_tb((refused.__context__ or refused).__traceback__)
        lines = [frame.lineno for frame in frames]
        return str(refused), lines[-2] if frames[-1].name == "need" else None
    except Exception as error:
        return f"{type(error).__name__}: {error}", None
    finally:
        module.__dict__.update(kept)
    return "accepted", None


@cache
def forgeries_of(group: Callable[[], list[Forgery]]) -> list[Forgery]:
    """They serve both tests."""
    return group()


@pytest.mark.some(4, more=12)
@pytest.mark.parametrize("group", GROUPS, ids=lambda group: f"{group.__module__}.{group.__name__}"[14:])
def test_a_forgery_is_refused_by_one_need_and_by_that_alone(group: Callable[[], list[Forgery]]) -> None:
    told, wanted = {}, {}
    for forgery in forgeries_of(group):
        said, line = outcome(forgery)
        told[forgery.name] = said, line in NEEDS, line in NEEDS and outcome(forgery, without=line)[0]
        wanted[forgery.name] = forgery.why, True, forgery.without
    assert told == wanted


def test_every_need_has_a_forgery() -> None:
    assert len(NEEDS) == len(needs(ast.parse(SOURCE))) > 40
    met = {outcome(forgery)[1] for group in GROUPS for forgery in forgeries_of(group)}
    assert not {line: ast.unparse(call) for line, call in NEEDS.items() if line not in met}
