"""Systems over HTTP: what each offers is told, and one that fails is named while the others play on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from escarmouche.core import registry
from escarmouche.core.effects import Call
from escarmouche.core.messages import Messages
from escarmouche.core.offers import Armies
from escarmouche.core.settings import Setting
from escarmouche.core.system import Setup, System
from escarmouche.systems.sbh.system import SongOfBlades
from tests.server.serving import HERE, LINK, Json, inside, open_game, two_seats


class Torn(SongOfBlades):
    """A system whose view breaks the contract once the battle has begun."""

    id = "torn"
    titles = {"en": "Torn", "fr": "Déchiré"}

    def view(self, world: Any, seat: int) -> Any:
        shown: Any = super().view(world, seat)
        if world.bands[0].edge < 0:
            return shown
        return {**shown, "sides": [{**side, "prone": True} for side in shown["sides"]]}


class Raising(Torn):
    """A system that fails where it tells its settings."""

    id = "raising"

    def settings(self) -> tuple[Setting, ...]:
        raise ZeroDivisionError

    def view(self, world: Any, seat: int) -> Any:
        raise ZeroDivisionError


class Stumbling(SongOfBlades):
    """A system that did not foresee an option."""

    id = "stumbling"
    titles = {"en": "Stumbling", "fr": "Trébuchant"}

    def start(self, setup: Setup) -> Call:
        raise KeyError("unforeseen")


class Bare(SongOfBlades):
    """A system that offers nothing beside its game."""

    id = "bare"
    titles = {"en": "Bare", "fr": "Nu"}
    screen = Messages({})

    def armies(self) -> Any:
        return None

    def prices(self) -> Any:
        return None

    def odds(self) -> Any:
        return None

    def campaign(self) -> Any:
        return None

    def rulebook(self) -> Any:
        return None


@contextmanager
def known(*systems: System) -> Iterator[None]:
    """These systems are installed for a while."""
    for system in systems:
        registry.add(system)
    try:
        yield
    finally:
        for system in systems:
            registry.drop(system.id)


def listed(client: Any) -> dict[str, Json]:
    """The systems that the server lists, by id."""
    return {one["id"]: one for one in client.get("/api/systems").json()}


# ---------------------------------------------------------------- what they offer


def test_a_builder_is_told_columns_lists_and_the_form_of_an_own_profile(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        found = listed(client)
        for name, system in found.items():
            columns = [one["id"] for one in system["columns"]]
            assert all(one["names"]["en"] and one["names"]["fr"] for one in system["columns"])
            lists = {one["id"] for one in system["lists"]}
            for row in client.get(f"/api/systems/{name}/profiles").json():
                assert list(row["cells"]["fr"]) == ["id", "name", *columns]
                assert row["list"] in lists
            assert system["fault"] is None
            assert {one["seats"][0] for one in system["scenarios"]} == {2}
        song, mass = found["sbh"], found["masse"]
        assert song["offers"] == ["armies", "prices", "odds", "rulebook", "campaign"]
        assert mass["offers"] == ["armies", "odds", "rulebook"]
        own = {one["id"]: one for one in song["own"]}
        assert [(one["kind"], one["least"], one["most"], one["usual"]) for one in song["own"][:2]] == [
            ("count", 2, 6, 4),
            ("count", 0, 6, 2),
        ]
        assert {"id": "shooter:long", "names": {"en": "Shooter (long)", "fr": "Tireur (longue)"}} in own["traits"]["values"]
        assert {"id": "quality", "names": {"en": "Q", "fr": "Q"}, "meaning": {"en": "Quality", "fr": "Qualité"}} in song[
            "columns"
        ]
        assert mass["own"] == []
        profile = {name: one["usual"] for name, one in own.items()}
        assert client.post("/api/armies/price", json={"system": "sbh", "profile": profile}).json() == {
            "points": registry.price("sbh", **profile)
        }


def test_profiles_cost_points_where_points_are_counted(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        costs = {
            name: {row["points"] for row in client.get(f"/api/systems/{name}/profiles").json()} for name in ("sbh", "masse")
        }
        assert min(costs["sbh"]) > 0
        assert costs["masse"] == {None}


def test_a_quick_battle_takes_the_options_of_its_system(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        assert listed(client)["sbh"]["quick"] == {"terrain": "random"}
        answers = [client.post("/api/preview", json={"quick": one, "seed": 3}) for one in (True, False)]
        assert [one.status_code for one in answers] == [200, 200], "nothing is made"
        quick, other = [one.json() for one in answers]
        assert quick["system"] == registry.systems()[0]
        assert quick["view"]["pieces"], "the scenery is laid out by chance"
        assert other["view"]["pieces"] == []
        own = client.post("/api/preview", json={"quick": True, "seed": 3, "options": {"terrain": "none"}}).json()
        assert own["view"]["pieces"] == []


def test_an_army_added_to_the_folder_is_there_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "sbh" / "armies"
    folder.mkdir(parents=True)
    with inside(tmp_path / "data") as client:
        before = [one["id"] for one in listed(client)["sbh"]["armies"]]
        text = 'system = "sbh"\nname = "Mine"\n[[figure]]\nprofile = "orc-warrior"\n'
        (folder / "mine.toml").write_text(text, "utf-8")
        assert [one["id"] for one in listed(client)["sbh"]["armies"]] == [*before, "mine"]
        (folder / "mine.toml").write_text(text.replace("orc-warrior", "nobody"), "utf-8")
        found = listed(client)
        assert "mine.toml" in found["sbh"]["fault"]["en"]
        assert found["masse"]["fault"] is None
        (folder / "mine.toml").unlink()
        assert [one["id"] for one in listed(client)["sbh"]["armies"]] == before


def test_a_system_that_offers_nothing_is_listed_without(tmp_path: Path) -> None:
    with known(Bare()), inside(tmp_path) as client:
        found = listed(client)["bare"]
        assert (found["offers"], found["fault"]) == ([], None)
        assert (found["armies"], found["kinds"], found["columns"], found["lists"], found["own"]) == ([], [], [], [], [])
        assert client.get("/api/systems/bare/profiles").json() == []


def test_what_is_usual_of_armies_is_little() -> None:
    offered = Armies()
    assert (offered.columns(), offered.lists(), offered.own_profile()) == ((), (), ())
    assert (offered.listed({"id": "a"}), offered.worth({"id": "a"}), offered.worth({"points": 3})) == ("", None, 3)


# ---------------------------------------------------------------- one that fails


def test_a_system_that_fails_is_listed_with_its_fault_and_the_others_play_on(tmp_path: Path) -> None:
    with known(Raising()), inside(tmp_path) as client:
        found = listed(client)
        assert list(found) == registry.systems()
        assert found["raising"]["fault"]["en"].startswith("The system raising fails (ZeroDivisionError)")
        assert found["raising"]["fault"]["fr"].startswith("Le système raising est en panne")
        assert found["sbh"]["scenarios"]
        _, players, _ = open_game(client, system="sbh", quick=True)
        assert players[0] is not None
        assert players[0].get()["view"] is not None


def test_options_that_a_system_did_not_foresee_are_refused(tmp_path: Path) -> None:
    with known(Stumbling()), inside(tmp_path) as client:
        for door in ("games", "preview"):
            answer = client.post(f"/api/{door}", json={"system": "stumbling", "seed": 3, "options": {"terrain": "none"}})
            assert answer.status_code == 422, answer.text
            assert "option" in answer.json()["error"]["en"]
        assert client.get("/healthz").json()["games"] == 0


def test_a_view_that_breaks_the_contract_is_told_by_name(tmp_path: Path) -> None:
    with known(Torn(), Raising()), inside(tmp_path) as client:
        wanted = {"system": "torn", "seed": 3, "seats": [HERE, LINK], "options": {"terrain": "none"}}
        one, other = two_seats(client, system="torn", seed=3, options={"terrain": "none"})
        for _ in range(20):
            answer = client.get(f"/api/games/{one.game}", headers={"authorization": f"Bearer {one.token}"})
            if answer.status_code != 200:
                break
            state = answer.json()
            player = (one, other)[state["due"]["seat"]]
            mine = state if state["due"]["mine"] else player.get()
            body = {"answer": mine["due"]["options"][0]["answer"], "after": mine["version"]}
            client.post(f"/api/games/{one.game}/answer", json=body, headers={"authorization": f"Bearer {player.token}"})
        assert answer.status_code == 500
        error = answer.json()["error"]
        assert error["en"].startswith("The view of the system torn breaks the contract")
        assert "$.sides[0].prone" in error["en"]
        assert error["fr"].startswith("La vue du système torn ne respecte pas le contrat")
        with client.websocket_connect(f"/api/games/{one.game}/live", headers=one.headers()) as socket:
            assert json.loads(socket.receive_text()) == {"type": "fault", "error": error}
            with pytest.raises(WebSocketDisconnect):
                socket.receive_text()
        raising = client.post("/api/preview", json={**wanted, "system": "raising", "seats": None})
        assert raising.status_code == 500
        assert raising.json()["error"]["en"].startswith("The system raising fails (ZeroDivisionError)")
        good, _ = two_seats(client, system="sbh", seed=3)
        assert good.get()["view"]["turn"] == 0
