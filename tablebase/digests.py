"""Writes docs/certificates/digests.json: what proofs are known, and by which digest anyone can compare them.

Usage: python -m tablebase.digests [FOLDER ...]

The checker checks every certificate of docs/certificates and of the folders that has a proof of its lower
bound. What it finds is kept, a line for each file: rules, objective, total, worst, lemmas, bytes, the SHA-256
of the text, and the command that makes the file again. A file that is in none of these folders stays listed,
because the command makes it again. The bytes are those of the compressed file, which other versions of zlib
may compress to another length; the digest is that of the text, which is the same everywhere.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablebase.verdicts import KEPT, checked, read_verdicts

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["DIGESTS", "TOLD", "digests", "main", "read_digests", "text_of"]

DIGESTS = KEPT / "digests.json"
"""The file of the digests."""
TOLD = ("rules", "objective", "total", "worst", "lemmas", "size", "sha256", "command")
"""What is told of each file."""


def read_digests() -> dict[str, dict[str, Any]]:
    """Return what is told of each file, by its name."""
    found: dict[str, dict[str, Any]] = json.loads(DIGESTS.read_text("utf-8")) if DIGESTS.exists() else {}
    return found


def digests(
    folders: Iterable[Path], known: dict[str, dict[str, Any]], verdicts: dict[str, dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    """Return what is told of the proofs of some folders, besides what is known.

    ``verdicts``: those of files that need not be checked again. A file that the checker refuses is left out.
    """
    paths = {path.name for folder in folders for path in folder.glob("*.cert")}
    found = {name: told for name, told in known.items() if name not in paths}
    for name, verdict in checked(folders, verdicts, print).items():
        if name in paths and verdict["lemmas"]:
            found[name] = {each: verdict[each] for each in TOLD}
    return found


def text_of(found: dict[str, dict[str, Any]]) -> str:
    """Return the text of the file: a line for each certificate, in the order of their names."""
    lines = [f"{json.dumps(name)}: {json.dumps(found[name])}" for name in sorted(found)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Check the certificates and write the file."""
    found = digests([KEPT, *map(Path, sys.argv[1:])], read_digests(), read_verdicts())
    DIGESTS.write_text(text_of(found), "utf-8")
    sys.stdout.write(f"{len(found)} certificates\n")


if __name__ == "__main__":
    main()
