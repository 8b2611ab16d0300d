"""Settings of the whole suite."""

from __future__ import annotations

import itertools
import logging
import signal
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Speed is never asserted (DESIGN, Tests): a slow machine must not fail a test.
settings.register_profile(
    "pegwise", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", settings.get_profile("pegwise"), max_examples=2000)
settings.load_profile("pegwise")

if (
    sys.platform == "win32"
):  # they run lines of bash, limit processes as POSIX does, or take hold of a terminal
    collect_ignore = [
        "checker/test_strict.py",
        "cli/test_commands.py",
        "cli/test_feedback.py",
        "cli/test_input_ends.py",
        "cli/test_optimal.py",
        "cli/test_play.py",
        "cli/test_standard_streams.py",
        "cli/test_wording.py",
        "executors/test_faults.py",
        "test_docs.py",
        "test_documented.py",
        "test_site.py",
        "web/page",
    ]

_numbers = itertools.count()

# A run in the background ignores Ctrl-C, and so would the programs that tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Saved games of each test's own, apart from the others, all of which pytest reads to make a new one."""
    folder = tmp_path_factory.getbasetemp() / "data" / str(next(_numbers))
    folder.mkdir(parents=True)
    monkeypatch.setenv("PEGWISE_DATA", str(folder))
    return folder


@pytest.fixture(autouse=True)
def loggers_as_before() -> Iterator[None]:
    """What a test does to the loggers ends with it."""
    loggers = [logging.getLogger(name) for name in ("pegwise.web", "uvicorn")]
    before = [(logger, logger.handlers, logger.propagate, logger.level) for logger in loggers]
    yield
    for logger, handlers, propagate, level in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)
