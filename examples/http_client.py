"""Play a game over the HTTP API, with the standard library alone.

Use: python examples/http_client.py [ADDRESS]

ADDRESS is http://127.0.0.1:8000, where ``pegwise serve`` listens, if you name none.
"""

from __future__ import annotations

import json
import sys
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen


class Api:
    """Asks a pegwise server."""

    def __init__(self, address: str) -> None:
        self.base = f"{address.rstrip('/')}/api/v1"

    def ask(self, path: str, **question: Any) -> dict[str, Any]:
        """Send a question and return the answer."""
        body = json.dumps(question).encode()
        request = Request(f"{self.base}/{path}", body, {"Content-Type": "application/json"})
        with urlopen(request, timeout=30) as response:
            answer: dict[str, Any] = json.load(response)
        return answer


def play(api: Api, rules: str) -> None:
    """Let the server hold a secret, guess what its hints say, and print the rows."""
    game = api.ask("games", rules=rules)
    while game["secret"] is None:  # the server tells it when the game is over
        history = " ".join(f"{row['guess']}:{row['feedback']}" for row in game["rows"])
        hint = api.ask("hint", rules=rules, history=history)
        game = api.ask(f"games/{game['id']}/rows", guess=hint["guess"], number=len(game["rows"]) + 1)
        row = game["rows"][-1]
        print(f"{hint['candidates']:>6} candidates  {row['guess']}  {row['feedback']}")
    print(f"The secret was {game['secret']}.")


def main(address: str = "http://127.0.0.1:8000") -> int:
    """Play one game; return the exit status."""
    try:
        play(Api(address), "4x6")
    except HTTPError as error:  # a problem, with a line for a person
        print(json.load(error)["detail"], file=sys.stderr)
        return 2
    except URLError as error:
        print(f"No server answers at {address}: {error.reason}. Start one: pegwise serve", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
