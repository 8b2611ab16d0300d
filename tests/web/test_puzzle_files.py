"""The stock of puzzles for a page without a server: the puzzles that the server would tell."""

from __future__ import annotations

import datetime
import json
import re

import pytest

import pegwise
from pegwise.analysis.puzzle import LEVELS
from pegwise.web.minified_files import PAGE
from pegwise.web.site import RUSH, stock


@pytest.mark.exhaustive
def test_a_stock_has_the_puzzles_of_the_days_and_of_the_rush() -> None:
    files = dict(stock(datetime.date(2026, 12, 31), days=2, rush=2))
    assert list(files) == ["puzzles/2026-12-31.json", "puzzles/2027-01-01.json", "puzzles/rush.json"]
    day = files["puzzles/2027-01-01.json"]
    daily = pegwise.puzzle("4x6", seed="daily 2027-01-01").to_dict()
    assert day["levels"][day["level"]]["rows"] == daily["rows"]
    assert list(day["levels"]) == [level.name for level in LEVELS]
    for level, told in day["levels"].items():
        assert told["difficulty"]["level"] == level
        rows = " ".join(f"{row['guess']}:{row['feedback']}" for row in told["rows"])
        assert pegwise.Position("4x6", rows).candidates.some(2) == [pegwise.Code(told["solution"]["secret"])]
        assert {"kind", "lead", "because", "so", "depth"} == set(told["solution"]["steps"][0][0])
    for (rules, level), stage in zip(RUSH, files["puzzles/rush.json"]["stages"], strict=True):
        assert len({str(told["rows"]) for told in stage}) == len(stage) == 2
        assert {(told["rules"], told["difficulty"]["level"]) for told in stage} == {(rules, level)}
        assert not any("solution" in told for told in stage)


def test_the_page_has_the_same_stages() -> None:
    text = (PAGE / "core" / "puzzles.js").read_text(encoding="utf-8")
    (stages,) = re.findall(r"RUSH = (\[.*\]);", text)
    assert json.loads(stages.replace("'", '"')) == [list(stage) for stage in RUSH]
