"""All questions, loaded: for processes that start before anybody asks."""

from __future__ import annotations

from pegwise.web.questions import QUESTIONS, answer, function_of

__all__ = ["answer"]

_ = [function_of(question) for question in QUESTIONS]
