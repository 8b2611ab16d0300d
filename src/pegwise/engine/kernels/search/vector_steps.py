"""The innermost steps of the search for optimal strategies, as vector instructions: 64 guesses at a time.

``labels`` (N, G') holds each candidate's answer to every guess as a small number, G' a multiple of 64; a set
of candidates is named by their places, ``order[:count]``. Imported only where a kernel is compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from pegwise.engine.kernels.compare.circuits import I64
from pegwise.engine.kernels.search.byte_lookup import HALF, LANES, look_up

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "BYTES",
    "Labels",
    "add_pair",
    "bytes_at",
    "call",
    "constant",
    "fetch",
    "make_most_parts",
    "make_steps",
]
__all__ += ["spread"]

_I8, _I32 = ir.IntType(8), ir.IntType(32)
BYTES = ir.VectorType(_I8, LANES)
AHEAD = 2 * LANES
"""How many guesses before they are counted the labels of a candidate are brought near."""


def constant(kind: Any, value: int) -> Any:
    """A vector of one number."""
    return ir.Constant(kind, [kind.element(value)] * LANES)


def spread(builder: Any, value: Any, bits: int = 8) -> Any:
    """A vector of the low bits of a number."""
    kind = ir.IntType(bits)
    empty = ir.Constant(ir.VectorType(kind, LANES), ir.Undefined)
    first = builder.insert_element(empty, builder.trunc(value, kind), _I32(0))
    return builder.shuffle_vector(first, empty, constant(ir.VectorType(_I32, LANES), 0))


def call(builder: Any, name: str, *args: Any, result: Any = None) -> Any:
    """A call of one of LLVM's own functions, of the type of its first argument if nothing else is said."""
    kind = ir.FunctionType(result or args[0].type, [arg.type for arg in args])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)


def bytes_at(builder: Any, data: Any, offset: Any) -> Any:
    """The address of 64 bytes."""
    return builder.bitcast(builder.gep(data, [offset]), BYTES.as_pointer())


class Labels:
    """The labels of a set of candidates for 64 guesses at a time.

    ``ahead``: how many guesses before they are read the labels are brought near, 0 if they are near anyway.
    """

    def __init__(self, context: Any, builder: Any, kinds: Any, args: Any, ahead: int = 0) -> None:
        labels, order, self.count, self.blocks = args
        self.builder, self.ahead = builder, ahead
        self.labels = context.make_array(kinds[0])(context, builder, labels)
        self.order = context.make_array(kinds[1])(context, builder, order)
        self.stride = builder.mul(self.blocks, I64(LANES))

    def read(self, offset: Any, first: Any = None, count: Any = None) -> Iterator[Any]:
        """The body of the loop over the candidates, all or ``count`` from the ``first`` on.

        Given are their labels for the guesses from offset on.
        """
        builder = self.builder
        with cgutils.for_range(builder, self.count if count is None else count) as loop:
            at = loop.index if first is None else builder.add(first, loop.index)
            place = builder.sext(builder.load(builder.gep(self.order.data, [at])), I64)
            start = builder.add(builder.mul(place, self.stride), offset)
            if self.ahead:
                prefetch(builder, builder.gep(self.labels.data, [builder.add(start, I64(self.ahead))]))
            yield builder.load(bytes_at(builder, self.labels.data, start), align=1)


def prefetch(builder: Any, place: Any) -> None:
    """Bring what is at an address, and read soon, into the processor's nearest memory."""
    kind = ir.FunctionType(ir.VoidType(), [_I8.as_pointer(), _I32, _I32, _I32])
    function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
    builder.call(function, [place, _I32(0), _I32(3), _I32(1)])  # to be read, and again soon; data


@intrinsic
def fetch_byte(_typing: Any, row: Any, at: Any) -> Any:
    """Bring a byte of an array, which is read soon, into the processor's nearest memory."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        prefetch(builder, builder.gep(array.data, [args[1]]))
        return context.get_dummy_value()

    return types.void(row, types.int64), generate


@intrinsic
def fetch(_typing: Any, rows: Any, at: Any) -> Any:
    """Bring a row of an array, which is read soon, into the processor's nearest memory."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        stride = cgutils.unpack_tuple(builder, array.strides, signature.args[0].ndim)[0]
        start = builder.ptrtoint(array.data, I64)
        place = builder.inttoptr(builder.add(start, builder.mul(stride, args[1])), _I8.as_pointer())
        prefetch(builder, place)
        return context.get_dummy_value()

    return types.void(rows, types.int64), generate


