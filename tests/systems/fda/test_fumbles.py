"""Critical failures: the tables of melee and shooting, row by row."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.fda.model import (
    FUMBLE_PARRIED,
    HIDDEN,
    MELEE_FUMBLES,
    MELEE_REACTIONS,
    ON_TABLE,
    OUT,
    PRONE,
    REACTIONS,
    SHOOTING_FUMBLES,
    STANDING,
    STUNNED,
    THIRD_DIE,
    TWO_WEAPONS,
    WOUNDS,
    World,
)
from escarmouche.systems.fda.rules.melee import DEFEND, SKEWER, STRIKE, pass_of_arms
from tests.systems.fda.stage import Played, act, box, cm, figure, offered, play, scene

MELEE = MELEE_FUMBLES | WOUNDS


def duel(*dice: int, one: Any = None, options: int = MELEE, reply: str = DEFEND, answers: Any = (), **more: Any) -> Played:
    """An orc champion (C6 D5+1, two axes) strikes a dwarf (C6, two-handed axe), and these dice fall."""
    champion = one or figure("orc-champion", 0, 50, 50)
    world = scene(champion, figure("dwarf", 1, 52.5, 50, 180, activated=True), options=options, **more)
    return play(Call(pass_of_arms, world, 0, 1, STRIKE, reply, ""), dice, answers)


@pytest.mark.rule("fda.fumble.melee-trigger", "fda.fumble.melee-0", "fda.wound.direct-out-of-action-stays")
def test_a_natural_zero_goes_to_the_table_and_row_0_is_out_of_action() -> None:
    fumble = duel(0, 5, 0)
    assert fumble[0].status == OUT
    assert fumble.rolls[2].why == "fda.fumble.melee-trigger"
    basic = duel(0, 5, 0, options=WOUNDS)
    assert basic[0].status == OUT
    assert basic.rolls[2].why == "fda.dice.critical-confirmation"
    assert duel(0, 5, 4, 3, options=WOUNDS)[0].status == ON_TABLE


@pytest.mark.rule("fda.fumble.melee-trigger")
def test_some_tables_want_a_second_zero_first() -> None:
    third = duel(0, 5, 0, 5, 4, switches=THIRD_DIE)  # 0, 0, row 5: JD against 6-2 = 4
    assert third[0].posture == STUNNED
    plain = duel(0, 5, 6, 7, switches=THIRD_DIE)  # 0 then 6: hit, plain JD against 6
    assert plain[0].wounded
    assert not any(kind.startswith("row-") for kind in plain.kinds)


@pytest.mark.rule("fda.fumble.melee-1", "fda.wound.second-wound", "fda.damage.helmet-no-help-on-jdeg")
def test_row_1_stuns_and_no_helmet_helps() -> None:
    assert duel(0, 5, 1)[0].posture == STUNNED
    helmet = duel(0, 5, 1, one=figure("guard", 0, 50, 50))
    assert helmet[0].posture == STUNNED
    assert len(helmet.rolls) == 3
    assert duel(0, 5, 1, one=figure("orc", 0, 50, 50, wounded=True))[0].status == OUT


@pytest.mark.rule(
    "fda.fumble.melee-2", "fda.fumble.melee-impossible", "fda.trait.no-wounded-side", "fda.setup.options-together"
)
def test_row_2_wounds_where_there_are_wounds() -> None:
    assert duel(0, 5, 2)[0].wounded
    assert duel(0, 5, 2, one=figure("goblin", 0, 50, 50))[0].status == OUT
    assert duel(0, 5, 2, one=figure("orc", 0, 50, 50, wounded=True))[0].status == OUT
    ignored = duel(0, 5, 2, options=MELEE_FUMBLES)
    assert ignored[0].status == ON_TABLE
    assert not ignored[0].wounded
    assert "fumble-ignored" in ignored.kinds


@pytest.mark.rule("fda.fumble.melee-3")
def test_row_3_is_a_fall_without_a_roll() -> None:
    fall = duel(0, 5, 3)
    assert fall[0].posture == PRONE
    assert len(fall.rolls) == 3


@pytest.mark.rule("fda.fumble.melee-4", "fda.fumble.melee-5", "fda.fumble.melee-6", "fda.fumble.melee-hit-rows")
@pytest.mark.parametrize(("row", "value"), [(4, 3), (5, 4), (6, 5)])
def test_rows_4_to_6_are_hits_with_a_changed_defence(row: int, value: int) -> None:
    assert duel(0, 5, row, value - 1)[0].posture == STANDING
    assert duel(0, 5, row, value)[0].posture == STUNNED
    assert duel(0, 5, row, value + 1)[0].wounded
    skewered = duel(0, 5, row, value - 1, value + 1, reply=SKEWER)  # the dwarf's axe makes a 3 be rerolled
    assert skewered[0].wounded
    assert "two-handed-reroll" in skewered.kinds


@pytest.mark.rule("fda.fumble.melee-7", "fda.fumble.melee-7-8-continue", "fda.extra.repair")
def test_row_7_damages_the_weapon_and_the_hit_remains() -> None:
    spoilt = duel(0, 5, 7, 6)
    assert spoilt[0].damaged == ("axe",)
    assert spoilt[0].posture == STUNNED
    held = duel(0, 5, 7, 3)
    assert held[0].hands == ("axe", "axe")
    assert offered(held.world, "repair") == [("repair", "axe")]
    mended = act(held.world, ("repair", "axe"))
    assert mended[0].damaged == ()
    assert mended.course.left == 0


@pytest.mark.rule("fda.fumble.melee-8", "fda.fumble.melee-7-8-continue", "fda.extra.handle-object")
def test_row_8_drops_the_weapon_and_anybody_near_may_have_it() -> None:
    slips = duel(0, 5, 8, 7, one=figure("orc", 0, 50, 50))
    assert slips[0].hands == ()
    assert slips[0].wounded
    (thing,) = slips.world.things
    assert (thing.item, thing.x, thing.y, thing.stuck) == ("axe", cm(50), cm(50), False)
    assert offered(slips.world, "pick-up") == [("pick-up", "ground", 0, "axe")]


@pytest.mark.rule("fda.fumble.melee-impossible")
@pytest.mark.parametrize("row", [7, 8])
def test_fists_are_neither_damaged_nor_dropped(row: int) -> None:
    fists = duel(0, 5, row, 9, one=figure("leek-man", 0, 50, 50))
    assert fists[0].damaged == ()
    assert not fists.world.things
    assert fists[0].status == OUT


@pytest.mark.rule("fda.fumble.melee-9")
def test_row_9_was_a_feint() -> None:
    feint = duel(0, 5, 9)
    assert feint[0].posture == STANDING
    assert len(feint.rolls) == 3
    assert "feint" in feint.kinds


@pytest.mark.rule("fda.fumble.melee-main-weapon", "fda.twoweapons.designate")
@pytest.mark.parametrize("named", ["sabre", "shield"])
def test_the_main_weapon_is_the_one_named_to_hit(named: str) -> None:
    goblin = figure("goblin", 0, 50, 50, D=9)
    options = MELEE | TWO_WEAPONS
    slips = duel(0, 5, 8, 3, one=goblin, options=options, answers=[("hit-with", named)])
    assert slips.world.things[0].item == named
    assert duel(0, 5, 8, 3, one=goblin).world.things[0].item == "sabre"


@pytest.mark.rule("fda.meleereact.posture-success", "fda.melee.zero-is-hit")
def test_a_posture_helps_against_ones_own_zero_too() -> None:
    options = MELEE | MELEE_REACTIONS | REACTIONS
    world = scene(figure("orc", 0, 50, 50), figure("thief", 1, 52.5, 50, 180, D=5), options=options)
    saved = play(Call(pass_of_arms, world, 0, 1, STRIKE, DEFEND, "posture"), [5, 0, 6, 9, 2], [("reroll",)])
    assert saved[1].posture == STANDING
    assert not saved[1].wounded


@pytest.mark.rule("fda.melee.zero-is-hit")
def test_some_tables_let_a_mere_defender_parry_the_zero() -> None:
    parried = duel(0, 5, 7, switches=FUMBLE_PARRIED)
    assert parried[0].damaged == ("axe",)
    assert not parried[0].wounded
    assert "parried" in parried.kinds


# ---------------------------------------------------------------- shooting


def shot(*dice: int, weapon: str = "bow", options: int = SHOOTING_FUMBLES, answers: Any = (), **more: Any) -> Played:
    """An archer shoots at an orc 30 cm off; the thief is 2 cm from the orc, the dwarf 4 cm, the ranger 3 cm from the archer."""
    archer = figure("archer", 0, 20, 50, hands=(weapon,), belt=more.pop("belt", ()))
    friends = [
        figure("thief", 0, 52.5, 54.5, D=4), figure("dwarf", 0, 52.5, 43.5), figure("ranger", 0, 20, 55.5, D=4),
    ]  # fmt: skip
    world: World = scene(archer, figure("orc", 1, 52.5, 50, 180), *friends, options=options, **more)
    return act(world, ("shoot", weapon, 1), dice, answers)


@pytest.mark.rule("fda.fumble.shooting-trigger", "fda.fumble.shooting-0")
def test_a_zero_misses_and_row_0_empties_the_bag() -> None:
    empty = shot(0, 0)
    assert empty[0].spent == ("bow",)
    assert empty[1].status == ON_TABLE
    assert empty.rolls[1].why == "fda.fumble.shooting-trigger"
    assert shot(0, 6, options=0)[0].damaged == ()
    javelins = shot(0, 0, weapon="javelin", belt=("javelin", "javelin"))
    assert javelins[0].belt == ()
    assert javelins[0].hands == ()


@pytest.mark.rule("fda.fumble.shooting-trigger", "fda.dice.variant-2d6-minus-2")
def test_some_tables_want_a_second_zero_before_the_table_of_shots() -> None:
    assert shot(0, 6, switches=THIRD_DIE)[0].damaged == ()
    assert shot(0, 0, 6, switches=THIRD_DIE)[0].damaged == ("bow",)


@pytest.mark.rule("fda.fumble.shooting-1-2")
@pytest.mark.parametrize("row", [1, 2])
def test_rows_1_and_2_graze_the_friend_nearest_to_the_target(row: int) -> None:
    grazed = shot(0, row, 8)
    assert [one.posture for one in grazed.world.figures] == [STANDING, STANDING, PRONE, STANDING, STANDING]
    world = scene(
        figure("archer", 0, 20, 50), figure("orc", 1, 52.5, 50), figure("thief", 0, 52.5, 58), options=SHOOTING_FUMBLES
    )
    assert "nobody-near" in act(world, ("shoot", "bow", 1), [0, row]).kinds


@pytest.mark.rule("fda.fumble.shooting-1-2")
def test_between_two_as_near_the_opponent_chooses() -> None:
    world = scene(
        figure("archer", 0, 20, 50), figure("orc", 1, 50, 50), figure("thief", 0, 50, 55), figure("ranger", 0, 50, 45),
        options=SHOOTING_FUMBLES,
    )  # fmt: skip
    grazed = act(world, ("shoot", "bow", 1), [0, 1, 9], [("graze", 3)])
    assert grazed[3].posture == PRONE
    assert grazed[2].posture == STANDING
    assert grazed.asked[0].seat == 1


@pytest.mark.rule("fda.fumble.shooting-3-4")
@pytest.mark.parametrize("row", [3, 4])
def test_rows_3_and_4_graze_a_friend_near_the_shooter(row: int) -> None:
    assert shot(0, row, 8)[4].posture == PRONE


@pytest.mark.rule("fda.fumble.shooting-5-7")
@pytest.mark.parametrize("row", [5, 6, 7])
def test_rows_5_to_7_damage_the_weapon(row: int) -> None:
    assert shot(0, row)[0].damaged == ("bow",)
    assert shot(0, row, weapon="javelin")[0].damaged == ()


@pytest.mark.rule("fda.fumble.shooting-8", "fda.fumble.shooting-9")
def test_row_8_drops_the_weapon_and_row_9_does_nothing() -> None:
    slips = shot(0, 8)
    assert slips[0].hands == ()
    assert slips.world.things[0].item == "bow"
    assert slips.world.things[0].unloaded
    lucky = shot(0, 9)
    assert lucky[0].hands == ("bow",)
    assert not lucky.world.things
    assert "row-shooting-9" in lucky.kinds


@pytest.mark.rule("fda.fumble.shooting-5-7")
def test_what_was_thrown_badly_must_be_repaired_once_it_is_back() -> None:
    thrown = act(scene(figure("thief", 0, 50, 50), figure("orc", 1, 70, 50, 180)), ("shoot", "dagger", 1), [0, 5])
    assert [(thing.item, thing.damaged, thing.stuck) for thing in thrown.world.things] == [("dagger", True, True)]


@pytest.mark.rule("fda.state.hidden")
def test_one_hit_by_a_friend_is_hidden_no_more() -> None:
    lurking = figure("thief", 0, 60, 52, posture=HIDDEN)
    world = scene(figure("elf", 0, 50, 50), figure("orc", 1, 90, 50, 180), lurking, pieces=[box("column", 60, 54, 62, 56)])
    hit = act(world, ("shoot", "bow", 1), [3, 1, 1])
    assert hit[2].posture == STANDING


@pytest.mark.rule("fda.fumble.shooting-trigger", "fda.shoot.miss")
def test_a_zero_that_is_not_confirmed_is_told_as_a_miss() -> None:
    world = scene(figure("elf", 0, 50, 50), figure("orc", 1, 70, 50, 180), switches=THIRD_DIE)
    assert act(world, ("shoot", "bow", 1), [0, 5]).kinds[-1] == "shot-misses"
