"""Files the command writes: whole, or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click

__all__ = ["write_whole"]


def write_whole(path: str, text: str) -> None:
    """Write ``text`` under a temporary name and rename it, so that no half-written file is ever seen."""
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        raise click.ClickException(f"{path}: cannot be written ({error.strerror})") from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(target)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise click.ClickException(f"{path}: cannot be written ({error.strerror})") from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
