"""House rules: the readings of the book that the players may choose in place of ours."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import (
    ALL_ROUND,
    BARE_CRESTS,
    INCH,
    METRE,
    PACK,
    PLAIN_DICE,
    ROUTED,
    SHAKEN,
    SKIRMISH,
    STABLE,
    WALLS_AS_BUILDINGS,
    Attack,
    Structure,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.charge import may_run
from escarmouche.systems.masse.rules.combat import hit_table
from escarmouche.systems.masse.rules.flight import flight
from escarmouche.systems.masse.rules.ground import cover_of, size_of
from escarmouche.systems.masse.rules.melee import melee, melee_pool, strikes_first
from escarmouche.systems.masse.rules.morale import FIRST_FIGURE, change_state, morale_modifiers
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.shooting import missile_pool
from escarmouche.systems.masse.rules.turn import initiative
from tests.systems.masse.field import area, changed, field, play, structure, unit


def wall(role: str = "wall", height_m: float = 5, **changes: Any) -> Structure:
    """A wall 20 in long and 1 in wide, its south face at y = 20."""
    return structure("muraille-d-enceinte", 20, 20, 20, 1, role=role, height_m=height_m, **changes)


def on_top(**changes: Any) -> Unit:
    """Four men on the wall, looking south."""
    there = {"figures": 4, "files": 4, "building": 0, "floor": 5 * METRE, "formation": SKIRMISH, **changes}
    return unit("infanterie-reguliere", 0, 30, 20.5, 270, **there)


def below(y: float = 10, **changes: Any) -> Unit:
    """Enemies south of the wall."""
    return unit("infanterie-orque", 1, 30, y, 90, **changes)


# ---------------------------------------------------------------- the top of a wall (masse.building.morale)


@pytest.mark.rule("masse.building.morale", "masse.building.definition", "masse.morale.mod-building")
def test_on_a_wall_one_may_be_routed_and_in_a_tower_not() -> None:
    routed: World = play(Call(change_state, field(on_top(), below(), structures=[wall()]), 0, ROUTED, 1)).result
    assert (routed.units[0].morale, routed.units[0].formation) == (ROUTED, PACK)
    held = play(Call(change_state, field(on_top(), below(), structures=[wall("tower")]), 0, ROUTED, 1), answers=["fall-back"])
    assert (held.result.units[0].morale, held.result.units[0].figures) == (SHAKEN, 3)


@pytest.mark.rule("masse.building.morale", "masse.morale.mod-building")
def test_where_walls_are_buildings_they_steady_and_nobody_routs_there() -> None:
    for switches, rows in (((), {"couverture-50": 2}), ((WALLS_AS_BUILDINGS,), {"batiment": 4})):
        world = field(on_top(ml=0), below(), structures=[wall()], switches=switches)
        assert dict(morale_modifiers(world, world.units[0], FIRST_FIGURE, 1)) == rows
    held = play(Call(change_state, world, 0, ROUTED, 1), answers=["hold"])
    assert (held.result.units[0].morale, held.result.units[0].figures) == (SHAKEN, 2)
    assert not may_run(world, world.units[0])
    assert ("flee",) not in Doing(world, 0, 0).listed()
    assert may_run(changed(world, switches=()), world.units[0])


@pytest.mark.rule("masse.building.morale", "masse.move.flee", "masse.building.stairs")
def test_those_who_rout_on_a_wall_come_down_behind_it_and_run() -> None:
    world = field(on_top(morale=ROUTED, formation=PACK, files=2), below(), structures=[wall()])
    after: World = play(Call(flight, world, 0)).result
    gone = after.units[0]
    assert (gone.building, gone.floor, gone.facing) == (-1, 0, 9000), "north, away from the orcs"
    rear: int = gone.y - size_of(gone)[1] // 2
    assert 21 * INCH + 2.4 * INCH < rear < 21 * INCH + 2.7 * INCH, "MV 4.5, two inches of it on the stairs"
    higher = field(on_top(morale=ROUTED, floor=10 * METRE), below(), structures=[wall(height_m=10)])
    lower_y = after.units[0].y - play(Call(flight, higher, 0)).result.units[0].y
    assert lower_y > 0, "ten metres of stairs leave less to run"


@pytest.mark.rule("masse.move.flee-destroyed", "masse.building.morale")
def test_a_wall_without_room_at_its_foot_is_a_trap() -> None:
    moats = [area("torrents-lacs", 10, 10, 40, 10), area("torrents-lacs", 10, 21, 40, 10)]
    moats += [area("torrents-lacs", 10, 20, 10, 1), area("torrents-lacs", 40, 20, 10, 1)]
    world = field(on_top(morale=ROUTED), below(5), structures=[wall()], pieces=moats)
    assert play(Call(flight, world, 0)).kinds[:2] == ["flight-ends", "unit-destroyed"]


# ---------------------------------------------------------------- height in the order (masse.init.mod-height)


@pytest.mark.rule("masse.init.mod-height")
def test_ramparts_and_floors_are_height_in_the_order_and_the_air_is_not() -> None:
    plain = on_top(building=-1, floor=0)
    for height, more in ((5, 1), (9, 1), (10, 2)):
        high = field(on_top(floor=height * METRE), below(), structures=[wall(height_m=height)])
        assert initiative(high, high.units[0]) == initiative(field(plain), plain) + more, height
    flier = unit("griffons", 0, 30, 20, figures=2, altitude=4)
    assert initiative(field(flier), flier) == initiative(field(changed(flier, altitude=0)), changed(flier, altitude=0))
    hill = area("elevations", 20, 10, 20, 20, height_m=12)
    assert initiative(field(flier, pieces=[hill]), flier) == initiative(field(flier), flier) + 2


# ---------------------------------------------------------------- the other readings


@pytest.mark.rule("masse.terrain.elevation")
def test_bare_crests_cover_nobody() -> None:
    hill = area("elevations", 25, 15, 10, 10)
    world = field(unit("milice", 0, 30, 20, 270), below(), pieces=[hill])
    assert cover_of(world, world.units[0], world.units[1]) == 25
    assert cover_of(changed(world, switches=(BARE_CRESTS,)), world.units[0], world.units[1]) == 0


@pytest.mark.rule("masse.melee.opportunity-before-contact")
def test_pikes_strike_first_to_the_front_or_all_round() -> None:
    pikes = unit("phalange", 1, 30, 20, 90)
    behind = unit("infanterie-orque", 0, 30, 16, 90)
    for switches, first in (((), False), ((ALL_ROUND,), True)):
        world = field(behind, pikes, switches=switches)
        assert strikes_first(world, world.units[1], world.units[0]) is first
    ahead = field(changed(behind, y=24 * INCH, facing=27000), pikes)
    assert strikes_first(ahead, ahead.units[1], ahead.units[0])
    assert not strikes_first(ahead, changed(ahead.units[1], morale=ROUTED), ahead.units[0])
    assert not strikes_first(ahead, ahead.units[0], ahead.units[1]), "nor swords at pikes"


@pytest.mark.rule("masse.combat.natural-20-and-1")
def test_plain_dice_know_no_natural_twenty_or_one() -> None:
    assert hit_table(21, False) == (0,) * 20
    assert hit_table(1, False) == (1,) * 20
    club = Attack("gourdin", "melee", 0, (6,), length=1)
    bow = changed(unit("archers-legers", 0, 0, 0).card.attacks[0], ma=0)
    mine = unit("milice", 0, 30, 20, figures=1, files=1, attacks=(club, bow), weapon=1, volleys=3)
    iron = unit("milice", 1, 30, 20 + 0.8, 270, figures=1, files=1, ca=40)
    for switches, hits in (((), (*[0] * 19, 1)), ((PLAIN_DICE,), (0,) * 20)):
        world = field(changed(mine, weapon=0), iron, switches=switches)
        assert {part.then_table for part in melee_pool(world, world.units[0], world.units[1], 0)} == {hits}
        apart = field(mine, changed(iron, y=24 * INCH), switches=switches)
        assert {part.then_table for part in missile_pool(apart, apart.units[0], apart.units[1], False, False, 1)} == {hits}
    told = play(Call(melee, changed(world, acting=0), 0, 1, False, False), dice=[1]).told("attack-numbers")
    assert told.about[-1] > 20, "what it takes is told as it is"
    assert world.units[0].morale == STABLE
