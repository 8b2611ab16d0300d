"""The options all commands share, and how text arguments become rules."""

from __future__ import annotations

import functools
import importlib
import sys
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
from click.core import ParameterSource

from pegwise.feedback_notation import HIT_STYLES
from pegwise.notation import parse_rules, read_history
from pegwise.rules_text import RULES_NAMES
from pegwise.wording import feedback_style

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pegwise import Code, HistoryLike, Limit, Position, Rules, Strategy
    from pegwise.executors.crew import Executes

F = TypeVar("F", bound="Callable[..., Any]")
Workers = AbstractContextManager["Executes"]
"""What opens the executor that ``--workers`` and ``--cluster`` name."""


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
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


class Asked(NamedTuple):
    """What the options that all commands share say; see :func:`common`."""

    rules: Rules
    strategy: str | None
    seed: int | None
    as_json: bool

    def chosen(self, **options: Any) -> Strategy:
        """The strategy that is named; where none is, one that can play the rules."""
        return chosen_strategy(self.strategy, self.rules, self.seed, **options)

    def guess(self, position: Position) -> Code:
        """The guess of that strategy in a position."""
        from pegwise.limit import USUAL
        from pegwise.strategies.limited_choice import choose_within

        return choose_within(self.chosen(), position, USUAL).guess


