"""From errors to problem details, without a server."""

from __future__ import annotations

import json

import pytest
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from pegwise import CodeError, ContradictionError, Cost, LimitError, PegwiseError, Position
from pegwise.web.limits.refusals import BodyTooLarge
from pegwise.web.problems import KINDS, MEDIA_TYPE, Kind, Problem, problem_of, respond


def test_an_error_of_the_library() -> None:
    assert problem_of(CodeError("too long")).to_dict() == {
        "type": "/api/v1/problems/code",
        "title": "A code outside the rules",
        "status": 422,
        "detail": "too long",
    }

    class SpecialError(CodeError):
        """One of a kind that is not listed is of the next that is."""

    assert problem_of(SpecialError("x")).kind == KINDS["code"]
    assert problem_of(PegwiseError("x")).kind == KINDS["impossible"]


def test_what_only_some_errors_tell() -> None:
    assert problem_of(LimitError("much")).members == {}
    much = LimitError("much", Cost(10, 20, 5.0))
    assert problem_of(much).members == {"estimate": {"pairs": 10, "bytes": 20, "seconds": 2.0}}
    assert problem_of(ContradictionError("x")).members == {"contradiction": None}
    with pytest.raises(ContradictionError) as found:
        Position("4x6", "1122:B 1122:BB").check_possible()
    assert found.value.explained is not None
    assert problem_of(found.value).members == {"contradiction": found.value.explained.to_dict()}


def test_a_refusal_keeps_its_members_and_headers() -> None:
    problem = problem_of(BodyTooLarge("too much", {"Connection": "close"}, limit=7))
    assert (problem.kind.status, problem.detail) == (413, "too much")
    assert problem.to_dict()["limit"] == 7
    response = respond(problem)
    assert (response.status_code, response.headers["connection"]) == (413, "close")
    assert response.headers["content-type"] == MEDIA_TYPE
    assert json.loads(bytes(response.body)) == problem.to_dict()
    assert respond(CodeError("x")).status_code == 422


def test_a_status_of_the_framework() -> None:
    assert problem_of(HTTPException(404)).kind == KINDS["not-found"]
    allowed = problem_of(HTTPException(405, "why", {"Allow": "GET"}))
    assert (allowed.kind, allowed.detail, allowed.headers) == (
        KINDS["method-not-allowed"],
        "why",
        {"Allow": "GET"},
    )
    other = problem_of(HTTPException(418, "tea")).to_dict()
    assert other == {
        "type": "/api/v1/problems/i'm-a-teapot",
        "title": "I'm a Teapot",
        "status": 418,
        "detail": "tea",
    }
    assert problem_of(HTTPException(404)).headers == {}


def test_what_the_framework_finds_wrong_with_a_request() -> None:
    wrong = [
        {"type": "missing", "loc": ("body", "rows", 2), "msg": "Field required"},
        {"type": "extra", "loc": (), "msg": "No more"},
    ]
    assert problem_of(RequestValidationError(wrong)).to_dict() == {
        "type": "/api/v1/problems/invalid",
        "title": "The request is not as the API describes it",
        "status": 422,
        "detail": "body.rows.2: Field required",
        "errors": [
            {"where": "body.rows.2", "message": "Field required"},
            {"where": "body", "message": "No more"},
        ],
    }
    nothing = problem_of(RequestValidationError([]))
    assert (nothing.detail, nothing.members) == ("the request cannot be read", {"errors": []})
    no_json = problem_of(
        RequestValidationError([*wrong, {"type": "json_invalid", "loc": ("body",), "msg": "x"}])
    )
    assert (no_json.kind, no_json.detail) == (KINDS["bad-json"], "the body is not JSON")


def test_a_kind_tells_where_it_is_described() -> None:
    kind = Kind("odd", 499, "Odd", "It is odd.")
    assert kind.to_dict() == {
        "type": "/api/v1/problems/odd",
        "title": "Odd",
        "status": 499,
        "meaning": "It is odd.",
    }
    assert Problem(kind, "x").to_dict() == {
        "type": "/api/v1/problems/odd",
        "title": "Odd",
        "status": 499,
        "detail": "x",
    }
    for each in KINDS.values():
        assert "\n" not in each.meaning
        assert ":attr:" not in each.meaning
        assert "  " not in each.meaning
        assert each.meaning
