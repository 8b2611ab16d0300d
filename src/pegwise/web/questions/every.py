"""All questions, loaded: for processes that start before anybody asks."""

from __future__ import annotations

from pegwise.web.questions import QUESTIONS, answer

__all__ = ["answer"]

_ = list(QUESTIONS.values())
