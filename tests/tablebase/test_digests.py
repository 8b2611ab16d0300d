"""The file of digests: what it tells of certificates is what their files tell."""

from __future__ import annotations

import gzip
import shutil
from typing import TYPE_CHECKING

from tablebase.digests import DIGESTS, TOLD, digests, read_digests, text_of
from tablebase.verdicts import KEPT

import pegcheck

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

KNOWN = read_digests()
SMALL = sorted(name for name in KNOWN if (KEPT / name).exists() and KNOWN[name]["lemmas"] < 60)


def test_the_file_is_as_the_program_writes_it() -> None:
    assert DIGESTS.read_text("utf-8") == text_of(KNOWN)
    assert all(tuple(told) == TOLD for told in KNOWN.values())


def test_what_is_told_of_kept_files_is_what_the_first_checker_finds() -> None:
    assert len(SMALL) > 5
    for name in SMALL[:12]:
        verdict = pegcheck.check_file(str(KEPT / name))
        told = KNOWN[name]
        assert (told["lemmas"], told["sha256"]) == (verdict.lemmas, verdict.sha256)
        assert (told["total"], told["worst"]) == (verdict.problem.total, verdict.problem.worst)


def test_every_kept_proof_is_told_of_and_no_kept_file_is_over_a_megabyte() -> None:
    for path in KEPT.glob("*.cert"):
        assert path.stat().st_size < 1 << 20
        with gzip.open(path) as text:
            assert path.name in KNOWN or b'"proof":"tree"' in next(text)
    assert all(told["command"].startswith("pegwise optimal -r ") for told in KNOWN.values())


def test_files_of_a_folder_are_added_and_trees_are_not(tmp_path: Path) -> None:
    for name in ("2x6.cert", "5x8-deep.cert"):
        shutil.copy(KEPT / name, tmp_path / name)
    found = digests([tmp_path], {"other.cert": {"rules": "9x9"}}, {})
    assert set(found) == {"2x6.cert", "other.cert"}
    assert (found["2x6.cert"]["total"], found["2x6.cert"]["lemmas"]) == (132, 3)


def test_a_false_file_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = gzip.decompress((KEPT / "2x6.cert").read_bytes()).replace(b'"total":132', b'"total":131')
    (tmp_path / "2x6.cert").write_bytes(gzip.compress(lines))
    assert digests([tmp_path], {"2x6.cert": {"rules": "2x6"}}, {}) == {}
    assert "2x6.cert: refused" in capsys.readouterr().out
