"""Questions for the tests of workers: everything that work can do wrong."""

from __future__ import annotations

import ctypes
import gc
import os
import time
from typing import TYPE_CHECKING, Any

from pegwise.errors import ContradictionError
from pegwise.progress import report

if TYPE_CHECKING:
    from pegwise.limit import Limit


def answer(question: str, arguments: dict[str, Any], limit: Limit) -> dict[str, Any]:
    return getattr(Questions, question)(limit=limit, **arguments)  # type: ignore[no-any-return]


class Questions:
    @staticmethod
    def echo(limit: Limit, **arguments: Any) -> dict[str, Any]:
        return {"pid": os.getpid(), "seconds": limit.seconds, "memory": limit.memory, **arguments}

    @staticmethod
    def kept(limit: Limit) -> int:
        return gc.get_freeze_count()

    @staticmethod
    def sleep(limit: Limit, seconds: float) -> dict[str, Any]:
        time.sleep(seconds)
        return {"pid": os.getpid()}

    @staticmethod
    def wait(limit: Limit, path: str) -> dict[str, Any]:
        while not os.path.exists(path):  # noqa: PTH110 - a file that says to go on
            time.sleep(0.005)
        return {"pid": os.getpid()}

    @staticmethod
    def busy(limit: Limit, seconds: float) -> dict[str, Any]:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            report("spins", int(100 * (1 - (until - time.monotonic()) / seconds)), 100)
        return {"pid": os.getpid()}

    @staticmethod
    def hoard(limit: Limit, megabytes: int) -> dict[str, Any]:
        held = [bytearray(2**20) for _ in range(megabytes)]
        return {"pid": os.getpid(), "held": len(held)}

    @staticmethod
    def contradict(limit: Limit) -> dict[str, Any]:
        error = ContradictionError("no code fits")
        error.rows = [1, 2]  # type: ignore[attr-defined]
        raise error

    @staticmethod
    def break_down(limit: Limit) -> dict[str, Any]:
        raise ZeroDivisionError("a mistake of ours")

    @staticmethod
    def not_to_be_sent(limit: Limit) -> dict[str, Any]:
        class LocalError(Exception):
            pass

        raise LocalError("made in a function")

    @staticmethod
    def prepare(limit: Limit, rules: list[str]) -> dict[str, Any]:
        with open(rules[0], "w") as told:  # noqa: PTH123
            told.write(f"{os.getpid()}\n")
        time.sleep(300)
        return {}

    @staticmethod
    def crash(limit: Limit) -> dict[str, Any]:
        ctypes.string_at(0)
        return {}
