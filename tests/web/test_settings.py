"""The limits of the server, and their table."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path

import pytest

from pegwise.errors import LimitError, NotationError, RulesError
from pegwise.web.bounds import bounded_rules
from pegwise.web.settings import PREFIX, Settings

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "serve.md"


def test_the_table_in_the_documentation_has_every_setting() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for entry in fields(Settings):
        text = ", ".join(entry.default) if isinstance(entry.default, tuple) else str(entry.default)
        default = f" {text}" if text else ""
        row = f"| `{PREFIX}{entry.name.upper()}` |{default} | {entry.metadata['what']} |"
        assert row in page
    assert page.count("| `PEGWISE_") == len(fields(Settings))


def test_the_defaults_are_those_promised() -> None:
    settings = Settings()
    assert (settings.body, settings.rows, settings.seconds, settings.most_seconds) == (16 * 1024, 64, 2, 10)
    assert settings.workers == os.cpu_count()
    assert settings.waiting == 2 * settings.workers


def test_options_come_before_the_environment_before_the_defaults() -> None:
    told = {"PEGWISE_WORKERS": "3", "PEGWISE_SECONDS": "0.5", "PEGWISE_HOSTS": "a.example, b.example"}
    settings = Settings.read(told, workers=2, origins=None)
    assert (settings.workers, settings.seconds, settings.hosts) == (2, 0.5, ("a.example", "b.example"))
    assert settings.origins == ()
    assert (Settings.read({}).ahead, Settings.read({"PEGWISE_AHEAD": ""}).ahead) == (Settings().ahead, ())
    with pytest.raises(NotationError, match="chess"):
        Settings.read({"PEGWISE_AHEAD": "4x6, chess"})


@pytest.mark.parametrize(
    "entry", [entry for entry in fields(Settings) if not isinstance(entry.default, str | tuple)]
)
def test_a_setting_that_is_no_number_or_allows_nothing_is_refused(entry: object) -> None:
    name = entry.name  # type: ignore[attr-defined]
    with pytest.raises(NotationError, match=f"{PREFIX}{name.upper()}='much'"):
        Settings.read({PREFIX + name.upper(): "much"})
    for value in ("-1", "nan") if entry.type == "float" else ("-1",):  # type: ignore[attr-defined]
        with pytest.raises(LimitError):
            Settings.read({PREFIX + name.upper(): value})


def test_the_time_of_a_question() -> None:
    settings = Settings(seconds=2, most_seconds=10)
    assert (settings.allowed(None), settings.allowed(0.1), settings.allowed(10)) == (2, 0.1, 10)
    for seconds in (0, -1, 10.1, float("nan"), float("inf")):
        with pytest.raises(LimitError):
            settings.allowed(seconds)


def test_rules_at_the_bounds() -> None:
    settings = Settings(pegs=10, colors=20)
    assert str(bounded_rules("10x20", settings)[0]) == "10x20"
    rules, blanks = bounded_rules(" 4x6-blanks ", settings)
    assert (str(rules), blanks) == ("4x7", True)
    for text in ("11x20", "10x21", "10x20-blanks", "1000x1000"):
        with pytest.raises(LimitError, match="answers about at most"):
            bounded_rules(text, settings)
    for text in ("99999x99999", "9" * 5000 + "x4", "", "4x", "x" * 10_000):
        with pytest.raises((NotationError, RulesError)):
            bounded_rules(text, settings)
