"""Characteristics: what the numbers of a profile do, measuring, sizes."""

from __future__ import annotations

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.swidenth.army import Bands
from escarmouche.systems.swidenth.model import CHIEF, FAST, HERO, MONSTER, SLOW
from escarmouche.systems.swidenth.rules.activation import gathered
from escarmouche.systems.swidenth.rules.conventions import (
    bubble,
    can_cast,
    closer,
    engaged,
    movement,
    within,
)
from escarmouche.systems.swidenth.rules.damage import band, out_of_action
from escarmouche.systems.swidenth.rules.deeds import may_hide
from escarmouche.systems.swidenth.rules.equipment import defence
from escarmouche.systems.swidenth.rules.magic import resist
from escarmouche.systems.swidenth.rules.shooting import volley
from escarmouche.systems.swidenth.rules.sight import hidden, sees
from escarmouche.systems.swidenth.rules.turn import ready
from tests.systems.swidenth.scene import body, duel, man, pas, play, scene, totals


@pytest.mark.rule("swidenth.stats.combat")
def test_combat_counts_in_a_fight_and_against_a_shot() -> None:
    world = scene(man(0, 10, 10, combat=1), man(1, 11.2, 10))
    assert totals(duel(world, [12, 12], [("spare",)])) == (13, 12)
    shot = play(Call(volley, scene(man(0, 10, 10), man(1, 15, 10, combat=1)), 0, 1, (), (), 0), [5, 12])
    assert totals(shot) == (5, 13)


@pytest.mark.rule("swidenth.stats.shooting")
def test_shooting_counts_in_a_shot() -> None:
    world = scene(man(0, 10, 10, shooting=1, combat=4), man(1, 15, 10))
    assert totals(play(Call(volley, world, 0, 1, (), (), 0), [9, 15])) == (10, 15)


@pytest.mark.rule("swidenth.stats.defence", "swidenth.equipment.armour", "swidenth.equipment.shields")
def test_defence_is_the_number_the_margin_is_compared_with() -> None:
    bare = man(0, 10, 10)
    assert defence(bare) == 5
    assert [band(margin, 5) for margin in (5, 6, 10, 11)] == [1, 2, 2, 3]
    covered = man(0, 10, 10, armour=2, hands=("sword", "shield"))
    assert defence(covered) == 8
    assert [band(margin, 8) for margin in (8, 9, 16, 17)] == [1, 2, 2, 3]
    assert defence(man(0, 10, 10, hands=("sword", "kite-shield"))) == 7
    assert defence(man(0, 10, 10, armour=3)) == 8


@pytest.mark.rule("swidenth.stats.defence", "swidenth.melee.fumble")
def test_a_shield_that_falls_in_this_phase_still_counts() -> None:
    world = scene(man(0, 10, 10, hands=("dagger",)), man(1, 11.2, 10, hands=("sword", "kite-shield")))
    played = duel(world, [6, 1, 6], [("push",)])
    assert played.told("suffers-pushed").about == (1, 5, 7)
    assert played.told("drops").about == (1, "item-kite-shield")
    assert defence(played.figure(1)) == 5


@pytest.mark.rule("swidenth.stats.heroism", "swidenth.heroism.pool")
def test_points_of_heroism_are_spent_once_for_the_whole_game() -> None:
    world = scene(man(0, 10, 10, heroism=2), man(1, 11.2, 10))
    played = duel(world, [10, 10], [("heroism", 1), ("spare",)])
    assert played.figure(0).heroism == 1
    assert [due.figure for due in played.asked] == [0, 1]
    assert duel(scene(man(0, 10, 10), man(1, 11.2, 10)), [9, 9]).asked == []


@pytest.mark.rule("swidenth.stats.psychism")
def test_a_figure_without_psychism_counts_as_zero_when_it_resists() -> None:
    world = scene(man(0, 10, 10), man(1, 15, 10, psychism=2))
    assert play(Call(resist, world, 0, 12), [12]).result is False
    assert play(Call(resist, world, 0, 12), [13]).result is True
    assert play(Call(resist, world, 1, 12), [11]).result is True


