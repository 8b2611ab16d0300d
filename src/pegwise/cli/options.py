"""The options all commands share, and how text arguments become rules."""

from __future__ import annotations

import functools
import importlib
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from pegwise.feedback_notation import HIT_STYLES
from pegwise.notation import RULES_NAMES, all_digits, parse_rules, read_history
from pegwise.wording import feedback_style

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pegwise.codes import HistoryLike
    from pegwise.limit import Limit
    from pegwise.position import Position
    from pegwise.rules import Code, Rules
    from pegwise.strategies import Strategy

__all__ = [
    "DEFAULT",
    "RULES",
    "SECONDS",
    "chosen_strategy",
    "common",
    "false_rows_option",
    "limit_of_guesses",
    "print_colors",
    "print_json",
    "read_position",
    "refuse_together",
    "rules_options",
    "strategy_from",
]

_LONG_BITS, _MARK = 2000, "\ue000number "
"""Numbers of so many bits are marked in JSON, for Python may refuse to write them; and the mark."""

F = TypeVar("F", bound="Callable[..., Any]")


class _RulesType(click.ParamType["Rules"]):
    name = "rules"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Rules:
        if isinstance(value, str) and value.lower().endswith(".toml"):
            from pegwise.rules_file import read_rules

            return read_rules(value)
        return parse_rules(value)


DEFAULT = "[default: knuth, or large in games too large for knuth]"
"""The strategy where none is named: the same in every command."""
_STRATEGY_HELP = (
    "The strategy: a name, possibly with options as in deep:width=2; a tree file; or a Python class as "
    f"module:Class.  {DEFAULT}"
)
_RULES_HELP = (
    "The rules: PEGSxCOLORS, optionally with -distinct (no color twice), -black (black hits only) or "
    f"-blanks (holes may stay empty); or {', '.join(RULES_NAMES)}."
)
RULES = _RulesType()
SECONDS = click.FloatRange(min=0, min_open=True)
"""A limit on time."""


class _LimitType(click.ParamType["Limit | None"]):
    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Limit | None:
        from pegwise.limit import USUAL, Limit

        if value == "none":
            return None
        seconds = SECONDS.convert(value, param, ctx)
        source = ctx.get_parameter_source(param.name) if ctx and param and param.name else None
        if source is ParameterSource.COMMANDLINE:
            return Limit(seconds=seconds)
        return replace(USUAL, seconds=seconds)


def limit_of_guesses(then: str) -> Callable[[F], F]:
    """``--limit`` of commands that choose guesses: a default that no result depends on until it is reached.

    Seconds on the command line are for use: samples grow with them. ``then`` says what happens beyond.
    """
    return click.option(
        "--limit",
        type=_LimitType(),
        default="10",
        envvar="PEGWISE_LIMIT",
        show_default=True,
        show_envvar=True,
        metavar="SECONDS",
        help=f"Time limit in seconds for each guess, or none. {then}",
    )


def common(
    strategy_help: str | None = _STRATEGY_HELP,
) -> Callable[[F], F]:
    """``--rules``, ``--strategy`` (not if it has no help), ``--seed`` and ``--json``, as on every command."""

    def add(function: F) -> F:
        options = [
            _rules_option(_RULES_HELP),
            click.option(
                "-s",
                "--strategy",
                default=None,
                metavar="NAME",
                help=strategy_help,
            ),
            click.option(
                "--seed", type=int, default=None, help="Random seed. The same seed gives the same result."
            ),
            click.option("--json", "as_json", is_flag=True, help="Print JSON."),
        ]
        if strategy_help is None:
            del options[1]
        function = _notation_options(function)
        for option in reversed(options):
            function = option(function)
        return function

    return add


def _rules_option(text: str) -> Callable[[F], F]:
    return click.option(
        "-r", "--rules", type=RULES, default="4x6", show_default=True, metavar="RULES", help=text
    )


def rules_options(text: str) -> Callable[[F], F]:
    """Add ``--rules`` with this help, ``--colors`` and ``--write`` to a command without the other options."""
    return lambda function: _rules_option(text)(_notation_options(function))


