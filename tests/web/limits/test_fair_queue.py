"""Who is next, by a clock that stands still unless it is moved."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from pegwise.web.limits.fair_queue import FULL, QUICK, Line, Ticket
from pegwise.web.limits.refusals import Busy, TooManyQuestions
from pegwise.web.limits.settings import Settings


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Fake:
    """A line with workers that only tell whose question they have."""

    def __init__(self, **settings: Any) -> None:
        self.clock = Clock()
        self.settings = Settings(**{"workers": 2, **settings})
        self.line = Line(self.settings, self.clock)
        self.running: list[Ticket] = []

    def ask(self, client: str, seconds: float = 10.0) -> Ticket:
        ticket = Ticket(client, seconds)
        assert self.line.join(ticket) is None
        return ticket

    def take(self, lane: str = FULL) -> str | None:
        ticket = self.line.take(lane)
        if ticket is not None:
            self.running.append(ticket)
        return None if ticket is None else ticket.client

    def end(self, client: str, after: float) -> None:
        """The question of a client is answered."""
        self.clock.now += after
        ticket = next(each for each in self.running if each.client == client)
        self.running.remove(ticket)
        self.line.done(ticket)


def test_a_client_holds_its_share_of_the_workers_and_no_more() -> None:
    fake = Fake(workers=4)
    for _ in range(4):
        fake.ask("greedy")
    assert [fake.take() for _ in range(3)] == ["greedy", "greedy", None]
    fake.ask("polite")
    assert fake.take() == "polite"
    fake.end("greedy", 1)
    assert fake.take() == "greedy"
    alone = Fake(workers=2, share=2)
    alone.ask("one")
    alone.ask("one")
    assert [alone.take(), alone.take()] == ["one", "one"]


def test_clients_take_turns_however_many_questions_each_has() -> None:
    fake = Fake(workers=1)
    for _ in range(6):
        fake.ask("greedy")
    for _ in range(3):
        fake.ask("polite")
    order = []
    for _ in range(6):
        order.append(fake.take())
        fake.end(str(order[-1]), 10)
    assert all(before != after for before, after in pairwise(order))
    assert len(fake.line) == 3


def test_a_client_that_used_little_goes_first_and_its_own_questions_keep_their_order() -> None:
    fake = Fake(workers=1)
    fake.ask("greedy")
    assert fake.take() == "greedy"
    fake.end("greedy", 10)
    first, second = fake.ask("greedy", 1), fake.ask("greedy", 1)
    fake.ask("polite", 2)
    assert fake.take() == "polite"
    fake.end("polite", 0.1)
    assert fake.line.take(FULL) is first
    fake.line.done(first)
    assert fake.line.take(FULL) is second


def test_of_clients_that_used_as_much_the_shorter_question_goes_first_then_the_older() -> None:
    fake = Fake(workers=3)
    for client, seconds in (("a", 10), ("b", 2), ("c", 2)):
        fake.ask(client, seconds)
    assert [fake.take() for _ in range(3)] == ["b", "c", "a"]


def test_only_the_time_taken_is_charged_and_it_counts_half_after_half_a_minute() -> None:
    fake = Fake()
    fake.ask("a", 10)
    fake.take()
    assert fake.line.used("a") == 10
    fake.end("a", 0)
    assert fake.line.used("a") == 0
    fake.ask("a", 10)
    fake.take()
    fake.end("a", 10)
    used = fake.line.used("a")
    assert used == pytest.approx(10, rel=0.25)
    fake.clock.now += 30
    assert fake.line.used("a") == pytest.approx(used / 2)
    assert fake.line.used("nobody") == 0


def test_a_quick_worker_tries_each_question_once() -> None:
    fake = Fake(workers=1)
    fake.ask("greedy")
    assert fake.take() == "greedy"
    first, second = fake.ask("greedy"), fake.ask("greedy")
    assert fake.line.take(QUICK) is first
    assert (first.lane, first.charged) == (QUICK, fake.settings.quick_seconds)
    assert fake.line.take(QUICK) is None  # its share of the quick workers
    fake.line.done(first)
    first.tried = True
    assert fake.line.join(first) is None
    assert fake.line.take(QUICK) is second
    fake.line.done(second)
    second.tried = True
    fake.line.join(second)
    assert fake.line.take(QUICK) is None
    fake.end("greedy", 10)
    taken = fake.line.take(FULL)
    assert taken is second  # the last to come back stands at the front
    assert len(fake.line) == 1


def test_a_question_of_a_moment_waits_for_one_try_at_most_behind_eight_greedy_clients() -> None:
    """The promise, for any number of greedy clients: the polite one is the next of the quick worker."""
    fake = Fake(workers=2)
    for n in range(8):
        fake.ask(f"greedy {n}")
    assert {fake.take(), fake.take()} == {"greedy 0", "greedy 1"}
    for _ in range(4):
        trying = str(fake.take(QUICK))
        for _ in range(5):
            fake.ask("polite", 2)
            fake.clock.now += 0.5
            tried = next(each for each in fake.running if each.client == trying)
            fake.running.remove(tried)
            fake.line.done(tried)
            if trying != "polite":
                tried.tried = True
                fake.line.join(tried)
            trying = str(fake.take(QUICK))
            assert trying == "polite"
        fake.end("polite", 0.02)


def test_a_client_has_so_many_questions_waiting_and_then_is_refused() -> None:
    fake = Fake(queue=3)
    for _ in range(3):
        fake.ask("greedy")
    with pytest.raises(TooManyQuestions) as refused:
        fake.line.join(Ticket("greedy", 1))
    assert str(refused.value) == (
        "3 of your questions wait already, and the server holds no more for one client"
    )
    assert refused.value.headers == {"Retry-After": "2"}
    fake.ask("polite")
    fake.take()
    fake.ask("greedy")
    assert len(fake.line) == 4


def test_when_the_line_is_full_the_client_with_most_questions_gives_its_newest_up() -> None:
    fake = Fake(waiting=4)
    tickets = [fake.ask("greedy") for _ in range(3)]
    fake.ask("other")
    polite = Ticket("polite", 1)
    assert fake.line.join(polite) is tickets[-1]
    assert len(fake.line) == 4
    more = Ticket("greedy", 1)
    assert fake.line.join(more) is more
    refusal = fake.line.full()
    assert (type(refusal), refusal.headers) == (Busy, {"Retry-After": "2"})
    assert str(refusal) == "4 questions wait already, and the server holds no more"


def test_of_clients_with_one_question_each_the_one_that_used_most_gives_it_up_then_the_last() -> None:
    fake = Fake(waiting=2, workers=1)
    fake.ask("greedy")
    fake.take()
    fake.end("greedy", 5)
    used = fake.ask("greedy")
    fake.ask("a")
    assert fake.line.join(Ticket("b", 1)) is used
    last = Ticket("c", 1)
    assert fake.line.join(last) is last


def test_who_leaves_is_not_taken() -> None:
    fake = Fake()
    gone = fake.ask("a")
    fake.ask("b")
    fake.line.leave(gone)
    fake.line.leave(gone)
    fake.line.leave(Ticket("c", 1))
    assert [fake.take(), fake.take()] == ["b", None]
    assert len(fake.line) == 0
    assert fake.line.tickets() == []


def test_a_question_that_was_tried_keeps_its_place_though_the_line_is_full() -> None:
    fake = Fake(workers=1, queue=1, waiting=1)
    fake.ask("a")
    fake.take()
    tried = fake.ask("b")
    assert fake.line.take(QUICK) is tried
    fake.ask("b")
    fake.line.done(tried)
    tried.tried = True
    assert fake.line.join(tried) is None
    assert len(fake.line) == 2


def test_accounts_are_forgotten_so_that_clients_without_end_do_not_fill_the_memory() -> None:
    fake = Fake()
    most = 0
    for n in range(20_000):
        fake.ask(f"client {n}")
        fake.take()
        fake.end(f"client {n}", 0.02)
        most = max(most, len(fake.line._used))
    assert most < 5000
    fake.clock.now += 3600
    fake.ask("last")
    fake.take()
    fake.end("last", 0.001)
    assert len(fake.line._used) == 0
    assert not fake.line._waiting
    assert not fake.line._running


def test_the_account_of_a_client_whose_question_runs_is_kept() -> None:
    fake = Fake()
    fake.ask("slow")
    fake.take()
    fake.clock.now += 1000
    fake.ask("other")
    fake.take()
    fake.end("other", 0)
    assert len(fake.line._used) == 1
    fake.end("slow", 0)
    assert fake.line.used("slow") > 900
