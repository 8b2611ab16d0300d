"""The documentation runs as tests: Python examples, and terminal sessions with exactly their output."""

from __future__ import annotations

import contextlib
import doctest
import io
import shlex
from typing import TYPE_CHECKING

from sybil import Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

if TYPE_CHECKING:
    from sybil import Example

_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def _run(command: str) -> str:
    """What ``pegwise ...`` prints, standard error last, when its output goes to a pipe."""
    from pegwise.cli import main

    words = shlex.split(command)
    assert words[0] == "pegwise", f"only pegwise runs here, not {command!r}"
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.suppress(SystemExit):
        main(words[1:])
    return out.getvalue() + err.getvalue()


def _console(example: Example) -> str | None:
    """Each ``$ command`` of the block, with what stands below it up to the next."""
    session = [part for part in ("\n" + example.parsed).split("\n$ ") if part.strip()]
    for part in session:
        command, _, wanted = part.partition("\n")
        got = _run(command)
        if not doctest.OutputChecker().check_output(
            wanted.rstrip() + "\n", got.rstrip() + "\n", doctest.ELLIPSIS
        ):
            return f"$ {command}\nexpected:\n{wanted}\ngot:\n{got}"
    return None


pytest_collect_file = Sybil(
    parsers=[
        PythonCodeBlockParser(doctest_optionflags=_FLAGS),
        CodeBlockParser(language="console", evaluator=_console),
    ],
    patterns=["README.md", "docs/**/*.md", "docs/*.md"],
).pytest()
