"""What each seat and a spectator may know of a game, and what waits for its end."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec

from escarmouche.core import proof, registry
from escarmouche.core.effects import Rolled
from escarmouche.core.game import Game
from escarmouche.core.imagine import imagined
from escarmouche.server import proofs
from tests.server.serving import (
    HERE,
    Player,
    inside,
    open_game,
    play_both,
    play_until,
    two_seats,
)


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
            assert client.get(f"/api/games/{one.game}/review?begin=true", headers=one.headers()).status_code == 409
            assert client.app.state.reviews.begun == 0

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
