"""Dataclasses that are quick to define.

The standard library compiles up to six methods for each dataclass, which takes a hundredth of the time in
which numpy is imported, and a command defines dozens. Here the methods are closures, which need no compiler.
"""

from __future__ import annotations

import dataclasses
from functools import partial
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from dataclasses import dataclass as dataclass
    from inspect import Signature
else:

    def dataclass(cls: type | None = None, /, **options: bool) -> Any:
        """Make a class a dataclass, as ``dataclasses.dataclass`` does with these options.

        The functions of ``dataclasses`` take it as one of their own.

        Args:
            cls: The class.
            options: ``frozen``, ``eq``, ``repr``, ``kw_only`` and ``slots``, with the usual defaults.

        >>> from dataclasses import replace
        >>> @dataclass(frozen=True)
        ... class Point:
        ...     "A point."
        ...     x: int
        ...     y: int = 0
        >>> Point(1), Point(1) == Point(1, y=0), replace(Point(1), x=2)
        (Point(x=1, y=0), True, Point(x=2, y=0))
        """
        return partial(_dataclass, **options) if cls is None else _dataclass(cls, **options)


def _dataclass(
    cls: type,
    *,
    frozen: bool = False,
    eq: bool = True,
    repr: bool = True,  # noqa: A002
    kw_only: bool = False,
    slots: bool = False,
) -> type:
    # The standard library freezes what derives from a frozen dataclass, and refuses to do less.
    bases: list[Any] = [each for each in cls.__mro__ if dataclasses.is_dataclass(each)]
    above = any(each.__dataclass_params__.frozen for each in bases)
    own, has_hash = set(vars(cls)), vars(cls).get("__hash__") is not None
    options = {"frozen": above, "kw_only": kw_only, "slots": slots}
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, **options)(cls)
    made.__dataclass_params__.frozen = frozen
    fields = dataclasses.fields(made)
    methods: dict[str, Any] = {"__init__": _init(made, fields)}
    if repr:
        methods["__repr__"] = _repr([each.name for each in fields if each.repr])
    if eq:
        methods["__eq__"] = _eq(_values([each.name for each in fields if each.compare]))
    if frozen and not above:
        methods |= _keeping(made, {each.name for each in fields})
    if frozen and slots:
        methods |= _state([each.name for each in fields])
    for name in methods.keys() - own:
        setattr(made, name, methods[name])
    if eq and not has_hash:
        hashed = [each.name for each in fields if (each.compare if each.hash is None else each.hash)]
        made.__hash__ = _hash(_values(hashed)) if frozen else None
    made.__signature__ = _Signature(made.__init__)
    return made  # type: ignore[no-any-return]


class _Signature:
    """The signature of a class, and of classes that inherit its ``__init__``."""

    def __init__(self, init: Callable[..., None]) -> None:
        self.init = init

    def __get__(self, instance: object, owner: Any) -> Signature:
        if instance is not None or owner.__init__ is not self.init:
            raise AttributeError("__signature__")
        return _signature(owner)


def _signature(cls: type) -> Signature:
    from inspect import signature

    fields = [(each.name, each.type, each) for each in dataclasses.fields(cls)]
    return signature(dataclasses.make_dataclass(cls.__name__, fields))


def _init(cls: Any, fields: Sequence[dataclasses.Field[Any]]) -> Callable[..., None]:
    missing, put = dataclasses.MISSING, object.__setattr__
    first = [each.name for each in fields if each.init and not each.kw_only]
    names = [*first, *(each.name for each in fields if each.init and each.kw_only)]
    values = {each.name: each.default for each in fields if each.default is not missing}
    makers = {each.name: each.default_factory for each in fields if each.default_factory is not missing}
    set_later = makers | (values if "__slots__" in vars(cls) else {})
    others = [each.name for each in fields if not each.init and each.name in set_later]
    count, finishes = len(names) if first == names else -1, hasattr(cls, "__post_init__")

    def completed(args: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        rest = names[len(args) :]
        lack = [name for name in rest if not (name in named or name in values or name in makers)]
        if lack or len(args) > len(first) or named.keys() - set(rest):
            _signature(cls).bind(*args, **named)  # raises the error
        given = {name: makers[name]() for name in rest if name in makers and name not in named}
        given = values | given | named
        return [*args, *(given[name] for name in rest)]

    def __init__(self: Any, /, *args: Any, **named: Any) -> None:  # noqa: N807
        found = args if len(args) == count and not named else completed(args, named)
        for name, value in zip(names, found):  # noqa: B905
            put(self, name, value)
        for name in others:
            put(self, name, makers[name]() if name in makers else values[name])
        if finishes:
            self.__post_init__()

    return __init__


def _repr(names: Sequence[str]) -> Callable[[Any], str]:
    @recursive_repr()
    def __repr__(self: Any) -> str:  # noqa: N807
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({told})"

    return __repr__


def _values(names: Sequence[str]) -> Callable[[Any], Any]:
    """Return what reads these attributes as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)


def _eq(values: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    def __eq__(self: Any, other: Any) -> Any:  # noqa: N807
        return values(self) == values(other) if type(other) is type(self) else NotImplemented

    return __eq__


def _hash(values: Callable[[Any], Any]) -> Callable[[Any], int]:
    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(values(self))

    return __hash__


def _keeping(cls: Any, names: set[str]) -> dict[str, Callable[..., None]]:
    """Return the methods that keep the attributes as they are."""

    def __setattr__(self: Any, name: str, value: Any) -> None:  # noqa: N807
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:  # noqa: N807
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return {"__setattr__": __setattr__, "__delattr__": __delattr__}


def _state(names: Sequence[str]) -> dict[str, Callable[..., Any]]:
    """Return the methods by which pickle copies what has slots and is frozen."""

    def __getstate__(self: Any) -> list[Any]:  # noqa: N807
        return [getattr(self, name) for name in names]

    def __setstate__(self: Any, state: Sequence[Any]) -> None:  # noqa: N807
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    return {"__getstate__": __getstate__, "__setstate__": __setstate__}
