"""A tree file as a strategy: ``-s FILE``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pegwise.errors import FileFormatError, NotationError, StrategyError
from pegwise.position import Position
from pegwise.strategies import make
from pegwise.trees.build import build_tree
from pegwise.trees.figure import figure
from pegwise.trees.formats import to_json

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("written", [to_json, figure], ids=["json", "figure"])
@pytest.mark.parametrize("kind", ["3x4", "2x12", "3x5-distinct"])
def test_a_tree_file_plays_the_same_tree(tmp_path: Path, kind: str, written: object) -> None:
    assert callable(written)
    tree = build_tree(kind, strategy="entropy")
    path = tmp_path / "mine.tree"
    path.write_text(written(tree), encoding="utf-8")
    played = build_tree(kind, strategy=str(path))
    assert played.root == tree.root
    assert make(str(path)).name == "mine.tree"


def test_figure_1_from_a_file_plays_mastermind(tmp_path: Path) -> None:
    path = tmp_path / "figure1.txt"
    path.write_text(figure(build_tree("4x6", strategy="knuth")), encoding="utf-8")
    strategy = make(str(path))
    assert strategy.choose(Position("4x6", "1122:B 1344:W 3526:BWW")) == (1, 4, 6, 2)


def test_a_tree_file_is_for_its_own_rules_and_its_own_guesses(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(to_json(build_tree("3x4", strategy="knuth")), encoding="utf-8")
    strategy = make(str(path))
    with pytest.raises(StrategyError, match=r"mine\.json is a tree for 3x4, not for 4x6"):
        strategy.choose(Position("4x6"))
    with pytest.raises(StrategyError, match="the tree has no answer after 444:B"):
        strategy.choose(Position("3x4", "444:B"))


@pytest.mark.parametrize(
    "content",
    [b"", b"hello", b"\xff\xfe\x00", b"{", b"{}", b'{"format": "pegwise tree"}', b"[1, 2]", b"\x89PNG\r\n"],
)
def test_a_foreign_file_is_refused_by_name_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.file"
    path.write_bytes(content)
    with pytest.raises(FileFormatError) as caught:
        make(str(path))
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_a_truncated_tree_file_is_refused(tmp_path: Path) -> None:
    text = to_json(build_tree("3x4", strategy="knuth"))
    path = tmp_path / "cut.json"
    for end in (1, 20, len(text) // 2, len(text) - 1):
        path.write_text(text[:end], encoding="utf-8")
        with pytest.raises(FileFormatError):
            make(str(path))


def test_a_figure_that_is_wrong_says_where(tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text(figure(build_tree("3x4", strategy="knuth")).replace("64(", "65("), encoding="utf-8")
    with pytest.raises(NotationError, match="line 1, column 1: 64 codes are possible here, not 65"):
        make(str(path)).choose(Position("3x4"))


def test_a_tree_file_takes_no_options(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(to_json(build_tree("3x4", strategy="knuth")), encoding="utf-8")
    with pytest.raises(StrategyError, match="has no option 'seed'"):
        make(str(path), seed=1)


def test_a_path_to_nothing_is_an_unknown_strategy(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.json", tmp_path):
        with pytest.raises(StrategyError, match="there is no strategy"):
            make(str(path))
