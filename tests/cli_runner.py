"""Runs the command in this process, as a person at a pipe would."""

from __future__ import annotations

import contextlib
import io
import json
from typing import Any, NamedTuple
from unittest import mock

from pegwise.cli import main

__all__ = ["Ran", "run", "run_json"]


class Ran(NamedTuple):
    """What a command printed and its exit status."""

    out: str
    err: str
    status: int


def run(*args: str, typed: str = "") -> Ran:
    """``pegwise args...`` with ``typed`` on standard input."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    streams = contextlib.redirect_stdout(out), contextlib.redirect_stderr(err)
    with streams[0], streams[1], mock.patch("sys.stdin", io.StringIO(typed)):
        try:
            main(args)
        except SystemExit as left:
            status = left.code if isinstance(left.code, int) else 1
    return Ran(out.getvalue(), err.getvalue(), status)


def run_json(*args: str, typed: str = "") -> Any:
    """The JSON that ``pegwise args... --json`` prints; it must succeed."""
    ran = run(*args, "--json", typed=typed)
    assert ran.status == 0, ran.err
    return json.loads(ran.out)
