"""Make the kernels that come compiled: ``python -m kernels.make``, in a checkout.

Needs the extra ``kernels``: numba, llvmlite and Zig's linker, each of one version, so that the same sources
make the same bytes. One computer makes the code for all: what numba writes holds nothing of the processor
that it runs on. The files of each target come into one archive beside this file, and into the package. Only
those whose sources have changed are made again; ``manifest.txt`` tells what each of them was made of.

    python -m kernels.make               # what is out of date
    python -m kernels.make --all         # all that the repository holds: about 20 minutes of two processors
    python -m kernels.make --unpack      # the files that are here into the package of this checkout
    python -m kernels.make --check wasm/words.wasm
    python -m kernels.make --kernels grow,count --targets x86-64-v3 --to elsewhere
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
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kernels.parts import groups
from pegwise.engine.kernels.catalogue import ENTRIES, Entry, Shape
from pegwise.engine.running.kernel_manifest import (
    MANIFEST,
    Manifest,
    checksum,
    checksum_of,
    file_of,
    group_of,
    symbol_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable


FOLDER = Path(__file__).parent
NATIVE, WASM = ("x86-64-v4", "x86-64-v3", "x86-64-v2", "aarch64"), "wasm"
TARGETS = (*NATIVE, WASM)
PROCESSOR = "x86-64/processor.so"
ZIG = [sys.executable, "-m", "ziglang"]
LINK = [
    *("ld.lld", "-shared", "--strip-all", "--build-id=none", "--hash-style=sysv"),
    *("-z", "noexecstack", "-z", "noseparate-code"),
]
LINK_WASM = [
    *("wasm-ld", "--no-entry", "--strip-all", "--export-dynamic", "--export=__stack_pointer"),
    # Each thread has an instance of its own, all of them in one memory, which whoever runs it makes.
    *("--import-memory", "--shared-memory", "--no-check-features", f"--max-memory={1 << 32}"),
]


def name_of(target: str, file: str) -> str:
    """What the manifest calls a file.

    >>> name_of("wasm", "grow-4")
    'wasm/grow-4.wasm'
    """
    return f"{target}/{file}.{'wasm' if target == 'wasm' else 'so'}"


def kernels_in(stem: str) -> list[tuple[Entry, Shape | None]]:
    """The kernels of a file, in the order in which they are compiled.

    >>> [entry.title(shape) for entry, shape in kernels_in("grow-any")]
    ['grow-any', 'grow-any-black']
    """
    return [
        (entry, shape)
        for entry in ENTRIES
        for shape in entry.shapes or (None,)
        if file_of(entry.title(shape)) == stem
    ]


def stems() -> list[str]:
    """The files of a target, without their endings."""
    titles = [entry.title(shape) for entry in ENTRIES for shape in entry.shapes or (None,)]
    return list(dict.fromkeys(file_of(title) for title in titles))


def files_for(targets: Iterable[str], kernels: Iterable[str] = ()) -> list[str]:
    """All files for these targets, or those of some kernels."""
    wanted = set(kernels)
    found = [
        name_of(target, stem)
        for target in targets
        for stem in stems()
        if not wanted or group_of(stem) in wanted
    ]
    asks = not wanted and any(target.startswith("x86") for target in targets)
    return [*found, PROCESSOR] if asks else found


# --- objects ----------------------------------------------------------------------------------------


def emit(stem: str, family: tuple[str, ...], folder: Path) -> None:
    """Write the objects of a file's kernels for some targets: ``folder/TARGET/TITLE.o``."""
    from kernels.compile import TARGETS as MACHINES
    from kernels.compile import llvm_code, optimized

    for entry, shape in kernels_in(stem):
        title = entry.title(shape)
        code = llvm_code(entry, shape)
        for name in family:
            target = MACHINES[name]
            machine = target.machine()
            module = optimized(entry, *code, symbol_of(title), target, machine)
            _write(object_of(folder, name, title), machine.emit_object(module))
            print(f"compiled {title} for {name}", flush=True)


