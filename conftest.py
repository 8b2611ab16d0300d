"""The documentation runs as tests: Python, JavaScript, and terminal sessions with exactly their output."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pytest
from tests.documented_pages import page_runner

if TYPE_CHECKING:
    from collections.abc import Generator

_TOGETHER = ("tests/web/page/", "tests/executors/")
"""Folders whose tests share what takes seconds to start: a browser and a server, or a cluster and a pool."""
_APART = "tests/web/page/test_site_alone"
"""Files whose tests start servers of their own."""
FIRST_PART = "not exhaustive and not slow"
"""By what pyproject.toml leaves tests out of a plain run: this is the part that a person waits for."""


pytest_collect_file = page_runner().pytest()


def pytest_addoption(parser: pytest.Parser) -> None:
    """``pytest --all`` runs both parts of the tests."""
    parser.addoption("--all", action="store_true", help="run the exhaustive tests too, but not the slow ones")


def pytest_configure(config: pytest.Config) -> None:
    """Leave out only the slow tests with ``--all``, and those with ``-m exhaustive`` too."""
    if config.option.all and config.option.markexpr == FIRST_PART:
        config.option.markexpr = "not slow"
    if config.option.markexpr == "exhaustive":
        config.option.markexpr = "exhaustive and not slow"


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected, nor among them later: it takes a tenth of that time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Run the tests of some folders one after the other: one process of two starts what they share."""
    if config.option.dist != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    scheduling = LoadFileScheduling(config, log)
    file_of, shares = scheduling._split_scope, max(1, scheduling.numnodes // 2)

    def scope(nodeid: str) -> str:
        file: str = file_of(nodeid)
        folder = None if file.startswith(_APART) else next(filter(file.startswith, _TOGETHER), None)
        return file if folder is None else f"{folder}{crc32(file.encode()) % shares}"

    scheduling._split_scope = scope
    return scheduling


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Make the cases of a function beyond its ``some`` exhaustive, and those beyond ``more`` slow."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("some") and not any(map(item.get_closest_marker, ("exhaustive", "slow"))):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for found in cases.values():
        mark = found[0].get_closest_marker("some")
        assert mark is not None
        others = _but_some(found, mark.args[0])
        more = mark.kwargs.get("more", len(others))
        for item in others:
            item.add_marker(pytest.mark.exhaustive)
        for item in _but_some(others, more):
            item.add_marker(pytest.mark.slow)


def _but_some(cases: list[pytest.Item], number: int) -> list[pytest.Item]:
    """Leave out so many cases, evenly spread."""
    number = min(len(cases), number)
    kept = {place * len(cases) // number for place in range(number)}
    return [item for place, item in enumerate(cases) if place not in kept]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what a plain run has left out."""
    if config.option.markexpr == FIRST_PART:
        terminalreporter.write_line("")
        terminalreporter.write_line(
            "This was the first part of the tests. The rest: pytest -m exhaustive. Both parts: pytest --all"
        )
