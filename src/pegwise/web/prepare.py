"""Kernels compiled ahead of the first question that needs them, once on a computer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pegwise.analysis.regret import prepare
from pegwise.notation import parse_rules

if TYPE_CHECKING:
    from pegwise.limit import Limit

__all__ = ["answer"]


def answer(question: str, arguments: dict[str, Any], limit: Limit) -> dict[str, Any]:
    """Compile what these ``rules`` need; a process of its own does it while others answer."""
    for rules in arguments["rules"]:
        prepare(parse_rules(rules))
    return {}