def families(stem: str, wanted: Iterable[str], folder: Path) -> list[tuple[str, ...]]:
    """The targets whose objects are needed for files and not there, those of one process together.

    What a process has compiled before can change LLVM's code, so all that is native is always compiled one
    after another, in the same order.
    """
    needed = {name.partition("/")[0] for name in wanted if Path(name).stem == stem}
    titles = [entry.title(shape) for entry, shape in kernels_in(stem)]
    missing = {
        target for target in needed if not all(object_of(folder, target, title).exists() for title in titles)
    }
    return [family for family in (NATIVE, (WASM,)) if missing & set(family)]


@cache
def object_of(folder: Path, target: str, title: str) -> Path:
    """Where an object is, by what it is made of."""
    group = group_of(file_of(title))
    made_of = checksum_of(group, groups()[group]) + maker()
    return folder / target / f"{title}.{hashlib.sha256(made_of.encode()).hexdigest()[:16]}.o"


@cache
def maker() -> str:
    """The digest of the compiler that is used here."""
    return hashlib.sha256(Path(__file__).with_name("compile.py").read_bytes()).hexdigest()


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(".part")
    temporary.write_bytes(content)
    temporary.replace(path)


def _apart(stem: str, family: tuple[str, ...], folder: Path) -> None:
    """Emit a file's objects in a process of its own, so that nothing depends on what was compiled before."""
    command = [sys.executable, "-m", "kernels.make", "--emit", stem, "--targets", ",".join(family)]
    subprocess.run([*command, "--to", str(folder)], check=True, env={**os.environ, "PYTHONHASHSEED": "0"})


