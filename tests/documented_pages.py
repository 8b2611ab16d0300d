"""Pages of the documentation as tests: Python, JavaScript, terminal sessions with exactly their output."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sybil import Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

from pegwise.strategies import registry
from tests import served
from tests.cli_runner import run
from tests.documented import ROOT, run_line, sessions

if TYPE_CHECKING:
    from collections.abc import Callable

    from sybil import Example

__all__ = ["page_runner", "run_apart"]

_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
_SHELL = re.compile(r"[|&;<>$`*\\]|--workers|--cluster|-s \S+[:/.]")
"""What a line has that needs a shell, other processes, or a strategy from a file of its folder."""


_LONG = ("claims", "howto/check-tables", "howto/cluster", "howto/large", "howto/optimal", "optimal")
"""Pages whose commands take seconds, so they run once, in processes of their own (``test_documented.py``)."""


def page_runner(*, apart: bool = False) -> Sybil:
    """What runs the examples of pages; with ``apart``, of all, each command in a process of its own."""
    return Sybil(
        parsers=[
            PythonCodeBlockParser(doctest_optionflags=_FLAGS),
            CodeBlockParser(language="console", evaluator=_console(_run_apart if apart else _run)),
            CodeBlockParser(language="javascript", evaluator=served.javascript),
        ],
        path=str(ROOT),
        patterns=["README.md", "docs/**/*.md", "docs/*.md"],
        excludes=() if apart else [f"docs/{name}.md" for name in _LONG],
        setup=_new_folder,
        teardown=_old_folder,
        document_types={".md": served.Page},
    )


def run_apart(page: Path) -> int:
    """Run a page from start to end, every command in a process of its own; how many examples it has."""
    document = page_runner(apart=True).parse(page)
    examples = list(document.examples())
    _new_folder(document.namespace)
    try:
        for example in examples:
            example.evaluate()
    finally:
        _old_folder(document.namespace)
    return len(examples)


def _new_folder(namespace: dict[str, Any]) -> None:
    """Each page has games and strategies of its own, and a folder to write in with the documentation."""
    folder = namespace["_folder"] = os.environ["PEGWISE_DATA"] = tempfile.mkdtemp()
    namespace["_before"] = Path.cwd()
    for name in ("docs", "checker"):
        (Path(folder) / name).symlink_to(ROOT / name)
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
    """What a line prints, standard error last; a command alone runs here, which takes half of the time."""
    if command.startswith("pegwise ") and not _SHELL.search(command):
        alone = run(*shlex.split(command)[1:])
        return alone.out + alone.err
    return _run_apart(command)


def _run_apart(command: str) -> str:
    """What a line prints, its commands in processes of their own; standard error last."""
    if command.startswith("curl "):
        return served.curl(command)
    ran = run_line(command)
    return ran.stdout + ran.stderr


def _console(run: Callable[[str], str]) -> Callable[[Example], str | None]:
    """Each ``$ command`` of the block, with what stands below it up to the next."""

    def evaluate(example: Example) -> str | None:
        for command, wanted in sessions(example.parsed):
            got = run(command)
            if not doctest.OutputChecker().check_output(
                wanted.rstrip() + "\n", got.rstrip() + "\n", doctest.ELLIPSIS
            ):
                return f"$ {command}\nexpected:\n{wanted}\ngot:\n{got}"
        return None

    return evaluate
