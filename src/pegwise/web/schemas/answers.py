"""The answers, as the API describes them: the keys of the terminal's ``--json`` (docs/reference/json.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

__all__ = [
    "AdviceAnswer",
    "CandidatesAnswer",
    "ComparisonAnswer",
    "FeedbackAnswer",
    "GameAnswer",
    "HintAnswer",
    "PartitionAnswer",
    "ProblemAnswer",
    "ProblemKind",
    "PuzzleAnswer",
    "ReviewAnswer",
    "RulesAnswer",
    "StrategyAnswer",
    "TreeAnswer",
]

Known = Literal["exact", "lower", "upper", "sampled"]
Classes = Annotated[dict[str, int], Field(description="Codes left by feedback, none of them empty")]


class RulesAnswer(BaseModel):
    """What a game is."""

    rules: str = Field(examples=["4x6"])
    names: list[str] = Field(description="Names it goes by")
    pegs: int
    colors: int = Field(description="Without the empty hole")
    distinct: bool = Field(description="Whether no color may repeat")
    black_only: bool = Field(description="Whether only black hits are told")
    blanks: bool = Field(description="Whether holes may stay empty: `.` in codes")
    plain: str = Field(description="The same game, the empty hole as its last color: as in most answers")
    code_count: int = Field(description="How many codes there are")
    feedbacks: list[str] = Field(description="All feedback there can be, in the order of Knuth's figure")
    enumerable: bool = Field(description="Whether all codes are listed; strategies that weigh them need that")


class FeedbackAnswer(BaseModel):
    """The feedback of a guess."""

    rules: str
    secret: str
    guess: str
    feedback: str
    black: int
    white: int


class RepairTold(BaseModel):
    """An answer that would repair a contradiction: row `row`, from 1, would have said `feedback`."""

    row: int
    guess: str
    feedback: str


class ContradictionTold(BaseModel):
    """Rows that cannot all be true."""

    rows: list[int]
    repairs: list[RepairTold]
    complete: bool = Field(description="Whether these are all repairs")
    smallest: bool = Field(description="Whether no fewer rows contradict each other")
    text: str


class MissTold(BaseModel):
    """A row that the nearest code contradicts, and the feedback if it were the secret."""

    guess: str
    feedback: str


class ConsistencyTold(BaseModel):
    """The nearest code to the rows, where it is not known whether any fits."""

    consistent: bool | None
    code: str | None
    distance: int = Field(description="By how many hits it differs from the rows")
    misses: list[MissTold]
    contradiction: ContradictionTold | None
    text: str


class CandidatesAnswer(BaseModel):
    """Which codes fit: `pegwise candidates --json`."""

    rules: str
    candidates: int
    known: Known
    low: int | None = Field(None, description="Where `known` is `sampled`: the count lies from here ...")
    high: int | None = Field(None, description="... to here 19 times out of 20")
    codes: list[str]
    complete: bool | None = Field(
        None, description="`false` where there was no time for all codes that were asked for; else not there"
    )
    consistency: ConsistencyTold | None = Field(
        None, description="Where it is not known whether any code fits"
    )


class PartitionOfGuess(BaseModel):
    """How a guess splits the candidates."""

    guess: str
    is_candidate: bool
    worst: int
    expected_size: float
    bits: float
    class_count: int
    known: Known
    classes: Classes


class PartitionAnswer(BaseModel):
    """Guesses side by side: `pegwise partition --json`."""

    rules: str
    history: str
    candidates: int
    known: Known
    low: int | None = Field(None, description="Where `known` is `sampled`: the count lies from here ...")
    high: int | None = Field(None, description="... to here 19 times out of 20")
    partitions: list[PartitionOfGuess]


class SampleOfHint(BaseModel):
    """What a sampled choice rests on."""

    size: int
    guesses: int
    error: float
    agreement: float | None = Field(
        None, description="Where two walks were compared: the sample is worth so many times its size"
    )


class HintAnswer(BaseModel):
    """The best next guess: `pegwise hint --json`."""

    rules: str
    history: str
    strategy: str
    candidates: int
    guess: str
    is_candidate: bool
    worst: int
    expected_size: float
    bits: float
    class_count: int
    known: Known
    classes: Classes
    alternatives: list[PartitionOfGuess]
    sample: SampleOfHint | None = None


class Check(BaseModel):
    """Whether a guess may be the secret, and if not, the first row it contradicts."""

    consistent: bool
    contradicts: int | None
    feedback: str | None
    own_feedback: str | None


class CertainFacts(BaseModel):
    """What all codes left have in common."""

    facts: list[str]
    known: Known


class AdviceAnswer(BaseModel):
    """A hint as far as a step: `pegwise hint --step 5 --json`."""

    rules: str
    history: str
    step: int
    own_guess: str | None
    check: Check | None
    candidates: int | None = None
    known: Known | None = Field(None, description="How `candidates` is known")
    low: int | None = Field(None, description="Where `known` is `sampled`: the count lies from here ...")
    high: int | None = Field(None, description="... to here 19 times out of 20")
    certain: CertainFacts | None = None
    guess: HintAnswer | None = None
    why: PartitionOfGuess | None = None


class MoveReviewed(BaseModel):
    """One guess of a game."""

    guess: str
    feedback: str
    candidates_before: int
    candidates_after: int
    consistent: bool
    contradicts: int | None
    worst: int
    expected_size: float
    bits: float
    classes: Classes
    rank: int | None
    best: str | None
    best_classes: Classes | None
    regret: float
    known: Known
    luck: float | None
    verdict: Literal["best", "good", "inaccuracy", "mistake", "blunder", "open"]
    text: str


class ReviewAnswer(BaseModel):
    """What each guess cost: `pegwise review --json`."""

    rules: str
    secret: str | None
    accuracy: float | None
    regret: float
    lesson: str
    moves: list[MoveReviewed]


class StrategyAnswer(BaseModel):
    """A strategy."""

    name: str
    summary: str
    source: str
    searches: bool = Field(description="Whether a guess may take a search without end")
    samples: bool = Field(description="Whether it goes by samples in games of every size")
    options: list[str]


class ComparisonAnswer(BaseModel):
    """A strategy's figures: `pegwise tree --json`, and an element of `pegwise compare --json`."""

    strategy: str
    rules: str
    first_guess: str | None
    total: int
    average: float | None
    worst: int
    distribution: list[int]
    known: Known
    games: int | None = None
    seed: int | None = None
    standard_error: float | None = None


