"""Results that print and draw themselves without knowing how: interfaces above do it, loaded on first use."""

from __future__ import annotations

from importlib import import_module

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
