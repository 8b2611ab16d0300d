"""Bit-sliced arithmetic as LLVM instructions: 512 codes in a vector, one bit each.

Helpers that write code while a kernel is compiled (llvmlite's builder); ``intrinsics`` uses them.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils

from pegwise.engine.kernels.shapes import STEP, classes

VECTOR = ir.VectorType(ir.IntType(64), STEP)
I64 = ir.IntType(64)
ZERO = ir.Constant(VECTOR, [0] * STEP)


def digits_of(builder: Any, bits: list[Any]) -> list[Any]:
    """Binary digits, lowest first, of how many of `bits` are set, in each lane on its own."""
    digits = []
    column = list(bits)
    while column:
        carries = []
        while len(column) > 1:
            first, second = column.pop(0), column.pop(0)
            both = builder.and_(first, second)
            either = builder.xor(first, second)
            if column:
                third = column.pop(0)
                both = builder.or_(both, builder.and_(either, third))
                either = builder.xor(either, third)
            column.append(either)
            carries.append(both)
        digits.append(column[0])
        column = carries
    return digits


def exactly(builder: Any, bits: list[Any]) -> list[Any]:
    """Masks of where exactly k of `bits` are set, for k = 0 to len(bits)."""
    digits = digits_of(builder, bits)
    clear = [builder.not_(digit) for digit in digits]
    masks = []
    for k in range(len(bits) + 1):
        # A digit needs no look at where setting it would make more than there are bits.
        terms = [
            digits[i] if k >> i & 1 else clear[i]
            for i in range(len(digits))
            if k >> i & 1 or k | 1 << i <= len(bits)
        ]
        mask = terms[0]
        for term in terms[1:]:
            mask = builder.and_(mask, term)
        masks.append(mask)
    return masks


def class_terms(builder: Any, bits: list[Any], pegs: int, black_only: bool) -> list[list[Any]]:
    """For every class the masks whose intersection it is."""
    black = exactly(builder, bits[:pegs])
    if black_only:
        return [[mask] for mask in black]
    total = exactly(builder, bits[pegs:])
    return [[black[b], total[t]] if b < pegs else [black[b]] for b, t in classes(pegs, False)]


class Rows:
    """Reads vectors of the plane rows that one code names (code generation only)."""

    def __init__(self, context: Any, builder: Any, types_: Any, planes: Any, rows: Any) -> None:
        self.builder = builder
        bits = context.make_array(types_[0])(context, builder, planes)
        names = context.make_array(types_[1])(context, builder, rows)
        self.base = builder.bitcast(bits.data, ir.IntType(8).as_pointer())
        self.names = builder.ptrtoint(names.data, I64)
        self.stride = cgutils.unpack_tuple(builder, bits.strides)[0]
        self.step = cgutils.unpack_tuple(builder, names.strides)[0]

    def addresses(self, code: Any, count: int) -> list[Any]:
        """Where the rows of this code begin."""
        build = self.builder
        first = build.add(self.names, build.mul(code, self.step))
        name = ir.IntType(16)
        found = []
        for i in range(count):
            at = build.inttoptr(build.add(first, I64(2 * i)), name.as_pointer())
            row = build.zext(build.load(at), I64)
            found.append(build.gep(self.base, [build.mul(row, self.stride)]))
        return found

    def load(self, address: Any, word: Any) -> Any:
        """Eight words of a row, from this word on."""
        build = self.builder
        at = build.gep(address, [build.shl(word, I64(3))])
        return build.load(build.bitcast(at, VECTOR.as_pointer()), align=8)


def population(builder: Any, vector: Any) -> Any:
    """How many bits are set, in each lane on its own."""
    kind = ir.FunctionType(VECTOR, [VECTOR])
    name = "llvm.ctpop.v8i64"
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [vector])


def sums(builder: Any, vectors: list[Any]) -> Any:
    """Eight vectors to the vector of their sums, halving three times."""
    index = ir.VectorType(ir.IntType(32), STEP)

    def halves(part: int, width: int) -> Any:
        lanes = [i & ~width | part * width | (STEP if i & width else 0) for i in range(STEP)]
        return ir.Constant(index, lanes)

    for width in (1, 2, 4):
        vectors = [
            builder.add(
                builder.shuffle_vector(a, b, halves(0, width)),
                builder.shuffle_vector(a, b, halves(1, width)),
            )
            for a, b in zip(vectors[0::2], vectors[1::2], strict=True)
        ]
    return vectors[0]


def move_bits(builder: Any, digits: list[Any], place: Any) -> None:
    """Adds binary digits of 512 numbers (lowest first) to 512 bytes at `place`."""
    byte = ir.VectorType(ir.IntType(8), 64)
    flags = ir.VectorType(ir.IntType(1), 64)
    target = builder.bitcast(place, byte.as_pointer())
    for lane in range(STEP):
        at = builder.gep(target, [I64(lane)])
        grown = builder.load(at, align=8)
        for power, digit in enumerate(digits):
            word = builder.extract_element(digit, ir.IntType(32)(lane))
            chosen = builder.bitcast(word, flags)
            value = ir.Constant(byte, [1 << power] * 64)
            nothing = ir.Constant(byte, [0] * 64)
            grown = builder.add(grown, builder.select(chosen, value, nothing))
        builder.store(grown, at, align=8)
