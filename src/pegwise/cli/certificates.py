"""``pegwise table --certificates``: the certificates of the table, made again and compared with it."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import shlex
import shutil
import subprocess
import sys
import time
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from pegwise.optimal.table_row import CertificateFile, TableRow

Outcome = Literal["made", "there", "kept", "different", "failed"]
_UNFINISHED = ".unfinished"
"""The folder of what is not whole yet, in that of the certificates: a run after a kill goes on with it."""


@dataclass(frozen=True)
class Remade:
    """What became of a certificate: the name, and a word for the outcome with the reason."""

    name: str
    outcome: Outcome
    reason: str = ""
    seconds: float = 0.0

    @property
    def is_good(self) -> bool:
        """Whether the certificate is that of the table, as far as a command can tell."""
        return self.outcome not in ("different", "failed")

    def __str__(self) -> str:
        said = f"{self.name}: {self.outcome}"
        if self.outcome == "made":
            return f"{said} in {self.seconds:.1f} s, with the digest of the table"
        return f"{said}, {self.reason}"

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        return dict(vars(self))


def remake(rows: Iterable[TableRow], folder: Path) -> Iterator[Remade]:
    """Make the certificates of some rows in a folder, each once, and say what became of each.

    A file that is there is not made again. A certificate appears in the folder when it is whole and has the
    digest of the table, so the command may be stopped at any time and started again.
    """
    files = list(dict.fromkeys(file for row in rows for file in row.certificates))
    unfinished = folder / _UNFINISHED
    try:
        unfinished.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.ClickException(f"{folder}: cannot be written ({error.strerror})") from None
    for number, file in enumerate(files, 1):
        found = _there(folder / file.name, file)
        if found is None:
            click.echo(f"{number} of {len(files)}: {file.name}", err=True)
            found = _made(folder, unfinished, file)
        yield found
    with contextlib.suppress(OSError):  # a search that failed has left its checkpoint
        unfinished.rmdir()


def digest_of(path: Path) -> str:
    """The SHA-256 of a certificate's text.

    Raises :class:`OSError`, :class:`EOFError` or :class:`zlib.error` if the file is not compressed text.
    """
    digest = hashlib.sha256()
    with gzip.open(path) as text:
        while block := text.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _there(path: Path, file: CertificateFile) -> Remade | None:
    """What to say of a certificate without making it; None if it must be made."""
    if path.exists():
        try:
            same = digest_of(path) == file.sha256
        except (OSError, EOFError, zlib.error):
            same = False
        if same:
            return Remade(file.name, "there", "with the digest of the table")
        return Remade(file.name, "different", f"{path} is another file; move it away to make this one")
    if " --limit " in file.command:
        where = (
            "docs/certificates of the repository has it" if file.kept else "the repository does not have it"
        )
        return Remade(file.name, "kept", f"time stopped its search, so no command makes it again; {where}")
    return None


def _made(folder: Path, unfinished: Path, file: CertificateFile) -> Remade:
    """Run the command of a certificate, and move what it writes to its place if the digest is right."""
    began = time.monotonic()
    for left in unfinished.glob(f".{file.name}.*"):
        left.unlink()  # half a file of a run that was killed
    new, saved = unfinished / file.name, unfinished / f"{file.name}.checkpoint"
    words = shlex.split(file.command)
    words[words.index("--certificate") + 1] = str(new)
    if words[1] == "optimal":  # a tree keeps what is finished by itself
        words += ["--checkpoint", str(saved)]
    # In a session of its own, Ctrl-C does not interrupt it in the middle of an import: it is killed instead.
    ran = subprocess.run(  # noqa: S603 - the words are those of the table
        [sys.executable, "-m", "pegwise", *words[1:]],
        stdout=subprocess.DEVNULL,
        check=False,
        start_new_session=True,
    )
    if ran.returncode:
        return Remade(file.name, "failed", f"the command ended with status {ran.returncode}: {file.command}")
    digest = digest_of(new)
    if digest != file.sha256:
        new.unlink()
        reason = f"the command made a text with the digest {digest}; the table has {file.sha256}"
        return Remade(file.name, "different", reason)
    new.replace(folder / file.name)
    for rest in unfinished.glob(f"{saved.name}*"):
        shutil.rmtree(rest) if rest.is_dir() else rest.unlink()
    return Remade(file.name, "made", seconds=time.monotonic() - began)
