"""Modules of Python as a browser has compiled them: kept, so that the next start need not compile them."""

from __future__ import annotations

import importlib.util
import io
import marshal
import sys
import zipfile
from pathlib import Path

__all__ = ["compiled"]

_WHEN = (1980, 1, 1, 0, 0, 0)
_HEAD = 16
"""Bytes before the code in such a file."""
_UNCHECKED = (0b01).to_bytes(4, "little")
"""Its flags: it has a hash of its source, which is not looked at."""


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
                place = Path(importlib.util.cache_from_source(source))
                out.writestr(zipfile.ZipInfo(place.relative_to(folder).as_posix(), _WHEN), _code(path, place))
    return made.getvalue()


def _code(source: Path, place: Path) -> bytes:
    """A module as Python has written it into ``__pycache__``, marked as not to be compared to its source."""
    text = source.read_bytes()
    if place.is_file():
        code = place.read_bytes()[_HEAD:]
    else:
        code = marshal.dumps(compile(text, str(source), "exec", dont_inherit=True))
    return importlib.util.MAGIC_NUMBER + _UNCHECKED + importlib.util.source_hash(text) + code
