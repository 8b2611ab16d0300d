"""Keeps a few large things that were made last in this process, for whichever thread asks next."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

__all__ = ["Recent"]

T = TypeVar("T")


class Recent(Generic[T]):
    """At most so many things by key, the ones last asked for. Two threads never make the same thing."""

    def __init__(self, most: int) -> None:
        self.most = most
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
                    self._made.move_to_end(key)
                    return self._made[key]
            made = make()
            with self._lock:
                self._made[key] = made
                while len(self._made) > self.most:
                    self._made.popitem(last=False)
                self._locks.pop(key, None)
        return made

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._made.clear()
