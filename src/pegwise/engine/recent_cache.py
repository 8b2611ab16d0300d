"""Keeps a few large things that were made last in this process, for whichever thread asks next."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

T = TypeVar("T")


class Recent(Generic[T]):
    """At most so many things by key, the ones last asked for. Two threads never make the same thing.

    ``size`` tells what each counts, 1 if nothing is said; the last one is kept however large it is.
    """

    def __init__(self, most: int, size: Callable[[T], int] = lambda _: 1) -> None:
        self.most, self.size, self._sum = most, size, 0
        self._made: OrderedDict[Hashable, T] = OrderedDict()
        self._locks: dict[Hashable, Lock] = {}
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made under this key; make it if it is not there."""
        with self._lock:
            lock = self._locks.setdefault(key, Lock())
        with lock:
            with self._lock:
                if key in self._made:
                    self._locks.pop(key, None)
                    self._made.move_to_end(key)
                    return self._made[key]
            made = make()
            with self._lock:
                self._made[key] = made
                self._sum += self.size(made)
                while self._sum > self.most and len(self._made) > 1:
                    self._sum -= self.size(self._made.popitem(last=False)[1])
                self._locks.pop(key, None)
        return made

    def peek(self, key: Hashable) -> T | None:
        """Return what was made under this key, or None."""
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
            return self._made.get(key)

    def __contains__(self, key: Hashable) -> bool:
        with self._lock:
            return key in self._made

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._made.clear()
            self._sum = 0
