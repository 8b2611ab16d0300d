"""Results that draw themselves in a notebook, without knowing how: a face says so by :func:`draw_with`.

IPython asks an object for ``_repr_html_`` and ``_repr_svg_``. The classes of any room have them by deriving
from :class:`Drawable`; the drawings are made by the function that a room above has registered by name, which
is loaded when the first thing is drawn.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Drawable", "Drawn", "draw_with"]


class Drawn(Protocol):
    """A drawing: a picture and, in HTML, the picture with the table of its figures."""

    @property
    def svg(self) -> str:
        """A whole SVG document, with its title and description."""

    @property
    def html(self) -> str:
        """A fragment of HTML."""


_registered: list[str] = []


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


class Drawable:
    """What draws itself in a notebook; None, which IPython takes as "not so", where nothing draws.

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
