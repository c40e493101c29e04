"""Quality rolls: successes, modifiers, worsening, the Hero's sure die and its one reroll."""

from __future__ import annotations

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import DEAD, LEADER, MAGE, ON_TABLE, STEADFAST, TOUGH, UNDEAD
from escarmouche.systems.sbh.rules.harm import KILL, envenom, slain
from escarmouche.systems.sbh.rules.morale import morale_bonus, morale_test
from escarmouche.systems.sbh.rules.quality import quality_bonus, quality_of, quality_roll, success_table
from escarmouche.table.pieces import Piece
from tests.systems.sbh.scene import changed, fighter, play, scene, square, step

WHY = "sbh.quality.roll"


# ---------------------------------------------------------------- the roll


@pytest.mark.rule("sbh.quality.roll")
def test_every_die_that_reaches_the_quality_succeeds() -> None:
    world = scene(fighter("human-warrior", 0, 100, 100, quality=4))
    _, successes = play(step(quality_roll, world, 0, WHY, 3, 0), dice=[4, 2, 6]).result
    assert successes == 2


@pytest.mark.rule("sbh.quality.roll", "sbh.special.leader-bonus")
def test_a_bonus_is_added_to_each_die() -> None:
    world = scene(fighter("human-warrior", 0, 100, 100, quality=4), fighter("human-leader", 0, 150, 100))
    bonus = quality_bonus(world, world.figures[0])
    _, successes = play(step(quality_roll, world, 0, WHY, 3, bonus), dice=[3, 2, 1]).result
    assert (bonus, successes) == (1, 1)


@pytest.mark.rule("sbh.profile.quality")
@pytest.mark.parametrize(("quality", "winning"), [(2, {2, 3, 4, 5, 6}), (3, {3, 4, 5, 6}), (6, {6})])
def test_quality_is_the_lowest_face_that_succeeds(quality: int, winning: set[int]) -> None:
    world = scene(fighter("human-warrior", 0, 100, 100, quality=quality))
    assert quality_of(world, world.figures[0]) == quality
    for face in range(1, 7):
        _, successes = play(step(quality_roll, world, 0, WHY, 1, 0), dice=[face]).result
        assert successes == (1 if face in winning else 0)


def test_the_roll_tells_people_its_target_and_bonus() -> None:
    world = scene(fighter("human-warrior", 0, 100, 100, quality=5))
    played = play(step(quality_roll, world, 0, WHY, 2, -1), dice=[6, 5])
    (roll, faces), successes = played.rolls[0], played.result[1]
    assert (roll.why, roll.target, roll.bonus, roll.count, roll.figure, faces) == (WHY, 5, -1, 2, 0, (6, 5))
    assert successes == 1


@pytest.mark.rule("sbh.activation.natural-1-and-6")
def test_only_activation_rolls_know_a_natural_1_and_6() -> None:
    assert success_table(1, True) == (0, 1, 1, 1, 1, 1)
    assert success_table(7, True) == (0, 0, 0, 0, 0, 1)
    assert success_table(1, False) == (1, 1, 1, 1, 1, 1)
    assert success_table(7, False) == (0, 0, 0, 0, 0, 0)


# ---------------------------------------------------------------- worsened


@pytest.mark.rule("sbh.quality.worsened")
def test_poison_and_wounds_raise_the_target_for_every_roll() -> None:
    once = fighter("human-warrior", 0, 100, 100, quality=3, poisoned=1)
    both = fighter("troll", 0, 200, 100, quality=4, wounds=1, poisoned=1)
    world = scene(once, both)
    assert [quality_of(world, figure) for figure in world.figures] == [4, 6]
    _, successes = play(step(quality_roll, world, 0, WHY, 2, 0), dice=[3, 4]).result
    assert successes == 1


