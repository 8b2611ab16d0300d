"""Strategies that layers above add, by name; their modules are loaded on first use.

The package's ``__init__.py`` says what is added, so every process knows it, whatever it has imported.
"""

from __future__ import annotations

from typing import Final

__all__ = ["offer", "offer_opener", "offered", "offered_openers"]

_modules: Final[dict[str, str]] = {}
_openers: Final[list[str]] = []


def offer(name: str, module: str) -> None:
    """Say that importing ``module`` registers the strategy ``name``."""
    _modules[name] = module


def offered() -> dict[str, str]:
    """Return the modules by the names of their strategies."""
    return dict(_modules)


def offer_opener(function: str) -> None:
    """Say that the function ``module:name`` makes a strategy from a text that is not a name, such as a path.

    The function returns None if it cannot make a strategy of the text.
    """
    _openers.append(function)


def offered_openers() -> tuple[str, ...]:
    """Return the functions that make strategies from other texts, as ``module:name``."""
    return tuple(_openers)
