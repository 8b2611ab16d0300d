"""What has to be compiled first is compiled beside the workers, once, and the question says so."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

import pytest

from pegwise.rules import Rules
from pegwise.web import compiling
from pegwise.web.compiling import Compiler
from pegwise.web.refusals import Compiling

if TYPE_CHECKING:
    from pegwise.web.workers import Workers


class Slow:
    """Workers whose compiling takes a moment."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def prepare(self, rules: str) -> None:
        self.asked.append(rules)
        await asyncio.sleep(0.05)


def test_it_is_begun_once_and_told_as_long_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "is_prepared", lambda rules: False)

    async def test() -> None:
        workers: Any = Slow()
        compiler = Compiler(cast("Workers", workers))
        compiler.look_after(Rules(3, 6), needed=False)
        for _ in range(2):
            with pytest.raises(Compiling) as told:
                compiler.look_after(Rules(3, 4), needed=True)
        assert "3 pegs" in str(told.value)
        assert told.value.headers["Retry-After"]
        await asyncio.sleep(0.1)
        assert workers.asked == ["3x6"]
        compiler.look_after(Rules(3, 6), needed=True)  # it could not be: then the question does what it can
        compiler.look_after(Rules(30, 30), needed=True)  # there is nothing to compile
        compiler.close()

    asyncio.run(test())


def test_what_is_compiled_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Rules] = []

    def is_there(rules: Rules) -> bool:
        looked.append(rules)
        return True

    monkeypatch.setattr(compiling, "is_prepared", is_there)
    compiler = Compiler(cast("Workers", Slow()))
    for _ in range(3):
        compiler.look_after(Rules(4, 6), needed=True)
    assert looked == [Rules(4, 6)]
