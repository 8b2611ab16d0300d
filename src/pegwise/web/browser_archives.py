"""The archives of Python in a browser: pegwise itself, and the modules that the browser has compiled."""

from __future__ import annotations

import importlib.util
import io
import marshal
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from pegwise.engine.running.kernel_manifest import WASM

if TYPE_CHECKING:
    from collections.abc import Iterator

_PACKAGE = Path(__file__).parent.parent
_COMPILED = "engine/running/compiled"
_LEFT_OUT = ("cli/", "notebook/", "printing/", "web/page/", "web/routes/", "web/schemas/", "plots/")
"""What only the terminal, a notebook or a server uses."""
_WHEN = (1980, 1, 1, 0, 0, 0)
"""The time of all files: the same files make the same archive."""
_HEAD = 16
"""Bytes before the code in a file of compiled code."""
_UNCHECKED = (0b01).to_bytes(4, "little")
"""Its flags: it has a hash of its source, which is not looked at."""


def engine() -> bytes:
    """Return what answers questions, and its kernels, as a zip archive of the modules below ``pegwise/``."""
    paths = (path for path in sorted(_PACKAGE.rglob("*")) if path.is_file())
    files = ((path.relative_to(_PACKAGE).as_posix(), path) for path in paths)
    needed = ((f"pegwise/{name}", path.read_bytes()) for name, path in files if _is_needed(name))
    return _zipped(needed, zipfile.ZIP_DEFLATED)


def _is_needed(name: str) -> bool:
    if name.startswith(_LEFT_OUT) or "__pycache__" in name:
        return False
    return not name.startswith(f"{_COMPILED}/") or name.startswith(
        (f"{_COMPILED}/{WASM}/", f"{_COMPILED}/manifest")
    )


def compiled(folder: str) -> bytes:
    """Return the compiled modules that were imported from a folder, as a zip archive to unpack over it.

    The next start need not compile them. Python takes them without a look at their sources: whoever keeps
    them sees to it that these are the same.

    Args:
        folder: The folder, such as ``site-packages``.
    """
    files = sorted(filter(None, (getattr(each, "__file__", None) for each in sys.modules.values())))
    sources = (path for path in map(Path, files) if path.suffix == ".py" and path.is_relative_to(folder))
    places = ((source, Path(importlib.util.cache_from_source(source))) for source in sources)
    return _zipped(
        ((place.relative_to(folder).as_posix(), _code(source, place)) for source, place in places),
        zipfile.ZIP_STORED,
    )


def _code(source: Path, place: Path) -> bytes:
    """A module as Python has written it into ``__pycache__``, marked as not to be compared to its source."""
    text = source.read_bytes()
    if place.is_file():
        code = place.read_bytes()[_HEAD:]
    else:
        code = marshal.dumps(compile(text, str(source), "exec", dont_inherit=True))
    return importlib.util.MAGIC_NUMBER + _UNCHECKED + importlib.util.source_hash(text) + code


def _zipped(files: Iterator[tuple[str, bytes]], how: int) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as out:
        for name, content in files:
            out.writestr(zipfile.ZipInfo(name, _WHEN), content, how, 9)
    return made.getvalue()
