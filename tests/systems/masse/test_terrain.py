"""Terrain: what it costs, whom it keeps out, what cover it gives."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import CLOSE, INCH, SKIRMISH, Unit, World
from escarmouche.systems.masse.rules.ground import cover_of, in_difficult
from escarmouche.systems.masse.rules.melee import melee_modifiers
from escarmouche.systems.masse.rules.movement import allowance, take_step
from escarmouche.systems.masse.rules.obstacles import clamber, surmount
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.shooting import missile_modifiers, shooter_refusal
from escarmouche.table.pieces import Piece
from tests.systems.masse.field import area, changed, engine, field, play, unit

WIDE = (0, 0, 60, 60)


def infantry(**changes: Any) -> Unit:
    """Regular infantry of seat 0, MV 4.5 in, facing north at 30, 20."""
    return unit("infanterie-reguliere", 0, 30, 20, **changes)


def cavalry(**changes: Any) -> Unit:
    """Light cavalry of seat 0, MV 9 in."""
    return unit("cavalerie-legere", 0, 30, 20, **changes)


def orcs(y: float = 30, **changes: Any) -> Unit:
    """Orcs of seat 1, in close order, facing south."""
    return unit("infanterie-orque", 1, 30, y, 270, **{"formation": CLOSE, **changes})


def cost(one: Unit, length: float, *pieces: Piece) -> float:
    """What a march straight ahead costs, in inches."""
    taken = take_step(field(one, pieces=pieces), changed(one, id=0), ("march", 0, round(length * INCH)))
    assert taken.refused is None, taken.refused
    return taken.cost / INCH


def may_go(one: Unit, *pieces: Piece, length: float = 4) -> bool:
    """May it march this far straight ahead, whatever it costs?"""
    world = field(one, pieces=pieces)
    return take_step(world, world.units[0], ("march", 0, round(length * INCH))).refused is None


def reaches(one: Unit, length: float, *pieces: Piece) -> bool:
    """Is a march of this length a legal move?"""
    world = field(one, pieces=pieces)
    return Doing(world, 0, 0).check(("move", (("march", 0, round(length * INCH)),))) is None


# ---------------------------------------------------------------- costs


@pytest.mark.rule("masse.terrain.table-4a", "masse.terrain.brush", "masse.terrain.sparse-forest", "masse.terrain.dense-forest")
@pytest.mark.parametrize(
    ("kind", "foot", "horse"), [("broussailles", 1.5, 2), ("foret-clairsemee", 1.5, 2), ("foret-dense", 3, 0)]
)
def test_brush_and_forests(kind: str, foot: float, horse: float) -> None:
    wood = area(kind, *WIDE)
    assert cost(infantry(), 1, wood) == foot
    assert cost(unit("archers-legers", 0, 30, 20), 1, wood) == foot  # shooters on foot count as infantry
    if horse:
        assert cost(cavalry(), 1, wood) == horse


@pytest.mark.rule("masse.terrain.brush")
def test_infantry_crosses_three_inches_of_brush() -> None:
    assert reaches(infantry(), 3, area("broussailles", *WIDE))
    assert not reaches(infantry(), 3.1, area("broussailles", *WIDE))


@pytest.mark.rule("masse.terrain.dense-forest")
def test_infantry_crosses_an_inch_and_a_half_of_dense_forest() -> None:
    assert reaches(infantry(), 1.5, area("foret-dense", *WIDE))
    assert not reaches(infantry(), 1.6, area("foret-dense", *WIDE))


@pytest.mark.rule("masse.terrain.table-4a", "masse.terrain.brush", "masse.terrain.sparse-forest", "masse.terrain.dense-forest",
                  "masse.terrain.marsh", "masse.terrain.low-obstacle", "masse.terrain.torrent-lake",
                  "masse.terrain.fortification", "masse.terrain.river")  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "foot", "horse", "wheels"),
    [
        ("broussailles", True, True, False),
        ("foret-clairsemee", True, True, False),
        ("foret-dense", True, False, False),
        ("marais-sables", True, False, False),
        ("neige", True, True, True),
        ("obstacles-bas", True, True, False),
        ("obstacles-hauts-escaladables", False, False, False),
        ("obstacles-hauts-non-franchissables", False, False, False),
        ("riviere", True, True, True),
        ("torrents-lacs", False, False, False),
        ("elevations", True, True, True),
        ("route", True, True, True),
    ],
)
def test_whom_terrain_keeps_out(kind: str, foot: bool, horse: bool, wheels: bool) -> None:
    there = area(kind, 20, 22, 20, 4)
    assert may_go(infantry(), there) is foot
    assert may_go(cavalry(), there) is horse
    assert may_go(engine("baliste", 0, 30, 20), there) is wheels


@pytest.mark.rule("masse.terrain.marsh", "masse.terrain.difficult")
def test_marsh_and_snow() -> None:
    assert cost(infantry(), 1, area("marais-sables", *WIDE)) == 3
    assert cost(infantry(), 1, area("neige", *WIDE)) == 2
    assert cost(cavalry(), 1, area("neige", *WIDE)) == 2
    for kind, bad in (("marais-sables", True), ("neige", True), ("broussailles", False), ("foret-dense", False)):
        world = field(infantry(), orcs(), pieces=[area(kind, 20, 10, 20, 12)])
        mine, foe = world.units
        assert in_difficult(world, mine) is bad
        assert ("terrain-difficile" in dict(melee_modifiers(world, mine, foe, 0, False, False))) is bad
        line = unit("archers-legers", 0, 30, 20).card.attacks[0]
        near = field(infantry(), orcs(24), pieces=world.pieces)
        assert ("terrain-difficile" in dict(missile_modifiers(near, near.units[0], near.units[1], line, False, False))) is bad


@pytest.mark.rule("masse.terrain.table-4a")
def test_the_dearest_ground_under_any_figure_counts_and_multipliers_multiply() -> None:
    corner = area("foret-dense", 31.5, 10, 10, 40)
    assert cost(infantry(), 1, corner, area("neige", *WIDE)) == 3
    hill = area("elevations", 20, 15, 20, 40)
    assert cost(infantry(), 1, hill, area("neige", *WIDE)) == 4


@pytest.mark.rule("masse.terrain.elevation", "masse.move.wheel")
def test_a_wheel_uphill_costs_double_too() -> None:
    costs = []
    for pieces in ((), (area("elevations", 10, 19, 40, 40),)):
        world = field(infantry(), pieces=pieces)
        taken = take_step(world, world.units[0], ("wheel", "left", 2000))
        assert taken.refused is None
        costs.append(taken.cost)
    assert abs(costs[1] - 2 * costs[0]) <= 4


@pytest.mark.rule("masse.terrain.elevation")
def test_uphill_is_double_and_downhill_two_thirds() -> None:
    hill = area("elevations", 10, 19, 40, 40)  # it rises north of them, all the way to its middle
    assert reaches(infantry(), 2.25, hill)
    assert not reaches(infantry(), 2.3, hill)
    down = area("elevations", 10, 1, 40, 29)
    assert reaches(infantry(), 6.75, down)
    assert not reaches(infantry(), 6.8, down)
    along = infantry(facing=0)
    assert cost(along, 3, hill) == 3
    assert cost(infantry(), 0.5, area("elevations", 10, 20.2, 40, 10)) == 1  # onto the hill


@pytest.mark.rule("masse.terrain.elevation")
def test_a_sharp_rise_is_an_obstacle_and_those_on_a_hill_have_light_cover_from_below() -> None:
    cliff = area("elevations", 10, 22.5, 40, 40, "sharp")
    assert cost(cavalry(), 1, cliff) == 1 + 4
    assert not may_go(engine("baliste", 0, 30, 20), cliff, length=4)
    world = field(infantry(), orcs(), pieces=[area("elevations", 10, 25, 40, 20)])
    below, above = world.units
    assert cover_of(world, above, below) == 25
    assert cover_of(world, below, above) == 0
    level = field(infantry(), orcs(), pieces=[area("elevations", 10, 10, 40, 40)])
    assert cover_of(level, level.units[1], level.units[0]) == 0


@pytest.mark.rule("masse.terrain.road")
def test_roads() -> None:
    narrow = infantry(files=4)
    track, paved = area("route", 29, 0, 2, 60), area("route", 29, 0, 2, 60, "paved")
    assert reaches(narrow, 6.75, track)
    assert not reaches(narrow, 6.8, track)
    assert reaches(narrow, 9, paved)
    assert not reaches(narrow, 9.1, paved)
    assert cost(infantry(files=5), 3, paved) == 3
    marsh = area("marais-sables", *WIDE)
    assert cost(narrow, 3, marsh, paved) == 1.5
    assert cost(infantry(files=5), 1, marsh, paved) == 3
    assert cost(narrow, 1, area("route", 31, 0, 2, 60, "paved")) == 1  # only its edge touches the road


# ---------------------------------------------------------------- obstacles


@pytest.mark.rule("masse.terrain.low-obstacle", "masse.terrain.river")
@pytest.mark.parametrize("kind", ["obstacles-bas", "riviere"])
def test_crossing_costs_four_inches_or_more(kind: str) -> None:
    wall = area(kind, 10, 20.9, 40, 0.5)
    assert reaches(infantry(), 0.5, wall)
    assert not reaches(infantry(), 0.6, wall)
    assert cost(cavalry(), 3, area(kind, 10, 22.5, 40, 0.5)) == 7
    assert cost(cavalry(), 3, area(kind, 10, 22.5, 40, 0.5, "crossing-6")) == 9
    assert cost(changed(infantry(), altitude=1), 3, wall) == 3


@pytest.mark.rule("masse.terrain.low-obstacle")
def test_a_wheel_over_an_obstacle_pays_for_it_too() -> None:
    wall = area("obstacles-bas", 10, 20.9, 40, 0.5)
    bare = take_step(field(infantry()), changed(infantry(), id=0), ("wheel", "left", 3000))
    world = field(infantry(), pieces=[wall])
    assert take_step(world, world.units[0], ("wheel", "left", 3000)).cost == bare.cost + 4 * INCH


@pytest.mark.rule("masse.terrain.low-obstacle")
def test_a_slow_unit_crosses_over_several_turns() -> None:
    wall = area("obstacles-bas", 10, 21.3, 40, 0.5)
    slow = infantry(mv=3 * INCH, attacks=unit("archers-legers", 0, 0, 0).card.attacks, volleys=7)
    world = field(slow, orcs(50), pieces=[wall])
    assert shooter_refusal(world, world.units[0]) is None
    assert ("surmount", 0) in Doing(world, 0, 0).listed()
    world = play(Call(surmount, world, 0, ("surmount", 0))).result
    here: Unit = world.units[0]
    assert (here.y, here.crossing) == (round(20.5 * INCH), round(2.5 * INCH))
    assert ("franchissement", -2) in melee_modifiers(world, here, world.units[1], 0, False, False)
    refused = shooter_refusal(world, here)
    assert refused is not None
    assert refused.rule == "masse.shoot.mod-crossing"
    # in the next turn 1.5 in are left to pay, and as many to march
    over = ("move", (("march", 0, round(1.5 * INCH)),))
    assert Doing(world, 0, 0).check(over) is None
    assert Doing(world, 0, 0).check(("move", (("march", 0, round(1.6 * INCH)),))) is not None
    refused = Doing(world, 0, 0).check(("surmount", 0))
    assert refused is not None
    assert refused.key == "crossed-by-march"


@pytest.mark.rule("masse.terrain.low-obstacle", "masse.terrain.river")
def test_a_large_river_takes_as_many_turns_as_its_cost_needs() -> None:
    river = area("riviere", 10, 20.9, 40, 2, "crossing-10")
    world = field(infantry(), pieces=[river])
    for paid in (4.5, 9):
        world = play(Call(surmount, world, 0, ("surmount", 0))).result
        assert world.units[0].crossing == round(paid * INCH)
    assert Doing(world, 0, 0).check(("move", (("march", 0, round(3.5 * INCH)),))) is None
    assert Doing(world, 0, 0).check(("move", (("march", 0, round(3.6 * INCH)),))) is not None


@pytest.mark.rule("masse.terrain.high-obstacle")
@pytest.mark.parametrize(("height", "actions"), [(4, 1), (5, 1), (12, 3)])
def test_a_high_obstacle_is_climbed_one_action_for_every_started_five_metres(height: float, actions: int) -> None:
    wall = area("obstacles-hauts-escaladables", 10, 20.9, 40, 0.5, height_m=height)
    assert not may_go(infantry(), wall, length=1)
    world: World = field(infantry(), pieces=[wall])
    assert Doing(world, 0, 1).check(("clamber", 0)) is not None  # nothing else in that action
    for done in range(actions):
        assert world.units[0].y == 20 * INCH
        assert bool(world.units[0].crossing) is (done > 0)
        assert ("clamber", 0) in Doing(world, 0, 0).listed()
        world = play(Call(clamber, world, 0, ("clamber", 0))).result
    assert world.units[0].y > 22 * INCH
    assert world.units[0].crossing == 0
    riders = field(changed(cavalry(), y=round(18.7 * INCH)), pieces=[wall])
    assert Doing(riders, 0, 0).check(("clamber", 0)) is not None
    far = field(changed(infantry(), y=15 * INCH), pieces=[wall])
    assert Doing(far, 0, 0).check(("clamber", 0)) is not None


@pytest.mark.rule("masse.terrain.fortification")
def test_fortifications_are_bypassed_and_cover_almost_wholly() -> None:
    wall = area("obstacles-hauts-non-franchissables", 10, 22, 40, 1)
    assert not may_go(infantry(), wall)
    world = field(infantry(), orcs(24.2), pieces=[wall])
    assert cover_of(world, world.units[1], world.units[0]) == 90


# ---------------------------------------------------------------- cover


@pytest.mark.rule("masse.terrain.cover-classes", "masse.terrain.cover-light")
@pytest.mark.parametrize(
    ("kind", "percent", "shot", "blow"),
    [
        ("broussailles", 25, -2, -1),
        ("foret-clairsemee", 50, -4, -2),
        ("foret-dense", 75, -7, -4),
        ("obstacles-hauts-non-franchissables", 90, -10, -4),
    ],
)
def test_the_four_classes_of_cover(kind: str, percent: int, shot: int, blow: int) -> None:
    behind = kind.startswith("obstacles")
    piece = area(kind, 10, 22.5, 40, 0.5) if behind else area(kind, 10, 22, 40, 20)
    world = field(unit("archers-legers", 0, 30, 20, formation=SKIRMISH), orcs(24), pieces=[piece])
    mine, foe = world.units
    assert cover_of(world, foe, mine) == percent
    line = mine.card.attacks[0]
    assert sum(value for row, value in missile_modifiers(world, mine, foe, line, False, False) if "couverture" in row) == shot
    assert sum(value for row, value in melee_modifiers(world, mine, foe, 0, False, False) if "couverture" in row) == blow


@pytest.mark.rule("masse.terrain.cover-lost-when-fighting")
def test_whoever_fights_from_behind_an_obstacle_loses_a_class_of_cover() -> None:
    wall = area("obstacles-bas", 10, 22.5, 40, 0.5)
    world = field(infantry(), orcs(24), orcs(24, fought=True), pieces=[wall])
    assert cover_of(world, world.units[1], world.units[0]) == 50
    assert cover_of(world, world.units[2], world.units[0]) == 25
    high = field(infantry(), orcs(24, fought=True), pieces=[area("obstacles-hauts-non-franchissables", 10, 22.5, 40, 0.5)])
    assert cover_of(high, high.units[1], high.units[0]) == 75
    wood = field(infantry(), orcs(24, fought=True), pieces=[area("foret-clairsemee", 10, 22, 40, 20)])
    assert cover_of(wood, wood.units[1], wood.units[0]) == 50


@pytest.mark.rule("masse.terrain.table-4a")
def test_open_ground_costs_its_length() -> None:
    assert cost(infantry(), 4.5) == 4.5
    assert allowance(field(infantry()), infantry()) == round(4.5 * INCH)


@pytest.mark.rule("masse.terrain.high-obstacle")
def test_only_whoever_faces_a_high_obstacle_with_room_behind_it_climbs() -> None:
    wall = area("obstacles-hauts-escaladables", 10, 20.9, 40, 0.5, height_m=4)
    for facing, rule_id in ((9000, ""), (27000, "masse.terrain.high-obstacle")):
        refused = Doing(field(changed(infantry(), facing=facing), pieces=[wall]), 0, 0).check(("clamber", 0))
        assert ("" if refused is None else refused.rule) == rule_id, facing
    behind = unit("infanterie-orque", 1, 30, 22.3, 90, figures=5, files=5)
    assert Doing(field(infantry(), behind, pieces=[wall]), 0, 0).check(("clamber", 0)) is not None, "nobody jumps over others"
    lake = area("torrents-lacs", 0, 21.4, 60, 20)
    assert Doing(field(infantry(), pieces=[wall, lake]), 0, 0).check(("clamber", 0)) is not None, "nowhere to come down"
    off = field(infantry(), pieces=[wall], depth=22 * INCH)
    assert Doing(off, 0, 0).check(("clamber", 0)) is not None, "nor off the table"
