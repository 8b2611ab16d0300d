"""What ``print`` shows of each result, and that ``repr`` is short and, where it can be, reads back."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

import pegwise
from pegwise import (
    Adversary,
    Bounds,
    Code,
    Feedback,
    FixedCodemaker,
    Game,
    Limit,
    Position,
    Problem,
    Row,
    Rules,
    SavedGame,
    build_tree,
    parse_game,
)
from pegwise.analysis.bench import Bench
from pegwise.drawable import Printable
from pegwise.printing import PRINTERS, text
from pegwise.printing.layout import counted

if TYPE_CHECKING:
    from collections.abc import Callable

SPLIT = "into 4 classes: worst case 1, average 1.00, 2.000 bits"
SIDE = """\
  worst  average   bits  classes  candidate
12         1     1.00  2.000        4  yes
22         2     2.00  1.000        2  no"""

PRINTED: list[tuple[str, Callable[[], Any], str]] = [
    ("Position", lambda: Position("4x6 1122:B 1344:W"), "4x6: 44 candidates\n1  1122  B\n2  1344  W"),
    ("Position", lambda: Position("2x3 11:BB"), "2x3: 1 candidate\n1  11  BB"),
    ("Position", lambda: Position("2x3 11:B 11:-"), "2x3: 0 candidates\n1  11  B\n2  11  -"),
    (
        "Game",
        lambda: Game("4x6", "3632", max_guesses=10, rows="1122:B"),
        "4x6: 1 of 10 guesses made\n1  1122  B",
    ),
    ("Game", lambda: Game("4x6", Adversary("4x6")), "4x6: 0 guesses made"),
    ("Game", lambda: Game("2x3", "12", rows="12:BB"), "2x3: won in 1 guess\n1  12  BB"),
    (
        "Game",
        lambda: Game("2x3", "12", max_guesses=1, rows="11:B"),
        "2x3: lost after 1 guess; the secret is 12\n1  11  B",
    ),
    (
        "Record",
        lambda: parse_game("4x6-blanks 11..:BBB resigned secret=11.2"),
        "4x6-blanks: resigned after 1 guess; the secret is 11.2\n1  11..  BBB",
    ),
    (
        "Partition",
        lambda: Position("2x3 11:B").partition("22"),
        "22 splits 4 candidates into 2 classes: worst case 2, average 2.00, 1.000 bits; "
        "it cannot be the secret\n\nfeedback  candidates\n-                  2\nB                  2",
    ),
    ("Partition", lambda: Position("2x3 11:B 11:-").partition("22"), "22 splits no candidates"),
    ("Partitions", lambda: pegwise.partitions("2x3 11:B", ""), "2x3 after 11:B: 4 candidates"),
    (
        "Partitions",
        lambda: pegwise.partitions("2x3-black 11:B", "12"),
        "2x3-black after 11:B: 4 candidates\n(B)...\n(0)        -       2\n...",
    ),
    (
        "Partitions",
        lambda: pegwise.partitions("2x3-marks", "12"),
        "2x3-marks: 9 candidates\n...12\n           ..      1\n...",
    ),
    (
        "Partitions",
        lambda: pegwise.partitions("2x3 11:B", "12 22"),
        """2x3 after 11:B: 4 candidates
