"""JSON that is let through is JSON, and all of what the standard has is let through."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegwise.web.limits.refusals import BadBody
from pegwise.web.limits.request_checks import check_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def depth(value: Any) -> int:
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


@given(VALUES, st.booleans())
def test_json_is_let_through_up_to_its_depth(value: Any, escaped: bool) -> None:
    body = json.dumps(value, ensure_ascii=escaped).encode()
    check_json(body, depth(value))
    if depth(value):
        with pytest.raises(BadBody, match="nested deeper"):
            check_json(body, depth(value) - 1)


@given(st.binary(max_size=200) | st.text(alphabet='[]{}",:\\0eE.-NaIn', max_size=40).map(str.encode))
def test_whatever_is_let_through_can_be_read_and_written(body: bytes) -> None:
    try:
        check_json(body, 8)
    except BadBody:
        return
    value = json.loads(body)
    assert depth(value) <= 8
    json.dumps(value, ensure_ascii=False, allow_nan=False).encode()


@pytest.mark.exhaustive
def test_the_time_it_takes_grows_with_the_length_only() -> None:
    for body in (b'"' * 16_384, b'\\"' * 8_192, b'"\\' * 8_192, b"[]" * 8_192, b"1" * 4_000 + b"e" * 12_000):
        with pytest.raises(BadBody):
            check_json(body, 16)
