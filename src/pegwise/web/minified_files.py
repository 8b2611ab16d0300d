"""Makes the files of the page small for the way: without comments and spaces, and compressed.

There is no build step: the files in the package stay as they are written, and are packed when they are first
asked for.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

# The extra "web" has these. Without them the same files travel, only larger.
try:
    import brotli
except ImportError:  # pragma: no cover
    brotli = None
try:
    from rcssmin import cssmin
    from rjsmin import jsmin
except ImportError:  # pragma: no cover
    cssmin = jsmin = None

# What the system has to say about these is not always so: a page's modules must be JavaScript.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")

PAGE = Path(__file__).parent / "page"
"""The files of the page."""
CODINGS = ("br", "gzip") if brotli is not None else ("gzip",)
"""The ways to compress, as HTTP names them, the smallest first."""
_WORTH = 200
"""Fewer bytes are not worth a compression."""
_WORKER, _VERSION, _FILES = "sw.js", "'written'", "['./']"
"""The service worker, and what stands in it for the version and for the files of the page."""
_MINIFIERS: dict[str, Callable[[str], str]] = {} if jsmin is None else {".js": jsmin, ".css": cssmin}


class Packed(NamedTuple):
    """A file as it travels."""

    body: bytes
    kind: str
    """Its media type."""
    coding: str | None
    """How it is compressed: ``br``, ``gzip``, or not."""
    tag: str
    """Its ETag, with quotation marks."""


def kind_of(path: Path) -> str:
    """Say what media type a file has.

    >>> from pathlib import Path
    >>> kind_of(Path("app.js")), kind_of(Path("icon.svg"))
    ('text/javascript; charset=utf-8', 'image/svg+xml')
    """
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


def packed(path: Path) -> bytes:
    """Read a file of the page and take away what only its authors need: comments and spaces."""
    minify = _MINIFIERS.get(path.suffix)
    if minify is None and path.name != _WORKER:
        return path.read_bytes()
    text = path.read_text(encoding="utf-8")
    text = text if minify is None else minify(text)
    if path.name == _WORKER:
        names = [name for name in _files(path.parent) if name not in (_WORKER, "index.html")]
        text = text.replace(_VERSION, f"'{version(path.parent)}'").replace(_FILES, json.dumps(["./", *names]))
    return text.encode()


def version(folder: Path) -> str:
    """Name what is in the files of a folder: other files, another name."""
    found = hashlib.sha256()
    for name in _files(folder):
        found.update(name.encode() + b"\0" + (folder / name).read_bytes() + b"\0")
    return found.hexdigest()[:12]


def _files(folder: Path) -> list[str]:
    """Name all files of a folder and of the folders in it."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def compressed(body: bytes, coding: str) -> bytes:
    """Compress as ``coding`` says."""
    if coding == "br":
        return bytes(brotli.compress(body, mode=brotli.MODE_TEXT, quality=11))
    return gzip.compress(body, 9, mtime=0)


def packed_now(path: Path, coding: str | None) -> Packed:
    """Pack a file, or take it as it was packed before if it has not changed since."""
    state = path.stat()
    word = version(path.parent) if path.name == _WORKER else ""
    return _kept(path, coding, state.st_mtime_ns, state.st_size, word)


@lru_cache(maxsize=2048)
def _kept(path: Path, coding: str | None, _changed: int, _size: int, _version: str) -> Packed:
    body, used = packed(path), None
    tag = hashlib.sha256(body).hexdigest()[:20]
    if coding is not None and len(body) >= _WORTH:
        smaller = compressed(body, coding)
        if len(smaller) < len(body):
            body, used = smaller, coding
    return Packed(body, kind_of(path), used, f'"{tag}{"" if used is None else f"-{used}"}"')
