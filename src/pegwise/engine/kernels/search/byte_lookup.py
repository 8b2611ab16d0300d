"""Part of a table of 64 bytes looked up 64 times at once: one instruction, for which LLVM has no common name.

``look_up`` makes code that any processor runs; ``kernels.compile`` puts the instruction of the processor that
the code is made for in its place. Imported only where a kernel is compiled.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

__all__ = ["HALF", "LANES", "LOOKUP", "LOOKUP_BELOW_16", "PARTS", "look_up", "lookups"]

LANES, HALF, PARTS = 64, 16, 4
_I8, _I32 = ir.IntType(8), ir.IntType(32)
_BYTES, _TABLE = ir.VectorType(_I8, LANES), ir.VectorType(_I8, HALF)
LOOKUP, LOOKUP_BELOW_16 = "pegwise.lookup", "pegwise.lookup.below.16"
"""``<64 x i8> (<64 x i8> index, <16 x i8> table)``. With the number of a part after its name, the first looks
up indices below 64 in that part of a larger table, 0 if they are not in it. The second takes no others than
those of the first part."""


def look_up(builder: Any, index: Any, table: list[int], part: int, *, below_16: bool) -> Any:
    """The entries of a part of a table, 16 bytes, for a vector of 64 indices; 0 for an index elsewhere."""
    name = LOOKUP_BELOW_16 if below_16 else f"{LOOKUP}.{part}"
    function = builder.module.globals.get(name) or _define(builder.module, name, part)
    return builder.call(function, [index, ir.Constant(_TABLE, [_I8(entry) for entry in table])])


def _define(module: Any, name: str, part: int) -> Any:
    """The function by comparing with each index; it is weak, so that another can take its place."""
    function = ir.Function(module, ir.FunctionType(_BYTES, [_BYTES, _TABLE]), name=name)
    function.linkage = "weak"
    builder = ir.IRBuilder(function.append_basic_block())
    index, table = function.args
    lanes = ir.VectorType(_I32, LANES)
    found: Any = ir.Constant(_BYTES, None)
    for at in range(HALF):
        here = builder.icmp_unsigned("==", index, ir.Constant(_BYTES, [_I8(part * HALF + at)] * LANES))
        every = ir.Constant(lanes, [_I32(at)] * LANES)
        entry = builder.shuffle_vector(table, ir.Constant(_TABLE, ir.Undefined), every)
        found = builder.select(here, entry, found)
    builder.ret(found)
    return function


def _vector(values: list[str], kind: str = "i32") -> str:
    return "<" + ", ".join(f"{kind} {value}" for value in values) + ">"


def _in_pieces(width: int, call: str) -> str:
    """Code that looks up so many bytes at a time: ``call`` of %at, %part (and %wide, the table repeated)."""
    lines = [
        f"%wide = shufflevector <16 x i8> %table, <16 x i8> poison, <{width} x i32> "
        + _vector([str(at % HALF) for at in range(width)])
    ]
    parts = [f"%part{at}" for at in range(LANES // width)]
    for at, part in enumerate(parts):
        lanes = _vector([str(at * width + lane) for lane in range(width)])
        lines.append(
            f"{part}.index = shufflevector <64 x i8> %index, <64 x i8> poison, <{width} x i32> {lanes}"
        )
        lines.append(f"{part} = " + call.format(index=f"{part}.index"))
    while len(parts) > 1:
        joined = []
        for one, two in zip(parts[::2], parts[1::2], strict=True):
            lanes = _vector([str(lane) for lane in range(2 * width)])
            lines.append(
                f"{one}.joined = shufflevector <{width} x i8> {one}, <{width} x i8> {two}, "
                f"<{2 * width} x i32> {lanes}"
            )
            joined.append(f"{one}.joined")
        parts, width = joined, 2 * width
    return "\n".join([*lines, f"ret <64 x i8> {parts[0]}"])


_SHUFFLES = {16: "llvm.x86.ssse3.pshuf.b.128", 32: "llvm.x86.avx2.pshuf.b", 64: "llvm.x86.avx512.pshuf.b.512"}
_PERMUTE = "llvm.x86.avx512.permvar.qi.512"
_WHOLE_INDEX = {"aarch64": "llvm.aarch64.neon.tbl1.v16i8", "wasm32": "llvm.wasm.swizzle"}
"""Instructions that give 0 for an index above 15."""
_NAMED = "define <64 x i8> @{}(<64 x i8> %{}, <16 x i8> %table) alwaysinline {{\n{}\n}}\n"


def _from_part(part: int) -> str:
    """Code that turns %given into %moved, an index from the start of this part."""
    first = _vector([str(-part * HALF)] * LANES, "i8")
    return f"%moved = add <64 x i8> %given, {first}\n"


def _by_whole_index(instruction: str) -> str:
    """Both functions, for an instruction that gives 0 for an index above 15."""
    body = _in_pieces(16, f"call <16 x i8> @{instruction}(<16 x i8> %table, <16 x i8> {{index}})")
    code = f"declare <16 x i8> @{instruction}(<16 x i8>, <16 x i8>)\n" + _NAMED.format(
        LOOKUP_BELOW_16, "index", body
    )
    for part in range(PARTS):
        moved = _from_part(part).replace("%moved", "%index")
        code += _NAMED.format(f"{LOOKUP}.{part}", "given", moved + body)
    return code


def _by_shuffles(width: int) -> tuple[str, str]:
    """The second function, and the first: the instruction uses four bits, and gives 0 from 128 on."""
    kind, shuffle = f"<{width} x i8>", _SHUFFLES[width]
    body = _in_pieces(width, f"call {kind} @{shuffle}({kind} %wide, {kind} {{index}})")
    second = f"declare {kind} @{shuffle}({kind}, {kind})\n" + _NAMED.format(LOOKUP_BELOW_16, "index", body)
    first = "declare <64 x i8> @llvm.uadd.sat.v64i8(<64 x i8>, <64 x i8>)\n"
    above = "%index = call <64 x i8> @llvm.uadd.sat.v64i8(<64 x i8> %moved, <64 x i8> "
    above += _vector(["112"] * LANES, "i8") + ")\n"
    for part in range(PARTS):
        first += _NAMED.format(f"{LOOKUP}.{part}", "given", _from_part(part) + above + body)
    return second, first


def _by_permutation() -> str:
    """The first function: the instruction looks up the whole table."""
    code = f"declare <64 x i8> @{_PERMUTE}(<64 x i8>, <64 x i8>)\n"
    for part in range(PARTS):
        lanes = [str(at - part * HALF if at // HALF == part else HALF) for at in range(LANES)]
        wide = (
            f"%wide = shufflevector <16 x i8> %table, <16 x i8> zeroinitializer, <64 x i32> {_vector(lanes)}"
        )
        body = f"{wide}\n%found = call <64 x i8> @{_PERMUTE}(<64 x i8> %wide, <64 x i8> %index)\n"
        code += _NAMED.format(f"{LOOKUP}.{part}", "index", body + "ret <64 x i8> %found")
    return code


def lookups(triple: str, width: int, *, whole: bool) -> str:
    """LLVM code of the functions for a processor, empty where it has no such instruction.

    ``width``: bytes that one instruction of an x86-64 looks up, 0 if there is none; ``whole``: whether one
    looks them up in a table of 64 bytes.
    """
    processor = triple.partition("-")[0].replace("arm64", "aarch64")
    if processor in _WHOLE_INDEX:
        return _by_whole_index(_WHOLE_INDEX[processor])
    if processor != "x86_64" or not width:
        return ""
    second, first = _by_shuffles(width)
    return second + (_by_permutation() if whole else first)
