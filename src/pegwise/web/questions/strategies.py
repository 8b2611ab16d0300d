"""Questions about strategies: a node of a tree, and strategies side by side."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pegwise.analysis import compare as comparisons
from pegwise.candidates import is_enumerable
from pegwise.errors import LimitError, StrategyError
from pegwise.limit import Limit, LimitReached, limited, share_of_limit
from pegwise.optimal.optimum import optimum
from pegwise.optimal.strategy import Optimal
from pegwise.position import Position
from pegwise.strategies import names
from pegwise.strategies.registry import accepted, find
from pegwise.strategies.work_estimate import estimate_tree
from pegwise.trees.build import build_tree
from pegwise.trees.formats import from_json
from pegwise.trees.node_summary import NodeSummary, node_summary
from pegwise.trees.read_figure import read_figure
from pegwise.web.questions.request_reader import history_of, position_of, rest, rules_of, strategy_of

if TYPE_CHECKING:
    from pegwise.exactness import Known
    from pegwise.rules import Rules
    from pegwise.trees.tree import StrategyTree

_KEPT = 4
"""Trees that a worker keeps in mind: whoever looks at one node soon looks at the next."""
_DOUBT = 2.0
"""An estimate of a tree may be so many times too high: what may still be in time is tried."""
_TOLD, _LEAST = 8e-6, 0.01
"""Seconds a code for what is told of a tree that has grown; the least that growing it gets."""
_kept: dict[tuple[Position, str, int], StrategyTree] = {}
"""The trees last asked about, by what they are of."""


def strategy_list(asked: dict[str, Any], limit: Limit) -> list[dict[str, Any]]:
    """Return the strategies: their names, their sources, and the options that they take."""
    return [
        {
            "name": found.name,
            "summary": found.summary,
            "source": found.source,
            "searches": found.searches,
            "samples": found.samples,
            "options": sorted(accepted(found)),
        }
        for found in map(find, names())
    ]


def tree(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    """Return one node of a tree: of a strategy, or of the file whose text is given.

    The tree of a strategy starts where the history leaves that of the whole game.
    """
    text = asked.get("file")
    if text is not None:
        return _of_file(text, asked)
    position, name, seed = position_of(asked), asked.get("strategy", "knuth"), asked.get("seed", 0)
    found, known = _node_summary(position, name, seed, limit)
    told = found.to_dict(whole=bool(asked.get("figure")))
    return {**told, "known": known}


def _of_file(text: str, asked: dict[str, Any]) -> dict[str, Any]:
    """One node of the tree that a file has, and what the tree is of."""
    found = _read(text, rules_of(asked))
    history = Position(found.rules, history_of(asked.get("history", ""))).history
    told = node_summary(found, history or found.position.history)
    about = {"rules": str(found.rules), "strategy": found.strategy, "known": "exact"}
    return {**told.to_dict(whole=bool(asked.get("figure"))), **about}


@lru_cache(maxsize=_KEPT)
def _read(text: str, rules: Rules) -> StrategyTree:
    return from_json(text) if text.lstrip().startswith("{") else read_figure(text, Position(rules))


def _node_summary(position: Position, name: str, seed: int, limit: Limit) -> tuple[NodeSummary, Known]:
    with suppress(LimitReached), share_of_limit(0.5):
        position.check_possible()
    if position.history:
        try:
            with limited(rest(limit, 0.5)):
                whole, known = _tree(Position(position.rules), name, seed, limit)
                return node_summary(whole, position.history), known
        except (StrategyError, LimitError):
            pass  # the history is not one of the whole tree's, or that takes too long
    own, known = _tree(position, name, seed, limit)
    return node_summary(own, position.history), known


def _tree(start: Position, name: str, seed: int, limit: Limit) -> tuple[StrategyTree, Known]:
    """The tree from a position, and how well it is known that there is no better, if it claims that."""
    key = (start, name, seed)
    if key in _kept:
        return _kept[key], "exact"
    tree, known = _grown(start, name, seed, limit)
    if known == "exact":
        _kept[key] = tree
        if len(_kept) > _KEPT:
            del _kept[next(iter(_kept))]
    return tree, known


def _grown(start: Position, name: str, seed: int, limit: Limit) -> tuple[StrategyTree, Known]:
    strategy = strategy_of(name, seed=seed)
    if strategy.name == Optimal.name:
        found = optimum(start, threads=1)
        if found.tree is None:
            raise LimitError(f"no tree of {name} was found in time")
        return found.tree, found.known
    cost, allowed = estimate_tree(start, strategy=strategy), rest(limit)
    if allowed.seconds is not None:
        allowed = replace(allowed, seconds=max(_LEAST, allowed.seconds - _TOLD * start.count().value))
    if allowed.seconds is None or cost.seconds <= _DOUBT * allowed.seconds:
        with suppress(LimitReached), limited(allowed):
            return build_tree(start, strategy=strategy, threads=1), "exact"
    raise LimitError(f"the tree of {name} would take {cost}, more than the limit", cost)


def compare(asked: dict[str, Any], limit: Limit) -> list[dict[str, Any]]:
    """Strategies side by side: ``pegwise compare --json``; where none is named, those that play in time.

    The quick ones come first, so that the time they leave is that of the others.
    """
    rules = rules_of(asked)
    asked_for = list(asked.get("strategies", ()))
    named = asked_for or [name for name in names() if comparisons.is_usual(name, rules)]
    costs = {name: _cost(name, rules) for name in named}
    found: dict[str, dict[str, Any]] = {}
    for done, name in enumerate(sorted(costs, key=lambda name: costs[name])):
        share = rest(limit, 1 / (len(costs) - done))
        (row,) = comparisons.compare(
            rules, strategies=[name], games=asked.get("games"), seed=asked.get("seed", 0), limit=share
        )
        found[name] = row.to_dict()
    played = [name for name in named if found[name]["average"] is not None]
    return [found[name] for name in (asked_for or played or named)]


def _cost(name: str, rules: Rules) -> float:
    """Seconds for a whole tree; only registered names have any: a request opens no files."""
    strategy = strategy_of(name)
    return estimate_tree(Position(rules), strategy=strategy).seconds if is_enumerable(rules) else 0.0
