"""A drawing: shapes on a card of its own, so that it can be read on dark and light pages, and a table.

Notebooks show SVG as a picture that knows nothing of the page around it. The HTML holds the same picture and,
behind a heading that opens, the table: what is left of it where pictures are not shown, or not seen.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import singledispatch
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

PAPER, INK, LINE, AREA = "#ffffff", "#1a1a1a", "#5c5c5c", "#b9cdea"
_MARGIN = 12
_TITLE = 24


@dataclass(frozen=True)
class Drawing:
    """What is drawn. ``shapes`` are SVG elements within ``width`` and ``height`` in pixels, below the title.

    ``title`` names the picture, ``description`` says in a sentence or two what it shows, ``headings`` and
    ``rows`` are the figures in it.
    """

    title: str
    description: str
    width: float
    height: float
    shapes: Sequence[str]
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]

    @property
    def svg(self) -> str:
        """The whole picture, with its title and description for those who do not see it."""
        width = max(self.width, 7.5 * len(self.title)) + 2 * _MARGIN
        height = self.height + 2 * _MARGIN + _TITLE
        shapes = "".join(self.shapes)
        # Names must differ within a page; those of equal pictures may be equal.
        name = hashlib.sha256(f"{self.title} {self.description} {shapes}".encode()).hexdigest()[:12]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" role="img" aria-labelledby="t{name} d{name}" '
            'font-family="system-ui, sans-serif" font-size="13">'
            f'<title id="t{name}">{escape(self.title)}</title>'
            f'<desc id="d{name}">{escape(self.description)}</desc>'
            + rectangle(0.5, 0.5, width - 1, height - 1, PAPER)
            + words(_MARGIN, _MARGIN + 12, self.title, weight="bold")
            + f'<g transform="translate({_MARGIN} {_MARGIN + _TITLE})">{shapes}</g></svg>'
        )

    @property
    def html(self) -> str:
        """The picture, what it shows in words, and the table to open."""
        head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in self.headings)
        body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in self.rows)
        return (
            f'<figure style="margin:0">{self.svg}<figcaption>{escape(self.description)}</figcaption>'
            f"<details><summary>As a table</summary><table><caption>{escape(self.title)}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></details></figure>"
        )


@singledispatch
def draw(value: object) -> Drawing:
    """The drawing of a result.

    Raises :class:`TypeError` for what has none.

    >>> from pegwise import Position
    >>> draw(Position("4x6", "1122:B")).description
    'Row 1: 1122 has B. 256 possible codes.'
    """
    raise TypeError(f"{type(value).__name__} has no drawing")


def words(
    x: float, y: float, text: str, anchor: str = "start", fill: str = INK, weight: str = "normal"
) -> str:
    """A line of text with its baseline at ``y``; ``anchor``: whether ``x`` is its start, middle or end."""
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{fill}" font-weight="{weight}">'
        f"{escape(text)}</text>"
    )


def rectangle(x: float, y: float, width: float, height: float, fill: str, said: str = "") -> str:
    """A rectangle with a thin edge; ``said`` is shown where it is pointed at."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" '
        f'stroke="{LINE}" stroke-width="1">{f"<title>{escape(said)}</title>" if said else ""}</rect>'
    )


def circle(x: float, y: float, radius: float, fill: str) -> str:
    """A circle with a thin edge."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{LINE}" stroke-width="1"/>'


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    """A dashed line."""
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{INK}" stroke-width="1.5" '
        'stroke-dasharray="5 3"/>'
    )