@pytest.mark.rule("swidenth.trait.spellcaster", "swidenth.stats.psychism")
def test_only_spellcasters_cast() -> None:
    assert not can_cast(man(0, 1, 1))
    rows = Bands().profiles()
    assert all(("spellcaster" in row["traits"]) == (row.get("psychism") is not None) for row in rows.values())


@pytest.mark.rule("swidenth.stats.movement", "swidenth.trait.slow", "swidenth.trait.fast")
def test_movement_is_five_pas_unless_a_trait_changes_it() -> None:
    rows = Bands().profiles()
    assert rows["orc"]["movement"] == 5
    assert rows["dwarf"]["movement"] == 4
    assert "slow" in rows["dwarf"]["traits"]
    assert rows["cave-wolf"]["movement"] == 7
    assert "fast" in rows["cave-wolf"]["traits"]
    assert movement(man(0, 1, 1, movement=pas(4), traits=SLOW)) == pas(4)
    assert movement(man(0, 1, 1, movement=pas(7), traits=FAST)) == pas(7)


@pytest.mark.rule("swidenth.stats.vitality", "swidenth.damage.vitality-loss")
def test_vitality_is_how_many_out_of_action_results_it_takes() -> None:
    world = scene(man(0, 10, 10, vitality=2), man(1, 11, 10))
    once = play(Call(out_of_action, world, 0, 1))
    assert once.figure(0).vitality == 1
    assert once.figure(0).status == 0
    assert not once.figure(0).stunned
    twice = play(Call(out_of_action, once.world, 0, 1))
    assert twice.figure(0).status == 1


@pytest.mark.rule("swidenth.stats.ranks", "swidenth.activation.bubble-radius")
def test_heroes_have_phases_and_bubbles_and_monsters_have_none() -> None:
    world = scene(man(0, 10, 10, rank=CHIEF), man(0, 20, 10, rank=HERO), man(0, 12, 10, rank=MONSTER, heroism=1))
    assert [one.id for one in ready(world, 0)] == [0, 1]
    assert [bubble(one) for one in world.figures] == [pas(3), pas(2), 0]
    assert gathered(world, 0) == (0, 2)


@pytest.mark.rule("swidenth.stats.measuring")
def test_distances_go_from_edge_to_edge_and_over_levels() -> None:
    a = man(0, 10, 10)
    assert closer(a, man(1, 11.49, 10), pas(0.5))
    assert not closer(a, man(1, 11.5, 10), pas(0.5))
    assert within(a, man(1, 11.5, 10), pas(0.5))
    archer, orc = man(0, 10, 10, 3), man(1, 15, 10)
    assert within(archer, orc, pas(5))
    assert not within(archer, orc, pas(5) - 1)


@pytest.mark.rule("swidenth.stats.figure-size")
def test_bases_and_heights_decide_contact_and_sight() -> None:
    world = scene(man(0, 10, 10), man(1, 11.4, 10))
    assert engaged(world, world.figures[0], world.figures[1])
    dragon = scene(man(0, 10, 10, radius=pas(1.2)), man(1, 12.1, 10))
    assert engaged(dragon, dragon.figures[0], dragon.figures[1])
    high = scene(man(0, 10, 5), man(1, 10, 15), pieces=[body("flat-obstacle", 8, 14, 12, 14.4, 1.5)])
    assert not sees(high, high.figures[0], high.figures[1])
    low = scene(man(0, 10, 5), man(1, 10, 15), pieces=[body("flat-obstacle", 8, 14, 12, 14.4, 1)])
    assert 66 < hidden(low, low.figures[0], low.figures[1]) < 100
    rows = Bands().profiles()
    assert (rows["young-dragon"]["base"], rows["young-dragon"]["height"]) == (2.4, 3.0)
    assert may_hide(low, low.figures[1])
