"""Where independent pieces of work run: on threads of this process, in processes, or on a cluster."""

from pegwise.executors.crew import Executes, crew_of
from pegwise.executors.task import Piece
from pegwise.executors.task_queue import Run

__all__ = ["Executes", "Piece", "Run", "crew_of"]
