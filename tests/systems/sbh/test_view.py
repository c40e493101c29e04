"""What a seat may know: all of the table, its own secrets, and nothing of the other side's."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import escarmouche as esc
from escarmouche.core.data import fields
from escarmouche.core.dice import Stream
from escarmouche.core.game import Game
from escarmouche.systems.sbh.model import (
    DEAD,
    ENTANGLED,
    ON_TABLE,
    SPELLBOUND,
    WAITING,
    Band,
    Card,
    Figure,
    Ground,
    Marker,
    World,
)
from escarmouche.systems.sbh.names import figure_name
from escarmouche.systems.sbh.rules.places import shuffle_markers
from escarmouche.systems.sbh.view import view
from escarmouche.table.pieces import Piece
from tests.systems.sbh.scene import changed, fighter, scene, square


def seen(world: World, seat: int) -> bytes:
    """A view as bytes."""
    return msgspec.json.encode(view(world, seat))


# ---------------------------------------------------------------- all of it is there


def test_a_view_says_how_every_fighter_fares() -> None:
    world = scene(
        fighter("orc-archer", 0, 100, 100, prone=True, wounds=1, poisoned=1, activated=True, item="scroll", charges=4),
        fighter("human-undead-hunter", 1, 200, 100, held=SPELLBOUND, held_by=0),
        fighter("giant-spider", 1, 300, 100, held=ENTANGLED, status=DEAD, removal="kill"),
    )
    archer, hunter, spider = view(world, 0)["figures"]
    assert (archer["name_en"], archer["name_fr"]) == ("Orc archer", "Orque, Archer")
    assert (archer["profile"], archer["points"], archer["combat"]) == ("orc-archer", 29, 3)
    assert (archer["quality"], archer["printed_quality"]) == (6, 4)
    assert (archer["x"], archer["y"], archer["r"]) == (10_000, 10_000, 800)
    assert (archer["prone"], archer["activated"], archer["item"], archer["charges"]) == (True, True, "scroll", 4)
    assert archer["traits"] == ["shooter:medium"]
    assert hunter["traits"] == ["lethal:undead", "shooter:long"]
    assert (hunter["held"], hunter["held_by"], hunter["move"], hunter["size"]) == ("spell", 0, "medium", "normal")
    assert (spider["held"], spider["status"], spider["removal"], spider["size"]) == ("entangled", "dead", "kill", "big")


def test_a_view_shows_the_table() -> None:
    wood = square("wood", 100, 100, 80, 60, difficult=True, cover=True, blocks_sight=True, height=8000)
    shown = view(scene(fighter("orc-warrior", 0, 50, 50), pieces=[wood], place=0), -1)
    assert shown["table"] == {
        "width": 60_000,
        "depth": 60_000,
        "rulers": {"short": 5_000, "medium": 8_000, "long": 12_000},
        "hex_width": 0,
        "scale": "15mm",
    }
    (piece,) = shown["pieces"]
    assert (piece["kind"], piece["name_en"], piece["name_fr"]) == ("wood", "Wood", "Zone boisée")
    assert piece["points"] == [[10_000, 10_000], [18_000, 10_000], [18_000, 16_000], [10_000, 16_000]]
    assert (piece["height"], piece["difficult"], piece["cover"], piece["impassable"]) == (8000, True, True, False)
    assert shown["place_of_power"] == 0
    assert (shown["turn"], shown["active"], shown["scenario"], shown["scores"]) == (1, 0, "pitched-battle", [0, 0])


RENAMED = {
    "radius": "r",
    "spent": "out_of_ammunition",
    "shunned": "shuns",
    "shape": "points",
    "place": "place_of_power",
    "shooting": "traits",
    "lethal": "traits",
}
LEFT_OUT = {"race", "name_en", "name_fr"}
"""The race is only what Lethal looks at; names are numbered."""


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        (Figure, lambda shown: shown["figures"][0]),
        (Card, lambda shown: shown["figures"][0]),
        (Piece, lambda shown: shown["pieces"][0]),
        (Marker, lambda shown: shown["markers"][0]),
        (Band, lambda shown: shown["bands"][0]),
        (Ground, lambda shown: shown["table"] | shown),
        (World, lambda shown: shown | {"ground": shown["table"], "dawn": None}),
    ],
)
def test_nothing_of_the_model_is_forgotten(kind: Any, part: Any) -> None:
    world = scene(
        fighter("orc-warrior", 0, 50, 50), pieces=[square("hill", 100, 100, 80, 60)], markers=(Marker(0, "item", 5, 5),)
    )
    shown = part(view(world, 0)) | {"card": None}
    assert {RENAMED.get(name, name) for name in fields(kind) if name not in LEFT_OUT} <= set(shown)


# ---------------------------------------------------------------- bands are secret until they stand on the table


ORCS = {"system": "sbh", "name": "Orcs", "figure": [{"profile": "orc-warrior", "count": 5}]}
GOBLINS = {"system": "sbh", "name": "Goblins", "figure": [{"profile": "goblin-warrior", "count": 5}]}
ELVES = {"system": "sbh", "name": "Elves", "figure": [{"profile": "elf-warrior", "count": 6}]}


def before_deployment(first: dict[str, Any], second: dict[str, Any], scenario: str, seed: int) -> Game:
    """A game that waits for the first deployment."""
    game = esc.new("sbh", [first, second], scenario, seed)
    while game.choice.why not in ("sbh.setup.deployment", "sbh.scenario.ambush.markers"):
        game.play(game.options()[0])
    return game


@pytest.mark.rule("sbh.setup.secret-selection")
@pytest.mark.parametrize("scenario", ["pitched-battle", "ambush", "treasure-hunt"])
def test_nobody_knows_the_other_band_before_it_deploys(scenario: str) -> None:
    one, two = [before_deployment(first, ELVES, scenario, 3) for first in (ORCS, GOBLINS)]
    for seat in (1, -1):
        assert msgspec.json.encode(one.view(seat)) == msgspec.json.encode(two.view(seat))
    assert msgspec.json.encode(one.view(0)) != msgspec.json.encode(two.view(0))
    assert [figure["seat"] for figure in one.view(1)["world"]["figures"]] == [1] * 6
    assert one.view(-1)["world"]["figures"] == []
    assert [band["began"] for band in one.view(1)["world"]["bands"]] == [None, 6]
    assert one.view(1)["world"]["figures"][0]["name_en"] == "Elf warrior 1" + (" (II)" if scenario == "ambush" else "")


@pytest.mark.rule("sbh.setup.secret-selection")
def test_a_band_is_known_once_it_stands_on_the_table() -> None:
    game = before_deployment(ORCS, ELVES, "pitched-battle", 3)
    seat = game.choice.seat
    game.play(game.options()[0])
    shown = game.view(1 - seat)["world"]["figures"]
    assert {figure["seat"] for figure in shown} == {0, 1}
    assert {figure["status"] for figure in shown if figure["seat"] == seat} == {"on-table"}
    assert {figure["seat"] for figure in game.view(-1)["world"]["figures"]} == {seat}


# ---------------------------------------------------------------- ambush


def ambush() -> World:
    """Two fighters of seat 1 under two of four markers, before the eyes of seat 0."""
    return scene(
        fighter("orc-warrior", 0, 300, 60),
        fighter("elf-warrior", 1, 0, 0, status=WAITING),
        fighter("elf-archer", 1, 0, 0, status=WAITING),
        markers=tuple([Marker(i, "ambush", 10_000 * (i + 1), 58_000, 1, under) for i, under in enumerate((1, -1, 2, -1))]),
        scenario="ambush",
    )


@pytest.mark.rule("sbh.scenario.ambush.markers")
def test_only_the_owner_knows_what_is_under_a_marker() -> None:
    world = ambush()
    other = world.with_markers(
        tuple([changed(marker, figure=under) for marker, under in zip(world.markers, (-1, 2, 1, -1), strict=True)])
    )
    for seat in (0, -1):
        assert seen(world, seat) == seen(other, seat)
        assert [marker["figure"] for marker in view(world, seat)["markers"]] == [None] * 4
        assert [figure["id"] for figure in view(world, seat)["figures"]] == [0]
    assert [marker["figure"] for marker in view(world, 1)["markers"]] == [1, -1, 2, -1]
    assert [figure["status"] for figure in view(world, 1)["figures"]] == ["on-table", "waiting", "waiting"]


def test_an_imagined_ambush_looks_the_same_to_the_one_who_imagines_it() -> None:
    world = ambush()
    drawn = {seen(shuffle_markers(world, 0, Stream(seed)), 1) for seed in range(40)}
    assert len(drawn) > 5
    assert {seen(shuffle_markers(world, 0, Stream(seed)), 0) for seed in range(40)} == {seen(world, 0)}
    assert {seen(shuffle_markers(world, 1, Stream(seed)), 1) for seed in range(40)} == {seen(world, 1)}


# ---------------------------------------------------------------- names


def test_fighters_of_one_profile_are_numbered_and_sides_told_apart() -> None:
    world = scene(
        fighter("orc-warrior", 0, 50, 50),
        fighter("orc-warrior", 0, 90, 50),
        fighter("orc-warlord", 0, 130, 50, name_en="Gruk", name_fr="Gruk"),
        fighter("orc-warrior", 1, 50, 150),
        fighter("elf-warrior", 1, 90, 150),
    )
    assert [figure_name(world, id, "en") for id in range(5)] == [
        "Orc warrior 1 (I)",
        "Orc warrior 2 (I)",
        "Gruk",
        "Orc warrior (II)",
        "Elf warrior",
    ]
    assert figure_name(world, 1, "fr") == "Orque Guerrier 2 (I)"
    assert figure_name(world, 99, "en") == "99"
    assert figure_name(world, -2, "fr") == "le marqueur caché"


def test_a_fighter_nobody_has_seen_changes_nobodys_name() -> None:
    world = scene(fighter("orc-warrior", 0, 50, 50), fighter("orc-warrior", 1, 50, 150, status=WAITING))
    assert figure_name(world, 0, "en") == "Orc warrior"
    shown = world.with_figure(changed(world.figures[1], status=ON_TABLE))
    assert figure_name(shown, 0, "en") == "Orc warrior (I)"
