"""Scales, individuals, command radius, facing and sight."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.cards import hero_card
from escarmouche.systems.masse.model import (
    CLOSE,
    FRONT,
    INCH,
    LEFT,
    METRE,
    REAR,
    RIGHT,
    SKIRMISH,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.drill import face, fronts_refusal
from escarmouche.systems.masse.rules.facing import figure_sides
from escarmouche.systems.masse.rules.formations import change_refusal
from escarmouche.systems.masse.rules.ground import (
    STEP,
    attack_sector,
    cover_of,
    engaged,
    footprint,
    front_centre,
    gap,
    heroes_commanding,
    inches,
    melee_sector,
    sector,
    sees,
    size_of,
    within,
)
from escarmouche.systems.masse.rules.melee import melee_modifiers
from escarmouche.systems.masse.rules.morale import CHARGE, morale_modifiers
from escarmouche.systems.masse.rules.movement import move
from escarmouche.systems.masse.rules.shooting import target_refusal
from escarmouche.systems.masse.rules.singles import duel_refusal
from escarmouche.systems.masse.rules.turn import may_declare
from escarmouche.table.shapes import turned
from tests.systems.masse.field import area, changed, field, hero, play, unit


def infantry(x: float = 30, y: float = 20, facing: float = 90, **changes: Any) -> Unit:
    """Regular infantry of seat 0, two ranks of five in close order: 4 in by 1.6 in."""
    return unit("infanterie-reguliere", 0, x, y, facing, **changes)


def orcs(x: float = 30, y: float = 30, facing: float = 270, **changes: Any) -> Unit:
    """Orcs of seat 1, in close order."""
    return unit("infanterie-orque", 1, x, y, facing, **{"formation": CLOSE, **changes})


def blob(x: float, y: float, seat: int = 1) -> Unit:
    """A single figure, whose centre is the point that counts."""
    return hero(seat, x, y)


def saw(*units: Unit, **changes: Any) -> bool:
    """Does the first unit see the second?"""
    world = field(*units, **changes)
    return sees(world, world.units[0], world.units[1])


# ---------------------------------------------------------------- scales


@pytest.mark.rule("masse.scale.time")
def test_three_rounds_of_single_combat_take_six_turns() -> None:
    duellists = field(changed(blob(30, 20, seat=0), duel=1), changed(blob(30, 20.8), duel=1))
    turns = range(1, 7)
    open_turns = [
        turn for turn in turns if duel_refusal(changed(duellists, turn=turn), duellists.units[0], duellists.units[1]) is None
    ]
    assert open_turns == [1, 3, 5]


@pytest.mark.rule("masse.scale.distance", "masse.scale.ranges")
def test_an_inch_is_ten_metres() -> None:
    assert inches(250) == 25 * METRE
    assert inches(50) == STEP
    assert infantry().card.front * 5 == 4 * INCH  # five bases of 20 mm are 40 m wide


@pytest.mark.rule("masse.scale.speed-conversion")
@pytest.mark.parametrize(("speed", "mv"), [(9, 45), (6, 30), (18, 90)])
def test_a_converted_speed_is_halved(speed: float, mv: int) -> None:
    assert hero_card(speed_m=speed).mv * 10 == mv * INCH
    assert infantry().card.mv == 3 * INCH * 3 // 2  # printed values are inches already


@pytest.mark.rule("masse.scale.measuring")
def test_distances_run_from_edge_to_edge_and_within_is_strict() -> None:
    first = infantry()
    for apart, near in ((3.0, False), (2.9, True)):
        second = orcs(y=20 + 1.6 + apart)
        assert gap(first, second) == round(apart * INCH)
        assert within(first, second, 3 * INCH) is near


# ---------------------------------------------------------------- individuals and command


@pytest.mark.rule("masse.org.individuals")
def test_formation_rules_never_apply_to_a_single_figure() -> None:
    world = field(blob(30, 20, seat=0), orcs())
    alone = world.units[0]
    refused = change_refusal(alone, 1, CLOSE)
    assert refused is not None
    assert refused.rule == "masse.org.individuals"
    assert fronts_refusal(world, alone, (LEFT,)) is not None
    assert "serree" not in dict(melee_modifiers(world, alone, world.units[1], FRONT, False, False))
    assert dict(morale_modifiers(world, alone, CHARGE, -1)).keys().isdisjoint({"serree", "rangs", "meute"})
    assert "serree" in dict(morale_modifiers(world, world.units[1], CHARGE, -1))


@pytest.mark.rule("masse.org.stat-rc")
@pytest.mark.parametrize(("apart", "commanded"), [(7.5, True), (8.0, True), (8.5, False)])
def test_command_reaches_a_unit_whose_nearest_figure_is_in_the_circle(apart: float, commanded: bool) -> None:
    leader = blob(30, 10, seat=0)
    leader = changed(leader, card=changed(leader.card, radius=8 * INCH))
    depth = (leader.card.depth + 2 * infantry().card.depth) / 2 / INCH
    world = field(infantry(y=10 + depth + apart), leader)
    assert gap(world.units[0], world.units[1]) == round(apart * INCH)
    assert bool(heroes_commanding(world, world.units[0])) is commanded


# ---------------------------------------------------------------- sectors


CORNER = infantry(x=28, y=19.2)
"""Facing north with its front right corner at (30, 20)."""


@pytest.mark.rule("masse.view.sectors")
@pytest.mark.parametrize(
    ("x", "y", "where"),
    [
        (33, 25, FRONT),
        (35, 23, RIGHT),
        (35, 25, FRONT),
        (21, 25, FRONT),
        (20, 23, LEFT),
        (28, 10, REAR),
        (33, 15.4, REAR),
        (33, 15.5, RIGHT),
        (23, 15.4, REAR),
    ],
)
def test_diagonals_from_the_corners_part_front_flanks_and_rear(x: float, y: float, where: int) -> None:
    assert sector(CORNER, round(x * INCH), round(y * INCH)) == where


@pytest.mark.rule("masse.view.attack-sector")
def test_an_attack_comes_from_where_the_middle_of_the_front_is() -> None:
    straddling = orcs(33.2, 23, 180)
    assert sector(CORNER, straddling.x, straddling.y) == RIGHT
    assert attack_sector(CORNER, straddling) == FRONT
    assert attack_sector(CORNER, blob(33, 25)) == FRONT
    assert attack_sector(CORNER, blob(35, 23)) == RIGHT


@pytest.mark.rule("masse.view.attack-sector")
def test_a_last_wheel_gains_no_flank() -> None:
    start = orcs(30, 25, 270, mv=12 * INCH)
    world = field(infantry(), start)
    steps = (("march", -4500, 3 * INCH), ("pivot", "right"))
    after: World = play(Call(move, world, 1, ("move", steps))).result
    mover = changed(after.units[1], x=22 * INCH, y=20 * INCH)
    assert attack_sector(after.units[0], mover) == LEFT
    assert mover.origin == front_centre(start)
    assert melee_sector(after.units[0], mover) == FRONT
    assert melee_sector(after.units[0], changed(mover, origin=())) == LEFT


@pytest.mark.rule("masse.view.attack-sector")
def test_turned_units_in_contact_front_to_front_attack_the_front() -> None:
    for angle in range(0, 360, 7):
        facing = infantry(30, 30, angle)
        x, y = front_centre(facing)
        foe = orcs(0, 0, angle + 180)
        dx, dy = front_centre(changed(foe, x=0, y=0))
        foe = changed(foe, x=x - dx, y=y - dy)
        assert attack_sector(facing, foe) == FRONT, angle


@pytest.mark.rule("masse.view.attack-sector", "masse.melee.mod-flank")
@pytest.mark.parametrize(("side", "half"), [(FRONT, 2.0), (LEFT, 0.8), (REAR, 2.0), (RIGHT, 0.8)])
@pytest.mark.parametrize("share", [-0.97, -0.6, 0.0, 0.6, 0.97])
def test_whoever_stands_in_contact_attacks_the_side_that_it_touches(side: int, half: float, share: float) -> None:
    for angle in range(0, 360, 23):
        target, foe = infantry(30, 30, angle), orcs(0, 0, angle + 90 * side + 180)
        width, depth = size_of(foe)
        ahead = size_of(target)[1 if side in (FRONT, REAR) else 0] // 2 + depth // 2
        dx, dy = turned(ahead, round((half * INCH + width // 2) * share), target.facing + 9000 * side)
        foe = changed(foe, x=target.x + dx, y=target.y + dy)
        assert melee_sector(target, foe) == side, angle
        assert melee_sector(foe, target) == FRONT, angle


@pytest.mark.rule("masse.view.attack-sector")
def test_corner_to_corner_is_front_to_front() -> None:
    target = infantry(30, 30)
    foe = orcs(34, 31.6, 270)
    assert gap(target, foe) == 0
    assert (melee_sector(target, foe), melee_sector(foe, target)) == (FRONT, FRONT)


@pytest.mark.rule("masse.view.multi-front-sectors")
def test_a_square_has_neither_flank_nor_rear() -> None:
    square = changed(CORNER, fronts=(LEFT, REAR, RIGHT))
    points = [(33, 25), (35, 23), (20, 23), (28, 10)]
    assert [sector(square, x * INCH, y * INCH) for x, y in points] == [FRONT] * 4


@pytest.mark.rule("masse.view.multi-front-sectors", "masse.move.multi-front")
def test_each_group_of_a_multiple_front_has_its_own_sectors() -> None:
    wings = infantry(fronts=(RIGHT,))  # five abreast, two deep: two files of five face the right
    assert figure_sides(wings) == [FRONT, FRONT, FRONT, RIGHT, RIGHT] * 2
    assert figure_sides(infantry(fronts=(LEFT, REAR, RIGHT))) == [LEFT, FRONT, FRONT, FRONT, RIGHT, *[REAR] * 5]
    assert figure_sides(infantry(figures=7, fronts=(LEFT,))) == [LEFT, LEFT, FRONT, FRONT, FRONT, LEFT, FRONT]
    # from ahead it shows a front on the left and a flank on the right, from the right a front
    for x, y, shows in ((28.5, 24, FRONT), (31.5, 24, LEFT), (35, 20, FRONT), (25, 20, LEFT), (28.5, 16, REAR)):
        assert sector(wings, round(x * INCH), round(y * INCH)) == shows, (x, y)


@pytest.mark.rule("masse.view.multi-front-sectors", "masse.view.attack-sector")
def test_hand_to_hand_the_group_that_is_struck_counts() -> None:
    wings = infantry(fronts=(RIGHT,))
    for x, shows in ((28.8, FRONT), (31.2, LEFT)):
        foe = orcs(x, 21.2, 270, figures=2, files=2)
        world = field(wings, foe)
        assert engaged(world, world.units[0])
        assert melee_sector(wings, foe) == shows, x
    wide = orcs(30, 21.2, 270, figures=5, files=5)
    assert melee_sector(wings, wide) == FRONT, "three figures face it, two do not"


@pytest.mark.rule("masse.view.multi-front-sectors", "masse.move.multi-front")
def test_groups_that_turn_look_their_own_way() -> None:
    world = field(infantry(), orcs(20, 20, 0))
    assert not sees(world, world.units[0], world.units[1])
    after: World = play(Call(face, world, 0, ("fronts", (LEFT,)))).result
    assert sees(after, after.units[0], after.units[1])


# ---------------------------------------------------------------- sight


@pytest.mark.rule("masse.view.field-of-view")
def test_a_unit_sees_its_front_sector() -> None:
    assert saw(infantry(), orcs())
    assert not saw(infantry(facing=270), orcs())
    assert not saw(infantry(), orcs(50, 20))


@pytest.mark.rule("masse.view.field-of-view", "masse.terrain.cover-light")
@pytest.mark.parametrize(
    ("kind", "open_view"),
    [
        ("broussailles", False),
        ("foret-clairsemee", False),
        ("obstacles-bas", False),
        ("marais-sables", True),
        ("riviere", True),
    ],
)
def test_what_gives_light_cover_cuts_off_the_view(kind: str, open_view: bool) -> None:
    assert saw(infantry(), orcs(), pieces=[area(kind, 10, 24, 40, 1)]) is open_view


@pytest.mark.rule("masse.view.line-of-sight")
def test_height_looks_over_an_obstacle() -> None:
    wall = area("obstacles-bas", 10, 24, 40, 1, height_m=6)
    assert not saw(infantry(), orcs(), pieces=[wall])
    hill = area("elevations", 20, 10, 20, 12, height_m=20)
    # from 20 m at y 20.8 to the ground at y 29.2: over y 25 the line is 10 m high
    assert saw(infantry(), orcs(), pieces=[hill, wall])
    assert saw(orcs(), infantry(), pieces=[hill, wall])
    assert not saw(infantry(), orcs(), pieces=[hill, area("obstacles-bas", 10, 24, 40, 1, height_m=12)])


@pytest.mark.rule("masse.view.line-of-sight", "masse.terrain.elevation")
def test_a_hill_hides_what_is_behind_it() -> None:
    hill = area("elevations", 10, 24, 40, 2)
    assert not saw(infantry(), orcs(), pieces=[hill])
    assert saw(infantry(), orcs(y=25), pieces=[hill])


@pytest.mark.rule("masse.view.line-of-sight")
def test_another_unit_closes_the_line_unless_one_is_higher() -> None:
    between = infantry(y=25, files=10, figures=20)
    assert not saw(infantry(), orcs(), between)
    assert saw(infantry(), orcs(), blob(30, 25))
    hill = area("elevations", 20, 10, 20, 12)
    assert saw(infantry(), orcs(), between, pieces=[hill])
    assert saw(infantry(), orcs(), changed(between, altitude=2))


@pytest.mark.rule("masse.view.line-of-sight")
def test_a_unit_in_a_wood_sees_out_and_is_seen() -> None:
    wood = area("foret-dense", 20, 28, 20, 10)
    assert saw(infantry(), orcs(), pieces=[wood])
    assert saw(orcs(), infantry(), pieces=[wood])


@pytest.mark.rule("masse.view.behind-obstacle")
def test_behind_a_wall_one_is_covered_but_seen() -> None:
    world = field(infantry(), orcs(y=26.3), pieces=[area("obstacles-bas", 10, 25, 40, 0.5)])
    shooter, target = world.units
    assert gap(shooter, target) > 4 * INCH
    assert sees(world, shooter, target)
    assert sees(world, target, shooter)
    assert cover_of(world, target, shooter) == 50
    away = field(infantry(), orcs(y=27), pieces=[area("obstacles-bas", 10, 25, 40, 0.5)])
    assert not sees(away, away.units[0], away.units[1])


@pytest.mark.rule("masse.view.purpose")
def test_charges_and_shots_need_sight() -> None:
    wood = area("foret-dense", 10, 24, 40, 2)
    archers = unit("archers-legers", 0, 30, 20, formation=SKIRMISH)
    for pieces, seen in (((), True), ((wood,), False)):
        world = field(archers, orcs(y=26 + 1.6), pieces=pieces)
        assert sees(world, world.units[0], world.units[1]) is seen
        assert (target_refusal(world, world.units[0], world.units[1], False) is None) is seen
        assert may_declare(world, world.units[0])


@pytest.mark.parametrize(
    "change",
    [{"x": 1000}, {"y": 1000}, {"facing": 4500}, {"figures": 3}, {"files": 2}, {"formation": SKIRMISH}, {"card": None}],
    ids=lambda change: next(iter(change)),
)
def test_the_ground_it_covers_is_that_of_how_it_stands_now(change: dict[str, Any]) -> None:
    men = unit("infanterie-reguliere", 0, 30, 20, figures=12, files=6)
    before = footprint(men).points
    twin = men.copy()
    assert footprint(twin).points == before
    if "card" in change:
        change = {"card": changed(men.card, front=2 * men.card.front)}
    for name, value in change.items():
        setattr(twin, name, value)
    assert footprint(twin).points != before
    assert footprint(twin).points == footprint(changed(men, **change)).points
    assert footprint(men).points == before
