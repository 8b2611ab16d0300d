"""What code runs the kernels, as far as the user says it, and what comes with the package."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache

from pegwise.engine.running.kernel_manifest import FOLDER, MANIFEST, Manifest

__all__ = ["VARIABLE", "WASM", "manifest", "wanted"]

VARIABLE = "PEGWISE_CPU"
"""With v4, v3 or v2 no higher level is used; with wasm, kernels run in WebAssembly."""
WASM = "wasm"


def wanted() -> str:
    """What the user asks for, empty if nothing."""
    return os.environ.get(VARIABLE, "")


@cache
def manifest() -> Manifest:
    """The files that come with the package; none where there is no manifest that can be read."""
    with suppress(OSError, ValueError, IndexError):
        return Manifest.read(FOLDER / MANIFEST)
    return Manifest()