def emit_processor(path: Path) -> Path:
    """Compile the C that asks an x86-64 processor what it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    compiler = [*ZIG, "cc", "-target", "x86_64-linux-musl", "-mcpu=baseline", "-Os", "-fPIC", "-g0", "-c"]
    caches = {f"ZIG_{kind}_CACHE_DIR": str(path.parent / "zig") for kind in ("GLOBAL", "LOCAL")}
    source = Path(__file__).with_name("processor.c")
    subprocess.run([*compiler, str(source), "-o", str(path)], check=True, env=os.environ | caches)
    return path


# --- files ------------------------------------------------------------------------------------------


def link(name: str, objects: Path) -> bytes:
    """The objects of one file, linked."""
    target, _, file = name.partition("/")
    titles = [entry.title(shape) for entry, shape in kernels_in(Path(file).stem)]
    parts = [object_of(objects, target, title) for title in titles]
    if name == PROCESSOR:
        parts = [emit_processor(objects / "x86-64" / "processor.o")]
    command = [*ZIG, *(LINK_WASM if target == "wasm" else LINK)]
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, file)
        subprocess.run([*command, "-o", str(made), *map(str, sorted(parts))], check=True)
        return made.read_bytes()


def archive_of(name: str) -> str:
    """The archive beside this file that a file goes into: that of its target and of its kernel.

    >>> archive_of("wasm/grow-4.wasm"), archive_of("aarch64/words.so")
    ('wasm-grow.tar.xz', 'aarch64-words.tar.xz')
    """
    return f"{name.partition('/')[0]}-{group_of(Path(name).stem)}.tar.xz"


def packed_in(path: Path) -> dict[str, bytes]:
    """The files in an archive, none if it is not there."""
    if not path.exists():
        return {}
    with tarfile.open(path) as archive:
        members = [(member.name, archive.extractfile(member)) for member in archive.getmembers()]
        return {name: content.read() for name, content in members if content is not None}


def pack(path: Path, files: dict[str, bytes]) -> None:
    """Put files into an archive; without any, there is none."""
    if not files:
        path.unlink()
        return
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    code = [{"id": lzma.FILTER_X86}] if path.name.startswith("x86") else []
    filters = [*code, {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]
    packed = lzma.compress(plain.getvalue(), filters=filters)
    path.write_bytes(packed)
    print(f"{path.name}: {len(plain.getvalue()):,} bytes, packed {len(packed):,}", flush=True)


def manifest_of(folder: Path) -> Manifest:
    """The manifest in a folder, with the sources of each kernel as they are now."""
    path = folder / MANIFEST
    found = Manifest.read(path) if path.exists() else Manifest()
    return Manifest(groups(), found.files, found.maker)


def out_of_date(folder: Path, names: Iterable[str]) -> list[str]:
    """Which of these files are not there, or made of other sources, or by another compiler, than is here."""
    manifest = manifest_of(folder)
    return [name for name in names if not manifest.is_current(name) or manifest.maker != maker()]


def make(names: list[str], folder: Path, objects: Path, jobs: int) -> None:
    """Compile, link and pack files, and note what they are made of."""
    manifest, made = manifest_of(folder), dict[str, bytes]()
    manifest.maker = maker()
    with ThreadPoolExecutor(jobs) as pool:
        wanted = dict.fromkeys(Path(name).stem for name in names if name != PROCESSOR)
        first = sorted(wanted, key=group_of, reverse=True)  # the search takes the longest
        todo = [(stem, family) for stem in first for family in families(stem, names, objects)]
        list(pool.map(lambda job: _apart(job[0], job[1], objects), todo))
    for name in names:
        made[name] = link(name, objects)
        group = group_of(Path(name).stem)
        made_of = checksum_of(group, manifest.sources[group])
        manifest.files[name] = checksum(made[name]), made_of
    folder.mkdir(parents=True, exist_ok=True)
    for path in [*folder.glob("*.tar.xz"), *(folder / archive_of(name) for name in names)]:
        before = packed_in(path)
        after = {name: content for name, content in before.items() if name not in made}
        after |= {name: content for name, content in made.items() if archive_of(name) == path.name}
        if after != before:
            pack(path, after)
    (folder / MANIFEST).write_text(manifest.text(), encoding="utf-8")


def compare(made: Path, names: Iterable[str]) -> None:
    """End with an error if files are not the same bytes as those that the repository holds."""
    one, other = (Manifest.read(folder / MANIFEST).files for folder in (made, FOLDER))
    differ = [name for name in names if one[name] != other.get(name)]
    if differ:
        raise SystemExit(f"made again, these are other bytes: {', '.join(differ)}")
    print("made again, they are the same bytes")


# --- the command ------------------------------------------------------------------------------------


def main() -> None:
    """Make what is asked for on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kernels", default="", help="such as grow,count; all by default")
    parser.add_argument("--targets", default=",".join(TARGETS), help="all by default")
    parser.add_argument("--to", type=Path, default=FOLDER, help="the folder of the files")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="files compiled at a time")
    parser.add_argument("--all", action="store_true", help="also what is up to date")
    parser.add_argument(
        "--objects", type=Path, help="keep what is compiled here, and go on with what is here"
    )
    parser.add_argument("--check", action="store_true", help="only make them and compare their bytes")
    parser.add_argument("--unpack", action="store_true", help="only unpack the files into the package")
    parser.add_argument("--emit", help=argparse.SUPPRESS)
    parser.add_argument("files", nargs="*", help="such as wasm/grow-4.wasm; those of --kernels and --targets")
    asked = parser.parse_args()
    if asked.emit:
        emit(asked.emit, tuple(asked.targets.split(",")), asked.to)
        return
    if asked.unpack:
        _unpack()
        return
    kernels = asked.kernels.split(",") if asked.kernels else ()
    names = asked.files or files_for(asked.targets.split(","), kernels)
    with tempfile.TemporaryDirectory() as folder:
        objects = asked.objects or Path(folder, "objects")
        if asked.check:
            make(names, Path(folder), objects, asked.jobs)
            compare(Path(folder), names)
            return
        wanted = names if asked.all else out_of_date(asked.to, names)
        make(wanted, asked.to, objects, asked.jobs)
    if asked.to == FOLDER:
        _unpack()


def _unpack() -> None:
    from hatch_build import unpack

    unpack()


if __name__ == "__main__":
    main()
