"""How results draw themselves in a notebook: :func:`draw` makes a picture of any result, and its text.

A new kind of result derives from :class:`~pegwise.drawable.Drawable` and registers its drawing here: a module
beside these with ``@draw.register``, imported below.
"""

from pegwise.notebook import board, comparison, partition, review, tree
from pegwise.notebook.drawing import Drawing, draw

__all__ = ["Drawing", "board", "comparison", "draw", "partition", "review", "tree"]
