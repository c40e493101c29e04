"""The example of the docs as other people get it: built, installed, found by its entry point, and played at every door."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.plugins.brought import EXAMPLE, Place, install

MOST_LINES = 300


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    folder = tmp_path_factory.mktemp("example")
    install(EXAMPLE, folder)
    return Place(folder)


def test_it_is_short() -> None:
    files = [path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".toml")]
    assert len(files) == 4
    assert sum([len(path.read_text("utf-8").splitlines()) for path in files]) < MOST_LINES


def test_it_is_listed(place: Place) -> None:
    said = place.cli("systems --lang fr")
    assert "La Butte" in said.out
    assert said.err == ""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_conforms_and_comes_through_every_door(place: Place, seats: int) -> None:
    most = 400 if seats == 2 else 60
    walked = json.loads(place.good(f"conformance butte --seats {seats} --games 1 --most {most} --json"))
    assert walked["fault"] is None
    assert {"view", "odds", "simulate", "ladder", "fuzz", "bench", "terminal", "server"} <= set(walked["passed"])
    assert set(walked["absent"]) == {"armies", "prices", "attacks", "rulebook", "campaign"}


def test_a_game_typed_in_the_terminal_ends_with_the_winner(place: Place, tmp_path: Path) -> None:
    said = place.good("play butte --seed 4 --players here,random", typed="1\n" * 400, cwd=tmp_path)
    last = said.strip().splitlines()[-1]
    assert "butte.end" in last
    assert "wins" in last or "Nobody" in last


def test_the_first_die_by_hand(place: Place, tmp_path: Path) -> None:
    source = (
        "import sys, random, escarmouche as esc\n"
        "game = esc.new('butte', seed=1, options={'dice': 'manual'})\n"
        "rng = random.Random(1)\n"
        "while type(game.due).__name__ != 'Roll':\n"
        "    strikes = [one for one in game.options() if one[0] == 'strike']\n"
        "    near = [one for one in game.options() if one[0] == 'walk']\n"
        "    game.play((strikes or near[:1] or game.options())[0])\n"
        "game.save('hand.json')\n"
    )
    assert place.run("-c", source, cwd=tmp_path).status == 0
    said = place.good("play --resume hand.json --players here,here", typed="9\n6\nq\n", cwd=tmp_path)
    assert "throws 1d6" in said
    assert "cannot show" in said
    assert "fells" in said


def test_what_it_does_not_offer_is_said_in_one_sentence(place: Place) -> None:
    for line in ("profiles butte", "rules butte", "odds butte melee a b", "army price butte", "campaign new butte"):
        said = place.cli(f"{line} --lang fr")
        assert said.status == 2, (line, said.out)
        assert said.out == ""
        assert len(said.err.splitlines()) == 1, (line, said.err)
        assert "butte" in said.err
    assert "butte" not in place.good("rules coverage")


def test_worker_processes_play_it_too(place: Place) -> None:
    report = json.loads(place.good("simulate butte --battles 4 --agents random,random --workers 2 --json"))
    assert report["played"] == 4
    ranked = json.loads(place.good("ladder butte --agents random,greedy:1 --games 2 --workers 2 --json"))
    assert ranked["games"] == 2
