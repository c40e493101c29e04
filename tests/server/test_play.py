"""Whole games through the API: against a bot, between two people by link, with what each may know."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest

from escarmouche.core import proof, registry, save
from escarmouche.core.effects import Chosen
from escarmouche.core.game import plain
from tests.server.serving import (
    BOT,
    HERE,
    Json,
    Player,
    inside,
    open_game,
    pick,
    play_until,
    two_seats,
    wait_for,
)


def finish_against_bot(player: Player, rng: random.Random) -> Json:
    """Play to the end."""
    while True:
        state = wait_for(lambda: _mine_or_over(player))
        if state["phase"] == "over":
            return state
        player.answer(pick(state, rng), state["version"])


def _mine_or_over(player: Player) -> Json:
    state = player.get()
    return state if state["phase"] == "over" or state["due"]["mine"] else None


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A game against a bot that is over, with the server it was played on."""
    with inside(tmp_path_factory.mktemp("data")) as client:
        made, players, spectator = open_game(client, seats=[HERE, BOT], options={"turn_limit": 6})
        assert players[0] is not None
        state = finish_against_bot(players[0], random.Random(4))
        yield made, players[0], spectator, state


class TestAgainstABot:
    def test_it_is_played_to_the_end(self, finished: Any) -> None:
        _, player, _, state = finished
        assert state["result"]["reason"].startswith("sbh.")
        assert state["due"] is None
        seats = {event["seat"] for event in player.get("/events") if event["event"] == "chosen"}
        assert seats == {0, 1}

    def test_events_are_numbered_without_a_gap(self, finished: Any) -> None:
        _, player, _, state = finished
        events = player.get("/events")
        assert [event["n"] for event in events] == list(range(1, state["version"] + 1))
        assert all(event["text"]["en"] and event["text"]["fr"] for event in events)
        assert player.get("/events?after=17") == events[17:]

    def test_its_save_replays_to_the_same_bytes_with_every_die(self, finished: Any, tmp_path: Path) -> None:
        made, player, _, _ = finished
        path = tmp_path / "game.json"
        path.write_bytes(player.client.get(f"/api/games/{player.game}/save", headers=player.headers()).content)
        saved = save.read(path)
        assert saved.setup.options["dice"]["commitment"] == made["commitment"]
        assert save.verify(path)
        answers = [event["answer"] for event in player.get("/events") if event["event"] == "chosen"]
        assert [event.answer for event in saved.events if isinstance(event, Chosen)] == [plain(one) for one in answers]

    def test_its_secret_fits_the_commitment_and_gives_every_die(self, finished: Any) -> None:
        made, player, _, _ = finished
        told = player.get("/proof")
        assert proof.commitment(told["secret"]) == told["commitment"] == made["commitment"]
        secret, salts = bytes.fromhex(told["secret"]), "\n".join([one for one in told["salts"] if one is not None])
        assert len(told["dice"]) > 20
        for die in told["dice"]:
            assert proof.face(secret, salts, die["place"], die["sides"]) == die["face"]

    def test_a_save_with_another_secret_is_found_out(self, finished: Any, tmp_path: Path) -> None:
        _, player, _, _ = finished
        path = tmp_path / "game.json"
        path.write_bytes(player.client.get(f"/api/games/{player.game}/save", headers=player.headers()).content)
        game = save.read(path)
        game.setup.options["dice"]["commitment"] = proof.commitment("00")
        game.save(path)
        assert not save.verify(path)

    def test_the_past_can_be_seen_and_forked(self, finished: Any) -> None:
        _, player, _, state = finished
        film = player.get("/replay?at=40")
        assert film["last"] == state["version"]
        assert film["at"] <= 40
        assert film["at"] in film["moments"]
        assert film["state"]["due"]["options"] is None
        for dice in ("same", "fresh"):
            made = player.post("/fork", {"at": film["at"], "dice": dice}, 201)
            twin = Player(player.client, made["game"], made["seats"][0]["token"])
            assert twin.get("/events")[: film["at"]] == player.get("/events")[: film["at"]]
            assert twin.get(f"/replay?at={film['at']}")["state"]["view"] == film["state"]["view"]
            assert twin.get()["forked_from"] == player.game

    def test_a_fork_with_the_same_dice_has_nothing_to_commit_to(self, finished: Any) -> None:
        """The first game is over, and whoever played it knows the secret."""
        first, player, _, _ = finished
        commitment = player.get("/proof")["commitment"]
        assert commitment == first["commitment"]
        for dice, kind in (("same", "told"), ("fresh", "committed")):
            made = player.post("/fork", {"at": 60, "dice": dice}, 201)
            twin = Player(player.client, made["game"], made["seats"][0]["token"])
            shown = twin.get()["dice"]
            assert shown == {"kind": kind, "commitment": made["commitment"]}
            assert (made["commitment"] is None) == (dice == "same")
            assert made["commitment"] != commitment
            told = twin.get("/proof")
            assert (told["kind"], told["commitment"], told["secret"]) == (kind, made["commitment"], None)

    def test_a_fork_ends_with_a_save_that_verifies(self, finished: Any, tmp_path: Path) -> None:
        _, player, _, _ = finished
        made = player.post("/fork", {"at": 60, "dice": "fresh"}, 201)
        twin = Player(player.client, made["game"], made["seats"][0]["token"])
        finish_against_bot(twin, random.Random(5))
        path = tmp_path / "fork.json"
        path.write_bytes(twin.client.get(f"/api/games/{twin.game}/save", headers=twin.headers()).content)
        assert save.verify(path)

    def test_a_rematch_has_the_same_armies_and_other_dice(self, finished: Any) -> None:
        first, player, _, _ = finished
        made = player.post("/rematch", {}, 201)
        assert made["game"] != first["game"]
        assert made["commitment"] != first["commitment"]
        assert made["scenario"] == first["scenario"]

    def test_a_rematch_may_swap_sides(self, finished: Any) -> None:
        _, player, _, _ = finished
        again = player.client.app.state.hub
        setup = again.lives[player.game].setup
        made = player.post("/rematch?swap=true", {}, 201)
        twin = Player(player.client, made["game"], made["seats"][0]["token"])
        twin.get()
        assert again.lives[made["game"]].setup.armies == [setup.armies[1], setup.armies[0]]

    def test_the_end_says_why_and_what_scored(self, finished: Any) -> None:
        _, _, _, state = finished
        result = state["result"]
        assert result["why"]["en"].endswith(".")
        assert result["why"]["fr"] != result["why"]["en"]
        for score, parts in zip(result["scores"], result["scored"], strict=True):
            assert sum([part["points"] for part in parts]) == score

    def test_luck_is_worked_out_once_and_counted_as_each_viewer_does(self, finished: Any) -> None:
        _, player, spectator, state = finished
        found = worked_out(player)
        assert sum(found["luck"]) == pytest.approx(0.0, abs=1e-3)
        winners = state["result"]["winners"]
        assert found["curve"][-1][1] == [(seat in winners) / len(winners) for seat in (0, 1)]
        numbers = {event["n"]: event for event in player.get("/events")}
        for roll in found["rolls"]:
            assert numbers[roll["n"]]["event"] == "rolled"
            assert numbers[roll["n"]]["seat"] == roll["seat"]
        works = player.client.app.state.fortunes
        assert works.begun == 1
        assert worked_out(spectator)["luck"] == found["luck"]
        assert works.begun == 1

    def test_my_games(self, finished: Any) -> None:
        _, player, spectator, state = finished
        tokens = [f"{player.game}:{player.token}", f"{player.game}:{spectator.token}", f"{player.game}:wrong", "x"]
        listed = player.client.post("/api/mine", json={"tokens": tokens}).json()
        assert [(one["seat"], one["phase"]) for one in listed] == [(0, "over"), (-1, "over")]
        assert listed == player.client.get("/api/mine", params={"tokens": ",".join(tokens)}).json()
        assert listed[0]["result"] == state["result"]


