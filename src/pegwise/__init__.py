"""pegwise: the engine, analyzer and game of Mastermind and its relatives.

The public names are those of ``__init__.pyi``; each is loaded on first use. This module is above all layers.
So it is the one place that says which interface draws results in a notebook, and which strategies other
layers add.
"""

from pathlib import Path

from pegwise.added_strategies import offer, offer_opener
from pegwise.drawable import draw_with, print_with
from pegwise.lazy_names import lazy_names

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = lazy_names(__name__, Path(__file__).with_suffix(".pyi"))

draw_with("pegwise.notebook:draw")
print_with("pegwise.printing:text")
offer("optimal", "pegwise.optimal.strategy")
offer("deep", "pegwise.deep.strategy")
offer_opener("pegwise.trees.play:open_tree")
