"""A worker that is asked for more memory than it may have; run by a test as a program."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from pegwise.errors import LimitError
from pegwise.web.worker import Task, Worker

if TYPE_CHECKING:
    from pegwise.limit import Limit

MEMORY, PIECE = 200 << 20, 20 << 20


def answer(question: str, arguments: dict[str, Any], limit: Limit) -> int:
    """Hold so many pieces of memory that was written, and tell how many."""
    held = []
    for _ in range(arguments["pieces"]):
        held.append(b"\x01" * PIECE)
        time.sleep(0.05)
    return len(held)


def main() -> None:
    """Print what is answered, and whether another worker takes the place of one that ended."""
    for pieces in (1, 100):
        worker = Worker("tests.systems.hoarding:answer", MEMORY)
        try:
            print(worker.ask(Task("hoard", {"pieces": pieces}, 60.0, 60.0)))
        except LimitError as error:
            print(error, worker.ended)
        worker.bury()


if __name__ == "__main__":
    main()