def worked_out(player: Player) -> Any:
    """The luck of a game, once it is known."""
    for _ in range(600):
        found = player.get("/luck")
        assert 0 <= found["done"] <= found["of"]
        if found["luck"] is not None:
            return found["luck"]
        time.sleep(0.1)
    raise AssertionError("the luck is never known")


class TestUndo:
    def test_an_answer_without_dice_is_taken_back(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=3)
            mine = play_until(one, other, random.Random(5), lambda now: _free_move(now) is not None)
            player = (one, other)[mine["seat"]]
            moved = player.answer(_free_move(mine), mine["version"])["state"]
            assert moved["undo"]
            (one, other)[1 - mine["seat"]].post("/undo", {"after": player.get()["version"]}, 409)
            back = player.post("/undo", {"after": moved["version"]})
            assert back["state"]["view"] == mine["view"]
            assert back["state"]["due"] == mine["due"]
            event = back["events"][-1]
            assert (event["event"], event["to"], event["n"]) == ("undone", mine["version"], moved["version"] + 1)
            player.answer(_free_move(mine), mine["version"], 409)
            assert player.answer(_free_move(mine))["state"]["view"] == moved["view"]

    def test_dice_are_never_taken_back(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=3)
            mine = play_until(one, other, random.Random(5), lambda now: now["due"]["why"] == "sbh.activation.choose-fighter")
            player = (one, other)[mine["seat"]]
            answer = next(one["answer"] for one in mine["due"]["options"] if one["kind"] == "activate")
            after = player.answer(answer, mine["version"])["state"]
            assert not after["undo"]
            refused = player.post("/undo", {"after": after["version"]}, 409)
            assert refused["error"]["fr"]
            assert player.get()["version"] == after["version"]

    def test_undone_answers_are_remembered_after_a_restart(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=3)
            mine = play_until(one, other, random.Random(5), lambda now: _free_move(now) is not None)
            player = (one, other)[mine["seat"]]
            moved = player.answer(_free_move(mine), mine["version"])["state"]
            back = player.post("/undo", {"after": moved["version"]})["state"]
            events = player.get("/events")
        with inside(tmp_path) as client:
            again = Player(client, player.game, player.token)
            assert again.get()["view"] == back["view"]
            assert again.get()["due"] == back["due"]
            assert again.get("/events") == events


def _free_move(state: Json) -> Json:
    """A move after which the same player still has an action to spend on another one, with nobody near."""
    if state["due"]["why"] != "sbh.action.table":
        return None
    moves = [one for one in state["due"]["options"] if one["kind"] == "move" and one["cost"] == 1]
    return moves[0]["answer"] if moves and "2" in state["due"]["question"]["en"] else None


def test_every_system_can_be_opened_in_one_click(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        listed = client.get("/api/systems").json()
        assert [one["id"] for one in listed] == registry.systems()
        for system in listed:
            _, players, _ = open_game(client, system=system["id"], quick=True)
            assert players[0] is not None
            assert players[0].get()["view"] is not None


def test_systems_tell_their_settings_and_scenarios_in_both_languages(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        for system in client.get("/api/systems").json():
            for scenario in system["scenarios"]:
                assert scenario["names"]["fr"] != scenario["id"], scenario
                assert all(scenario["briefing"].values()), scenario["id"]
                armies = {one["id"] for one in system["armies"]}
                assert all(set(pair) <= armies for pair in scenario["armies"])
            declared = registry.system(system["id"]).settings()
            assert [one["id"] for one in system["settings"]] == [one.id for one in declared]
