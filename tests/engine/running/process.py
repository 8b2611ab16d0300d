"""Processes of their own that use kernels, of this package or of a copy that may be spoiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pegwise
from pegwise.engine.running import module_cache
from pegwise.engine.running.kernel_choice import VARIABLE

PACKAGE = Path(pegwise.__file__).parent
NATIVE = Path("pegwise", "engine", "running")
USE = """
import sys
import numpy as np
from pegwise.engine.running import kernel_loader, wasm
compiled = []
wasm.on_compile(compiled.append)
split = kernel_loader.kernel("split")
offsets, order = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
split(np.array([1, 0, 1], dtype=np.uint16), offsets, np.zeros(2, dtype=np.int64), order)
assert order.tolist() == [1, 0, 2] and offsets.tolist() == [0, 1, 3]
print(type(split).__name__, compiled)
"""
"""Uses a kernel, and says what ran it and what was compiled for it."""
NATIVELY, COMPILED, KEPT = "Kernel []\n", "WasmKernel ['words.wasm']\n", "WasmKernel []\n"
"""What it says: of a library, and of a module in WebAssembly that was compiled, or kept."""


def environment(**more: str) -> dict[str, str]:
    """What a process sees: the level is chosen by the processor unless ``more`` says otherwise."""
    kept = {name: value for name, value in os.environ.items() if name != module_cache.VARIABLE}
    mine = {
        "PYTHONPATH": str(PACKAGE.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        VARIABLE: "",
    }
    return kept | mine | more


def start(code: str = USE, *, bound: bool = False, **more: str) -> subprocess.Popen[str]:
    """Runs it; ``bound``: as somebody for whom a read-only folder is read-only, which it is not for root."""
    command = [sys.executable, "-P", "-c", code]
    if bound and hasattr(os, "getuid") and os.getuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("root without setpriv cannot be kept from writing")
        command = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", *command]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environment(**more), stdout=pipe, stderr=pipe, text=True)


def use(code: str = USE, *, bound: bool = False, **more: str) -> str:
    """The same until it ends, without an error."""
    process = start(code, bound=bound, **more)
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return out


def copied(root: Path) -> Path:
    """A folder with a copy of the package, and a home, both of which may be spoiled."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, root / "pegwise", ignore=ignored)
    (root / "home").mkdir(mode=0o755)
    return root


def at(root: Path) -> dict[str, Any]:
    """What a process sees that runs a copy."""
    home = str(root / "home")
    return {"PYTHONPATH": str(root), "HOME": home, "XDG_CACHE_HOME": f"{home}/cache", "LOCALAPPDATA": home}


def cut(content: bytes) -> bytes:
    """Half of it."""
    return content[: len(content) // 2]


def flip(content: bytes) -> bytes:
    """All of it but one bit."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
