"""Rage in and about structures: whatever lies between an enraged unit and the nearest enemy."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import DESTROYED, ENRAGED, INCH, METRE, SKIRMISH, Structure, Unit, World
from escarmouche.systems.masse.rules.flight import bound
from escarmouche.systems.masse.rules.rage import in_rage
from tests.systems.masse.field import Played, changed, engine, field, play, structure, unit

DOOR = ("porte", 30 * INCH, 20 * INCH)
BACK_DOOR = ("porte", 30 * INCH, 23 * INCH)
WIDE = ("issue-large", 30 * INCH, 20 * INCH)


def house(*openings: tuple[str, int, int], **changes: Any) -> Structure:
    """A house 6 in wide and 3 in deep, its south wall at y = 20."""
    return structure("structure-d-habitation-legere", 27, 20, 6, 3, openings=openings or (DOOR,), **changes)


def mad(figures: int = 4, **changes: Any) -> Unit:
    """Enraged orcs in the house."""
    inside = {"figures": figures, "files": 4, "building": 0, "formation": SKIRMISH, "morale": ENRAGED, **changes}
    return unit("infanterie-orque", 0, 30, 21.5, 270, **inside)


def rages(*units: Unit, openings: tuple[Any, ...] = (DOOR,), dice: tuple[int, ...] = ()) -> Played:
    """The action of the enraged unit 0."""
    world = field(*units, structures=[house(*openings)], acting=0)
    return play(Call(in_rage, world, 0), dice=dice)


def guard(x: float = 30, y: float = 12, **changes: Any) -> Unit:
    """Ten men of the other side, in the open."""
    return unit("infanterie-reguliere", 1, x, y, 90, acted=True, **changes)


@pytest.mark.rule("masse.morale.enraged-move", "masse.morale.state-enraged")
def test_the_enraged_leave_their_house_by_the_door_nearest_to_the_enemy() -> None:
    out = rages(mad(4), guard(), openings=(BACK_DOOR, DOOR))
    assert out.kinds == ["comes-out"], "MV 4.5: four by a door, and the movement is gone"
    world, in_hand = out.result
    assert (world.units[0].building, in_hand) == (-1, False)
    assert world.units[0].y < 20 * INCH
    north = rages(mad(4), guard(y=31), openings=(BACK_DOOR, DOOR)).result[0].units[0]
    assert north.y > 23 * INCH
    assert rages(mad(6), guard()).kinds == ["comes-out-slowly"]


@pytest.mark.rule("masse.morale.enraged-move", "masse.building.wide-exit")
def test_out_of_a_wide_gate_the_enraged_charge_in_the_same_action() -> None:
    played = rages(mad(4), guard(y=14), openings=(WIDE,), dice=(1,) * 6)
    assert played.kinds[:2] == ["comes-out", "charges"]
    assert "attacks" in played.kinds
    far = rages(mad(4), guard(y=4), openings=(WIDE,))
    assert far.kinds == ["comes-out", "step-march"]


@pytest.mark.rule("masse.morale.enraged-move", "masse.building.stairs")
def test_the_enraged_come_down_their_stairs_or_go_up_to_the_enemy() -> None:
    down = rages(mad(2, floor=5 * METRE), guard())
    assert down.kinds == ["stairs-down"]
    assert down.result[0].units[0].floor == 0
    upstairs = guard(30, 21.5, building=0, floor=5 * METRE)
    assert rages(mad(2), upstairs, dice=(1, 1)).kinds[:2] == ["stairs-up", "attacks"]


@pytest.mark.rule("masse.morale.enraged-move", "masse.building.enter")
def test_the_enraged_go_to_the_door_of_the_enemy_and_in() -> None:
    outside = {"building": -1, "facing": 9000}
    far = changed(mad(4), y=10 * INCH, x=24 * INCH, **outside)
    there = guard(28, 22, figures=4, building=0, floor=5 * METRE)
    walked = rages(far, there)
    assert walked.kinds[-1] == "step-march"
    x: int = far.x
    y: int = far.y
    before = abs(x - 30 * INCH) + abs(y - 20 * INCH)
    after = walked.result[0].units[0]
    assert abs(after.x - 30 * INCH) + abs(after.y - 20 * INCH) < before
    near = changed(mad(4), y=20 * INCH - 1000, **outside)
    assert rages(near, there).kinds == ["goes-in"]


@pytest.mark.rule("masse.morale.enraged-move")
def test_the_enraged_without_an_enemy_or_a_way_stay() -> None:
    alone: World = field(mad(4, building=-1))
    assert play(Call(bound, changed(alone, acting=0), 0)).result == (changed(alone, acting=0), False)
    walled = field(mad(4), guard(), structures=[house()], acting=0)
    shut = walled.with_structure(changed(walled.structures[0], openings=()))
    assert play(Call(in_rage, shut, 0)).result == (shut, False)


@pytest.mark.rule("masse.morale.enraged-move", "masse.escalade.climb-cost")
def test_the_enraged_climb_the_ladders_they_have_raised_to_an_enemy_on_the_wall() -> None:
    wall = structure("muraille-d-enceinte", 20, 20, 20, 1, role="wall", height_m=5)
    ours = unit("infanterie-reguliere", 0, 30, 10, figures=4, files=4, ladders=(0, 0), climbers=(0, 0), morale=ENRAGED)
    ours = changed(ours, y=20 * INCH - ours.card.depth // 2)
    above = unit("infanterie-orque", 1, 24, 20.5, 270, figures=2, files=2, building=0, floor=5 * METRE, formation=SKIRMISH)
    world = field(ours, above, structures=[wall], acting=0)
    up = play(Call(in_rage, world, 0)).result[0].units[0]
    assert max(up.climbers) > 0
    below = field(changed(ours, climbers=(5 * METRE // 2, 0)), guard(30, 8, morale=1), structures=[wall], acting=0)
    down = play(Call(in_rage, below, 0))
    assert down.kinds == ["climbs-down"], "and come down to one below"


@pytest.mark.rule("masse.morale.enraged-move", "masse.escalade.siege-tower")
def test_the_enraged_in_a_tower_step_over_to_the_wall() -> None:
    wall = structure("muraille-d-enceinte", 20, 30, 20, 1, role="wall", height_m=10)
    tower = engine("tour-de-siege-lourde", 0, 30, 20)
    tower = changed(tower, y=30 * INCH - tower.card.depth // 2)
    ours = unit("infanterie-orque", 0, 30, 20, figures=2, files=2, aboard=1, floor=10 * METRE, morale=ENRAGED)
    far = unit("infanterie-reguliere", 1, 22, 30.5, 270, figures=2, files=2, building=0, floor=10 * METRE, formation=SKIRMISH)
    world = field(changed(ours, y=tower.y), tower, far, structures=[wall], acting=0)
    assert play(Call(in_rage, world, 0)).kinds[0] == "on-the-wall"


@pytest.mark.rule("masse.morale.enraged-move", "masse.move.counter-charge-interrupt")
def test_who_is_cut_down_by_a_counter_charge_on_its_way_strikes_no_more() -> None:
    far = guard(30, 60)
    riders = unit("orques-sur-sangliers", 1, 38, 20, 180, figures=4, files=4, acted=False, waiting=True)
    last = unit("infanterie-orque", 0, 30, 20, 90, figures=1, files=1, morale=ENRAGED)
    world = field(last, far, riders, acting=0)
    hits = [10, 10, 10, 10, 10, 10, 10, *[20] * 9]
    played = play(Call(in_rage, world, 0), dice=hits, answers=["counter-charge"])
    assert played.result[0].units[0].status == DESTROYED
    assert [one for one in played.tells if one.kind == "attacks"] == [played.told("attacks")]
    assert played.told("attacks").about[0] == 2
