"""The page is served beside the API, from the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import told

if TYPE_CHECKING:
    from tests.web.conftest import Api


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/app.js", "text/javascript; charset=utf-8"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ],
)
def test_its_files_are_what_they_are(api: Api, path: str, kind: str) -> None:
    response = api.client.get(path)
    assert (response.status_code, response.headers["content-type"]) == (200, kind)
    again = api.client.get(path, headers={"if-none-match": response.headers["etag"]})
    assert again.status_code == 304


def test_what_is_not_there_is_a_problem(api: Api) -> None:
    for path in ("/nothing", "/core", "/..%2fapp.py", "/api/v1/", "/api/v1/hint/", "/%00", "/" + "a" * 5000):
        response = api.client.get(path)
        assert response.status_code == 404, path
        assert told(response)["type"] == "/api/v1/problems/not-found"


def test_a_person_at_an_unknown_path_comes_to_the_page(api: Api) -> None:
    """Which says that there is nothing; a program, and whoever asks the API, is told by a problem."""
    person = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for path, address in (
        ("/nothing/here", "/#/nothing/here"),
        ("/solve", "/#/solve"),
        ("//other.example", "/#//other.example"),
    ):
        response = api.client.get(str(api.client.base_url) + path, headers=person)
        assert (response.status_code, response.headers["location"]) == (303, address)
    assert api.client.get("/api/v1/nothing", headers=person).status_code == 404


def test_the_page_is_only_read(api: Api) -> None:
    response = api.client.put("/app.js")
    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD")


def test_the_page_does_not_stand_before_the_api(api: Api) -> None:
    response = api.client.get("/api/v1/hint")
    assert (response.status_code, response.headers["allow"]) == (405, "POST")
    response = api.client.put("/api/v1/games/none")  # its methods stand at several routes
    assert (response.status_code, response.headers["allow"]) == (405, "DELETE, GET")
    assert api.client.get("/healthz").status_code == 200


def test_its_files_travel_small(api: Api) -> None:
    plain = api.client.get("/app.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert "// The frame of the page" not in plain.text  # comments stay at home
    for accepted, coding in (("gzip", "gzip"), ("gzip, br", "br"), ("br;q=0, gzip;q=0.5", "gzip")):
        response = api.client.get("/app.js", headers={"accept-encoding": accepted})
        assert response.headers["content-encoding"] == coding
        assert response.headers["etag"] != plain.headers["etag"]
        assert int(response.headers["content-length"]) < len(plain.content) / 2
        assert response.text == plain.text
