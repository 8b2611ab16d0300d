"""Measures how fast this computer is, and makes one number that changes only if behavior changes."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pegwise.drawable import Printable
from pegwise.engine.running.kernel_choice import describe
from pegwise.engine.score_kinds import WORST
from pegwise.notation import parse_rules
from pegwise.progress import report
from pegwise.strategies.cost import measured_speed
from pegwise.trees.build import build_tree

if TYPE_CHECKING:
    from pegwise import Rules

_SPEEDS = ("4x6", "5x8", "6x9", "4x10-distinct")
_HEURISTICS = ("knuth", "minimax-parts", "expected-size", "entropy", "most-parts")
_TREES = [
    *((name, rules) for rules in ("4x6", "4x7", "5x5", "4x8-distinct", "4x6-black") for name in _HEURISTICS),
    *((name, "4x6") for name in ("counter", "first-consistent", "random-consistent")),
]
"""The fixed set of trees: changing it changes the signature."""


@dataclass(frozen=True, repr=False)
class Bench(Printable):
    """How fast this computer is, and the signature of the strategies' behavior.

    Attributes:
        speeds: The pairs of codes compared per second, by rules.
        seconds: The time to build each tree of a fixed set, by strategy and rules.
        signature: 15 hexadecimal digits made from the totals, distributions and first guesses of the trees.
            They are the same on every computer until a strategy chooses otherwise.
        kernels: The compiled code in use, such as ``x86-64-v3``.

    Example:
        >>> import pegwise
        >>> found = pegwise.bench()
        >>> len(found.signature), found.speeds["4x6"] > 1e6, sorted(found.to_dict())[0]
        (15, True, 'kernels')
    """

    speeds: dict[str, float]
    seconds: dict[str, float]
    signature: str
    kernels: str

    def __hash__(self) -> int:
        return hash((self.signature, self.kernels))

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values.

        Returns:
            What ``pegwise bench --json`` prints.
        """
        return {
            "signature": self.signature,
            "kernels": self.kernels,
            "pairs_per_second": {rules: round(pairs) for rules, pairs in self.speeds.items()},
            "seconds": {tree: round(seconds, 4) for tree, seconds in self.seconds.items()},
        }


def bench() -> Bench:
    """Measure how fast this computer is, which takes some seconds.

    Returns:
        The speeds and the signature.

    Example:
        >>> import pegwise
        >>> found = pegwise.bench()
        >>> found.seconds["knuth 4x6"] < 60
        True
    """
    speeds = {spelled: measured_speed(parse_rules(spelled), WORST) for spelled in _SPEEDS}
    seconds, digest = {}, hashlib.sha256()
    for done, (name, spelled) in enumerate(_TREES):
        rules: Rules = parse_rules(spelled)
        started = time.perf_counter()
        tree = build_tree(rules, strategy=name)
        _ = tree.distribution
        seconds[f"{name} {spelled}"] = time.perf_counter() - started
        answers = [f"{feedback}:{node.guess}" for feedback, node in tree.root.children.items()]
        said = f"{tree.strategy} {rules} {tree.first_guess} {tree.distribution} {' '.join(answers)}\n"
        digest.update(said.encode())
        report("trees", done + 1, len(_TREES))
    return Bench(speeds, seconds, digest.hexdigest()[:15], describe())
