"""Counts the sizes of the classes that guesses make of a set, as vector instructions: 64 guesses at a time.

For some candidates two classes share a byte: one lookup adds 1 to one of them, so the sizes of 8 classes take
4 lookups. Then the halves of the bytes are added to the sizes. Imported only where a kernel is compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from pegwise.engine.kernels.compare.circuits import I64
from pegwise.engine.kernels.search.byte_lookup import HALF, LANES, look_up
from pegwise.engine.kernels.search.vector_steps import AHEAD, BYTES, Labels, bytes_at, call, constant, spread

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LEAST", "make_class_sizes", "make_sizes"]

_RUN = 15
"""Candidates that are counted in half a byte."""
_TOGETHER = 4
"""Pairs of classes that are counted together: as many as there are registers for."""
LEAST = 256
"""What ``least`` adds, so that nothing is below 0."""


class _Sizes:
    """Counts the sizes of classes for 64 guesses, in so many bits."""

    def __init__(self, builder: Any, reader: Labels, classes: int, bits: int) -> None:
        self.builder, self.reader = builder, reader
        self.kind = ir.VectorType(ir.IntType(bits), LANES)
        self.pairs = [cgutils.alloca_once(builder, BYTES) for _ in range(-(-classes // 2))]
        self.sizes = [cgutils.alloca_once(builder, self.kind) for _ in range(classes)]

    def count(self, offset: Any) -> list[Any]:
        """Return the sizes for the guesses from offset on."""
        builder, run, every = self.builder, I64(_RUN), self.reader.count
        for size in self.sizes:
            builder.store(constant(self.kind, 0), size)
        with cgutils.for_range(builder, builder.udiv(builder.add(every, I64(_RUN - 1)), run)) as loop:
            first = builder.mul(loop.index, run)
            left = builder.sub(every, first)
            count = builder.select(builder.icmp_signed("<", left, run), left, run)
            for start in range(0, len(self.pairs), _TOGETHER):
                self._count_run(offset, first, count, start)
        return [builder.load(size) for size in self.sizes]

    def _count_run(self, offset: Any, first: Any, count: Any, start: int) -> None:
        """Add a run of candidates to the sizes of some pairs of classes."""
        builder, pairs = self.builder, self.pairs[start : start + _TOGETHER]
        for pair in pairs:
            builder.store(constant(BYTES, 0), pair)
        for labels in self.reader.read(offset, first, count):
            for number, pair in enumerate(pairs, start):
                builder.store(builder.add(builder.load(pair), self._ones(labels, number)), pair)
        for number, pair in enumerate(pairs, start):
            both = builder.load(pair)
            low = builder.and_(both, constant(BYTES, 15))
            high = builder.lshr(both, constant(BYTES, 4))
            for size, part in zip(self.sizes[2 * number :], (low, high), strict=False):
                wide = builder.zext(part, self.kind) if self.kind != BYTES else part
                builder.store(builder.add(builder.load(size), wide), size)

    def _ones(self, labels: Any, pair: int) -> Any:
        """1 in the half of the byte that counts a label's class, if this pair counts it."""
        part, first = divmod(2 * pair, HALF)
        table = [{first: 1, first + 1: 1 << 4}.get(at, 0) for at in range(HALF)]
        return look_up(self.builder, labels, table, part, below_16=len(self.sizes) < HALF)

    def above(self, offset: Any, floors: list[Any]) -> Any:
        """What the classes have above each of the floors, all together, or the largest number there is."""
        builder, bits = self.builder, self.kind.element.width
        total = constant(self.kind, 0)
        for size in self.count(offset):
            for floor in floors:
                above = call(builder, f"llvm.usub.sat.v{LANES}i{bits}", size, floor)
                total = call(builder, f"llvm.uadd.sat.v{LANES}i{bits}", total, above)
        return total


def _make_overflow(answers: int, bits: int) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        reader = Labels(context, builder, signature.args, args[:4])
        target = context.make_array(signature.args[8])(context, builder, args[8])
        counting, offset = _Sizes(builder, reader, answers - 1, bits), builder.mul(args[4], I64(LANES))
        total = counting.above(offset, [spread(builder, value, bits) for value in args[5:8]])
        place = builder.bitcast(builder.gep(target.data, [offset]), counting.kind.as_pointer())
        builder.store(total, place, align=1)
        return context.get_dummy_value()

    @intrinsic
    def overflow(
        _typing: Any, labels: Any, order: Any, count: Any, blocks: Any, block: Any, one: Any, two: Any,
        three: Any, out: Any,
    ) -> Any:  # fmt: skip
        return types.void(labels, order, *[types.int64] * 6, out), generate

    return overflow


def _make_least(answers: int, bits: int) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        reader = Labels(context, builder, signature.args, args[:4])
        source = context.make_array(signature.args[8])(context, builder, args[8])
        counting, offset = _Sizes(builder, reader, answers - 1, bits), builder.mul(args[4], I64(LANES))
        total = counting.above(offset, [spread(builder, value, bits) for value in args[5:8]])
        parts = builder.load(bytes_at(builder, source.data, offset), align=1)
        words = ir.VectorType(ir.IntType(16), LANES)
        cost = builder.sub(constant(words, LEAST), builder.zext(parts, words))
        wide = total if bits == words.element.width else builder.zext(total, words)
        cost = call(builder, f"llvm.uadd.sat.v{LANES}i16", cost, wide)
        least = call(builder, f"llvm.vector.reduce.umin.v{LANES}i16", cost, result=words.element)
        return builder.zext(least, I64)

    @intrinsic
    def least(
        _typing: Any, labels: Any, order: Any, count: Any, blocks: Any, block: Any, one: Any, two: Any,
        three: Any, parts: Any,
    ) -> Any:  # fmt: skip
        return types.int64(labels, order, *[types.int64] * 6, parts), generate

    return least


def make_class_sizes(answers: int) -> Callable[..., None]:
    """``class_sizes(labels, order, count, blocks, block, out)``: the class sizes of a block of guesses.

    For a set of at most 65535, into words of 16 bits, out (answers, 64): by class, then by guess.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        reader = Labels(context, builder, signature.args, args[:4], AHEAD)
        target = context.make_array(signature.args[5])(context, builder, args[5])
        counting = _Sizes(builder, reader, answers, 16)
        for label, size in enumerate(counting.count(builder.mul(args[4], I64(LANES)))):
            place = builder.gep(target.data, [I64(label * LANES)])
            builder.store(size, builder.bitcast(place, counting.kind.as_pointer()), align=1)
        return context.get_dummy_value()

    @intrinsic
    def class_sizes(
        _typing: Any, labels: Any, order: Any, count: Any, blocks: Any, block: Any, out: Any
    ) -> Any:
        return types.void(labels, order, types.int64, types.int64, types.int64, out), generate

    return class_sizes


def make_sizes(answers: int) -> tuple[Callable[..., Any], ...]:
    """The steps that count class sizes, for a game of so many answers.

    All take (labels, order, count, blocks, block, one, two, three, bytes) and add up what the classes of each
    guess of a block, but the winning one, have above ``one``, above ``two`` and above ``three``.
    ``overflow``: for a set of at most 255, these sums into their place in bytes (G',), at most 255.
    ``overflow_wide``: for a set of at most 16383, into their place in words of 16 bits (G',).
    ``least``: the least of 256 + the sum - bytes, for a set of at most 255; a sum counts for at most 255.
    ``least_wide``: the same for a set of at most 16383, with sums of up to 65535.
    """
    return (
        _make_overflow(answers, 8),
        _make_overflow(answers, 16),
        _make_least(answers, 8),
        _make_least(answers, 16),
    )
