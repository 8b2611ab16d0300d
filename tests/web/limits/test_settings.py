"""The limits of the server, and their table."""

from __future__ import annotations

import os
from dataclasses import fields, replace
from pathlib import Path
from unittest import mock

import pytest

from pegwise.errors import LimitError, NotationError, RulesError
from pegwise.play.saved_games import data_file
from pegwise.web.limits.rules_bounds import bounded_rules
from pegwise.web.limits.settings import PREFIX, Settings

PAGE = Path(__file__).parents[3] / "docs" / "howto" / "serve.md"


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
    assert (settings.queue, settings.waiting, settings.client_connections) == (32, 256, 256)
    assert (settings.connections, settings.games, settings.client_games) == (512, 1000, 200)


def test_options_come_before_the_environment_before_the_defaults() -> None:
    told = {"PEGWISE_WORKERS": "3", "PEGWISE_SECONDS": "0.5", "PEGWISE_ALLOW_HOSTS": "a.example, b.example"}
    settings = Settings.read(told, workers=2, allow_origins=None)
    assert (settings.workers, settings.seconds, settings.allow_hosts) == (2, 0.5, ("a.example", "b.example"))
    assert settings.allow_origins == ()


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
    assert str(bounded_rules("10x20", settings)) == "10x20"
    rules = bounded_rules(" 4x6-blanks ", settings)
    assert (str(rules), rules.colors) == ("4x6-blanks", 7)
    for text in ("11x20", "10x21", "10x20-blanks", "1000x1000"):
        with pytest.raises(LimitError, match="answers about at most"):
            bounded_rules(text, settings)
    for text, what in (("11x20", "11 pegs"), ("10x21", "21 colors")):
        with pytest.raises(LimitError, match=what):
            bounded_rules(text, settings)
    for text in ("99999x99999", "9" * 5000 + "x4", "", "4x", "x" * 10_000):
        with pytest.raises((LimitError, NotationError, RulesError)):
            bounded_rules(text, settings)


def test_what_a_setting_may_not_be_is_told() -> None:
    for made, said in (
        ({"body": 0}, "a limit of 0 body allows nothing at all"),
        ({"queue": -1}, "a limit of -1 queue allows nothing at all"),
        ({"seconds": 0.0009}, "a limit of 0.0009 seconds allows nothing at all"),
    ):
        with pytest.raises(LimitError, match=f"^{said}$"):
            Settings(**made)
    assert Settings(seconds=0.001, body=1, queue=1).seconds == 0.001
    with pytest.raises(LimitError, match="^11 seconds: a question may take more than 0 and up to 10$"):
        Settings().allowed(11)
    with pytest.raises(NotationError, match="^PEGWISE_BODY='much': expected a number such as 16384$"):
        Settings.read({"PEGWISE_BODY": "much"})


def test_settings_that_follow_from_others(tmp_path: Path) -> None:
    assert Settings(seconds=20, most_seconds=10).allowed(None) == 10
    for workers, share, quick in ((1, 1, 1), (2, 1, 1), (3, 2, 1), (4, 2, 1), (5, 3, 2)):
        settings = Settings(workers=workers)
        assert (settings.share, settings.quick) == (share, quick)
    assert (Settings(workers=8, share=3, quick=4).share, Settings(workers=8, quick=5).quick) == (3, 5)
    assert Settings(data=str(tmp_path)).games_file == tmp_path / "served.sqlite"
    assert Settings().games_file == data_file().with_name("served.sqlite")
    with mock.patch("os.cpu_count", return_value=None):
        assert Settings().workers == 1


def test_an_empty_variable_is_none_and_lists_are_separated_by_commas_or_spaces() -> None:
    assert Settings.read({"PEGWISE_BODY": "", "PEGWISE_DATA": ""}, workers=1).body == Settings().body
    told = Settings.read({"PEGWISE_ALLOW_ORIGINS": "a,b c , d"}, workers=1)
    assert told.allow_origins == ("a", "b", "c", "d")
    assert Settings.read({"PEGWISE_GAMES": "7", "PEGWISE_DAYS": "1.5"}, games=8).games == 8
    assert isinstance(Settings.read({"PEGWISE_GAMES": "7"}).games, int)
    with mock.patch.dict("os.environ", {"PEGWISE_ROWS": "9"}):
        assert Settings.read().rows == 9


def test_metrics_are_shown_where_only_this_computer_reaches_the_server() -> None:
    for settings in (Settings(), Settings(allow_hosts=("a.example",)), Settings(proxies=("127.0.0.1",))):
        assert settings.shows_metrics(loopback=True) == (settings == Settings())
        assert not settings.shows_metrics(loopback=False)
        assert replace(settings, metrics="on").shows_metrics(loopback=False)
        assert not replace(settings, metrics="off").shows_metrics(loopback=True)
