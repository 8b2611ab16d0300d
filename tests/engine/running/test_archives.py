"""What the repository holds of the kernels that come compiled. It is tested wherever the tests run: where the
archives are stale nothing is loaded, and the tests of what is loaded have nothing to say."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import hatch_build
import pytest
from kernels.parts import ENGINE, groups

from kernels import make
from pegwise.engine.kernels.catalogue import ENTRIES
from pegwise.engine.running import kernel_manifest
from pegwise.engine.running.kernel_manifest import MANIFEST, WORDS, Manifest, checksum, group_of
from tests.helpers import exhaustive

if TYPE_CHECKING:
    from pegwise.engine.kernels.catalogue import Entry

ROOT = Path(__file__).parents[3]


def test_no_file_is_out_of_date() -> None:
    """Those that are, are made anew by ``python -m kernels.make``, and no others."""
    stale = make.out_of_date(make.FOLDER, make.files_for(make.TARGETS))
    assert not stale, f"out of date, run python -m kernels.make: {', '.join(stale)}"


def test_the_manifest_tells_what_is_in_the_archives() -> None:
    manifest = Manifest.read(ROOT / "kernels" / MANIFEST)
    found = dict[str, str]()
    for path in (ROOT / "kernels").glob("*.tar.xz"):
        packed = make.packed_in(path)
        assert not found.keys() & packed.keys()
        found |= {name: checksum(content) for name, content in packed.items()}
    assert found == {name: own for name, (own, _) in manifest.files.items()}
    assert set(found) == set(make.files_for(make.TARGETS))
    assert manifest.sources == groups()
    assert manifest.maker == make.maker()


def test_an_archive_has_the_files_of_one_target_and_one_kernel() -> None:
    for path in (ROOT / "kernels").glob("*.tar.xz"):
        names = make.packed_in(path)
        assert {make.archive_of(name) for name in names} == {path.name}
        assert len({(name.partition("/")[0], group_of(Path(name).stem)) for name in names}) == 1


def test_there_is_a_file_for_every_kernel_and_each_has_its_place_once() -> None:
    """Of those that need it, one for each number of pegs from 2 to 7, and one for all others."""
    titles = [entry.title(shape) for stem in make.stems() for entry, shape in make.kernels_in(stem)]
    assert len(titles) == len(set(titles))
    assert len(make.stems()) == 1 + 7 * 2 + 3 + 1
    for entry in ENTRIES:
        if not entry.shapes:
            assert entry.title(None) in titles
            continue
        for pegs in range(1, 65):
            for black_only in (False, True):
                assert entry.title(entry.choose(pegs, black_only)) in titles


def test_files_for_targets_and_kernels() -> None:
    assert make.files_for(["wasm"], ["words"]) == ["wasm/words.wasm"]
    some = make.files_for(["x86-64-v3", "wasm"], ["grow", "words"])
    assert len(some) == 2 * 8
    assert {"x86-64-v3/grow-any.so", "wasm/grow-2.wasm", "x86-64-v3/words.so"} <= set(some)
    assert len(make.files_for(make.TARGETS)) == len(make.TARGETS) * len(make.stems()) + 1
    assert make.PROCESSOR not in make.files_for(["wasm", "aarch64"])


NAMES = make.files_for(["x86-64-v3", "wasm"])
"""Files of a native target, and of WebAssembly."""
KERNELS = {entry.name for entry in ENTRIES if entry.shapes}


@pytest.mark.parametrize(
    ("source", "stale"),
    [
        ("kernels/walk/kernel.py", {WORDS}),
        ("kernels/search/kernel.py", {"search"}),
        ("kernels/grow/kernel.py", {"grow"}),
        ("kernels/canonical/sets.py", {WORDS, "search"}),
        ("kernels/compare/planes.py", {"count"}),
        ("kernels/compare/words.py", {WORDS, *KERNELS}),
        ("kernels/teaching.py", {WORDS, *KERNELS}),
        ("kernels/catalogue.py", set[str]()),
        ("running/load.py", set[str]()),
    ],
)
def test_a_change_makes_only_those_files_stale_that_hold_it(
    source: str, stale: set[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The walk is among the kernels of every game; the search names sets, as another kernel does."""
    usual = kernel_manifest.content_of
    here = Manifest(groups(), {name: ("1" * 8, _made_of(name)) for name in NAMES}, make.maker())
    (tmp_path / MANIFEST).write_text(here.text())
    assert not make.out_of_date(tmp_path, NAMES)

    def changed(name: str) -> bytes:
        return usual(name) + (b"# changed" if name == source else b"")

    with monkeypatch.context() as patch:
        patch.setattr(kernel_manifest, "content_of", changed)
        kernel_manifest.checksum_of.cache_clear()
        found = make.out_of_date(tmp_path, NAMES)
    kernel_manifest.checksum_of.cache_clear()
    assert found == [name for name in NAMES if group_of(Path(name).stem) in stale]


