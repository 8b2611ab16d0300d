"""Certificates of listed games: both checkers accept what is written, and refuse what is forged."""

from __future__ import annotations

import copy
import hashlib
import io
import json
import math
import random
from collections import Counter
from gzip import compress
from typing import TYPE_CHECKING, Any

import pytest

import pegcheck
from pegwise import StrategyError
from pegwise.listed_rules import ListedRules
from pegwise.listed_rules_factory import listed_rules
from pegwise.optimal.listed_certificate import listed_claim, why_other_rules, write_listed_certificate
from pegwise.trees.tree import Node, StrategyTree
from tests.checker.certificates import sealed, verdict
from tests.checker.forged_listed import LISTS, good, lines_of, listed_again, proof_of
from tests.checker.listed_games import TELLS, WON, Game, drawn, text_of
from tests.checker.test_pegcheck_c import ROOT, checker, same  # noqa: F401 - a fixture
from tests.cli_runner import run

if TYPE_CHECKING:
    from pathlib import Path

    from pegwise.optimal.problem import Problem
    from tests.checker.test_pegcheck_c import Checker

    Lines = list[Any]


def some(count: int) -> list[tuple[Game, Problem, StrategyTree]]:
    """Random games, each with a problem and the best tree."""
    chance, found = random.Random("listed"), list[Any]()
    while len(found) < count:
        tells = list(TELLS)[len(found) % len(TELLS)]
        secrets = chance.randint(2, 9)
        game = drawn(chance, tells, secrets, chance.randint(secrets, 10), weighted=chance.random() < 0.5)
        first = chance.choice(game.guesses) if chance.random() < 0.3 else None
        history = ""
        if first is None and chance.random() < 0.3:
            guess, secret = chance.choice(game.guesses), chance.choice(sorted(game.weights))
            rules = game.problem().position.rules
            told = rules.feedback(secret, guess)
            history = "" if told == rules.win else f"{guess}:{told}"
        problem = game.problem(first, chance.choice([None, None, 2, 3, 4]), history)
        tree = game.tree(problem)
        if tree is not None:
            found.append((game, problem, tree))
    return found


def test_certificates_of_small_games_hold(checker: Checker, tmp_path: Path) -> None:  # noqa: F811
    lemmas = Counter[int]()
    for game, problem, tree in some(25):
        text = text_of(problem, tree)
        said = verdict(text)
        left = math.inf if problem.max_guesses is None else problem.max_guesses - problem.made
        start = frozenset(map(str, problem.position.candidates))
        weight = sum(game.weights[secret] for secret in start)
        best = game.best(start, left)[0]
        if problem.first is not None:
            parts = game.classes(start, str(problem.first))
            best = weight + sum(game.best(part, left - 1)[0] for told, part in parts.items() if told != WON)
        assert said.problem.total == best + problem.made * weight
        assert said.problem.total == tree.total or problem.made or len(set(game.weights.values())) > 1
        assert why_other_rules(said, problem.position.rules) is None
        assert same(checker, text, tmp_path, str(said))
        lemmas[said.lemmas] += 1
    assert len(lemmas) > 1


def test_no_bound_of_the_checker_is_above_the_truth() -> None:
    """The size bound, the class bound and the look ahead of random sets, within larger ones."""
    chance, met = random.Random("bounds"), Counter[str]()
    for game, problem, tree in some(25):
        proof = pegcheck.ListedProof(verdict(text_of(problem, tree)).problem)
        secrets, game_of = sorted(game.weights), proof.game
        for _ in range(12):
            within = chance.sample(secrets, chance.randint(1, len(secrets)))
            some_of = chance.sample(within, chance.randint(1, len(within)))
            left = chance.choice([1, 2, 3, 4, math.inf])
            here = pegcheck.Candidates(proof, tuple(sorted(map(game_of.code, within))))
            codes = tuple(sorted(map(game_of.code, some_of)))
            truth = game.best(frozenset(some_of), left)[0]
            bounds = {
                "sizes": here.size_bound(codes, left),
                "class": here.class_bound(codes, left),
                "ahead": proof.ahead(codes, left),
            }
            assert max(bounds.values()) <= truth, (game.guesses, game.weights, within, some_of, left, bounds)
            met.update(name for name, bound in bounds.items() if bound == max(bounds.values()) > 0)
    assert min(met.values()) > 20


