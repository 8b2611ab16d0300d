"""Results that are a sequence of their parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import SupportsIndex

Part = TypeVar("Part")


class HasParts(Generic[Part]):
    """A result with ``len()``, indexing and iteration of the parts that ``_parts`` returns.

    >>> from pegwise import listing
    >>> found = listing("4x6 1122:B 1344:W", most=3)
    >>> len(found), str(found[0]), [str(code) for code in found[1:]]
    (3, '3523', ['3525', '3526'])
    """

    __slots__ = ()

    def _parts(self) -> tuple[Part, ...]:
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self._parts())

    def __iter__(self) -> Iterator[Part]:
        return iter(self._parts())

    @overload
    def __getitem__(self, place: SupportsIndex, /) -> Part: ...
    @overload
    def __getitem__(self, place: slice, /) -> tuple[Part, ...]: ...
    def __getitem__(self, place: SupportsIndex | slice, /) -> Part | tuple[Part, ...]:
        return self._parts()[place]
