"""Where independent tasks run: on threads of this process, in processes, or on a cluster."""

from pegwise.executors.crew import Executes, crew_of
from pegwise.executors.task_queue import Task, TaskQueue

__all__ = ["Executes", "Task", "TaskQueue", "crew_of"]
