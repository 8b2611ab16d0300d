"""``pegwise optimal``: the best strategy there is, or bounds of it."""

from __future__ import annotations

import re
from contextlib import nullcontext
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import click

from pegwise.cli import options
from pegwise.cli.late_numpy import run_numpy
from pegwise.cli.tree_forms import TREE_FORMS, written_tree
from pegwise.optimal.problem import OBJECTIVES

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from typing import BinaryIO

    from pegwise import Bounds, GuessValue, Limit, Optimum, Position

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}
_IGNORED = (
    *("objective", "first", "candidates_only", "candidates_from", "checkpoint", "certificate"),
    *("tree_only", "no_book", "form", "output", "colors", "write"),
)
"""Options that the list of all guesses would ignore."""


class _Bytes(click.ParamType[int]):
    name = "bytes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMG]?)B?", str(value).strip().upper())
        if match is None:
            self.fail(f"{value!r} is not an amount of memory; write 500M or 4G", param, ctx)
        return int(float(match[1]) * _UNITS[match[2]])


@click.command("optimal")
@click.argument("history", nargs=-1, metavar="[GUESS:FEEDBACK]...")
@click.option("--after", metavar="HISTORY", help="The rows so far, as one argument: '1122:B 1344:W'.")
@click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    default="total",
    show_default=True,
    help="What to minimize: the total number of guesses over all secrets, or the worst case. worst,total "
    "minimizes the worst case, then the total. worst,last minimizes the worst case, then the number of "
    "secrets that take it. total,worst,last minimizes the total, then the worst case, then the number of "
    "secrets that take the worst case.",
)
@options.number_option(
    "Consider only strategies that need at most N guesses for every secret.", "--max-guesses", metavar="N"
)
@click.option("--first", metavar="GUESS", help="Make this the next guess.")
@click.option("--candidates-only", is_flag=True, help="Guess only codes that can be the secret.")
@options.number_option(
    "From guess K on, guess only codes that can be the secret.", "--candidates-from", metavar="K"
)
@click.option(
    "--all-guesses", is_flag=True, help="List the cost of every next guess; equivalent guesses appear once."
)
@options.limit_option("Time limit in seconds. Then the command prints both bounds and the best tree so far.")
@options.threads_option("result")
@click.option("--memory", type=_Bytes(), help="The most memory to use, such as 500M or 4G.  [default: 2G]")
@options.file_option("Save finished parts in this file, and resume from it.", "--checkpoint")
@options.executor_options
@options.file_option("Write the proof to this file.", "--certificate")
@click.option("--tree-only", is_flag=True, help="Certify only the tree, without the lower bound.")
@click.option(
    "--no-book", is_flag=True, help="Search even if the book of known optimal trees has the result."
)
@options.form_option(TREE_FORMS, "The statistics alone, or the tree, as with pegwise tree.")
@options.file_option("Write the tree to this file, and print its statistics.", "-o", "--output")
@options.common(strategy_help=None)
def command(
    history: tuple[str, ...],
    after: str | None,
    objective: str,
    first: str | None,
    candidates_only: bool,
    candidates_from: int | None,
    all_guesses: bool,
    limit: Limit | None,
    workers: options.Workers,
    certificate: str | None,
    tree_only: bool,
    no_book: bool,
    form: str,
    output: str | None,
    asked: options.Asked,
    **given: Any,
) -> None:
    """Find an optimal strategy, from the start of the game or after these rows, and prove that it is optimal.

    The search shows a lower and an upper bound as it proceeds. A limit ends it with both bounds and the best
    tree so far. To play an optimal strategy in other commands, use -s optimal, or -s FILE with a tree written
    with --format json or figure. To check a certificate, use pegwise check FILE.

    \b
    Examples:
      pegwise optimal
      pegwise optimal --max-guesses 5
      pegwise optimal --first 1234 --objective worst --certificate 1234.cert
      pegwise optimal 1122:B 1344:W --all-guesses
      pegwise optimal -r 5x8 --limit 60 --format json -o 5x8.json
    """
    from pegwise.limit import limited

    rows = [*history, *(after.splitlines() if after else [])]
    position, firsts = options.read_position(asked.rules, rows, [] if first is None else [first])
    options.refuse_beside("all_guesses", *_IGNORED)
    from pegwise.optimal.book import is_in_book
    from pegwise.optimal.optimum import optimum, search_of, value_guesses

    known = is_in_book(position.rules, given["max_guesses"]) and objective == "total" and not no_book
    if not known or all_guesses or rows or firsts or candidates_only or candidates_from:
        run_numpy()
        search_of(position.rules)  # the time to load it is not limited
    with limited(limit), workers as executor:
        given["executor"] = executor
        if all_guesses:
            del given["checkpoint"]
            _print_guesses(partial(value_guesses, position, **given), asked.as_json)
            return
        given |= {"first": firsts[0] if firsts else None, "full": not tree_only, "book": not no_book}
        given["candidates_from"] = 1 if candidates_only else candidates_from
        search = partial(optimum, position, objective=objective, **given)
        found = _find(search, position, objective, certificate)
    if output is not None and found.tree is not None:
        from pegwise.cli.files import write_whole

        write_whole(output, written_tree(found.tree, "json" if form == "summary" else form) + "\n")
    if asked.as_json:
        options.print_json(found.to_dict())
    elif form == "summary" or output is not None or found.tree is None:
        options.print_colors(position.rules)
        click.echo(str(found))
        if executor is not None and found.positions:
            click.echo(f"{found.wasted} positions in vain, because another worker found something better")
            if found.canceled:
                click.echo(f"{found.canceled} tasks canceled, because their answers could no longer matter")
    else:
        click.echo(written_tree(found.tree, form))


def _find(
    search: Callable[..., Optimum], position: Position, objective: str, certificate: str | None
) -> Optimum:
    from pegwise.cli.progress import line_of, shown_bounds

    @cache
    def candidates() -> int | None:
        count = position.count()  # a bound, if the limit is used up already
        return count.value if count.known == "exact" and not objective.startswith("worst") else None

    def said(bounds: Bounds) -> str:
        return line_of(bounds, candidates=candidates())

    kept: AbstractContextManager[BinaryIO | None] = nullcontext()
    if certificate is not None:
        from pegwise.cli.files import whole_file

        kept = whole_file(certificate)
    with shown_bounds(said) as watch, kept as file:
        return search(certificate=file, watch=watch)


def _print_guesses(search: Callable[[], list[GuessValue]], as_json: bool) -> None:
    from pegwise.cli.progress import shown_progress

    with shown_progress():
        values = search()
    if as_json:
        options.print_json([value.to_dict() for value in values])
        return
    click.echo("guess   total   average    regret")
    for value in values:
        mark = "" if value.is_candidate else "  cannot win"
        if value.total is None:
            click.echo(f"{value.guess!s:<6}  impossible{mark}")
            continue
        sign = ">=" if value.known == "lower" else "  "
        regret = "" if value.regret is None else f"{value.regret:8.4f}"
        click.echo(f"{value.guess!s:<6} {sign}{value.total:>5}  {value.average:8.4f}  {regret}{mark}")
