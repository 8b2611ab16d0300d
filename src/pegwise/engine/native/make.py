"""Make the kernels that come compiled: ``python -m pegwise.engine.native.make``.

Needs the extra ``kernels`` (numba, llvmlite and Zig's linker, each of one version, so that the same sources make
the same bytes). One computer makes the code for all: the LLVM code that numba writes holds nothing of the
processor it was written on.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from pegwise.engine.kernels.catalogue import ENTRIES
from pegwise.engine.native import library

if TYPE_CHECKING:
    from pegwise.engine.kernels.catalogue import Entry, Shape

PEGS = "3-6"
"""Numbers of pegs whose kernels are in the repository."""
TARGETS = {
    "x86-64-v4": (
        "x86_64-unknown-linux-gnu",
        "x86-64-v4",
        "+avx512vbmi,+avx512vbmi2,+avx512bitalg,+avx512vpopcntdq",
    ),
    "x86-64-v3": ("x86_64-unknown-linux-gnu", "x86-64-v3", ""),
    "x86-64-v2": ("x86_64-unknown-linux-gnu", "x86-64-v2", ""),
    "aarch64": ("aarch64-unknown-linux-gnu", "generic", ""),
}
"""Each folder's triple, processor and features, in LLVM's words; ``processor`` tells who runs it."""
ZIG = [sys.executable, "-m", "ziglang"]
LINK = [
    "-shared",
    "--strip-all",
    "--build-id=none",
    "--hash-style=sysv",
    "-z",
    "noexecstack",
    "-z",
    "noseparate-code",
]


def entries_for(shape: Shape | None) -> list[Entry]:
    """The kernels that are made for a shape; names of sets do not depend on what is told."""
    return [
        entry
        for entry in ENTRIES
        if entry.shaped == (shape is not None) and not (entry.name == "canonical_sets" and shape and shape[1])
    ]


def emit(shape: Shape | None, folder: Path) -> None:
    """Write the objects of a shape's kernels for every target: ``folder/TARGET/TITLE.o``."""
    from pegwise.engine.native.compile import Target, llvm_code, optimised

    for entry in entries_for(shape):
        title = entry.title(shape)
        code = llvm_code(entry, shape)
        for name, described in TARGETS.items():
            target = Target(*described)
            machine = target.machine(library=True)
            module = optimised(entry, *code, library.symbol_of(title), target, machine)
            path = folder / name / f"{title}.o"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(machine.emit_object(module))


def emit_processor(folder: Path) -> None:
    """Compile the C that asks an x86-64 processor what it is."""
    path = folder / "x86-64" / "processor.o"
    path.parent.mkdir(parents=True, exist_ok=True)
    compiler = [*ZIG, "cc", "-target", "x86_64-linux-musl", "-mcpu=baseline", "-Os", "-fPIC", "-g0", "-c"]
    caches = {f"ZIG_{kind}_CACHE_DIR": str(folder.parent / "zig") for kind in ("GLOBAL", "LOCAL")}
    source = Path(__file__).with_name("processor.c")
    subprocess.run([*compiler, str(source), "-o", str(path)], check=True, env=os.environ | caches)


def _apart(shape: Shape | None, folder: Path) -> None:
    """Emit a shape in a process of its own, so that nothing depends on what was compiled before."""
    words = [] if shape is None else [str(shape[0]), *(["black"] if shape[1] else [])]
    command = [sys.executable, "-m", "pegwise.engine.native.make", "--emit", "-".join(words) or "words"]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    subprocess.run([*command, "--to", str(folder)], check=True, env=environment)
    print(f"compiled {'-'.join(words) or 'words'}", flush=True)


def link(objects: Path, made: Path) -> None:
    """Link the objects of each target and number of pegs to one library, and describe them all."""
    parts: dict[str, list[str]] = {}
    for path in sorted(objects.rglob("*.o")):
        folder = path.parent.name
        name = library.PROCESSOR if path.stem == "processor" else f"{folder}/{library.file_of(path.stem)}"
        parts.setdefault(name, []).append(str(path))
    lines = [library.HEAD, f"sources  {library.source_digest()}"]
    for name, files in sorted(parts.items()):
        whole = made / name
        whole.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([*ZIG, "ld.lld", *LINK, "-o", str(whole), *files], check=True)
        whole.chmod(0o644)
        lines.append(f"{hashlib.sha256(whole.read_bytes()).hexdigest()}  {name}")
    (made / library.MANIFEST).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _pegs(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def _shape(text: str) -> Shape | None:
    pegs, _, told = text.partition("-")
    return None if pegs == "words" else (int(pegs), bool(told))


def main() -> None:
    """Make what is asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pegs", default=PEGS, help=f"numbers of pegs; {PEGS} by default")
    parser.add_argument("--to", type=Path, default=library.FOLDER, help="the folder that is written anew")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="shapes compiled at a time")
    parser.add_argument("--emit", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.emit:
        emit(_shape(asked.emit), asked.to)
        return
    shapes = [None, *((pegs, told) for pegs in _pegs(asked.pegs) for told in (False, True))]
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(asked.jobs) as pool:
        objects, made = Path(work, "objects"), Path(work, "made")
        for _ in pool.map(lambda shape: _apart(shape, objects), shapes):
            pass
        emit_processor(objects)
        link(objects, made)
        shutil.rmtree(asked.to, ignore_errors=True)
        shutil.copytree(made, asked.to)
    size = sum(path.stat().st_size for path in asked.to.rglob("*.so"))
    print(f"{size / 1e6:.1f} MB in {asked.to}")


if __name__ == "__main__":
    main()
