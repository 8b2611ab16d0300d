"""Where independent tasks run: on threads of this process, in processes, or on a cluster."""
