"""The API is as its description says, whatever is asked: nothing fails, every answer conforms."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from pegwise.web.app import create_app
from pegwise.web.limits.settings import Settings
from tests.web.small import served

if TYPE_CHECKING:
    from collections.abc import Iterator


LIMITS = Settings(workers=2, seconds=0.1, most_seconds=0.2, grace=3)
"""No question gets long."""

CONFIG = {
    "seed": 6,
    # 413: what is too long by the description may be too long for the server as a whole.
    "checks": {"negative_data_rejection": {"expected-statuses": [400, 404, 413, 422]}},
}

schema: Any = schemathesis.openapi.from_dict(
    create_app(LIMITS).openapi(), config=schemathesis.Config.from_dict(CONFIG)
)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server with these limits is."""
    limits = replace(LIMITS, data=str(tmp_path_factory.mktemp("hasty")))
    with served(create_app(limits), limits) as port:
        yield f"http://127.0.0.1:{port}"


@schema.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=8, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_conforms(case: schemathesis.Case[Any], hasty: str) -> None:
    # Text that the schema allows need not be a code: such requests are refused as problems.
    case.call_and_validate(hasty, excluded_checks=[positive_data_acceptance])
