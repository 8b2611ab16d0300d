"""Whatever goes wrong is problem details from one place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pegwise import Rules, errors, parse_code
from pegwise.web.limits.refusals import Busy, Refusal, WorkerLost
from pegwise.web.problems import KINDS, problem_of
from tests.web.conftest import told

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.conftest import Api

WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("/hint", {"rules": "4y6"}, "notation"),
    ("/hint", {"rules": "6x4-distinct"}, "rules"),
    ("/hint", {"history": "1127:B"}, "code"),
    ("/hint", {"history": "1122:BBBW"}, "feedback"),
    ("/hint", {"history": "1122"}, "notation"),
    ("/hint", {"history": "1122:B 1122:BB"}, "contradiction"),
    ("/hint", {"strategy": "knut"}, "strategy"),
    ("/hint", {"rules": "12x12", "strategy": "optimal"}, "method"),
    ("/hint", {"step": 1}, "notation"),
    ("/hint", {"step": 6}, "invalid"),
    ("/hint", {"nonsense": 1}, "invalid"),
    ("/hint", {"seconds": 0}, "invalid"),
    ("/hint", {"seconds": 11}, "limit"),
    ("/hint", {"seconds": "1"}, "invalid"),
    ("/candidates", {"history": "1122:B 1122:BB"}, "contradiction"),
    ("/partition", {"guesses": []}, "invalid"),
    ("/partition", {"guesses": ["11"]}, "code"),
    ("/partition", {"guesses": ["1122"], "history": "1122:B 1122:BB"}, "contradiction"),
    ("/review", {}, "notation"),
    ("/review", {"line": "1122:B", "rows": "1122:B"}, "notation"),
    ("/review", {"line": "1122:B 1122:BB"}, "contradiction"),
    ("/review", {"rows": "1122:B", "secret": "1122"}, "feedback"),
    ("/tree", {"rules": "30x30"}, "method"),
    ("/tree", {"rules": "5x10", "strategy": "knuth", "seconds": 0.01}, "limit"),
    ("/compare", {"strategies": ["knuth", "chance"]}, "strategy"),
    ("/compare", {"rules": "12x12", "strategies": ["optimal"]}, "method"),
    ("/feedback", {"secret": "1122"}, "invalid"),
]


@pytest.mark.parametrize(("path", "body", "kind"), WRONG)
def test_each_error_has_its_kind(api: Api, path: str, body: dict[str, Any], kind: str) -> None:
    problem = api.problem(path, **body)
    assert problem["type"] == f"/api/v1/problems/{kind}"
    assert problem["detail"]
    assert "\n" not in problem["detail"]
    about = api.client.get(problem["type"]).json()
    assert (about["title"], about["status"]) == (problem["title"], problem["status"])


def test_an_error_says_which_row_it_is_in(api: Api) -> None:
    assert api.problem("/hint", history="1122:B 1377:W")["detail"].startswith("row 2: ")
    rows = [{"guess": "1122", "feedback": "B"}, {"guess": "1344", "feedback": "X"}]
    assert api.problem("/hint", history=rows)["detail"].startswith("row 2: ")


def test_a_contradiction_names_its_rows_and_the_repairs(api: Api) -> None:
    """Knuth's exercise with its last answer changed."""
    said = api.problem("/hint", history="1122:B 1344:W 3526:BWW 1462:BBB")["contradiction"]
    assert said["rows"] == [2, 3, 4]
    assert {"row": 2, "guess": "1344", "feedback": "WW"} in said["repairs"]
    assert said["complete"]


def test_an_estimate_comes_with_work_that_is_not_begun(api: Api) -> None:
    estimate = api.problem("/tree", rules="6x10")["estimate"]
    assert estimate["pairs"] > 10**11
    assert estimate["seconds"] > 10


def test_codes_too_many_to_list_in_time_are_searched_for(api: Api) -> None:
    told = api.answer("/candidates", rules="6x16", seconds=0.3)
    assert (told["candidates"], told["known"]) == (16**6, "exact")
    assert [parse_code(code, Rules(6, 16)) for code in told["codes"][:2]] == [(1,) * 6, (1, 1, 1, 1, 1, 2)]


def test_what_is_wrong_with_the_fields(api: Api) -> None:
    problem = api.problem("/hint", step=9, alternatives=-1)
    assert {error["where"] for error in problem["errors"]} == {"body.step", "body.alternatives"}
    for path, wrong in (
        ("/games", {"max_guesses": True}),
        ("/hint", {"step": "3"}),
        ("/games", {"rows": 3}),
    ):
        assert api.problem(path, **wrong)["errors"][0]["where"] == f"body.{next(iter(wrong))}"
    missing = told(api.get("/puzzle", seed="x"))
    assert missing["errors"][0]["where"] == "query.seed"


