"""The kernels by name: what they take, and the Python they are compiled from. Imports no compiler.

A signature lists scalars first, then arrays: ``int64`` or ``uint64``; ``uint16[:,:]`` is an array that is
read, ``mut int64[:]`` one that is written. Every kernel returns 0, or 1 where shapes do not fit.
To add one, write it in plain Python as in ``words`` or as a factory as in ``planes``, and add an entry.
What it calls in this package is found and compiled with it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from pegwise.engine.kernels.grow import interface as grow_interface
from pegwise.engine.kernels.listed import interface as listed_interface
from pegwise.engine.kernels.listed_search import interface as listed_search_interface
from pegwise.engine.kernels.prove import interface as prove_interface
from pegwise.engine.kernels.search import interface as search_interface
from pegwise.engine.kernels.shapes import PEG_SHAPES, shape_of
from pegwise.late_pattern import late_pattern

if TYPE_CHECKING:
    from collections.abc import Callable

Shape = tuple[int, bool] | tuple[int]
"""What a kernel is made for: pegs, or ANY, and whether only black is told; or how many answers it knows."""

_ARGUMENT = late_pattern(r"(mut )?(u?int(?:8|16|32|64))(\[:(?:,:)*\])?")


class Argument(NamedTuple):
    """One argument of a kernel; a scalar has no dimensions."""

    dtype: str
    dimensions: int
    written: bool

    @property
    def words(self) -> int:
        """Words of 64 bits by which it is handed over: an array's address and lengths, or a scalar."""
        return 1 + self.dimensions


@dataclass(frozen=True, eq=False)
class Entry:
    """A kernel: ``source``, ``module:name``, is its Python function, or with ``shapes`` the factory of it.

    ``shapes`` are all that it is made for, and ``choose`` tells which serves so many pegs, with or without
    white hits.
    With ``compiled`` that is numba's already, has no plain Python twin, and its module imports numba.
    Without ``expanded`` LLVM neither unrolls its loops nor makes vectors of them, which gains a kernel little
    that is not where the time goes, and doubles its code.
    """

    name: str
    signature: str
    source: str
    shapes: tuple[Shape, ...] = ()
    choose: Callable[[int, bool], Shape] = field(default=shape_of, repr=False)
    compiled: bool = False
    expanded: bool = True

    @cached_property
    def arguments(self) -> tuple[Argument, ...]:
        """The signature, read."""
        return read_signature(self.signature)

    def function(self, shape: Shape | None) -> Callable[..., int]:
        """The Python function of the kernel, for this shape if it has one."""
        self._check(shape)
        module, _, name = self.source.partition(":")
        source = getattr(import_module(f".{module}", __package__), name)
        function: Callable[..., int] = source if shape is None else source(*shape)
        return function

    def title(self, shape: Shape | None) -> str:
        """A name for people and files: ``count-5``, ``count-5-black``, ``count-any`` or ``search-16``."""
        self._check(shape)
        if shape is None:
            return self.name
        return f"{self.name}-{shape[0] or 'any'}{'-black' if shape[1:] == (True,) else ''}"

    def _check(self, shape: Shape | None) -> None:
        if bool(self.shapes) != (shape is not None):
            msg = f"kernel {self.name} {'needs a' if self.shapes else 'has no'} shape"
            raise ValueError(msg)


def read_signature(text: str) -> tuple[Argument, ...]:
    """A signature's arguments; ValueError where one cannot be read or a scalar follows an array."""
    found = []
    for part in text.split(", "):
        match = _ARGUMENT.fullmatch(part)
        if match is None:
            msg = f"not an argument of a kernel: {part!r}"
            raise ValueError(msg)
        found.append(Argument(match[2], (match[3] or "").count(":"), match[1] is not None))
    if sorted(found, key=lambda argument: argument.dimensions > 0) != found:
        msg = f"scalars come before arrays: {text!r}"
        raise ValueError(msg)
    if any(argument.dtype not in ("int64", "uint64") for argument in found if not argument.dimensions):
        msg = f"scalars have 64 bits: {text!r}"
        raise ValueError(msg)
    return tuple(found)


