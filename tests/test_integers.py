"""Integers have 64 bits wherever pegwise means that: in a browser numpy's own have 32."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src" / "pegwise"
LAST = {"arange": 4, "full": 3, "cumsum": 3, "array": 2, "zeros": 2, "ones": 2, "empty": 2, "fromiter": 2}
"""Functions of numpy that choose a type if none is said, and at which argument it can be said."""


def untyped(text: str) -> list[tuple[int, str]]:
    """The calls that leave the type of integers to numpy: their lines, and what they are."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        name, owner = node.func.attr, node.func.value
        if not isinstance(owner, ast.Name) or owner.id != "np":
            continue
        said = {each.arg for each in node.keywords}
        if name == "bincount" or (
            name in LAST and "dtype" not in said and len(node.args) < LAST[name] and not is_float(node)
        ):
            found.append((node.lineno, ast.unparse(node)))
    return found


def is_float(node: ast.Call) -> bool:
    return any(
        ast.unparse(each) in ("np.inf", "np.nan")
        or (isinstance(each, ast.Constant) and type(each.value) is float)
        for each in node.args
    )


def files() -> list[Path]:
    """All but kernels, whose types are those that they are compiled for, and the one place that counts."""
    return [
        path
        for path in sorted(SOURCES.rglob("*.py"))
        if "kernels" not in path.parts and path.name != "counting.py"
    ]


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(SOURCES)))
def test_no_array_leaves_its_integers_to_numpy(path: Path) -> None:
    assert untyped(path.read_text(encoding="utf-8")) == []


def test_what_is_untyped_is_found() -> None:
    text = "np.arange(3); np.arange(3, dtype=np.int8); np.full(3, 1); np.full(3, 1.0); np.bincount(x)"
    assert [what for _, what in untyped(text)] == ["np.arange(3)", "np.full(3, 1)", "np.bincount(x)"]
