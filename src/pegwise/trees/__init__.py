"""Strategy trees: building them, their figures, Knuth's notation, other formats, and playing from one."""

from pegwise.trees.best_of import best_of
from pegwise.trees.build import build_tree
from pegwise.trees.figure import figure
from pegwise.trees.formats import dot, from_json, indented, to_json
from pegwise.trees.node_summary import NodeSummary, node_summary
from pegwise.trees.read_figure import read_figure
from pegwise.trees.tree import Node, StrategyTree

__all__ = [
    "Node",
    "NodeSummary",
    "StrategyTree",
    "best_of",
    "build_tree",
    "dot",
    "figure",
    "from_json",
    "indented",
    "node_summary",
    "read_figure",
    "to_json",
]
