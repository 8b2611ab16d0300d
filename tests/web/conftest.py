"""The server that tests of the API ask: the real application behind a real socket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest

from pegwise.web.app import create_app
from pegwise.web.limits.settings import Settings
from tests.web.small import served

if TYPE_CHECKING:
    from collections.abc import Iterator

# Of a request that names no time: five seconds are too few on a busy computer.
for _part in ("connect", "read", "write", "pool"):
    setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, _part, 60.0)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where it is served."""
    # A question that asks for no time gets all there is: what 2 s are enough for depends on the computer.
    settings = Settings(data=str(tmp_path_factory.mktemp("served")), workers=2, seconds=10)
    with served(create_app(settings), settings) as port:
        yield f"http://127.0.0.1:{port}"


class Api:
    """Asks the API, as a program would."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def get(self, path: str, **parameters: Any) -> httpx.Response:
        return self.client.get(f"/api/v1{path}", params=parameters)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.client.post(f"/api/v1{path}", json=body)

    def answer(self, path: str, **body: Any) -> Any:
        """The answer to a question, which must be one."""
        response = self.post(path, **body)
        assert response.status_code == 200, response.text
        return response.json()

    def problem(self, path: str, **body: Any) -> dict[str, Any]:
        """The problem that a question must come to."""
        return told(self.post(path, **body))


def told(response: httpx.Response) -> dict[str, Any]:
    """Problem details, whose type leads somewhere."""
    assert response.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = response.json()
    assert problem["status"] == response.status_code
    assert {"type", "title", "detail"} <= problem.keys()
    return problem


@pytest.fixture
def api(address: str) -> Iterator[Api]:
    """A client of it."""
    with httpx.Client(base_url=address, timeout=120) as client:
        yield Api(client)
