"""Strategies that rooms above add, by name: their modules are loaded when they are first asked for."""

from __future__ import annotations

from typing import Final

__all__ = ["offer", "offered"]

_modules: Final[dict[str, str]] = {}


def offer(name: str, module: str) -> None:
    """Say that importing ``module`` registers the strategy ``name``."""
    _modules[name] = module


def offered() -> dict[str, str]:
    """The modules by the names of their strategies."""
    return dict(_modules)
