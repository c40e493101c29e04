"""Whole games through the API: against a bot, between two people by link, with what each may know."""

from __future__ import annotations

import random
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from escarmouche.core import proof, registry, save
from escarmouche.core.effects import Chosen, Rolled
from escarmouche.core.game import Game, plain
from escarmouche.core.imagine import imagined
from escarmouche.server import proofs
from escarmouche.server.storage import LogEntry
from tests.server.serving import (
    BOT,
    HERE,
    Json,
    Player,
    add_salts,
    commit_to,
    inside,
    open_game,
    pick,
    play_both,
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


def compound(game: Game) -> bool:
    """Were dice of several kinds thrown together?"""
    return any(isinstance(event, Rolled) and event.faces and not event.sides for event in game.events)


class TestSecrets:
    """A seat gets its view and nothing else."""

    def test_luck_is_told_only_when_the_game_is_over(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, scenario="ambush", seed=11)
            play_both(one, other, random.Random(2), 10)
            assert client.get(f"/api/games/{one.game}/luck", headers=one.headers()).status_code == 409
            assert client.app.state.fortunes.begun == 0

    def test_both_seats_and_a_spectator_get_exactly_their_view(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, scenario="ambush", seed=11)
            play_both(one, other, random.Random(2), 40)
            hub = client.app.state.hub
            game = hub.lives[one.game].game
            for seat, player in enumerate((one, other)):
                state = player.get()
                whole = msgspec.to_builtins(game.view(seat), str_keys=True)
                assert state["view"] == msgspec.json.decode(msgspec.json.encode(whole["world"]))
                assert len(player.get("/events")) == len(whole["events"]) == state["version"]

    def test_a_seat_is_told_nothing_that_its_view_does_not_hold(self, tmp_path: Path) -> None:
        """Whatever is hidden may be drawn anew: the seat's answers from the server must not change."""
        with inside(tmp_path) as client:
            one, other = two_seats(client, scenario="ambush", seed=5)
            state = play_until(one, other, random.Random(3), lambda now: bool(now["view"]["markers"]))
            live = client.app.state.hub.lives[one.game]
            blind = [seat for seat in (0, 1) if live.game.view(seat)["world"] != live.game.view(1 - seat)["world"]]
            assert blind
            for seat in blind:
                player = (one, other)[seat]
                before = player.get()
                real = live.game
                live.game = imagined(real, seat, "another world")
                live.frames.clear()
                assert player.get() == before
                live.game = real
                live.frames.clear()
            assert state["view"]["markers"]

    def test_the_hidden_events_leave_no_gap(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, scenario="ambush", seed=5)
            play_both(one, other, random.Random(3), 12)
            lists = [player.get("/events") for player in (one, other)]
            assert len(lists[0]) != len(lists[1])
            for events in lists:
                assert [event["n"] for event in events] == list(range(1, len(events) + 1))

    def test_options_are_for_the_one_who_decides(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            made, players, spectator = open_game(client, seats=[HERE, HERE], seed=3)
            shown = [player.get()["due"] for player in (*players, spectator) if player is not None]
            assert [due["mine"] for due in shown].count(True) == 1
            assert [due["options"] is None for due in shown].count(True) == 2
            assert made["seats"][0]["url"].startswith("/#/")

    def test_only_hashes_of_tokens_are_stored(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            made, _, _ = open_game(client, seats=[HERE, HERE])
        stored = b"".join([path.read_bytes() for path in tmp_path.iterdir()])
        assert made["game"].encode() in stored
        for token in [made["spectator"]["token"], *[seat["token"] for seat in made["seats"]]]:
            assert token.encode() not in stored

    def test_dice_of_several_kinds_thrown_together_are_proved_one_by_one(self) -> None:
        secret = "2a" * 32
        dice = {"kind": proof.KIND, "secret": secret, "commitment": proof.commitment(secret), "salts": ["sea"]}
        game = registry.new("masse", seed=3, options={"dice": dice})
        rng = random.Random(3)
        while not compound(game) or game.refusal(("concede",)) is not None:
            answer = game.sample(rng)
            if answer != ("concede",):
                game.play(answer)
        game.play(("concede",))
        told = proofs.thrown(game)
        assert [die.place for die in told] == list(range(game.thrown))
        for die in told:
            assert proof.face(bytes.fromhex(secret), "sea", die.place, die.sides) == die.face

    def test_secrets_wait_for_the_end(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            _, players, spectator = open_game(client, quick=True)
            player = players[0]
            assert player is not None
            told = player.get("/proof")
            assert told["commitment"]
            assert told["secret"] is None
            assert told["dice"] is None
            for who in (player, spectator):
                who.get("/save", 409)
                who.post("/fork", {"at": 1}, 409)

    def test_claiming_a_seat_locks_the_old_link_out(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client)
            fresh = other.post("/claim", {})
            other.get("", 403)
            assert Player(client, other.game, fresh["token"]).get()["seat"] == 1
            assert one.get()["seat"] == 0
        with inside(tmp_path) as client:
            Player(client, other.game, other.token).get("", 403)
            assert Player(client, other.game, fresh["token"]).get()["seat"] == 1


class TestDice:
    def test_salts_come_before_the_first_roll_and_count(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            made, players, _ = open_game(client, seats=[HERE, {"kind": "link"}], salted=True)
            one, other = players
            assert one is not None
            assert other is not None
            assert one.get()["phase"] == "salts"
            assert one.get("/events") == []
            one.answer(["attacker"], 0, 409)
            commit_to(one, "sea")
            commit_to(other, "stone")
            one.post("/salt", {"salt": "sea"})
            one.post("/salt", {"salt": "again"}, 409)
            begun = other.post("/salt", {"salt": "stone"})
            assert begun["phase"] == "play"
            told = one.get("/proof")
            assert told["salts"] == ["sea", "stone"]
            game = client.app.state.hub.lives[one.game].game
            dice = game.setup.options["dice"]
            faces = [face for event in one.get("/events") if event["event"] == "rolled" for face in event["faces"]]
            secret = bytes.fromhex(dice["secret"])
            assert faces == [proof.face(secret, "sea\nstone", place, 6) for place in range(len(faces))]
            assert made["commitment"] == proof.commitment(dice["secret"])
        with inside(tmp_path) as client:
            assert Player(client, one.game, one.token).get("/proof")["salts"] == ["sea", "stone"]

    def test_nobody_tells_a_salt_before_all_have_committed(self, tmp_path: Path) -> None:
        """Else the last could choose one that goes well with the others and with the secret, which the host knows."""
        with inside(tmp_path) as client:
            one, other = two_seats(client, salted=True)
            asked = one.get()["due"]
            assert (asked["kind"], asked["seats"], asked["mine"]) == ("commit", [0, 1], True)
            one.post("/salt", {"salt": "sea"}, 409)
            commit_to(one, "sea")
            commit_to(one, "sea")  # sent again, because the answer was lost
            commit_to(one, "lake", 409)
            one.post("/salt", {"salt": "sea"}, 409)
            assert other.get()["due"] == {**other.get()["due"], "kind": "commit", "seats": [1], "mine": True}
            assert other.get("/proof")["salt_commitments"] == [None, None]
            commit_to(other, "stone")
        with inside(tmp_path) as client:
            one, other = [Player(client, one.game, player.token) for player in (one, other)]
            promised = [proof.salt_commitment("sea"), proof.salt_commitment("stone")]
            for player in (one, other):
                asked = player.get()["due"]
                assert (asked["kind"], asked["commitments"]) == ("salt", promised)
                assert player.get("/proof")["salt_commitments"] == promised
            one.post("/salt", {"salt": "lake"}, 422)
            one.post("/salt", {"salt": "sea"})
            commit_to(one, "sea", 409)
            other.post("/salt", {"salt": "a salt that suits me better"}, 422)
            assert one.get("/proof")["salts"] == [None, None]
            assert other.post("/salt", {"salt": "stone"})["phase"] == "play"
            told = one.get("/proof")
            assert (told["salts"], told["salt_commitments"]) == (["sea", "stone"], promised)

    def test_the_salts_of_a_game_that_is_kept_are_verified(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, salted=True, options={"turn_limit": 2})
            add_salts({one: "sea", other: "stone"})
            play_both(one, other, random.Random(3), 3000)
            headers = {"Authorization": f"Bearer {one.token}"}
            data = client.get(f"/api/games/{one.game}/save", headers=headers).content
        file = tmp_path / "game.json"
        file.write_bytes(data)
        assert save.verify(file)
        game = save.parse(data)
        assert game.setup.options["dice"]["salt_commitments"] == [proof.salt_commitment(one) for one in ("sea", "stone")]
        game.setup.options["dice"]["salt_commitments"][1] = proof.salt_commitment("another")
        save.write(game, file)
        assert not save.verify(file)

    def test_a_game_begun_before_salts_were_committed_to_goes_on(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, salted=True)
            live = client.app.state.hub.lives[one.game]
            entry = LogEntry(one.game, 0, "salt", 0, "sea", [], live.versions)
            assert client.blocking_portal.call(client.app.state.hub.storage.append, entry, False)
        with inside(tmp_path) as client:
            one, other = [Player(client, one.game, player.token) for player in (one, other)]
            commit_to(other, "stone")
            assert other.post("/salt", {"salt": "stone"})["phase"] == "play"
            assert one.get("/proof")["salts"] == ["sea", "stone"]

    def test_a_seed_makes_the_game_repeatable(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            firsts = []
            for _ in range(2):
                one, other = two_seats(client, seed=8)
                play_both(one, other, random.Random(1), 25)
                firsts.append(one.get("/events"))
            assert firsts[0] == firsts[1]

    def test_a_seed_may_lay_the_table_while_the_dice_stay_provable(self, tmp_path: Path) -> None:
        asked = {"seed": 8, "scenario": "ambush", "armies": ["elves", "orcs"], "options": {"terrain": "random"}}
        with inside(tmp_path) as client:
            shown = client.post("/api/preview", json=asked).json()
            assert client.get("/healthz").json()["games"] == 0, "a look begins nothing"
            proofs = []
            for _ in range(2):
                one, other = two_seats(client, **{**asked, "options": {"terrain": "random", "dice": "provable"}})
                play_both(one, other, random.Random(1), 3)
                assert one.get()["view"]["pieces"] == shown["view"]["pieces"]
                proofs.append(one.get("/proof"))
            assert len(shown["view"]["pieces"]) > 1
            assert proofs[0]["commitment"] != proofs[1]["commitment"]
            assert proofs[0]["kind"] == "committed"

    def test_dice_thrown_by_hand(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, options={"dice": "manual"})
            due = one.get()["due"]
            assert (due["kind"], due["dice"], due["mine"]) == ("roll", "1d6", True)
            one.answer([7], status=422)
            other.answer([3], status=409)
            state = one.answer([3])["state"]
            assert state["due"]["seat"] == 1
            assert one.get("/events")[-1]["faces"] == [3]

    def test_a_person_throws_for_a_bot(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            _, (one, _), _ = open_game(client, quick=True, options={"dice": "manual"})
            assert one is not None
            assert "Attacker and defender" in one.get()["due"]["question"]["en"]
            due = one.answer([3])["state"]["due"]
            assert (due["seat"], due["mine"], due["kind"]) == (0, True, "roll")
            assert due["question"]["en"].startswith("The computer throws 1d6")
            one.answer([5])
            assert [event["seat"] for event in one.get("/events") if event["event"] == "rolled"] == [0, 1]


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


def test_told_totals_come_with_their_modifiers(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        one, other = two_seats(client, seed=3, armies=["dwarves", "orcs"], options={"terrain": "none", "table": [300, 300]})
        play_both(one, other, random.Random(3), 250)
        told = [event for event in one.get("/events") if event.get("kind") == "totals"]
        assert told
        for event in told:
            first, die, _, _, total, second, guard, _, _, against = event["about"]
            for figure, thrown, sum_ in ((first, die, total), (second, guard, against)):
                assert thrown + sum([row["value"] for row in event["modifiers"] if row["figure"] == figure]) == sum_
            assert all(row["en"] and row["fr"] for row in event["modifiers"])


class TestBeforeOneCommits:
    def test_odds_are_exact_and_add_up(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=3)
            mine = play_until(one, other, random.Random(8), lambda now: _of_kind(now, "attack", "shoot") is not None)
            player = (one, other)[mine["seat"]]
            found = player.post("/try", {"answer": _of_kind(mine, "attack", "shoot")})
            assert found["legal"]
            assert sum([Fraction(part["chance"]) for part in found["odds"].values()]) == 1
            assert {part["id"] for part in found["modifiers"]} >= {"combat"}
            assert player.get() == mine

    def test_a_move_tells_its_length_or_why_not(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=3)
            mine = play_until(one, other, random.Random(8), lambda now: _of_kind(now, "move") is not None)
            player = (one, other)[mine["seat"]]
            found = player.post("/try", {"answer": _of_kind(mine, "move")})
            assert found["legal"]
            assert 0 < found["distance"] <= found["limit"]
            far = player.post("/try", {"answer": ["move", 59000, 59000]})
            if not far["legal"]:
                assert far["rule"].startswith("sbh.")
                assert far["reason"]["fr"]
            (one, other)[1 - mine["seat"]].post("/try", {"answer": ["end"]}, 409)

    def test_a_unit_that_a_hand_drags_is_answered_with_its_way(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, system="masse", armies=[None, None], seed=3)
            mine = one.get() if one.get()["due"]["mine"] else other.get()
            player = (one, other)[mine["seat"]]
            assert {(hand["kind"], hand["gesture"]) for hand in mine["due"]["hands"]} == {("place", "place")}
            group = next(one for one in mine["due"]["groups"] if one["id"] == "place")
            assert (group["words"], group["grave"]) == ({"en": "Place", "fr": "Placer"}, False)
            offered = _of_kind(mine, "place")
            listed = next(one for one in mine["due"]["options"] if one["answer"] == offered)
            wish = {"kind": "place", "figure": offered[1], "x": offered[2], "y": offered[3], "facing": offered[4]}
            found = player.post("/try", {"wish": wish})
            assert found["legal"]
            assert found["answer"] == offered
            assert len(found["path"][0]["outline"]) == 4
            assert found["path"][0]["set"] == {"files": offered[5], "formation": offered[6]}
            hand = next(one for one in mine["due"]["hands"] if one["figure"] == offered[1])
            assert listed["set"] == {one["id"]: found["path"][0]["set"][one["id"]] for one in hand["controls"]}
            outside = player.post("/try", {"wish": {**wish, "y": mine["view"]["table"]["depth"] // 2}})
            assert not outside["legal"]
            assert outside["rule"] == "masse.setup.deployment"
            assert player.get(f"/reach?figure={offered[1]}")["polygons"]
            place = {"kind": "place"}
            for foolish in (
                {"kind": 3},
                {**place, "x": "here"},
                {**place, "weather": 1},
                {**place, "set": 1},
                {**place, "pairs": [[1]]},
            ):
                player.post("/try", {"wish": foolish}, 400)
            assert player.get() == mine

    def test_where_a_figure_could_go(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=3)
            mine = play_until(one, other, random.Random(8), lambda now: _of_kind(now, "move") is not None)
            figure = next(one for one in mine["view"]["figures"] if one["id"] == mine["due"]["figure"])
            found = one.get(f"/reach?figure={figure['id']}")
            (polygon,) = found["polygons"]
            stick = mine["view"]["own"]["rulers"][figure["own"]["move"]]
            assert all((x - figure["x"]) ** 2 + (y - figure["y"]) ** 2 <= stick**2 for x, y in polygon)
            assert len({tuple(point) for point in polygon}) > 10
            one.get("/reach?figure=999", 404)


def _of_kind(state: Json, *kinds: str) -> Json:
    found = [one["answer"] for one in state["due"]["options"] if one["kind"] in kinds]
    return found[0] if found else None


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
