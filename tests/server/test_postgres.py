"""Games in PostgreSQL: migrations, whole games, and two server processes that share live games."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine
from websockets.sync.client import connect as connect_to

from escarmouche.server.storage import Storage, whole_url
from escarmouche.server.tables import metadata
from tests.server import postgres
from tests.server.serving import (
    BOT,
    HERE,
    Json,
    Player,
    Process,
    inside,
    open_game,
    pick,
    play_both,
    process,
    two_seats,
    wait_for,
)


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """A database that is empty at first."""
    with postgres.running() as url:
        yield url


def differences(url: str) -> list[Any]:
    """What an up-to-date database has otherwise than the tables say."""

    async def look() -> list[Any]:
        storage = Storage(url)
        await storage.open()
        await storage.close()
        engine = create_async_engine(whole_url(url))
        async with engine.connect() as connection:
            found = await connection.run_sync(compared)
        await engine.dispose()
        return found

    return asyncio.run(look())


def compared(connection: Connection) -> list[Any]:
    found: list[Any] = compare_metadata(MigrationContext.configure(connection), metadata)
    return [one for one in found if "alembic_version" not in str(one)]


def test_the_migrations_make_the_tables_in_sqlite(tmp_path: Path) -> None:
    assert differences(f"sqlite:///{tmp_path / 'x.sqlite'}") == []


def test_the_migrations_make_the_tables_in_postgresql(database: str) -> None:
    assert differences(database) == []


def test_processes_that_start_together_wait_for_each_other(database: str) -> None:
    async def both() -> int:
        storages = [Storage(database) for _ in range(4)]
        await asyncio.gather(*[storage.open() for storage in storages])
        async with storages[0].engine.connect() as connection:
            count = (await connection.execute(text("select count(*) from alembic_version"))).scalar()
        for storage in storages:
            await storage.close()
        return int(count or 0)

    assert asyncio.run(both()) == 1


def test_a_game_is_played_stopped_and_taken_up_again(database: str, tmp_path: Path) -> None:
    with inside(tmp_path, database) as client:
        one, other = two_seats(client, seed=4)
        play_both(one, other, random.Random(4), 150)
        states = [one.get(), other.get()]
    with inside(tmp_path, database) as client:
        back = [Player(client, one.game, player.token) for player in (one, other)]
        assert [player.get() for player in back] == states
        assert play_both(back[0], back[1], random.Random(5), 5)
    assert list(tmp_path.iterdir()) == []


class Shared:
    """The same game at two servers."""

    def __init__(self, first: Process, second: Process) -> None:
        self.servers = (first, second)
        self.clients = (first.client(), second.client())

    def at(self, server: int, player: Player) -> Player:
        """The player at one of the servers."""
        return Player(self.clients[server], player.game, player.token)


@pytest.fixture(scope="module")
def shared(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    folder = tmp_path_factory.mktemp("shared")
    with process(folder / "a", database) as first, process(folder / "b", database) as second:
        found = Shared(first, second)
        yield found
        for client in found.clients:
            client.close()


class TestTwoProcesses:
    def test_one_plays_here_the_other_there(self, shared: Shared) -> None:
        one, other = two_seats(shared.clients[0], seed=5)
        there = shared.at(1, other)
        given = play_both(one, there, random.Random(5), 60)
        events = one.get("/events")
        assert [event["answer"] for event in events if event["event"] == "chosen"] == given
        assert shared.at(1, one).get("/events") == events

    def test_what_happens_here_is_heard_there(self, shared: Shared) -> None:
        one, other = two_seats(shared.clients[0], seed=5)
        state = one.get()
        seat = state["due"]["seat"]
        player, watcher = ((one, other), (other, one))[seat]
        with connect(shared.servers[1], watcher) as socket:
            hello = json.loads(socket.recv(30))
            assert hello["type"] == "hello"
            mine = player.get()
            player.answer(pick(mine, random.Random(1)), mine["version"])
            news = heard(socket)
            assert news["events"][0]["event"] == "chosen"
            assert news["events"][0]["n"] == hello["version"] + 1

    def test_of_answers_at_both_exactly_one_counts(self, shared: Shared) -> None:
        one, other = two_seats(shared.clients[0], seed=6)
        for round in range(10):
            seat = one.get()["due"]["seat"]
            player = (one, other)[seat]
            state = player.get()
            shared.at(1, player).get()
            answers = [option["answer"] for option in state["due"]["options"] if option["kind"] != "concede"][:2]
            with ThreadPoolExecutor(2) as both:
                tries = [
                    both.submit(status_of, shared.at(number, player), answers[number % len(answers)], state["version"])
                    for number in (0, 1)
                ]
            assert sorted([one.result() for one in tries]) == [200, 409], round
            chosen = [event for event in player.get(f"/events?after={state['version']}") if event["event"] == "chosen"]
            assert len(chosen) == 1

    def test_a_game_moves_to_the_other_when_one_dies(self, shared: Shared, database: str, tmp_path: Path) -> None:
        third = Process(tmp_path / "c", database)
        third.start()
        with third.client() as client:
            _, players, _ = open_game(client, seats=[HERE, BOT], seed=7)
            player = players[0]
            assert player is not None
            answered = 0
            while answered < 5:
                state = player.get()
                if state["due"]["mine"]:
                    player.answer(pick(state, random.Random(answered)), state["version"])
                    answered += 1
            third.kill()
        moved = shared.at(0, player)
        state = wait_mine(moved)
        assert len([event for event in moved.get("/events") if event["event"] == "chosen" and event["seat"] == 0]) == 5
        assert moved.answer(pick(state, random.Random(9)), state["version"])["version"] > state["version"]

    def test_a_live_game_goes_on_when_the_server_of_one_player_dies(
        self, shared: Shared, database: str, tmp_path: Path
    ) -> None:
        """Both play over sockets, each at another server; one of the servers is killed, and its player comes back at the other
        with the number of the last event: nothing is missing, nothing comes twice."""
        rng = random.Random(8)
        third = Process(tmp_path / "c", database)
        third.start()
        players = two_seats(shared.clients[0], seed=8)
        with connect(third, players[1]) as second, connect(shared.servers[0], players[0]) as first:
            seats = [Watched(first), Watched(second)]
            for _ in range(12):
                answer_in_turn(seats, rng)
            third.kill()
        known = seats[1].numbers
        again = connect(shared.servers[1], players[1], known[-1])
        with again as second, connect(shared.servers[0], players[0]) as first:
            seats = [Watched(first), Watched(second)]
            for _ in range(12):
                answer_in_turn(seats, rng)
        known += seats[1].numbers
        assert known == list(range(1, len(known) + 1))
        chosen = [event for event in shared.at(0, players[0]).get("/events") if event["event"] == "chosen"]
        assert len(chosen) == 24

    def test_connections_to_the_database_may_break(self, shared: Shared, database: str) -> None:
        """As when the database is started again: what is asked next is answered, and news still come (a little later)."""
        one, other = two_seats(shared.clients[0], seed=5)
        player, watcher = (one, other) if one.get()["due"]["seat"] == 0 else (other, one)
        with connect(shared.servers[1], watcher) as socket:
            heard(socket)
            asyncio.run(cut_connections(database))
            state = player.get()
            player.answer(pick(state, random.Random(1)), state["version"])
            assert heard(socket)["events"][0]["event"] == "chosen"

    def test_news_come_at_once_again_after_the_database_was_gone(self, shared: Shared, database: str) -> None:
        """Every few seconds a server looks for news by itself; that must not be what brings them."""
        one, other = two_seats(shared.clients[0], seed=5)
        asyncio.run(cut_connections(database))
        wait_for(lambda: asyncio.run(listeners(database)) >= 2)
        times = []
        for _ in range(4):
            seat = one.get()["due"]["seat"]
            player, watcher = ((one, other), (other, one))[seat]
            with connect(shared.servers[1], watcher) as socket:
                assert json.loads(socket.recv(30))["type"] == "hello"
                state = player.get()
                began = time.monotonic()
                player.answer(pick(state, random.Random(1)), state["version"])
                heard(socket)
                times.append(time.monotonic() - began)
        assert sorted(times)[2] < 1.5, times

    def test_a_claimed_seat_is_claimed_everywhere(self, shared: Shared) -> None:
        _, other = two_seats(shared.clients[0])
        shared.at(1, other).get()
        fresh = other.post("/claim", {})
        shared.at(1, other).get("", 403)
        assert Player(shared.clients[1], other.game, fresh["token"]).get()["seat"] == 1


def connect(server: Process, player: Player, after: int = 0) -> Any:
    """A player's socket at a server."""
    url = f"{server.url.replace('http', 'ws')}/api/games/{player.game}/live?after={after}"
    return connect_to(url, proxy=None, additional_headers=player.headers())