(B,W)             12     22
(0,0)      -       0      2
(0,1)      W       1      0
(0,2)      WW      1      0
(1,0)      B       1      2
(2,0)      BB      1      0
worst              1      2
average         1.00   2.00
bits           2.000  1.000
classes            4      2
candidate        yes     no
known          exact  exact""",
    ),
    (
        "JointPartition",
        lambda: pegwise.partition_together("2x3", "11 12"),
        "2x3: 9 candidates\n11 12 together split 9 candidates into 8 classes: worst case 2, average 1.22, "
        "2.948 bits.\nThe feedback determines 7 of 9 codes; each of the others shares its feedback with "
        "another code.\n\n11  12  size  codes\n-   B      2  22 32",
    ),
    (
        "JointPartition",
        lambda: pegwise.partition_together("2x3 11:B", ["12"]),
        "2x3 after 11:B: 4 candidates\n12 splits 4 candidates into 4 classes: worst case 1, average 1.00, "
        "2.000 bits.\nThe feedback determines every code.",
    ),
    ("JointClass", lambda: pegwise.partition_together("2x3", "11 12").classes[0], "- B: 2 candidates: 22 32"),
    (
        "JointClass",
        lambda: pegwise.partition_together("2x3", "11", codes=1).classes[0],
        "B: 4 candidates: 12 ...",
    ),
    ("JointClass", lambda: pegwise.partition_together("2x3", "11", codes=0).classes[0], "B: 4 candidates"),
    (
        "GivenFeedback",
        lambda: pegwise.feedback("4x6", "3632", "1122 4444"),
        "4x6, secret 3632\nguess  feedback\n1122   B\n4444   -",
    ),
    (
        "GivenFeedback",
        lambda: pegwise.feedback("4x6", ["3632", "1122"], "1344 1344"),
        "4x6\nsecret  guess  feedback\n3632    1344   W\n1122    1344   B",
    ),
    ("GivenFeedback", lambda: pegwise.feedback("1x3", "3", "1 " * 102), "1x3, secret 3\n...and 2 more"),
    (
        "ExplainedFeedback",
        lambda: pegwise.explain_feedback("2x12", "1-12", "12-3"),
        "12-3:W\npeg     1   2\nsecret  1   12\nguess   12  3\nhit     W2  -\n"
        "Peg 1 of the guess is a white hit: 12 is at peg 2 of the secret.\n"
        "Peg 2 of the guess is no hit: the secret has no 3.",
    ),
    (
        "Hint",
        lambda: pegwise.hint("2x3 11:B", alternatives=1),
        "Guess 12 (knuth): 2x3 after 11:B\n4 codes are possible. The guess splits them "
        f"{SPLIT}. It can be the secret.\n\n"
        "feedback  candidates\nWW                 1\nW                  1\nB                  1\n"
        "BB                 1\n\n"
        "next best  worst  average   bits  classes  candidate\n"
        "22             2     2.00  1.000        2  no",
    ),
    (
        "Advice",
        lambda: pegwise.advise("2x3 11:B", own_guess="22"),
        f"22 ...\nGuess 12: it splits 4 candidates {SPLIT}; it can be the secret.\n\nguess{SIDE}",
    ),
    ("Listing", lambda: pegwise.listing("2x3 11:B"), "2x3 after 11:B: 4 candidates\n12 13 21 31"),
    (
        "ContradictedRow",
        lambda: pegwise.contradicted_row("2x3 11:B", "22"),
        "Row 1 (11:B) contradicts it: the feedback would be -, not B.",
    ),
    (
        "Comparisons",
        lambda: pegwise.compare("2x3", strategies=["knuth", "most-parts"]),
        """2x3
strategy    first  total  average  worst  won at guess 1, 2, 3, ...  known
knuth       11        24   2.6667      4  1 2 5 1                    exact
most-parts  12        21   2.3333      3  1 4 4                      exact""",
    ),
    (
        "Comparison",
        lambda: pegwise.compare("2x3", strategies="knuth")[0],
        """2x3
strategy  first  total  average  worst  won at guess 1, 2, 3, ...  known
knuth     11        24   2.6667      4  1 2 5 1                    exact""",
    ),
    (
        "Review",
        lambda: pegwise.review("2x3 11:B 12:BB"),
        """2x3: Accuracy 79.4 %: 0.333 turns lost against best play.

guess  feedback  before  average  after  rank  regret   luck
11     B              9      3.7      4   2/2   0.333  -0.08  mistake
12     BB             4      1.0      1   1/4   0.000  +0.75  best

 1  11, mistake. ...
 2  12, best. ...

2 guesses = 2.333 (best play, on average) + 0.333 (lost) - 0.667 (good luck).
...""",
    ),
    ("Review", lambda: pegwise.review("2x3"), "2x3: There is no guess to review."),
    (
        "Move",
        lambda: pegwise.review("2x3 11:B 12:BB").moves[0],
        "1  11, mistake. 12 takes 0.333 turns fewer...",
    ),
    (
        "Deduction",
        lambda: pegwise.deduce("2x3 11:B 12:W"),
        """The code is 31 (5 steps, 0 suppositions).