_CODES = "uint64[:], uint64[:], uint64[:], uint64[:]"

ENTRIES = (
    Entry(
        "feedback_numbers",
        "uint64, uint64, uint64[:], uint64[:], uint64[:], mut uint16[:]",
        "compare.words:feedback_numbers",
    ),
    Entry(
        "scores",
        f"int64, uint64[:], {_CODES}, int64[:], mut int64[:], mut int32[:,:], mut uint16[:]",
        "compare.words:scores",
    ),
    Entry("split", "uint16[:], mut int64[:], mut int64[:], mut int64[:]", "compare.words:split"),
    Entry(
        "fill_words",
        "uint64, uint64, uint64[:], uint16[:,:], mut uint64[:], mut uint64[:]",
        "compare.layouts:fill_words",
    ),
    Entry("fill_rows", "uint64, uint64, uint16[:,:], mut uint16[:,:]", "compare.layouts:fill_rows"),
    Entry("fill_planes", "int64, uint16[:,:], mut uint64[:,:]", "compare.layouts:fill_planes"),
    Entry(
        "count",
        "int64, int64, uint64[:,:], uint16[:,:], int64[:], int64[:], mut int64[:,:], mut int64[:],"
        " mut int64[:,:]",
        "compare.planes:make_count",
        PEG_SHAPES,
    ),
    Entry(
        "canonical_sets",
        "int64, int64, uint8[:,:], int32[:], int64[:], mut uint16[:,:], mut uint64[:,:], mut uint64[:,:],"
        " mut int64[:,:], mut uint64[:], mut uint64[:,:], mut uint8[:,:], mut uint8[:]",
        "canonical.sets:canonical_sets",
        expanded=False,
    ),
    Entry("grow", grow_interface.SIGNATURE, "grow.kernel:make_grow", PEG_SHAPES, compiled=True),
    Entry(
        "search",
        search_interface.SIGNATURE,
        "search.kernel:make_search",
        search_interface.SHAPES,
        search_interface.shape_for,
        compiled=True,
    ),
    Entry(
        "listed_search",
        listed_search_interface.SIGNATURE,
        "listed_search.kernel:make_listed_search",
        listed_search_interface.SHAPES,
        listed_search_interface.shape_for,
        compiled=True,
    ),
    Entry("undecided_guesses", prove_interface.UNDECIDED, "prove.undecided_guesses:undecided_guesses"),
    Entry(
        "distinct_guesses",
        prove_interface.DISTINCT,
        "prove.distinct_guesses:distinct_guesses",
        expanded=False,
    ),
    Entry("classes", prove_interface.CLASSES, "prove.classes:classes", expanded=False),
    Entry(
        "label_codes",
        "uint64[:], uint64[:], uint64[:], uint64[:], uint64[:], uint8[:], mut uint8[:,:], mut uint16[:]",
        "compare.words:label_codes",
    ),
    Entry(
        "class_sizes",
        "uint8[:,:], int32[:], int32[:], mut int32[:,:], mut int32[:,:]",
        "compare.words:class_sizes",
    ),
    Entry(
        "wide_scores",
        "int64, int64, uint16[:,:], uint16[:,:], uint16[:,:], int64[:], mut int64[:], mut int32[:,:],"
        " mut uint16[:]",
        "compare.wide:wide_scores",
    ),
    Entry(
        "walk",
        "int64, int64, int64, int64, int64, int64, int64, int64, int64, uint64[:,:], uint64[:,:], int64[:,:],"
        " uint64[:,:], uint64[:,:], mut int64[:,:], mut int64[:,:], mut int64[:,:], mut uint64[:,:],"
        " mut int64[:], mut int64[:], mut uint64[:], mut int64[:,:], mut int64[:], mut int64[:,:]",
        "walk.kernel:walk",
    ),
    Entry("listed_sizes", listed_interface.SIZES, "listed.class_sizes:listed_sizes"),
    Entry("listed_scores", listed_interface.SCORES, "listed.class_sizes:listed_scores"),
    Entry("listed_grow", listed_interface.GROW, "listed.grow:listed_grow"),
)
CATALOGUE = {entry.name: entry for entry in ENTRIES}
