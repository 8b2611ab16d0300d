"""Make the kernels that come compiled: ``python -m kernels.make``, in a checkout.

Needs the extra ``kernels``: numba, llvmlite and Zig's linker, each of one version, so that the same sources
make the same bytes. One computer makes the code for all: what numba writes holds nothing of the processor
that it runs on. The libraries of each target come into one archive beside this file, and into the package.

    python -m kernels.make               # all that the repository holds: about 8 minutes of two processors
    python -m kernels.make --unpack      # the archives that are here into the package of this checkout
    python -m kernels.make --pegs 8 --to eight
"""

from __future__ import annotations

import argparse
import hashlib
import io
import lzma
import os
import subprocess
import sys
import tarfile
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from pegwise.engine.kernels.catalogue import ENTRIES
from pegwise.engine.running import library

if TYPE_CHECKING:
    from pegwise.engine.kernels.catalogue import Entry, Shape

FOLDER = Path(__file__).parent
PEGS = "2-7"
"""Numbers of pegs whose kernels are in the repository."""
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
    from pegwise.engine.running.compile import TARGETS, llvm_code, optimized

    for entry in entries_for(shape):
        title = entry.title(shape)
        code = llvm_code(entry, shape)
        for name, target in TARGETS.items():
            machine = target.machine(library=True)
            module = optimized(entry, *code, library.symbol_of(title), target, machine)
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
    name = "words" if shape is None else f"{shape[0]}{'-black' if shape[1] else ''}"
    command = [sys.executable, "-m", "kernels.make", "--emit", name, "--to", str(folder)]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": "0"})
    print(f"compiled {name}", flush=True)


def link(objects: Path, made: Path) -> None:
    """Link the objects of each target and number of pegs to one library: ``made/TARGET/PEGS.so``."""
    parts: dict[str, list[str]] = {}
    for path in sorted(objects.rglob("*.o")):
        file = path.with_suffix(".so").name if path.stem == "processor" else library.file_of(path.stem)
        parts.setdefault(f"{path.parent.name}/{file}", []).append(str(path))
    for name, files in parts.items():
        whole = made / name
        whole.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([*ZIG, "ld.lld", *LINK, "-o", str(whole), *files], check=True)


def pack(made: Path, folder: Path) -> None:
    """Put the libraries of each target into an archive, and say what all of it is made of."""
    lines = [library.HEAD, f"sources  {library.source_digest()}"]
    folder.mkdir(parents=True, exist_ok=True)
    for target in sorted(made.iterdir()):
        plain = io.BytesIO()
        with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for path in sorted(target.iterdir()):
                content = path.read_bytes()
                lines.append(f"{hashlib.sha256(content).hexdigest()}  {target.name}/{path.name}")
                entry = tarfile.TarInfo(f"{target.name}/{path.name}")
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
        code = [{"id": lzma.FILTER_X86}] if target.name.startswith("x86") else []
        filters = [*code, {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]
        packed = lzma.compress(plain.getvalue(), filters=filters)
        (folder / f"{target.name}.tar.xz").write_bytes(packed)
        print(f"{target.name}: {len(plain.getvalue()):,} bytes, packed {len(packed):,}")
    (folder / library.MANIFEST).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _pegs(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def _shape(text: str) -> Shape | None:
    pegs, _, told = text.partition("-")
    return None if pegs == "words" else (int(pegs), bool(told))


def make(pegs: range, folder: Path, jobs: int) -> None:
    """Compile, link and pack the kernels of these numbers of pegs, and those of every game."""
    shapes = [None, *((number, told) for number in pegs for told in (False, True))]
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(jobs) as pool:
        objects, made = Path(work, "objects"), Path(work, "made")
        list(pool.map(lambda shape: _apart(shape, objects), shapes))
        emit_processor(objects)
        link(objects, made)
        pack(made, folder)


def main() -> None:
    """Make what is asked for on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pegs", default=PEGS, help=f"numbers of pegs; {PEGS} by default")
    parser.add_argument("--to", type=Path, default=FOLDER, help="the folder of the archives")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="shapes compiled at a time")
    parser.add_argument("--unpack", action="store_true", help="only unpack the archives into the package")
    parser.add_argument("--emit", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.emit:
        emit(_shape(asked.emit), asked.to)
        return
    if not asked.unpack:
        make(_pegs(asked.pegs), asked.to, asked.jobs)
    if asked.to == FOLDER:
        from hatch_build import unpack

        unpack()


if __name__ == "__main__":
    main()