@intrinsic
def add_pair(_typing: Any, sums: Any, to: Any, words: Any, at: Any) -> Any:
    """Add the two words of a row of one array to those of another."""
    pair = ir.VectorType(I64, 2)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        places = []
        for array, row in ((0, 1), (2, 3)):
            data = context.make_array(signature.args[array])(context, builder, args[array]).data
            place = builder.gep(data, [builder.mul(args[row], I64(2))])
            places.append(builder.bitcast(place, pair.as_pointer()))
        found = [builder.load(place, align=8) for place in places]
        builder.store(builder.add(*found), places[0], align=8)
        return context.get_dummy_value()

    return types.void(sums, types.int64, words, types.int64), generate


def _ones(builder: Any, labels: Any, planes: int) -> list[Any]:
    """The bit of each label, in as many bytes of 8 labels as there are."""
    found = []
    for plane in range(planes):
        part, first = divmod(8 * plane, HALF)
        table = [1 << (at - first) if 0 <= at - first < 8 else 0 for at in range(HALF)]
        found.append(look_up(builder, labels, table, part, below_16=8 * planes <= HALF))
    return found


class _Parts:
    """Counts the classes that 64 guesses make of a set."""

    def __init__(self, builder: Any, reader: Labels, planes: int) -> None:
        self.builder, self.reader = builder, reader
        self.seen = [cgutils.alloca_once(builder, BYTES) for _ in range(planes)]

    def count(self, offset: Any) -> Any:
        """Return how many each of the guesses from offset on makes."""
        builder = self.builder
        for plane in self.seen:
            builder.store(constant(BYTES, 0), plane)
        for labels in self.reader.read(offset):
            for plane, ones in zip(self.seen, _ones(builder, labels, len(self.seen)), strict=True):
                builder.store(builder.or_(builder.load(plane), ones), plane)
        parts = constant(BYTES, 0)
        for plane in self.seen:
            number = call(builder, f"llvm.ctpop.v{LANES}i8", builder.load(plane))
            parts = builder.add(parts, number)
        return parts

    def highest(self, parts: Any) -> Any:
        """Return the largest of 64 numbers."""
        found = call(self.builder, f"llvm.vector.reduce.umax.v{LANES}i8", parts, result=_I8)
        return self.builder.zext(found, I64)


def _make_parts(planes: int) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        reader = Labels(context, builder, signature.args, args[:4], AHEAD)
        target = context.make_array(signature.args[5])(context, builder, args[5])
        counting, offset = _Parts(builder, reader, planes), builder.mul(args[4], I64(LANES))
        parts = counting.count(offset)
        builder.store(parts, bytes_at(builder, target.data, offset), align=1)
        return counting.highest(parts)

    @intrinsic
    def count_parts(
        _typing: Any, labels: Any, order: Any, count: Any, blocks: Any, block: Any, out: Any
    ) -> Any:
        return types.int64(labels, order, types.int64, types.int64, types.int64, out), generate

    return count_parts


def make_most_parts(answers: int) -> Any:
    """``most_parts(labels, order, count, blocks, block)``: the most classes that a guess of a block makes."""
    planes = -(-answers // 8)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        reader = Labels(context, builder, signature.args, args[:4], AHEAD)
        counting = _Parts(builder, reader, planes)
        return counting.highest(counting.count(builder.mul(args[4], I64(LANES))))

    @intrinsic
    def most_parts(_typing: Any, labels: Any, order: Any, count: Any, blocks: Any, block: Any) -> Any:
        return types.int64(labels, order, types.int64, types.int64, types.int64), generate

    return most_parts


def _make_mark() -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source, target = (
            context.make_array(kind)(context, builder, arg)
            for kind, arg in zip(signature.args[:2], args[:2], strict=True)
        )
        wanted = spread(builder, args[3])
        with cgutils.for_range(builder, args[2]) as loop:
            found = builder.load(bytes_at(builder, source.data, builder.mul(loop.index, I64(LANES))), align=1)
            bits = builder.bitcast(builder.icmp_unsigned("==", found, wanted), I64)
            builder.store(bits, builder.gep(target.data, [loop.index]))
        return context.get_dummy_value()

    @intrinsic
    def mark_equal(_typing: Any, source: Any, target: Any, blocks: Any, value: Any) -> Any:
        return types.void(source, target, types.int64, types.int64), generate

    return mark_equal


def make_steps(answers: int) -> tuple[Callable[..., Any], Callable[..., None]]:
    """The steps for a game of so many answers, at most 64.

    ``count_parts(labels, order, count, blocks, block, out)``: the number of classes that each guess of a
    block makes of a set, into its place in out (G',) uint8; returns the largest. ``mark_equal(source, target,
    blocks, value)``: the places where source is value, as bits.
    """
    return _make_parts(-(-answers // 8)), _make_mark()