def test_a_tree_that_is_not_optimal_has_no_certificate() -> None:
    game = Game(["aab", "aba", "abb", "bbb", "ddd"], {"aab": 1, "aba": 2, "abb": 1, "bbb": 1}, "black")
    problem = game.problem()
    rules = problem.position.rules
    best = game.tree(problem)
    assert best is not None
    slow = Node(rules.code("ddd"), best.root.count, {rules.numbered(0): best.root})
    tree = StrategyTree(problem.position, "slow", slow)
    assert (
        verdict(text_of(problem, tree, full=False)).problem.total
        == verdict(text_of(problem, best)).problem.total + best.root.count
    )
    with pytest.raises(StrategyError, match="not optimal"):
        write_listed_certificate(io.BytesIO(), problem, tree)


def weighted() -> Lines:
    return good("hits")


def forged() -> dict[str, bytes]:
    """Each certificate is good but for one thing."""
    table = good()
    first = proof_of(table)

    def but(lines: Lines, *path: Any, to: Any, fits: bool = False) -> bytes:
        part: Any = lines
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = to
        return sealed(listed_again(lines) if fits else lines)

    fewer = weighted()
    del fewer[LISTS][-1]
    dropped = good()
    del dropped[first + 1]
    return {
        "a changed word": but(weighted(), LISTS, -1, to="ddb"),
        "a missing guess": sealed(fewer),
        "a guess of the tree missing": but(weighted(), LISTS, 1, to="abd", fits=True),
        "a doubled guess": but(weighted(), LISTS, -1, to="bbb", fits=True),
        "a secret that is no guess": but(weighted(), LISTS + 1, 0, to="aaa", fits=True),
        "a changed weight": but(weighted(), LISTS + 2, 0, to=7, fits=True),
        "a weight of 0": but(weighted(), LISTS + 2, 0, to=0, fits=True),
        "a total one too low": but(weighted(), 0, "total", to=weighted()[0]["total"] - 1),
        "a total one too high": but(weighted(), 0, "total", to=weighted()[0]["total"] + 1),
        "a bound one too low": but(good(), first, 0, 1, 0, 1, to=table[first][0][1][0][1] - 1),
        "a bound one too high": but(good(), first, 0, 1, 0, 1, to=table[first][0][1][0][1] + 9),
        "a dropped lemma": sealed(dropped),
        "a treatment left out": but(good(), first, to=table[first][:2]),
        "a lemma of other secrets": but(good(), first, 2, 1, 0, 1, to=[2]),
        "changed feedback": but(good(), LISTS + 3, 0, to=1),
        "another kind": but(weighted(), 0, "rules", "feedback", to="black"),
        "an objective": but(weighted(), 0, "objective", to="worst"),
        "version 1": but(weighted(), 0, "version", to=1),
    }


@pytest.mark.parametrize("name", list(forged()))
def test_both_refuse_what_is_forged(name: str, checker: Checker, tmp_path: Path) -> None:  # noqa: F811
    assert not same(checker, forged()[name], tmp_path, name)


def test_both_say_the_same_of_changed_certificates(checker: Checker, tmp_path: Path) -> None:  # noqa: F811
    chance, accepted = random.Random("changed"), 0
    for tells in ("function", "hits", "function"):
        lines = good(tells)
        for _ in range(14):
            new = copy.deepcopy(lines)
            at = chance.choice([chance.randrange(len(new)), len(new) - 1 - chance.randrange(3)])
            new[at] = changed(new[at], chance)
            accepted += same(checker, sealed(new), tmp_path, json.dumps(new))
    assert accepted < 20


