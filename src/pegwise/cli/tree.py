"""``pegwise tree``: a whole strategy, in figures or written out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pegwise.cli.executors import chosen_executor, executor_options
from pegwise.cli.options import (
    SECONDS,
    chosen_strategy,
    common,
    print_colors,
    print_json,
    read_position,
    refuse_together,
    strategy_from,
)
from pegwise.errors import LimitError
from pegwise.notation import number_name

if TYPE_CHECKING:
    from pegwise.executors import Executes
    from pegwise.position import Position
    from pegwise.rules import Rules
    from pegwise.strategies import Strategy
    from pegwise.strategies.work_estimate import Cost
    from pegwise.trees import StrategyTree

__all__ = ["command"]


@click.command("tree")
@click.argument("history", nargs=-1, metavar="[GUESS:FEEDBACK]...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["summary", "figure", "json", "dot", "text"]),
    default="summary",
    show_default=True,
    help="The statistics alone, or the tree in Knuth's notation, as JSON, for Graphviz, or as indented text.",
)
@click.option(
    "--also",
    multiple=True,
    metavar="NAME",
    help="Build the tree of this strategy, too, and combine them: at each position that several trees come "
    "to, the best goes on. May be given several times.",
)
@click.option("--first", metavar="GUESS", help="Make this the first guess.")
@click.option("--candidates-only", is_flag=True, help="Guess only codes that can be the secret.")
@click.option("--unused-only", is_flag=True, help="Never guess the same code twice.")
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    help="The number of threads; does not change the tree.  [default: one per processor]",
)
@click.option(
    "--limit",
    type=SECONDS,
    help="Time limit in seconds. If the estimate is longer, the command refuses at once.",
)
@click.option("--estimate", is_flag=True, help="Only estimate the time and memory.")
@click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False),
    help="Save finished parts in this file, and resume from it.",
)
@executor_options
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False),
    help="Write a certificate of what the tree costs to this file, for pegwise check.",
)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write the tree to this file.")
@common()
def command(
    history: tuple[str, ...],
    form: str,
    also: tuple[str, ...],
    first: str | None,
    candidates_only: bool,
    unused_only: bool,
    threads: int | None,
    limit: float | None,
    estimate: bool,
    checkpoint: str | None,
    workers: int | None,
    cluster: str | None,
    certificate: str | None,
    output: str | None,
    rules: Rules,
    strategy: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Build the whole tree of a strategy, from the start of the game or after these rows.

    A tree written with --format json or figure is a strategy too: play it with -s FILE. A run that was
    stopped resumes from its --checkpoint file; without that option, runs of more than a minute save a file
    of their own.

    \b
    Examples:
      pegwise tree -s knuth --format figure
      pegwise tree -s knuth --first 1123
      pegwise tree -s entropy -r 4x5 --format json -o entropy.json
      pegwise tree -s entropy -r 6x10-distinct --estimate
      pegwise tree -s entropy -r 6x9 --workers 8
      pegwise tree -s entropy -r 5x5 --certificate 5x5.cert
      pegwise tree --first 1123 -s entropy --also most-parts --also knuth
    """
    from pegwise.cli.files import write_whole
    from pegwise.cli.progress import shown_progress
    from pegwise.limit import Limit, limited
    from pegwise.trees import best_of

    for written in ("form", "output"):
        for told in ("as_json", "estimate"):
            refuse_together(written, told)
    for option in ("workers", "cluster", "certificate", "also"):
        refuse_together(option, "estimate")
    refuse_together("also", "checkpoint")
    options = {"candidates_only": candidates_only, "unused_only": unused_only}
    position, firsts = read_position(rules, history, [first] if first else [])
    code = firsts[0] if firsts else None
    chosen = chosen_strategy(strategy, rules, seed, first=code, **options)
    if estimate:
        from pegwise.strategies.work_estimate import estimate_tree

        _print_cost(estimate_tree(position, strategy=chosen), as_json)
        return
    with shown_progress(), limited(None if limit is None else Limit(seconds=limit)):
        others = [strategy_from(name, seed, first=code, **options) for name in also]
        if limit is not None:
            _check_cost([chosen, *others], position, limit)
        with chosen_executor(workers, cluster) as executor:
            trees = _built([chosen, *others], position, threads, checkpoint, executor)
        tree = best_of(trees) if also else trees[0]
        if certificate is not None:
            _certify(tree, certificate)
    if as_json:
        print_json(tree.to_dict())
        return
    text = _written(tree, form)
    if output is None:
        if form == "summary":
            print_colors(position.rules)
        click.echo(text)
    else:
        write_whole(output, text + "\n")


