"""Games that the server keeps."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from pegwise.errors import FileFormatError
from pegwise.play.game_line import parse_game
from pegwise.play.record import Record
from pegwise.rules import Rules
from pegwise.web.app import create_app
from pegwise.web.games import Games
from pegwise.web.limits.refusals import MovedOn, NoGame, NotKept
from pegwise.web.limits.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

LINE = "4x6 secret=3632 max-guesses=10"
NO_GAME = "there is no game of this name; games are kept for a time only"


class Player:
    """Plays over the API."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def begin(self, **game: Any) -> dict[str, Any]:
        answer = await self.client.post("/api/v1/games", json=game)
        assert answer.status_code == 201, answer.text
        assert answer.headers["Location"] == f"/api/v1/games/{answer.json()['id']}"
        return dict(answer.json())

    async def ask(self, method: str, path: str, **request: Any) -> httpx.Response:
        return await self.client.request(method, f"/api/v1/games/{path}", **request)

    async def guess(self, name: str, code: str, **more: Any) -> httpx.Response:
        return await self.ask("POST", f"{name}/rows", json={"guess": code, **more})


def playing(
    test: Callable[[Player, Any], Coroutine[Any, Any, None]], settings: Settings | None = None
) -> None:
    async def whole() -> None:
        app = create_app(settings or Settings(workers=1))
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                await test(Player(client), app)

    asyncio.run(asyncio.wait_for(whole(), 60))


def secret_of(app: Any, name: str) -> str:
    with closing(sqlite3.connect(app.state.settings.games_file)) as file:
        line = file.execute("SELECT line FROM games WHERE id = ?", (name,)).fetchone()[0]
    return str(parse_game(line).secret)


def test_a_whole_game_is_played_and_the_secret_told_at_its_end_only() -> None:
    async def test(player: Player, app: Any) -> None:
        game = await player.begin(rules="4x6")
        name = game["id"]
        assert (game["rules"], game["max_guesses"], game["rows"], game["secret"]) == ("4x6", 10, [], None)
        secret = secret_of(app, name)
        wrong = "1122" if secret != "1122" else "1123"
        after = (await player.guess(name, wrong)).json()
        told = Rules(4, 6).feedback(tuple(map(int, secret)), tuple(map(int, wrong)))
        assert after["rows"] == [{"guess": wrong, "feedback": str(told)}]
        for answer in (after, (await player.ask("GET", name)).json()):
            assert answer["secret"] is None
            assert secret not in str(answer)
        won = (await player.guess(name, secret)).json()
        assert (won["outcome"], won["won"], won["secret"], won["guesses"]) == ("won", True, secret, 2)
        assert set(won) == {"id", "known", *Record(Rules(4, 6)).to_dict()}
        late = await player.guess(name, wrong)
        assert late.status_code == 409
        assert "it was won" in late.json()["detail"]

    playing(test)


def test_an_adversary_gives_in_only_when_one_code_is_left() -> None:
    async def test(player: Player, app: Any) -> None:
        name = (await player.begin(rules="4x6", codemaker="adversary"))["id"]
        for code, told in (("1122", "W"), ("3344", "BW"), ("5566", "W")):
            answer = (await player.guess(name, code)).json()
            assert (answer["rows"][-1]["feedback"], answer["secret"]) == (told, None)
        given_up = (await player.ask("POST", f"{name}/resign")).json()
        assert (given_up["outcome"], given_up["known"]) == ("resigned", "exact")
        rules = Rules(4, 6)
        secret = tuple(map(int, given_up["secret"]))
        for row in given_up["rows"]:
            assert str(rules.feedback(secret, tuple(map(int, row["guess"])))) == row["feedback"]

    playing(test)


def test_resigning_running_out_of_rows_and_forgetting() -> None:
    async def test(player: Player, app: Any) -> None:
        name = (await player.begin())["id"]
        told = (await player.ask("POST", f"{name}/resign")).json()
        assert (told["outcome"], told["secret"]) == ("resigned", secret_of(app, name))
        assert (await player.ask("POST", f"{name}/resign")).status_code == 409
        short = (await player.begin(max_guesses=1))["id"]
        secret = secret_of(app, short)
        lost = (await player.guess(short, "6543" if secret != "6543" else "6542")).json()
        assert (lost["outcome"], lost["secret"]) == ("lost", secret)
        assert (await player.ask("DELETE", short)).status_code == 204
        for method, path in (
            ("GET", short),
            ("DELETE", short),
            ("POST", f"{short}/resign"),
            ("GET", "nothing"),
        ):
            assert (await player.ask(method, path)).status_code == 404

    playing(test)


