"""A table of 16 bytes looked up 64 times at once: by any processor, and by the instruction of this one."""

from __future__ import annotations

import ctypes
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest
from llvmlite import ir

from pegwise.engine.kernels.search.lookup import HALF, LANES, LOOKUP, LOOKUP_BELOW_16, look_up, lookups
from pegwise.engine.native.compile import TARGETS, host

TABLE = [7 * entry + 1 for entry in range(HALF)]


def module_of(*, below_16: bool) -> str:
    """LLVM code of ``f(bytes *index, bytes *found)``."""
    module, bytes_ = ir.Module(), ir.VectorType(ir.IntType(8), LANES).as_pointer()
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [bytes_, bytes_]), name="f")
    builder = ir.IRBuilder(function.append_basic_block())
    index = builder.load(function.args[0], align=1)
    builder.store(look_up(builder, index, TABLE, below_16=below_16), function.args[1], align=1)
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


@pytest.mark.parametrize("below_16", [False, True])
@pytest.mark.parametrize("width", [None, 16, 0])
def test_both_ways_find_the_same(below_16: bool, width: int | None) -> None:
    here = host()
    instead = lookups(here.triple, here.lookup if width is None else min(width, here.lookup))
    module = linked(module_of(below_16=below_16), instead, here.triple)
    engine = llvm.create_mcjit_compiler(module, here.machine(library=False))
    engine.finalize_object()
    call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(engine.get_function_address("f"))
    for start in range(0, HALF if below_16 else 256, HALF):
        index = np.tile(np.arange(start, start + HALF), LANES // HALF).astype(np.uint8)
        found = np.zeros(LANES, np.uint8)
        call(index.ctypes.data, found.ctypes.data)
        assert (found == (TABLE * 4 if start == 0 else 0)).all()


@pytest.mark.parametrize("name", TARGETS)
def test_every_target_has_the_instruction(name: str) -> None:
    target = TARGETS[name]
    code = lookups(target.triple, target.lookup)
    module = linked(module_of(below_16=False), code, target.triple)
    assert {LOOKUP, LOOKUP_BELOW_16} <= {each.name for each in llvm.parse_assembly(code).functions}
    assembly = target.machine(library=True).emit_assembly(module)
    assert ("tbl" if target.triple.startswith("aarch64") else "pshufb") in assembly
