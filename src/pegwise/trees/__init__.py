"""Strategy trees: building, statistics, Knuth's notation, other formats, and playing from one."""

from pegwise.trees.build import build_tree
from pegwise.trees.figure import figure
from pegwise.trees.formats import dot, from_json, indented, to_json
from pegwise.trees.read_figure import read_figure
from pegwise.trees.situation import Situation, situation
from pegwise.trees.tree import Node, StrategyTree

__all__ = [
    "Node",
    "Situation",
    "StrategyTree",
    "build_tree",
    "dot",
    "figure",
    "from_json",
    "indented",
    "read_figure",
    "situation",
    "to_json",
]
