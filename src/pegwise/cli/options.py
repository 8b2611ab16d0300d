"""The options all commands share, and how text arguments become rules."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from pegwise.notation import RULES_NAMES, parse_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.rules import Rules
    from pegwise.strategies import Strategy

__all__ = ["RULES", "SECONDS", "common", "print_json", "strategy_from"]

F = TypeVar("F", bound="Callable[..., Any]")


class _RulesType(click.ParamType["Rules"]):
    name = "rules"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Rules:
        return parse_rules(value)


RULES = _RulesType()
SECONDS = click.FloatRange(min=0, min_open=True)
"""A limit on time."""


def common(
    strategy: str | Literal[False] | None = "knuth",
    strategy_help: str = "The strategy, a tree file, or module:Class.",
) -> Callable[[F], F]:
    """``--rules``, ``--strategy`` (not if False), ``--seed`` and ``--json``, as on every command."""

    def add(function: F) -> F:
        options = [
            click.option(
                "-r",
                "--rules",
                type=RULES,
                default="4x6",
                show_default=True,
                metavar="RULES",
                help=f"PEGSxCOLORS, then -distinct or -black; or {', '.join(RULES_NAMES)}.",
            ),
            click.option(
                "-s",
                "--strategy",
                default=strategy,
                show_default=strategy is not None,
                metavar="NAME",
                help=strategy_help,
            ),
            click.option("--seed", type=int, default=None, help="Makes what is random come out the same."),
            click.option("--json", "as_json", is_flag=True, help="Print JSON."),
        ]
        if strategy is False:
            del options[1]
        for option in reversed(options):
            function = option(function)
        return function

    return add


def strategy_from(name: str, seed: int | None = None, **options: Any) -> Strategy:
    """The strategy of that name with those options that were given; the seed if it takes one."""
    from pegwise.strategies import make, names
    from pegwise.strategies.registry import accepted, find

    if name not in names() and ":" in name and not Path(name).exists():
        name = _import_strategy(name)
    given = {option: value for option, value in options.items() if value not in (None, False)}
    if seed is not None and name in names() and "seed" in accepted(find(name)):
        given["seed"] = seed
    return make(name, **given)


def _import_strategy(text: str) -> str:
    """Register the class ``module:Class``, found as Python finds modules or in this folder; its name."""
    from pegwise.errors import StrategyError
    from pegwise.strategies import Strategy, register

    module_name, _, class_name = text.partition(":")
    sys.path.insert(0, str(Path.cwd()))
    try:
        found = getattr(importlib.import_module(module_name), class_name)
    except (ImportError, AttributeError, ValueError, SyntaxError) as error:
        raise StrategyError(f"strategy {text!r}: {type(error).__name__}: {error}") from None
    finally:
        sys.path.pop(0)
    if not (isinstance(found, type) and issubclass(found, Strategy)):
        raise StrategyError(f"strategy {text!r} is no subclass of pegwise.Strategy")
    return register(found).name


def print_json(value: object) -> None:
    """Print ``value`` as JSON on standard output."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))
