"""The names of a package that are loaded when they are first used, as its stub file says where they are."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pegwise.late_pattern import late_pattern

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_LINE = late_pattern(r"from (\.\w[\w.]*) import (\w+) as \2")


def lazy_names(package: str, stub: Path) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package; the former has ``__all__`` as well.

    Its stub file has a line ``from .module import name as name`` for each name.

    >>> import pegwise
    >>> "hint" in dir(pegwise), pegwise.hint.__module__
    (True, 'pegwise.analysis.hint')
    """

    @cache
    def places() -> dict[str, str]:
        return {name: module for module, name in _LINE.findall(stub.read_text(encoding="utf-8"))}

    def load(name: str) -> Any:
        if name == "__all__":
            found: Any = sorted(places())
        elif name in places():
            found = getattr(import_module(places()[name], package), name)
        else:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        # From now on it is an ordinary attribute.
        sys.modules[package].__dict__[name] = found
        return found

    return load, lambda: sorted(places())
