"""What a seat may know: everything on the table, and of the charges written down in secret only its own."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import escarmouche as esc
from escarmouche.core.data import fields
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Choose
from escarmouche.kit.drawing import arrow
from escarmouche.systems.masse.drawing import draw
from escarmouche.systems.masse.model import (
    COMMANDER,
    ENRAGED,
    INCH,
    JOINED,
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
    pikes, captain, ballista, orcs = view(world, 0)["units"]
    assert (pikes["profile"], pikes["figures"], pikes["files"], pikes["formation"]) == ("phalange", 12, 6, "close")
    assert (pikes["morale"], pikes["receiving"], pikes["struck"], pikes["fronts"]) == ("enraged", True, "rear", ["left"])
    assert (len(pikes["bases"]), len(pikes["points"]), pikes["strength"]) == (12, 4, 12)
    assert pikes["attacks"][0]["weapon_en"] == "Pike"
    assert pikes["initiative"] == 10 + 2 + 1 + pikes["init"]
    assert (captain["status"], captain["host"], captain["role"], captain["bases"]) == ("joined", 0, "commander", [])
    assert captain["initiative"] is None
    assert (ballista["machine"]["engine"], ballista["machine"]["range"]) == ("baliste", 30 * INCH)
    assert ballista["category"] == "engine"
    assert (orcs["morale"], orcs["seat"], orcs["facing"]) == ("routed", 1, 27000)
    skeletons = view(field(unit("squelettes", 0, 5, 5)), 0)["units"][0]
    assert skeletons["ml"] is None


def test_a_view_shows_the_table() -> None:
    shown = view(battlefield(), -1)
    assert shown["table"] == {"width": 60 * INCH, "depth": 60 * INCH, "unit": INCH}
    (wood,) = shown["pieces"]
    assert (wood["kind"], wood["name_en"], wood["name_fr"]) == ("foret-clairsemee", "Sparse forest", "Forêt clairsemée")
    (keep,) = shown["structures"]
    assert (keep["name_en"], keep["pr"], keep["damage"], keep["destroyed"], keep["seat"]) == ("Keep", 540, 0, False, 1)
    assert keep["openings"] == [["porte", 40 * INCH, 33 * INCH]]
    (mill,) = shown["goals"]
    assert (mill["name_fr"], mill["holder"], mill["points"]) == ("le moulin", 0, 2)
    assert shown["zones"][0]["kind"] == "deploy"
    assert [side["edge"] for side in shown["sides"]] == ["bottom", "top"]


CARDS = {"name_en": "kind_en", "name_fr": "kind_fr", "formation": "order", "no_morale": "ml"}


@pytest.mark.parametrize(
    ("kind", "part", "renamed"),
    [
        (Unit, lambda shown: shown["units"][0], {"card": "profile"}),
        (Card, lambda shown: shown["units"][0], CARDS),
        (Attack, lambda shown: shown["units"][0]["attacks"][0], {}),
        (Machine, lambda shown: shown["units"][2]["machine"], {}),
        (Piece, lambda shown: shown["pieces"][0], {"shape": "points"}),
        (Structure, lambda shown: shown["structures"][0], {"shape": "points"}),
        (Side, lambda shown: shown["sides"][0], {}),
        (Goal, lambda shown: shown["goals"][0], {}),
        (Zone, lambda shown: shown["zones"][0], {}),
        (World, lambda shown: shown, {"width": "table", "depth": "table"}),
    ],
)
def test_nothing_of_the_model_is_forgotten(kind: Any, part: Any, renamed: dict[str, str]) -> None:
    shown = part(view(battlefield(), 0))
    assert {renamed.get(name, name) for name in fields(kind)} - set(shown) == set()


# ---------------------------------------------------------------- declarations are secret


@pytest.mark.rule("masse.turn.charge-declaration")
def test_what_a_side_has_written_down_is_its_own_until_both_are_revealed() -> None:
    world = field(unit("phalange", 0, 30, 10), unit("phalange", 0, 40, 10), unit("infanterie-orque", 1, 30, 22, 270))
    bold = play(Call(declare, world, 0), answers=[("declare", ((0, 2),))]).result
    shy = play(Call(declare, world, 0), answers=[("declare", ())]).result
    for seat in (1, -1):
        assert seen(bold, seat) == seen(shy, seat)
        assert view(bold, seat)["sides"][0]["sealed"] is None
    assert view(bold, 0)["sides"][0]["sealed"] == [[0, 2]]
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
    drawn = draw(world, 100).split("\n")
    assert len(drawn[0]) == 100
    blocks = [line for line in drawn[:48] if "A" in line]
    assert any("↑" in line for line in blocks)
    assert sum([line.count("A") for line in blocks]) > 8
    assert any("→" in line and "a" in line for line in drawn[:48])


def test_the_drawing_shows_structures_goals_terrain_and_a_legend() -> None:
    world = battlefield()
    text = draw(world, 90, "en")
    for sign in ("#", "%", "!", "A", "C", "a"):
        assert sign in text
    assert "% Sparse forest" in text
    assert "the mill, 2 points, at 30, 10: player 1’s." in text
    assert "in Phalanx" in text
    assert "routed" in text
    french = draw(world, 90, "fr")
    assert "le moulin, 2 points" in french
    ruin = changed(world, structures=(changed(world.structures[0], damage=999),))
    assert "* ruin" in draw(ruin, 90)
    assert world.units[1].status == JOINED


@pytest.mark.parametrize(("facing", "sign"), [(0, "→"), (4500, "↗"), (9000, "↑"), (13500, "↖"), (18000, "←"), (27000, "↓")])
def test_arrows(facing: int, sign: str) -> None:
    assert arrow(facing) == sign
