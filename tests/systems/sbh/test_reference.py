"""The reference sheet: where it differs from the body of the book, the body is followed."""

from __future__ import annotations

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import OFF_TABLE, ON_TABLE, STEADFAST
from escarmouche.systems.sbh.rules.melee import melee_modifiers
from escarmouche.systems.sbh.rules.morale import aftermath, morale_bonus, morale_test
from escarmouche.systems.sbh.rules.movement import move
from escarmouche.systems.sbh.rules.shooting import ranged_modifiers
from tests.systems.sbh.scene import changed, fighter, play, scene, square


@pytest.mark.rule("sbh.reference.discrepancies")
def test_morale_any_failure_flees() -> None:
    world = scene(fighter("human-warrior", 0, 300, 300, quality=3), fighter("orc-warrior", 1, 300, 580))
    played = play(Call(morale_test, world, 0, "sbh.morale.trigger-half"), dice=[6, 6, 1])
    assert "flees" in played.kinds
    assert (played.result.figures[0].x, played.result.figures[0].y) != (30000, 30000)


@pytest.mark.rule("sbh.reference.discrepancies")
def test_approaching_terror_is_a_roll_of_one_die_and_nobody_flees() -> None:
    vampire = fighter("vampire", 1, 300, 340)
    world = scene(fighter("human-warrior", 0, 300, 300, quality=3), vampire)
    played = play(Call(move, world, 0, ("move", 30000, 32399)), dice=[1])
    after, cost = played.result
    assert [roll.count for roll, _ in played.rolls] == [1]
    assert (after.figures[0].y, after.figures[0].status, cost) == (30000, ON_TABLE, 0)


@pytest.mark.rule("sbh.reference.discrepancies")
def test_huge_against_normal_is_one_and_obstacle_with_height_is_one() -> None:
    dragon = scene(fighter("dragon-adult", 0, 300, 300), fighter("human-warrior", 1, 328, 300))
    assert melee_modifiers(dragon, dragon.figures[0], dragon.figures[1], True, False) == (("huge", 1),)
    pieces = [square("obstacle", 308, 250, 5, 100), square("hill", 313, 250, 80, 100, floor=2000)]
    world = scene(fighter("human-warrior", 0, 300, 300), fighter("orc-warrior", 1, 321, 300), pieces=pieces)
    human, orc = world.figures
    assert melee_modifiers(world, orc, human, False, False) == (("obstacle-or-height", 1),)


@pytest.mark.rule("sbh.reference.discrepancies")
def test_a_rider_has_no_bonus_against_what_is_larger() -> None:
    world = scene(fighter("human-light-cavalry", 0, 300, 300), fighter("ogre-warrior", 1, 323, 300))
    assert melee_modifiers(world, world.figures[0], world.figures[1], True, False) == ()


@pytest.mark.rule("sbh.reference.discrepancies")
def test_a_larger_target_is_shot_at_with_plus_one() -> None:
    world = scene(fighter("human-archer", 0, 300, 300), fighter("ogre-warrior", 1, 350, 300))
    archer, ogre = world.figures
    assert ranged_modifiers(world, archer, ogre, archer.card.shooting, False) == (("target-larger", 1),)


@pytest.mark.rule("sbh.reference.discrepancies")
def test_the_steadfast_have_plus_one_on_morale() -> None:
    world = scene(fighter("human-warrior", 0, 300, 300, traits=STEADFAST))
    assert morale_bonus(world, world.figures[0]) == 1


@pytest.mark.rule("sbh.reference.discrepancies")
def test_a_leader_that_ran_away_is_not_mourned() -> None:
    leader = fighter("human-leader", 0, 300, 300)
    band = [fighter("human-warrior", 0, 100 * n, 20) for n in (1, 2, 3)]
    world = scene(leader, *band, fighter("orc-warrior", 1, 300, 580))
    fled = world.with_figure(changed(world.figures[0], status=OFF_TABLE))
    assert play(Call(aftermath, fled, 0, False)).rolls == []
    dead = world.with_figure(changed(world.figures[0], status=1))
    assert len(play(Call(aftermath, dead, 0, False), dice=[6] * 9).rolls) == 3
