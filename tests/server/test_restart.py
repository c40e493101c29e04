"""Nothing that was acknowledged is lost or doubled: restarts, and kill -9 at random moments under load."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from escarmouche.server.storage import alone, default_url
from tests.server.serving import (
    BOT,
    HERE,
    PATIENCE,
    Json,
    Player,
    Process,
    alive,
    children,
    inside,
    open_game,
    pick,
    play_both,
    play_until,
    process,
    two_seats,
    wait_for,
)

CLIENTS = 4
"""So many players play at once while the server is killed."""


class TestRestart:
    def test_in_the_middle_of_a_reaction(self, tmp_path: Path) -> None:
        """The one whose turn it is not is asked: a reroll, a way to recoil."""
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=12)
            mine = play_until(one, other, random.Random(12), reacting)
            states = [one.get(), other.get()]
            events = [one.get("/events"), other.get("/events")]
        with inside(tmp_path) as client:
            back = [Player(client, one.game, player.token) for player in (one, other)]
            assert [player.get() for player in back] == states
            assert [player.get("/events") for player in back] == events
            asked = back[mine["seat"]]
            after = asked.answer(pick(mine, random.Random(1)), mine["version"])
            assert after["version"] > mine["version"]

    def test_a_long_game_goes_on_from_its_snapshot(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=4)
            play_both(one, other, random.Random(4), 300)
            states = [one.get(), other.get()]
            wait_for(lambda: client.app.state.hub.lives[one.game].kept > 0)
        with inside(tmp_path) as client:
            back = [Player(client, one.game, player.token) for player in (one, other)]
            assert [player.get() for player in back] == states
            assert client.app.state.hub.lives[one.game].kept > 0
            play_both(back[0], back[1], random.Random(5), 20)
        with inside(tmp_path) as client:
            assert Player(client, one.game, one.token).get()["version"] > states[0]["version"]

    def test_who_answers_and_takes_back_without_end_makes_no_endless_log_to_follow(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=4)
            state = play_until(one, other, random.Random(4), lambda mine: bool(mine["undo"]))
            player = (one, other)[state["seat"]]
            answer = [event["answer"] for event in player.get("/events") if event["event"] == "chosen"][-1]
            for _ in range(70):
                state = player.post("/undo", {"after": state["version"]})["state"]
                state = player.answer(answer, state["version"])["state"]
            wait_for(lambda: client.app.state.hub.lives[one.game].kept > 0)
            states = [one.get(), other.get()]
        with inside(tmp_path) as client:
            back = [Player(client, one.game, player.token) for player in (one, other)]
            assert [player.get() for player in back] == states
            assert client.app.state.hub.lives[one.game].kept > 0
            assert play_both(back[0], back[1], random.Random(5), 5)

    def test_a_clock_that_jumps_changes_nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """To the year 2100, and back to 1970."""
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=4)
            for moment in (4_102_444_800, 5, 1_700_000_000):
                monkeypatch.setattr("escarmouche.server.storage.time.time_ns", lambda now=moment: now * 10**9)
                assert len(play_both(one, other, random.Random(moment), 4)) == 4
            states, events = [one.get(), other.get()], one.get("/events")
        with inside(tmp_path) as client:
            back = [Player(client, one.game, player.token) for player in (one, other)]
            assert [player.get() for player in back] == states
            assert back[0].get("/events") == events
            assert (
                client.post("/api/mine", json={"tokens": [f"{one.game}:{one.token}"]}).json()[0]["updated"] == 1_700_000_000_000
            )

    def test_a_bot_goes_on_thinking(self, tmp_path: Path) -> None:
        """Wherever the server stops, the bot takes its turn once it is back."""
        with inside(tmp_path) as client:
            player = start_bot_game(client, 4)
        for stop in range(4, 8):
            with inside(tmp_path) as client:
                events = go_on(Player(client, player.game, player.token), stop, stop + 1)
        assert {event["seat"] for event in events if event["event"] == "chosen"} == {0, 1}
        assert len([event for event in events if event["event"] == "chosen" and event["seat"] == 0]) == 8


class TestOneServerForAFolder:
    def test_a_second_one_is_refused_in_one_sentence(self, tmp_path: Path) -> None:
        with process(tmp_path / "data") as server, server.client() as client:
            one, other = two_seats(client, seed=1)
            line = [sys.executable, "-m", "escarmouche", "serve", "--port", "0", "--data", str(tmp_path / "data")]
            refused = subprocess.run([*line, "--lang", "en"], capture_output=True, text=True, timeout=PATIENCE)
            assert refused.returncode == 2
            assert refused.stdout == ""
            assert refused.stderr.count("\n") == 1
            assert "Another server has the games in" in refused.stderr
            assert play_both(one, other, random.Random(1), 3)

    def test_the_next_one_is_welcome_however_the_first_has_ended(self, tmp_path: Path) -> None:
        with process(tmp_path / "data") as server:
            server.kill()
            with process(tmp_path / "data") as second, second.client() as client:
                assert two_seats(client)

    def test_another_folder_is_free(self, tmp_path: Path) -> None:
        with alone(default_url(tmp_path / "a")), alone(default_url(tmp_path / "b")):
            assert sorted(one.name for one in tmp_path.iterdir()) == ["a", "b"]


def reacting(state: Json) -> bool:
    return bool(state["view"]["turn"] > 0 and state["due"]["seat"] != state["view"]["active"])


def start_bot_game(client: Any, answers: int) -> Player:
    _, players, _ = open_game(client, seats=[HERE, BOT], seed=21)
    player = players[0]
    assert player is not None
    go_on(player, 0, answers)
    return player


def go_on(player: Player, first: int, last: int) -> list[Json]:
    """Answer a few times, each with a choice that depends only on its number."""
    for number in range(first, last):
        state = wait_for(lambda: mine(player))
        player.answer(pick(state, random.Random(number)), state["version"])
    wait_for(lambda: mine(player))
    events: list[Json] = player.get("/events")
    return events


def mine(player: Player) -> Json:
    state = player.get()
    return state if state["due"] is None or state["due"]["mine"] else None


# ---------------------------------------------------------------- kill -9


class Client(threading.Thread):
    """Plays both seats of its own games without a pause, or one of them against a bot, and remembers what was acknowledged.
    After a broken connection it sends the same message again, with the same id."""

    def __init__(self, server: Process, number: int) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.rng = random.Random(f"client {number}")
        self.seats = [HERE, BOT] if number == 0 else [HERE, HERE]
        self.enough = threading.Event()
        self.games: list[tuple[str, list[Any], list[Json]]] = []
        self.acknowledged = 0
        self.repeated = 0
        self.trouble: BaseException | None = None

    def run(self) -> None:
        try:
            with self.server.client() as client:
                while not self.enough.is_set():
                    self.play(client)
        except BaseException as error:
            self.trouble = error

    def play(self, client: httpx.Client) -> None:
        """One game, until it is over or it is enough."""
        made = self.ask(client, "POST", "/api/games", {"seats": self.seats, "options": {"turn_limit": 8}}, "")
        tokens = [seat["token"] for seat in made["seats"]]
        given: list[Json] = []
        self.games.append((made["game"], tokens, given))
        path = f"/api/games/{made['game']}"
        state = self.ask(client, "GET", path, None, tokens[0])
        while state["due"] is not None and not self.enough.is_set():
            seat = state["due"]["seat"]
            if not state["due"]["mine"]:
                if tokens[seat] is None:
                    time.sleep(0.005)  # a bot thinks
                state = self.ask(client, "GET", path, None, tokens[seat] or tokens[0])
                continue
            body = {"answer": pick(state, self.rng), "after": state["version"], "id": f"n{len(given)}"}
            outcome = self.ask(client, "POST", f"{path}/answer", body, tokens[seat])
            given.append(body["answer"])
            self.acknowledged += 1
            self.repeated += outcome["repeated"]
            state = outcome["state"]

    def ask(self, client: httpx.Client, method: str, path: str, body: Json, token: str) -> Json:
        """Ask until there is an answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        late = time.monotonic() + 120
        while time.monotonic() < late:
            try:
                answer = client.request(method, path, json=body, headers=headers)
            except httpx.TransportError:
                time.sleep(0.01)
                continue
            assert answer.status_code < 300, (answer.status_code, answer.text)
            return answer.json()
        raise AssertionError("the server did not come back")


