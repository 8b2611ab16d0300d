"""Which source files each kernel is made of, found by following the imports."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from pegwise.engine.kernels.catalogue import ENTRIES
from pegwise.engine.running.kernel_manifest import WORDS

ENGINE = Path(__file__).parent.parent / "src" / "pegwise" / "engine"
PACKAGE = "pegwise.engine."
TEACHER = "kernels.teaching"
"""What tells the compiler about all of them."""
KERNELS = "kernels."
"""What comes into them; other modules of the engine are never compiled."""
ASKER = "processor"
"""The library that asks the processor, which is made of C."""


@cache
def imported(module: str) -> frozenset[str]:
    """The modules of the engine that a module of it imports as it runs, by their names there."""
    tree = ast.parse(_path(module).read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(_as_it_runs(tree)):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        found |= {name.removeprefix(PACKAGE) for name in names if name.startswith(PACKAGE)}
    return frozenset(name for name in found if name.startswith(KERNELS) and _path(name).exists())


def _as_it_runs(tree: ast.Module) -> ast.Module:
    """A module without what only type checkers see."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    return tree


def _path(module: str) -> Path:
    return ENGINE / f"{module.replace('.', '/')}.py"


def closure(modules: set[str]) -> tuple[str, ...]:
    """The source files of modules and of all that they import, from the folder of the engine."""
    found, todo = set[str](), set(modules)
    while todo:
        found |= todo
        todo = {other for module in todo for other in imported(module)} - found
    return tuple(sorted(f"{module.replace('.', '/')}.py" for module in found))


def groups() -> dict[str, tuple[str, ...]]:
    """The source files of each group of kernels."""
    modules: dict[str, set[str]] = {}
    for entry in ENTRIES:
        group = entry.name if entry.shapes else WORDS
        modules.setdefault(group, {TEACHER}).add(f"kernels.{entry.source.partition(':')[0]}")
    return {group: closure(found) for group, found in modules.items()} | {ASKER: ()}