def changed(value: Any, chance: random.Random) -> Any:
    """Change a value, or something within it."""
    if isinstance(value, list | dict) and value and chance.random() < 0.8:
        key = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
        value[key] = changed(value[key], chance)
        return value
    if isinstance(value, list):
        return chance.choice([value[:-1], value + value[:1], value[::-1], [*value, []]])
    if isinstance(value, int):
        return value + chance.choice([-1, 1])
    return chance.choice([None, 0, 17, "1", "aa", []])


def test_codes_are_written_in_symbols_or_in_numbers() -> None:
    words = listed_rules(["cat", "cot", "dog"], feedback="marks")
    assert isinstance(words, ListedRules)
    assert listed_claim(words)["symbols"] == "acdgot"
    numbers = listed_rules([(1, 12), (12, 1), (3, 3)], feedback="black")
    assert isinstance(numbers, ListedRules)
    claim = listed_claim(numbers)
    assert (claim["symbols"], claim["colors"]) == (None, 12)
    game = Game(["aa", "ab", "ba"], {"aa": 1, "ab": 1}, "marks")
    assert lines_of(game)[LISTS] == ["aa", "ab", "ba"]


def test_a_certificate_is_about_its_own_rules_only() -> None:
    game = Game(["aab", "aba", "abb", "ddd"], {"aab": 1, "aba": 2}, "marks")
    problem = game.problem()
    tree = game.tree(problem)
    assert tree is not None
    said = verdict(text_of(problem, tree))
    for other, why in (
        (Game(["aab", "aba", "abb", "bdd"], {"aab": 1, "aba": 2}, "marks"), "guesses"),
        (Game(["aab", "aba", "abb", "ddd"], {"aab": 1, "abb": 2}, "marks"), "secrets"),
        (Game(["aab", "aba", "abb", "ddd"], {"aab": 2, "aba": 1}, "marks"), "secrets"),
        (Game(["aab", "aba", "abb", "ddd"], {"aab": 1, "aba": 2}, "hits"), "feedback"),
    ):
        assert why in str(why_other_rules(said, other.problem().position.rules))
    table = Game(["aab", "aba", "abb", "ddd"], {"aab": 1, "aba": 2}, "function")
    problem = table.problem()
    tree = table.tree(problem)
    assert tree is not None
    lines = lines_of(table)
    assert why_other_rules(verdict(sealed(lines)), problem.position.rules) is None
    assert lines[LISTS + 6] == [0, 0]  # what is told to ddd
    lines[LISTS + 6] = [1, 1]
    assert "feedback" in str(why_other_rules(verdict(sealed(lines)), problem.position.rules))


def test_the_command_compares_a_certificate_with_a_file_of_rules(tmp_path: Path) -> None:
    game = Game(["cat", "cot", "dog", "dot"], {"cat": 2, "dog": 1, "dot": 1}, "marks")
    problem = game.problem()
    tree = game.tree(problem)
    assert tree is not None
    file, rules = tmp_path / "words.cert", tmp_path / "words.toml"
    file.write_bytes(compress(text_of(problem, tree), 1, mtime=0))
    rules.write_text('guesses = "guesses.txt"\nsecrets = "secrets.txt"\nfeedback = "marks"\n')
    (tmp_path / "guesses.txt").write_text("".join(f"{guess}\n" for guess in reversed(game.guesses)))
    (tmp_path / "secrets.txt").write_text("dog\ndot\ncat 2\n")
    said = run("check", "-r", str(rules), str(file))
    assert (said.status, len(said.out.splitlines())) == (0, 4)
    digest = hashlib.sha256(b"cat 2\ndog 1\ndot 1\n").hexdigest()
    assert f"secrets sha256 {digest}" in said.out
    (tmp_path / "secrets.txt").write_text("dog\ndot\ncat 3\n")
    said = run("check", "-r", str(rules), str(file))
    assert said.status == 1
    assert said.out.startswith("refused: the certificate is about other secrets than those of ")
    assert run("check", "-r", "4x6", str(file)).status == 1
    kept = str(ROOT / "docs" / "certificates" / "2x6.cert")
    assert [run("check", "-r", each, kept).status for each in ("2x6", "2x5", "2x6-black")] == [0, 1, 1]
