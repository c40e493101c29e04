"""What would you do? The one who must decide is told, nobody else; it is thought about apart, and once for a decision."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from escarmouche.server import counsels
from escarmouche.server.worker import Gone, Worker
from tests.server.serving import BOT, HERE, Client, Json, Player, inside, open_game, pick, two_seats, wait_for


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody thinks for long."""
    monkeypatch.setattr(counsels, "SECONDS", 0.05)


def mine(player: Player) -> Json:
    """The state, once it is this one's move."""
    state = player.get()
    return state if state["due"] and state["due"]["mine"] else None


def give(player: Player, number: int) -> None:
    """Any answer, once it is this one's move."""
    state = wait_for(lambda: mine(player))
    player.answer(pick(state, random.Random(number)), state["version"])


def against_a_bot(client: Client, **wanted: Json) -> tuple[Player, Player]:
    """Somebody who plays against a bot and must decide, and a spectator."""
    _, (player, _), spectator = open_game(client, seats=[HERE, BOT], seed=4, **wanted)
    assert player is not None
    return player, spectator


def test_whoever_must_decide_is_advised_and_may_do_it(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        player, _ = against_a_bot(client)
        for number in range(4):
            give(player, number)
        state = wait_for(lambda: mine(player))
        found = player.get("/counsel")
        assert found["seat"] == state["seat"]
        offered = [choice["answer"] for choice in state["due"]["options"]]
        for one in found["proposals"]:
            assert one["answer"] in offered
            assert (one["chance"] is None) == (state["view"]["turn"] == 0)
            assert all(one["why"][language] and one["words"][language] for language in ("en", "fr"))
        assert player.get("/counsel") == found
        assert player.get() == state
        assert client.app.state.hub.bots.workers[0].pid  # a process of the bots has thought
        player.answer(found["proposals"][0]["answer"], state["version"])


def test_nobody_else_is_advised(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        player, spectator = against_a_bot(client)
        assert "en" in spectator.get("/counsel", 403)["error"]
        _, (first, second), _ = open_game(client, seats=[HERE, HERE], seed=4)
        assert first is not None
        assert second is not None
        waiting = second if mine(first) else first
        assert "not for you" in waiting.get("/counsel", 409)["error"]["en"]
        assert Player(client, player.game, "nobody").get("/counsel", 403)["error"]


def test_people_who_play_from_different_places_are_not_advised(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        one, other = two_seats(client, seed=3)
        asked = one if mine(one) else other
        assert "nobody is advised" in asked.get("/counsel", 409)["error"]["en"]


def test_dice_that_are_due_are_no_decision(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        player, _ = against_a_bot(client, options={"dice": "manual"})
        for number in range(60):
            state = wait_for(lambda: mine(player))
            if state["due"]["kind"] == "roll":
                break
            player.answer(pick(state, random.Random(number)), state["version"])
        assert "Dice are due" in player.get("/counsel", 409)["error"]["en"]


def test_whoever_asks_about_too_many_decisions_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counsels, "BURST", 2.0)
    monkeypatch.setattr(counsels, "RATE", 0.0)
    with inside(tmp_path) as client:
        player, _ = against_a_bot(client)
        for number in range(2):
            wait_for(lambda: mine(player))
            assert player.get("/counsel") == player.get("/counsel")
            give(player, number)
        wait_for(lambda: mine(player))
        assert "wait a moment" in player.get("/counsel", 429)["error"]["en"]


def test_a_process_that_ends_over_it_is_said_and_one_may_ask_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with inside(tmp_path) as client:
        player, _ = against_a_bot(client)

        def gone(*_about: Json) -> Json:
            raise Gone

        with monkeypatch.context() as broken:
            broken.setattr(Worker, "advise", gone)
            assert "could not think" in player.get("/counsel", 503)["error"]["en"]
        assert player.get("/counsel")["proposals"]
