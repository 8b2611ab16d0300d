"""One word for one thing: the words that docs/words.md retires are gone from pages, help and messages.

A pattern is here only if it tells the retired sense reliably.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest

import pegwise
from pegwise.cli.app import COMMANDS, cli
from pegwise.web.app import create_app
from tests.cli_runner import run_json

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent

RETIRED = {
    "candidate, possible code": (
        r"\bcodes? (?:that|which) (?:still )?fits?\b",
        r"\b(?:no|any|some|one|each|which|many|\d+) codes? (?:alone )?(?:fits?|fitted)\b",
        r"\bcodes? (?:left|remain(?:s|ing)?)\b",
    ),
    "consistent": (
        r"\b(?:fits?|fitting) (?:every|all|the|these|those|some) (?:rows?|history|answers?|feedback)\b",
    ),
    "feedback": (
        r"\banswers? (?:to|of|for) (?:a|the|each|every|its|that|this|your) (?:\w+ )?(?:guess|row)",
        r"\bguess(?:es)? (?:and|with|or) (?:its|their|the|an) answers?\b",
        r"\b(?:each|every|its|their|an|that|this) answers? (?:leaves?|tells?|told|saved|would|of its own)\b",
        r"\b\d+ (?:different )?answers\b",
        r"\bhits (?:of|for) (?:a|the|each|this) (?:guess|row)",
    ),
    "class, number of classes": (r"\b(?:into|number of|non-empty|\d+) parts\b",),
    "worst case": (r"\bat worst\b",),
    "position": (r"\bsituations?\b",),
    "guess, row": (r"\b(?:one-turn|(?:last|next|each|every|your) moves?)\b",),
    "assumption": (r"\bsuppositions?\b",),
    "layer, page, interface": (
        r"\brooms? (?:above|below)\b",
        r"\b(?:a|the|which(?:ever)?|below) faces?\b",
        r"\b(?:four|this|such|no) places?\b",
        r"\bplaces? (?:Play|Solve|Review|Explore)\b",
    ),
    "American spelling": (
        r"\w*(?:colour|behaviour|neighbour|favour)\w*",
        r"\banalys(?:e|ed|er|es|ing)\b",
        r"\b(?:minim|maxim|optim|organ|recogn|summar|normal|initial|serial|visual)is(?:e|ed|es|er|ing|ation)\b",
        r"\b(?:centre|centred|labelled|labelling|modelled|artefacts?|licence|whilst)\b",
    ),
    "task, submission, batch": (r"\bpieces? of work\b", r"\bbundles? of (?:tasks|pieces)\b"),
    "plain English": (
        r"\bunheeded\b|\bheed(?:s|ed)?\b|\blaid down\b|\bthey often meet\b|\btakes what comes of\b",
        r"by which sets of codes are alike|goes about them in another way",
        r"addresses in figures|is to be least|come out the same|asks for patience|pages may ask|certain is:",
        r"of more none was|goes on from there|comes before what the environment|as (?:one|a person) likes it",
    ),
}
"""What to write instead, and patterns of what is retired."""

RETIRED_FILES = [
    "abreast",
    "alike",
    "anytime",
    "asking",
    "background_search",
    "beside",
    "certain",
    "compiled",
    "contests",
    "doubtful",
    "draft",
    "facts",
    "few",
    "first_guess",
    "first_guesses",
    "heap",
    "held",
    "hits",
    "keys",
    "kinds",
    "knowledge",
    "line",
    "looks",
    "native_libraries",
    "offers",
    "packing",
    "parts",
    "pieces",
    "plain",
    "pools",
    "recent",
    "rules_of_lists",
    "search",
    "seen",
    "settling",
    "sitting",
    "solver",
    "spread",
    "stand_in",
    "stock",
    "stoppable_search",
    "streams",
    "sums",
    "told",
    "turn",
    "unbothered",
    "unlike",
    "weigh",
    "within",
]
"""Names of files that did not tell what the files hold."""

ALLOWED = ("test pattern",)
"""Quotations, each of which names the paper that it is from."""


def _prose(text: str) -> str:
    """A page without inline code and the targets of links: names of keys and options are no words."""
    text = re.sub(r"(?<!`)`[^`\n]+`(?!`)", "`code`", text)
    return re.sub(r"\]\([^)]*\)", "]", text)


def _strings(text: str, docstrings: bool = True) -> str:
    """The strings of a program: what it may print, with a 0 for each value, and its docstrings if wanted."""
    tree = ast.parse(text)
    inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    left_out = inner if docstrings else inner | alone
    return "\n".join(_said(node) for node in ast.walk(tree) if id(node) not in left_out)


def _is_compiled(file: Path) -> bool:
    """Tell whether kernels are made of a file: to mend a docstring of it would mean to compile them again."""
    parts = file.relative_to(ROOT).parts
    return "kernels" in parts or parts[-2:] == ("running", "compile.py")


def _said(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "0" for part in node.values)
    said = node.value if isinstance(node, ast.Constant) else ""
    return said if isinstance(said, str) and " " in said else ""  # no key, no name


def _texts() -> Iterator[tuple[str, str]]:
    """Each file that people read or that prints what they read, and its text for people."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        if page.name != "words.md":  # which names what is retired
            yield str(page.relative_to(ROOT)), _prose(page.read_text(encoding="utf-8"))
    for folder in ("src/pegwise", "checker"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            text = _strings(file.read_text(encoding="utf-8"), docstrings=not _is_compiled(file))
            yield str(file.relative_to(ROOT)), text
    for strings in sorted((ROOT / "src/pegwise/web/page/strings").glob("en-*.js")):
        yield str(strings.relative_to(ROOT)), strings.read_text(encoding="utf-8")


def retired_in(text: str) -> list[str]:
    """The retired words of a text, each with what to write instead."""
    text = re.sub("|".join(map(re.escape, ALLOWED)), "", re.sub(r"\s+", " ", text))
    return [
        f"{found[0]!r}: write {instead}"
        for instead, patterns in RETIRED.items()
        for pattern in patterns
        for found in re.finditer(pattern, text, re.IGNORECASE)
    ]


def test_no_text_has_a_retired_word() -> None:
    found = {file: retired_in(text) for file, text in _texts()}
    assert {file: words for file, words in found.items() if words} == {}
    assert len(found) > 200


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("44 codes fit.", "possible code"),
        ("the codes\nthat fit", "possible code"),
        ("7 codes left", "possible code"),
        ("it fits every row", "consistent"),
        ("it has 14 answers rather than 13", "feedback"),
        ("It splits them into parts", "classes"),
        ("7 left at worst", "worst case"),
        ("a situation with n codes", "position"),
        ("a one-turn puzzle", "guess, row"),
        ("The analyser of colours", "American"),
        ("a room above may add", "layer"),
    ],
)
def test_a_retired_word_is_noticed(said: str, instead: str) -> None:
    found = retired_in(said)
    assert found
    assert instead in found[0]


