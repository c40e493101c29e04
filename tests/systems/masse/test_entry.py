"""Forcing an entrance: advancing over the fallen, pushing the faint-hearted back."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import CLOSE, COMMANDER, INCH, ROUTED, SHAKEN, SKIRMISH, Structure, Unit, World
from escarmouche.systems.masse.rules.buildings import enter
from escarmouche.systems.masse.rules.entry import ground_to_gain, in_one_entrance, push
from escarmouche.systems.masse.rules.ground import cover_of, engaged
from escarmouche.systems.masse.rules.melee import attack, melee_pool
from escarmouche.systems.masse.rules.morale import QUARTER, morale_test
from escarmouche.systems.masse.rules.orders import Doing
from tests.systems.masse.field import changed, field, hero, play, structure, unit

DOOR = ("porte", 30 * INCH, 20 * INCH)
WIDE = ("issue-large", 30 * INCH, 20 * INCH)


def house(*openings: tuple[str, int, int]) -> Structure:
    """A house 6 in wide and 3 in deep, its south wall at y = 20."""
    return structure("structure-d-habitation-legere", 27, 20, 6, 3, openings=openings or (DOOR,))


def outside(figures: int = 10, **changes: Any) -> Unit:
    """Infantry of seat 0 before the door."""
    made = unit("infanterie-reguliere", 0, 30, 10, figures=figures, files=5, formation=CLOSE, **changes)
    placed: Unit = changed(made, y=20 * INCH - made.card.depth * -(-figures // 5) // 2)
    return placed


def inside(figures: int = 10, **changes: Any) -> Unit:
    """Orcs of seat 1 in the house."""
    there = {"building": 0, "formation": SKIRMISH, "no_morale": True, **changes}
    return unit("infanterie-orque", 1, 30, 21.5, 270, figures=figures, files=5, **there)


def fight(ours: Unit, theirs: Unit, *openings: tuple[str, int, int]) -> World:
    """A fight in the entrance, both sides led."""
    leaders = [hero(0, host=0, role=COMMANDER), hero(1, host=1, role=COMMANDER)]
    return field(ours, theirs, *leaders, structures=[house(*openings)])


def dice(world: World, id: int, target: int) -> int:
    """How many attack dice a unit has."""
    return sum(part.count for part in melee_pool(world, world.units[id], world.units[target], 0))


# ---------------------------------------------------------------- the situation


@pytest.mark.rule("masse.entry.situation", "masse.building.enter")
def test_an_entrance_is_held_by_those_near_it() -> None:
    deep = structure("structure-d-habitation-legere", 27, 20, 6, 9, openings=(DOOR,))
    near = inside(1)
    for gap, held in ((1.4, True), (1.6, False)):
        there = changed(near, y=20 * INCH + round(gap * INCH) + near.card.depth // 2)
        world = field(outside(), there, structures=[deep])
        assert engaged(world, world.units[0]) == held, gap
        assert (Doing(world, 0, 0).check(("enter", 0)) is None) == (not held)


@pytest.mark.rule("masse.entry.situation")
def test_an_entrance_is_as_wide_as_its_opening() -> None:
    narrow, wide = fight(outside(), inside()), fight(outside(), inside(), WIDE)
    assert engaged(narrow, narrow.units[0])
    assert Doing(narrow, 0, 0).check(("attack", 1)) is None
    assert (dice(narrow, 0, 1), dice(narrow, 1, 0)) == (1, 1)
    assert (dice(wide, 0, 1), dice(wide, 1, 0)) == (2, 2)
    riders = fight(changed(outside(), card=changed(outside().card, category="cavalry")), inside())
    assert not in_one_entrance(riders, riders.units[0], riders.units[1])


# ---------------------------------------------------------------- advancing


@pytest.mark.rule("masse.entry.advance")
def test_the_attacker_takes_the_place_of_the_fallen() -> None:
    world = fight(outside(), inside(), WIDE)
    won = play(Call(attack, world, 0, ("attack", 1)), [8, 3, 20, 20, 20], ["advance"])
    assert won.result.units[1].figures == 7
    assert won.result.units[0].foothold == 3
    assert (dice(won.result, 0, 1), dice(won.result, 1, 0)) == (3, 3)
    held = play(Call(attack, world, 0, ("attack", 1)), [8, 3, 20, 20, 20], ["hold"])
    assert held.result.units[0].foothold == 0
    nobody = play(Call(attack, world, 0, ("attack", 1)), [1, 1])
    assert not nobody.asked


@pytest.mark.rule("masse.entry.advance")
def test_inside_the_walls_cover_nobody() -> None:
    world = fight(outside(foothold=1), inside())
    assert cover_of(world, world.units[1], world.units[0]) == 0
    before = fight(outside(), inside())
    assert cover_of(before, before.units[1], before.units[0]) == 75


@pytest.mark.rule("masse.entry.advance")
def test_the_defender_throws_them_out_again() -> None:
    world = fight(outside(foothold=2, no_morale=True), inside())
    won = play(Call(attack, world, 1, ("attack", 0)), [3, 1, 20], ["advance"])
    assert (won.result.units[0].figures, won.result.units[0].foothold) == (9, 1)
    none_in = fight(outside(no_morale=True), inside())
    assert not play(Call(attack, none_in, 1, ("attack", 0)), [3, 20]).asked


@pytest.mark.rule("masse.entry.advance")
def test_when_all_are_through_the_unit_is_inside() -> None:
    world = fight(outside(3, foothold=2), inside())
    won = play(Call(attack, world, 0, ("attack", 1)), [3, 3, 20, 20], ["advance"])
    assert "goes-in" in won.kinds
    ours = won.result.units[0]
    assert (ours.building, ours.formation, ours.foothold) == (0, SKIRMISH, 0)
    assert engaged(won.result, ours)
    assert dice(won.result, 0, 1) == 3


@pytest.mark.rule("masse.entry.advance")
def test_those_already_in_pay_nothing_more_at_the_door() -> None:
    world = fight(outside(6, foothold=2), inside(1))
    won = play(Call(attack, world, 0, ("attack", 1)), [3, 1, 20, 5], ["advance"]).result
    assert (won.units[0].foothold, won.units[1].figures) == (3, 0)
    assert play(Call(enter, won, 0, ("enter", 0))).result.units[0].building == 0  # three more, MV 4.5


# ---------------------------------------------------------------- pushing


@pytest.mark.rule("masse.entry.push")
def test_a_failed_test_gives_ground_by_what_it_missed() -> None:
    world = fight(outside(foothold=1), inside(no_morale=False, ml=-4))
    # 2d10 makes 5; +4 for the building, +2 for the hero, -4 quality: 7 against 10.
    failed = play(Call(morale_test, world, 1, QUARTER, 0), [2, 3], ["push"])
    after, passed, missed = failed.result
    assert (passed, missed) == (False, 3)
    assert after.units[0].foothold == 1 + 3
    assert after.units[1].morale == SHAKEN  # pushing comes in addition
    assert failed.asked[0].seat == 0


@pytest.mark.rule("masse.entry.push")
def test_the_defender_pushes_too() -> None:
    world = fight(outside(foothold=5), inside())
    pushed = play(Call(push, world, 0, 3), [], ["push"]).result
    assert pushed.units[0].foothold == 2
    assert play(Call(push, world, 0, 3), [], ["hold"]).result.units[0].foothold == 5
    assert play(Call(push, world, 0, 9), [], ["push"]).result.units[0].foothold == 0
    outside_only = fight(outside(), inside())
    assert not play(Call(push, outside_only, 0, 3)).asked
    assert ground_to_gain(world.units[0], world.units[1], 9) == 5


@pytest.mark.rule("masse.entry.push")
def test_away_from_an_entrance_nobody_is_pushed() -> None:
    ours = outside(foothold=0)
    theirs = inside(no_morale=False, ml=-4)
    world = field(changed(ours, y=10 * INCH), theirs, structures=[house()])
    assert not play(Call(push, world, 1, 3)).asked


@pytest.mark.rule("masse.entry.push")
def test_the_routed_push_nobody() -> None:
    world = fight(outside(foothold=1, morale=ROUTED), inside())
    assert not play(Call(push, world, 1, 3)).asked
