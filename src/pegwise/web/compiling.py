"""What a question needs is compiled beside the workers: in their time it would never be done."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pegwise.analysis.regret import is_prepared
from pegwise.candidates import is_enumerable
from pegwise.engine.native.load import KernelError, KernelUnavailable
from pegwise.web.refusals import Compiling

if TYPE_CHECKING:
    from pegwise.rules import Rules
    from pegwise.web.workers import Workers

__all__ = ["Compiler"]


class Compiler:
    """Has kernels compiled, once for each number of pegs, one after another, while others answer."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._begun: dict[tuple[int, bool], asyncio.Task[None]] = {}
        self._ready: set[tuple[int, bool]] = set()

    def look_after(self, rules: Rules, *, needed: bool) -> None:
        """Have what these rules need compiled, if it is not.

        Raises :class:`~pegwise.web.refusals.Compiling` if it is ``needed`` and not there yet.
        """
        key = (rules.pegs, rules.whites)
        if key in self._ready or not is_enumerable(rules):
            return
        if _is_prepared(rules):
            self._ready.add(key)
            return
        if key not in self._begun:
            self._begun[key] = asyncio.create_task(self._workers.prepare(str(rules)))
        if needed and not self._begun[key].done():
            raise Compiling(
                f"the search for games of {rules.pegs} pegs is being compiled, once on this computer; "
                "it takes about a minute",
                {"Retry-After": "15"},
            )

    def close(self) -> None:
        """Stop."""
        for task in self._begun.values():
            task.cancel()


def _is_prepared(rules: Rules) -> bool:
    try:
        return is_prepared(rules)
    except (KernelError, KernelUnavailable):  # there is nothing to compile for these
        return True
