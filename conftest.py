"""The documentation runs as tests: Python, JavaScript, and terminal sessions with exactly their output."""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import shlex
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from sybil import Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser
from tests import served

from pegwise.strategies import registry

if TYPE_CHECKING:
    from sybil import Example

_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def _new_folder(namespace: dict[str, Any]) -> None:
    """Each page has games and strategies of its own, and a folder to write in with the documentation."""
    folder = namespace["_folder"] = os.environ["PEGWISE_DATA"] = tempfile.mkdtemp()
    namespace["_before"] = Path.cwd()
    (Path(folder) / "docs").symlink_to(Path(__file__).parent / "docs")
    os.chdir(folder)
    namespace["_known"] = set(registry.names())
    served.start(namespace)


def _old_folder(namespace: dict[str, Any]) -> None:
    served.stop(namespace)
    os.chdir(namespace["_before"])
    for name in set(registry.names()) - namespace["_known"]:
        registry.unregister(name)
    shutil.rmtree(namespace["_folder"])


def _run(command: str) -> str:
    """What ``pegwise ...``, or ``printf '...' | pegwise ...``, prints to a pipe, standard error last."""
    from pegwise.cli import main

    if command.startswith("curl "):
        return served.curl(command)
    printf, pipe, piped = command.partition(" | ")
    typed = shlex.split(printf)[1].encode().decode("unicode_escape") if pipe else ""
    words = shlex.split(piped or command)
    assert words[0] == "pegwise", f"only pegwise runs here, not {command!r}"
    out, err = io.StringIO(), io.StringIO()
    streams = contextlib.redirect_stdout(out), contextlib.redirect_stderr(err)
    with streams[0], streams[1], contextlib.suppress(SystemExit), mock.patch("sys.stdin", io.StringIO(typed)):
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
        CodeBlockParser(language="javascript", evaluator=served.javascript),
    ],
    patterns=["README.md", "docs/**/*.md", "docs/*.md"],
    setup=_new_folder,
    teardown=_old_folder,
    document_types={".md": served.Page},
).pytest()
