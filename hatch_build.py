"""Put the kernels that come compiled into the package as it is built: those that this computer can run.

WebAssembly goes into every package. ``PEGWISE_KERNELS`` names other native code: ``x86-64``, ``aarch64``, or
``wasm`` for none. ``PEGWISE_TAG`` is the platform that the wheel's
name is to tell, such as ``manylinux_2_17_x86_64``.
"""

from __future__ import annotations

import os
import shutil
import sys
import tarfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
FOLDER = ROOT / "kernels"
"""Where the archives are; ``kernels/make.py`` makes them."""
MANIFEST = "manifest.txt"
PACKED = ROOT / "src" / "pegwise" / "engine" / "running" / "compiled"
"""Where the files go."""
FAMILIES = {"x86-64": "linux_x86_64", "aarch64": "linux_aarch64"}
WASM = "wasm-*.tar.xz"
"""What every package has besides, and some have alone."""


def family() -> str | None:
    """Whose native code goes in: what is asked for, else that of this computer."""
    asked = os.environ.get("PEGWISE_KERNELS")
    if asked:
        return asked if asked in FAMILIES else None
    if sys.platform != "linux":
        return None
    return {"x86_64": "x86-64", "aarch64": "aarch64"}.get(os.uname().machine)


def unpack() -> str | None:
    """Unpack the files that fit into the package, in the place of what is there; returns their family."""
    shutil.rmtree(PACKED, ignore_errors=True)
    found = family()
    native = sorted(FOLDER.glob(f"{found}*.tar.xz")) if found else []
    # Python has known filters since 3.11.4 only.
    checked: Any = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
    for path in [*native, *sorted(FOLDER.glob(WASM))]:
        with tarfile.open(path) as archive:
            archive.extractall(PACKED, **checked)  # noqa: S202 - our own
    # A package tells of the files that it has.
    lines = (FOLDER / MANIFEST).read_text(encoding="utf-8").splitlines(keepends=True)
    words = ("pegwise", "maker", "sources")
    kept = [line for line in lines if line.startswith(words) or (PACKED / line.split()[-1]).exists()]
    (PACKED / MANIFEST).write_text("".join(kept), encoding="utf-8")
    return found if native else None


class CustomBuildHook(BuildHookInterface[Any]):
    """What hatchling calls."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Unpack before the wheel is put together; its name tells whose code is in it."""
        found = unpack()
        if found is not None and version == "standard":
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{os.environ.get('PEGWISE_TAG', FAMILIES[found])}"