1  Row 2 (12:W) has no black hits, so peg 1 is not 1.
2  Row 1 (11:B) has 1 hit, so there is a 1...""",
    ),
    ("Deduction", lambda: pegwise.deduce("2x3"), "The code does not follow (0 steps, 0 suppositions)."),
    (
        "Puzzle",
        lambda: pegwise.puzzle("2x3"),
        """Puzzle 0: 2x3, colors 1 to 3. Exactly one code is consistent with all rows.
Which?
1  12  -
Difficulty: easy (no assumptions). Deduced in 4 steps with no assumptions.""",
    ),
    (
        "OneGuessPuzzle",
        lambda: pegwise.one_guess_puzzle("3x4", candidates=3),
        """Puzzle 0: 3x4, colors 1 to 4. 3 codes are possible: 111 313 331. Which guess
gets different feedback from each?
1  424  -
2  311  BB
Difficulty: easy (one of the possible codes is a solution). 30 of all 64 codes
are solutions.""",
    ),
    (
        "StrategyTree",
        lambda: build_tree("2x3"),
        """knuth, 2x3: first guess 11
total 24, average 2.6667, worst 4
        1 won at guess 1
        2 won at guess 2
        5 won at guess 3
        1 won at guess 4""",
    ),
    (
        "NodeSummary",
        lambda: pegwise.node_summary(build_tree("2x3"), "11:B"),
        """knuth, 2x3 after 11:B: guess 12, 4 candidates
feedback  candidates  next guess
WW                 1  21
W                  1  31
B                  1  13
BB                 1""",
    ),
    (
        "Optimum",
        lambda: pegwise.optimum("2x3", threads=1),
        """optimal (total), 2x3: exact
first guess 12, total 21, average 2.3333, worst 3
        1 won at guess 1
        4 won at guess 2
        4 won at guess 3
5 positions searched in ... s""",
    ),
    (
        "Optimum",
        lambda: pegwise.optimum("2x3", max_guesses=1, objective="worst"),
        "2x3: no strategy breaks every code within 1 guess (proved)",
    ),
    (
        "GameValue",
        lambda: pegwise.value("2x3"),
        """value of 2x3: 29/12 = 2.4167 (exact)
codemaker:
class  example  codes  share          weight
AB     12           6    1/2  0.5000       1
AA     11           3    1/2  0.5000       2
codebreaker, 2 trees:
first guess   share  worst      AB      AA
12           0.7500      4  2.5000  2.3333
12           0.2500      3  2.1667  2.6667""",
    ),
    (
        "ClassShare",
        lambda: pegwise.value("2x3").codemaker[0],
        "AB, such as 12: share 1/2 = 0.5000, weight 1",
    ),
    (
        "TreeShare",
        lambda: pegwise.value("2x3").codebreaker[1],
        "12 first: share 1/4 = 0.2500, total 21, averages 13/6, 8/3",
    ),
    (
        "ValueBounds",
        lambda: pegwise.ValueBounds(Fraction(7, 3), None, 1, 0, 0.2),
        "at least 7/3 = 2.3333, no upper bound; 0 trees in 0.2 s",
    ),
    (
        "Problem",
        lambda: Problem(Position("2x3"), max_guesses=4, first=Code("12"), candidates_from=2),
        "least total for 2x3, at most 4 guesses, 12 first, only candidates from guess 2 on",
    ),
    (
        "Bounds",
        lambda: Bounds(3, None, 1, 0.2),
        "at least 3, no upper bound; 1 position searched in 0.2 s",
    ),
    (
        "GuessValue",
        lambda: pegwise.value_guesses("2x3")[0],
        "12: total 21, average 2.3333, regret 0.0000",
    ),
    (
        "Statistics",
        lambda: pegwise.statistics("2x3 11:B 12:BB\n2x3 11:B max-guesses=1", strategies="knuth")[0],
        """2x3: 2 games, 1 won, 1 lost, 0 resigned, 0 hints
  1     0
  2     1  ##############################
