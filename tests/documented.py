"""The command lines of the documentation: where they stand, and how each is run in a process of its own."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

__all__ = ["PAGES", "ROOT", "maker", "other_lines", "run_line", "session_lines", "sessions"]

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

_SHELL = f'''
python() {{ "{sys.executable}" -P "$@"; }}
pegwise() {{ python -m pegwise "$@"; }}
'''
"""What a line is run in: ``pegwise`` is the one that is tested."""
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_EXAMPLES = re.compile(r"^  Examples:\n((?:    .*\n)+)", re.MULTILINE)
_INLINE = re.compile(r"`(pegwise [^`]+)`")


def run_line(line: str, typed: str | None = None, seconds: float = 120) -> subprocess.CompletedProcess[str]:
    """Run a line of a shell in this folder, with its ``pegwise`` a fresh process."""
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", _SHELL + line],
        input=typed or "",
        capture_output=True,
        encoding="utf-8",
        timeout=seconds,
        check=False,
    )


def maker(name: str) -> ModuleType:
    """A program of ``docs/`` as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def sessions(block: str) -> list[tuple[str, str]]:
    """Each ``$ command`` of a terminal session, with what stands below it up to the next."""
    parts = [part for part in ("\n" + block).split("\n$ ") if part.strip()]
    return [(command, wanted) for command, _, wanted in (part.partition("\n") for part in parts)]


def session_lines(page: Path) -> set[str]:
    """The commands of a page whose output it shows; the page's own test runs them."""
    blocks = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return {line for language, block in blocks if language == "console" for line, _ in sessions(block)}


def other_lines(page: Path) -> Iterator[str]:
    """The commands of a page without their output: in blocks, in the examples of a help, in sentences."""
    text = page.read_text(encoding="utf-8")
    for language, block in _BLOCK.findall(text):
        if language == "text":
            yield from re.findall(r"^\$ (.*)", block, re.MULTILINE)
        if language == "sh":
            yield from (line.partition("  #")[0].rstrip() for line in block.splitlines())
        for examples in _EXAMPLES.findall(block):
            yield from (re.split(r"  +", line.strip())[0] for line in examples.splitlines())
    sentences = "\n".join(line for line in _BLOCK.sub("", text).splitlines() if not line.startswith("#"))
    yield from (" ".join(words.split()) for words in _INLINE.findall(sentences))
