"""Prints the value of a game of two persons, and the mixtures that ensure it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegwise.printing.layout import counted, table

if TYPE_CHECKING:
    from fractions import Fraction

    from pegwise.optimal.game_value import ClassShare, GameValue, TreeShare
    from pegwise.optimal.value_search import ValueBounds

__all__ = ["class_share", "game_value", "tree_share", "value_bounds"]


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
