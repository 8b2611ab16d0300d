"""Columns of codes read at once are the codes read one by one, or are left to those who read one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegwise.engine.code_reader import read_columns
from pegwise.engine.code_space import to_columns
from pegwise.errors import PegwiseError
from pegwise.notation import code_name, parse_code
from pegwise.rules import Rules
from tests.helpers import code_of

GAMES = [Rules(4, 6), Rules(1, 9), Rules(4, 10, repeats=False), Rules(2, 10), Rules(1, 10), Rules(3, 12)]
GAMES += [Rules(3, 300), Rules(1, 12), Rules(2, 65_535), Rules(6, 11, repeats=False)]


@pytest.mark.parametrize("rules", GAMES, ids=str)
@given(data=st.data())
def test_what_codes_print_is_read(rules: Rules, data: st.DataObject) -> None:
    codes = data.draw(st.lists(code_of(rules), min_size=1, max_size=8))
    found = read_columns([str(rules.spelled(code)) for code in codes], rules)
    assert found is not None
    wanted = to_columns(codes, rules)
    assert (found.dtype, found.tolist()) == (wanted.dtype, wanted.tolist())


@pytest.mark.some(4)
@pytest.mark.parametrize("rules", GAMES, ids=str)
@given(data=st.data())
def test_what_is_read_is_what_reading_one_by_one_gives(rules: Rules, data: st.DataObject) -> None:
    written = st.text("0123456789-ABab .,²٣\n", max_size=8)
    letters = (
        code_of(rules).filter(lambda code: max(code) <= 26).map(lambda code: code_name(code, style="letters"))
    )
    printed = code_of(rules).map(lambda code: str(rules.spelled(code)))
    texts = data.draw(st.lists(st.one_of(printed, printed, letters, written), min_size=1, max_size=3))
    found = read_columns(texts, rules)
    if found is not None:
        assert found.tolist() == to_columns([parse_code(text, rules) for text in texts], rules).tolist()


@pytest.mark.parametrize(
    ("rules", "texts"),
    [
        (Rules(4, 6), []),
        (Rules(4, 6), ["1122", "112"]),
        (Rules(4, 6), ["1122", "1172"]),
        (Rules(4, 6), ["1170"]),
        (Rules(4, 6), ["112²"]),
        (Rules(4, 10, repeats=False), ["1233"]),
        (Rules(3, 12), ["1-2-13"]),
        (Rules(3, 12), ["1-2-"]),
        (Rules(3, 12), ["1-2"]),
        (Rules(3, 12), ["1--2"]),
        (Rules(2, 12), ["1-9999999999999999999999"]),
        (Rules(3, 12, repeats=False), ["1-2-1"]),
    ],
)
def test_what_is_no_plain_code_is_left(rules: Rules, texts: list[str]) -> None:
    assert read_columns(texts, rules) is None
    if texts:
        with pytest.raises(PegwiseError):
            [parse_code(text, rules) for text in texts]