@pytest.mark.parametrize(
    ("method", "path", "status", "kind"),
    [
        ("GET", "/api/v1/nothing", 404, "not-found"),
        ("GET", "/api/v1/problems/nothing", 404, "not-found"),
        ("PUT", "/api/v1/hint", 405, "method-not-allowed"),
        ("GET", "/api/v1/hint", 405, "method-not-allowed"),
        ("GET", "/api/v1/games/nothing", 404, "no-game"),
    ],
)
def test_paths_and_methods(api: Api, method: str, path: str, status: int, kind: str) -> None:
    response = api.client.request(method, path)
    problem = told(response)
    assert (response.status_code, problem["type"]) == (status, f"/api/v1/problems/{kind}")
    assert ("allow" in response.headers) == (status == 405)


def test_a_body_that_is_no_json(api: Api) -> None:
    response = api.client.post("/api/v1/hint", content=b"{", headers={"content-type": "application/json"})
    assert (response.status_code, told(response)["type"]) == (400, "/api/v1/problems/bad-json")


LARGE = ["99999x4", "4x99999", "101x4", "4x1001", "999999999x999999999", "1000x1000"]


@pytest.mark.parametrize("rules", LARGE)
def test_huge_rules_are_refused_before_anything_is_done(api: Api, rules: str) -> None:
    for response in (
        api.get(f"/rules/{rules}"),
        api.post("/hint", rules=rules),
        api.post("/feedback", rules=rules, secret="1", guesses=["1"]),
        api.post("/review", line=f"{rules} 1122:B"),
        api.get("/puzzle", rules=rules),
        api.post("/games", rules=rules),
    ):
        assert response.status_code == 422
        assert told(response)["type"] in (
            "/api/v1/problems/limit",
            "/api/v1/problems/notation",
            "/api/v1/problems/rules",
        )
        assert response.elapsed.total_seconds() < 20


@pytest.mark.parametrize("rules", ["100x1000", "30x30", "1x1", "1x1000", "16x2", "24x2", "100x1"])
def test_large_rules_are_answered_about(api: Api, rules: str) -> None:
    assert api.get(f"/rules/{rules}").status_code == 200
    assert api.post("/candidates", rules=rules, limit=1).status_code in (200, 422)


def test_histories_are_bounded_however_they_are_written(api: Api) -> None:
    row = {"guess": "1122", "feedback": "B"}
    assert api.answer("/candidates", history=[row] * 64)["candidates"] == 256
    for path, body in (
        ("/candidates", {"history": [row] * 65}),
        ("/candidates", {"history": "1122:B " * 65}),
        ("/review", {"rows": "1122:B " * 65}),
        ("/review", {"line": "1122:B " * 65}),
    ):
        assert "at most 64" in api.problem(path, **body)["detail"]


def test_a_request_opens_no_files(api: Api, tmp_path: Path) -> None:
    """At the terminal a strategy may be a tree file."""
    import pegwise

    file = tmp_path / "tree.json"
    file.write_text(pegwise.to_json(pegwise.build_tree("3x3", strategy="knuth")))
    for path, body in (
        ("/hint", {"strategy": str(file)[:64]}),
        ("/tree", {"strategy": str(file)[:64]}),
        ("/compare", {"strategies": [str(file)[:64]]}),
    ):
        assert api.problem(path, rules="3x3", **body)["type"] in (
            "/api/v1/problems/strategy",
            "/api/v1/problems/invalid",
        )


def test_every_error_of_the_library_has_a_kind() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    for error in (kind for kind in kinds if issubclass(kind, errors.PegwiseError)):
        problem = problem_of(error("why"))
        assert (problem.kind.status, problem.detail) == (422, "why")
        assert KINDS[problem.kind.name] == problem.kind


def test_every_refusal_has_a_kind_and_keeps_what_it_says() -> None:
    problem = problem_of(Busy("full", {"Retry-After": "2"}))
    assert (problem.kind.status, dict(problem.headers)) == (503, {"Retry-After": "2"})
    for kind in Refusal.__subclasses__():
        assert kind.kind in KINDS
    assert problem_of(WorkerLost("gone", limit=3)).to_dict()["limit"] == 3


def test_what_is_no_error_of_a_request_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        problem_of(ZeroDivisionError())
