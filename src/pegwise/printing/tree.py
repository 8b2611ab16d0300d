"""Prints strategy trees, what a search for the best one found, and values of games of two persons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.printing.layout import after, counted, table
from pegwise.wording import hits_name

if TYPE_CHECKING:
    from fractions import Fraction

    from pegwise import (
        Bounds,
        ClassShare,
        GameValue,
        GuessValue,
        NodeSummary,
        Optimum,
        Problem,
        StrategyTree,
        TreeShare,
        ValueBounds,
    )


def strategy_tree(shown: StrategyTree) -> str:
    """Write the figures of a tree, and how many secrets are found at each guess."""
    heading = f"{shown.strategy}, {after(shown.position)}: first guess {shown.first_guess}"
    return "\n".join([heading, _figures(shown), *_found(shown)])


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
    most = [] if shown.max_guesses is None else [f"at most {counted(shown.max_guesses, 'guess', 'guesses')}"]
    return ", ".join([f"least {objective} for {after(shown.position)}", *most, *_conditions(shown)])


def _conditions(shown: Problem) -> list[str]:
    """All conditions but the most guesses."""
    first = [] if shown.first is None else [f"{shown.first} first"]
    if shown.candidates_from is None:
        return first
    return [*first, f"only candidates from guess {shown.candidates_from} on"]


def optimum(shown: Optimum) -> str:
    """Write what is proved, the figures of the best strategy, and how they were found."""
    asked, tree = shown.problem, shown.tree
    what = ", ".join([after(asked.position), *_conditions(asked)])
    if tree is None and shown.known == "exact":
        most = counted(asked.max_guesses or 0, "guess", "guesses")
        return f"{what}: no strategy breaks every code within {most} (proved)"
    lines = [f"optimal ({asked.objective}), {what}: {_state(shown)}"]
    if tree is not None:
        lines += [f"first guess {tree.first_guess}, {_figures(tree)}", *_found(tree)]
    if shown.known == "exact" and not shown.positions:
        lines.append("from the book")
    else:
        lines.append(f"{counted(shown.positions, 'position')} searched in {shown.seconds:.1f} s")
    if shown.certified is not None:
        lemmas = counted(shown.certified.lemmas, "lemma")
        lines.append(f"certificate: {lemmas}, sha256 {shown.certified.sha256}")
    return "\n".join(lines)


def _state(shown: Optimum) -> str:
    if shown.known == "exact":
        return "exact"
    what = "worst case" if shown.problem.objective.startswith("worst") else "total"
    if shown.upper is None:
        return f"{what} at least {shown.lower} (lower), no strategy found yet"
    return f"{what} at least {shown.lower} (lower), at most {shown.upper} (upper)"


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
    return f"total {shown.total}, average {shown.average:.4f}, worst {shown.worst}"


def _found(shown: StrategyTree) -> list[str]:
    found = list(enumerate(shown.distribution, 1))[len(shown.position.history) :]
    return [f"  {secrets:>7} won at guess {guess}" for guess, secrets in found]


def game_value(shown: GameValue) -> str:
    """Write the value or its bounds, and a line for each class of secrets and each tree."""
    if shown.known == "exact":
        known = f"{_number(shown.lower)} (exact)"
    else:
        upper = "no upper bound yet" if shown.upper is None else f"at most {_number(shown.upper)}"
        known = f"at least {_number(shown.lower)}, {upper}"
    rows = [
        (share.name, share.example, share.size, share.share, f"{float(share.share):.4f}", share.weight)
        for share in shown.codemaker
    ]
    classes = table([("class", "example", "codes", "share", "", "weight"), *rows], left=(0, 1))
    return "\n".join([f"value of {shown.rules}: {known}", "codemaker:", classes, *_codebreaker(shown)])


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