turns lost against best play: 0.333 per game
same codes  average  you won  drawn  you lost
you            2.00
knuth          2.00        0      1         0""",
    ),
    (
        "Rival",
        lambda: pegwise.Rival("knuth", 5.0, 1, 0, 2),
        "knuth takes 5.00 guesses on average for the same codes: you took fewer in 1, as many in 0, ...",
    ),
    (
        "Bench",
        lambda: Bench({"4x6": 1.5e9}, {"knuth 4x6": 0.01}, "abc", "x86-64-v3"),
        """signature abc, kernels x86-64-v3

rules  million pairs per second
4x6                       1,500

tree       milliseconds
knuth 4x6          10.0""",
    ),
    (
        "Table",
        lambda: pegwise.table("4x6"),
        """rules  codes  first  total  at least  average  worst  least worst  known
4x6     1296  1123    5625      5625   4.3403      6            5  exact, certified""",
    ),
    (
        "TableRow",
        lambda: pegwise.table("4x6")[0],
        "4x6: 1296 codes\nleast total 5625, exact (certified): average 4.3403, worst 6, first guess ...",
    ),
    # These write themselves.
    ("Rules", lambda: Rules(4, 6, repeats=False), "4x6-distinct"),
    ("Code", lambda: Code((1, 1, 2, 2)), "1122"),
    ("Feedback", lambda: Feedback(1, 2), "BWW"),
    ("Row", lambda: Row("1122", "B"), "1122:B"),
    ("Count", lambda: Position("4x6 1122:B").count(), "256"),
    ("Certain", lambda: pegwise.certain("4x6 1122:-"), "...no 1 and no 2."),
    ("Contradiction", lambda: Position("2x3 11:B 11:-").contradiction(), "... 1 (11:B) and 2 (11:-) ..."),
    ("Consistency", lambda: Position("2x3 11:BB").consistency(), "...11"),
    ("Repair", lambda: pegwise.Repair(1, Code("11"), Feedback("-")), "row 1 (11) ...-"),
    ("Cost", lambda: pegwise.estimate_position("4x6"), "less than a second and ... MiB of memory"),
    ("SavedGame", lambda: SavedGame(3, parse_game("1122:B")), "game 3: 4x6 1122:B"),
    (
        "Sample",
        lambda: pegwise.Sample(400, 10_000, 5_000),
        "5000 guesses against 400 of 10000 candidates, shares known to ± 0.024",
    ),
    (
        "Plot",
        lambda: pegwise.plot_comparison(build_tree("2x3")),
        "Secrets won at each guess, 2x3\nknuth: average 2.6667, worst 4; ...",
    ),
]


@pytest.mark.parametrize(
    ("make", "wanted"),
    [case[1:] for case in PRINTED],
    ids=[f"{n}-{case[0]}" for n, case in enumerate(PRINTED)],
)
def test_a_result_prints_what_a_person_wants_to_see(make: Callable[[], Any], wanted: str) -> None:
    shown = str(make())
    place = 0
    for number, part in enumerate(wanted.split("...")):
        found = shown.find(part, place)
        assert found == 0 if number == 0 else found >= 0, shown
        place = found + len(part)
    assert wanted.endswith("...") or place == len(shown), shown
    assert not any(line.endswith(" ") for line in shown.splitlines())
    assert not shown.endswith("\n")


def test_the_table_has_an_example_of_all_that_prints() -> None:
    assert PRINTERS.keys() <= {name for name, *_ in PRINTED}


def test_every_public_result_prints_more_than_its_repr() -> None:
    plain = {"Hit", "Node", "Bounded", "CertificateFile", "Printed"}  # a repr says all there is
    results = {
        name
        for name in pegwise.__all__
        if isinstance(getattr(pegwise, name), type) and hasattr(getattr(pegwise, name), "to_dict")
    }
    assert results - plain <= {name for name, *_ in PRINTED}


@pytest.mark.parametrize(
    "value",
    [
        Position("4x6 1122:B"),
        Rules(3, 12, whites=False),
        Code((1, 1, 2, 2)),
        Code((12,)),
        Rules(3, 10).code((1, 2, 10)),
        Rules(3, 12).code((1, 2, 3)),
        Feedback(0, 0),
        Row("1122", "BWW"),
        Row((12,), "B"),
        Limit(seconds=2.0),
        parse_game("4x6 1122:B max-guesses=10"),
        Position("2x3").partition("12"),
        pegwise.compare("2x3", strategies="knuth")[0],
        pegwise.value_guesses("2x3")[0],
        Problem(Position("2x3"), first=Code("12")),
        Bounds(3, None, 1, 0.2),
        pegwise.make("knuth", first="1122"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_repr_reads_back(value: object) -> None:
    names = {
        **{name: getattr(pegwise, name) for name in pegwise.__all__},
        "Knuth": type(pegwise.make("knuth")),
    }
    assert eval(repr(value), names) == value


def test_games_and_codemakers_have_a_repr_that_reads_back() -> None:
    for shown in (
        "Game('4x6', FixedCodemaker('4x6', '3632'), max_guesses=10, rows='1122:B')",
        "Game('4x6', Adversary('4x6'))",
    ):
        names = {"Game": Game, "FixedCodemaker": FixedCodemaker, "Adversary": Adversary}
        assert repr(eval(shown, names)) == shown


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: pegwise.hint("4x6 1122:B 1344:W"), "Hint: Guess 3526 (knuth): 4x6 after 1122:B 1344:W"),
        (lambda: pegwise.listing("4x6"), "Listing: 4x6: 1296 candidates"),
        (lambda: pegwise.compare("2x3", strategies="knuth"), "Comparisons: 2x3"),
        (
            lambda: pegwise.puzzle("2x3"),
            "Puzzle: Puzzle 0: 2x3, colors 1 to 3. Exactly one code is consistent with all rows.",
        ),
        (lambda: pegwise.optimum("2x3"), "Optimum: optimal (total), 2x3: exact"),
    ],
)
def test_the_repr_of_a_large_result_is_one_line(make: Callable[[], Any], name: str) -> None:
    assert repr(make()) == f"<{name}>"


def test_the_secret_of_a_game_in_progress_and_of_a_puzzle_is_not_printed() -> None:
    assert "3632" not in str(Game("4x6", "3632", rows="1122:B"))
    puzzle = pegwise.puzzle("4x6", seed=1)
    assert str(puzzle.secret) not in str(puzzle) + repr(puzzle)


def test_what_cannot_be_counted_says_so() -> None:
    sampled = str(pegwise.hint("12x12", limit=Limit(seconds=0.5), seed=1))
    assert "\n8916100448256 codes are possible. The guess splits a sample of " in sampled
    assert "\nChosen with a sample: " in sampled
    assert " classes more, of " in sampled
    assert counted(pegwise.Count(5000, "upper"), "candidate") == "at most 5000 candidates"


def test_printing_loads_only_what_it_needs_and_importing_none_of_it() -> None:
    program = (
        "import sys, pegwise; shown = lambda: [m for m in sys.modules if 'pegwise.printing' in m];"
        "assert not shown(); position = pegwise.Position('4x6 1122:B'); assert not shown(); str(position);"
        "print(sorted(shown()), 'pegwise.analysis.review' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    modules = ["pegwise.printing", "pegwise.printing.board", "pegwise.printing.layout"]
    assert ran.stdout.strip() == f"{modules} False"


def test_what_is_no_result_is_refused() -> None:
    with pytest.raises(TypeError, match="int is no result"):
        text(5)
    assert issubclass(Position, Printable)


@pytest.mark.parametrize(
    "value",
    [
        Position("4x6 1122:B"),
        Row("1122:B"),
        Rules(3, 12).code("1-2-3"),
        build_tree("3x4"),
        pegwise.optimum("2x3"),
        pegwise.hint("4x6 1122:B"),
        pegwise.review("2x3 11:B 12:BB"),
        pegwise.puzzle("2x3"),
        pegwise.compare("2x3", strategies="knuth"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_pickled_or_copied_is_the_same(value: Any) -> None:
    for other in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert type(other) is type(value)
        assert other == value
        assert str(other) == str(value)


def test_a_position_is_pickled_without_its_candidates() -> None:
    position = Position("4x6")
    before = len(pickle.dumps(position))
    assert len(position) == 1296
    assert len(pickle.dumps(position)) == before < 200


def test_a_copied_game_goes_its_own_way() -> None:
    game = Game("4x6", "3632", rows="1122:B")
    other = copy.copy(game)
    other.guess("1344")
    assert (len(game.rows), len(other.rows)) == (1, 2)
