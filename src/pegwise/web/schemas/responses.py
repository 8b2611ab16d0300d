"""The answers, as the API describes them: the keys of the command's ``--json`` (docs/reference/json.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

Known = Literal["exact", "lower", "upper", "sampled"]
Classes = Annotated[
    dict[str, int], Field(description="The number of candidates for each feedback that occurs")
]


class _Answer(BaseModel):
    rules: str = Field(examples=["4x6"])
    alphabet: str | None = Field(
        None,
        description="How codes are written, such as `initials R B G Y O P`; left out for numbers from 1",
    )


class _Interval(BaseModel):
    low: int | None = Field(
        None, description="If `known` is `sampled`: the number is at least this 19 times out of 20"
    )
    high: int | None = Field(
        None, description="If `known` is `sampled`: the number is at most this 19 times out of 20"
    )


class _Counted(_Answer, _Interval):
    candidates: int
    known: Known


class RowTold(BaseModel):
    """A guess and its feedback."""

    guess: str
    feedback: str


class RulesAnswer(BaseModel):
    """The rules of a game."""

    rules: str = Field(examples=["4x6"])
    names: list[str] = Field(description="The names of these rules")
    pegs: int
    colors: int = Field(description="The number of colors, without the empty hole")
    distinct: bool = Field(description="True if no color may repeat")
    black_only: bool = Field(description="True if only black hits are told")
    blanks: bool = Field(description="True if holes may stay empty: `.` in codes")
    plain: str = Field(description="The rules with the empty hole as the last color, as most answers have it")
    code_count: int = Field(description="The number of codes")
    feedbacks: list[str] = Field(description="All feedback that can exist, in the order of Knuth's Figure 1")
    enumerable: bool = Field(
        description="True if the server lists all codes; strategies that compare them need that"
    )


class HitTold(BaseModel):
    """A peg of the guess that is a hit, and the peg of the secret that it is paired with."""

    guess_peg: int = Field(description="Counted from 1")
    secret_peg: int = Field(description="Counted from 1")
    hit: Literal["black", "white"]


class FeedbackOfGuess(BaseModel):
    """The feedback of a guess."""

    secret: str
    guess: str
    feedback: str
    black: int
    white: int
    hits: list[HitTold] | None = Field(None, description="With `explain`: the hits, from the left")
    sentences: list[str] | None = Field(None, description="With `explain`: a sentence for each peg")


class FeedbackAnswer(_Answer):
    """The feedback of guesses: `pegwise feedback --json`."""

    rows: list[FeedbackOfGuess]


class RepairTold(RowTold):
    """A change that would repair a contradiction: row `row`, counted from 1, would have `feedback`."""

    row: int


class ContradictionTold(BaseModel):
    """Rows that cannot all be true."""

    rows: list[int]
    repairs: list[RepairTold]
    complete: bool = Field(description="True if these are all repairs")
    smallest: bool = Field(description="True if no fewer rows contradict each other")
    text: str


class ConsistencyTold(BaseModel):
    """The code nearest to the rows, if it is not known whether any code is possible."""

    consistent: bool | None
    code: str | None
    distance: int = Field(description="The number of hits by which the code differs from the rows")
    misses: list[RowTold] = Field(description="The rows that it contradicts, with the feedback it would give")
    contradiction: ContradictionTold | None
    text: str


class CandidatesAnswer(_Counted):
    """The possible codes: `pegwise candidates --json`."""

    codes: list[str]
    complete: bool | None = Field(
        None, description="`false` if there was no time for all codes that were asked for; else not there"
    )
    consistency: ConsistencyTold | None = Field(
        None, description="The nearest code, if it is not known whether any code is possible"
    )


class _Split(BaseModel):
    worst: int
    expected_size: float
    bits: float
    class_count: int
    known: Known


class PartitionOfGuess(_Split):
    """How a guess splits the candidates."""

    guess: str
    is_candidate: bool
    classes: Classes


class PartitionAnswer(_Counted):
    """Guesses side by side: `pegwise partition --json`."""

    history: str
    partitions: list[PartitionOfGuess]


class JointClassTold(BaseModel):
    """The candidates that give the same feedback to each guess."""

    feedback: list[str] = Field(description="The feedback of each guess, in the order of the guesses")
    size: int
    codes: list[str] = Field(description="The lowest of these candidates, ten at most")


class JointPartitionTold(_Split):
    """How several guesses together split the candidates."""

    determines: bool | None = Field(
        description="Whether the feedback determines every candidate; null if it tells all of a sample apart"
    )
    singled_out: int = Field(description="The number of candidates that are alone in their joint class")
    total: int = Field(description="The number of candidates that are split; the size of the sample, if any")
    sizes: dict[str, int] = Field(description="How many joint classes there are of each size")
    classes: list[JointClassTold] = Field(description="The largest joint classes, the largest first")


class TogetherAnswer(_Counted):
    """Guesses that are all made before any feedback: `pegwise partition --together --json`."""

    history: str
    guesses: list[str]
    together: JointPartitionTold


class SampleOfHint(BaseModel):
    """What a sampled choice rests on."""

    size: int
    guesses: int
    error: float
    agreement: float | None = Field(
        None, description="The share of its size that the sample is worth, if two random walks were compared"
    )


class HintAnswer(_Answer, PartitionOfGuess):
    """The best next guess: `pegwise hint --json`."""

    history: str
    strategy: str
    candidates: int
    alternatives: list[PartitionOfGuess]
    sample: SampleOfHint | None = None


class Check(BaseModel):
    """Whether a guess may be the secret, and if not, the first row it contradicts."""

    consistent: bool
    contradicts: int | None
    feedback: str | None
    own_feedback: str | None


class DeductionFact(BaseModel):
    """A fact about the secret: a peg has a color or has not; a color occurs at least or at most so often."""

    kind: Literal["is", "not", "least", "most"]
    peg: int | None = Field(None, description="For `is` and `not`, the peg, counted from 1")
    color: int = Field(description="The color, counted from 1")
    times: int | None = Field(None, description="For `least` and `most`, how often the color occurs")


class CertainFacts(BaseModel):
    """What all possible codes have in common."""

    facts: list[DeductionFact]
    known: Known


class AdviceAnswer(_Answer, _Interval):
    """A hint up to a step: `pegwise hint --step 5 --json`."""

    history: str
    step: int
    own_guess: str | None
    check: Check | None
    candidates: int | None = None
    known: Known | None = Field(None, description="How `candidates` is known")
    certain: CertainFacts | None = None
    guess: HintAnswer | None = None
    why: PartitionOfGuess | None = None


class MoveReviewed(RowTold):
    """One guess of a game, reviewed."""

    candidates_before: int
    candidates_after: int
    consistent: bool
    contradicts: int | None
    worst: int
    expected_size: float
    bits: float
    most_bits: float | None = Field(description="The bits of the guess that gives most information")
    classes: Classes
    classes_known: Known = Field(description="sampled if the classes are those of a sample")
    rank: int | None
    best: str | None
    best_classes: Classes | None
    best_consistent: str | None = Field(description="A best guess that could be the secret")
    regret: float
    known: Known
    luck: float | None
    chance: float | None = Field(description="The chance of feedback that is at least as good")
    verdict: Literal["best", "good", "inaccuracy", "mistake", "blunder", "open"]
    text: str


class ReviewAnswer(_Answer):
    """What each guess lost: `pegwise review --json`."""

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
    searches: bool = Field(description="True if a guess may take a search without end")
    samples: bool = Field(description="True if the strategy uses samples in games of every size")
    options: list[str]


class ComparisonAnswer(_Answer):
    """The figures of a strategy: `pegwise tree --json`, and an element of `pegwise compare --json`."""

    strategy: str
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
    """What a feedback leads to; the guess is null after the win."""

    feedback: str
    size: int
    guess: str | None
    is_candidate: bool | None
    total: int
    average: float
    worst: int


class PlaceInFigure(BaseModel):
    """How Knuth's notation writes the node."""

    place: str
    line: str
    text: str
    whole: str | None = None