@pytest.mark.rule("sbh.quality.worsened", "sbh.special.tough-wound")
def test_a_wounded_fighter_dies_when_its_quality_reaches_seven() -> None:
    victim = fighter("human-warrior", 1, 100, 100, quality=5, traits=TOUGH, poisoned=1)
    world = scene(victim, fighter("orc-warrior", 0, 116, 100))
    played = play(Call(slain, world, 0, 1, KILL, "defender"))
    assert played.result.figures[0].status == DEAD
    assert played.result.figures[0].removal == "quality-7"
    sturdier = scene(changed(victim, poisoned=0), fighter("orc-warrior", 0, 116, 100))
    after = play(Call(slain, sturdier, 0, 1, KILL, "defender")).result.figures[0]
    assert (after.status, after.wounds) == (ON_TABLE, 1)


@pytest.mark.rule("sbh.quality.worsened")
def test_a_poisoned_fighter_dies_when_its_quality_reaches_seven() -> None:
    victim = fighter("human-warrior", 1, 100, 100, quality=5, wounds=1)
    world = scene(victim, fighter("giant-scorpion", 0, 116, 100))
    played = play(Call(envenom, world, 0, 1, "defender"), dice=[6])
    assert played.result.figures[0].status == DEAD
    assert played.kinds[0] == "dies-of-poison"


# ---------------------------------------------------------------- modifiers


@pytest.mark.rule("sbh.quality.modifiers-stack")
def test_undead_in_range_of_a_leader() -> None:
    dead = fighter("human-skeleton", 0, 100, 100, quality=4, traits=UNDEAD)
    world = scene(dead, fighter("human-leader", 0, 150, 100))
    bonus = morale_bonus(world, world.figures[0])
    assert bonus == 3
    _, successes = play(step(quality_roll, world, 0, WHY, 1, bonus), dice=[1]).result
    assert successes == 1


@pytest.mark.rule("sbh.quality.modifiers-stack")
def test_every_source_adds_up() -> None:
    place = square("ruins", 80, 80, 50, 50)
    wizard = fighter("human-mage", 0, 100, 100, traits=MAGE | STEADFAST)
    world = scene(wizard, fighter("human-leader", 0, 150, 100), pieces=[place], place=0)
    assert quality_bonus(world, world.figures[0]) == 2
    assert morale_bonus(world, world.figures[0]) == 3
    hurt = scene(fighter("human-mage", 0, 100, 100, hurt=-1), fighter("human-leader", 0, 150, 100), pieces=[place], place=0)
    assert quality_bonus(hurt, hurt.figures[0]) == 1


def test_the_place_of_power_helps_only_mages_who_stand_on_it() -> None:
    place = square("ruins", 80, 80, 50, 50)
    world = scene(fighter("human-warrior", 0, 100, 100), fighter("human-mage", 0, 300, 300), pieces=[place], place=0)
    assert [quality_bonus(world, figure) for figure in world.figures] == [0, 0]


@pytest.mark.rule("sbh.special.leader-not-cumulative")
def test_two_leaders_give_no_more_than_one() -> None:
    world = scene(
        fighter("human-warrior", 0, 100, 100), fighter("human-leader", 0, 150, 100), fighter("human-leader", 0, 100, 150)
    )
    assert quality_bonus(world, world.figures[0]) == 1
    alone = scene(fighter("human-warrior", 0, 100, 100))
    assert quality_bonus(alone, alone.figures[0]) == 0


@pytest.mark.rule("sbh.special.leader-conditions", "sbh.faq.leader-when")
@pytest.mark.parametrize(
    ("leader", "pieces", "bonus"),
    [
        ({}, [], 1),
        ({"prone": True}, [], 0),
        ({"held": 1}, [], 0),
        ({}, [square("wood", 200, 80, 40, 40, blocks_sight=True)], 0),
        ({}, [square("ruins", 150, 80, 10, 40, blocks_sight=True)], 0),
    ],
)
def test_when_the_leader_counts(leader: dict[str, object], pieces: list[Piece], bonus: int) -> None:
    world = scene(fighter("human-warrior", 0, 100, 100), fighter("human-leader", 0, 220, 100, **leader), pieces=pieces)
    assert quality_bonus(world, world.figures[0]) == bonus


