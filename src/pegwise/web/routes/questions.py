"""The routes of the questions, which workers answer: as JSON, or as events if the client accepts these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.types import DecoratedCallable as Route
from starlette.responses import JSONResponse, Response

from pegwise.limit import Limit
from pegwise.web import stream
from pegwise.web.limits.request_guard import CLIENT, PROBLEM
from pegwise.web.limits.rules_bounds import check_bounds
from pegwise.web.openapi import STREAMS
from pegwise.web.questions.strategies import strategy_list
from pegwise.web.schemas import requests as asks
from pegwise.web.schemas import responses as answers

router = APIRouter()


async def ask(request: Request, question: str, arguments: dict[str, Any]) -> Response:
    """Have a worker answer ``question``: check its bounds, and allow it the seconds that it asks for.

    Raises the errors of the library and the refusals of the server.
    """
    state = request.app.state
    check_bounds(arguments, state.settings)
    allowed = state.settings.allowed(arguments["seconds"])

    async def work(report: Callable[[str, int, int], None] | None = None) -> Any:
        return await state.workers.run(
            question, arguments, seconds=allowed, client=request.scope[CLIENT], report=report
        )

    if stream.MEDIA_TYPE in request.headers.get("accept", ""):
        return await stream.streamed(work, lambda kind: request.scope.__setitem__(PROBLEM, kind))
    return JSONResponse(await work())


def _question(name: str, tag: str, answer: Any, summary: str) -> Callable[[Route], Route]:
    return router.post(f"/{name}", tags=[tag], response_model=answer, responses=STREAMS, summary=summary)


@_question("candidates", "position", answers.CandidatesAnswer, "The possible codes")
async def candidates(asked: asks.CandidatesAsked, request: Request) -> Response:
    """Count the codes that are consistent with the rows, and list a page of them, the lowest first."""
    return await ask(request, "candidates", asked.model_dump())


@_question("hint", "position", answers.HintAnswer | answers.AdviceAnswer, "The best next guess, and why")
async def hint(asked: asks.HintAsked, request: Request) -> Response:
    """Find the best next guess, and explain it.

    The answer has the keys of `pegwise hint --json`; with `step` or `guess`, those of
    `pegwise hint --step 5 --json`.
    """
    return await ask(request, "hint", asked.model_dump())


@_question(
    "partition",
    "position",
    answers.PartitionAnswer | answers.TogetherAnswer,
    "How guesses split the candidates",
)
async def partition(asked: asks.PartitionAsked, request: Request) -> Response:
    """Split the possible codes by each of some guesses, and return the class sizes side by side.

    With `together`, split them by all guesses together, and return the joint classes.
    """
    return await ask(request, "partition", asked.model_dump())


@_question("review", "games", answers.ReviewAnswer, "What each guess of a game lost")
async def review(asked: asks.ReviewAsked, request: Request) -> Response:
    """Review a game: the regret, luck, rank and best guess of each row.

    The figures are exact if the position is solved in time.
    """
    return await ask(request, "review", asked.model_dump())


@_question("tree", "strategies", answers.TreeAnswer, "One node of a strategy's tree")
async def tree(asked: asks.TreeAsked, request: Request) -> Response:
    """Look up a node of a strategy's tree: the guess after these rows, and what each feedback leads to.

    The answer also has the figure of the node in Knuth's notation.
    """
    return await ask(request, "tree", asked.model_dump())


@_question("compare", "strategies", list[answers.ComparisonAnswer], "Strategies side by side")
async def compare(asked: asks.CompareAsked, request: Request) -> Response:
    """Compare strategies: their figures and distributions.

    The figures are those of a sample of games if playing every secret would take too long.
    """
    return await ask(request, "compare", asked.model_dump())


@router.get(
    "/puzzle", tags=["puzzle"], response_model=answers.PuzzleAnswer, responses=STREAMS, summary="A puzzle"
)
async def puzzle(asked: Annotated[asks.PuzzleAsked, Query()], request: Request) -> Response:
    """Make a puzzle: rows that exactly one code is consistent with, and all of them are needed.

    The answer has the solution only if it is asked for.
    """
    return await ask(request, "puzzle", asked.model_dump(mode="json"))


@router.get(
    "/strategies", tags=["strategies"], response_model=list[answers.StrategyAnswer], summary="The strategies"
)
async def strategies() -> list[dict[str, Any]]:
    """List the strategies: their names, their sources, and the options that they take."""
    return strategy_list({}, Limit())
