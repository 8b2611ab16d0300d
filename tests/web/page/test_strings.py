"""The words of the page stand in its strings files, each key is used, and each key that is used is there."""

from __future__ import annotations

import re

from pegwise.strategies import names
from pegwise.web.minified_files import PAGE


def _words(language: str) -> list[tuple[str, str]]:
    """Each key of a language with its words."""
    files = sorted((PAGE / "strings").glob(f"{language}-*.js"))
    return [
        pair
        for file in files
        for pair in re.findall(r"^  '([^']+)': '(.*)',$", file.read_text("utf-8"), re.M)
    ]


KEYS = [key for key, _ in _words("en")]
PROGRAMS = {
    path.relative_to(PAGE).as_posix(): re.sub(
        r"/\*.*?\*/|(?<!:)//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.S
    )
    for path in PAGE.rglob("*.js")
    if not re.match(r"[a-z]{2}-", path.name)
}
PROGRAM = "\n".join(PROGRAMS.values())
USED = set(re.findall(r"'([a-z]+(?:\.\w+)+|settings)'", PROGRAM))
"""What has the form of a key; names of files and of memories are among them."""
BEGUN = set(re.findall(r"`([a-z]+(?:\.\w+)*\.)\$\{", PROGRAM))
"""How the keys begin that a program puts together."""


def test_no_sentence_stands_in_a_program() -> None:
    sentences = {
        name: re.findall(r"""['"`][A-Z][a-z]+ [a-z]+[^'"`\n]*""", text) for name, text in PROGRAMS.items()
    }
    assert {name: found for name, found in sentences.items() if found} == {}
    assert len(PROGRAMS) > 30


def test_each_key_is_named_once() -> None:
    assert len(KEYS) == len(set(KEYS)) > 200


def test_each_key_is_used() -> None:
    unused = {key for key in KEYS if key not in USED and not key.startswith(tuple(BEGUN))}
    assert unused == set()


def test_each_key_that_is_asked_for_has_words() -> None:
    asked = set(re.findall(r"\bt\('([^']+)'", PROGRAM))
    assert asked - set(KEYS) == set()
    assert len(asked) > 100


def test_each_strategy_is_described() -> None:
    assert {f"strategy.{name}" for name in names()} <= set(KEYS)


def test_each_language_has_all_keys_with_the_same_values() -> None:
    """A key that one language lacks, a value that it leaves out, a file that is not loaded."""
    loader = (PAGE / "strings" / "strings.js").read_text()
    areas = sorted(re.findall(r"'(\w+)'", re.search(r"AREAS = \[([^]]*)\]", loader)[1]))  # type: ignore[index]
    english = dict(_words("en"))
    for language in re.findall(r"'(\w+)'", re.search(r"LANGUAGES = \[(.*?)\]", loader)[1]):  # type: ignore[index]
        files = sorted((PAGE / "strings").glob(f"{language}-*.js"))
        assert [file.stem.removeprefix(f"{language}-") for file in files] == areas
        words = dict(_words(language))
        assert words.keys() == english.keys(), language
        for key, text in words.items():
            assert set(re.findall(r"\{(\w+)", text)) == set(re.findall(r"\{(\w+)", english[key])), key