def test_other_senses_are_allowed() -> None:
    assert (
        retired_in("a code that leaves 7 codes; your answer to the puzzle; `parts`; the colors fit the page")
        == []
    )
    assert retired_in(_prose("`n codes left` and [a link](situation.md)")) == []


def test_messages_and_docstrings_are_found_in_a_program() -> None:
    program = '"""Codes left."""\ndef f(n: int) -> str:\n    """Codes left."""\n    return f"{n} codes fit"\n'
    message = "'0 codes fit': write candidate, possible code"
    assert retired_in(_strings(program, docstrings=False)) == [message]
    assert retired_in(_strings(program))[1:] == ["'Codes left': write candidate, possible code"] * 2


def test_the_page_of_words_has_a_definition_for_each_word() -> None:
    page = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split(" | ") for line in page.splitlines() if line.startswith("| ")][2:]
    assert len(rows) > 20
    assert all(word.strip() and meaning.strip() for word, meaning, *_ in rows)


RETIRED_KEYS = frozenset(
    {
        *("after", "answers", "before", "broken", "cases", "count", "expected", "fit", "fits", "left", "of"),
        *("own", "parts", "rows_allowed", "said", "would", "would_say"),
    }
)
"""Keys of JSON, and members of the API's questions and answers, that were renamed."""

RETIRED_VALUES = frozenset({"honest", "separate"})

RETIRED_OPTIONS = frozenset({"--left", "--most", "--name", "--origin", "--separate", "play --rows"})

RETIRED_NAMES = frozenset(
    {
        *(
            "Broken",
            "broken_row",
            "Fit",
            "Separation",
            "separation",
            "separation_of",
            "Situation",
            "situation",
        ),
        *(
            "answer",
            "answers",
            "broken",
            "broken_by",
            "cases",
            "expected_left",
            "fit",
            "left",
            "own",
            "parts",
        ),
        *("rows_allowed", "rows_left", "would"),
    }
)
"""Public names of the library, and members of its classes, that were renamed."""