class TreeAnswer(_Answer):
    """One node of a strategy's tree. Its figures count guesses from the first one of the game."""

    strategy: str
    history: str
    start: str = Field(
        description="The rows that `tree` starts after: none, unless the strategy makes other guesses"
    )
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
    known: Known = Field(
        description="How the strategy is known; `upper` if the best one found so far may not be optimal"
    )


class DeductionLead(BaseModel):
    """What a row or the rules say before any fact is known."""

    kind: Literal["black-hits", "hits", "white-hits", "missed", "pegs", "distinct"]
    number: int | None
    row: int | None = Field(description="The row, counted from 1; null for what the rules say")


class DeductionSentence(BaseModel):
    """A sentence of a deduction."""

    kind: Literal["conclusion", "contradiction", "assumption", "refutation"]
    depth: int = Field(description="The number of assumptions around the sentence")
    text: str
    lead: DeductionLead | None
    because: list[DeductionFact]
    so: list[DeductionFact] = Field(description="What is concluded or assumed; empty for a contradiction")


class PuzzleSolution(BaseModel):
    """The solution of a puzzle."""

    secret: str | None = None
    steps: list[list[DeductionSentence]] | None = Field(
        None, description="The deduction, step by step; each step is a list of sentences"
    )
    guesses: list[str] | None = Field(None, description="For a one-guess puzzle, the guesses that solve it")


class PuzzleAnswer(_Answer):
    """A puzzle: `pegwise puzzle --json`."""

    kind: Literal["code", "one-guess"]
    seed: int | str | None
    version: int
    rows: list[RowTold]
    candidates: list[str] | None = None
    difficulty: dict[str, Any]
    solution: PuzzleSolution | None = None
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
    """A field of a request that is not as it should be."""

    where: str
    message: str


class ProblemAnswer(BaseModel):
    """A problem (RFC 9457). Some kinds of problems may have further members."""

    type: str = Field(
        description="A stable path that leads to an explanation", examples=["/api/v1/problems/limit"]
    )
    title: str
    status: int
    detail: str = Field(description="One line for a person")
    contradiction: ContradictionTold | None = None
    estimate: Estimate | None = None
    errors: list[WrongField] | None = None


class GameAnswer(_Answer):
    """A game: the keys of `pegwise play --json`, and `id`."""

    id: str = Field(description="The name of the game in the API; whoever knows it can play")
    codemaker: Literal["random", "adversary", "fixed"]
    known: Literal["exact", "sampled"] = Field(
        description="How an adversary counts candidates; `exact` for any other codemaker"
    )
    secret: str | None = Field(description="Null until the game is over")
    outcome: Literal["won", "lost", "resigned", "unfinished"]
    won: bool
    resigned: bool
    guesses: int
    max_guesses: int | None
    hints: int
    race: str | None
    started: str | None
    rows: list[RowTold]
