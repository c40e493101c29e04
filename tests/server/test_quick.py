"""One click, a battle: two different armies on a table that is new every time, already deployed."""

from __future__ import annotations

from pathlib import Path

import pytest

from escarmouche.core import registry, save
from tests.server.serving import HERE, LINK, Player, inside, open_game, wait_for

SYSTEMS = ("sbh", "masse", "bataille", "swidenth", "fda")


def first_decision(player: Player) -> dict[str, object]:
    """The game once its first person must decide something."""
    found: dict[str, object] = wait_for(lambda: (state := player.get())["due"]["mine"] and state)
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_quick_battle_begins_with_the_first_turn(tmp_path: Path, system: str) -> None:
    with inside(tmp_path) as client:
        tables, pairs = [], []
        for _ in range(3):
            _, players, _ = open_game(client, system=system, quick=True, seats=[HERE, HERE])
            assert players[0] is not None
            state = players[0].get()
            view = state["view"]
            assert view["turn"] == 1
            assert {one["seat"] for one in view["figures"] if one["state"] == "table"} >= {0, 1}
            assert state["undo"] is False, "nobody has answered anything yet"
            names = [seat["army"]["en"] for seat in state["seats"]]
            assert len(set(names)) == 2
            pairs.append(tuple(names))
            tables.append([piece["points"] for piece in view["pieces"]])
        assert tables[0] != tables[1] != tables[2] != tables[0]
        assert all(tables)
        assert len(set(pairs)) > 1 or system == "masse"


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_armies_of_a_quick_battle_are_about_equal(system: str) -> None:
    from escarmouche.core.dice import Stream

    game = registry.system(system)
    offered = game.armies()
    assert offered is not None
    for seed in range(30):
        one, other = game.quick_armies(game.quick_scenario(), Stream(seed), 2)
        assert one["name"] != other["name"]
        points = sorted([offered.points(one), offered.points(other)])
        assert points[0] * 8 >= points[1] * 7, (one["name"], other["name"], points)


def test_a_battle_by_its_number_is_the_same_again(tmp_path: Path) -> None:
    """Armies, table, what is settled before the first turn, and what the computer does before one's first decision."""
    with inside(tmp_path) as client:
        seats = [HERE, {"kind": "bot", "agent": "greedy", "playouts": 2}]
        made = [open_game(client, system="sbh", quick=True, seed="7", seats=seats)[1][0] for _ in range(3)]
        states = [first_decision(player) for player in made if player is not None]
        assert len(states) == 3
        assert states[0]["view"] == states[1]["view"] == states[2]["view"]


def test_nobody_is_made_to_charge_before_the_first_decision(tmp_path: Path) -> None:
    """Charges of the first turn are declared for both sides before the battle is shown against the computer: none is."""
    with inside(tmp_path) as client:
        for seed in ("film 2", "film 7", "film 11"):
            _, players, _ = open_game(client, system="masse", quick=True, seed=seed)
            assert players[0] is not None
            events = players[0].get("/events")
            assert any(event["why"] == "masse.turn.charge-declaration" for event in events)
            assert "declares-charge" not in {event.get("kind") for event in events}


