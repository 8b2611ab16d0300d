"""Finds what a guess is worth in a position of a listed game; ``worth`` defines it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pegwise.analysis.worth import Between, Rank, Worth, turns_by_feedback
from pegwise.engine.code_space import guess_index, zero_based
from pegwise.errors import LimitError
from pegwise.limit import share_of_limit
from pegwise.optimal.listed_search import search_of

if TYPE_CHECKING:
    from pegwise import Code, Position
    from pegwise.engine.listed.optimum_search import ListedOptimum

_WIDTH = 10
"""Guesses that a first search tries in each position, to have a good tree soon."""


def appraise_listed(position: Position, guess: Code, *, memory: int | None = None) -> Worth:
    """Find what a guess is worth, as far as a limit in force allows; an error if no code is possible."""
    position.check_possible()
    weight, nothing = position.weight, Between(1, math.inf)
    try:
        search = search_of(position, memory)
    except LimitError:
        return Worth(guess, weight, nothing, nothing, None, None)
    place = guess_index(zero_based(guess), position.rules)
    partition = position.partition(guess)
    tells_nothing = partition.class_count == 1 and not partition.is_candidate
    value, answers = Between(weight, math.inf), None
    if not tells_nothing:
        with share_of_limit(0.5):
            ours = search.optimum(first=place)
        value = _turns(ours)
        if ours.is_proved and ours.tree is not None:
            answers = turns_by_feedback(ours.tree, position.rules)
    with share_of_limit(0.3):
        quick = search.optimum(n_best=_WIDTH)
    whole = search.optimum(known=quick.total)
    upper = min(each for each in (quick.total, whole.total, value.upper) if each is not None)
    least = Between(int(upper) if whole.is_proved and upper < math.inf else whole.bound, upper)
    least = Between(min(least.lower, int(upper) if upper < math.inf else least.lower), upper)
    if tells_nothing:  # exactly the turn it takes is lost
        value = Between(least.lower + weight, least.upper + weight)
    rank = Rank(0, position.rules.guess_count, (guess,)) if value.exact and value == least else None
    return Worth(guess, weight, least, value, answers, rank)


def _turns(found: ListedOptimum) -> Between:
    """Return the turns that a search found, as bounds."""
    if found.total is None:
        return Between(found.bound, math.inf)
    return Between(found.total if found.is_proved else min(found.bound, found.total), found.total)
