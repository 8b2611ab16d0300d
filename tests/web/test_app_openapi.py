"""The description of the API is OpenAPI 3.1, its examples work, and the application is what it describes."""

from __future__ import annotations

import inspect
import pickle
from typing import TYPE_CHECKING, Any

import pytest
from fastapi import FastAPI

from pegwise import __version__, parse_history
from pegwise.errors import ContradictionError, LimitError
from pegwise.limit import Limit
from pegwise.position import Position
from pegwise.rules import Rules
from pegwise.web.app import create_app
from pegwise.web.limits.settings import Settings
from pegwise.web.openapi import methods
from pegwise.web.questions import QUESTIONS, answer, function_of

if TYPE_CHECKING:
    from tests.web.conftest import Api


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    return create_app(Settings(most_seconds=7)).openapi()


def test_it_is_openapi_3_1_at_its_place(api: Api) -> None:
    said = api.client.get("/openapi.json").json()
    assert said["openapi"].startswith("3.1")
    assert "/api/v1/hint" in said["paths"]


def test_no_page_of_it_loads_from_elsewhere(api: Api) -> None:
    assert [api.client.get(path).status_code for path in ("/docs", "/redoc")] == [404, 404]


def test_every_example_of_a_question_is_answered(api: Api, told: dict[str, Any]) -> None:
    tried = 0
    for path, operations in told["paths"].items():
        for operation in operations.values():
            body = operation.get("requestBody")
            if body is None or "{" in path:
                continue
            reference = body["content"]["application/json"]["schema"]["$ref"]
            schema = told["components"]["schemas"][reference.rsplit("/", 1)[1]]
            assert schema["examples"], path
            for example in schema["examples"]:
                assert api.client.post(path, json=example).status_code in (200, 201), (path, example)
                tried += 1
    assert tried >= 11


def test_every_operation_is_described(told: dict[str, Any]) -> None:
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], path
            assert operation["description"], path
            assert operation["tags"], path
            answers = operation["responses"]
            for status, response in answers.items():
                if status >= "400":
                    assert list(response["content"]) == ["application/problem+json"]
            assert "503" in answers, (method, path)


def test_every_response_that_is_no_answer_is_a_problem(told: dict[str, Any]) -> None:
    schemas = told["components"]["schemas"]
    assert schemas["ProblemAnswer"]["type"] == "object"
    assert not {"HTTPValidationError", "ValidationError"} & schemas.keys()
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemAnswer"}}}
    for operations in told["paths"].values():
        for operation in operations.values():
            answers = operation["responses"]
            problems = {status: answer for status, answer in answers.items() if status >= "400"}
            assert {"400", "403", "404", "405", "408", "413", "415", "421"} <= set(problems)
            assert {"422", "500", "503"} <= set(problems)
            assert all(answer["content"] == content for answer in problems.values())
            assert problems["404"]["description"] == "Not Found"


def test_the_settings_of_the_server_are_in_it(told: dict[str, Any]) -> None:
    seconds = told["components"]["schemas"]["HintAsked"]["properties"]["seconds"]
    assert {"maximum": 7}.items() <= next(one for one in seconds["anyOf"] if one["type"] == "number").items()


def test_it_says_whose_it_is(told: dict[str, Any]) -> None:
    info = told["info"]
    assert (info["title"], info["version"]) == ("pegwise", __version__)
    assert info["summary"] == "The engine, analyzer and game of Mastermind and its relatives"
    assert "Errors are problem details" in info["description"]


def test_what_an_operation_says_of_a_problem_is_kept(told: dict[str, Any]) -> None:
    answers = told["paths"]["/api/v1/games/{name}/rows"]["post"]["responses"]
    assert answers["409"]["description"] == "Conflict"
    assert list(answers["409"]["content"]) == ["application/problem+json"]
    assert "409" not in told["paths"]["/api/v1/hint"]["post"]["responses"]


def test_the_methods_of_a_path() -> None:
    app = create_app(Settings())
    assert methods(app, "/api/v1/games/some-name") == ["DELETE", "GET"]
    assert methods(app, "/api/v1/games") == ["POST"]
    assert methods(app, "/api/v1/games/some-name/other") == methods(app, "/x/api/v1/games") == []


def test_it_is_made_once() -> None:
    app = create_app(Settings())
    assert isinstance(app, FastAPI)
    assert app.openapi() is app.openapi()


def test_every_question_is_a_plain_function_of_what_is_asked_and_a_limit() -> None:
    for name in QUESTIONS:
        question = function_of(name)
        assert list(inspect.signature(question).parameters) == ["asked", "limit"], name
        assert question.__doc__, name


def test_a_question_keeps_to_its_limit_or_says_what_it_would_have_cost() -> None:
    with pytest.raises(LimitError) as refused:
        answer("tree", {"rules": "5x10", "history": "", "strategy": "entropy"}, Limit(seconds=0.05))
    assert refused.value.cost is not None
    assert refused.value.cost.to_dict()["seconds"] > 0.025


def test_errors_keep_their_evidence_on_their_way_from_a_worker() -> None:
    position = Position("4x6", parse_history("1122:B 1122:BB", Rules(4, 6)))
    with pytest.raises(ContradictionError) as found:
        position.check_possible()
    again = pickle.loads(pickle.dumps(found.value))
    assert (str(again), again.explained) == (str(found.value), position.contradiction())
