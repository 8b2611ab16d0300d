"""Dataclasses whose methods are not compiled do what those of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from pegwise.quick_dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

OPTIONS: list[dict[str, bool]] = [
    {},
    {"frozen": True},
    {"eq": False},
    {"frozen": True, "eq": False},
    {"frozen": True, "repr": False},
    {"frozen": True, "kw_only": True},
    {"frozen": True, "slots": True},
    {"frozen": True, "slots": True, "eq": False},
]


def both(options: dict[str, bool]) -> list[Any]:
    """The same class made by pegwise and by the standard library."""

    def made(decorate: Callable[..., Any]) -> Any:
        class Thing:
            """A thing."""

            common: ClassVar[int] = 7
            a: int
            b: str = field(default="b", compare=False)
            c: list[int] = field(default_factory=list, hash=False, repr=False)
            d: int = field(default=3, init=False)
            e: dict[int, int] = field(default_factory=dict, init=False, hash=False)
            f: int = field(default=4, kw_only=True)

        return decorate(**options)(Thing)

    return [made(dataclass), made(dataclasses.dataclass)]


def said(do: Callable[[], Any]) -> Any:
    """What a call returns, or that it is refused."""
    try:
        return do()
    except (TypeError, dataclasses.FrozenInstanceError):
        return "refused"


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize(
    ("args", "named"),
    [
        ((1,), {}),
        ((1, "x"), {}),
        ((1, "x", [2]), {}),
        ((1, "x", [2]), {"f": 9}),
        ((), {"a": 1}),
        ((), {"c": [5], "a": 1, "f": 0}),
        ((), {}),
        ((1,), {"a": 1}),
        ((1, "x", [2], 4), {}),
        ((1,), {"d": 1}),
        ((1,), {"unknown": 1}),
    ],
)
def test_it_is_made_from_the_same_arguments(
    options: dict[str, bool], args: tuple[Any, ...], named: dict[str, Any]
) -> None:
    quick, standard = both(options)

    def told(cls: Any) -> Any:
        thing = cls(*args, **named)
        values = [getattr(thing, each.name) for each in dataclasses.fields(thing)]
        return values, repr(thing) if options.get("repr", True) else "", cls.common

    assert said(lambda: told(quick)) == said(lambda: told(standard))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_it_compares_hashes_changes_and_is_copied_the_same_way(options: dict[str, bool]) -> None:
    def told(cls: Any) -> Any:
        one, other, third = cls(a=1), cls(a=1, b="else"), cls(a=2)

        def put(name: str) -> None:
            setattr(third, name, 5)

        return [
            [one == other, one == third, one != third, one == 1],
            [said(lambda: hash(one) == hash(other)), cls.__hash__ is None],
            [said(lambda: put("a")), said(lambda: put("new")), said(lambda: delattr(third, "a"))],
            [getattr(copy.copy(one), each.name) for each in dataclasses.fields(one)],
            said(lambda: copy.deepcopy(one) == one),
            replace(one, a=4).a,
            [cls.__match_args__, cls.__doc__, inspect.signature(cls).parameters.keys()],
            dataclasses.asdict(one),
        ]

    quick, standard = both(options)
    assert told(quick) == told(standard)


@dataclass(frozen=True)
class Base:
    """A base that prepares itself, and has an attribute beside its fields."""

    a: int
    double: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "double", 2 * self.a)


@dataclass(frozen=True)
class Derived(Base):
    """One more field."""

    b: int = 1

    def __repr__(self) -> str:
        return f"<{self.a} {self.b}>"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Standard(Base):
    """A dataclass of the standard library that derives from a quick one."""

    c: int = 2


class Plain(Base):
    """No dataclass itself: it may have attributes of its own."""

    def __init__(self) -> None:
        super().__init__(5)
        self.own = 6


@dataclass(frozen=True, slots=True)
class Slots:
    """A class without a dictionary."""

    a: int
    b: str = "x"


def test_classes_derive_from_it() -> None:
    assert (Derived(1, 2).double, repr(Derived(1, 2)), repr(Base(2))) == (2, "<1 2>", "Base(a=2, double=4)")
    assert repr(Standard(3)) == "Standard(a=3, double=6, c=2)"
    assert Base(1) != Derived(1)
    assert (Plain().own, Plain().double) == (6, 10)
    for thing in (Derived(1), Standard(1), Plain()):
        with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'a'"):
            thing.a = 1  # type: ignore[misc]
    assert str(inspect.signature(Derived)) == "(a: 'int', b: 'int' = 1) -> None"
    assert not inspect.signature(Plain).parameters


@pytest.mark.parametrize("thing", [Base(1), Derived(1, 2), Standard(4), Slots(1, "y")], ids=repr)
def test_it_is_pickled(thing: object) -> None:
    assert pickle.loads(pickle.dumps(thing)) == thing


def test_what_is_missing_is_told() -> None:
    with pytest.raises(TypeError, match="missing a required argument: 'a'"):
        Base()  # type: ignore[call-arg]