def _notation_options(function: F) -> F:
    """Add ``--colors`` and ``--write`` to a command with ``--rules``: how codes and feedback are written.

    The symbols of the colors become part of the rules.
    """

    @functools.wraps(function)
    def command(
        *args: Any, rules: Rules | None, colors: str | None, write: str | None, **options: Any
    ) -> Any:
        if colors is not None and rules is not None:
            rules = parse_rules(f"{rules} colors={colors}")
        before = feedback_style.set(write)
        try:
            return function(*args, rules=rules, **options)
        finally:
            feedback_style.reset(before)

    for option in (
        click.option(
            "--write",
            type=click.Choice(list(HIT_STYLES)),
            default=None,
            help="How feedback is written in tables and sentences.  [default: letters]",
        ),
        click.option(
            "--colors",
            metavar="SYMBOLS",
            default=None,
            help="How codes are written: letters, initials, names, numbers, 0-5, or a symbol for each color, "
            "such as RGBYWK.  [default: as you write them]",
        ),
    ):
        command = option(command)
    return command  # type: ignore[return-value]


def false_rows_option(function: F) -> F:
    """``--false-rows``: how many rows may be false."""
    return click.option(
        "--false-rows",
        type=click.IntRange(min=0),
        default=0,
        metavar="K",
        help="Allow for K rows whose feedback is wrong: possible are the codes that all rows but K fit.",
    )(function)


def read_position(
    rules: Rules, history: HistoryLike, codes: Sequence[str] = (), *, false_rows: int = 0
) -> tuple[Position, list[Code]]:
    """The position after these rows, and further codes of its game: all of them are in one alphabet."""
    from pegwise.position import Position

    rules, rows = read_history(history, rules, codes)
    return Position(rules, rows, false_rows=false_rows), [rules.decided(code) for code in codes]


def print_colors(rules: Rules) -> None:
    """Say which symbols codes are written in, unless they are numbers from 1."""
    if rules.colors_told is not None:
        from pegwise.cli.terminal_style import screen_or_pipe

        screen_or_pipe().print(f"colors: {rules.colors_told}", soft_wrap=True)


def strategy_from(name: str, seed: int | None = None, **options: Any) -> Strategy:
    """The strategy of that name with those options that were given; the seed if it takes one.

    The name may have options of its own: ``deep:width=2,seconds=5``.
    """
    from pegwise.strategies import make, names
    from pegwise.strategies.registry import accepted, find

    begun, _, own = name.partition(":")
    if begun in names() and own and not Path(name).exists():
        name, options = begun, {**options, **_own_options(begun, own)}
    elif name not in names() and own.isidentifier() and not Path(name).exists():  # C:\\tree.json is a file
        name = _import_strategy(name)
    given = {option: value for option, value in options.items() if value is not None and value is not False}
    if seed is not None and name in names() and "seed" in accepted(find(name)):
        given["seed"] = seed
    return make(name, **given)


def _own_options(name: str, text: str) -> dict[str, Any]:
    """The options after the name of a strategy, such as ``width=2,seconds=5``."""
    from pegwise.errors import StrategyError
    from pegwise.strategies.registry import find, option_from

    found: dict[str, Any] = {}
    for part in text.split(","):
        option, equals, value = (each.strip() for each in part.partition("="))
        if not (equals and option.isidentifier() and value):
            raise StrategyError(f"{part!r} is not an option of a strategy; an option is written as width=2")
        found[option] = option_from(find(name), option, value)
    return found


def chosen_strategy(name: str | None, rules: Rules, seed: int | None = None, **options: Any) -> Strategy:
    """The strategy of that name; where none is named, one that can play the rules. The rest as above."""
    from pegwise.strategies.registry import advisor

    return strategy_from(name or advisor(rules), seed, **options)


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
        raise StrategyError(f"strategy {text!r} is not a subclass of pegwise.Strategy")
    return register(found).name


def refuse_together(*names: str) -> None:
    """Refuse two of these parameters on one command line: one of them would be ignored."""
    context = click.get_current_context()
    given = [
        option.opts[0]
        for option in context.command.params
        if option.name in names and context.get_parameter_source(option.name) is ParameterSource.COMMANDLINE
    ]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given[:2])} cannot be used together", context)


def print_json(value: object) -> None:
    """Print ``value`` as JSON on standard output, numbers with all their digits."""
    longest: list[str] = []

    def marked(part: Any) -> Any:
        """The same with marks for numbers that Python would not write."""
        if isinstance(part, dict):
            return {name: marked(each) for name, each in part.items()}
        if isinstance(part, list | tuple):
            return [marked(each) for each in part]
        if not isinstance(part, int) or part.bit_length() < _LONG_BITS:
            return part
        longest.append(all_digits(part))
        return f"{_MARK}{len(longest) - 1}"

    text = json.dumps(marked(value), indent=2, ensure_ascii=False)
    for number, digits in enumerate(longest):
        text = text.replace(f'"{_MARK}{number}"', digits)
    click.echo(text)
