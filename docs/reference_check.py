"""A Sphinx extension: what the reference of the library needs besides autodoc, and what it must not lack.

A docstring names another thing in full (``pegwise.errors.LimitError``) or as its module does
(``LimitError``), and an annotation names types as its module imports them. All of these lead to
``pegwise.LimitError``. Arguments are described in ``reference/arguments.toml``.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.ext.napoleon import Config
from sphinx.ext.napoleon.docstring import GoogleDocstring
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

import pegwise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils.nodes import Element, TextElement
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_log = logging.getLogger(__name__)

OTHERS = {
    *("Any", "Callable", "Iterable", "Iterator", "Literal", "Mapping", "Sequence", "dict", "tuple"),
    *("Path", "datetime", "date", "Figure", "NDArray", "bool_", "Columns", "Indices", "Scores"),
    *("TreeArrays", "ByFeedback", "Children", "Watcher", "S"),
}
"""Types without a page: those of other libraries (the site asks no other host), and arrays of the engine."""
ARGUMENTS = Path(__file__).parent / "reference" / "arguments.toml"
_RAISES = re.compile(r"\bRaises (.*?\.)(?: |$)", re.DOTALL | re.MULTILINE)
"""The sentence of a docstring that says what is raised; the dots within names have no space after them."""


def arguments(name: str, thing: Any) -> dict[str, str]:
    """Return the arguments of a function with their descriptions, empty where there is none.

    Classes whose fields are documented one by one have none: they are results.
    """
    if dataclasses.is_dataclass(thing) or (inspect.isclass(thing) and issubclass(thing, (tuple, Exception))):
        return {}
    with ARGUMENTS.open("rb") as file:
        told = tomllib.load(file)
    known = told["everywhere"] | told.get(name, {})
    try:
        parameters = inspect.signature(thing).parameters
    except (TypeError, ValueError):
        return {}
    return {key: known.get(key, "") for key in parameters if key not in ("self", "cls")}


def sections(_: Sphinx, what: Any, name: str, thing: Any, _options: Any, lines: list[str]) -> None:
    """Set what a docstring says of arguments, the answer and errors apart, before its example.

    Attributes and properties have none of these: a colon in their first line is a colon.
    """
    if what in ("attribute", "data", "property"):
        return
    settings: Any = Config()
    text = "\n".join(GoogleDocstring(lines, settings, None, what, name, thing).lines())
    prose, arrow, example = text.partition(">>>")
    fields = [
        f":param {key}: {told}"
        for key, told in arguments(name, thing).items()
        if told and f":param {key}:" not in text
    ]
    if found := _RAISES.search(prose):
        prose = prose.replace(found[0], "")
        fields.append(f":Raises: {' '.join(found[1].split())}")
    lines[:] = [*prose.splitlines(), "", *fields, "", *f"{arrow}{example}".splitlines()]


def resolve(app: Sphinx, env: BuildEnvironment, node: Element, shown: TextElement) -> Element | None:
    """Find what a reference means that Sphinx does not: ``LimitError`` or ``Rules.code`` is enough."""
    if node.get("refdomain") != "py":
        return None
    objects = env.domains.python_domain.objects
    parts = str(node["reftarget"]).split(".")
    if parts[-1] in OTHERS:
        return shown
    named = [full for full in objects if full.rpartition(".")[2] == parts[-1]]
    alone = [full for full in named if objects[full].objtype != "method"]
    full = next((full for last in (2, 1) if (full := ".".join(["pegwise", *parts[-last:]])) in objects), "")
    if not full and len(alone) != 1:
        return None
    place = objects[full or alone[0]]
    return make_refnode(app.builder, node["refdoc"], place.docname, place.node_id, shown)


def lacks(name: str, thing: Any) -> Iterator[str]:
    """Say what is not documented of a public name, its methods and its properties.

    >>> class Bare:
    ...     "A class."
    ...     def method(self, strange): ...
    >>> print(*lacks("Bare", Bare), sep="; ")
    Bare.method has no docstring; Bare.method does not describe its argument strange
    """
    parts = {name: thing}
    if inspect.isclass(thing):
        own = {f"{name}.{key}": value for key, value in vars(thing).items() if not key.startswith("_")}
        parts |= {key: value for key, value in own.items() if callable(value) or isinstance(value, property)}
    for key, part in parts.items():
        text = inspect.getdoc(part)
        if not text:
            yield f"{key} has no docstring"
        for argument, told in arguments(key, part).items():
            if not told and f"{argument}:" not in (text or ""):
                yield f"{key} does not describe its argument {argument}"


def has_example(name: str, text: str) -> bool:
    """Say whether a public function has an example: in its docstring or in the ``text`` of its page."""
    thing = getattr(pegwise, name)
    below = text.partition(f":: {name}\n")[2].partition("\n.. ")[0]
    return not inspect.isfunction(thing) or ">>>" in (inspect.getdoc(thing) or "") or ">>>" in below


def check(_: Sphinx, env: BuildEnvironment) -> None:
    """Warn of each public name that the reference leaves out or that is not documented."""
    objects = env.domains.python_domain.objects
    for name in pegwise.__all__:
        full = f"pegwise.{name}"
        if full not in objects:
            _log.warning("the reference leaves out %s", full)
        elif not has_example(name, env.doc2path(objects[full].docname).read_text(encoding="utf-8")):
            _log.warning("%s has no example", full)
        for lack in lacks(full, getattr(pegwise, name)):
            _log.warning("%s", lack)


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect these to Sphinx."""
    app.connect("autodoc-process-docstring", sections)
    app.connect("missing-reference", resolve)
    app.connect("env-check-consistency", check)
    return {"parallel_read_safe": True}
