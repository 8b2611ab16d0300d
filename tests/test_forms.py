"""The form of the changelog and of the citation; .ci/run checks the files that have published schemas."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.documented import ROOT

KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
"""The parts that a version of a changelog has, by keepachangelog.com."""
_RELEASE = re.compile(r"\[(\d+)\.(\d+)\.(\d+)\] - \d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])")


def faults(text: str) -> list[str]:
    """What of a changelog is not as keepachangelog.com has it."""
    title, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    found = [] if title.startswith("# Changelog\n") else ["the title"]
    names = [part.partition("\n")[0] for part in parts]
    found += [] if names[:1] == ["[Unreleased]"] else ["[Unreleased] is not the first"]
    releases = [_RELEASE.fullmatch(name) for name in names[1:]]
    found += [f"## {name}" for name, match in zip(names[1:], releases, strict=True) if match is None]
    versions = [tuple(map(int, match.groups()[:3])) for match in releases if match is not None]
    found += [] if versions == sorted(set(versions), reverse=True) else ["the order of versions"]
    for part in parts:
        _, *lists = re.split(r"^### ", part, flags=re.MULTILINE)
        kinds = [each.partition("\n")[0] for each in lists]
        found += [f"### {kind}" for kind in kinds if kind not in KINDS or kinds.count(kind) > 1]
        found += [f"{kind} is empty" for kind, each in zip(kinds, lists, strict=True) if "\n- " not in each]
    return found


def test_the_changelog_has_the_usual_form() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert faults(text) == []
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    releases = re.findall(r"^## \[(\d[\d.]*)\]", text, re.MULTILINE)
    assert version == (releases[0] if releases else "0.1.0")  # the first is not published yet


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("# Changes\n\n## [Unreleased]\n\n### Added\n\n- a\n", "the title"),
        ("# Changelog\n\n## [1.0.0] - 2026-01-02\n\n### Added\n\n- a\n", "[Unreleased] is not the first"),
        ("# Changelog\n\n## [Unreleased]\n\n### New\n\n- a\n", "### New"),
        ("# Changelog\n\n## [Unreleased]\n\n### Added\n\n- a\n\n### Added\n\n- b\n", "### Added"),
        ("# Changelog\n\n## [Unreleased]\n\n### Added\n", "Added is empty"),
        ("# Changelog\n\n## [Unreleased]\n\n## 1.0.0 (2026)\n", "## 1.0.0 (2026)"),
        ("# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-13-02\n", "## [1.0.0] - 2026-13-02"),
        (
            "# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-01-02\n\n## [1.1.0] - 2026-01-03\n",
            "the order of versions",
        ),
    ],
)
def test_another_form_is_noticed(text: str, fault: str) -> None:
    assert fault in faults(text)


def test_the_citation_names_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {project['version']}\n" in cited
    assert f"\nlicense: {project['license']}\n" in cited
