"""How several guesses together split codes: classes of codes that give the same feedback to all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pegwise.engine.code_space import Columns, Indices, blocks, grouped
from pegwise.engine.counting import occurrences
from pegwise.engine.feedback import bins, numbers_of_guess
from pegwise.limit import spend
from pegwise.progress import report

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.rules import Rules

_TABLE = 1 << 20
"""Joint numbers that are counted in a table however few codes there are."""


class JointClasses(NamedTuple):
    """The class of each code, and the size of each class.

    Attributes:
        labels: The number of the class that each code is in, counted from 0, shape (N,).
        sizes: The size of each class, shape (K,); none is empty.
    """

    labels: Indices
    sizes: Indices

    def largest(self, most: int | None) -> list[Indices]:
        """The places of the codes in each of the largest classes, ascending.

        The largest class comes first; of classes of the same size, the one with the first code.
        """
        count = len(self.sizes)
        firsts = np.zeros(count, np.int64)
        firsts[self.labels[::-1]] = np.arange(len(self.labels), dtype=np.int64)[
            ::-1
        ]  # the last that is written stays
        chosen = np.lexsort((firsts, -self.sizes))[:most]
        rank = np.full(count, -1, np.int64)
        rank[chosen] = np.arange(len(chosen), dtype=np.int64)
        ranks = rank[self.labels]
        members = np.flatnonzero(ranks >= 0)
        return [places for _, places in grouped(ranks[members], members)]


def joint_classes(guesses: Columns, codes: Columns, rules: Rules) -> JointClasses:
    """Split codes (pegs, N) by the feedback that guesses (pegs, G) get together.

    Looks at the clock between guesses, and between blocks of codes: raises what
    :func:`~pegwise.limit.spend` raises.

    >>> from pegwise import Position
    >>> codes = Position("2x3").listed().columns
    >>> joint_classes(codes[:, :2], codes, Position("2x3").rules).sizes.tolist()
    [1, 1, 2, 1, 1, 1, 1, 1]
    """
    size, asked = codes.shape[1], guesses.shape[1]
    labels, count = np.zeros(size, np.int64), min(size, 1)
    for place in range(asked):
        if count == size:  # each code is alone already
            break
        numbers = numbers_of_guess(guesses[:, place : place + 1], codes, rules)
        labels, count = _refined(labels, count, numbers, bins(rules))
        report("guesses", place + 1, asked)
    return JointClasses(labels, occurrences(labels, minlength=count))


def _refined(
    labels: Indices, count: int, numbers: NDArray[np.unsignedinteger[Any]], width: int
) -> tuple[Indices, int]:
    """Split classes further by feedback numbers below ``width``; the labels again from 0, without gaps."""
    joint = np.empty_like(labels)
    for some in blocks(len(labels)):
        joint[some] = labels[some] * width + numbers[some]
    if count * width > max(_TABLE, 4 * len(labels)):
        spend(0)
        order = np.argsort(joint)
        ascending = joint[order]
        dense = np.cumsum(np.append(False, ascending[1:] != ascending[:-1]), dtype=np.int64)
        joint[order] = dense
        return joint, int(dense[-1]) + 1
    occurs = np.zeros(count * width, np.bool_)
    for some in blocks(len(labels)):
        occurs[joint[some]] = True
    names = np.cumsum(occurs, dtype=np.int32)
    for some in blocks(len(labels)):
        joint[some] = names[joint[some]] - 1
    return joint, int(names[-1])