def test_what_was_settled_stands_in_the_log_and_replays(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        made, players, _ = open_game(client, system="sbh", quick=True, seats=[HERE, HERE])
        one, other = players
        assert one is not None
        assert other is not None
        chosen = [event for event in one.get("/events") if event["event"] == "chosen"]
        assert {event["seat"] for event in chosen} == {0, 1}
        before = one.get()
    with inside(tmp_path) as client:  # another process reads it from its log
        again = Player(client, made["game"], one.token)
        assert again.get()["view"] == before["view"]
        assert again.get()["undo"] is False
        due = again.get()["due"]["seat"]
        giver = (again, Player(client, made["game"], other.token))[due]
        giver.answer(["concede"])
        path = tmp_path / "quick.json"
        path.write_bytes(client.get(f"/api/games/{made['game']}/save", headers=again.headers()).content)
        assert save.verify(path)


def test_a_rematch_of_a_quick_battle_is_deployed_too(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        _, players, _ = open_game(client, system="sbh", quick=True)
        one = players[0]
        assert one is not None
        first_decision(one)
        one.answer(["concede"])
        made = one.post("/rematch", {}, 201)
        again = Player(client, made["game"], made["seats"][0]["token"])
        assert again.get()["view"]["turn"] == 1


def test_a_quick_battle_by_link_is_deployed_for_both(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        made, players, _ = open_game(client, system="sbh", quick=True, seats=[{"kind": "here", "name": "Ada"}, LINK])
        assert [seat["kind"] for seat in made["seats"]] == ["here", "link"]
        assert players[1] is not None
        seats = players[1].get()["seats"]
        assert [(seat["name"], seat["taken"]) for seat in seats] == [("Ada", True), ("", False)]
        claimed = players[1].post("/claim", {})
        guest = Player(client, made["game"], claimed["token"])
        assert guest.get()["seats"][1]["taken"]


def test_dice_thrown_by_hand_are_left_to_the_players(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        _, players, _ = open_game(client, system="sbh", quick=True, options={"dice": "manual"})
        assert players[0] is not None
        assert players[0].get()["due"]["kind"] == "roll"


class TestHides:
    """Is anything hidden from those who share a screen?"""

    def test_nothing_in_an_open_battle(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            for system in ("sbh", "swidenth", "fda"):
                _, players, _ = open_game(client, system=system, quick=True, seats=[HERE, HERE])
                assert players[0] is not None
                assert players[0].get()["hides"] is False

    def test_what_is_declared_in_secret(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            _, players, _ = open_game(client, system="masse", quick=True, seats=[HERE, HERE])
            assert players[0] is not None
            assert players[0].get()["hides"] is True
            players[0].answer(players[0].get()["due"]["options"][0]["answer"])
            assert players[0].get()["hides"] is True, "the other declares, and must not see"
            _, players, _ = open_game(client, system="masse", quick=True, seats=[HERE, LINK])
            assert players[0] is not None
            assert players[0].get()["hides"] is False, "they sit at different devices"


def test_every_system_says_what_it_is(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        for one in client.get("/api/systems").json():
            if one["id"] in SYSTEMS:
                about = one["about"]
                assert all(about["lead"].values())
                assert about["minutes"][0] < about["minutes"][1]
                assert about["figures"][0] < about["figures"][1]
                assert len(about["how"]) == 4
                assert all(line[language] for line in about["how"] for language in ("en", "fr"))


def test_my_games_tell_turn_armies_and_whose_move_it_is(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        made, players, _ = open_game(client, system="sbh", quick=True, seats=[HERE, {"kind": "link", "name": "Bob"}])
        assert players[0] is not None
        (row,) = client.post("/api/mine", json={"tokens": [f"{made['game']}:{players[0].token}"]}).json()
        assert row["turn"] == 1
        assert row["due"] in (0, 1)
        assert row["mine"] is (row["due"] == 0)
        assert [bool(seat["army"]["fr"]) for seat in row["seats"]] == [True, True]
        assert row["seats"][1]["name"] == "Bob"


def test_a_battle_to_look_at(tmp_path: Path) -> None:
    """The first page shows the opening of a real battle: two armies stand, then figures change, step by step."""
    with inside(tmp_path) as client:
        told = client.get("/api/systems/sbh/showcase").json()
        view, steps = told["view"], told["steps"]
        assert view["turn"] == 1
        assert {one["seat"] for one in view["figures"] if one["state"] == "table"} == {0, 1}
        places = {one["id"]: one for one in view["figures"]}
        for step in steps:
            assert any(places[one["id"]] != one for one in step)
            places |= {one["id"]: one for one in step}
        assert len(steps) > 5
        assert client.get("/api/systems/sbh/showcase").json() == told, "it is made once"
        answer = client.get("/api/systems/no-such-game/showcase")
        assert answer.status_code == 404
        assert answer.json()["error"]["fr"]
