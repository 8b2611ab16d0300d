"""What a request costs, before it is begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.engine.native.test_store import use

if TYPE_CHECKING:
    from pathlib import Path

ESTIMATES = """
from pegwise import Position
from pegwise.analysis.cost import estimate, estimate_tree
from pegwise.engine.native import load
from pegwise.strategies import make
compiled = []
load.on_compile(compiled.append)
tree = estimate_tree(make("knuth"), Position("6x10"))
first = estimate(Position("6x9"), make("knuth"), pairs=10**10)
print(compiled, tree.setup > 1, first.setup > 1, tree.pairs > 10**11)
"""


def test_an_estimate_compiles_nothing_and_counts_that_it_will_be(tmp_path: Path) -> None:
    """Else asking what it costs would itself pass the limit, on a computer that meets a game first."""
    assert use(ESTIMATES, PEGWISE_CACHE=str(tmp_path)) == "[] True True True\n"
