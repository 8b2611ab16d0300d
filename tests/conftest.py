"""Settings of the whole suite."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# Speed is never asserted (DESIGN, Tests): a slow machine must not fail a test.
settings.register_profile("pegwise", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", settings.get_profile("pegwise"), max_examples=2000)
settings.load_profile("pegwise")
