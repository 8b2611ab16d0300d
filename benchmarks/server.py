"""A server that a benchmark starts for itself."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING

from benchmarks.measure import program

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["server"]


@contextmanager
def server(*options: str) -> Iterator[tuple[str, int]]:
    """Start ``pegwise serve`` with these options and an empty data folder.

    Yields its address and its process number.
    """
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryFile() as log:
        words = [*program(), "serve", "--port", "0", "--no-browser", "--json", *options]
        environment = {**os.environ, "PEGWISE_DATA": data}
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())["url"], process.pid
        finally:
            process.terminate()
            process.communicate()
