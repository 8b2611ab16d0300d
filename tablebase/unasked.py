"""Lower bounds of the least worst case from colors that no guess has asked for: lemma in docs/optimal.md.

Let B(c) be the fewest guesses that find every code of c colors in the worst case if guesses may also leave
pegs empty. A game of C colors takes at least B(C) guesses, and B(c) at least that of fewer colors: a color
that the secret is not made of tells as much as an empty peg. A guess asks for at most as many colors as it
has pegs, and the codes of the other colors are one class of it, with no hit. So B(c) is at least
1 + B(c - pegs). With black hits alone, it is at least 1 + B(c - 1): a miss rules out one color of each peg.

A game with a guess of colors that the secret is not made of, and no hit, is that of the empty pegs: what it
takes after this guess is B of the colors that are left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pegwise.notation import parse_rules
from tablebase.sizes import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pegwise.rules import Rules

__all__ = ["Base", "bases", "by_unasked", "miss"]


class Base(NamedTuple):
    """How many guesses a game takes at least after a miss, which is not counted, and what proves it."""

    rules: Rules
    guesses: int
    verdict: dict[str, Any] | None = None

    @property
    def colors(self) -> int:
        """The colors that the secret may be made of after the miss."""
        return self.rules.colors - len(set(_miss(self.rules)))


def miss(rules: Rules) -> str:
    """Return the guess of a miss: of the last color alone, or of the last colors if none may occur twice.

    >>> from pegwise.rules import Rules
    >>> miss(Rules(3, 12)), miss(Rules(3, 6, repeats=False))
    ('12-12-12', '4-5-6')
    """
    return "-".join(map(str, _miss(rules)))


def _miss(rules: Rules) -> list[int]:
    if rules.repeats:
        return [rules.colors] * rules.pegs
    return list(range(rules.colors - rules.pegs + 1, rules.colors + 1))


def bases(verdicts: Iterable[dict[str, Any]], missed: Mapping[str, int]) -> list[Base]:
    """Return what is known of games after a miss: what certificates prove, and then ``missed``, by rules.

    The smallest game is first.
    """
    proved = []
    for each in verdicts:
        rules = parse_rules(each["rules"])
        if (
            each["objective"] == "worst"
            and each["lemmas"]
            and each["max_guesses"] is each["candidates_from"] is each["first"] is None
            and each["history"] == [[str(rules.code(miss(rules))), "-"]]
        ):
            proved.append(Base(rules, each["worst"] - 1, each))
    proved.sort(key=lambda base: base.rules.size)
    return proved + [Base(parse_rules(name), guesses) for name, guesses in missed.items() if guesses]


def by_unasked(rules: Rules, known: Iterable[Base]) -> Base | None:
    """Return what gives the best lower bound of the least worst case, with that bound as its guesses."""
    step = rules.pegs if rules.whites else 1
    best = None
    for base in known:
        alike = (base.rules.pegs, kind_of(base.rules)) == (rules.pegs, kind_of(rules))
        if not alike or base.colors > rules.colors:
            continue
        found = base._replace(guesses=base.guesses + (rules.colors - base.colors) // step)
        if best is None or found.guesses > best.guesses:
            best = found
    return best
