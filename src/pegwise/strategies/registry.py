"""Finds strategies by name. Layers above add to it: a user's class, or a tree read from a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from importlib import import_module
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, TypeVar

from pegwise.candidates import is_enumerable
from pegwise.errors import StrategyError
from pegwise.strategies.base import Strategy

if TYPE_CHECKING:
    from pegwise.rules import Rules

S = TypeVar("S", bound="type[Strategy]")

Strategies = Strategy | str | Iterable[Strategy | str]
"""A strategy or its name, or several of them."""

_classes: dict[str, type[Strategy]] = {}
_OWN = {
    "counter": "pegwise.strategies.counter.Counter",
    "entropy": "pegwise.strategies.entropy.Entropy",
    "expected-size": "pegwise.strategies.expected_size.ExpectedSize",
    "first-consistent": "pegwise.strategies.first_consistent.FirstConsistent",
    "knuth": "pegwise.strategies.knuth.Knuth",
    "large": "pegwise.strategies.large_games.Large",
    "minimax-parts": "pegwise.strategies.minimax_parts.MinimaxParts",
    "most-parts": "pegwise.strategies.most_parts.MostParts",
    "random-consistent": "pegwise.strategies.random_consistent.RandomConsistent",
    "optimal": "pegwise.optimal.strategy.Optimal",
    "deep": "pegwise.deep.strategy.Deep",
}
"""The strategies of pegwise by name, and their classes, which are imported when they are first asked for."""
_FILES = "pegwise.trees.play"
"""The module above that makes a strategy from the path of a tree file."""

_KINDS: dict[str, tuple[type, str]] = {
    "int": (Integral, "a whole number"),
    "float": (Real, "a number"),
    "bool": (bool, "true or false"),
}
"""The kinds of options whose values are checked, as they are written at the fields of a strategy."""


def register(strategy: S) -> S:
    """Register a class of strategies by its ``name``.

    After that, every function that takes a strategy takes this name. It can be used as a decorator.

    Args:
        strategy: The class.

    Returns:
        The same class.

    Raises:
        StrategyError: If the class has no name.

    Example:
        >>> import pegwise
        >>> @pegwise.register
        ... class Lowest(pegwise.Strategy):
        ...     name = "lowest"
        ...
        ...     def guess(self, position):
        ...         return position.candidates.first()
        >>> pegwise.compare(strategies=["lowest"], rules="3x4")[0].total
        250
    """
    if not strategy.name:
        raise StrategyError(f"the class {strategy.__name__} needs a name = '...' to be registered by")
    _classes[strategy.name] = strategy
    return strategy


def names() -> tuple[str, ...]:
    """List the names of the registered strategies.

    Returns:
        The names of pegwise's own strategies, then the others in the order of their registration.

    Example:
        >>> import pegwise
        >>> "knuth" in pegwise.names()
        True
    """
    return (*_OWN, *(name for name in _classes if name not in _OWN))


def find(name: str) -> type[Strategy]:
    """Return the class that is registered as ``name``.

    Raises:
        StrategyError: If there is none; the message has the nearest name.
    """
    if name in _classes:
        return _classes[name]
    if name in _OWN:
        module, class_name = _OWN[name].rsplit(".", 1)
        own: type[Strategy] = getattr(import_module(module), class_name)
        return register(own)
    import difflib  # takes long, and few names are misspelled

    begun = [known for known in names() if name and known.startswith(name.lower())]
    near = begun or difflib.get_close_matches(name.lower(), names(), n=1, cutoff=0.6)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    raise StrategyError(f"there is no strategy {name!r}{hint}; the strategies are {', '.join(names())}")


def advisor(rules: Rules) -> str:
    """Return the name of the default strategy: one that can play these rules.

    >>> from pegwise.rules import Rules
    >>> advisor(Rules(4, 6)), advisor(Rules(12, 12))
    ('knuth', 'large')
    """
    return "knuth" if is_enumerable(rules) else "large"


def make(name: str | Strategy, **options: Any) -> Strategy:
    """Make a strategy from its name, or from the path of a tree file.

    Args:
        name: The name of a strategy, or the path of a file that ``pegwise tree`` wrote. A strategy is
            returned as it is.
        options: The options of the strategy, such as ``first`` or ``seed``.

    Returns:
        The strategy.

    Raises:
        StrategyError: If there is no strategy of this name, or it does not have an option, or not such a
            value of it.
        FileFormatError: If the file cannot be read as a tree.

    Example:
        >>> import pegwise
        >>> pegwise.make("knuth", first="1123").name
        'knuth'
    """
    if isinstance(name, Strategy):
        return name
    if not isinstance(name, str):
        raise StrategyError(f"{name!r} is no strategy: expected a strategy or its name")
    if name not in names():
        opened: Strategy | None = import_module(_FILES).open_tree(name)
        if opened is not None:
            _refuse(opened.name, options, set())
            return opened
    strategy = find(name)
    _refuse(name, options, accepted(strategy))
    for option, value in options.items():
        _check(strategy, option, value)
    return strategy(**options)


def several(strategies: Strategies) -> list[Strategy | str]:
    """Return one strategy, or several, as a list.

    >>> several("knuth"), several(("knuth", "entropy"))
    (['knuth'], ['knuth', 'entropy'])
    """
    return [strategies] if isinstance(strategies, (str, Strategy)) else list(strategies)


def accepted(strategy: type[Strategy]) -> set[str]:
    """Return the names of the options that a class of strategies takes."""
    return {field.name for field in fields(strategy) if field.init}


def option_from(strategy: type[Strategy], option: str, text: str) -> Any:
    """Return the value of an option from its text: a number, true or false; for other options, the text.

    Raises:
        StrategyError: If the text is no such value.

    Example:
        >>> option_from(find("random-consistent"), "seed", "7")
        7
    """
    kind = _kind(strategy, option)
    try:
        if kind == "bool":
            return {"true": True, "false": False}[text.lower()]
        return {"int": int, "float": float}.get(kind, str)(text)
    except (KeyError, ValueError):
        raise _wrong(strategy, option, text) from None


def _check(strategy: type[Strategy], option: str, value: Any) -> None:
    """Raise a StrategyError for a value of another kind than the option has."""
    kind = _kind(strategy, option)
    if value is None or kind not in _KINDS:
        return
    if not isinstance(value, _KINDS[kind][0]) or (isinstance(value, bool) and kind != "bool"):
        raise _wrong(strategy, option, value)


def _kind(strategy: type[Strategy], option: str) -> str:
    kinds = {field.name: field.type for field in fields(strategy)}
    kind = kinds.get(option, "")
    return str(getattr(kind, "__name__", kind)).removesuffix(" | None")


def _wrong(strategy: type[Strategy], option: str, value: Any) -> StrategyError:
    wanted = _KINDS[_kind(strategy, option)][1]
    return StrategyError(f"option {option!r} of strategy {strategy.name!r} is {wanted}, not {value!r}")


def _refuse(name: str, options: dict[str, Any], known: set[str]) -> None:
    for option in options:
        if option not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise StrategyError(f"strategy {name!r} has no option {option!r}; its options: {listed}")


def unregister(name: str) -> None:
    """Remove the strategy that is registered as ``name``."""
    find(name)
    del _classes[name]
