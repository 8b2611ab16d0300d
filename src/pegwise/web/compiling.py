"""Compiles beside the workers what questions need; in the time of a question it would never be done."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pegwise.candidates import is_enumerable
from pegwise.web.questions.reading import NotCompiled, check_compiled
from pegwise.web.refusals import Compiling

if TYPE_CHECKING:
    from pegwise.rules import Rules
    from pegwise.web.workers import Workers

__all__ = ["Compiler"]


class Compiler:
    """Has kernels compiled, once for each number of pegs, one after another, while others answer."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._begun: dict[tuple[int, bool], asyncio.Task[None] | None] = {}
        """None where all was there already."""

    def begin(self, rules: Rules) -> None:
        """Have what these rules need compiled, if it is not, and if there is anything to search."""
        key = (rules.pegs, rules.whites)
        if key in self._begun or not rules.size > 1 or not is_enumerable(rules):
            return
        try:
            check_compiled(rules)
        except NotCompiled:
            self._begun[key] = asyncio.create_task(self._workers.prepare(str(rules)))
        else:
            self._begun[key] = None

    def refusal(self, rules: Rules, error: NotCompiled) -> Exception:
        """Return what to tell a client that needs it now: to ask again, or the ``error`` of compiling."""
        task = self._begun.get((rules.pegs, rules.whites))
        if task is not None and not task.done():
            return Compiling(str(error), {"Retry-After": "5"})
        try:
            check_compiled(rules)
        except NotCompiled:
            return error
        return Compiling(str(error), {"Retry-After": "1"})  # it was done meanwhile

    def close(self) -> None:
        """Stop compiling."""
        for task in self._begun.values():
            if task is not None:
                task.cancel()
