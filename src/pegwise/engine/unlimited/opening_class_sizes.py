"""How guesses split all codes of a game, counted without going through them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.feedback import bins
from pegwise.engine.unlimited.candidate_count import exact_count
from pegwise.limit import spend
from pegwise.progress import report

if TYPE_CHECKING:
    from pegwise.engine.code_space import Columns, Indices
    from pegwise.rules import Rules

__all__ = ["opening_sizes"]


def opening_sizes(guesses: Columns, rules: Rules) -> Indices:
    """Count how many of all codes give each feedback number to each guess (pegs, G): shape (G, bins).

    It takes about a tenth of a second a guess in games of some hundred million codes.

    >>> import numpy as np
    >>> from pegwise.rules import Rules
    >>> int(opening_sizes(np.array([[0], [0], [1], [1]]), Rules(4, 6)).max())
    256
    """
    sizes = np.zeros((guesses.shape[1], bins(rules)), np.int64)
    for place, guess in enumerate(guesses.T.tolist()):
        report("guesses", place, guesses.shape[1])
        for black, white in rules.feedbacks:
            spend(0)
            number = black * (rules.pegs + 1) + white
            sizes[place, number] = exact_count(rules, [(tuple(guess), black, white)]) or 0
    return sizes
