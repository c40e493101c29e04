"""Dice and tests: the die from 0 to 9, what a 0 does, and what is rolled against what."""

from __future__ import annotations

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.fda.model import DEAD, ON_TABLE, OUT, PRONE, STUNNED, TWO_D6
from escarmouche.systems.fda.rules.damage import clumsiness, defence_roll
from escarmouche.systems.fda.rules.dice import CRITICAL, FAILURE, SUCCESS, agility_test, die, threshold
from escarmouche.systems.fda.rules.melee import attack, pass_of_arms
from escarmouche.systems.fda.rules.turn import initiative, morale_test
from tests.systems.fda.stage import act, figure, play, scene, script


@pytest.mark.rule("fda.dice.d10-reads-zero-to-nine", "fda.dice.off-table-is-zero")
def test_the_tenth_face_is_a_zero() -> None:
    roll = die(scene(options=0), "fda.test.ja", 0)
    assert [roll.read((face,)) for face in range(1, 11)] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
    assert sorted(value for value, _ in roll.outcomes()) == list(range(10))


@pytest.mark.rule("fda.dice.variant-2d6-minus-2")
def test_two_dice_less_two_give_zero_to_ten() -> None:
    roll = die(scene(options=TWO_D6), "fda.test.ja", 0)
    assert (roll.read((1, 1)), roll.read((3, 4)), roll.read((6, 6))) == (0, 5, 10)
    chances = dict(roll.outcomes())
    assert chances[0] == 1
    assert roll.scale() == 36
    assert max(chances) == 10


def verdict(agility: int, *dice: int) -> int:
    world = scene(figure("goblin", 0, 20, 20, A=agility), options=0)
    found: int = play(script(agility_test, world, world.figures[0]), dice).result
    return found


@pytest.mark.rule("fda.dice.critical-confirmation", "fda.dice.unconfirmed-zero-fails", "fda.test.ja")
def test_a_zero_is_rolled_again() -> None:
    assert verdict(7, 0, 0) == CRITICAL
    assert verdict(7, 0, 1) == FAILURE
    assert verdict(9, 0, 9) == FAILURE


@pytest.mark.rule("fda.dice.zero-never-succeeds", "fda.test.threshold")
def test_from_one_up_to_the_characteristic_succeeds() -> None:
    assert [verdict(7, face) for face in range(1, 10)] == [SUCCESS] * 7 + [FAILURE] * 2
    assert verdict(7, 0, 3) == FAILURE


@pytest.mark.rule("fda.test.modifiers-before-roll")
def test_a_modifier_changes_the_characteristic() -> None:
    world = scene(figure("orc", 0, 20, 20, T=4), options=0)
    for face, expected in ((1, SUCCESS), (2, SUCCESS), (3, FAILURE)):
        assert play(script(threshold, world, "fda.test.jt", world.figures[0], 4 - 2), [face]).result == expected


@pytest.mark.rule("fda.test.out-of-range-values")
def test_values_are_not_clamped() -> None:
    assert verdict(-1, 1) == FAILURE
    world = scene(figure("paladin", 0, 20, 20, D=7), options=0)
    assert world.figures[0].card.armour == 3
    assert play(Call(defence_roll, world, 0, 0, False, ""), [9])[0].posture == 0
    world = scene(figure("leek-man", 0, 20, 20, D=3), options=0)
    assert play(Call(defence_roll, world, 0, -3, False, ""), [0, 5])[0].status == OUT
    assert play(Call(defence_roll, world, 0, -3, False, ""), [1])[0].status == OUT


@pytest.mark.rule("fda.dice.where-zero-applies")
def test_a_zero_at_somebody_on_the_ground_only_misses() -> None:
    world = scene(figure("orc", 0, 20, 20), figure("elf", 1, 22.5, 20, posture=PRONE), options=0)
    played = play(Call(attack, world, 0, 1, "strike"), [0])
    assert played[1].status == ON_TABLE
    assert len(played.rolls) == 1


@pytest.mark.rule("fda.dice.natural-zero")
def test_the_face_counts_not_the_sum() -> None:
    world = scene(figure("barbarian", 0, 20, 20, C=9), figure("gildas", 1, 22.5, 20, C=1, D=9), options=0)
    played = play(Call(pass_of_arms, world, 0, 1, "strike", "defend", ""), [0, 2, 5, 1])
    assert "hits-itself" in played.kinds


