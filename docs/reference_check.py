"""A Sphinx extension: what the reference of the library needs besides autodoc, and what it must not lack.

A docstring names another thing in full (``pegwise.errors.LimitError``) or as its module does
(``LimitError``), and an annotation names types as its module imports them. All of these lead to
``pegwise.LimitError``.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from sphinx.ext.napoleon import Config
from sphinx.ext.napoleon.docstring import GoogleDocstring
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

import pegwise

if TYPE_CHECKING:
    from docutils.nodes import Element, TextElement
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_log = logging.getLogger(__name__)

OTHERS = {
    *("Any", "Callable", "Iterable", "Iterator", "Literal", "Mapping", "Sequence", "dict", "tuple"),
    *("Path", "datetime", "date", "Figure", "NDArray", "bool_", "Columns", "Indices", "Scores"),
    *("TreeArrays", "Answers", "Watcher", "S"),
}
"""Types without a page: those of other libraries (the site asks no other host), and arrays of the engine."""


def sections(_: Sphinx, what: Any, name: str, thing: Any, _options: Any, lines: list[str]) -> None:
    """Read the parts of a docstring that are called Args, Returns and Raises.

    Attributes and properties have none: a colon in their first line is a colon.
    """
    if what not in ("attribute", "data", "property"):
        settings: Any = Config()
        lines[:] = GoogleDocstring(lines, settings, None, what, name, thing).lines()


def resolve(app: Sphinx, env: BuildEnvironment, node: Element, shown: TextElement) -> Element | None:
    """Find what a reference means that Sphinx does not find by itself: the name alone is enough."""
    if node.get("refdomain") != "py":
        return None
    objects = env.domains.python_domain.objects
    name = str(node["reftarget"]).rpartition(".")[2]
    if name in OTHERS:
        return shown
    found = [
        full for full in objects if full.rpartition(".")[2] == name and objects[full].objtype != "method"
    ]
    public = f"pegwise.{name}"
    if public not in found and len(found) != 1:
        return None
    full = public if public in found else found[0]
    return make_refnode(
        app.builder, node["refdoc"], objects[full].docname, objects[full].node_id, shown, full
    )


def lacks(name: str, thing: Any) -> list[str]:
    """Say which parts of a public name have no documentation: itself, its methods and its properties.

    >>> class Bare:
    ...     "A class."
    ...     def method(self): ...
    >>> lacks("Bare", Bare)
    ['Bare.method has no docstring']
    """
    parts = {name: thing}
    if inspect.isclass(thing):
        own = {f"{name}.{key}": value for key, value in vars(thing).items() if not key.startswith("_")}
        parts |= {key: value for key, value in own.items() if callable(value) or isinstance(value, property)}
    return [f"{key} has no docstring" for key, value in parts.items() if not inspect.getdoc(value)]


def check(_: Sphinx, env: BuildEnvironment) -> None:
    """Warn of each public name that the reference leaves out or that has no documentation."""
    for name in pegwise.__all__:
        full = f"pegwise.{name}"
        if full not in env.domains.python_domain.objects:
            _log.warning("the reference leaves out %s", full)
        for lack in lacks(full, getattr(pegwise, name)):
            _log.warning("%s", lack)


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect these to Sphinx."""
    app.connect("autodoc-process-docstring", sections)
    app.connect("missing-reference", resolve)
    app.connect("env-check-consistency", check)
    return {"parallel_read_safe": True}
