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
    assert archer["name"] == archer["kind"] == {"en": "Orc archer", "fr": "Orque, Archer"}
    assert (archer["profile"], archer["own"]["points"], archer["own"]["combat"]) == ("orc-archer", 29, 3)
    assert (archer["own"]["quality"], archer["own"]["printed_quality"]) == (6, 4)
    assert (archer["x"], archer["y"], archer["radius"]) == (10_000, 10_000, 800)
    held = archer["own"]
    assert (held["prone"], held["activated"], held["item"], held["charges"]) == (True, True, "scroll", 4)
    assert archer["traits"] == ["shooter:medium"]
    assert hunter["traits"] == ["lethal:undead", "shooter:long"]
    held = hunter["own"]
    assert (held["held"], held["held_by"], held["move"], held["size"]) == ("spell", 0, "medium", "normal")
    held = spider["own"]
    assert (held["held"], held["status"], held["removal"], held["size"]) == ("entangled", "dead", "kill", "big")


def test_a_view_says_in_words_and_signs_how_a_fighter_is_shown() -> None:
    world = scene(
        fighter("orc-archer", 0, 100, 100, prone=True, wounds=2, activated=True, item="scroll"),
        fighter("giant-spider", 1, 300, 100, status=DEAD, removal="kill"),
        fighter("human-leader", 1, 300, 200, status=WAITING),
    )
    shown = view(world, 1)
    archer, spider, leader = shown["figures"]
    assert [one["short"]["fr"] + one["value"]["fr"] for one in archer["numbers"]] == ["Q6+", "C3", "Pts29"]
    assert archer["numbers"][0]["words"] == {"en": "Quality", "fr": "Qualité"}
    marks = [(one["id"], one["sign"], one["count"], one["grave"]) for one in archer["marks"]]
    assert marks == [("prone", "⤓", 0, True), ("activated", "✓", 0, False), ("wounds", "♥", 2, True), ("item", "★", 0, False)]
    assert archer["marks"][0]["words"] == {"en": "knocked down", "fr": "à terre"}
    assert (archer["sign"], archer["poses"]) == ("s-shooter", ["lying", "done"])
    assert (archer["state"], archer["note"]["en"]) == ("table", "")
    assert (spider["poses"], spider["state"], spider["note"]["fr"]) == (["fallen"], "gone", "tué")
    assert (leader["sign"], leader["state"], leader["note"]["en"]) == ("s-leader", "beside", "not on the table yet")
    told = {one["id"]: one for one in shown["traits"]}
    assert set(told) == {id for one in shown["figures"] for id in one["traits"]}
    assert told["shooter:medium"]["name"] == {"en": "Shooter (medium)", "fr": "Tireur (moyenne)"}
    rulebook = esc.system("sbh").rulebook()
    assert rulebook is not None
    for one in shown["traits"]:
        assert (one["text"]["en"], one["text"]["fr"]) == (rulebook.rules[one["rule"]].text, rulebook.rules[one["rule"]].text_fr)


def test_a_view_shows_the_table() -> None:
    wood = square("wood", 100, 100, 80, 60, difficult=True, cover=True, blocks_sight=True, height=8000)
    shown = view(scene(fighter("orc-warrior", 0, 50, 50), pieces=[wood], place=0), -1)
    table = shown["table"]
    assert (table["width"], table["depth"], table["hex_width"]) == (60_000, 60_000, 0)
    assert (table["unit"]["length"], table["unit"]["words"]["fr"]) == (1000, "cm")
    assert [(one["id"], one["length"], one["words"]["fr"]) for one in table["rulers"]] == [
        ("short", 5_000, "Courte"),
        ("medium", 8_000, "Moyenne"),
        ("long", 12_000, "Longue"),
    ]
    assert shown["own"]["rulers"] == {"short": 5_000, "medium": 8_000, "long": 12_000}
    assert shown["own"]["scale"] == "15mm"
    (piece,) = shown["pieces"]
    assert (piece["id"], piece["kind"], piece["name"]) == (0, "wood", {"en": "Wood", "fr": "Zone boisée"})
    assert piece["points"] == [[10_000, 10_000], [18_000, 10_000], [18_000, 16_000], [10_000, 16_000]]
    own = piece["own"]
    assert (piece["height"], own["difficult"], own["cover"], own["impassable"]) == (8000, True, True, False)
    assert piece["look"] == "wood"
    assert piece["note"]["en"] == "height 8 cm, difficult terrain, blocks sight"
    assert [(one["sign"], one["words"]["en"]) for one in piece["marks"]] == [("✶", "Place of Power")]
    assert shown["own"]["place_of_power"] == 0
    assert (shown["turn"], shown["active"], shown["own"]["scenario"]) == (1, 0, "pitched-battle")
    assert [side["score"] for side in shown["sides"]] == [0, 0]


def test_lengths_on_hexagons_count_those() -> None:
    world = esc.new("sbh", seed=1, options={"scale": "hex"}).world
    table = view(world, 0)["table"]
    assert table["hex_width"] > 0
    assert table["rulers"] == []
    assert table["unit"] == {
        "id": "hex",
        "length": 1,
        "words": {"en": "hexes", "fr": "hexagones"},
        "one": {"en": "hex", "fr": "hexagone"},
    }


RENAMED = {
    "spent": "out_of_ammunition",
    "shunned": "shuns",
    "shape": "points",
    "place": "place_of_power",
    "bands": "sides",
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
        (Band, lambda shown: shown["sides"][0]),
        (Ground, lambda shown: shown["table"] | shown),
        (World, lambda shown: shown | {"ground": shown["table"], "dawn": None}),
    ],
)
def test_nothing_of_the_model_is_forgotten(kind: Any, part: Any) -> None:
    world = scene(
        fighter("orc-warrior", 0, 50, 50), pieces=[square("hill", 100, 100, 80, 60)], markers=(Marker(0, "item", 5, 5),)
    )
    whole = view(world, 0)
    shown = part(whole)
    known = {*shown, *shown.get("own", whole["own"]), "card"}
    assert {RENAMED.get(name, name) for name in fields(kind) if name not in LEFT_OUT} <= known


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
    assert [side["own"]["began"] for side in one.view(1)["world"]["sides"]] == [None, 6]
    assert one.view(1)["world"]["figures"][0]["name"]["en"] == "Elf warrior 1" + (" (II)" if scenario == "ambush" else "")


@pytest.mark.rule("sbh.setup.secret-selection")
def test_a_band_is_known_once_it_stands_on_the_table() -> None:
    game = before_deployment(ORCS, ELVES, "pitched-battle", 3)
    seat = game.choice.seat
    game.play(game.options()[0])
    shown = game.view(1 - seat)["world"]["figures"]
    assert {figure["seat"] for figure in shown} == {0, 1}
    assert {figure["state"] for figure in shown if figure["seat"] == seat} == {"table"}
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
        assert [marker["own"]["figure"] for marker in view(world, seat)["markers"]] == [None] * 4
        assert [figure["id"] for figure in view(world, seat)["figures"]] == [0]
    assert [marker["own"]["figure"] for marker in view(world, 1)["markers"]] == [1, -1, 2, -1]
    assert [figure["own"]["status"] for figure in view(world, 1)["figures"]] == ["on-table", "waiting", "waiting"]


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