class Watched:
    """A socket, the numbers of the events it told, and the last state."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.numbers: list[int] = []
        self.state: Json = None
        self.hear()

    def hear(self) -> None:
        """Take the next state."""
        while "state" not in (message := json.loads(self.socket.recv(30))):
            assert message["type"] == "done", message
        self.state = message["state"]
        self.numbers += [event["n"] for event in message["events"]]


def answer_in_turn(seats: list[Watched], rng: random.Random) -> None:
    """Whose turn it is answers, and both hear of it."""
    before = [one.state["version"] for one in seats]
    seat = seats[seats[0].state["due"]["seat"]]
    message = {"type": "answer", "answer": pick(seat.state, rng), "after": seat.state["version"]}
    seat.socket.send(json.dumps(message))
    for one, version in zip(seats, before, strict=True):
        while one.state["version"] <= version:
            one.hear()


async def listeners(database: str) -> int:
    """How many connections listen for news."""
    engine = create_async_engine(whole_url(database))
    async with engine.connect() as connection:
        count = "select count(*) from pg_stat_activity where query ilike 'listen%' or query = 'select 1'"
        found = (await connection.execute(text(count))).scalar()
    await engine.dispose()
    return int(found or 0)


async def cut_connections(database: str) -> None:
    """Cut every connection to the database."""
    engine = create_async_engine(whole_url(database))
    async with engine.connect() as connection:
        others = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename is not null"
        await connection.execute(text(others))
    await engine.dispose()


def wait_mine(player: Player) -> Json:
    return wait_for(lambda: state if (state := player.get())["due"]["mine"] else None)


def heard(socket: Any) -> Json:
    """The next news with events."""
    for _ in range(20):
        message = json.loads(socket.recv(30))
        if message.get("events"):
            return message
    raise AssertionError("nothing was heard")


def status_of(player: Player, answer: Json, after: int) -> int:
    body = {"answer": answer, "after": after}
    return int(player.client.post(f"/api/games/{player.game}/answer", json=body, headers=player.headers()).status_code)
