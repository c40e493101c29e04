"""Campaigns over HTTP: bands, battles as ordinary games, what comes after them, spending, and what is refused."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from escarmouche.systems.sbh import campaign
from tests.server.serving import BOT, HERE, LINK, Client, Json, Player, inside, wait_for


class Captain:
    """Somebody with a band."""

    def __init__(self, client: Client, campaign: str, token: str) -> None:
        self.client = client
        self.campaign = campaign
        self.token = token

    def ask(self, path: str = "", body: Json = None, status: int = 200) -> Json:
        """Look, or do something; the status must be the one expected."""
        headers = {"Authorization": f"Bearer {self.token}"}
        url = f"/api/campaigns/{self.campaign}{path}"
        answer = self.client.get(url, headers=headers) if body is None else self.client.post(url, json=body, headers=headers)
        assert answer.status_code == status, (answer.status_code, answer.text[:300])
        return answer.json()


def concede(*captains: Captain) -> None:
    """Play the battle under way until one of them may give it up; a bot among them is waited for."""
    game = captains[0].ask()["game"]
    players = [Player(one.client, game, one.token) for one in captains]

    def turn() -> tuple[Player | None, Json] | None:
        for player in players:
            shown = player.get()
            if shown["phase"] == "over":
                return None, shown
            if shown["due"]["mine"]:
                return player, shown
        return None

    for _ in range(100):
        player, shown = wait_for(turn)
        if player is None:
            return
        options = shown["due"]["options"]
        answer = next((one for one in options if one["kind"] == "concede"), options[0])
        player.answer(answer["answer"], shown["version"])
    raise AssertionError("the battle has no end")


def begin(client: Client, *kinds: Any, **wanted: Any) -> list[Captain]:
    answer = client.post("/api/campaigns", json={"system": "sbh", "length": 2, "seed": 5, "seats": list(kinds), **wanted})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return [Captain(client, made["campaign"], seat["token"]) for seat in made["seats"] if seat["token"]]


def enrich(data: Path, seat: int) -> None:
    """Give a band victory points, as battles would."""
    with closing(sqlite3.connect(data / "escarmouche.sqlite")) as base, base:
        ((id, kept),) = base.execute("select id, data from campaign").fetchall()
        running = campaign.read(kept, id)
        running.bands[seat].victory_points = 20
        base.execute("update campaign set data = ?", (running.dump(),))


@pytest.mark.rule("sbh.campaign.structure")
def test_from_the_first_battle_to_the_last(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        (mine,) = begin(client, HERE, BOT, options={"terrain": "random"})
        for number in (1, 2):
            state = mine.ask()
            assert (state["phase"], state["number"], state["game"]) == ("ready", number, "")
            state = mine.ask("/battle", {})
            assert state["phase"] == "battle"
            assert mine.ask("/battle", {})["game"] == state["game"]  # asked twice, begun once
            concede(mine)
            assert mine.ask()["phase"] == "aftermath"
            told = mine.ask("/aftermath", {})
            assert told["log"]
            assert any(line["rule"].startswith("sbh.campaign") for line in told["log"])
            assert len(told["history"]) == number
        over = mine.ask()
        assert over["phase"] == "over"
        assert over["winner"] == -1  # nobody has earned anything
        assert over["choices"] == []


def test_each_captain_spends_for_their_own_band(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        other = begin(client, HERE, LINK)[1]
        enrich(tmp_path, 1)
        before = other.ask()
        assert before["seat"] == 1
        bought = before["choices"][0]
        after = other.ask("/spend", {key: bought[key] for key in ("what", "name", "count", "giver")})
        assert after["log"][0]["en"] == bought["line"]["en"]
        assert after["sheets"]["en"][1] != before["sheets"]["en"][1]
        assert after["sheets"]["en"][0] == before["sheets"]["en"][0]


def test_it_outlives_the_server(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        (mine,) = begin(client, HERE, BOT)
        state = mine.ask("/battle", {})
    with inside(tmp_path) as client:
        again = Captain(client, mine.campaign, mine.token)
        assert again.ask()["game"] == state["game"]
        concede(again)
        assert again.ask("/aftermath", {})["history"]


def test_what_is_refused_is_said_in_a_sentence(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        wrong = client.post("/api/campaigns", json={"system": "sbh", "armies": ["nobody", None]})
        assert (wrong.status_code, "nobody" in wrong.json()["error"]["en"]) == (422, True)
        none = client.post("/api/campaigns", json={"system": "masse"})
        assert none.status_code == 422
        assert none.json()["error"]["en"].endswith(".")
        bots = client.post("/api/campaigns", json={"system": "sbh", "seats": [BOT, BOT]})
        assert bots.status_code == 422
        (mine,) = begin(client, HERE, BOT)
        assert "error" in mine.ask("/aftermath", {}, 422)
        assert "error" in mine.ask("/spend", {"what": "quality", "name": "nobody"}, 422)
        mine.ask("/battle", {})
        assert "end first" in mine.ask("/aftermath", {}, 409)["error"]["en"]
        assert mine.ask("/forfeit", {}, 422)["error"]["fr"]
        stranger = Captain(client, mine.campaign, "x" * 32)
        assert "error" in stranger.ask("", None, 403)
        assert "error" in Captain(client, "nothing-there", mine.token).ask("", None, 404)
