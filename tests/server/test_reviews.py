"""Which decisions cost most: looked for once somebody wants it, when the game is over, and kept with it."""

from __future__ import annotations

import random
from pathlib import Path

from tests.agents.small import BAND
from tests.server.serving import Client, Json, Player, inside, open_game, pick, two_seats, wait_for

DECISIONS = 20


def ended(client: Client) -> tuple[Player, Player]:
    """A short game that one of both has given up."""
    one, other = two_seats(client, armies=[BAND, BAND], seed=5)
    rng = random.Random(5)
    for number in range(DECISIONS + 200):
        state = one.get()
        player = (one, other)[state["due"]["seat"]]
        mine = player.get()
        given_up = next((each for each in mine["due"]["options"] if each["kind"] == "concede"), None)
        if number >= DECISIONS and given_up is not None:
            player.answer(given_up["answer"], mine["version"])
            return one, other
        player.answer(pick(mine, rng), mine["version"])
    raise AssertionError("nobody could give up")


def found(player: Player) -> Json:
    """What is found, once it is."""

    def known() -> Json:
        state = player.get("/review?begin=true")
        assert 0 <= state["done"] <= state["of"]
        return state["review"]

    return wait_for(known)


def test_it_is_looked_for_when_somebody_wants_it_and_kept(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        one, other = ended(client)
        works = client.app.state.reviews
        assert one.get("/review") == {"done": 0, "of": 0, "review": None}
        assert works.begun == 0
        told = found(one)
        assert works.begun == 1
        assert 0 < told["judged"] <= told["choices"]
        moments = one.get("/replay")["moments"]
        assert told["lapses"][-1]["did"]["en"] == "Concede the game"
        for lapse in told["lapses"]:
            assert lapse["n"] in moments  # the table as it was before the decision
            assert lapse["cost"] > 0
            assert all(lapse[part][language] for part in ("did", "better", "why") for language in ("en", "fr"))
        theirs = other.get("/review")["review"]
        assert [{**lapse, "n": 0} for lapse in theirs["lapses"]] == [{**lapse, "n": 0} for lapse in told["lapses"]]
        assert works.begun == 1
    with inside(tmp_path) as client:
        again = Player(client, one.game, one.token)
        assert again.get("/review")["review"] == told
        assert client.app.state.reviews.begun == 0


def test_a_game_under_way_keeps_its_secrets(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        _, (one, _), spectator = open_game(client, seats=[{"kind": "here"}, {"kind": "here"}], seed=3)
        assert one is not None
        assert "over" in one.get("/review?begin=true", 409)["error"]["en"]
        spectator.get("/review", 409)
