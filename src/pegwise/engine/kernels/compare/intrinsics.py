"""What takes the place of the Python twins when kernels are compiled: single instructions and circuits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from pegwise.engine.kernels.compare.circuits import (
    I64,
    VECTOR,
    ZERO,
    Rows,
    class_terms,
    move_bits,
    population,
    sums,
)
from pegwise.engine.kernels.shapes import RUN, STEP, STEP_CODES, class_slots, counted, width_of

if TYPE_CHECKING:
    from collections.abc import Iterator


@intrinsic
def popcount(_typing: Any, word: Any) -> Any:
    """Number of set bits of a uint64."""
    if word != types.uint64:
        return None

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), generate


def rows_of(shape: tuple[int, bool]) -> int:
    """How many rows of planes a code names."""
    return width_of(shape[0]) * (1 if shape[1] else 2)


def class_masks(
    builder: Any, reader: Rows, addresses: list[Any], word: Any, shape: tuple[int, bool], first: int = 0
) -> Iterator[Any]:
    """The masks of the classes from the first: which of the 512 codes from this word on are in them.

    Each is made when it is asked for, next to its use, so that it need not be kept in a register.
    """
    bits = [reader.load(address, word) for address in addresses]
    for term in class_terms(builder, bits, width_of(shape[0]), shape[1])[first:]:
        yield term[0] if len(term) == 1 else builder.and_(*term)


def _emit_count_words(shape: tuple[int, bool], context: Any, builder: Any, kinds: Any, args: Any) -> None:
    planes, rows, guess, start, stop, tile, at = args
    reader = Rows(context, builder, kinds[:2], planes, rows)
    target = context.make_array(kinds[5])(context, builder, tile)
    addresses = reader.addresses(guess, rows_of(shape))
    totals = [cgutils.alloca_once_value(builder, ZERO) for _ in range(class_slots(*shape))]
    loop = cgutils.for_range_slice(builder, start, stop, I64(STEP), I64, inc=True)
    with loop as (word, _):
        masks = class_masks(builder, reader, addresses, word, shape, first=1)
        for total, mask in zip(totals[1:], masks, strict=False):
            builder.store(builder.add(builder.load(total), population(builder, mask)), total)
    row = builder.gep(target.data, [builder.mul(at, I64(len(totals)))])
    out = builder.bitcast(row, VECTOR.as_pointer())
    for part in range(len(totals) // STEP):
        group = [builder.load(total) for total in totals[part * STEP : (part + 1) * STEP]]
        place = builder.gep(out, [I64(part)])
        grown = builder.add(builder.load(place, align=8), sums(builder, group))
        builder.store(grown, place, align=8)


def emit_count_codes(shape: tuple[int, bool], context: Any, builder: Any, kinds: Any, args: Any) -> None:
    """Writes the circuit of ``grow.base.count_codes`` for this shape."""
    planes, rows, start, stop, word, sizes = args
    reader = Rows(context, builder, kinds[:2], planes, rows)
    target = context.make_array(kinds[5])(context, builder, sizes)
    digits = [
        [cgutils.alloca_once_value(builder, ZERO) for _ in range(RUN.bit_length())] for _ in counted(*shape)
    ]
    loop = cgutils.for_range_slice(builder, start, stop, I64(1), I64, inc=True)
    with loop as (code, _):
        masks = class_masks(builder, reader, reader.addresses(code, rows_of(shape)), word, shape)
        for places, mask in zip(digits, masks, strict=True):
            carry = mask
            for place in places:
                digit = builder.load(place)
                builder.store(builder.xor(digit, carry), place)
                carry = builder.and_(digit, carry)
    for number, places in enumerate(digits):
        first = builder.gep(target.data, [I64(number * STEP_CODES)])
        move_bits(builder, [builder.load(digit) for digit in places], first)


def circuit(pegs: int, black_only: bool) -> Any:
    """The intrinsic that does what ``steps.count_words`` does.

    Scalars become int64, so that a Python number and an index do equally well.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        _emit_count_words((pegs, black_only), context, builder, signature.args, args)
        return context.get_dummy_value()

    @intrinsic
    def step(
        _typing: Any, planes: Any, rows: Any, guess: Any, start: Any, stop: Any, tile: Any, at: Any
    ) -> Any:
        kinds = (planes, rows, guess, start, stop, tile, at)
        wanted = [types.int64 if isinstance(kind, types.Integer) else kind for kind in kinds]
        return types.void(*wanted), generate

    return step