def killed_again_and_again(server: Process, rounds: int) -> list[Client]:
    """Kill the server at random moments while clients play. The processes of its bots end with it."""
    rng = random.Random("kill")
    clients = [Client(server, number) for number in range(CLIENTS)]
    for client in clients:
        client.start()
    for _ in range(rounds):
        reached = sum([client.acknowledged for client in clients]) + rng.randint(1, 20)
        wait_until(clients, reached)
        time.sleep(rng.uniform(0.0, 0.03))
        thinking = children(server.pid)
        server.kill()
        wait_for(partial(ended, thinking))
        server.start()
    for client in clients:
        client.enough.set()
    for client in clients:
        client.join(150)
        assert client.trouble is None, client.trouble
        assert not client.is_alive()
    return clients


def ended(processes: list[int]) -> bool:
    """Have all of them ended?"""
    return not any(alive(one) for one in processes)


def wait_until(clients: list[Client], reached: int) -> None:
    """Until so many answers were acknowledged."""
    wait_for(lambda: stuck(clients) or sum([client.acknowledged for client in clients]) >= reached)


def stuck(clients: list[Client]) -> bool:
    """Has one of them given up?"""
    return any(client.trouble is not None for client in clients)


def check_nothing_lost(server: Process, clients: list[Client]) -> int:
    """Every game's log holds what was acknowledged, once, in order; and every game goes on. Returns how many answers."""
    with server.client() as http:
        for client in clients:
            for game, tokens, given in client.games:
                player = Player(http, game, tokens[0])
                chosen = [event for event in player.get("/events") if event["event"] == "chosen"]
                assert [event["answer"] for event in chosen if tokens[event["seat"]] is not None] == given
                goes_on(http, game, tokens)
    return sum([client.acknowledged for client in clients])


