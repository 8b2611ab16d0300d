"""A table of solved positions that all processes of one computer share, where the system lets them."""

from __future__ import annotations

import sys
from contextlib import suppress

from pegwise.engine.enumerated.transposition_table import SolvedTable
from pegwise.engine.running.native_kernel_choice import uses_wasm

__all__ = ["shared_table"]


def shared_table(name: str, memory: int) -> SolvedTable:
    """Return the table that the processes of this computer share under a name, of so many bytes at most.

    All must say the same number of bytes. A process that cannot share it has a table of its own: on other
    systems than Linux; where processes do not see each other; where another user has taken the name; and
    where kernels run in WebAssembly, which do not reach the memory of others.
    """
    if sys.platform == "linux" and not uses_wasm():
        # Processes do not see each other, or there is no such memory.
        with suppress(AttributeError, ImportError, OSError, OverflowError, ValueError):
            from pegwise.engine.enumerated.linux_transposition_table import opened_table

            return opened_table(name, memory)
    return SolvedTable(memory)