def _built(
    strategies: list[Strategy],
    position: Position,
    threads: int | None,
    checkpoint: str | None,
    executor: Executes,
) -> list[StrategyTree]:
    """Build the trees of strategies; a long run saves the finished parts of the tree that it is at."""
    from pegwise.cli.files import long_run_file
    from pegwise.limit import LimitReached
    from pegwise.trees import build_tree
    from pegwise.trees.play import TreeStrategy

    trees = []
    for each in strategies:
        if isinstance(each, TreeStrategy):
            each.tree(position)  # a file for other rules is refused before the work begins
    for each in strategies:
        kept = checkpoint or long_run_file(each, position)
        try:
            trees.append(
                build_tree(position, strategy=each, threads=threads, checkpoint=kept, executor=executor)
            )
        except LimitReached:
            raise LimitReached(_unfinished(kept is not None, len(strategies) == 1)) from None
    return trees


def _certify(tree: StrategyTree, path: str) -> None:
    """Write the certificate of what a tree costs."""
    from pegwise.cli.files import whole_file
    from pegwise.optimal.certificate import write_certificate
    from pegwise.optimal.problem import Problem

    with whole_file(path) as file:
        write_certificate(file, Problem(tree.position), tree, None)


def _check_cost(strategies: list[Strategy], position: Position, limit: float) -> None:
    """Raise for trees that would take longer than the limit."""
    from pegwise.strategies.work_estimate import estimate_tree

    costs = [estimate_tree(position, strategy=each) for each in strategies]
    if sum(cost.seconds for cost in costs) <= limit:
        return
    if len(costs) > 1:
        each = ", ".join(map(str, costs))
        raise LimitError(f"the {len(costs)} trees would take longer than the limit of {limit:g} s: {each}")
    raise LimitError(
        f"the tree would take {costs[0]}; the limit is {limit:g} s "
        "(without a limit, --checkpoint FILE lets you stop the work and resume it)",
        costs[0],
    )


def _unfinished(kept: bool, alone: bool) -> str:
    """Say that a tree was not finished in time: half a tree is not a result."""
    if not alone:
        return "the trees were not finished in time; allow more with --limit"
    if kept:
        return "the tree was not finished in time; the finished parts are saved, and the same command resumes"
    return (
        "the tree was not finished in time; "
        "allow more with --limit, or save finished parts with --checkpoint FILE"
    )


def _print_cost(cost: Cost, as_json: bool) -> None:
    if as_json:
        print_json(cost.to_dict())
    else:
        click.echo(f"{cost}, on one thread: {number_name(cost.pairs)} pairs of codes to compare")


def _written(tree: StrategyTree, form: str) -> str:
    from pegwise.trees import dot, figure, indented, to_json

    writers = {"figure": figure, "json": to_json, "dot": dot, "text": indented, "summary": _summary}
    return writers[form](tree)


def _summary(tree: StrategyTree) -> str:
    lines = [
        f"{tree.strategy}, {tree.rules}: first guess {tree.first_guess}",
        f"total {tree.total}, average {tree.average:.4f}, worst {tree.worst}",
    ]
    lines += [f"  {secrets:>7} won at guess {guess}" for guess, secrets in enumerate(tree.distribution, 1)]
    return "\n".join(lines)
