"""What a worker may take of the computer, in the way of each system: processor time and memory.

Linux refuses memory above a limit. Other systems do not, so the process looks at what it has and ends itself.
"""

from __future__ import annotations

import os
import sys
import threading
import time

TOO_MUCH = 77
"""The status of a process that ended itself because it needed more memory than it may have."""
_LOOK = 0.1
"""Seconds between two looks at the memory."""


def step_back(steps: int) -> None:
    """Let other processes go first: so many steps of ``nice``; Windows has one step for all of them."""
    if sys.platform == "win32":
        import psutil

        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(steps)


def hold_to(memory: int) -> None:
    """Give this process so many bytes of memory at most.

    On Linux, it gets a MemoryError (RLIMIT_DATA counts what is written). Elsewhere, it ends.
    """
    if sys.platform == "linux":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(
            resource.RLIMIT_DATA, (memory if most == resource.RLIM_INFINITY else min(memory, most), most)
        )
    else:
        threading.Thread(target=_end_above, args=(memory,), name="pegwise memory", daemon=True).start()


def _end_above(memory: int) -> None:
    while kept() <= memory:
        time.sleep(_LOOK)
    os._exit(TOO_MUCH)


def kept() -> int:
    """Tell the bytes of memory that this process has; on Linux, the most that it has had."""
    if sys.platform == "linux":
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    else:  # noqa: RET505 - types are checked for each system
        import psutil

        return int(psutil.Process().memory_info().rss)
