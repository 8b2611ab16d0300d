"""The tasks of a search: what they are given, and what they return; ``worker`` does them.

A task asks what some guesses of a large position come to, or what a whole position costs, below a cap. At
the end, tasks ask for the best trees of positions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pegwise.optimal.guess_contest import Inside, Learned
    from pegwise.position import Position
    from pegwise.rules import Code


WEIGH_GUESSES, SETTLE, FIRST_TREE, BUILD_BELOW = (
    f"pegwise.optimal.worker:{name}" for name in ("weigh_guesses", "settle", "greedy", "build_below")
)
"""The functions that do tasks, by name: whoever gives out a task need not know how it is done."""


class Origin(NamedTuple):
    """What a solver is made of. ``here``: the solver itself, for threads of the process that has it.

    ``table``: the name of the table of solved positions that the solvers of all processes share.
    """

    position: Position
    first: Code | None
    memory: int
    symmetry: bool
    plain: int
    table: str = ""
    here: object | None = None


@dataclass(eq=False, repr=False)
class Weighed:
    """What guesses come to, in the order in which they were given: an entry each in all arrays.

    ``values``: the excess, exact where ``exact``, else a lower bound. ``positions`` that were searched for
    it. ``ended``: False if it took too long; the value is then a lower bound, below the cap or not.
    ``learned``: by the number of a guess that took too long, what is known of its classes.
    """

    values: NDArray[np.int64]
    exact: NDArray[np.bool_]
    positions: NDArray[np.int64]
    ended: NDArray[np.bool_]
    learned: dict[int, Inside]

    def __len__(self) -> int:
        """Return how many guesses were begun."""
        return len(self.values)


class Limits(NamedTuple):
    """What holds for the guesses of one task.

    ``most``, ``others``: the classes that a guess makes at most, the win counted and not. ``keeps_cap``:
    the cap stays, whatever the guesses come to. ``first``: no guess is begun after one that is below the cap.
    ``seconds`` after which the guesses that are left are not begun; ``each``: seconds after which a guess is
    given up.
    """

    most: int
    others: int
    keeps_cap: bool
    first: bool
    seconds: float
    each: float


class Settled(NamedTuple):
    """The bounds of a position, which meet below the cap, the positions searched, and whether it ended.

    ``learned``: what is known of its guesses.
    """

    lower: int
    upper: int
    positions: int
    ended: bool = True
    learned: Learned | None = None
