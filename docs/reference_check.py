"""A Sphinx extension: a check that every public name is documented, and the links between docstrings.

The docstrings are in Google style, and ``sphinx.ext.napoleon`` renders them. This file reads them with the
same converter, so it accepts only what the site shows.

A docstring names another thing in full (``pegwise.errors.LimitError``) or as its module does
(``LimitError``), and an annotation names types as its module imports them. All of these lead to
``pegwise.LimitError``.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import doctest
import inspect
import re
import textwrap
from functools import cached_property
from importlib import import_module
from itertools import takewhile
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

PAGES = Path(__file__).parent / "reference" / "python"
OTHERS = {
    *("Any", "Callable", "Iterable", "Iterator", "Literal", "Mapping", "Sequence", "dict", "tuple"),
    *("Path", "datetime", "date", "Figure", "NDArray", "bool_", "Columns", "Indices", "Scores"),
    *("TreeArrays", "Turns", "Children", "Watcher", "S", "NotImplementedError", "KeyError"),
}
"""Types without a page: those of other libraries (the site asks no other host), and arrays of the engine."""

VERBS = {
    *("build", "call", "check", "close", "compare", "count", "deduce", "draw", "estimate"),
    *("explain", "find", "give", "group", "iterate", "judge", "keep", "limit", "list"),
    *("make", "measure", "play", "plot", "rank", "read", "register", "return", "review"),
    *("save", "score", "split", "tell", "work", "write"),
}
"""The verbs that the docstring of a public function or method starts with; add the one that you need."""

_PROPERTY = (property, cached_property)
_DIRECTIVE = re.compile(r"^\.\. auto(?:class|exception|function):: (\S+)$", re.MULTILINE)
_ARGUMENT = re.compile(r"^:param [\\*]*(\w+)", re.MULTILINE)
_FIELD = re.compile(r"^\.\. attribute:: (\w+)", re.MULTILINE)
_RAISED = re.compile(r"^:raises ([\w.]+)", re.MULTILINE)


def documented() -> dict[str, Any]:
    """Find the classes and functions that the pages of the reference document, by their full names."""
    found = {}
    for page in sorted(PAGES.glob("*.rst")):
        for name in _DIRECTIVE.findall(page.read_text(encoding="utf-8")):
            module, _, last = (name if "." in name else f"pegwise.{name}").rpartition(".")
            found[f"{module}.{last}"] = getattr(import_module(module), last)
    return found


def rendered(name: str, thing: Any) -> str:
    """Return what Sphinx gets from napoleon for the docstring of a thing itself.

    >>> def double(number: int) -> int:
    ...     '''Return twice a number.
    ...
    ...     Args:
    ...         number: Any number.
    ...     '''
    >>> print(rendered("double", double))
    Return twice a number.
    <BLANKLINE>
    :param number: Any number.
    """
    what: Any = (
        "property" if isinstance(thing, _PROPERTY) else "class" if inspect.isclass(thing) else "function"
    )
    settings: Any = Config(napoleon_numpy_docstring=False)  # as in conf.py
    text = inspect.cleandoc(thing.__doc__ or "")
    return "\n".join(GoogleDocstring(text, settings, None, what, name, thing).lines()).strip()


def lacks(name: str, thing: Any) -> Iterator[str]:
    """Say what the docstrings of a function or a class, of its methods and its properties lack.

    >>> class Bare:
    ...     "A class."
    ...     def method(self, strange): ...
    >>> print(*lacks("Bare", Bare), sep="; ")
    Bare has no example; Bare.method has no docstring
    """
    yield from _lacks(name, thing, None)
    for key, part in vars(thing).items() if inspect.isclass(thing) else ():
        if not key.startswith("_") and (inspect.isroutine(part) or isinstance(part, _PROPERTY)):
            yield from _lacks(f"{name}.{key}", getattr(part, "__func__", part), thing)


def _lacks(name: str, thing: Any, owner: type | None) -> Iterator[str]:
    """Say what one docstring lacks; the example of a method may be that of the class that owns it."""
    text = inspect.cleandoc(thing.__doc__ or "")
    if not text:
        yield f"{name} has no docstring"
        return
    first, _, rest = text.partition("\n")
    if not first.endswith(".") or rest.partition("\n")[0]:
        yield f"{name} does not begin with one sentence in one line"
    shown = rendered(name, thing)
    if re.search(r"^:r?type:", shown, re.MULTILINE):
        yield f"{name} has a colon whose words before it Sphinx takes for a type"
    if isinstance(thing, _PROPERTY):
        return
    if not inspect.isclass(thing) and first.partition(" ")[0].rstrip(".").lower() not in VERBS:
        yield f"{name} does not begin with a verb"
    if not doctest.DocTestParser().get_examples(text) and not _is_called(name, owner):
        yield f"{name} has no example"
    yield from (f"{name} uses {other} in an example without import" for other in sorted(_not_made(text)))
    yield from _lacks_arguments(name, thing, shown)
    told = {error.rpartition(".")[2] for error in _RAISED.findall(shown)}
    yield from (f"{name} does not say that it raises {error}" for error in sorted(_raised(thing) - told))
    if not inspect.isclass(thing):
        yield from _lacks_result(name, thing, shown)


def _is_called(name: str, owner: type | None) -> bool:
    """Tell whether an example of the class calls its method."""
    examples = doctest.DocTestParser().get_examples(inspect.getdoc(owner) or "") if owner else []
    return any(f".{name.rpartition('.')[2]}(" in example.source for example in examples)


def _not_made(text: str) -> set[str]:
    """Find the names that the examples of a docstring use, and do not import or make.

    >>> _not_made(">>> import math; half = 0.5\\n>>> print(math.pi * half, hint)")
    {'hint'}
    """
    code = "".join(example.source for example in doctest.DocTestParser().get_examples(text))
    used, made = set(), set(vars(builtins))
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                used.add(name)
            case ast.Name(id=name) | ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                made.add(name)
            case ast.alias(name=name, asname=other):
                made.add(other or name.partition(".")[0])
            case ast.ExceptHandler(name=str(name)):
                made.add(name)
    return used - made


def _lacks_arguments(name: str, thing: Any, shown: str) -> Iterator[str]:
    fields, arguments = _fields(thing), _arguments(thing)
    told = _ARGUMENT.findall(shown)
    lacking = [each for each in arguments if each not in told]
    lacking += [each for each in fields if each not in _FIELD.findall(shown)]
    yield from (f"{name} does not describe {each}" for each in lacking)
    yield from (f"{name} describes {each}, which it does not take" for each in told if each not in arguments)


def _mro(thing: Any) -> tuple[type, ...]:
    return inspect.getmro(thing)


def _fields(thing: Any) -> list[str]:
    """List the public fields of a dataclass or a named tuple, but for those of bases that have a page."""
    if not dataclasses.is_dataclass(thing):
        return list(vars(thing).get("_fields", ())) if inspect.isclass(thing) else []
    bases = takewhile(lambda base: base is thing or not hasattr(pegwise, base.__name__), _mro(thing))
    own = {name for base in bases for name in vars(base).get("__annotations__", {})}
    return [name for field in dataclasses.fields(thing) if (name := field.name) in own and name[0] != "_"]


def _arguments(thing: Any) -> list[str]:
    """List what a function takes, or a class that is not described by its fields."""
    makes = inspect.isclass(thing) and vars(thing).keys() & {"__init__", "__new__"}
    if inspect.isclass(thing) and (not makes or _fields(thing) or getattr(thing, "_is_protocol", False)):
        return []
    return [name for name in inspect.signature(thing).parameters if name not in ("self", "cls")]


def _lacks_result(name: str, thing: Any, shown: str) -> Iterator[str]:
    result = thing.__annotations__.get("return")
    does, section = "returns", ":returns:"
    if inspect.isgeneratorfunction(inspect.unwrap(thing)):
        does, section = "yields", ":Yields:"
    if result not in (None, "None", "Iterator[None]") and section not in shown:
        yield f"{name} does not say what it {does}"


def _raised(thing: Any) -> set[str]:
    """Find the errors that a function raises itself, not through others; of a class, those of making one."""
    if inspect.isclass(thing):
        makers = [vars(thing).get(key) for key in ("__new__", "__init__", "__post_init__")]
        own = [maker for maker in makers if getattr(maker, "__code__", None) and _is_written(maker)]
        return set().union(*map(_raised, own))
    tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(thing))))
    calls = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    names = [call.func.id for call in calls if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)]
    return {name for name in names if name != "type"}


def _is_written(function: Any) -> bool:
    """Tell whether a method stands in a file; those of dataclasses, tuples and protocols are made."""
    return Path(function.__code__.co_filename).is_file() and not function.__module__.startswith("typing")


def check(_: Sphinx, env: BuildEnvironment) -> None:
    """Warn of each public name that the reference leaves out or that is not documented."""
    objects = env.domains.python_domain.objects
    public = {f"pegwise.{name}": getattr(pegwise, name) for name in pegwise.__all__}
    for name in public.keys() - objects.keys():
        _log.warning("the reference leaves out %s", name)
    for name, thing in (public | documented()).items():
        if inspect.isclass(thing) or inspect.isroutine(thing):
            for lack in lacks(name, thing):
                _log.warning("%s", lack)


def is_hidden(_: Sphinx, _what: str, _name: str, thing: Any, _skip: bool, _options: Any) -> bool | None:
    """Tell Sphinx to skip the fields of named tuples, which the docstring of the class describes."""
    return True if type(thing).__name__ == "_tuplegetter" else None


def put_types_first(_: Sphinx, _what: str, _name: str, _thing: Any, _options: Any, lines: list[str]) -> None:
    """Move the type that napoleon writes below an attribute into its heading, where those of others are.

    >>> lines = [".. attribute:: pegs", "", "   How many.", "", "   :type: int"]
    >>> put_types_first(None, "class", "Rules", None, None, lines)
    >>> print(*lines, sep="\\n")
    .. attribute:: pegs
       :type: int
    <BLANKLINE>
       How many.
    <BLANKLINE>
    """
    heading = 0
    for at, line in enumerate(lines):
        if line.startswith(".. attribute::"):
            heading = at
        elif line.startswith("   :type:") and lines[heading].startswith(".. attribute::"):
            lines.insert(heading + 1, lines.pop(at))


def resolve(app: Sphinx, env: BuildEnvironment, node: Element, shown: TextElement) -> Element | None:
    """Find what a reference means that Sphinx does not: ``LimitError`` or ``Rules.code`` is enough."""
    if node.get("refdomain") != "py":
        return None
    objects = env.domains.python_domain.objects
    parts = str(node["reftarget"]).split(".")
    if parts[-1] in OTHERS:
        return shown
    named = [full for full in objects if full.rpartition(".")[2] == parts[-1]]
    alone = [full for full in named if objects[full].objtype not in ("method", "attribute", "property")]
    full = next((full for last in (2, 1) if (full := ".".join(["pegwise", *parts[-last:]])) in objects), "")
    if not full and len(alone) != 1:
        return None
    place = objects[full or alone[0]]
    return make_refnode(app.builder, node["refdoc"], place.docname, place.node_id, shown)


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect these to Sphinx."""
    app.connect("autodoc-process-docstring", put_types_first, priority=600)  # after napoleon
    app.connect("autodoc-skip-member", is_hidden)
    app.connect("missing-reference", resolve)
    app.connect("env-check-consistency", check)
    return {"parallel_read_safe": True}