def test_the_same_guess_sent_again_under_its_number_is_made_once() -> None:
    async def test(player: Player, app: Any) -> None:
        name = (await player.begin())["id"]
        secret = secret_of(app, name)
        first, other = [code for code in ("1122", "3344", "5566") if code != secret][:2]
        once = (await player.guess(name, first, number=1)).json()
        assert (await player.guess(name, first, number=1)).json() == once
        assert len(once["rows"]) == 1
        for number in (1, 3):
            assert (await player.guess(name, other, number=number)).status_code == 409
        both = await asyncio.gather(*(player.guess(name, code, number=2) for code in (first, other)))
        assert sorted(answer.status_code for answer in both) == [200, 409]

    playing(test)


def test_empty_holes_are_played_as_dots() -> None:
    async def test(player: Player, app: Any) -> None:
        game = await player.begin(rules="4x6-blanks")
        assert game["rules"] == "4x6-blanks"
        answer = (await player.guess(game["id"], "1..2")).json()
        assert answer["rows"][0]["guess"] == "1..2"

    playing(test)


@pytest.mark.parametrize(
    "game",
    [
        {"rules": "99999x99999"},
        {"rules": "1000x1000"},
        {"rules": "101x2"},
        {"rules": "no rules"},
        {"rules": "5x4-distinct"},
        {"max_guesses": 65},
        {"max_guesses": 0},
        {"codemaker": "fixed"},
        {"secret": "1122"},
        {"rules": None},
    ],
)
def test_games_that_are_not_played_here_are_refused(game: dict[str, Any]) -> None:
    async def test(player: Player, app: Any) -> None:
        answer = await player.client.post("/api/v1/games", json=game)
        assert answer.status_code == 422
        assert answer.headers["Content-Type"] == "application/problem+json"

    playing(test)


@pytest.mark.parametrize(
    "guess", ["", "112", "1127", "11222", "x" * 5000, "9" * 4000, "1 " * 2000, "１１２２"]
)
def test_a_guess_that_is_none_changes_nothing(guess: str) -> None:
    async def test(player: Player, app: Any) -> None:
        name = (await player.begin())["id"]
        answer = await player.guess(name, guess)
        assert answer.status_code in (200, 422)
        assert answer.status_code == 200 or (await player.ask("GET", name)).json()["rows"] == []

    playing(test)


@pytest.mark.exhaustive
def test_a_large_game_takes_its_turns_in_little_time() -> None:
    async def test(player: Player, app: Any) -> None:
        name = (await player.begin(rules="100x1000", max_guesses=64))["id"]
        code = "-".join(str(900 + place) for place in range(100))
        for number in range(1, 65):
            answer = await player.guess(name, code, number=number)
            assert answer.status_code == 200, answer.text
        assert answer.json()["outcome"] == "lost"

    playing(test)


async def _kept(games: Games, lines: int, client: str = "203.0.113.7") -> list[str]:
    return [await games.do(games.add, parse_game(LINE), client) for _ in range(lines)]


def test_games_are_bounded_in_number_and_the_longest_untouched_goes_first() -> None:
    async def test() -> None:
        games = Games(Settings(games=3))
        first, second, third = await _kept(games, 3)
        await games.do(games.replace, first, LINE, "4x6 1122:B secret=3632 max-guesses=10")
        fourth = (await _kept(games, 1))[0]
        assert await games.do(games.count) == 3
        with pytest.raises(NoGame):
            await games.do(games.get, second)
        for name in (first, third, fourth):
            assert await games.do(games.get, name)
        games.close()

    asyncio.run(test())


async def _there(games: Games, names: list[str]) -> list[bool]:
    found = []
    for name in names:
        try:
            await games.do(games.get, name)
        except NoGame:
            found.append(False)
        else:
            found.append(True)
    return found


def test_a_client_at_its_limit_loses_its_own_oldest_game() -> None:
    async def test() -> None:
        games = Games(Settings(games=100, client_games=2))
        polite = await _kept(games, 1, "polite")
        greedy = await _kept(games, 2, "greedy")
        await games.do(games.replace, greedy[0], LINE, "4x6 1122:B secret=3632 max-guesses=10")
        more = await _kept(games, 1, "greedy")
        assert await _there(games, [*polite, *greedy, *more]) == [True, True, False, True]
        assert await games.do(games.count) == 3
        games.close()

    asyncio.run(test())


@pytest.mark.exhaustive
def test_eleven_hundred_games_of_one_client_delete_nobody_elses() -> None:
    async def test() -> None:
        games = Games(Settings())
        polite = await _kept(games, 3, "polite")
        greedy = await _kept(games, 1100, "greedy")
        assert all(await _there(games, polite))
        assert await games.do(games.count) == 3 + Settings().client_games
        assert all(await _there(games, greedy[-Settings().client_games :]))
        games.close()

    asyncio.run(test())


