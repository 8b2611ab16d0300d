"""Runs numpy when something of it is first used: to import it takes most of the start of a command."""

from __future__ import annotations

import sys
from importlib.util import find_spec, module_from_spec
from threading import RLock
from types import ModuleType
from typing import Any

_NAME = "numpy"
_DOCSTRINGS = ("numpy._core._add_newdocs", "numpy._core._add_newdocs_scalars")
"""Parts of numpy that only write docstrings, a sixth of what it runs: in a command nobody reads them."""
_lock = RLock()


class _LateModule(ModuleType):
    """A module that is run when an attribute of it is first asked for."""

    def __getattr__(self, name: str) -> Any:
        with _lock:
            if type(self) is _LateModule:  # no other thread has run it meanwhile
                if "__path__" in vars(self):  # its own code asks, while it runs
                    raise AttributeError(f"module {_NAME!r} has no attribute {name!r}")
                _run(self)
        return getattr(self, name)


def _run(module: ModuleType) -> None:
    spec = module.__spec__
    if spec is None or spec.loader is None:
        raise ImportError(f"{_NAME} cannot be imported", name=_NAME)
    module.__path__ = spec.submodule_search_locations or []
    spec.loader.exec_module(module)
    module.__class__ = ModuleType


def import_numpy_late() -> None:
    """Let ``import numpy`` do nothing until something of numpy is used."""
    spec = None if _NAME in sys.modules else find_spec(_NAME)
    if spec is not None:
        sys.modules.update((part, ModuleType(part)) for part in _DOCSTRINGS)
        module = sys.modules[_NAME] = module_from_spec(spec)
        del module.__path__  # without it, the import of a part of numpy runs numpy as well
        module.__class__ = _LateModule


def run_numpy() -> None:
    """Run numpy before the time of a limit begins."""
    import numpy as np

    np.dtype(np.int64)
