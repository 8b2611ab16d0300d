"""Kernels for systems on which they were never run: that they can be emitted, and what they refer to."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from kernels import compile as compiler
from pegwise.engine.kernels.catalogue import CATALOGUE

if TYPE_CHECKING:
    from pathlib import Path

SYSTEMS = {
    "Windows": (compiler.Target("x86_64-pc-windows-msvc", "x86-64-v3"), b"\x64\x86"),
    "macOS": (compiler.Target("x86_64-apple-macosx11.0", "x86-64-v3"), b"\xcf\xfa\xed\xfe"),
    "macOS on ARM": (compiler.Target("arm64-apple-macosx11.0", "apple-m1"), b"\xcf\xfa\xed\xfe"),
}
"""What code is made for, and how its files begin."""
STACK = {"__chkstk"}
"""What grows the stack on Windows; the C library that every program there has brings it."""


def link(path: Path, system: str) -> tuple[int, set[str]]:
    """The status of a linker that is given nothing but this object and the system, and what it misses."""
    zig = [sys.executable, "-m", "ziglang"]
    if system == "Windows":
        command = [*zig, "lld-link", "/dll", "/noentry", "/nodefaultlib", f"/out:{path}.dll", str(path)]
    else:
        arch = "aarch64" if "ARM" in system else "x86_64"
        command = [*zig, "cc", "-target", f"{arch}-macos", "-shared", "-nostdlib", "-o", f"{path}.so"]
        command.append(str(path))
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return ran.returncode, set(re.findall(r"undefined symbol:? '?([\w.$]+)", ran.stderr))


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("name", ["count", "canonical_sets", "grow", "search", "scores", "fill_words"])
def test_kernels_for_other_systems_stand_on_their_own(name: str, system: str, tmp_path: Path) -> None:
    pytest.importorskip("ziglang")
    entry, (target, magic) = CATALOGUE[name], SYSTEMS[system]
    code = compiler.llvm_code(entry, entry.choose(4, False) if entry.shapes else None)
    machine = target.machine()
    made = machine.emit_object(compiler.optimized(entry, *code, "kernel", target, machine))
    assert made.startswith(magic)
    path = tmp_path / "kernel.o"
    path.write_bytes(made)
    status, missed = link(path, system)
    if system == "Windows":  # where nothing at all is given to the linker
        assert missed <= compiler.ALLOWED | STACK
        assert (name != "grow") or missed >= STACK
    else:
        assert (status, missed) == (0, set())
