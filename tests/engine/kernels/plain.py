"""Kernels run as the plain Python that they are compiled from: their slow twins."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pegwise.engine.kernels.catalogue import CATALOGUE
from pegwise.engine.running import kernel_loader
from pegwise.engine.running.kernel_loader import Kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from pegwise.engine.kernels.catalogue import Entry, Shape

__all__ = ["PlainKernel", "plain_kernels", "run_plainly"]


class PlainKernel(Kernel):
    """A kernel with the same numbers and refusals as the compiled one."""

    def __init__(self, entry: Entry, shape: Shape | None) -> None:
        assert not entry.compiled, f"{entry.name} has no form in plain Python"
        super().__init__(entry, shape)

    def prepare(self) -> Callable[..., int]:
        """The Python function itself."""
        if self._call is None:
            self._call = self.entry.function(self.shape)
        return self._call

    def ending(self, *last: Any) -> Callable[..., None]:
        """The same with its last arguments in place."""
        return lambda *args: self(*args, *last)

    def _run(self, args: tuple[Any, ...]) -> int:
        self._words(0, args)
        plain = [
            arg if wanted.dimensions else np.dtype(wanted.dtype).type(arg)
            for wanted, arg in zip(self.entry.arguments, args, strict=True)
        ]
        call: Callable[..., int] = self.prepare()
        with np.errstate(over="ignore"):  # as in machine code, words of 64 bits are what is left of a product
            return call(*plain)


def run_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all kernels that have such a form run as plain Python."""
    usual = kernel_loader._kernel

    @cache
    def found(name: str, shape: Shape | None) -> Kernel:
        entry = CATALOGUE[name]
        return usual(name, shape) if entry.compiled else PlainKernel(entry, shape)

    monkeypatch.setattr(kernel_loader, "_kernel", found)


@pytest.fixture
def plain_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for a whole test."""
    run_plainly(monkeypatch)
