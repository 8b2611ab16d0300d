"""Modules of Python as a browser has compiled them: kept, so that the next start need not compile them."""

from __future__ import annotations

import importlib.util
import io
import sys
import zipfile
from pathlib import Path

__all__ = ["compiled"]

_WHEN = (1980, 1, 1, 0, 0, 0)


def compiled(folder: str) -> bytes:
    """Return the compiled modules that were imported from a folder, as a zip archive to unpack over it.

    Python takes them without a look at their sources: whoever keeps them sees to it that these are the same.

    Args:
        folder: The folder, such as ``site-packages``.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as out:
        for source in sorted(
            filter(None, (getattr(each, "__file__", None) for each in sys.modules.values()))
        ):
            path = Path(source)
            if path.suffix == ".py" and path.is_relative_to(folder):
                place = Path(importlib.util.cache_from_source(source)).relative_to(folder)
                out.writestr(zipfile.ZipInfo(place.as_posix(), _WHEN), _code(path))
    return made.getvalue()


def _code(path: Path) -> bytes:
    """A module as Python writes it into ``__pycache__``, marked as not to be compared with its source."""
    import marshal

    source = path.read_bytes()
    code = compile(source, str(path), "exec", dont_inherit=True)
    unchecked = (0b01).to_bytes(4, "little")
    return importlib.util.MAGIC_NUMBER + unchecked + importlib.util.source_hash(source) + marshal.dumps(code)
