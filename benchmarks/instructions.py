"""Count the machine instructions in the inner loop of the plane kernel, which compares 512 pairs at a time.

Usage: python -m benchmarks.instructions [PEGS ...]
"""

from __future__ import annotations

import re
import sys
from collections import Counter

from kernels.compile import TARGETS, llvm_code, optimized

from benchmarks.measure import machine, table
from pegwise.engine.kernels.catalogue import CATALOGUE


def inner_loop(pegs: int) -> list[str]:
    """Return the names of the instructions in the shortest loop that counts classes."""
    entry, target = CATALOGUE["count"], TARGETS["x86-64-v4"]
    machine = target.machine()
    module = optimized(entry, *llvm_code(entry, (pegs, False)), "count", target, machine)
    lines = machine.emit_assembly(module).split("\n")
    labels: dict[str, int] = {}
    loops = []
    for number, line in enumerate(lines):
        if label := re.match(r"(\.LBB\S+):", line):
            labels[label[1]] = number
        if (jump := re.match(r"\s+j\w+\s+(\.LBB\S+)", line)) and jump[1] in labels:
            body = lines[labels[jump[1]] + 1 : number + 1]
            names = [each.split()[0] for each in body if re.match(r"\t[a-z]", each)]
            if "vpopcntq" in names:
                loops.append(names)
    if not loops:
        raise SystemExit("this program needs a processor with AVX-512 VPOPCNTDQ")
    return min(loops, key=len)


def row(pegs: int) -> list[str]:
    """Return one line of the table."""
    names = inner_loop(pegs)
    most = ", ".join(f"{number} {name}" for name, number in Counter(names).most_common(8))
    return [str(pegs), str(len(names)), f"{len(names) / 512:.2f}", most]


if __name__ == "__main__":
    print(machine())
    head = ["pegs", "instructions for 512 pairs", "for one pair", "most frequent instructions"]
    table(head, map(row, map(int, sys.argv[1:] or ["4", "5", "6", "7"])))
