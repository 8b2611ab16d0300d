"""What results have in common: they print and draw themselves, without knowing how; parts; plain values."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from pegwise.codes import Row

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import SupportsIndex

Part = TypeVar("Part")
_PRINTS, _DRAWS = "pegwise.printing", "pegwise.notebook"
"""The packages above whose function ``text`` writes a result, and whose function ``draw`` draws it."""


class Printable:
    """A result that prints itself as a person wants to see it. Its ``repr`` is the first line of that.

    >>> from pegwise import Position
    >>> str(Position("4x6", "1122:B")).splitlines()
    ['4x6: 256 candidates', '1  1122  B']
    """

    __slots__ = ()

    def __str__(self) -> str:
        return str(import_module(_PRINTS).text(self))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {str(self).partition(chr(10))[0]}>"


class Drawable(Printable):
    """A result that draws itself in a notebook: IPython asks an object for these two methods.

    >>> from pegwise import Position
    >>> Position("4x6", "1122:B")._repr_svg_()[:4]
    '<svg'
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(import_module(_DRAWS).draw(self).html)

    def _repr_svg_(self) -> str:
        return str(import_module(_DRAWS).draw(self).svg)


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


def plain(value: Any) -> Any:
    """Return a value as plain values: a row by its two parts, a result as its ``to_dict``, else its text.

    >>> from pegwise.codes import Code
    >>> plain((Row("1122:B"), Code("12"), 0.5, None))
    [{'guess': '1122', 'feedback': 'B'}, '12', 0.5, None]
    """
    if isinstance(value, Row):
        return plain_values(value, "guess feedback")
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if type(value) in (tuple, list):
        return [plain(each) for each in value]
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def plain_values(result: object, names: str, **computed: Any) -> dict[str, Any]:
    """Return attributes of a result by name, as plain values; what is computed takes their place.

    >>> plain_values(Row("1122:B"), "guess feedback black", black=1)
    {'guess': '1122', 'feedback': 'B', 'black': 1}
    """
    keys = names.split()
    return {key: computed[key] if key in computed else plain(getattr(result, key)) for key in keys}
