"""How results draw themselves in a notebook: :func:`draw` makes a picture of any result, and its text.

A new kind of result derives from :class:`~pegwise.drawable.Drawable`. A function with ``@draw.register`` in
one of the modules below draws it.
"""

from pegwise.notebook import board, figures
from pegwise.notebook.drawing import Drawing, draw

__all__ = ["Drawing", "board", "draw", "figures"]
