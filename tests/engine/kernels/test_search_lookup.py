"""Parts of a table looked up 64 times at once: by any processor, and by instructions of this one."""

from __future__ import annotations

import ctypes
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest
from kernels.compile import TARGETS, Target
from llvmlite import ir

from pegwise.engine.kernels.search.byte_lookup import (
    HALF,
    LANES,
    LOOKUP,
    LOOKUP_BELOW_16,
    PARTS,
    look_up,
    lookups,
)

HERE = Target(llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
"""This very processor."""
TABLE = [7 * entry + 1 for entry in range(HALF)]


def module_of(part: int, *, below_16: bool) -> str:
    """LLVM code of ``f(bytes *index, bytes *found)``."""
    module, bytes_ = ir.Module(), ir.VectorType(ir.IntType(8), LANES).as_pointer()
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [bytes_, bytes_]), name="f")
    builder = ir.IRBuilder(function.append_basic_block())
    index = builder.load(function.args[0], align=1)
    builder.store(look_up(builder, index, TABLE, part, below_16=below_16), function.args[1], align=1)
    builder.ret_void()
    return str(module)


def linked(code: str, instead: str, triple: str) -> Any:
    module = llvm.parse_assembly(code)
    module.triple = triple
    if instead:
        other = llvm.parse_assembly(instead)
        other.triple = triple
        module.link_in(other)
    module.verify()
    return module


@pytest.mark.parametrize("part", [None, *range(PARTS)])
@pytest.mark.parametrize(
    ("width", "whole"), [(None, True), (None, False), (32, False), (16, False), (0, False)]
)
def test_all_ways_find_the_same(part: int | None, width: int | None, whole: bool) -> None:
    """``part`` None: no index is above 15."""
    width = HERE.lookup if width is None else min(width, HERE.lookup)
    instead = lookups(HERE.triple, width, whole=whole and HERE.whole_lookup)
    module = linked(module_of(part or 0, below_16=part is None), instead, HERE.triple)
    engine = llvm.create_mcjit_compiler(module, HERE.machine())
    engine.finalize_object()
    call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(engine.get_function_address("f"))
    for here_part in range(1 if part is None else PARTS):
        index = np.random.default_rng(here_part).permutation(LANES) % HALF
        index = (index + here_part * HALF).astype(np.uint8)
        found = np.zeros(LANES, np.uint8)
        call(index.ctypes.data, found.ctypes.data)
        wanted = np.array(TABLE)[index % HALF] if here_part == (part or 0) else 0
        assert (found == wanted).all()


@pytest.mark.parametrize("name", TARGETS)
def test_every_target_has_the_instruction(name: str) -> None:
    target = TARGETS[name]
    code = lookups(target.triple, target.lookup, whole=target.whole_lookup)
    named = {each.name for each in llvm.parse_assembly(code).functions}
    assert {f"{LOOKUP}.{part}" for part in range(PARTS)} | {LOOKUP_BELOW_16} <= named
    assembly = target.machine().emit_assembly(linked(module_of(1, below_16=False), code, target.triple))
    others = {"aarch64": "tbl", "wasm32": "i8x16.swizzle"}
    usual = "vpermb" if target.whole_lookup else "pshufb"
    assert others.get(target.triple.partition("-")[0], usual) in assembly


def test_which_targets_look_up_a_whole_table() -> None:
    assert [name for name, target in TARGETS.items() if target.whole_lookup] == ["x86-64-v4"]
