"""Games over WebSocket: hello, news, answers, refusals, and taking up again after a gap."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from escarmouche.server.limits import Limits
from tests.server.serving import BOT, FREE, HERE, Json, Player, inside, open_game, pick, play_both, two_seats, wait_for


def connect(player: Player, after: int = 0) -> Any:
    """A socket of a player."""
    return player.client.websocket_connect(f"/api/games/{player.game}/live?after={after}", offered(player.token))


def offered(token: str) -> list[str]:
    """The protocols that a page offers."""
    return ["escarmouche", f"seat.{token}"]


def heard(socket: Any, kind: str) -> Json:
    """The next message of a kind; those before it are news of who is there."""
    for _ in range(50):
        message = json.loads(socket.receive_text())
        if message["type"] == kind:
            return message
    raise AssertionError(f"no {kind} came")


def closed_with(player: Player, path: str, token: str | None = None) -> tuple[Json, int]:
    """What is said when a socket is refused, and the code it is closed with."""
    with player.client.websocket_connect(path, [] if token is None else offered(token)) as socket:
        said = json.loads(socket.receive_text())
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
    return said, closed.value.code


class TestWatching:
    def test_both_hear_an_answer_and_each_its_own_view(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=2)
            with connect(one) as first, connect(other) as second:
                hello = heard(first, "hello")
                assert hello["state"] == {**one.get(), "seats": hello["state"]["seats"]}
                assert [event["n"] for event in hello["events"]] == list(range(1, hello["version"] + 1))
                assert heard(second, "hello")["state"]["seat"] == 1
                seat = hello["state"]["due"]["seat"]
                player, socket, idle = ((one, first, second), (other, second, first))[seat]
                state = player.get()
                message = {"type": "answer", "answer": pick(state, random.Random(1)), "after": state["version"], "id": "a1"}
                socket.send_text(json.dumps(message))
                idle_news = news_until(idle, lambda news: bool(news["events"]))
                assert idle_news["state"]["seat"] == 1 - seat
                assert idle_news["state"] == {**(one, other)[1 - seat].get(), "seats": idle_news["state"]["seats"]}
                assert idle_news["events"][0]["event"] == "chosen"
                assert heard(socket, "done")["id"] == "a1"
                socket.send_text(json.dumps(message))
                assert heard(socket, "done")["repeated"]

    def test_nothing_is_missed_after_a_gap(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=2)
            with connect(one) as socket:
                known = heard(socket, "hello")["version"]
            play_both(one, other, random.Random(2), 30)
            with connect(one, known) as socket:
                hello = heard(socket, "hello")
            assert hello["events"] == one.get("/events")[known:]
            assert len(hello["events"]) > 30
            with connect(one, hello["version"]) as socket:
                assert heard(socket, "hello")["events"] == []

    def test_a_bot_plays_while_one_watches(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            _, players, _ = open_game(client, seats=[HERE, BOT], seed=6)
            player = players[0]
            assert player is not None
            with connect(player) as socket:
                state = heard(socket, "hello")["state"]
                for _ in range(12):
                    if not state["due"]["mine"]:
                        state = news_until(socket, lambda news: news["state"]["due"]["mine"])["state"]
                    message = {"type": "answer", "answer": pick(state, random.Random(3)), "after": state["version"]}
                    socket.send_text(json.dumps(message))
                    before = state["version"]
                    state = news_until(socket, lambda news, before=before: news["version"] > before)["state"]
            assert {event["seat"] for event in player.get("/events") if event["event"] == "chosen"} == {0, 1}

    def test_one_sees_who_is_there(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client)
            with connect(one) as first:
                assert not heard(first, "hello")["state"]["seats"][1]["online"]
                with connect(other) as second:
                    heard(second, "hello")
                    assert heard(first, "events")["state"]["seats"][1]["online"]
                assert not heard(first, "events")["state"]["seats"][1]["online"]

    def test_games_that_sleep_wake_up(self, tmp_path: Path) -> None:
        with inside(tmp_path, idle=0.2) as client:
            one, other = two_seats(client, seed=2)
            play_both(one, other, random.Random(2), 60)
            live = client.app.state.hub.lives[one.game]
            with connect(one) as socket:
                before = heard(socket, "hello")
                wait_for(lambda: not live.loaded)
                assert live.game is None
                socket.send_text(json.dumps({"type": "ping", "id": "p"}))
                assert heard(socket, "pong")["id"] == "p"
                seat = before["state"]["due"]["seat"]
                player = (one, other)[seat]
                state = player.get()
                assert state["version"] == player.get()["version"]
                player.answer(pick(state, random.Random(1)), state["version"])
                assert news_until(socket, lambda news: bool(news["events"]))["from"] == before["version"]


def news_until(socket: Any, wanted: Any) -> Json:
    """The next news that are as wanted."""
    for _ in range(200):
        news = heard(socket, "events")
        if wanted(news):
            return news
    raise AssertionError("it did not come")


class TestRefusals:
    def test_at_the_door(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, _ = two_seats(client)
            assert closed_with(one, f"/api/games/{one.game}/live")[1] == 4401
            assert closed_with(one, f"/api/games/{one.game}/live", "x" * 32)[1] == 4403
            assert closed_with(one, f"/api/games/{one.game}/live?t={one.token}")[1] == 4401, "addresses are written down"
            said, code = closed_with(one, "/api/games/nosuchgame12/live", one.token)
            assert code == 4404
            assert said["error"]["fr"]

    def test_pages_of_others(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, _ = two_seats(client)
            elsewhere = {**one.headers(), "origin": "http://elsewhere.example"}
            with client.websocket_connect(f"/api/games/{one.game}/live", headers=elsewhere) as socket:
                assert json.loads(socket.receive_text())["status"] == 403

    def test_who_holds_the_old_link_of_a_claimed_seat_hears_no_more(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=2)
            with connect(other) as peeping, connect(one) as watching:
                heard(peeping, "hello")
                heard(watching, "hello")
                fresh = Player(client, other.game, other.post("/claim", {})["token"])
                said = heard(peeping, "error")
                assert said["status"] == 403
                with pytest.raises(WebSocketDisconnect) as closed:
                    peeping.receive_text()
                assert closed.value.code == 4403
                play_both(one, fresh, random.Random(2), 3)
                assert heard(watching, "events")
            with connect(fresh) as socket:
                assert heard(socket, "hello")["state"]["seat"] == 1

    def test_each_message(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=2)
            before = one.get()
            seat = before["due"]["seat"]
            idle = (one, other)[1 - seat]
            with connect(idle) as socket:
                heard(socket, "hello")
                for text, status in (
                    ("{", 400),
                    ("[]", 400),
                    ('{"type": "dance"}', 400),
                    ('{"type": "answer", "answer": 1, "after": -1}', 400),
                    ("[" * 9000, 400),
                    ('{"type": "answer", "answer": "' + "x" * FREE.message + '"}', 413),
                    (json.dumps({"type": "answer", "answer": ["attacker"], "after": idle.get()["version"]}), 409),
                    (json.dumps({"type": "answer", "answer": ["attacker"], "after": 1}), 409),
                    (json.dumps({"type": "answer", "answer": {"x": 1}, "after": 1}), 422),
                    (json.dumps({"type": "undo", "after": idle.get()["version"]}), 409),
                ):
                    socket.send_text(text)
                    said = heard(socket, "error")
                    assert said["status"] == status, said
                    assert said["error"]["en"]
                    assert said["error"]["fr"]
            assert one.get() == before

    def test_spectators_only_watch(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            _, _, spectator = open_game(client, seats=[HERE, HERE], seed=1)
            with connect(spectator) as socket:
                assert heard(socket, "hello")["state"]["due"]["options"] is None
                socket.send_text(json.dumps({"type": "answer", "answer": ["attacker"], "after": 0}))
                assert heard(socket, "error")["status"] == 403

    def test_too_many_messages_and_too_many_sockets(self, tmp_path: Path) -> None:
        limits = Limits(messages=0.001, message_burst=3, seat_sockets=1)
        with inside(tmp_path, limits=limits) as client:
            one, _ = two_seats(client)
            with connect(one) as socket:
                heard(socket, "hello")
                for _ in range(3):
                    socket.send_text('{"type": "ping"}')
                    assert heard(socket, "pong")
                socket.send_text('{"type": "ping"}')
                assert heard(socket, "error")["status"] == 429
                assert closed_with(one, f"/api/games/{one.game}/live", one.token)[1] == 4429

    def test_spectators_take_no_place_of_a_player(self, tmp_path: Path) -> None:
        limits = Limits(sockets=2, seat_sockets=1)
        with inside(tmp_path, limits=limits) as client:
            _, players, spectator = open_game(client, seats=[HERE, HERE], seed=2)
            with connect(spectator), connect(spectator):
                said, code = closed_with(spectator, f"/api/games/{spectator.game}/live", spectator.token)
                assert (said["status"], code) == (429, 4429)
                for player in players:
                    assert player is not None
                    with connect(player) as socket:
                        assert heard(socket, "hello")["state"]["seat"] == players.index(player)
                        said, code = closed_with(player, f"/api/games/{player.game}/live", player.token)
                        assert (said["status"], code) == (429, 4429)
