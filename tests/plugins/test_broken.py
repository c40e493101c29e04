"""Packages whose systems cannot be played: each is named in one sentence where it is asked for, and all others play on."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.plugins.brought import EXAMPLE, Place, bring, environment, install
from tests.server.serving import Process

SOUND = """
from butte import Butte

class Other(Butte):
    id = "{id}"

SYSTEM = Other()
"""
BENT = "    def view(self, world, seat):\n        return {'table': 5}\n\n"
SOURCES = {
    "gone": ("gone-game", "gone = gone_game:SYSTEM", "raise ImportError('no module named dice_of_bone')"),
    "torn": ("torn-game", "torn = torn_game:SYSTEM", "def broken(:"),
    "empty": ("empty-game", "empty = empty_game:SYSTEM", ""),
    "number": ("number-game", "number = number_game:SYSTEM", "SYSTEM = 5"),
    "half": (
        "half-game",
        "half = half_game:SYSTEM",
        "from escarmouche.core.system import System\nclass Half(System):\n    id = 'half'\nSYSTEM = Half()",
    ),
    "renamed": ("renamed-game", "renamed = renamed_game:SYSTEM", SOUND.format(id="another")),
    "sbh": ("blades-game", "sbh = blades_game:SYSTEM", SOUND.format(id="sbh")),
    "crooked": (
        "crooked-game",
        "crooked = crooked_game:SYSTEM",
        SOUND.format(id="crooked").replace("SYSTEM", f"{BENT}SYSTEM"),
    ),
}
WHY = {
    "gone": ("it fails to load (ImportError: no module named dice_of_bone)", "il ne se charge pas"),
    "torn": ("it fails to load (SyntaxError", "il ne se charge pas (SyntaxError"),
    "empty": ("it fails to load (AttributeError", "il ne se charge pas (AttributeError"),
    "number": ("it is no System (int)", "ce n’est pas un System (int)"),
    "half": (
        "it lacks start, classes, scenarios, view, evaluate, name, describe, question, draw, messages",
        "il lui manque start, classes",
    ),
    "renamed": ("it calls itself 'another'", "il s’appelle 'another'"),
    "sbh": ("there is a system 'sbh' already", "il y a déjà un système 'sbh'"),
    "twice": ("twice-b brings one of that name too", "twice-b en apporte un du même nom"),
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A folder with the example and every kind of broken package."""
    folder = tmp_path_factory.mktemp("brought")
    install(EXAMPLE, folder)
    for package, entry, source in SOURCES.values():
        bring(folder, package, entry, package.replace("-", "_"), source)
    for package, module in (("twice-a", "twice_a"), ("twice-b", "twice_b")):
        bring(folder, package, f"twice = {module}:SYSTEM", module, SOUND.format(id="twice"))
    return Place(folder)


def sentences(text: str, name: str) -> list[str]:
    """The lines that speak of a system."""
    return [line for line in text.splitlines() if re.search(rf"(system|système) '{name}'", line)]


def test_the_list_of_systems_names_what_cannot_be_played_and_lists_the_rest(place: Place) -> None:
    for language, number in (("en", 0), ("fr", 1)):
        said = place.cli(f"systems --json --lang {language}")
        assert said.status == 0
        assert [one["id"] for one in json.loads(said.out)["systems"]][-2:] == ["butte", "crooked"]
        assert len(said.err.splitlines()) == len(WHY), said.err
        for name, why in WHY.items():
            (sentence,) = sentences(said.err, name)
            assert why[number] in sentence
            package = "twice-a" if name == "twice" else SOURCES[name][0]
            assert package in sentence


def test_names_are_listed_without_importing_anything(place: Place) -> None:
    source = "import sys, escarmouche as esc; print(esc.systems()); print({'butte', 'gone_game'} & set(sys.modules))"
    names, modules = place.run("-c", source).out.splitlines()
    assert "'gone'" in names
    assert "'butte'" in names
    assert modules == "set()"


