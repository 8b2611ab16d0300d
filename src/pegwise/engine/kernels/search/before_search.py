"""What is known of a position before its guesses are tried: by the table, by its name, by one guess ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import njit

from pegwise.engine.kernels.search.look_ahead import make_look
from pegwise.engine.kernels.search.narrow_look_ahead import make_narrow_look
from pegwise.engine.kernels.search.pruning import keep, recall, recall_alike
from pegwise.engine.kernels.search.state import POSITIONS
from pegwise.engine.kernels.search.transposition_table import salt_of, store
from pegwise.engine.kernels.teaching import FLAGS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["make_known"]


def make_known(answers: int) -> Callable[..., Any]:
    """What gives (lower bound, upper bound, whether the lower one is the answer).

    ``mine`` then has the keys under which the position is kept. The other arguments are those of ``solve``.
    """
    look_closely = make_narrow_look(answers)
    _, look = make_look(answers)

    @njit(**FLAGS)
    def known(count, most, others, one, two, lower, cap, question, mine, game, room, space, rest):
        _, left, free, unit, width, _, _, _, _, last = question
        salt = salt_of(left, free, unit, last, width)
        mine[0], mine[1], mine[2] = one + salt, two ^ salt, salt
        lower, upper, settled = recall(count, lower, cap, question, mine, game, room, rest[1])
        if settled:
            return lower, upper, True
        seen = look_closely(count, most, others, question, game, room)
        if seen >= 0:  # a look into a narrow matrix takes less time than a name
            rest[1][POSITIONS] += 1
            store(mine[0], mine[1], max(lower, seen), upper, room[0])
            return max(lower, seen), upper, True
        lower, upper, settled = recall_alike(
            count, lower, upper, cap, question, mine, game, room, space, rest
        )
        if settled:
            return lower, upper, True
        seen = look(count, most, others, question, game, room, rest[1])
        if game[7][0]:  # a look that was stopped is not what the next one would tell
            return lower, upper, True
        if seen >= 0:
            rest[1][POSITIONS] += 1
            keep(count, mine, max(lower, seen), upper, room)
            return max(lower, seen), upper, True
        return lower, upper, False

    return known