class _LimitType(click.FloatRange):
    """A limit on time, in seconds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from pegwise.limit import Limit

        return value if isinstance(value, Limit) else Limit(seconds=super().convert(value, param, ctx))


_LIMIT = _LimitType(min=0, min_open=True)


class _SteadyLimitType(click.ParamType["Limit | None"]):
    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Limit | None:
        from pegwise.limit import USUAL

        if value == "none":
            return None
        limit: Limit = _LIMIT.convert(value, param, ctx)
        source = ctx.get_parameter_source(param.name) if ctx and param and param.name else None
        return limit if source is ParameterSource.COMMANDLINE else replace(USUAL, seconds=limit.seconds)


def limit_option(text: str, seconds: float | None = None) -> Callable[[F], F]:
    """``--limit``, a :class:`Limit` on time, with this help; ``seconds`` are its default."""
    return click.option("--limit", type=_LIMIT, default=seconds, show_default=seconds is not None, help=text)


def limit_of_guesses(then: str) -> Callable[[F], F]:
    """``--limit`` of commands that choose guesses: a default that no result depends on until it is reached.

    Seconds on the command line are for use: samples grow with them. ``then`` says what happens beyond.
    """
    return click.option(
        "--limit",
        type=_SteadyLimitType(),
        default="10",
        envvar="PEGWISE_LIMIT",
        show_default=True,
        show_envvar=True,
        metavar="SECONDS",
        help=f"Time limit in seconds for each guess, or none. {then}",
    )


def common(strategy_help: str | None = _STRATEGY_HELP) -> Callable[[F], F]:
    """``--rules``, ``--strategy`` (not if it has no help), ``--seed`` and ``--json``, as on every command.

    The command gets them as one value, ``asked``.
    """

    def add(function: F) -> F:
        @click.option("--seed", type=int, help="Random seed. The same seed gives the same result.")
        @json_option
        @_notation_options
        @functools.wraps(function)
        def command(
            rules: Rules, seed: int | None, as_json: bool, strategy: str | None = None, **own: Any
        ) -> Any:
            return function(asked=Asked(rules, strategy, seed, as_json), **own)

        if strategy_help is not None:
            command = click.option("-s", "--strategy", metavar="NAME", help=strategy_help)(command)
        return _rules_option(_RULES_HELP)(command)  # type: ignore[return-value]

    return add


def number_option(
    text: str, *names: str, least: int = 1, most: int | None = None, default: int | None = None, **more: Any
) -> Callable[[F], F]:
    """An option that is a whole number."""
    kind, shown = click.IntRange(least, most), default is not None
    return click.option(*names, type=kind, default=default, show_default=shown, help=text, **more)


def list_option(least: int, default: int, text: str) -> Callable[[F], F]:
    """``--list``: how many of something to list."""
    return number_option(text, "-n", "--list", "listed", least=least, default=default)


def file_option(text: str, *names: str) -> Callable[[F], F]:
    """An option that names a file to be written."""
    return click.option(*names, type=click.Path(dir_okay=False), help=text)


def threads_option(of: str) -> Callable[[F], F]:
    """``--threads``."""
    text = f"The number of threads; does not change the {of}.  [default: one per processor]"
    return number_option(text, "--threads")


def form_option(forms: Sequence[str], text: str) -> Callable[[F], F]:
    """``--format``: one of these forms, the first by default."""
    kind = click.Choice(forms)
    return click.option("--format", "form", type=kind, default=forms[0], show_default=True, help=text)


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

    @click.option(
        "--colors",
        metavar="SYMBOLS",
        help="How codes are written: letters, initials, names, numbers, 0-5, or a symbol for each color, "
        "such as RGBYWK.  [default: as you write them]",
    )
    @click.option(
        "--write",
        type=click.Choice(list(HIT_STYLES)),
        help="How feedback is written in tables and sentences.  [default: letters]",
    )
    @functools.wraps(function)
    def command(rules: Rules, colors: str | None, write: str | None, **options: Any) -> Any:
        if colors is not None:
            rules = parse_rules(f"{rules} colors={colors}")
        before = feedback_style.set(write)
        try:
            return function(rules=rules, **options)
        finally:
            feedback_style.reset(before)

    return command  # type: ignore[return-value]


def false_rows_option(function: F) -> F:
    """``--false-rows``: how many rows may be false."""
    text = "Allow for K rows whose feedback is wrong: possible are the codes that all rows but K fit."
    return click.option("--false-rows", type=click.IntRange(0), default=0, metavar="K", help=text)(function)


def executor_options(function: F) -> F:
    """Add ``--workers`` and ``--cluster`` to a command, which gets both as one value, ``workers``."""

    @number_option(
        "Use N processes of this computer instead of threads; does not change the result (needs "
        "pegwise[cluster]).",
        "--workers",
        metavar="N",
    )
    @click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Use the workers of the Dask scheduler at this address, such as tcp://10.0.0.1:8786; does not "
        "change the result (needs pegwise[cluster]).",
    )
    @functools.wraps(function)
    def command(workers: int | None, cluster: str | None, **options: Any) -> Any:
        return function(workers=_chosen_executor(workers, cluster), **options)

    return command  # type: ignore[return-value]


@contextmanager
def _chosen_executor(workers: int | None, cluster: str | None) -> Iterator[Executes]:
    """Open the executor that the options name; None if they name none."""
    refuse_together("workers", "cluster", "threads")
    if workers is None and cluster is None:
        yield None
        return
    from pegwise.executors.cluster import connected, dashboard_of, local_cluster

    with local_cluster(workers) if workers is not None else connected(str(cluster)) as client:
        dashboard = dashboard_of(client)
        if dashboard is not None:
            click.echo(f"dashboard: {dashboard}", err=True)
        yield client


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
    spelled = {option.name: option.opts[0] for option in context.command.params}
    given = [name for name in names if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    if len(given) > 1:
        used = " and ".join(spelled[name] for name in given[:2])
        raise click.UsageError(f"{used} cannot be used together", context)


def refuse_beside(name: str, *others: str) -> None:
    """Refuse a parameter beside each of the others on one command line."""
    for other in others:
        refuse_together(name, other)


def print_json(value: object) -> None:
    """Print ``value`` as JSON on standard output, numbers with all their digits."""
    import json

    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        click.echo(json.dumps(value, indent=2, ensure_ascii=False))
    finally:
        sys.set_int_max_str_digits(most)
