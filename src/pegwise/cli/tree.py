"""``pegwise tree``: a whole strategy, in figures or written out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pegwise.cli import options
from pegwise.cli.tree_forms import TREE_FORMS, written_tree
from pegwise.errors import LimitError
from pegwise.notation import number_name

if TYPE_CHECKING:
    from pegwise import Limit, Position, Strategy, StrategyTree
    from pegwise.executors.crew import Executes


@click.command("tree")
@click.argument("history", nargs=-1, metavar="[GUESS:FEEDBACK]...")
@options.form_option(
    TREE_FORMS,
    "The statistics alone, or the tree in Knuth's notation, as JSON, for Graphviz, or as indented text.",
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
@options.threads_option("tree")
@options.limit_option("Time limit in seconds. If the estimate is longer, the command refuses at once.")
@click.option("--estimate", is_flag=True, help="Only estimate the time and memory.")
@options.file_option("Save finished parts in this file, and resume from it.", "--checkpoint")
@options.executor_options
@options.file_option(
    "Write a certificate of what the tree costs to this file, for pegwise check.", "--certificate"
)
@options.file_option("Write the tree to this file.", "-o", "--output")
@options.common()
def command(
    history: tuple[str, ...],
    form: str,
    also: tuple[str, ...],
    first: str | None,
    threads: int | None,
    limit: Limit | None,
    estimate: bool,
    checkpoint: str | None,
    workers: options.Workers,
    certificate: str | None,
    output: str | None,
    asked: options.Asked,
    **own: Any,
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
    from pegwise.cli.progress import shown_progress
    from pegwise.limit import limited

    for option in ("form", "output"):
        options.refuse_beside(option, "as_json", "estimate")
    for option in ("workers", "cluster", "certificate", "also"):
        options.refuse_together(option, "estimate")
    options.refuse_together("also", "checkpoint")
    position, firsts = options.read_position(asked.rules, history, [first] if first else [])
    own["first"] = firsts[0] if firsts else None
    strategies = [asked.chosen(**own)]
    if estimate:
        _print_cost(strategies[0], position, asked.as_json)
        return
    with shown_progress(), limited(limit):
        strategies += [options.strategy_from(name, asked.seed, **own) for name in also]
        if limit is not None:
            _check_cost(strategies, position, limit)
        with workers as executor:
            tree = _built(strategies, position, threads, checkpoint, executor)
        if certificate is not None:
            from pegwise.cli.files import whole_file
            from pegwise.optimal.certificate import write_certificate
            from pegwise.optimal.problem import Problem

            with whole_file(certificate) as file:
                write_certificate(file, Problem(tree.position), tree, None)
    if asked.as_json:
        options.print_json(tree.to_dict())
        return
    text = str(tree) if form == "summary" else written_tree(tree, form)
    if output is not None:
        from pegwise.cli.files import write_whole

        write_whole(output, text + "\n")
        return
    if form == "summary":
        options.print_colors(position.rules)
    click.echo(text)


def _built(
    strategies: list[Strategy],
    position: Position,
    threads: int | None,
    checkpoint: str | None,
    executor: Executes,
) -> StrategyTree:
    """Build the trees of strategies and combine them; a long run saves the finished parts of each."""
    from pegwise.cli.files import long_run_file
    from pegwise.limit import LimitReached
    from pegwise.trees.best_of import best_of
    from pegwise.trees.build import build_tree
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
    return best_of(trees) if len(trees) > 1 else trees[0]


def _check_cost(strategies: list[Strategy], position: Position, limit: Limit) -> None:
    """Raise for trees that would take longer than the limit."""
    from pegwise.strategies.work_estimate import estimate_tree

    costs, most = [estimate_tree(position, strategy=each) for each in strategies], limit.seconds or 0.0
    if sum(cost.seconds for cost in costs) <= most:
        return
    if len(costs) > 1:
        each = ", ".join(map(str, costs))
        raise LimitError(f"the {len(costs)} trees would take longer than the limit of {most:g} s: {each}")
    raise LimitError(
        f"the tree would take {costs[0]}; the limit is {most:g} s "
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


def _print_cost(strategy: Strategy, position: Position, as_json: bool) -> None:
    from pegwise.strategies.work_estimate import estimate_tree

    cost = estimate_tree(position, strategy=strategy)
    if as_json:
        options.print_json(cost.to_dict())
    else:
        click.echo(f"{cost}, on one thread: {number_name(cost.pairs)} pairs of codes to compare")
