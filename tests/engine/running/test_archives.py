"""What the repository holds of the kernels that come compiled. It is tested wherever the tests run: where the
archives are stale nothing is loaded, and the tests of what is loaded have nothing to say."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING

import hatch_build
import pytest
from kernels.parts import ENGINE, groups

from kernels import make
from pegwise.engine.kernels.catalogue import ENTRIES
from pegwise.engine.running import sources
from pegwise.engine.running.sources import MANIFEST, PEGS, WORDS, Manifest
from tests.helpers import exhaustive

if TYPE_CHECKING:
    from pegwise.engine.kernels.catalogue import Entry

ROOT = Path(__file__).parents[3]


def test_no_file_is_out_of_date() -> None:
    """Those that are, are made anew by ``python -m kernels.make``, and no others."""
    stale = make.out_of_date(make.FOLDER, make.files_for(range(2, 8), make.TARGETS))
    assert not stale, f"out of date, run python -m kernels.make: {', '.join(stale)}"


def test_the_manifest_tells_what_is_in_the_archives() -> None:
    manifest = Manifest.read(ROOT / "kernels" / MANIFEST)
    found = dict[str, str]()
    for path in (ROOT / "kernels").glob("*.tar.xz"):
        packed = make.packed_in(path)
        assert not found.keys() & packed.keys()
        found |= {name: hashlib.sha256(content).hexdigest() for name, content in packed.items()}
    assert found == {name: own for name, (own, _) in manifest.files.items()}
    assert set(found) == set(make.files_for(range(2, 8), make.TARGETS))
    assert manifest.sources == groups()


def test_a_change_makes_only_those_files_stale_that_hold_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk is a kernel of every game; the search is made for numbers of pegs."""
    names = make.files_for([3, 4], ["x86-64-v3", "wasm"])
    words = {"x86-64-v3/words.so", "wasm/words.wasm"}
    pegs = set(names) - words - {make.PROCESSOR}
    usual = sources.content_of
    for source, stale in {
        "kernels/walk/kernel.py": words,
        "kernels/search/kernel.py": pegs,
        "kernels/compare/words.py": words | pegs,
        "running/compile.py": words | pegs,
        "kernels/catalogue.py": set[str](),
        "running/load.py": set[str](),
    }.items():

        def changed(name: str, source: str = source) -> bytes:
            return usual(name) + (b"# changed" if name == source else b"")

        with monkeypatch.context() as patch:
            patch.setattr(sources, "content_of", changed)
            sources.digest_of.cache_clear()
            assert set(make.out_of_date(make.FOLDER, names)) == stale, source
        sources.digest_of.cache_clear()
    assert not make.out_of_date(make.FOLDER, names)


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
    assert loaded <= set(groups()[PEGS if entry.shaped else WORDS])


@pytest.mark.slow
def test_made_twice_they_are_the_same_bytes(tmp_path: Path) -> None:
    """Those of every game and of 3 pegs; ``python -m kernels.make --all`` leaves no change either."""
    command = [sys.executable, "-m", "kernels.make", "--pegs", "3", "--to"]
    for place in ("one", "other"):
        subprocess.run([*command, str(tmp_path / place)], check=True, cwd=ROOT)
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert len(names) == 12
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
    assert (tmp_path / "compiled" / "aarch64" / "4.so").exists()
    assert (tmp_path / "compiled" / "wasm" / "4.wasm").exists()
