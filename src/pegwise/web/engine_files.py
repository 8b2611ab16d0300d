"""pegwise itself as one archive, for Python in a browser: what answers questions, and its kernels."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from pegwise.engine.running.kernel_manifest import WASM

__all__ = ["archive"]

_PACKAGE = Path(__file__).parent.parent
_COMPILED = "engine/running/compiled"
_LEFT_OUT = ("cli/", "notebook/", "printing/", "web/page/", "web/routes/", "web/schemas/", "analysis/plots/")
"""What only the terminal, a notebook or a server uses."""
_WHEN = (1980, 1, 1, 0, 0, 0)
"""The time of all files: the same files make the same archive."""


def archive() -> bytes:
    """Return the archive: zip, with the modules below ``pegwise/``."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for path in sorted(_PACKAGE.rglob("*")):
            name = path.relative_to(_PACKAGE).as_posix()
            if path.is_file() and _is_needed(name):
                out.writestr(
                    zipfile.ZipInfo(f"pegwise/{name}", _WHEN), path.read_bytes(), zipfile.ZIP_DEFLATED
                )
    return made.getvalue()


def _is_needed(name: str) -> bool:
    if name.startswith(_LEFT_OUT) or "__pycache__" in name:
        return False
    return not name.startswith(f"{_COMPILED}/") or name.startswith(
        (f"{_COMPILED}/{WASM}/", f"{_COMPILED}/manifest")
    )
