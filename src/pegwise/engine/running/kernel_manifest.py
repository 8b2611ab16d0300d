"""What the files of compiled kernels are made of, and the list of these files: ``manifest.txt``.

A line of the manifest names a file, its checksum, and that of the sources that it was made of. These are
only those that its kernels need, so that a change to one kernel leaves the files of the others as they are.
Checksums are CRC-32, which tells what is damaged or was changed: to load SHA-256 takes longer than the file.
"""

from __future__ import annotations

import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pegwise.engine.kernels.catalogue import ENTRIES
from pegwise.errors import PegwiseError

FOLDER = Path(__file__).parent / "compiled"
"""Where the package has the files."""
MANIFEST = "manifest.txt"
WORDS = "words"
"""The file of the kernels that have no shape."""
WASM = "wasm"
"""The folder of the modules of WebAssembly, and what asks for them."""
STALE = "the compiled kernels that are here were made of other sources: python -m kernels.make, in a checkout"
_HEAD = "pegwise kernels 4"
_ENGINE = Path(__file__).parent.parent


class NoKernelsError(PegwiseError):
    """Kernels cannot run on this computer, or what comes for it is damaged: nothing else helps."""


def file_of(title: str) -> str:
    """The file that holds a kernel, without its ending: one for each number of pegs, or ``words``.

    >>> file_of("count-4-black"), file_of("split")
    ('count-4', 'words')
    """
    name, _, shape = title.partition("-")
    return f"{name}-{shape.partition('-')[0]}" if shape else WORDS


def group_of(file: str) -> str:
    """What files are made of the same sources: those of one kernel, or ``words``.

    >>> group_of("count-4"), group_of("words")
    ('count', 'words')
    """
    return file.partition("-")[0]


def symbol_of(title: str) -> str:
    """The name of a kernel in its file."""
    return title.replace("-", "_")


def content_of(name: str) -> bytes:
    """A source file of the engine."""
    return (_ENGINE / name).read_bytes().replace(b"\r\n", b"\n")


def checksum(*parts: bytes) -> str:
    """The CRC-32 of some bytes, one part after the other.

    >>> checksum(b"pegs", b" and holes")
    'f03f0d3d'
    """
    found = 0
    for part in parts:
        found = zlib.crc32(part, found)
    return f"{found:08x}"


@cache
def checksum_of(group: str, names: tuple[str, ...]) -> str:
    """The checksum of what a group of kernels is made of: their entries, and source files of the engine.

    It is the same for whatever line ends a checkout has, and empty where a source is not there.
    """
    entries = [entry for entry in ENTRIES if (entry.name if entry.shapes else WORDS) == group]
    parts = ["\n".join(map(repr, entries)).encode()]
    for name in names:
        try:
            text = content_of(name)
        except OSError:
            return ""
        parts.append(b"%s\0%d\0%s" % (name.encode(), len(text), text))
    return checksum(*parts)


@dataclass
class Manifest:
    """The files of compiled kernels: ``files`` has the checksums of each TARGET/FILE and of its sources.

    ``sources``: the source files that each group is made of, from the folder of the engine. ``maker``: the
    digest of the compiler that made them, which is not part of the package.
    """

    sources: dict[str, tuple[str, ...]] = field(default_factory=dict)
    files: dict[str, tuple[str, str]] = field(default_factory=dict)
    maker: str = ""

    @classmethod
    def read(cls, path: Path) -> Manifest:
        """Read it; ValueError if it is not one, OSError if it cannot be read."""
        head, *lines = path.read_text(encoding="utf-8").splitlines()
        if head != _HEAD:
            raise ValueError(f"{path} does not begin with {_HEAD!r}")
        made = cls()
        for line in lines:
            first, *rest = line.split()
            if first == "sources":
                made.sources[rest[0]] = tuple(rest[1:])
            elif first == "maker":
                made.maker = rest[0]
            else:
                made.files[rest[1]] = first, rest[0]
        return made

    def text(self) -> str:
        """What `read` reads."""
        sources = [f"sources {group} {' '.join(names)}" for group, names in sorted(self.sources.items())]
        files = [f"{own} {made_of} {name}" for name, (own, made_of) in sorted(self.files.items())]
        return "\n".join([_HEAD, f"maker {self.maker}", *sources, *files]) + "\n"

    def is_current(self, name: str) -> bool:
        """Tell whether a file, TARGET/FILE, is there and made of the sources that are here."""
        group = group_of(Path(name).stem)
        return name in self.files and self.files[name][1] == checksum_of(group, self.sources.get(group, ()))


@cache
def manifest() -> Manifest:
    """The files that come with the package; none where there is no manifest that can be read."""
    with suppress(OSError, ValueError, IndexError):
        return Manifest.read(FOLDER / MANIFEST)
    return Manifest()
