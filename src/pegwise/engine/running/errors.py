"""What goes wrong with compiled kernels. Imports nothing but the family of pegwise's errors."""

from __future__ import annotations

from pegwise.errors import PegwiseError

__all__ = ["STALE", "KernelError", "NoKernelsError"]

STALE = "the compiled kernels that are here were made of other sources: python -m kernels.make, in a checkout"


class NoKernelsError(PegwiseError):
    """Kernels cannot run on this computer, or what comes for it is damaged: nothing else helps."""


class KernelError(ValueError):
    """Arrays that a kernel does not take: a mistake in the program, not in the question."""
