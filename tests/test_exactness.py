"""A count is a number, and says how it is known."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegwise.exactness import Count, Sample

TAGS = st.sampled_from(["exact", "lower", "upper", "sampled"])
NUMBERS = st.integers(-(10**30), 10**30) | st.integers(0, 3)


@given(NUMBERS, TAGS, NUMBERS, TAGS)
def test_a_count_is_its_number_whatever_its_tag(one: int, known: str, other: int, tag: str) -> None:
    count, second = Count(one, known), Count(other, tag)  # type: ignore[arg-type]
    for right in (other, second):
        assert (count == right, count != right) == (one == other, one != other)
        assert (count < right, count <= right, count > right, count >= right) == (
            (one < other, one <= other, one > other, one >= other)
        )
        for found, wanted in ((count + right, one + other), (count - right, one - other)):
            assert (type(found), found) == (int, wanted)
    assert hash(count) == hash(one)
    assert bool(count) == bool(one)
    assert {one: "found"}[count] == "found"
    assert (type(count.value), count.value, int(count), float(count)) == (int, one, one, float(one))
    assert json.loads(json.dumps({"count": count})) == {"count": one}
    assert max(count, second) == max(one, other)
    assert sum([count, second]) == one + other
    assert f"{count:d}" == "%d" % count == str(one)  # noqa: UP031


def test_a_count_is_an_index() -> None:
    assert "abcd"[Count(2, "exact")] == "c"
    assert len(range(Count(3, "upper"))) == 3
    with pytest.raises(TypeError):
        Count(2.5, "exact")  # type: ignore[arg-type]


def test_waiting_for_one_candidate_ends() -> None:
    """Because a bound equals its number as well: there is no number for which nothing is equal."""
    assert Count(1, "exact") == 1
    assert Count(1, "upper") == 1
    assert Count(1, "upper") == Count(1, "exact")
    assert len({Count(1, "exact"), Count(1, "upper"), 1}) == 1


@pytest.mark.parametrize(
    ("count", "shown", "grouped", "typed", "written"),
    [
        (Count(1296, "exact"), "1296", "1,296", "1296", "Count(1296, 'exact')"),
        (Count(5000, "upper"), "at most 5000", "at most 5,000", "5000", "Count(5000, 'upper')"),
        (Count(5000, "lower"), "at least 5000", "at least 5,000", "5000", "Count(5000, 'lower')"),
        (Count(5000, "sampled"), "about 5000", "about 5,000", "5000", "Count(5000, 'sampled')"),
        (
            Count(1312, "sampled", 905, 1890),
            "about 1300 (900 to 1900)",
            "about 1,300 (900 to 1,900)",
            "1312",
            "Count(1312, 'sampled', 905, 1890)",
        ),
        (Count(7, "sampled", 7, 7), "about 7", "about 7", "7", "Count(7, 'sampled', 7, 7)"),
        (
            Count(10**12, "sampled", 10**11, 10**13),
            "about 1.0e+12 (1.0e+11 to 1.0e+13)",
            "about 1,000,000,000,000 (100,000,000,000 to 10,000,000,000,000)",
            "1000000000000",
            "Count(1000000000000, 'sampled', 100000000000, 10000000000000)",
        ),
        (Count(10**20, "exact"), "1.0e+20", f"{10**20:,}", f"{10**20}", f"Count({10**20}, 'exact')"),
    ],
)
def test_the_text_of_a_count_has_its_tag(
    count: Count, shown: str, grouped: str, typed: str, written: str
) -> None:
    assert (str(count), f"{count}", f"{count:,}", f"{count:d}", repr(count)) == (
        *(shown, shown, grouped, typed, written),
    )
    assert f"{count:_}" == grouped.replace(",", "_")


def test_a_percent_and_a_power_are_of_the_number_alone() -> None:
    assert (f"{Count(5000, 'upper'):.1e}", f"{Count(2, 'upper'):.0%}") == ("5.0e+03", "200%")


def test_numbers_that_python_does_not_write_have_a_text() -> None:
    count = Count(100**3000, "upper")
    assert (str(count), repr(count)) == ("at most 1.0e+6000", "Count(1.0e+6000, 'upper')")


@pytest.mark.parametrize("count", [Count(3, "upper"), Count(1312, "sampled", 905, 1890), Count(0, "exact")])
def test_the_tag_stays_with_a_copy(count: Count) -> None:
    for again in (
        pickle.loads(pickle.dumps(count)),
        copy.copy(count),
        copy.deepcopy(count),
        eval(repr(count)),
    ):
        assert type(again) is Count
        assert vars(again) == vars(count)
        assert again == count


def test_a_count_does_not_change() -> None:
    count = Count(3, "upper")
    with pytest.raises(AttributeError, match="cannot be changed"):
        count.known = "exact"
    with pytest.raises(AttributeError, match="cannot be changed"):
        del count.known
    with pytest.raises(AttributeError):
        count.value = 4  # type: ignore[misc]
    assert (count, count.known) == (3, "upper")


def test_the_parts_of_a_count_are_matched() -> None:
    match Count(44, "upper"):
        case Count(44, "exact"):
            pytest.fail("the tag was not looked at")
        case Count(value, "upper"):
            assert value == 44


def test_plain_values() -> None:
    assert Count(44, "exact").to_dict() == {"value": 44, "known": "exact"}
    wanted = {"value": 1312, "known": "sampled", "low": 905, "high": 1890}
    assert Count(1312, "sampled", 905, 1890).to_dict() == wanted
    plain = {"size": 400, "guesses": 5000, "error": 0.048992, "agreement": 0.25}
    assert Sample(400, 10_000, 5_000, 0.25).to_dict() == plain
    assert "agreement" not in Sample(400, 10_000, 5_000).to_dict()
