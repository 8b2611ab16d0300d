"""``pegwise tree``: a whole strategy, in figures or written out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pegwise.cli.options import common, print_json, strategy_from
from pegwise.notation import parse_code

if TYPE_CHECKING:
    from pegwise.rules import Rules
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
    help="Figures alone, or the tree itself: Knuth's notation, JSON, Graphviz, indented text.",
)
@click.option("--first", metavar="GUESS", help="The first guess to make.")
@click.option("--candidates-only", is_flag=True, help="Guess only what may be the secret.")
@click.option("--unused-only", is_flag=True, help="Never a code guessed before.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write to this file.")
@common()
def command(
    history: tuple[str, ...],
    form: str,
    first: str | None,
    candidates_only: bool,
    unused_only: bool,
    output: str | None,
    rules: Rules,
    strategy: str,
    seed: int | None,
    as_json: bool,
) -> None:
    """The whole tree of a strategy, from the start or from a position.

    A tree written with --format json or figure is a strategy too: -s FILE plays it.

    \b
    Examples:
      pegwise tree -s knuth --format figure
      pegwise tree -s knuth --first 1123
      pegwise tree -s entropy -r 4x5 --format json -o entropy.json
    """
    from pegwise.cli.files import write_whole
    from pegwise.cli.progress import shown_progress
    from pegwise.position import Position
    from pegwise.trees import build_tree

    options = {"candidates_only": candidates_only, "unused_only": unused_only}
    chosen = strategy_from(strategy, seed, first=parse_code(first, rules) if first else None, **options)
    with shown_progress():
        tree = build_tree(chosen, Position(rules, history))
    if as_json:
        print_json(tree.to_dict())
        return
    text = _written(tree, form)
    if output is None:
        click.echo(text)
    else:
        write_whole(output, text + "\n")


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
