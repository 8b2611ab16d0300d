"""The names of a package that are loaded when they are first used, as its stub file says where they are."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pegwise.late_pattern import late_pattern

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_LINE = late_pattern(r"from (\.\w[\w.]*) import (\w+) as \2")


def lazy_names(package: str, stub: Path) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a package.

    Args:
        package: The name of the package.
        stub: Its stub file, with a line ``from .module import name as name`` for each name.

    >>> import pegwise
    >>> "hint" in dir(pegwise), pegwise.hint.__module__
    (True, 'pegwise.analysis.hint')
    """
    places = {name: module for module, name in _LINE.findall(stub.read_text(encoding="utf-8"))}

    def load(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(places[name], package), name)
        # From now on it is an ordinary attribute.
        sys.modules[package].__dict__[name] = found
        return found

    return load, lambda: sorted(places), sorted(places)
