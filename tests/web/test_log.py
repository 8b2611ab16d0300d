"""The log of the server: one JSON object a line."""

from __future__ import annotations

import json
import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from pegwise.web.log import LOG, log_to_stderr, note

if TYPE_CHECKING:
    import pytest


def lines(capture: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capture.readouterr().err.splitlines()]


def test_an_event_is_a_line_with_what_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    log_to_stderr()
    note("request", path="/ä", status=200)
    text = capsys.readouterr().err
    assert "/ä" in text
    told = json.loads(text)
    when = datetime.fromisoformat(told.pop("time"))
    assert when.utcoffset() == timedelta(0)
    assert when.microsecond % 1000 == 0
    assert told == {"level": "info", "event": "request", "path": "/ä", "status": 200}


def test_an_error_has_its_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    log_to_stderr()
    try:
        raise ZeroDivisionError("a mistake")
    except ZeroDivisionError as error:
        note("error", logging.ERROR, error=error, id="x")
    (told,) = lines(capsys)
    assert (told["level"], told["event"], told["id"]) == ("error", "error", "x")
    assert told["traceback"].startswith("Traceback (most recent call last):\n")
    assert told["traceback"].endswith("ZeroDivisionError: a mistake")


def test_of_the_server_below_only_warnings_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    log_to_stderr()
    logging.getLogger("uvicorn.error").info("started")
    logging.getLogger("uvicorn.error").warning("odd")
    LOG.debug("detail")
    LOG.info("plain")
    assert [(told["level"], told["event"]) for told in lines(capsys)] == [
        ("warning", "odd"),
        ("info", "plain"),
    ]
