"""What has to be compiled first is compiled beside the workers, once, and the question says so."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from pegwise.engine.running import library, load
from pegwise.engine.running.errors import KernelUnavailable
from pegwise.limit import Limit
from pegwise.rules import Rules
from pegwise.web import prepare
from pegwise.web.asking import ask
from pegwise.web.compiling import Compiler
from pegwise.web.guard import CLIENT
from pegwise.web.questions import answer, reading
from pegwise.web.questions.reading import NotCompiled
from pegwise.web.refusals import Compiling
from pegwise.web.settings import Settings

if TYPE_CHECKING:
    from pegwise.web.workers import Workers


class Slow:
    """Workers whose compiling takes until they are told that it is done."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.done = asyncio.Event()

    async def prepare(self, rules: str) -> None:
        self.asked.append(rules)
        await self.done.wait()


@pytest.fixture
def nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "is_prepared", lambda rules: False)


@pytest.mark.usefixtures("nothing_compiled")
def test_it_is_begun_once_and_told_as_long_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    error = NotCompiled("not yet")

    async def test() -> None:
        workers: Any = Slow()
        compiler = Compiler(cast("Workers", workers))
        black = Rules(3, 6, whites=False)
        for rules in (Rules(3, 6), Rules(3, 4), Rules(30, 30), Rules(100, 1), black):
            compiler.begin(rules)
        for rules in (Rules(3, 4), black):
            refusal = compiler.refusal(rules, error)
            assert isinstance(refusal, Compiling)
            assert (str(refusal), refusal.headers) == ("not yet", {"Retry-After": "5"})
        assert compiler.refusal(Rules(5, 4), error) is error  # which nobody asked for
        workers.done.set()
        while isinstance(compiler.refusal(Rules(3, 6), error), Compiling):
            await asyncio.sleep(0)
        assert workers.asked == ["3x6", "3x6-black"]
        assert compiler.refusal(Rules(3, 6), error) is error  # it could not be
        monkeypatch.setattr(reading, "is_prepared", lambda rules: True)
        done = compiler.refusal(Rules(3, 6), error)  # it was, since the question was given up
        assert isinstance(done, Compiling)
        assert (str(done), done.headers) == ("not yet", {"Retry-After": "1"})
        compiler.close()

    asyncio.run(asyncio.wait_for(test(), 60))


@pytest.mark.usefixtures("nothing_compiled")
def test_what_is_begun_ends_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        workers: Any = Slow()
        compiler = Compiler(cast("Workers", workers))
        before = asyncio.all_tasks()
        compiler.begin(Rules(3, 6))
        with monkeypatch.context() as patch:
            patch.setattr(reading, "is_prepared", lambda rules: True)
            compiler.begin(Rules(4, 6))
        (task,) = asyncio.all_tasks() - before
        compiler.close()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(asyncio.wait_for(test(), 60))


def test_what_is_compiled_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Rules] = []

    def is_there(rules: Rules) -> bool:
        looked.append(rules)
        return True

    monkeypatch.setattr(reading, "is_prepared", is_there)
    compiler = Compiler(cast("Workers", Slow()))
    for _ in range(3):
        compiler.begin(Rules(4, 6))
    assert looked == [Rules(4, 6)]
    compiler.close()


@pytest.mark.usefixtures("nothing_compiled")
def test_only_what_searches_needs_it() -> None:
    limit = Limit(seconds=5)
    hint = {"rules": "3x5", "history": ""}
    assert answer("hint", hint, limit)["guess"]
    for question, asked in (
        ("review", {"rules": "3x5", "line": "112:B"}),
        ("hint", {**hint, "strategy": "optimal"}),
        ("tree", {**hint, "strategy": "optimal"}),
        ("compare", {"rules": "3x5", "strategies": ["optimal"]}),
    ):
        with pytest.raises(NotCompiled, match="3 pegs"):
            answer(question, asked, limit)
    assert answer("tree", {"rules": "4x4", "history": "", "strategy": "optimal"}, limit)["known"] == "exact"


@pytest.mark.parametrize(("ahead", "needed", "begun"), [(("4x6",), 0, 1), ((), 0, 0), ((), 1, 1)])
def test_what_is_not_compiled_ahead_is_when_a_question_cannot_do_without(
    ahead: tuple[str, ...], needed: int, begun: int
) -> None:
    asked: list[Rules] = []

    async def run(*_: Any, **__: Any) -> str:
        if needed:
            raise NotCompiled("not yet")
        return "answered"

    compiler = SimpleNamespace(begin=asked.append, refusal=lambda _, error: Compiling(str(error)))
    state = SimpleNamespace(
        settings=Settings(ahead=ahead), compiler=compiler, workers=SimpleNamespace(run=run)
    )
    scope = {CLIENT: "203.0.113.7"}
    request: Any = SimpleNamespace(app=SimpleNamespace(state=state), headers={}, scope=scope)
    question = ask(request, "hint", {"rules": "6x9"}, None)
    if needed:
        with pytest.raises(Compiling):
            asyncio.run(question)
    else:
        assert asyncio.run(question).body == b'"answered"'
    assert asked == [Rules(6, 9)] * begun


def test_without_a_compiler_the_search_itself_says_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nobody is told to wait for what will never be."""
    monkeypatch.setattr(library, "has", lambda _: False)
    monkeypatch.setattr(library, "function", lambda _: None)
    monkeypatch.setattr(library, "is_damaged", lambda _: False)
    monkeypatch.setattr(load, "find_spec", lambda _: None)
    load._kernel.cache_clear()
    asked = {"rules": "4x3", "line": "4x3 1122:B 1233:BW resigned"}
    try:
        with pytest.raises(KernelUnavailable, match=r"pip install 'pegwise\[compile\]'"):
            answer("review", asked, Limit(seconds=5))
    finally:
        load._kernel.cache_clear()


def test_what_is_prepared_is_what_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[Rules] = []
    monkeypatch.setattr(prepare, "prepare", prepared.append)
    assert prepare.answer("prepare", {"rules": ["4x6", "5x8"]}, Limit()) == {}
    assert prepared == [Rules(4, 6), Rules(5, 8)]
