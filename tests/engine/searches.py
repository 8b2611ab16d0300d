"""Ways to ask the compiled search and the oracle the same."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from pegwise.engine.code_space import all_codes, numbers_of
from pegwise.engine.enumerated.optimum_search import IMPOSSIBLE, UNLIMITED, AnswerMatrix, Question, Searcher
from pegwise.engine.enumerated.symmetry import distinguishable
from pegwise.engine.enumerated.transposition_table import SolvedTable
from pegwise.notation import parse_rules
from tests import oracle
from tests.helpers import game_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

TOTAL = Question()
UNIT = 1 << 10
"""Above all candidates of the games here, so that the total comes first."""


@lru_cache(maxsize=8)
def matrix_of(name: str) -> AnswerMatrix:
    """All codes of a game, as candidates and as guesses."""
    rules = parse_rules(name)
    codes = all_codes(rules)
    return AnswerMatrix(rules, codes, codes)


def searcher(name: str, table: SolvedTable | None = None, **more: Any) -> Searcher:
    """A searcher of a whole game, with a table of its own if it is given none."""
    return Searcher(matrix_of(name), SolvedTable(1 << 20) if table is None else table, **more)


def first_guesses(name: str) -> NDArray[np.int32]:
    """The places of the first guesses that renamings do not make of each other."""
    matrix = matrix_of(name)
    wanted = numbers_of(distinguishable(matrix.rules, []), matrix.rules)
    return np.searchsorted(numbers_of(matrix.pool, matrix.rules), wanted).astype(np.int32)


def least_total(name: str, question: Question = TOTAL) -> int:
    """The least total of a whole game, by one search of all first guesses."""
    count = len(matrix_of(name).codes)
    found, _ = searcher(name).excess(range(count), question, listed=first_guesses(name))
    return found + 2 * count - 1


def exhaustive(name: str, members: Sequence[int], remember: bool = True) -> oracle.Exhaustive:
    """The oracle for a set of codes, by their places."""
    game = game_of(parse_rules(name))
    codes = oracle.codes(game)
    return oracle.Exhaustive(game, remember, [codes[place] for place in members])


def expected(oracle_: oracle.Exhaustive, question: Question) -> int:
    """The excess of all the oracle's members as the definition has it."""
    count = len(oracle_.bit)
    left, free = (math.inf if limit == UNLIMITED else limit for limit in (question.left, question.free))
    cost = oracle_.least((1 << count) - 1, left, free)
    if cost is None:
        return IMPOSSIBLE
    if question.last and not question.unit:
        return oracle_.fewest_last((1 << count) - 1, left, free) or 0
    last = cost.last if question.last and cost.worst == question.left else 0
    return (cost.total - 2 * count + 1) * question.unit + last


def questions(worst: int) -> list[Question]:
    """Everything that is asked of a position that takes so many guesses at most, and one guess less."""
    limits = [UNLIMITED, worst, worst - 1]
    return [
        Question(),
        Question(free=0),
        Question(free=1),
        *(Question(left, unit=unit) for left in limits for unit in (0, 1)),
        *(Question(left, unit=unit, last=True) for left in limits for unit in (0, UNIT)),
        Question(worst, 1),
        *(Question(worst + 1, free, unit, last=True) for free in (0, 1) for unit in (0, UNIT)),
    ]