ASKED = {
    "solve": ["solve", "3632"],
    "play": ["play", "--no-save", "--seed", "7", "--max-guesses", "1"],
    "hint": ["hint", "1122:B"],
    "hint, a sample": ["hint", "-r", "12x12", "--limit", "0.1"],
    "hint in steps": ["hint", "1122:B", "1344:W", "--guess", "1135"],
    "review": ["review", "1122:B 1344:W 3526:BWW 1462:BW 3632"],
    "candidates": ["candidates", "1122:B", "--list", "1"],
    "partition": ["partition", "1122"],
    "puzzle": ["puzzle", "--seed", "1", "--difficulty", "easy", "--solution", "1234"],
    "puzzle of one guess": ["puzzle", "--one-guess", "--seed", "1", "--solution", "1234"],
    "tree": ["tree", "-r", "3x3"],
    "tree, estimated": ["tree", "--estimate"],
    "compare": ["compare", "knuth", "-r", "3x3", "--games", "2"],
    "optimal": ["optimal", "-r", "3x3"],
    "optimal, all guesses": ["optimal", "-r", "2x3", "--all-guesses"],
}
"""Commands that together print nearly every key there is."""


def keys_of(value: Any) -> Iterator[str]:
    """The keys of a JSON value and of all that is in it."""
    if isinstance(value, dict):
        yield from value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inner:
        yield from keys_of(each)


@pytest.mark.parametrize("words", ASKED.values(), ids=ASKED)
def test_no_command_prints_a_retired_key(words: list[str]) -> None:
    told = set(keys_of(run_json(*words, typed="1122\n" if words[0] == "play" else "")))
    assert len(told) > 2
    assert told & RETIRED_KEYS == set()


def test_no_tree_file_has_a_retired_key() -> None:
    told = set(keys_of(json.loads(pegwise.to_json(pegwise.build_tree("3x3", strategy="knuth")))))
    assert {"children", "candidates", "guess"} <= told
    assert told & {*RETIRED_KEYS, "codes"} == set()


def described(value: Any) -> Iterator[tuple[str, str]]:
    """The members, parameters and fixed values that a description of the API names."""
    if isinstance(value, list):
        for each in value:
            yield from described(each)
    if not isinstance(value, dict):
        return
    for name in value["properties"] if isinstance(value.get("properties"), dict) else ():
        yield "member", name
    if "in" in value and isinstance(value.get("name"), str):
        yield "member", value["name"]
    for fixed in [*value.get("enum", []), value.get("const"), value.get("default")]:
        if isinstance(fixed, str):
            yield "value", fixed
    for example in value.get("examples", []):
        yield from (("member", name) for name in keys_of(example))
    for each in value.values():
        yield from described(each)


def test_the_description_of_the_api_has_no_retired_key() -> None:
    told = set(described(create_app().openapi()))
    members = {name for kind, name in told if kind == "member"}
    values = {name for kind, name in told if kind == "value"}
    assert {"class_count", "candidates", "max_guesses", "own_feedback"} <= members
    assert {"random", "one-guess"} <= values
    assert members & RETIRED_KEYS == set()
    assert values & RETIRED_VALUES == set()


def options() -> Iterator[tuple[str, str]]:
    """Each option with the command that has it."""
    context = click.Context(cli)
    found = {name: cli.get_command(context, name) for name in COMMANDS}
    for name, command in list(found.items()):
        found |= {f"{name} {inner}": below for inner, below in getattr(command, "commands", {}).items()}
    for name, command in found.items():
        assert command is not None
        for parameter in command.params:
            yield from ((name, option) for option in (*parameter.opts, *parameter.secondary_opts))


def test_no_option_is_a_retired_one() -> None:
    found = set(options())
    assert {("play", "--max-guesses"), ("candidates", "--list"), ("serve", "--allow-host")} <= found
    assert {f"{command} {option}" for command, option in found} & RETIRED_OPTIONS == set()
    assert {option for _, option in found} & RETIRED_OPTIONS == set()


def test_no_public_name_is_a_retired_one() -> None:
    assert set(pegwise.__all__) & RETIRED_NAMES == set()
    for name in pegwise.__all__:
        thing = getattr(pegwise, name)
        if inspect.isclass(thing):
            fields = (
                {each.name for each in dataclasses.fields(thing)}
                if dataclasses.is_dataclass(thing)
                else set()
            )
            assert (fields | set(vars(thing))) & RETIRED_NAMES == set(), name
        elif inspect.isfunction(thing):
            assert set(inspect.signature(thing).parameters) & RETIRED_NAMES == set(), name


def test_no_file_has_a_name_that_is_a_riddle() -> None:
    files = {file.stem: file for file in (ROOT / "src/pegwise").rglob("*.py")}
    assert [str(files[name]) for name in RETIRED_FILES if name in files] == []
    assert len(files) > 200
