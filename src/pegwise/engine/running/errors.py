"""What goes wrong with compiled kernels. Imports nothing but the family of pegwise's errors."""

from __future__ import annotations

from pegwise.errors import PegwiseError

__all__ = ["CompileError", "KernelError", "KernelUnavailable", "WasmError"]


class KernelUnavailable(PegwiseError):  # noqa: N818 - a state of the machine more than an error
    """There is no machine code of a kernel here, nor can it be made: numpy has to do the work."""


class CompileError(KernelUnavailable):
    """A kernel that cannot be made into code that stands on its own."""


class WasmError(PegwiseError):
    """WebAssembly does not run on this computer, or what comes for it is damaged: nothing else helps."""


class KernelError(ValueError):
    """Arrays that a kernel does not take: a mistake in the program, not in the question."""
