"""What the repository holds of the kernels that come compiled. It is tested wherever the tests run: where the
archives are stale nothing is loaded, and the tests of what is loaded have nothing to say."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
from pathlib import Path

import hatch_build
import pytest

from pegwise.engine.running import library

ROOT = Path(__file__).parents[3]


def test_the_archives_are_made_of_these_sources() -> None:
    """Stale ones are made anew by ``python -m kernels.make``."""
    head, made, *lines = (ROOT / "kernels" / library.MANIFEST).read_text().splitlines()
    assert head == library.HEAD
    assert made == f"sources  {library.source_digest()}"
    wanted = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    found = {}
    for path in (ROOT / "kernels").glob("*.tar.xz"):
        with tarfile.open(path) as archive:
            for member in archive.getmembers():
                content = archive.extractfile(member)
                assert content is not None
                found[member.name] = hashlib.sha256(content.read()).hexdigest()
    assert found == wanted
    folders = {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", "aarch64"}
    assert {name.partition("/")[0] for name in found} == folders


@pytest.mark.slow
def test_made_twice_they_are_the_same_bytes(tmp_path: Path) -> None:
    """Those of every game and of 3 pegs; the whole by ``python -m kernels.make``, which leaves no change."""
    command = [sys.executable, "-m", "kernels.make", "--pegs", "3", "--to"]
    for place in ("one", "other"):
        subprocess.run([*command, str(tmp_path / place)], check=True, cwd=ROOT)
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert len(names) == 6
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
