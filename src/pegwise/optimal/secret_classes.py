"""Classes of secrets that differ by names alone: those whose colors occur equally often."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.code_space import all_codes, all_guesses, is_searched_by_matrix, places_of, to_code
from pegwise.engine.counting import occurrences
from pegwise.engine.feedback import bins, feedback_numbers
from pegwise.engine.listed.matrix import MOST_BYTES, matrix_of
from pegwise.engine.listed.openings import has_openings, kinds_of
from pegwise.errors import LimitError
from pegwise.limit import spend

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.code_space import Columns
    from pegwise.engine.tree_arrays import TreeArrays
    from pegwise.rules import Code, Rules


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MOST_SECRETS = (1 << 16) - 1
_BLOCK = 256


@dataclass(frozen=True, eq=False)
class SecretClasses:
    """The classes of the secrets of a game, and what the compiled search needs to know of it.

    ``class_of`` (S,): the class of each secret. ``sizes``, ``names`` and ``examples`` of the classes.
    ``openings``: the first guesses that differ by more than names. ``matrix`` (G, S) and ``secret_of`` (G,)
    as :class:`~pegwise.engine.listed.optimum_search.ListedSearch` takes them.
    """

    rules: Rules
    class_of: NDArray[np.int64]
    sizes: tuple[int, ...]
    names: tuple[str, ...]
    examples: tuple[Code, ...]
    openings: tuple[int, ...]
    matrix: NDArray[np.uint8]
    secret_of: NDArray[np.int32]
    bins: int

    @classmethod
    def of(cls, rules: Rules) -> SecretClasses:
        """Sort the secrets of a game into classes.

        Raises:
            LimitError: If the game has too many codes, or is one whose names cannot change places.
        """
        _check(rules)
        secrets, guesses = all_codes(rules), all_guesses(rules)
        matrix = matrix_of(rules) if is_searched_by_matrix(rules) else _matrix(guesses, rules)
        kinds = _kinds(secrets, rules)
        found, firsts, class_of = np.unique(kinds, axis=0, return_index=True, return_inverse=True)
        class_of = class_of.ravel().astype(np.int64)
        openings = np.unique(_kinds(guesses, rules), axis=0, return_index=True)[1]
        return cls(
            rules,
            class_of,
            tuple(occurrences(class_of, len(found)).tolist()),
            tuple(_name(kind.tolist()) for kind in found),
            tuple(rules.spelled(to_code(secrets[:, place])) for place in firsts),
            tuple(sorted(openings.tolist())),
            matrix,
            places_of(guesses, rules).astype(np.int32),
            bins(rules),
        )

    def counted(self, tree: TreeArrays) -> TreeArrays:
        """Return a tree of secrets with weights, all above 0, with the numbers of its secrets instead."""
        below = occurrences(tree.parents[1:], len(tree), tree.counts[1:])
        counts, depths = (tree.counts > below).astype(np.int32), tree.depths
        for depth in range(int(depths.max()), 0, -1):
            level = np.flatnonzero(depths == depth)
            np.add.at(counts, tree.parents[level], counts[level])
        return replace(tree, counts=counts)

    def totals(self, tree: TreeArrays) -> tuple[int, ...]:
        """Return the guesses that a tree for all secrets needs for each class, summed over its secrets."""
        below = occurrences(tree.parents[1:], len(tree), tree.counts[1:])
        wins = np.flatnonzero(tree.counts > below)
        classes = self.class_of[self.secret_of[tree.guesses[wins]]]
        return tuple(occurrences(classes, len(self.sizes), tree.depths[wins] + 1).tolist())


def _check(rules: Rules) -> None:
    if is_searched_by_matrix(rules) and not has_openings(rules):
        raise LimitError("the value is found for games in which pegs and colors can be renamed")
    if rules.size > _MOST_SECRETS or rules.size * rules.guess_count > MOST_BYTES or bins(rules) > 256:
        raise LimitError(f"{rules} has too many codes for its value to be found")


def _matrix(codes: Columns, rules: Rules) -> NDArray[np.uint8]:
    found = np.empty((codes.shape[1], codes.shape[1]), np.uint8)
    for start in range(0, len(found), _BLOCK):
        spend(0)
        found[start : start + _BLOCK] = feedback_numbers(codes[:, start : start + _BLOCK], codes, rules)
    return found


def _kinds(codes: Columns, rules: Rules) -> NDArray[np.uint8]:
    """Say of which class codes are: where only black hits are told, the colors of each peg can be renamed."""
    if is_searched_by_matrix(rules):
        return kinds_of(codes, rules)
    if rules.tells == "black" and rules.repeats:
        return np.zeros((codes.shape[1], rules.pegs + 1), np.uint8)
    return kinds_of(codes, rules.plain)


def _name(kind: list[int]) -> str:
    """Name a class by how often colors occur: ``AABC``; a dot is an empty peg.

    >>> _name([2, 1, 1, 0, 0]), _name([0, 0, 0, 0, 0])
    ('AABC', 'any')
    """
    letters = [letter * often for letter, often in zip(_LETTERS, kind[:-1], strict=False) if often]
    return "".join(letters) + "." * kind[-1] or "any"
