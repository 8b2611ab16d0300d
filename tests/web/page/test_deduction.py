"""Deductions on the page: each sentence, in each language, says what the library's says."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pegwise

if TYPE_CHECKING:
    from tests.web.page.conftest import Visits
    from tests.web.page.player import Player

Fact = tuple[str, int, int]
"""``is`` or ``not`` with a peg and a color; ``least`` or ``most`` with a color and a count."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
_HISTORIES = (
    "4x6 1122:B 1344:W 3526:BWW 1462:BW",
    "4x6 5531:B 2546:WW 6414:BBW",
    "3x4-black 123:B 214:- 333:-",
)
_GAMES = ("4x6", "3x6", "5x5-distinct", "4x4", "3x4-black")
_SENTENCES = """async (sentences) => {
  const { inWords, sentenceParts } = await import('/core/deduction-words.js');
  return sentences.map((each) => [inWords(each, (color) => `#${color}`), sentenceParts(each).filter(Number)]);
}"""


def _puzzles() -> list[pegwise.Deduction]:
    found = [pegwise.deduce(history, depth=4) for history in _HISTORIES]
    return found + [pegwise.puzzle(rules, seed=seed).deduction for rules in _GAMES for seed in range(4)]


@cache
def _sentences() -> list[dict[str, Any]]:
    return [each for found in _puzzles() for step in found.to_dict()["steps"] for each in step]


def _numbers(text: str) -> list[int]:
    return [int(word) for word in re.findall(r"\d+", text)]


def _library(text: str) -> tuple[str, list[str], list[Fact], list[Fact]]:
    """What the library's sentence says: its kind, its lead, its premises and its conclusions."""
    text = re.sub(r" \([^)]*\)", "", text).removesuffix(".")
    kind, reason, so = _split(text, "that is impossible")
    lead, *rest = re.split(r"(?: and |, |^)(?=there |pegs? \d|Pegs? \d|There )", reason)
    return kind, _lead(lead), _facts("".join(f"; {each}" for each in rest)), _facts(f"; {so}")


def _facts(text: str) -> list[Fact]:
    """The facts in clauses as the library words them."""
    found: list[Fact] = []
    for clause in re.split(r"; |(?: and |, )(?=there |pegs? \d)", text):
        if told := re.match(r"pegs? (.+) (?:is|are) (not )?(\d.*)", clause, re.I):
            kind = "not" if told[2] else "is"
            found += [(kind, peg, color) for peg in _numbers(told[1]) for color in _numbers(told[3])]
        elif told := re.match(r"there (?:is|are) (.+)", clause, re.I):
            for word, number, color in re.findall(r"(a|no|at least|at most) ?([a-z]+)? (\d)s?", told[1]):
                count = _NUMBERS.index(number) if number else 1
                found.append(
                    ("most", int(color), 0) if word == "no" else (word[3:] or "least", int(color), count)
                )
    return sorted(found)


def _page(text: str) -> tuple[str, list[str], list[Fact], list[Fact]]:
    """The same of the page's sentence, where a color is written as #1."""
    kind, reason, so = _split(text.removesuffix("."), "that is impossible")
    return kind, _lead(reason), _worded(reason), _worded(so)


def _worded(text: str) -> list[Fact]:
    found: list[Fact] = []
    for pegs, negated, colors in re.findall(
        r"pegs? ([\d, and]+) (?:is|are) (not )?((?:#\d+(?:, or | or |, (?=#\d+(?:,| or)(?! occurs)))?)+)",
        text,
        re.I,
    ):
        kind = "not" if negated else "is"
        found += [(kind, peg, color) for peg in _numbers(pegs) for color in _numbers(colors)]
    for color, does, most, count in re.findall(
        r"#(\d+) (?:occurs|(does) not occur)(?: at (least|most) (once|\d))?", text
    ):
        number = 0 if does else 1 if count in ("", "once") else int(count)
        found.append(("most" if does else most or "least", int(color), number))
    return sorted(found)


def _split(text: str, impossible: str) -> tuple[str, str, str]:
    if text.startswith("Suppose "):
        return "assumption", "", text.removeprefix("Suppose ")
    if text.startswith("So "):
        return "refutation", "", text.removeprefix("So ")
    if text.endswith(f": {impossible}"):
        return "contradiction", text.removesuffix(f": {impossible}"), ""
    reason, so = text.split(", so ")
    return "conclusion", reason, so


def _lead(text: str) -> list[str]:
    """What the row or the rules say: both have the same words for it."""
    return re.findall(
        r"^(?:Row \d+ has \w+ (?:black |white )?hits?|Row \d+ leaves \w+ pegs? of the code without a hit"
        r"|The code has \d+ pegs?|No color repeats)",
        text,
    )


def test_the_page_says_what_the_library_says(player: Player) -> None:
    sentences = _sentences()
    assert len(sentences) > 200
    told = player.page.evaluate(_SENTENCES, sentences)
    for sentence, (words, colors) in zip(sentences, told, strict=True):
        facts = [_plain(fact) for fact in sentence["because"]], [_plain(fact) for fact in sentence["so"]]
        kind, lead, because, so = _library(sentence["text"])
        assert (kind, because, so) == (sentence["kind"], *map(sorted, facts)), sentence["text"]
        assert _page(words) == (kind, lead, because, so), (words, sentence["text"])
        assert bool(lead) == bool(sentence["lead"])
        assert set(colors) == {fact["color"] for fact in sentence["because"] + sentence["so"]}


def _plain(fact: dict[str, Any]) -> Fact:
    return fact["kind"], *[fact[key] for key in ("peg", "color", "times") if key in fact]


def test_every_kind_of_sentence_has_german_words(visit: Visits) -> None:
    """Its colors are those of the data, and no English is left."""
    sentences = _sentences()
    kinds = {each["kind"] for each in sentences}, {each["lead"]["kind"] for each in sentences if each["lead"]}
    assert kinds == (
        {"conclusion", "contradiction", "assumption", "refutation"},
        {"black-hits", "white-hits", "hits", "missed", "pegs", "distinct"},
    )
    player = visit(locale="de-DE")
    starts = {"assumption": "Angenommen: ", "refutation": "Also gilt: "}
    inside = {"conclusion": ". Daraus folgt: ", "contradiction": ". Das ist unmöglich."}
    for sentence, (words, _) in zip(sentences, player.page.evaluate(_SENTENCES, sentences), strict=True):
        kind = sentence["kind"]
        assert words.startswith(starts.get(kind, "")), words
        assert inside.get(kind, "") in words, words
        colors = [int(color) for color in re.findall(r"#(\d+)", words)]
        assert set(colors) == {fact["color"] for fact in sentence["because"] + sentence["so"]}
        assert not re.search(r"\b(peg|row|code has|occurs?|not)\b", words), words
