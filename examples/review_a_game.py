"""Review a game that you paste: what each guess cost, and the moment to look at again.

Use: python examples/review_a_game.py GAME
     python examples/review_a_game.py < FILE

GAME is one line, such as "1122:B 1344:W 3526:BWW 1462:BW 3632". Put other rules first: "5x8 11223:BW ...".
A FILE has a game in each line.
"""

from __future__ import annotations

import sys

import pegwise


def show(line: str) -> None:
    """Print the verdict of each guess, then the lesson."""
    found = pegwise.review(line)
    for move in found.moves:
        guess, feedback = move.row
        print(f"{guess!s:>8} {feedback!s:8} {move.verdict:10} {move.text}")
    print(found.lesson)


def main(words: list[str]) -> int:
    """Review the game of the command line, or those of standard input; return the exit status."""
    lines = [" ".join(words)] if words else [line for line in sys.stdin if line.strip()]
    try:
        for line in lines:
            show(line)
    except pegwise.PegwiseError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
