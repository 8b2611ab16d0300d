"""Results that print and draw themselves without knowing how: the interfaces above are registered by name.

``print`` shows what the function returns that :func:`print_with` registered.

IPython asks an object for ``_repr_html_`` and ``_repr_svg_``. A class of any layer has them if it derives
from :class:`Drawable`. The function that draws is registered by name by a layer above, and is loaded when the
first thing is drawn.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Drawable", "Drawn", "Printable", "draw_with", "print_with"]


class Drawn(Protocol):
    """A drawing: a picture and, in HTML, the picture with the table of its figures."""

    @property
    def svg(self) -> str:
        """A whole SVG document, with its title and description."""

    @property
    def html(self) -> str:
        """A fragment of HTML."""


_registered: list[str] = []
_printers: list[str] = []


def draw_with(function: str) -> None:
    """Register the function ``module:name`` that makes the :class:`Drawn` of an object; the last one counts.

    >>> draw_with("pegwise.notebook:draw")
    """
    _registered[:] = [function]


def _drawn(value: object) -> Drawn | None:
    if not _registered:
        return None
    module, _, name = _registered[-1].partition(":")
    draw: Callable[[object], Drawn] = getattr(import_module(module), name)
    return draw(value)


def print_with(function: str) -> None:
    """Register the function ``module:name`` that writes an object as text; the last one counts.

    >>> print_with("pegwise.printing:text")
    """
    _printers[:] = [function]


class Printable:
    """A result that prints itself as a person wants to see it. Its ``repr`` is the first line of that.

    >>> from pegwise import Position
    >>> str(Position("4x6", "1122:B")).splitlines()
    ['4x6: 256 candidates', '1  1122  B']
    """

    __slots__ = ()

    def __str__(self) -> str:
        if not _printers:
            return object.__repr__(self)
        module, _, name = _printers[-1].partition(":")
        write: Callable[[object], str] = getattr(import_module(module), name)
        return write(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {str(self).partition(chr(10))[0]}>"


class Drawable(Printable):
    """A result that draws itself in a notebook, if there is a function that draws it.

    >>> from pegwise import Position
    >>> Position("4x6", "1122:B")._repr_svg_()[:4]
    '<svg'
    """

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        drawn = _drawn(self)
        return None if drawn is None else drawn.html

    def _repr_svg_(self) -> str | None:
        drawn = _drawn(self)
        return None if drawn is None else drawn.svg