@pytest.mark.rule("sbh.special.leader-bonus")
@pytest.mark.parametrize(("x", "bonus"), [(236, 1), (236.1, 0)])
def test_the_leader_counts_within_long(x: float, bonus: int) -> None:
    world = scene(fighter("human-warrior", 0, 100, 100), fighter("human-leader", 0, x, 100))
    assert quality_bonus(world, world.figures[0]) == bonus


def test_an_enemy_leader_does_not_help() -> None:
    world = scene(fighter("human-warrior", 0, 100, 100), fighter("human-leader", 1, 150, 100))
    assert quality_bonus(world, world.figures[0]) == 0


@pytest.mark.rule("sbh.faq.leader-enemies-los", "sbh.special.leader-los")
def test_figures_never_hide_a_leader() -> None:
    world = scene(
        fighter("human-warrior", 0, 100, 100),
        fighter("human-leader", 0, 200, 100),
        fighter("orc-warrior", 1, 150, 100),
        fighter("human-archer", 0, 170, 100),
    )
    assert quality_bonus(world, world.figures[0]) == 1


@pytest.mark.rule("sbh.faq.leader-self")
def test_leaders_help_neither_themselves_nor_each_other() -> None:
    world = scene(fighter("human-leader", 0, 100, 100), fighter("human-leader", 0, 150, 100))
    assert world.figures[0].has(LEADER)
    assert [quality_bonus(world, figure) for figure in world.figures] == [0, 0]


# ---------------------------------------------------------------- the Hero


@pytest.mark.rule("sbh.special.hero-automatic-success")
def test_one_die_of_a_hero_is_never_thrown_and_succeeds() -> None:
    world = scene(fighter("elf-hero", 0, 100, 100, quality=6, rerolled=True))
    assert play(step(quality_roll, world, 0, WHY, 1, -5)).result[1] == 1
    two = play(step(quality_roll, world, 0, WHY, 2, 0), dice=[2])
    assert (two.result[1], two.rolls[0][0].count, two.kinds) == (1, 1, ["hero-sure"])
    assert play(step(quality_roll, world, 0, WHY, 3, 0), dice=[6, 6]).result[1] == 3


@pytest.mark.rule("sbh.special.hero-automatic-success")
def test_a_hero_can_never_rout() -> None:
    world = scene(fighter("elf-hero", 0, 300, 300, rerolled=True), fighter("orc-warrior", 1, 300, 550))
    played = play(Call(morale_test, world, 0, "sbh.morale.trigger-half"), dice=[1, 1])
    assert played.result.figures[0].status == ON_TABLE
    assert "flees" in played.kinds


@pytest.mark.rule("sbh.special.hero-reroll")
def test_a_hero_throws_one_quality_die_again_once_a_game() -> None:
    world = scene(fighter("elf-hero", 0, 100, 100, quality=4))
    played = play(step(quality_roll, world, 0, WHY, 3, 0), dice=[2, 5, 4], answers=["reroll-failure"])
    after, successes = played.result
    assert successes == 3
    assert after.figures[0].rerolled
    again = play(step(quality_roll, after, 0, WHY, 3, 0), dice=[2, 5])
    assert (again.result[1], again.asked) == (2, [])


@pytest.mark.rule("sbh.special.hero-reroll")
def test_the_second_result_stands_even_if_it_is_worse() -> None:
    world = scene(fighter("elf-hero", 0, 100, 100, quality=4))
    played = play(step(quality_roll, world, 0, WHY, 2, 0), dice=[5, 1], answers=["reroll-success"])
    assert played.result[1] == 1
    kept = play(step(quality_roll, world, 0, WHY, 2, 0), dice=[5], answers=["keep"])
    assert kept.result[1] == 2
    assert not kept.result[0].figures[0].rerolled


def test_only_dice_that_lie_there_can_be_thrown_again() -> None:
    world = scene(fighter("elf-hero", 0, 100, 100, quality=4))
    played = play(step(quality_roll, world, 0, WHY, 2, 0), dice=[5])
    assert played.asked[-1].options.listed() == ["keep", "reroll-success"]
    failed = play(step(quality_roll, world, 0, WHY, 2, 0), dice=[3])
    assert failed.asked[-1].options.listed() == ["keep", "reroll-failure"]
