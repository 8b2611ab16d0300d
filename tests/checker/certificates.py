"""Certificates of small games for the tests of the checker and of the writer, as lines of plain values."""

from __future__ import annotations

import hashlib
import io
import json
from functools import lru_cache
from gzip import decompress
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pegcheck
from pegwise.notation import parse_code
from pegwise.optimal import proof_draft
from pegwise.optimal.certificate import write_certificate
from pegwise.optimal.problem import Problem
from pegwise.optimal.proof_draft import OFTEN
from pegwise.position import Position
from tests.optimal.slow_values import optimum

if TYPE_CHECKING:
    from pegwise.trees.tree import StrategyTree
    from tests.optimal.slow_values import SlowValues

    Lines = list[Any]


def problem(rules: str, objective: str = "total", history: str = "", **options: Any) -> Problem:
    position = Position(rules, history)
    if options.get("first"):
        options["first"] = parse_code(options["first"], position.rules)
    return Problem(position, objective=objective, **options)


@lru_cache(maxsize=64)
def solved(one: Problem) -> tuple[StrategyTree, SlowValues]:
    return optimum(one)


def packed(one: Problem, full: bool = True, often: int = OFTEN) -> bytes:
    """The file; a lemma that treats no guess has a line if it is cited ``often``."""
    tree, values = solved(one)
    file = io.BytesIO()
    with patch.object(proof_draft, "OFTEN", often):
        write_certificate(file, one, tree, values if full else None)
    return file.getvalue()


@lru_cache(maxsize=64)
def text_of(one: Problem, full: bool = True, often: int = OFTEN) -> bytes:
    return decompress(packed(one, full, often))


def lines_of(one: Problem, full: bool = True, often: int = OFTEN) -> Lines:
    """The lines without the last."""
    return [json.loads(line) for line in text_of(one, full, often).splitlines()][:-1]


def sealed(lines: Lines) -> bytes:
    """The text of these lines with a last line that fits them."""
    text = b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)
    last = {"lines": len(lines), "sha256": hashlib.sha256(text).hexdigest()}
    return text + json.dumps(last, separators=(",", ":")).encode() + b"\n"


def verdict(text: bytes) -> pegcheck.Verdict:
    return pegcheck.check(io.BytesIO(text))


def refused(text: bytes) -> bool:
    try:
        verdict(text)
    except pegcheck.Refused:
        return True
    return False