class ClassOfTree(BaseModel):
    """What an answer leads to; the guess is null after the win."""

    feedback: str
    size: int
    guess: str | None
    is_candidate: bool | None
    total: int
    average: float
    worst: int


class PlaceInFigure(BaseModel):
    """How Knuth's notation writes it."""

    place: str
    line: str
    text: str
    whole: str | None = None


class TreeAnswer(BaseModel):
    """One node of a strategy's tree. Figures count guesses from the first of the game."""

    rules: str
    strategy: str
    history: str
    start: str = Field(description="The rows `tree` starts after: none, unless they are not the strategy's")
    guess: str
    is_candidate: bool
    candidates: int
    total: int
    average: float
    worst: int
    distribution: list[int]
    classes: list[ClassOfTree]
    figure: PlaceInFigure | None
    tree: ComparisonAnswer = Field(description="The figures of the whole tree: `pegwise tree --json`")
    known: Known = Field(description="`upper`: it should be the best, and is the best found so far")


class RowTold(BaseModel):
    """A row of a puzzle."""

    guess: str
    feedback: str


class PuzzleAnswer(BaseModel):
    """A puzzle: `pegwise puzzle --json`."""

    kind: Literal["code", "one-guess"]
    rules: str
    seed: int | str | None
    version: int
    rows: list[RowTold]
    candidates: list[str] | None = None
    difficulty: dict[str, Any]
    solution: dict[str, Any] | None = None
    answer: dict[str, Any] | None = None


class ProblemKind(BaseModel):
    """A kind of problem."""

    type: str
    title: str
    status: int
    meaning: str


class Estimate(BaseModel):
    """What work would take, on one thread."""

    pairs: int
    bytes: int
    seconds: float


class WrongField(BaseModel):
    """Where a request is not as it should be."""

    where: str
    message: str


class ProblemAnswer(BaseModel):
    """A problem (RFC 9457). Further members may come with further kinds."""

    type: str = Field(
        description="A stable path; what is there says what is meant", examples=["/api/v1/problems/limit"]
    )
    title: str
    status: int
    detail: str = Field(description="One line for a person")
    contradiction: ContradictionTold | None = None
    estimate: Estimate | None = None
    errors: list[WrongField] | None = None


class GameRow(BaseModel):
    """A guess with its answer."""

    guess: str
    feedback: str


class GameAnswer(BaseModel):
    """A game: the keys of `pegwise play --json`, and `id`."""

    id: str = Field(description="Its name in the API; who has it may play")
    rules: str
    codemaker: Literal["random", "adversary", "fixed"]
    known: Literal["exact", "sampled"] = Field(description="How an adversary counts; `exact` for any other")
    secret: str | None = Field(description="Null until the game is over")
    outcome: Literal["won", "lost", "resigned", "unfinished"]
    won: bool
    resigned: bool
    guesses: int
    max_guesses: int | None
    hints: int
    race: str | None
    started: str | None
    rows: list[GameRow]
