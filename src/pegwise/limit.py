"""How much work is allowed, and how work finds out that it has used this up.

The limit in force is a context variable, like the watcher of :mod:`pegwise.progress`: it reaches the
innermost loop without being passed on.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pegwise.errors import LimitError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

clock: Callable[[], float] = time.perf_counter
"""Return the time in seconds since some moment. A test puts a clock of its own here."""

_LEAST, _GRACE = 0.01, 0.03
"""The seconds that a share of a limit has at least, and the seconds after the limit when this ends.

The first are enough for quick work. They end because many such shares add up.
"""


@dataclass(frozen=True)
class Limit:
    """How much work is allowed.

    Attributes:
        seconds: The most seconds; None for any number.
        pairs: The most pairs of codes that are compared; None for any number.
        memory: The most bytes of memory; None for any number.
        steady: True if the result must not depend on the speed of the computer unless the seconds are used
            up. They then only end the work: they make no sample larger or smaller.

    Raises:
        LimitError: If a limit is not above zero.

    Example:
        >>> import pegwise
        >>> pegwise.Limit(seconds=2.0)
        Limit(seconds=2.0, pairs=None, memory=None, steady=False)
    """

    seconds: float | None = None
    pairs: int | None = None
    memory: int | None = None
    steady: bool = False

    def __post_init__(self) -> None:
        for name, value in (("seconds", self.seconds), ("pairs", self.pairs), ("memory", self.memory)):
            if value is not None and not value > 0:
                raise LimitError(f"a limit of {value} {name} allows no work at all")


USUAL = Limit(seconds=10.0, pairs=1 << 34, steady=True)
"""The limit of one guess that a person waits for, if the person names none."""


class LimitReached(LimitError):  # noqa: N818 - it is an event more than an error
    """The limit in force is used up.

    Example:
        >>> import pegwise
        >>> from pegwise.limit import limited, spend
        >>> with limited(pegwise.Limit(pairs=100)):
        ...     spend(101)
        Traceback (most recent call last):
        pegwise.limit.LimitReached: more than 100 pairs of codes would have to be compared
    """


class _Account:
    """What is left of a limit. ``above``: the account of unhurried work, which is spent from as well."""

    def __init__(
        self, limit: Limit, stopped: Callable[[], bool] | None = None, above: _Account | None = None
    ) -> None:
        self.limit, self.pairs, self.stopped, self.above = limit, 0, stopped, above
        self.allowed: int | None = None
        self.until = None if limit.seconds is None else clock() + limit.seconds
        self.end = self.until

    def spend(self, pairs: int) -> None:
        self.pairs += pairs
        if self.above is not None:
            self.above.spend(pairs)
        if self.stopped is not None and self.stopped():
            raise LimitReached("the work was stopped")
        if self.limit.pairs is not None and self.pairs > self.limit.pairs:
            raise LimitReached(f"more than {self.limit.pairs} pairs of codes would have to be compared")
        if self.until is not None and clock() > self.until:
            seconds = self.limit.seconds
            allowed = "the limit" if seconds is None else f"{seconds:g} second{'s' * (seconds != 1)}"
            raise LimitReached(f"the work takes longer than {allowed}")


_account: ContextVar[_Account | None] = ContextVar("pegwise_limit", default=None)


@contextmanager
def limited(limit: Limit | None) -> Iterator[None]:
    """Limit the work inside a ``with`` statement.

    When the limit is used up, the work gives the best result so far, or raises :class:`LimitReached`. A limit
    without memory leaves the memory of the limit around it in force, and no limit on time outlasts the one
    around it.

    Args:
        limit: The limit; None lifts all limits.

    Raises:
        LimitReached: From the work inside, if the limit is used up before there is a result.

    Example:
        >>> import pegwise
        >>> from pegwise.limit import limited, spend
        >>> with limited(pegwise.Limit(pairs=100)):
        ...     spend(60)
        ...     spend(60)
        Traceback (most recent call last):
        pegwise.limit.LimitReached: more than 100 pairs of codes would have to be compared
    """
    if limit is not None and limit.steady:
        with limited(replace(limit, pairs=None, steady=False)), unhurried(limit.pairs):
            yield
        return
    if limit is not None and limit.memory is None:
        limit = replace(limit, memory=memory_limit())
    account, around = None if limit is None else _Account(limit), _account.get()
    if account is not None and around is not None:
        account.above = around.above
    if account is not None and around is not None and around.until is not None:
        account.until = around.until if account.until is None else min(account.until, around.until)
        account.end = account.until
    with _accounting(account):
        yield


@contextmanager
def _accounting(account: _Account | None) -> Iterator[None]:
    token = _account.set(account)
    try:
        yield
    finally:
        _account.reset(token)


@contextmanager
def unless_stopped(stopped: Callable[[], bool]) -> Iterator[Callable[[], int]]:
    """Let the work inside the ``with`` raise :class:`LimitReached` once ``stopped`` returns True.

    There is no other limit. This is for work in a thread of its own, whose limit another thread watches.
    It yields a function that tells the pairs of codes compared so far.
    """
    account = _Account(Limit(), stopped)
    with _accounting(account):
        yield lambda: account.pairs


@contextmanager
def unhurried(pairs: int | None = None) -> Iterator[None]:
    """Let the work inside the ``with`` not know how much time and how many pairs are left.

    A limit that is used up still ends it. This is for work whose result must not depend on the limit.
    ``pairs`` is what one choice may compare instead; see :func:`pairs_allowed`.

    >>> with limited(Limit(seconds=60)), unhurried():
    ...     print(seconds_left())
    None
    """
    around = _account.get()
    if around is None:
        yield
        return
    account = _Account(Limit(memory=around.limit.memory), above=around)
    account.allowed = pairs
    with _accounting(account):
        yield


@contextmanager
def share_of_limit(share: float) -> Iterator[None]:
    """Allow the work inside the ``with`` this share of the seconds that are left, if time is limited.

    >>> with limited(Limit(seconds=60)):
    ...     with share_of_limit(0.5):
    ...         print(f"{seconds_left():.0f}")
    ...     print(f"{seconds_left():.0f}")
    30
    60
    """
    account = _account.get()
    if account is None or account.until is None:
        yield
        return
    until, now = account.until, clock()
    least = 0.0 if account.end is not None and now > account.end + _GRACE else _LEAST
    account.until = now + max(least, share * (until - now))
    try:
        yield
    finally:
        account.until = until


def spend(pairs: int) -> None:
    """Account for ``pairs`` of codes that are compared, and look at the clock.

    Raises:
        LimitReached: If the limit in force is used up.
    """
    account = _account.get()
    if account is not None:
        account.spend(pairs)


def seconds_left() -> float | None:
    """Return the seconds that are left, or None if time is not limited."""
    account = _account.get()
    return None if account is None or account.until is None else account.until - clock()


def pairs_allowed() -> int | None:
    """Return how many pairs of codes one choice may compare in a steady limit, or None for any number.

    >>> with limited(Limit(seconds=60, pairs=10**9, steady=True)):
    ...     print(pairs_allowed(), seconds_left())
    1000000000 None
    """
    account = _account.get()
    return None if account is None else account.allowed


def memory_limit() -> int | None:
    """Return the bytes that the work may take, or None if memory is not limited."""
    account = _account.get()
    return None if account is None else account.limit.memory