def _made_of(name: str) -> str:
    group = group_of(Path(name).stem)
    return kernel_manifest.checksum_of(group, groups()[group])


def test_a_change_of_an_entry_makes_the_files_of_its_kernel_stale(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    here = Manifest(groups(), {name: ("1" * 8, _made_of(name)) for name in NAMES}, make.maker())
    (tmp_path / MANIFEST).write_text(here.text())
    other = [
        replace(entry, expanded=not entry.expanded) if entry.name == "count" else entry for entry in ENTRIES
    ]
    with monkeypatch.context() as patch:
        patch.setattr(kernel_manifest, "ENTRIES", other)
        kernel_manifest.checksum_of.cache_clear()
        found = make.out_of_date(tmp_path, NAMES)
    kernel_manifest.checksum_of.cache_clear()
    assert found == [name for name in NAMES if group_of(Path(name).stem) == "count"]


def test_another_compiler_makes_all_files_stale(tmp_path: Path) -> None:
    here = Manifest(groups(), {name: ("1" * 8, _made_of(name)) for name in NAMES}, "0" * 64)
    (tmp_path / MANIFEST).write_text(here.text())
    assert make.out_of_date(tmp_path, NAMES) == NAMES
    assert all(map(here.is_current, NAMES))  # which an installed package does not know of


def test_a_manifest_is_read_as_it_is_written(tmp_path: Path) -> None:
    here = Manifest(groups(), {name: ("1" * 8, _made_of(name)) for name in NAMES}, make.maker())
    (tmp_path / MANIFEST).write_text(here.text())
    assert Manifest.read(tmp_path / MANIFEST) == here
    for wrong in ("pegwise kernels 2\n", "\n", here.text()[1:]):
        (tmp_path / MANIFEST).write_text(wrong)
        with pytest.raises(ValueError, match="does not begin"):
            Manifest.read(tmp_path / MANIFEST)


@pytest.mark.parametrize("entry", [*ENTRIES[:3], *exhaustive(*ENTRIES[3:])], ids=lambda entry: entry.name)
def test_the_sources_of_a_kernel_are_all_that_it_imports(entry: Entry) -> None:
    """Found out by importing it: the list is made by reading imports."""
    module = f"pegwise.engine.kernels.{entry.source.partition(':')[0]}"
    code = (
        f"import sys; before = set(sys.modules); import {module}; print(*sorted(set(sys.modules) - before))"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    files = {f"{name.removeprefix('pegwise.engine.').replace('.', '/')}.py" for name in ran.stdout.split()}
    loaded = {name for name in files if name.startswith("kernels/") and (ENGINE / name).exists()}
    assert loaded
    assert loaded <= set(groups()[entry.name if entry.shapes else WORDS])


@pytest.mark.slow
def test_made_twice_they_are_the_same_bytes(tmp_path: Path) -> None:
    """Those of every game and the names of sets; ``python -m kernels.make --all`` leaves no change either."""
    command = [sys.executable, "-m", "kernels.make", "--kernels", "words,canonical_sets", "--to"]
    for place in ("one", "other"):
        subprocess.run([*command, str(tmp_path / place)], check=True, cwd=ROOT)
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert len(names) == 2 * len(make.TARGETS) + 1
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()


def test_it_is_unpacked_by_a_python_without_filters_for_archives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python 3.11.2, which Debian 12 has, knows none."""

    def plain(archive: tarfile.TarFile, path: str) -> None:
        for member in archive.getmembers():
            content = archive.extractfile(member)
            assert content is not None
            Path(path, member.name).parent.mkdir(parents=True, exist_ok=True)
            Path(path, member.name).write_bytes(content.read())

    monkeypatch.delattr(tarfile, "data_filter", raising=False)
    monkeypatch.setattr(tarfile.TarFile, "extractall", plain)
    monkeypatch.setattr(hatch_build, "PACKED", tmp_path / "compiled")
    monkeypatch.setenv("PEGWISE_KERNELS", "aarch64")
    assert hatch_build.unpack() == "aarch64"
    assert (tmp_path / "compiled" / "aarch64" / "grow-4.so").exists()
    assert (tmp_path / "compiled" / "wasm" / "grow-4.wasm").exists()
