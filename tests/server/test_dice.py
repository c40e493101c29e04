"""Dice through the API: salts, seeds, and faces that are thrown by hand."""

from __future__ import annotations

import random
from pathlib import Path

from escarmouche.core import proof, save
from escarmouche.server.storage import LogEntry
from tests.server.serving import (
    HERE,
    Player,
    add_salts,
    commit_to,
    inside,
    open_game,
    play_both,
    two_seats,
)


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
