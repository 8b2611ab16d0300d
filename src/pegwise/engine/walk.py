"""Codes that fit a history, met by a random walk: bounded work whatever the size of the game.

A population of codes is changed peg by peg; changes that bring a code nearer to the history are taken, others
now and then (Metropolis et al., J. Chem. Phys. 21, 1953; for this game J. L. Bernier et al., *Solving
Mastermind using GAs and simulated annealing*, PPSN IV, 1996). What it meets fits; what it does not meet may
exist all the same, and codes are not met equally often.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.feedback import feedback_numbers
from pegwise.limit import spend

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegwise.engine.space import Columns
    from pegwise.rules import Rules

    Hits = NDArray[np.int64]

__all__ = ["codes_met", "nearest_code"]

_WALKERS, _WORK, _STEPS = 24, 800_000, 100
"""Of a search for a code near the history: walks at once, symbols compared in all, and changes at most."""
_HEAT = 0.4
"""A change that is worse by d hits is taken with the chance exp(-d / _HEAT)."""


def codes_met(
    rules: Rules, guesses: Columns, feedback: Hits, start: Columns, steps: int, rng: np.random.Generator
) -> Columns:
    """The different codes that fit met by walks from the codes in ``start``: shape (pegs, M), M from 0.

    ``guesses``: shape (pegs, R); ``feedback``: (2, R), black and white hits; ``start``: (pegs, N);
    ``steps`` changes are tried on each code. A function of the arguments and the generator's state.

    >>> from pegwise.rules import Rules
    >>> rng, start = np.random.default_rng(1), np.zeros((2, 5), np.uint8)
    >>> guess, white_hit = np.array([[0], [1]], np.uint8), np.array([[0], [1]])
    >>> codes_met(Rules(2, 3), guess, white_hit, start, 50, rng).T.tolist()
    [[1, 2], [2, 0]]
    """
    codes = start.copy()
    far = _distance(rules, guesses, feedback, codes)
    met = [codes[:, far == 0]]
    for _ in range(steps):
        spend(0)
        changed = _changed(rules, codes, rng)
        further = _distance(rules, guesses, feedback, changed)
        taken = further - far <= rng.exponential(_HEAT, len(far))
        codes[:, taken], far[taken] = changed[:, taken], further[taken]
        met.append(codes[:, taken & (far == 0)])
    return np.unique(np.concatenate(met, axis=1), axis=1)


def nearest_code(
    rules: Rules, guesses: Columns, feedback: Hits, rng: np.random.Generator
) -> tuple[tuple[int, ...], int]:
    """The code nearest to a history of those that some walks meet, and how many codes they met.

    Some tens of milliseconds however large the game, and no look at a limit: for what is said when that is
    reached. A function of the arguments and the generator's state.

    >>> from pegwise.rules import Rules
    >>> guess, white_hit = np.array([[0], [1]], np.uint8), np.array([[0], [1]])
    >>> nearest_code(Rules(2, 3), guess, white_hit, np.random.default_rng(1))[0] in ((1, 2), (2, 0))
    True
    """
    codes = rng.permuted(np.tile(np.arange(rules.colors, dtype=guesses.dtype), (_WALKERS, 1)), axis=1)
    if rules.repeats:
        codes = rng.integers(rules.colors, size=(_WALKERS, rules.pegs), dtype=guesses.dtype)
    codes = codes[:, : rules.pegs].T.copy()
    far = _distance(rules, guesses, feedback, codes)
    steps = max(1, min(_STEPS, _WORK // (_WALKERS * max(1, guesses.size))))
    for _ in range(steps):
        if not far.min():
            break
        changed = _changed(rules, codes, rng)
        further = _distance(rules, guesses, feedback, changed)
        taken = further <= far
        codes[:, taken], far[taken] = changed[:, taken], further[taken]
    return tuple(codes[:, far.argmin()].tolist()), _WALKERS * (1 + steps)


def _distance(rules: Rules, guesses: Columns, feedback: Hits, codes: Columns) -> Hits:
    """By how many hits, black and in all, each code's answers differ from the history: shape (N,)."""
    black, white = np.divmod(feedback_numbers(guesses, codes, rules).astype(np.int64), rules.pegs + 1)
    wanted_black, wanted_white = feedback[0][:, None], feedback[1][:, None]
    hits = np.abs(black + white - wanted_black - wanted_white)
    return np.asarray((np.abs(black - wanted_black) + hits).sum(axis=0))


def _changed(rules: Rules, codes: Columns, rng: np.random.Generator) -> Columns:
    """Each code with two pegs swapped or, where that leaves a code of the rules, one peg of another color."""
    everyone = np.arange(codes.shape[1])
    peg, other = rng.integers(rules.pegs, size=(2, len(everyone)))
    color = rng.integers(rules.colors, size=len(everyone)).astype(codes.dtype)
    changed = codes.copy()
    recolored = rng.random(len(everyone)) < 0.5
    if not rules.repeats:
        recolored &= ~(codes == color).any(axis=0)
    changed[peg, everyone] = np.where(recolored, color, codes[other, everyone])
    swapped = np.flatnonzero(~recolored)
    changed[other[swapped], swapped] = codes[peg[swapped], swapped]
    return changed
