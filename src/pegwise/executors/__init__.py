"""Where independent pieces of work run: on threads of this process, in processes, or on a cluster."""

from pegwise.executors.asking import Executes, crew_of
from pegwise.executors.pieces import Piece
from pegwise.executors.run import Run

__all__ = ["Executes", "Piece", "Run", "crew_of"]
