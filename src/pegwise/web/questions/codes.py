"""Questions about codes: which are possible, and how guesses split them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pegwise.analysis.candidate_list import listing
from pegwise.analysis.joint_partition import partition_together
from pegwise.analysis.side_by_side import partitions
from pegwise.web.questions.request_reader import position_and_codes, position_of

if TYPE_CHECKING:
    from pegwise.limit import Limit


def candidates(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    """Return how many codes are possible, and a page of them: ``pegwise candidates --json``."""
    position = position_of(asked)
    return listing(position, most=asked.get("limit", 100), start=asked.get("offset", 0)).to_dict()


def partition(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    """Return how guesses split the candidates: ``pegwise partition --json``."""
    position, guesses = position_and_codes(asked, asked["guesses"])
    if asked.get("together"):
        return partition_together(position, guesses, most=asked.get("limit", 20)).to_dict()
    return partitions(position, guesses).to_dict()