def test_at_the_limit_of_all_games_the_client_with_most_loses_one() -> None:
    async def test() -> None:
        games = Games(Settings(games=6, client_games=4))
        polite = await _kept(games, 1, "polite")
        most = await _kept(games, 3, "b")
        fewer = await _kept(games, 2, "c")
        (new,) = await _kept(games, 1, "d")
        (oldest, *rest), others = most, [*polite, *fewer, new]
        assert await _there(games, [oldest]) == [False]
        assert all(await _there(games, [*rest, *others]))
        assert await games.do(games.count) == 6
        # With as many games each, the client of the oldest loses one.
        (newer,) = await _kept(games, 1, "polite")
        assert await _there(games, polite) == [False]
        assert all(await _there(games, [*rest, *fewer, new, newer]))
        games.close()

    asyncio.run(test())


def test_limits_that_were_lowered_are_kept_to_from_the_next_game_on() -> None:
    async def test() -> None:
        games = Games(Settings(games=20))
        for client in "abc":
            await _kept(games, 5, client)
        games.close()
        lowered = Games(Settings(games=6, client_games=2))
        (new,) = await _kept(lowered, 1, "a")
        assert await lowered.do(lowered.count) == 6
        assert await _there(lowered, [new]) == [True]
        lowered.close()

    asyncio.run(test())


def test_games_are_bounded_in_age() -> None:
    async def test() -> None:
        settings = Settings(days=0.5)
        games = Games(settings)
        old, new = await _kept(games, 2)
        with closing(sqlite3.connect(settings.games_file)) as file, file:
            file.execute("UPDATE games SET touched = ? WHERE id = ?", (time.time() - 43_300, old))
        with pytest.raises(NoGame, match=f"^{NO_GAME}$"):
            await games.do(games.get, old)
        assert await games.do(games.get, new)
        await _kept(games, 1)
        assert await games.do(games.count) == 2
        games.close()

    asyncio.run(test())


def test_games_outlive_the_server_and_move_on_once_only() -> None:
    async def test() -> None:
        games = Games(Settings())
        name = (await _kept(games, 1))[0]
        after = "4x6 1122:B secret=3632 max-guesses=10"
        await games.do(games.replace, name, LINE, after)
        games.close()
        again = Games(Settings())
        assert await again.do(again.get, name) == after
        with pytest.raises(MovedOn, match="^another move was made in this game meanwhile$"):
            await again.do(again.replace, name, LINE, after)
        for gone in (again.do(again.replace, "nothing", LINE, after), again.do(again.remove, "nothing")):
            with pytest.raises(NoGame, match=f"^{NO_GAME}$"):
                await gone
        await again.do(again.remove, name)
        assert await again.do(again.count) == 0
        again.close()

    asyncio.run(test())


def test_names_cannot_be_guessed() -> None:
    async def test() -> None:
        games = Games(Settings())
        names = await _kept(games, 50)
        assert len(set(names)) == 50
        assert {len(name) for name in names} == {22}
        games.close()

    asyncio.run(test())


def test_a_file_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    (tmp_path / "served.sqlite").write_bytes(b"something else" * 100)
    with pytest.raises(FileFormatError, match="the server's games"):
        Games(Settings(data=str(tmp_path)))
    with pytest.raises(FileFormatError, match="cannot be opened"):
        Games(Settings(data=str(tmp_path / "served.sqlite" / "below")))
    assert set(threading.enumerate()) <= before


def test_the_folder_of_the_games_is_made_with_those_above_it(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    for _ in range(2):
        Games(Settings(data=str(folder))).close()
    assert (folder / "served.sqlite").exists()


def test_a_file_that_another_holds_is_a_refusal_and_then_goes_on() -> None:
    async def test() -> None:
        settings = Settings()
        games = Games(settings)
        # A cursor that left its thread would be freed here, while that thread reads why its own call failed.
        await games.do(lambda: games._file.execute("PRAGMA busy_timeout = 50").close())
        holder = sqlite3.connect(settings.games_file)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotKept) as refused:
            await _kept(games, 1)
        assert str(refused.value) == "games cannot be saved now (database is locked)"
        assert refused.value.headers == {"Retry-After": "5"}
        holder.rollback()
        holder.close()
        assert await _kept(games, 1)
        games.close()

    asyncio.run(test())


def test_a_game_that_cannot_be_read_is_a_refusal() -> None:
    async def test() -> None:
        games = Games(Settings())
        await games.do(lambda: games._file.execute("DROP TABLE games"))
        with pytest.raises(NotKept) as refused:
            await games.do(games.get, "name")
        assert str(refused.value) == "games cannot be read now (no such table: games)"
        assert refused.value.headers == {"Retry-After": "5"}
        games.close()

    asyncio.run(test())
