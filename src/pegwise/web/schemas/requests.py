"""The requests: what each says, checked before anything is done for it."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

RulesText = Annotated[
    str,
    Field(
        max_length=64,
        description="PEGSxCOLORS, then optionally `-distinct` (no color may repeat), `-black` (black hits "
        "only), `-blanks` (holes may stay empty), `-any` (with `-distinct`: guesses may repeat colors), "
        "`-holes` (guesses may leave pegs empty), `-total` (only the number of hits) and `-marks` (each peg "
        "is told); or `mastermind`, `bulls-and-cows`, `logik`",
        examples=["4x6", "4x10-distinct"],
    ),
]
CodeText = Annotated[
    str,
    Field(
        max_length=1024,
        description="A code: digits, numbers with `-` between them, letters or names; `.` is an empty hole",
        examples=["1122", "1-12-3-4"],
    ),
]
StrategyName = Annotated[
    str, Field(max_length=64, description="A name of `GET /api/v1/strategies`", examples=["knuth"])
]
Seed = Annotated[
    int, Field(ge=0, lt=2**63, description="The random seed: the same seed gives the same answer")
]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


def _shown(*examples: dict[str, Any]) -> ConfigDict:
    return ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": list(examples)})


class Row(_Model):
    """A guess and its feedback."""

    guess: CodeText
    feedback: str = Field(
        max_length=256, description="`BWW`, `1,2`, `1B2W` or `1A2B`; `-` for no hit", examples=["BW"]
    )


History = Annotated[
    list[Row] | str,
    Field(description="The rows so far: a list, or text such as `1122:B 1344:W`", examples=["1122:B 1344:W"]),
]


Word = Annotated[str, Field(min_length=1, max_length=200)]
Words = Annotated[list[Word], Field(min_length=1, max_length=50_000)]


class Lists(_Model):
    """The lists of a game of your own, such as a word game."""

    secrets: Words | None = Field(None, description="The codes that can be secret; null for the guesses")
    guesses: Words | None = Field(None, description="The codes that may be guessed; null for the secrets")
    weights: list[float] | None = Field(
        None,
        max_length=50_000,
        description="How likely each secret is, in any proportion; null if all are alike",
    )
    feedback: Literal["marks", "hits", "black", "total"] = Field(
        "marks",
        description="What is told: a mark for each peg, such as `..Y.G`; hits; black hits; or the total",
    )
    symbols: str | None = Field(
        None, max_length=1000, description="The symbols of the codes, in order; null for those that occur"
    )
    name: str = Field("words", min_length=1, max_length=64, description="What the game is called")


class _Asked(_Model):
    rules: RulesText = "4x6"
    lists: Lists | None = Field(None, description="The lists of a game of your own, instead of `rules`")
    seconds: float | None = Field(
        None, gt=0, allow_inf_nan=False, description="The time limit; see the settings of the server"
    )


class _AskedOfPosition(_Asked):
    history: History = ""


class FeedbackAsked(_Model):
    """A secret, and guesses whose feedback is asked for."""

    model_config = _shown({"rules": "4x6", "secret": "3632", "guesses": ["1122", "1344"]})
    rules: RulesText = "4x6"
    secret: CodeText
    guesses: list[CodeText] = Field(min_length=1, max_length=1000)
    explain: bool = Field(
        False, description="True to say of each peg whether it is a hit, and why; of at most 1000 pegs in all"
    )


class CandidatesAsked(_AskedOfPosition):
    """Rows, and which of the possible codes to list."""

    model_config = _shown({"rules": "4x6", "history": "1122:B 1344:W", "limit": 5})
    limit: int = Field(100, ge=0, le=1000, description="The number of codes to list at most")
    offset: int = Field(0, ge=0, lt=2**31, description="The number of the lowest codes to leave out")


class HintAsked(_AskedOfPosition):
    """A position whose best next guess is asked for; with `step` or `guess`, a hint in steps."""

    model_config = _shown(
        {"rules": "4x6", "history": "1122:B 1344:W"},
        {"rules": "4x6", "history": [{"guess": "1122", "feedback": "B"}], "guess": "3344", "step": 5},
    )
    strategy: StrategyName | None = Field(
        None, description="The strategy; by default `knuth`, or `large` in games too large for it"
    )
    alternatives: int = Field(
        3, ge=0, le=50, description="The number of further guesses; not with `step` or `guess`"
    )
    step: int | None = Field(
        None,
        ge=1,
        le=5,
        description="The last step of the hint: 1 whether `guess` can be the secret, 2 how many codes are "
        "possible, 3 what is certain, 4 a good guess, 5 why it is good",
    )
    guess: CodeText | None = Field(
        None, description="A guess of your own, to be checked and compared with the best guess"
    )
    candidates_only: bool = Field(False, description="True to guess only codes that can be the secret")
    seed: Seed = 0


class PartitionAsked(_AskedOfPosition):
    """Guesses, and the position whose candidates they split."""

    model_config = _shown(
        {"rules": "4x6", "history": "1122:B", "guesses": ["1344", "2345"]},
        {"rules": "4x6", "guesses": ["1122", "1344", "3526"], "together": True, "limit": 5},
    )
    guesses: list[CodeText] = Field(min_length=1, max_length=64)
    together: bool = Field(
        False, description="True to split by all guesses together, as if all were made before any feedback"
    )
    limit: int = Field(
        20, ge=0, le=1000, description="The number of joint classes to list at most, with `together`"
    )


class ReviewAsked(_Asked):
    """A game, as its `line` or as its `rows`."""

    model_config = _shown(
        {"line": "4x6 1122:B 1344:W 3526:BWW 1462:BW 3632"},
        {"rules": "4x6", "rows": [{"guess": "1122", "feedback": "B"}], "secret": "3632"},
    )
    line: str | None = Field(
        None,
        max_length=8192,
        description="A line that `pegwise games export` writes; `rules` are those of a line that names none",
    )
    rows: History | None = None
    secret: CodeText | None = Field(None, description="The secret, if it is known; only with `rows`")


class TreeAsked(_AskedOfPosition):
    """A strategy, and the rows that lead to a node of its tree."""

    model_config = _shown({"rules": "4x6", "strategy": "knuth", "history": "1122:B"})
    strategy: StrategyName = "knuth"
    file: str | None = Field(
        None,
        description="The text of a file that `pegwise tree` wrote, instead of a strategy: JSON, or Knuth's "
        "notation of a tree for `rules`",
    )
    seed: Seed = 0
    figure: bool = Field(False, description="True to add the whole tree in Knuth's notation")


class CompareAsked(_Asked):
    """Strategies to compare."""

    model_config = _shown({"rules": "4x6", "strategies": ["knuth", "entropy"]})
    strategies: list[StrategyName] = Field(
        default_factory=list, max_length=16, description="By default all strategies without long searches"
    )
    games: int | None = Field(
        None, ge=1, le=100_000, description="The number of random secrets to play instead of all"
    )
    seed: Seed = 0


class GameAsked(_Model):
    """A game to begin."""

    model_config = _shown({"rules": "4x6"}, {"rules": "5x8", "codemaker": "adversary"})
    rules: RulesText = "4x6"
    codemaker: Literal["random", "adversary"] = Field(
        "random", description="`random` draws a secret; `adversary` keeps its choice open as long as it can"
    )
    max_guesses: int = Field(10, ge=1, description="The number of guesses that the player has")


class GuessAsked(_Model):
    """A guess to make."""

    model_config = _shown({"guess": "1122", "number": 1})
    guess: CodeText
    number: int | None = Field(
        None,
        ge=1,
        description="The number of the row, counted from 1: if the request is sent again, the guess still "
        "counts once",
    )


def _day(text: str) -> datetime.date:
    """Read a day as ISO 8601 writes it, and not as seconds since 1970."""
    return datetime.datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=datetime.UTC).date()


class PuzzleAsked(BaseModel):
    """The puzzle that is asked for."""

    model_config = ConfigDict(extra="forbid")
    rules: RulesText = "4x6"
    seed: int | None = Field(
        None, ge=0, lt=2**63, description="The seed; random if neither it nor a day is given"
    )
    level: Literal["easy", "medium", "hard", "expert"] | None = None
    rows: int | None = Field(None, ge=1, le=64, description="The number of rows")
    daily: bool = Field(
        False, description="True for the puzzle of today (UTC), which is the same for everybody"
    )
    date: Annotated[datetime.date, BeforeValidator(_day)] | None = Field(
        None, description="For the puzzle of another day", examples=["2026-01-31"]
    )
    candidates: int | None = Field(
        None,
        ge=2,
        le=100,
        description="For a one-guess puzzle, the number of possible codes that a guess has to tell apart",
    )
    solution: bool = Field(False, description="True to add the solution, step by step")
    answer: CodeText | None = Field(None, description="Your solution, to be checked")
    seconds: float | None = Field(None, gt=0, allow_inf_nan=False)
