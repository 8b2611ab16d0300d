"""Files that the command reads; and files that it writes: whole, or not at all."""

from __future__ import annotations

import codecs
import os
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from pegwise.errors import FileFormatError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pegwise import Plot, Position, Strategy

_PATIENCE, _MOMENT = 2.0, 0.05
"""Seconds to wait for other programs that have a file open, and between two tries."""
_IN_USE = (5, 32)
"""What Windows calls it: access denied, sharing violation."""
_LONG_SECONDS = 60
_LONG_PAIRS = 10**10
"""Fewer pairs than this take no minute anywhere."""


def read_lines(path: str) -> list[str]:
    """The lines of a text file; of standard input if the path is ``-``."""
    try:
        text = sys.stdin.read() if path == "-" else _decoded(Path(path).read_bytes())
        return text.removeprefix("\ufeff").splitlines()
    except OSError as error:
        raise FileFormatError(f"{named_file(path)}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise FileFormatError(f"{named_file(path)}: is not text") from None


def _decoded(content: bytes) -> str:
    """Text in UTF-8, or in UTF-16 if it begins as such: so PowerShell writes what is sent to a file."""
    wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return content.decode("utf-16" if wide else "utf-8")


def named_file(path: str) -> str:
    """What a message calls a file.

    >>> named_file("-")
    'standard input'
    """
    return "standard input" if path == "-" else path


def write_whole(path: str, content: str | bytes) -> None:
    """Write text or bytes under a temporary name and rename it, so that no half-written file is ever seen."""
    with whole_file(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def check_plot_file(path: str | None) -> None:
    """Refuse the file of a plot before the work and not after it, if the plot could not be drawn."""
    if path:
        from pegwise.plots import check_plot

        check_plot(_form(path))


def write_plot(path: str, plot: Plot) -> None:
    """Draw a plot into a file; what it is follows from the file's name."""
    write_whole(path, plot.render(_form(path)))


def _form(path: str) -> str:
    return Path(path).suffix.lower().removeprefix(".")


@contextmanager
def whole_file(path: str) -> Iterator[BinaryIO]:
    """A file under a temporary name, to write to; it becomes ``path`` if all goes well, else it is gone.

    A link stays, and what it leads to is written. A pipe or a device is no file to be replaced: it is written
    to as it is.
    """
    try:
        if Path(path).exists() and not Path(path).is_file():
            with Path(path).open("wb") as file:
                yield file
        else:
            with _in_place_of(Path(path).resolve()) as file:
                yield file
    except OSError as error:
        raise click.ClickException(f"{path}: cannot be written ({error.strerror})") from None


@contextmanager
def _in_place_of(target: Path) -> Iterator[BinaryIO]:
    import tempfile  # takes long, and most commands write no file

    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        _rename(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _rename(temporary: Path, target: Path) -> None:
    """Rename a file to the name of another. Windows refuses that while a program has the other open."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            temporary.replace(target)
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _IN_USE:
                raise
            if time.monotonic() >= until:
                error.strerror = f"{error.strerror}; does another program have it open?"
                raise
            time.sleep(_MOMENT)
        else:
            return


def long_run_file(strategy: Strategy, start: Position) -> Path | None:
    """Where a tree that takes over a minute keeps what is finished; None for quicker ones."""
    from pegwise.candidates import is_enumerable

    if not is_enumerable(start.rules) or start.rules.size * len(start) < _LONG_PAIRS:
        return None
    from pegwise.strategies.work_estimate import estimate_tree

    if estimate_tree(start, strategy=strategy).seconds < _LONG_SECONDS:
        return None
    from platformdirs import user_cache_dir

    from pegwise.notation import plain_history

    options = sorted(strategy.options().items())
    about = f"{start.rules.plain} {plain_history(start.history)} {strategy.name} {options}"
    from hashlib import sha256  # which takes long to load

    name = sha256(about.encode()).hexdigest()[:16]
    folder = Path(user_cache_dir("pegwise", appauthor=False)) / "unfinished"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None  # nowhere to write: the run goes on without
    return folder / f"{strategy.name}-{start.rules.plain}-{name}.sqlite"
