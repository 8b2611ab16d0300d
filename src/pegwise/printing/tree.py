"""Prints strategy trees, what a search for the best one found, and values of games of two persons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.printing.layout import after, counted, table
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from fractions import Fraction

    from pegwise.optimal.game_value import ClassShare, GameValue, TreeShare
    from pegwise.optimal.problem import Bounds, GuessValue, Optimum, Problem
    from pegwise.optimal.value_search import ValueBounds
    from pegwise.trees.node_summary import NodeSummary
    from pegwise.trees.tree import StrategyTree

__all__ = [
    *("bounds", "class_share", "game_value", "guess_value", "node_summary"),
    *("optimum", "problem", "strategy_tree", "tree_share", "value_bounds"),
]


def strategy_tree(shown: StrategyTree) -> str:
    """Write the figures of a tree, and how many secrets are found at each guess."""
    return "\n".join([f"{shown.strategy}, {after(shown.position)}: {_figures(shown)}", _found(shown)])


def node_summary(shown: NodeSummary) -> str:
    """Write the guess at a place in a tree, and what each feedback leads to."""
    here = shown.here
    candidates = counted(here.root.count, "candidate")
    heading = f"{here.strategy}, {after(here.position)}: guess {here.first_guess}, {candidates}"
    rows = [
        (
            hits_name(told, here.rules),
            1 if below is None else below.root.count,
            "" if below is None else below.first_guess,
        )
        for told, below in shown.classes().items()
    ]
    return f"{heading}\n{table([('feedback', 'candidates', 'next guess'), *rows], left=(0, 2))}"


def problem(shown: Problem) -> str:
    """Write what is asked for."""
    objective = shown.objective.replace("worst", "worst case")
    words = [f"least {objective} for {after(shown.position)}"]
    if shown.max_guesses is not None:
        words.append(f"at most {counted(shown.max_guesses, 'guess', 'guesses')}")
    if shown.first is not None:
        words.append(f"{shown.first} first")
    if shown.candidates_from is not None:
        words.append(f"only candidates from guess {shown.candidates_from} on")
    return ", ".join(words)


def optimum(shown: Optimum) -> str:
    """Write what is proved, and the figures of the best strategy."""
    asked = problem(shown.problem)
    if shown.tree is None and shown.known == "exact":
        return f"{asked}: no strategy does this (exact)"
    what = "worst case" if shown.problem.objective.startswith("worst") else "total"
    if shown.known == "exact":
        heading = f"{asked}: {what} {shown.upper} (exact)"
    elif shown.upper is None:
        heading = f"{asked}: {what} at least {shown.lower}; no strategy is found yet"
    else:
        heading = f"{asked}: {what} at least {shown.lower}, at most {shown.upper}"
    return heading if shown.tree is None else f"{heading}\n{_figures(shown.tree)}\n{_found(shown.tree)}"


def bounds(shown: Bounds) -> str:
    """Write how far a search is."""
    lower = "no lower bound" if shown.lower is None else f"at least {shown.lower}"
    upper = "no upper bound" if shown.upper is None else f"at most {shown.upper}"
    return f"{lower}, {upper}; {counted(shown.positions, 'position')} searched in {shown.seconds:.1f} s"


def guess_value(shown: GuessValue) -> str:
    """Write what a guess costs with best play after it."""
    if shown.total is None or shown.average is None:
        return f"{shown.guess}: no strategy keeps to the guesses allowed"
    least = "at least " if shown.known == "lower" else ""
    regret = "" if shown.regret is None else f", regret {least}{shown.regret:.4f}"
    return f"{shown.guess}: total {least}{shown.total}, average {least}{shown.average:.4f}{regret}"


def _figures(shown: StrategyTree) -> str:
    figures = f"total {shown.total}, average {shown.average:.4f}, worst case {shown.worst}"
    return f"first guess {shown.first_guess}, {figures}"


def _found(shown: StrategyTree) -> str:
    made = len(shown.position.history)
    found = list(enumerate(shown.distribution, 1))[made:]
    return table([("guess", "secrets found"), *found], left=())


def game_value(shown: GameValue) -> str:
    """Write the value or its bounds, and a line for each class of secrets and each tree."""
    return "\n".join([_heading(shown), "codemaker:", _codemaker(shown), *_codebreaker(shown)])


def class_share(shown: ClassShare) -> str:
    """Write how often the codemaker chooses a class."""
    return f"{shown.name}, such as {shown.example}: share {_number(shown.share)}, weight {shown.weight}"


def tree_share(shown: TreeShare) -> str:
    """Write how often the codebreaker plays a tree, and what it takes for each class."""
    averages = ", ".join(map(str, shown.averages))
    figures = f"share {_number(shown.share)}, total {shown.tree.total}, averages {averages}"
    return f"{shown.tree.first_guess} first: {figures}"


def value_bounds(shown: ValueBounds) -> str:
    """Write how far a search is."""
    upper = "no upper bound" if shown.upper is None else f"at most {_number(shown.upper)}"
    known = f"at least {_number(shown.lower)}, {upper}"
    return f"{known}; {counted(shown.trees, 'tree')} in {shown.seconds:.1f} s"


def _heading(shown: GameValue) -> str:
    if shown.known == "exact":
        return f"value of {shown.rules}: {_number(shown.lower)} (exact)"
    upper = "no upper bound yet" if shown.upper is None else f"at most {_number(shown.upper)}"
    return f"value of {shown.rules}: at least {_number(shown.lower)}, {upper}"


def _codemaker(shown: GameValue) -> str:
    rows = [
        (share.name, share.example, share.size, share.share, f"{float(share.share):.4f}", share.weight)
        for share in shown.codemaker
    ]
    return table([("class", "example", "codes", "share", "", "weight"), *rows], left=(0, 1))


def _codebreaker(shown: GameValue) -> list[str]:
    if not shown.codebreaker:
        return []
    names = [share.name for share in shown.codemaker]
    rows = [
        (
            tree.tree.first_guess,
            f"{float(tree.share):.4f}",
            tree.tree.worst,
            *(f"{float(average):.4f}" for average in tree.averages),
        )
        for tree in shown.codebreaker
    ]
    heading = ("first guess", "share", "worst", *names)
    return [f"codebreaker, {counted(len(rows), 'tree')}:", table([heading, *rows], left=(0,))]


def _number(number: Fraction) -> str:
    return f"{number} = {float(number):.4f}" if number.denominator > 1 else str(number)
