"""What a seat may know: everything on the table, and of the charges written down in secret only its own."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import escarmouche as esc
from escarmouche.core.data import fields
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Choose
from escarmouche.systems.masse.model import (
    COMMANDER,
    ENRAGED,
    INCH,
    JOINED,
    METRE,
    REAR,
    ROUTED,
    Attack,
    Card,
    Goal,
    Machine,
    Side,
    Structure,
    Unit,
    World,
    Zone,
)
from escarmouche.systems.masse.names import unit_name
from escarmouche.systems.masse.rules.turn import declare, imagined
from escarmouche.systems.masse.system import SYSTEM
from escarmouche.systems.masse.view import view
from escarmouche.table.pieces import Piece
from tests.systems.masse.field import area, changed, engine, field, hero, play, structure, unit


def seen(world: World, seat: int) -> bytes:
    """A view as bytes."""
    return msgspec.json.encode(view(world, seat))


def battlefield() -> World:
    """One of everything."""
    return field(
        unit("phalange", 0, 30, 10, figures=12, files=6, morale=ENRAGED, receiving=True, struck=REAR, fronts=(1,)),
        hero(0, host=0, role=COMMANDER),
        engine("baliste", 0, 20, 10),
        unit("infanterie-orque", 1, 30, 40, 270, morale=ROUTED),
        pieces=[area("foret-clairsemee", 10, 20, 8, 6)],
        structures=[structure("donjon", 40, 30, 6, 6, seat=1, openings=(("porte", 40 * INCH, 33 * INCH),))],
        goals=(Goal("hold", 2, x=30 * INCH, y=10 * INCH, reach=INCH, name_en="the mill", name_fr="le moulin"),),
        zones=(Zone("deploy", 0, 0, 0, 60 * INCH, 12 * INCH),),
    )


# ---------------------------------------------------------------- all of it is there


def test_a_view_says_how_every_unit_fares() -> None:
    world = battlefield()
    pikes, captain, ballista, orcs = view(world, 0)["figures"]
    own = pikes["own"]
    assert (pikes["profile"], own["figures"], own["files"], own["formation"]) == ("phalange", 12, 6, "close")
    assert (own["morale"], own["receiving"], own["struck"], pikes["fronts"]) == ("enraged", True, "rear", ["left"])
    assert (len(pikes["bases"]), len(pikes["outline"]), own["strength"]) == (12, 4, 12)
    assert own["attacks"][0]["weapon_en"] == "Pike"
    assert own["initiative"] == 10 + 2 + 1 + own["init"]
    joined = captain["own"]
    assert (joined["status"], captain["host"], joined["role"], captain["bases"]) == ("joined", 0, "commander", [])
    assert joined["initiative"] is None
    machine = ballista["own"]["machine"]
    assert (machine["engine"], machine["range"]) == ("baliste", 30 * INCH)
    assert ballista["own"]["category"] == "engine"
    assert (orcs["own"]["morale"], orcs["seat"], orcs["facing"]) == ("routed", 1, 27000)
    skeletons = view(field(unit("squelettes", 0, 5, 5)), 0)["figures"][0]
    assert skeletons["own"]["ml"] is None


def test_a_view_says_in_words_and_signs_how_a_unit_is_shown() -> None:
    world = battlefield()
    shown = view(world, 0)
    pikes, captain, ballista, orcs = shown["figures"]
    assert pikes["kind"] == {"en": "infantry, close order", "fr": "infanterie, ordre serré"}
    assert (pikes["sign"], captain["sign"], ballista["sign"]) == ("u-infantry", "u-hero", "u-engine")
    assert [one["id"] for one in pikes["marks"]] == ["enraged", "receiving"]
    assert [(one["sign"], one["grave"], one["words"]["fr"]) for one in orcs["marks"]] == [("m-routed", True, "en déroute")]
    assert orcs["poses"] == ["fleeing"]
    strength = pikes["strength"]
    assert strength is not None
    assert (strength["left"], strength["all"]) == (12, 12)
    assert strength["words"] == {"en": "12/12 figures, NV 12/12", "fr": "12/12 figurines, NV 12/12"}
    line = [f"{one['short']['fr']} {one['value']['fr']}" for one in pikes["numbers"]]
    assert line == ["Figurines 12/12", "NV 12/12", "CA 14", "MV 4,5 po", "ML +1", "Pique +2 1d8"]
    assert (captain["state"], captain["note"]["en"], captain["poses"]) == ("joined", "joined to a unit", [])
    assert [one["radius"] for one in captain["rings"]] == [captain["own"]["radius"]]
    assert pikes["rings"] == []
    flier = view(field(unit("griffons", 0, 20, 20, altitude=3, figures=1)), 0)["figures"][0]
    assert [(one["id"], one["count"], one["suffix"]) for one in flier["marks"]][-1] == ("altitude", 15, "m")
    assert ("flying" in flier["poses"], flier["height"]) == (True, 15 * METRE)
    told = {one["id"]: one["name"]["en"] for one in shown["traits"]}
    assert set(told) == {id for one in shown["figures"] for id in one["traits"]}


def test_a_view_shows_the_table() -> None:
    shown = view(battlefield(), -1)
    table = shown["table"]
    assert (table["width"], table["depth"], table["unit"]["length"]) == (60 * INCH, 60 * INCH, INCH)
    assert table["unit"]["words"] == {"en": "in", "fr": "po"}
    wood, keep = shown["pieces"]
    assert wood["name"] == {"en": "Sparse forest", "fr": "Forêt clairsemée"}
    assert (wood["id"], wood["kind"], wood["look"]) == (0, "foret-clairsemee", "wood")
    own = keep["own"]
    assert (keep["name"]["en"], own["pr"], own["damage"], keep["destroyed"], keep["seat"]) == ("Keep", 540, 0, False, 1)
    assert (keep["id"], own["id"], keep["look"]) == (1, 0, "tower")
    assert keep["strength"] == {
        "left": 540,
        "all": 540,
        "words": {"en": "resistance 540 of 540", "fr": "résistance 540 sur 540"},
    }
    assert [(one["id"], one["x"], one["y"], one["words"]["en"]) for one in keep["openings"]] == [
        ("porte", 40 * INCH, 33 * INCH, "Door")
    ]
    (mill,) = shown["markers"]
    assert (mill["name"]["fr"], mill["held"], mill["value"], mill["note"]["en"]) == ("le moulin", 0, "2", "2 points")
    assert (mill["sign"], mill["reach"]) == ("banner", INCH)
    assert (shown["own"]["goals"][0]["holder"], shown["own"]["goals"][0]["points"]) == (0, 2)
    assert (shown["zones"][0]["id"], shown["zones"][0]["outline"][2]) == ("deploy", [60 * INCH, 12 * INCH])
    assert [side["edge"] for side in shown["sides"]] == ["bottom", "top"]


def test_a_ruin_says_so() -> None:
    world = battlefield()
    ruin = view(changed(world, structures=(changed(world.structures[0], damage=999),)), 0)["pieces"][1]
    assert (ruin["destroyed"], ruin["note"]["fr"], ruin["own"]["damage"]) == (True, "détruit", 999)
    assert ruin["strength"] is not None
    assert ruin["strength"]["left"] == 0


def test_a_road_over_a_river_is_a_bridge_to_look_at() -> None:
    river = area("riviere", 0, 20, 60, 4, tags=("crossing-6",))
    left, right = area("riviere", 0, 20, 20, 4), area("riviere", 26, 20, 34, 4)
    road = area("route", 20, 0, 6, 60, tags=("paved",))
    shown = view(field(unit("phalange", 0, 30, 10), pieces=[left, right, road]), 0)["pieces"]
    assert [(one["look"], one["name"]["en"]) for one in shown] == [
        ("shallows", "River (shallow)"),
        ("shallows", "River (shallow)"),
        ("paving", "Road"),
        ("planks", "Bridge"),
    ]
    xs, ys = zip(*shown[3]["points"], strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == (20 * INCH, 26 * INCH, 20 * INCH, 24 * INCH)
    assert shown[3]["id"] == -1
    deep = view(field(unit("phalange", 0, 30, 10), pieces=[river]), 0)["pieces"]
    assert [(one["look"], one["name"]["en"]) for one in deep] == [("water", "River")]


def test_the_order_of_action_and_the_charges_to_come_are_shown() -> None:
    slow, quick = unit("phalange", 0, 30, 10, die=3, declared=1), unit("infanterie-orque", 1, 30, 40, 270, die=15, acted=True)
    world = changed(field(slow, quick), acting=0)
    shown = view(world, 1)
    assert [(one["figure"], one["now"], one["done"]) for one in shown["order"]] == [(1, False, True), (0, True, False)]
    assert shown["order"][1]["value"] == str(shown["figures"][0]["own"]["initiative"])
    assert (shown["arrows"], shown["active"]) == ([[0, 1]], 0)
    before = view(changed(world, turn=0, acting=-1), 1)
    assert (before["order"], before["active"]) == ([], -1)


CARDS = {"name_en": "kind_en", "name_fr": "kind_fr", "formation": "order", "no_morale": "ml"}
ZONES = {"kind": "id", "left": "outline", "bottom": "outline", "right": "outline", "top": "outline"}


@pytest.mark.parametrize(
    ("kind", "part", "renamed"),
    [
        (Unit, lambda shown: shown["figures"][0], {"card": "profile", "name_en": "name", "name_fr": "name"}),
        (Card, lambda shown: shown["figures"][0], CARDS),
        (Attack, lambda shown: shown["figures"][0]["own"]["attacks"][0], {}),
        (Machine, lambda shown: shown["figures"][2]["own"]["machine"], {}),
        (Piece, lambda shown: shown["pieces"][0], {"shape": "points"}),
        (Structure, lambda shown: shown["pieces"][1], {"shape": "points"}),
        (Side, lambda shown: shown["sides"][0], {"points": "scored"}),
        (Goal, lambda shown: shown["own"]["goals"][0], {}),
        (Zone, lambda shown: shown["zones"][0], ZONES),
        (World, lambda shown: shown, {"width": "table", "depth": "table", "structures": "pieces", "units": "figures"}),
    ],
)
def test_nothing_of_the_model_is_forgotten(kind: Any, part: Any, renamed: dict[str, str]) -> None:
    shown = part(view(battlefield(), 0))
    assert {renamed.get(name, name) for name in fields(kind)} - {*shown, *shown.get("own", ())} == set()


# ---------------------------------------------------------------- declarations are secret


@pytest.mark.rule("masse.turn.charge-declaration")
def test_what_a_side_has_written_down_is_its_own_until_both_are_revealed() -> None:
    world = field(unit("phalange", 0, 30, 10), unit("phalange", 0, 40, 10), unit("infanterie-orque", 1, 30, 22, 270))
    bold = play(Call(declare, world, 0), answers=[("declare", ((0, 2),))]).result
    shy = play(Call(declare, world, 0), answers=[("declare", ())]).result
    for seat in (1, -1):
        assert seen(bold, seat) == seen(shy, seat)
        assert view(bold, seat)["sides"][0]["own"]["sealed"] is None
    assert view(bold, 0)["sides"][0]["own"]["sealed"] == [[0, 2]]
    assert seen(bold, 0) != seen(shy, 0)


@pytest.mark.rule("masse.turn.charge-declaration")
def test_an_imagined_declaration_looks_the_same_to_the_one_who_imagines_it() -> None:
    world = field(unit("phalange", 0, 30, 10), unit("phalange", 0, 40, 10), unit("infanterie-orque", 1, 30, 18, 270))
    sealed = play(Call(declare, world, 0), answers=[("declare", ((0, 2), (1, 2)))]).result
    drawn = {seen(imagined(sealed, 1, Stream(seed)), 0) for seed in range(30)}
    assert len(drawn) > 2
    assert {seen(imagined(sealed, 1, Stream(seed)), 1) for seed in range(30)} == {seen(sealed, 1)}


def test_in_a_game_nobody_sees_the_other_sides_answer_before_its_time() -> None:
    game, chance = esc.new("masse", seed=4, options={"deploy": "auto"}), Stream(4)
    for _ in range(400):
        due = game.due
        if due is None:
            break
        if isinstance(due, Choose) and due.why == "masse.turn.charge-declaration" and due.seat == 0:
            twins = [game.fork() for _ in due.options.listed()[:3]]
            for twin, answer in zip(twins, due.options.listed()[:3], strict=True):
                twin.play(answer)
            if len(twins) == 3 and all(isinstance(one.due, Choose) and one.due.seat == 1 for one in twins):
                assert len({msgspec.json.encode(one.view(1)) for one in twins}) == 1
                assert len({msgspec.json.encode(one.view(0)) for one in twins}) == 3
                return
        game.play(game.sample(chance))
    raise AssertionError("nobody ever had a charge to declare")


# ---------------------------------------------------------------- names


def test_units_of_one_name_are_numbered_and_sides_told_apart() -> None:
    world = field(
        unit("phalange", 0, 10, 10),
        unit("phalange", 0, 20, 10),
        unit("phalange", 1, 10, 40),
        unit("archers-legers", 1, 30, 40, name_en="The Bows", name_fr="Les arcs"),
    )
    assert [unit_name(world, id, "en") for id in range(4)] == ["Phalanx 1 (I)", "Phalanx 2 (I)", "Phalanx (II)", "The Bows"]
    assert unit_name(world, 3, "fr") == "Les arcs"
    assert unit_name(world, 99, "en") == "99"


# ---------------------------------------------------------------- the drawing


def test_a_unit_is_a_block_with_an_arrow_where_it_looks() -> None:
    column = unit("infanterie-orque", 1, 30, 50, 0, figures=20, files=2)
    world = field(unit("phalange", 0, 30, 30, figures=20, files=10), column)
    drawn = SYSTEM.draw(world, -1, 100).split("\n")
    assert len(drawn[0]) == 100
    blocks = [line for line in drawn[:48] if "A" in line]
    assert any("↑" in line for line in blocks)
    assert sum([line.count("A") for line in blocks]) > 8
    assert any("→" in line and "a" in line for line in drawn[:48])


def test_the_drawing_shows_structures_goals_terrain_and_a_legend() -> None:
    world = battlefield()
    text = SYSTEM.draw(world, -1, 90)
    for sign in ("#", "%", "!", "A", "C", "a"):
        assert sign in text
    assert "% Sparse forest" in text
    assert "!  the mill, 2 points, held by player 1, 30.0, 10.0" in text
    assert "in Phalanx" in " ".join(text.split())
    assert "routed" in text
    french = SYSTEM.draw(world, -1, 90, "fr")
    assert "le moulin, 2 points" in french
    ruin = changed(world, structures=(changed(world.structures[0], damage=999),))
    assert "* ruin" in SYSTEM.draw(ruin, -1, 90)
    assert world.units[1].status == JOINED