@pytest.mark.parametrize("name", [name for name in WHY if name != "sbh"])
def test_asked_for_it_is_named_in_one_sentence(place: Place, name: str) -> None:
    source = (
        "import sys, escarmouche as esc\n"
        "for _ in range(2):\n"
        "    try:\n"
        "        esc.new(sys.argv[1])\n"
        "    except esc.EscarmoucheError as error:\n"
        "        print(error.sentence('en')); print(error.sentence('fr'))\n"
    )
    english, french, *again = place.run("-c", source, name).out.splitlines()
    assert WHY[name][0] in english
    assert WHY[name][1] in french
    assert again == [english, french], "a package that fails is not tried again"
    said = place.cli(f"play {name} --lang fr")
    assert (said.status, said.out, said.err) == (2, "", french + "\n")


def test_every_other_game_plays_on(place: Place, tmp_path: Path) -> None:
    assert "butte" in place.good("simulate butte --battles 1 --agents random,random --workers 1 --json")
    assert place.good("rules coverage")
    said = place.cli(f"fuzz --games 1 --folder {tmp_path}")
    assert said.status == 0, said.out
    assert len(said.err.splitlines()) == len(WHY)


def test_a_save_of_a_game_whose_package_broke_says_so(place: Place, tmp_path: Path) -> None:
    source = "import sys, escarmouche as esc; esc.new('butte', seed=1).save(sys.argv[1])"
    path = tmp_path / "game.json"
    assert place.run("-c", source, str(path)).status == 0
    broken = Place(tmp_path / "broken")
    bring(broken.folder, "escarmouche-butte", "butte = butte:SYSTEM", "butte", "raise ImportError('lost')")
    said = broken.cli(f"replay {path}")
    assert said.status == 2
    assert said.err.startswith("The system 'butte' of the package escarmouche-butte cannot be played: it fails to load (Imp")


def test_the_lobby_says_what_fails_and_the_others_play(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", environment(place.folder)["PYTHONPATH"])
    server = Process(tmp_path / "data")
    server.data.mkdir()
    try:
        server.start()
        with server.client() as client:
            listed = {one["id"]: one for one in client.get("/api/systems").json()}
            assert WHY["gone"][0] in listed["gone"]["fault"]["en"]
            assert WHY["gone"][1] in listed["gone"]["fault"]["fr"]
            assert listed["butte"]["fault"] is None
            assert listed["sbh"]["fault"] is None
            asked = client.post("/api/games", json={"system": "half"})
            assert asked.status_code == 422
            assert WHY["half"][0] in asked.json()["error"]["en"]
            quick = client.post("/api/games", json={"system": "crooked", "quick": True})
            assert (quick.status_code, "breaks the contract" in quick.json()["error"]["en"]) == (500, True)
            made = client.post("/api/games", json={"system": "crooked"}).json()
            headers = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
            told = client.get(f"/api/games/{made['game']}", headers=headers)
            assert told.status_code == 500
            assert "The view of the system crooked breaks the contract" in told.json()["error"]["en"]
            assert "La vue du système crooked ne respecte pas le contrat" in told.json()["error"]["fr"]
            for name in ("butte", "sbh"):
                assert client.post("/api/games", json={"system": name, "quick": True}).status_code == 201
    finally:
        server.stop()


def test_a_game_on_the_server_whose_package_is_gone_leaves_the_others_alone(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = environment(place.folder)["PYTHONPATH"]
    monkeypatch.setenv("PYTHONPATH", before)
    server = Process(tmp_path / "data")
    server.data.mkdir()
    try:
        server.start()
        with server.client() as client:
            made = [client.post("/api/games", json={"system": name, "quick": True}).json() for name in ("butte", "sbh")]
        server.stop()
        monkeypatch.setenv("PYTHONPATH", before.removeprefix(str(place.folder)).lstrip(":"))
        server.start()
        with server.client() as client:
            tokens = [f"{one['game']}:{one['seats'][0]['token']}" for one in made]
            mine = client.post("/api/mine", json={"tokens": tokens})
            assert mine.status_code == 200
            assert [one["system"] for one in mine.json()] == ["sbh"]
            headers = {"Authorization": f"Bearer {made[0]['seats'][0]['token']}"}
            told = client.get(f"/api/games/{made[0]['game']}", headers=headers)
            assert told.status_code == 422
            assert told.json()["error"]["fr"].startswith("Il n’y a pas de système 'butte'")
    finally:
        server.stop()
