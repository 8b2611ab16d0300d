"""Files of rules: what they may say, and the one line for what they may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import pegwise
from pegwise.errors import PegwiseError
from pegwise.rules import Rules
from pegwise.rules_file import read_rules

if TYPE_CHECKING:
    from pathlib import Path


def written(folder: Path, text: str, **lists: str) -> Path:
    """A file of rules with its lists beside it."""
    for name, lines in lists.items():
        (folder / f"{name}.txt").write_text(lines, encoding="utf-8")
    path = folder / "game.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_word_game_with_weights(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        'name = "Small words"\nguesses = "guesses.txt"\nsecrets = "secrets.txt"\nfeedback = "marks"\n',
        guesses="cat\ncot\n\ndog\n",
        secrets="dog 1\ncat, 2.5\n",
    )
    rules = read_rules(path)
    assert (str(rules), rules.size, rules.guess_count) == ("Small-words", 2, 3)
    assert rules.weights == (5, 2)
    assert pegwise.parse_rules("Small-words") is rules
    assert len(pegwise.Position("Small-words cot:G.G")) == 1


def test_without_secrets_every_guess_is_one_and_without_guesses_every_code(tmp_path: Path) -> None:
    alone = read_rules(written(tmp_path, 'guesses = "words.txt"\nfeedback = "marks"\n', words="cat\ncot\n"))
    assert alone.size == alone.guess_count == 2
    every = read_rules(written(tmp_path, 'secrets = "words.txt"\nsymbols = "actgo"\n', words="cat\ncot\n"))
    assert (every.size, every.guess_count) == (2, 125)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("pegs = 4\ncolors = 6\n", "4x6"),
        ('pegs = 4\ncolors = 6\nfeedback = "black"\n', "4x6-black"),
        ("pegs = 4\ncolors = 10\ndistinct = true\nany = true\n", "4x10-distinct-any"),
        ('pegs = 4\ncolors = 6\nholes = true\nfeedback = "total"\n', "4x6-holes-total"),
    ],
)
def test_the_family_by_keys(tmp_path: Path, text: str, rules: str) -> None:
    found = read_rules(written(tmp_path, text))
    wanted = pegwise.parse_rules(rules)
    assert (found.size, found.guess_count, found.feedbacks) == (
        wanted.size,
        wanted.guess_count,
        wanted.feedbacks,
    )


@pytest.mark.parametrize("bag", ["[2, 1, 1]", "{R = 2, G = 1, B = 1}"])
def test_pegs_out_of_a_bag(tmp_path: Path, bag: str) -> None:
    rules = read_rules(written(tmp_path, f'pegs = 2\nsymbols = "RGB"\nbag = {bag}\n'))
    assert [str(code) for code in pegwise.Position(rules)] == ["RR", "RG", "RB", "GR", "GB", "BR", "BG"]
    assert rules.guess_count == 9


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("pegs = ", "", "game.toml: Invalid value"),
        ("peg = 4\n", "", "game.toml: 'peg' is not understood"),
        ("pegs = true\n", "", "pegs is a whole number"),
        ('pegs = 4\ncolors = 6\nfeedback = "lights"\n', "", "feedback 'lights': there are 'hits'"),
        ("pegs = 4\n", "", "say pegs, and symbols or colors"),
        ('guesses = "none.txt"\n', "", "none.txt: there is no such file"),
        ('guesses = "words.txt"\n', "\n\n", "words.txt: there is no code"),
        (
            'guesses = "words.txt"\n',
            "cat\ncot 1 2\n",
            "words.txt, line 2: expected a code and perhaps its weight",
        ),
        ('guesses = "words.txt"\n', "cat\n\ncart\n", "words.txt, line 3: .*4 pegs"),
        ('guesses = "words.txt"\npegs = 4\n', "cat\n", "words.txt, line 1: "),
        ('guesses = "words.txt"\nsymbols = "acot"\n', "cat\ncog\n", "words.txt, line 2: .*'g' at peg 3"),
        (
            'guesses = "words.txt"\n',
            "cat\ncot\ncat\n",
            "words.txt, line 3: .* twice; first at words.txt, line 1",
        ),
        ('guesses = "words.txt"\n', "cat\ncot -1\n", "words.txt, line 2: the weight -1 is below 0"),
        ('guesses = "words.txt"\n', "cat x\n", "words.txt, line 1: the weight x is no finite number"),
        ('guesses = "words.txt"\nany = true\n', "cat\n", "any is for games whose guesses are not a list"),
        ('secrets = "words.txt"\n', "cat\n", "say symbols or colors"),
        ('secrets = "words.txt"\nbag = [1]\nsymbols = "abc"\n', "cat\n", "say one of them"),
        ('pegs = 3\nsymbols = "AB"\nbag = [1, 1]\n', "", "fewer than 3 pegs"),
        ('pegs = 3\nsymbols = "AB"\nbag = [1, 1, 2]\n', "", "3 numbers for 2 colors"),
        ('pegs = 3\nsymbols = "AB"\nbag = {A = 1, C = 2}\n', "", "'C' is no color"),
        ('pegs = 3\ncolors = 3\nsymbols = "AB"\n', "", "2 symbols for 3 colors"),
        ('pegs = 3\nsymbols = "RGB"\nbag = [2, 1, 1]\ndistinct = true\n', "", "no code of the guesses"),
        (
            'pegs = 2\nsymbols = "RGB"\nbag = [2, 1, 1]\nholes = true\n',
            "",
            "holes is for games without lists",
        ),
        ('guesses = "words.txt"\nsecrets = "./words.txt"\n', "cat 2\n", "weights belong to secrets"),
        ('guesses = "a\\u0000b"\n', "", "no name of a file"),
        ('guesses = "."\n', "", "this is no file"),
        ('pegs = 3\nsymbols = ["w", 1]\n', "", "symbols: expected text, or a list of texts"),
        ("pegs = 3\nsymbols = []\nbag = []\n", "", "bag: "),
        ("pegs = 4\ncolors = 1000000000\n", "", "colors are from 1 to 65535"),
        ('pegs = 100000000\nsymbols = "RGB"\nbag = [1, 1, 1]\n', "", "bag: pegs and colors make more than"),
        ('name = "4x6"\nguesses = "words.txt"\n', "cat\n", "name '4x6' can mean other rules"),
        ('name = "cat"\nguesses = "words.txt"\n', "cat\ncot\n", "name 'cat' can mean a code of this game"),
        ('name = "a:b"\nguesses = "words.txt"\n', "cat\n", "name 'a:b' can mean a row"),
        ('guesses = "words.txt"\n', "ทำ\nดี\n", "words.txt, line 2: .* has a mark that stands for no letter"),
    ],
)
def test_what_a_file_gets_that_is_wrong(tmp_path: Path, text: str, words: str, said: str) -> None:
    with pytest.raises(PegwiseError, match=said) as raised:
        read_rules(written(tmp_path, text, words=words))
    assert "\n" not in str(raised.value)


def test_one_file_with_weights_for_guesses_and_secrets_is_as_without_secrets(tmp_path: Path) -> None:
    words = "cat 2\ncot\ndog 3\n"
    twice = read_rules(written(tmp_path, 'guesses = "words.txt"\nsecrets = "words.txt"\n', words=words))
    once = read_rules(written(tmp_path, 'guesses = "words.txt"\n', words=words))
    assert pegwise.build_tree(twice).total == pegwise.build_tree(once).total
    assert twice == once


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = written(tmp_path, 'guesses = "words.txt"\n')
    (tmp_path / "words.txt").write_bytes(b"cat\n\xff\xfe\n")
    with pytest.raises(PegwiseError, match=r"words.txt, line 2: this is not text"):
        read_rules(path)


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pegwise.rules_file._MOST_BYTES", 10)
    with pytest.raises(PegwiseError, match="too large"):
        read_rules(written(tmp_path, "pegs = 4\ncolors = 6\n"))


def test_the_text_of_rules_opens_no_file(tmp_path: Path) -> None:
    path = written(tmp_path, "pegs = 4\ncolors = 6\n")
    with pytest.raises(PegwiseError, match="expected PEGSxCOLORS"):
        pegwise.parse_rules(str(path))
    assert isinstance(read_rules(path), Rules)
