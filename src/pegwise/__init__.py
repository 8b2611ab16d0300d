"""pegwise: the engine, analyzer and game of Mastermind and its relatives.

The public names are those of ``__init__.pyi``; each is loaded on first use. This module is above all layers.
So it is the one place that says which interface draws results in a notebook, and which strategies other
layers add.
"""

import lazy_loader

from pegwise.added_strategies import offer, offer_opener
from pegwise.drawable import draw_with, print_with

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

draw_with("pegwise.notebook:draw")
print_with("pegwise.printing:text")
offer("optimal", "pegwise.optimal.strategy")
offer("deep", "pegwise.deep.strategy")
offer_opener("pegwise.trees.play:open_tree")
