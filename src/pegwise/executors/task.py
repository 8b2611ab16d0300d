"""What a piece of work is, and how a worker does it."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pegwise
from pegwise.errors import ExecutorError
from pegwise.executors.stop_flag import stop_flag
from pegwise.limit import unless_stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pegwise.executors.stop_flag import Stop

__all__ = ["Done", "Piece", "one_by_one", "perform", "timed"]


@dataclass(frozen=True)
class Piece:
    """Work that depends on no other piece.

    ``work`` is a function of a module and ``given`` its arguments, so that both can be sent to another
    process. ``name`` is for people. ``cost`` is an estimate, in any unit. Pieces of a lower ``rank`` run
    first, then those of a higher cost.
    """

    name: str
    work: Callable[..., Any]
    given: tuple[Any, ...]
    cost: float = 0.0
    rank: int = 0


@dataclass(frozen=True)
class Done:
    """What a worker returns: the result, the pairs of codes compared, and the seconds that it took."""

    result: Any
    pairs: int
    seconds: float


def timed(piece: Piece) -> Done:
    """Do a piece of work, and note how long it took."""
    began = time.perf_counter()
    result = piece.work(*piece.given)
    return Done(result, 0, time.perf_counter() - began)


def one_by_one(pieces: Sequence[Piece]) -> list[Done]:
    """Do several pieces; the work of a bundle."""
    return [timed(piece) for piece in pieces]


def perform(piece: Piece, stop: Stop, version: str) -> Done:
    """Do a piece of work; this is the function that executors call.

    Raises:
        ExecutorError: If this process has another version of pegwise than the one that sent the piece.
        LimitReached: If the piece was told to stop.
    """
    if version != pegwise.__version__:
        raise ExecutorError(f"a worker has pegwise {pegwise.__version__}, and this is {version}")
    with stop_flag(stop) as flag, unless_stopped(lambda: bool(flag[0])) as spent:
        return replace(timed(piece), pairs=spent())