def goes_on(http: httpx.Client, game: str, tokens: list[Any]) -> None:
    """The next answer is taken, unless the game is over; a bot gives its own first."""
    first = Player(http, game, tokens[0])
    wait_for(lambda: (due := first.get()["due"]) is None or tokens[due["seat"]] is not None)
    due = first.get()["due"]
    if due is not None:
        player = Player(http, game, tokens[due["seat"]])
        state = player.get()
        assert player.answer(pick(state, random.Random(1)), state["version"])["version"] > state["version"]


def kill_rounds(tmp_path: Path, rounds: int) -> tuple[int, int, int]:
    """Answers acknowledged, how many of them had to be sent again, and games."""
    with process(tmp_path / "data") as server:
        clients = killed_again_and_again(server, rounds)
        answers = check_nothing_lost(server, clients)
    return answers, sum([client.repeated for client in clients]), sum([len(client.games) for client in clients])


def test_kill_nine_loses_and_doubles_nothing(tmp_path: Path) -> None:
    answers, _, games = kill_rounds(tmp_path, 20)
    assert answers > 100
    assert games >= CLIENTS


@pytest.mark.soak
def test_kill_nine_two_hundred_times(tmp_path: Path) -> None:
    answers, repeated, games = kill_rounds(tmp_path, 200)
    print(f"200 kills: {answers} answers acknowledged in {games} games, {repeated} of them sent twice, none lost or doubled")
    assert answers > 1000
