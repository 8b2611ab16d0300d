"""What the server did, one JSON object a line on standard error: for programs that collect it."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

LOG = logging.getLogger("pegwise.web")


def note(event: str, level: int = logging.INFO, *, error: BaseException | None = None, **told: Any) -> None:
    """Log an event with what there is to tell of it. Never a body, a query or the name of a game."""
    LOG.log(level, event, extra={"told": told}, exc_info=error)


def log_to_stderr() -> None:
    """Have events written, with those of the server below at level warning and above."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Lines())
    for name, level in (("pegwise.web", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "told", {}),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)