@pytest.mark.rule("fda.test.jd", "fda.damage.jd-is-not-jdeg", "fda.char.defence", "fda.test.jdeg")
def test_equipment_counts_against_a_blow_and_not_against_oneself() -> None:
    world = scene(figure("orc-champion", 0, 20, 20, D=5), options=0)
    assert play(Call(defence_roll, world, 0, 0, False, ""), [5])[0].posture == 0
    assert play(Call(defence_roll, world, 0, 0, False, ""), [6])[0].posture == STUNNED
    assert play(Call(clumsiness, world, 0), [5])[0].posture == STUNNED
    assert play(Call(clumsiness, world, 0), [6])[0].posture == PRONE


@pytest.mark.rule("fda.test.jt", "fda.char.shooting")
def test_a_shot_is_a_test_on_t() -> None:
    world = scene(figure("archer", 0, 20, 20, T=7), figure("orc", 1, 40, 20, D=4), options=0)
    assert play_shot(world, 7) == "shot-hits"
    assert play_shot(world, 8) == "shot-misses"


def play_shot(world: object, face: int) -> str:
    played = act(world, ("shoot", "bow", 1), [face] if face > 7 else [face, 1])  # type: ignore[arg-type]
    return next(kind for kind in played.kinds if kind.startswith("shot-"))


@pytest.mark.rule("fda.test.comparison", "fda.test.jc", "fda.char.combat", "fda.melee.simultaneous-jc")
def test_the_higher_sum_wins() -> None:
    world = scene(figure("orc", 0, 20, 20, C=5), figure("dwarf", 1, 22.5, 20, C=6), options=0)
    played = play(Call(pass_of_arms, world, 0, 1, "strike", "skewer", ""), [3, 8, 5])
    told = next(tell for tell in played.tells if tell.kind == "pass-of-arms")
    assert told.about == (0, 8, 1, 14, 0)
    assert played[0].status == OUT


@pytest.mark.rule("fda.test.ji", "fda.turn.initiative-roll")
def test_initiative_adds_the_morale_of_the_fit() -> None:
    world = scene(figure("barbarian", 0, 20, 20, M=4), figure("orc", 1, 40, 20, M=3), figure("orc", 1, 50, 20, M=1), options=0)
    played = play(Call(initiative, world), [1, 9])
    assert played.result == 1
    assert next(tell for tell in played.tells if tell.kind == "initiative").about == (1, 13, 5)


@pytest.mark.rule("fda.test.jm", "fda.morale.test", "fda.morale.success", "fda.morale.failure")
def test_above_the_sum_breaks() -> None:
    world = scene(figure("barbarian", 0, 20, 20, M=4), figure("orc", 0, 30, 20, M=1), figure("orc", 1, 50, 20), options=0)
    assert play(Call(morale_test, world, 0), [5]).result == 0
    assert play(Call(morale_test, world, 0), [6]).result == 1


@pytest.mark.rule("fda.test.reroll-stands")
def test_a_forced_reroll_is_made_once_and_stands() -> None:
    world = scene(figure("orc-champion", 0, 20, 20, D=5), options=0)
    played = play(Call(defence_roll, world, 0, 0, True, ""), [4, 4])
    assert played[0].posture == 0
    assert len(played.rolls) == 2
    assert play(Call(defence_roll, world, 0, 0, True, ""), [4, 0, 0])[0].status == DEAD


@pytest.mark.rule("fda.test.threshold")
def test_faces_that_come_to_the_same_are_one_case() -> None:
    elf = figure("elf", 0, 20, 20, A=6, D=4)
    test = play(script(agility_test, scene(elf), elf), [3])
    assert sorted([weight for _, weight in test.rolls[0].outcomes()]) == [1, 3, 6], "a 0, the failures, the successes"
    hit = play(Call(defence_roll, scene(elf), 0, 0, False, ""), [3])
    assert sorted([weight for _, weight in hit.rolls[0].outcomes()]) == [1, 1, 3, 5], "a 0, exactly D, below it, above it"
    assert (test.rolls[0].target, hit.rolls[0].target) == (-6, -3), "what a person is told that it needs"
