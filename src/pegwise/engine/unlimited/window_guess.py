"""A guess for the largest games: a few pegs are in play, and all others tell nothing new.

If pegs times colors is large, a walk finds no candidate long after the rows would allow only one. So most
pegs get one color, whose hits are a matter of how often it is in the code. A few pegs, the *window*, get
colors that may be theirs, and the feedback says much about them. A peg on which the codes that were found
agree is *settled*: it gets its color, and the next one enters the window.

Source: pegwise, docs/large.md; measurements that spread from a few solved positions are known from compressed
sensing (F. Krzakala et al., Statistical-physics-based reconstruction in compressed sensing, 2012).
"""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from pegwise.engine.unlimited.sample import Drawn
from pegwise.engine.unlimited.sampled_choice import Choice
from pegwise.engine.unlimited.walk import Walk
from pegwise.limit import LimitReached

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pegwise.engine.unlimited.packed_state import EngineRow
    from pegwise.rules import Rules

    Code = tuple[int, ...]


_CELLS = 1_500
"""Pegs times colors from which on a window plays better. Measured: 32x32 without one, 100x20 with one."""
_PEGS = 22
"""Pegs in the window."""
_AGREED = 0.9
"""The share of the codes that must have a color at a peg for that to be settled."""
_SEARCH, _PARTS, _NEAR = 20_000_000, 24, 4
"""Changes a walk tries to meet a code, in so many parts; after each the nearest few codes are looked at."""
_SETTLING, _MOVES, _SAMPLE = 1_000_000, 3_000_000, 400
"""Changes after the first candidate, and to draw so many others."""


def has_window(rules: Rules) -> bool:
    """Tell whether guesses in a game leave most pegs alike: a color may repeat, and all hits are told."""
    return rules.repeats and rules.whites and rules.pegs * rules.colors >= _CELLS


def windowed(rules: Rules, rows: Sequence[EngineRow], seed: int | str = 0, effort: float = 1.0) -> Choice:
    """Find a guess; ``effort`` multiplies the work. A limit in force may end it early.

    If no candidate was found, the choice has no guesses, and its ``drawn.nearest`` is the guess.

    >>> from pegwise.rules import Rules
    >>> found = windowed(Rules(100, 20), [([0] * 100, 4, 0), ([1] * 100, 7, 0)], effort=0.1)
    >>> len(found.guesses[0])
    100
    """
    walk = Walk(rules, rows, seed)
    fitting, near = _met(walk, effort)
    codes = fitting or near
    rng = random.Random(f"{seed} window")
    guess = _guess(rules, np.array(codes, np.int64), len(rows) % rules.colors, rng)
    if not fitting:
        return Choice((), Drawn((), 0, 0, guess, walk.nearest()[1]), 0)
    different = tuple(dict.fromkeys(fitting))
    return Choice((guess, *different), Drawn(different, len(fitting), len(different), different[0], 0), 1)


def _met(walk: Walk, effort: float) -> tuple[list[Code], list[Code]]:
    """Return candidates; and if there are none, codes that nearly are."""
    fitting: list[Code] = []
    near: list[tuple[Code, int]] = []
    with suppress(LimitReached):
        for _ in range(_PARTS):
            first = walk.first(int(effort * _SEARCH / _PARTS))
            if first is not None:
                fitting.append(first)
                walk.settle(walk.sweeps, int(effort * _SETTLING))
                fitting.extend(walk.draw(_SAMPLE, int(effort * _MOVES)))
                break
            near += walk.near(_NEAR)
    if not near:
        return fitting, [walk.nearest()[0]]
    late = near[len(near) // 4 :]  # the first are still far
    middle = sorted(errors for _, errors in late)[len(late) // 2]
    return fitting, [code for code, errors in late if errors <= middle]


def _guess(rules: Rules, codes: NDArray[np.int64], filler: int, rng: random.Random) -> Code:
    """Return settled pegs, a window with the colors of one of the codes, and one color at all other pegs."""
    drawn = codes[rng.randrange(len(codes))]
    counts = np.stack([(codes == color).sum(axis=0) for color in range(rules.colors)])
    open_pegs = np.flatnonzero(counts.max(axis=0) < _AGREED * len(codes))
    guess = counts.argmax(axis=0)
    guess[open_pegs] = drawn[open_pegs]
    guess[open_pegs[_PEGS:]] = filler
    return tuple(guess.tolist())
