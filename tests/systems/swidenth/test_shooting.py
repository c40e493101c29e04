"""Shooting: targets, sight and cover, the roll, misfires, strays, thrown weapons, camouflage."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.swidenth.model import FOR_TARGET, GIGANTIC, LARGE, STRICT_HANDS, Course, Marker, World
from escarmouche.systems.swidenth.rules.activation import act, activate
from escarmouche.systems.swidenth.rules.conventions import engaged
from escarmouche.systems.swidenth.rules.deeds import may_hide
from escarmouche.systems.swidenth.rules.equipment import defence
from escarmouche.systems.swidenth.rules.shooting import cover, shoot, shoot_target
from escarmouche.systems.swidenth.rules.sight import ALL, hidden
from tests.systems.swidenth.scene import (
    Played,
    body,
    changed,
    cited,
    duel,
    ground,
    man,
    pas,
    play,
    refused,
    scene,
    totals,
    trail,
)

BOW = ("shoot", "short-bow", 1)
AIMED = Course(("concentrate",))


def archer(**more: Any) -> Any:
    return man(0, 10, 10, missiles=more.pop("missiles", ("short-bow",)), **more)


def shot(world: World, dice: Any, *answers: Any, answer: Any = BOW, course: Course | None = None) -> Played:
    """Figure 0 shoots."""
    return play(Call(shoot, world, 0, course or Course(), answer), dice, answers)


def why_not(world: World, answer: Any = BOW) -> str:
    return cited(trail(world).check(answer))


@pytest.mark.rule("swidenth.shooting.requirements")
def test_range_is_inclusive_and_knows_levels() -> None:
    assert why_not(scene(archer(missiles=("long-bow",)), man(1, 35, 10)), ("shoot", "long-bow", 1)) == ""
    far = scene(man(0, 10, 10, missiles=("long-bow",)), man(1, 35.4, 10))
    assert why_not(far, ("shoot", "long-bow", 1)) == "swidenth.shooting.requirements"
    high = scene(man(0, 10, 10, 3, missiles=("short-bow",)), man(1, 26.8, 10))
    assert why_not(high) == "swidenth.shooting.requirements"
    assert why_not(scene(archer(), man(1, 26.8, 10))) == ""
    assert why_not(scene(archer(), man(0, 15, 10))) == "swidenth.shooting.requirements"


@pytest.mark.rule("swidenth.shooting.line-of-sight", "swidenth.terrain.sight")
def test_walls_hide_up_to_their_height() -> None:
    wall = [body("flat-obstacle", 14, 5, 14.5, 15, 3)]
    assert why_not(scene(archer(), man(1, 20, 10), pieces=wall)) == "swidenth.shooting.line-of-sight"
    palisade = [body("thin-obstacle", 19, 5, 19.1, 15, 1)]
    low = scene(archer(), man(1, 20, 10), pieces=palisade)
    assert 66 < hidden(low, low.figures[0], low.figures[1]) < ALL
    assert totals(shot(low, [5, 10]))[1] == 16
    part = scene(archer(), man(1, 20, 10), pieces=[body("flat-obstacle", 19, 10.1, 19.3, 15, 3)])
    assert 33 < hidden(part, part.figures[0], part.figures[1]) <= 66


@pytest.mark.rule("swidenth.terrain.sight")
def test_woods_by_depth_and_rocks_by_standing_in_them() -> None:
    def share(*pieces: Any, x: float = 20) -> int:
        world = scene(man(0, 10, 10), man(1, x, 10), pieces=pieces)
        return hidden(world, world.figures[0], world.figures[1])

    assert share(ground("woods", 13, 5, 16, 15)) == 50
    assert share(ground("woods", 13, 5, 17.5, 15)) == ALL
    assert share(ground("woods", 8, 5, 10.8, 15)) == 0
    back = scene(man(0, 20, 10), man(1, 10, 10), pieces=[ground("woods", 8, 5, 10.8, 15)])
    assert hidden(back, back.figures[0], back.figures[1]) == 50
    assert share(ground("rocks", 18, 5, 22, 15)) == 50
    assert share(ground("rocks", 5, 5, 22, 15)) == 0
    assert share(ground("marsh", 12, 5, 22, 15)) == 0
    both = share(ground("rocks", 18, 5, 22, 15), body("thin-obstacle", 17, 5, 17.1, 15, 1))
    assert 66 < both < ALL


@pytest.mark.rule("swidenth.shooting.cover")
def test_cover_by_thirds_is_not_cumulative() -> None:
    assert [sum(value for _, value in cover(share)) for share in (33, 34, 66, 67, 99)] == [0, 3, 3, 6, 6]
    world = scene(archer(), man(1, 20, 10), man(1, 18, 10.6))
    assert 33 < hidden(world, world.figures[0], world.figures[1]) <= 66
    assert totals(shot(world, [5, 10]))[1] == 13


@pytest.mark.rule("swidenth.shooting.target-choice")
def test_of_two_close_enemies_only_the_nearer_may_be_shot() -> None:
    close = scene(archer(), man(1, 20, 10), man(1, 18.7, 10.4))
    assert why_not(close) == "swidenth.shooting.target-choice"
    assert why_not(close, ("shoot", "short-bow", 2)) == ""
    apart = scene(archer(), man(1, 20, 10), man(1, 18, 10.4))
    assert why_not(apart) == ""
    fighting = scene(archer(), man(1, 20, 10), man(1, 18.7, 10.4), man(0, 18.7, 11.6))
    assert {why_not(fighting), why_not(fighting, ("shoot", "short-bow", 2))} == {
        "swidenth.shooting.target-choice", "swidenth.shooting.into-melee",
    }  # fmt: skip


@pytest.mark.rule("swidenth.trait.large-target", "swidenth.shooting.target-choice")
def test_figures_never_hide_a_large_target() -> None:
    world = scene(archer(), man(1, 20, 10, traits=LARGE, height=pas(2), radius=pas(0.8)), man(1, 18.4, 9.8), man(1, 18.4, 10.9))
    assert why_not(world) == ""
    assert hidden(world, world.figures[0], world.figures[1]) == 0
    friend = scene(archer(), man(1, 20, 10, traits=LARGE, radius=pas(0.8)), man(0, 16, 10))
    assert why_not(friend) == "swidenth.shooting.friend-in-way"


@pytest.mark.rule("swidenth.shooting.roll")
def test_only_a_higher_total_hits_and_nobody_else_is_hurt() -> None:
    wall = [body("thin-obstacle", 19, 5, 19.1, 10, 3)]
    covered = scene(archer(shooting=1), man(1, 20, 10, combat=1), pieces=wall)
    miss = shot(covered, [12, 9])
    assert totals(miss) == (13, 13)
    assert miss.outcomes == ["miss"]
    assert shot(scene(archer(), man(1, 20, 10)), [2, 14]).figure(0).status == 0
    stunned = shot(scene(archer(shooting=2), man(1, 20, 10, combat=1, stunned=True, hands=("sword", "sword"))), [14, 12])
    assert totals(stunned) == (16, 7)
    unarmed = scene(archer(), man(1, 20, 10, hands=()), man(0, 20, 12))
    assert totals(shot(unarmed, [5, 12])) == (5, 12)


@pytest.mark.rule("swidenth.shooting.friend-in-way")
def test_a_friend_on_the_line_forbids_the_shot() -> None:
    assert why_not(scene(archer(), man(1, 20, 10), man(0, 15, 10.6))) == "swidenth.shooting.friend-in-way"
    assert why_not(scene(archer(), man(1, 20, 10), man(0, 15, 11.5))) == ""
    high = scene(man(0, 10, 10, 3, missiles=("short-bow",)), man(1, 22, 10), man(0, 11.5, 10))
    assert why_not(high) == ""
    behind = scene(archer(), man(1, 20, 10), man(0, 22, 10))
    assert why_not(behind) == ""


@pytest.mark.rule("swidenth.shooting.friend-exception", "swidenth.trait.gigantic")
def test_a_gigantic_shooter_may_hit_a_friend_instead() -> None:
    world = scene(archer(traits=GIGANTIC), man(1, 20, 10), man(0, 15, 10.5))
    assert why_not(world) == ""
    hit = shot(world, [3, 10, 8, 14, 10], ("spare",))
    assert hit.told("stray-shot").about == (0, 2)
    assert hit.outcomes == ["miss", "defender-pushed"]
    assert shot(world, [3, 10, 7]).kinds.count("totals") == 1


@pytest.mark.rule("swidenth.shooting.aim")
def test_aiming_adds_three() -> None:
    world = scene(archer(shooting=1), man(1, 20, 10))
    assert totals(shot(world, [10, 20], course=AIMED))[0] == 14
    assert totals(shot(world, [10, 20]))[0] == 11


@pytest.mark.rule("swidenth.shooting.camouflage", "swidenth.weapon-trait.thrown")
def test_hiding_is_offered_to_whom_it_helps() -> None:
    wood, foe = [ground("woods", 8, 8, 12, 12)], man(1, 30, 10)
    thrower = scene(man(0, 10, 10, hands=("javelin-melee",)), foe, pieces=wood)
    swordsman = scene(man(0, 10, 10), foe, pieces=wood)
    assert ("hide",) in trail(thrower).listed()
    assert ("hide",) not in trail(swordsman).listed()
    assert ("hide",) in trail(changed(swordsman, switches=(FOR_TARGET,))).listed()


@pytest.mark.rule("swidenth.shooting.camouflage", "swidenth.movement.passing-engages")
def test_whoever_is_engaged_hides_no_longer() -> None:
    world = scene(man(0, 10, 10), man(1, 13, 10, missiles=("short-bow",), hidden=True))
    near = play(Call(act, world, 0, Course()), [], [("move", (("walk", pas(11.8), pas(10)),)), ("end",)])
    assert engaged(near.world, near.figure(0), near.figure(1))
    assert not near.figure(1).hidden
    far = play(Call(act, world, 0, Course()), [], [("move", (("walk", pas(11), pas(10)),)), ("end",)])
    assert far.figure(1).hidden


@pytest.mark.rule("swidenth.shooting.camouflage")
def test_camouflage_helps_the_shooter_and_is_lost_with_the_shot() -> None:
    wood = [ground("woods", 8, 8, 10.9, 12)]
    world = scene(archer(), man(1, 20, 10), pieces=wood)
    hiding = play(Call(act, world, 0, Course()), [], [("hide",), ("end",)]).world
    assert hiding.figures[0].hidden
    aimed = shot(hiding, [8, 20], course=AIMED)
    assert totals(aimed)[0] == 14
    assert not aimed.figure(0).hidden
    moved = play(Call(act, hiding, 0, Course()), [], [("move", (("walk", pas(9), pas(10)),))]).figure(0)
    assert not moved.hidden
    open_ground = scene(archer(), man(1, 20, 10))
    assert refused(open_ground, ("hide",)) == "cannot-hide"
    assert refused(scene(archer(), man(1, 11.2, 10), pieces=wood), ("hide",)) == "engaged"
    assert refused(scene(archer(stunned=True), man(1, 20, 10), pieces=wood), ("hide",)) == "stunned-hides"
    assert not may_hide(scene(archer(), man(1, 11.2, 10), pieces=wood), archer())


@pytest.mark.rule("swidenth.shooting.camouflage")
def test_the_table_may_give_the_bonus_to_the_target() -> None:
    world = scene(archer(hidden=True), man(1, 20, 10, hidden=True))
    assert totals(shot(world, [10, 15])) == (13, 15)
    assert totals(shot(changed(world, switches=(FOR_TARGET,)), [10, 15])) == (10, 18)


@pytest.mark.rule("swidenth.shooting.damage")
def test_a_hit_is_like_a_blow() -> None:
    world = scene(archer(), man(1, 20, 10))
    assert shot(world, [15, 11], ("spare",)).told("suffers-pushed").about == (1, 5, 5)
    arquebus = scene(archer(missiles=("arquebus",)), man(1, 20, 10))
    assert shot(arquebus, [17, 11], answer=("shoot", "arquebus", 1)).outcomes == ["defender-out"]
    crossbow = scene(archer(missiles=("crossbow",)), man(1, 20, 10, defence=7))
    assert shot(crossbow, [15, 10], answer=("shoot", "crossbow", 1)).outcomes == ["defender-stunned"]
    near = scene(archer(), man(1, 20, 10), man(0, 22.3, 10))
    pushed = shot(near, [12, 11], ("push",))
    assert pushed.asked[0].seat == 0
    assert pushed.figure(1).x == pas(21)
    assert engaged(pushed.world, pushed.figure(1), pushed.figure(2))


@pytest.mark.rule("swidenth.shooting.critical")
def test_a_natural_twenty_that_hits_doubles_shooting() -> None:
    world = scene(archer(shooting=2), man(1, 20, 10, defence=12))
    assert shot(world, [20, 15], ("spare",)).told("suffers-pushed").about[1] == 9 + 1
    lucky = scene(archer(shooting=2), man(1, 20, 10, combat=4))
    assert shot(lucky, [20, 20]).outcomes == ["miss"]


@pytest.mark.rule("swidenth.shooting.misfire")
def test_a_natural_one_breaks_the_weapon() -> None:
    world = scene(archer(missiles=("pistol", "pistol")), man(1, 16, 10))
    played = shot(world, [1, 10], answer=("shoot", "pistol", 1))
    assert played.figure(0).missiles == ("pistol",)
    assert refused(played.world, ("shoot", "pistol", 1)) == ""


@pytest.mark.rule("swidenth.shooting.into-melee")
def test_nobody_shoots_into_a_melee_of_friends() -> None:
    world = scene(archer(), man(1, 20, 10), man(0, 20, 11.2))
    assert why_not(world) == "swidenth.shooting.into-melee"
    three = scene(archer(), man(1, 20, 10), man(2, 20, 11.2), seats=3)
    assert why_not(three) == ""


@pytest.mark.rule("swidenth.shooting.from-melee", "swidenth.trait.gigantic")
def test_nobody_shoots_out_of_a_melee_but_the_gigantic() -> None:
    world = scene(archer(), man(1, 20, 10), man(1, 10, 11.4))
    assert why_not(world) == "swidenth.shooting.from-melee"
    dragon = scene(archer(traits=GIGANTIC, missiles=("dragon-breath",)), man(1, 17, 10), man(1, 10, 11.4))
    assert why_not(dragon, ("shoot", "dragon-breath", 1)) == ""


@pytest.mark.rule("swidenth.shooting.fixed-target")
def test_a_fixed_target_is_strictly_above_twelve() -> None:
    world = scene(archer(shooting=1), man(1, 33, 33), markers=(Marker(3, "target", pas(15), pas(10)),))
    answer = ("shoot-target", "short-bow", 3)
    assert refused(world, answer) == ""
    assert play(Call(shoot_target, world, 0, Course(), answer), [12]).outcomes == ["hit"]
    assert play(Call(shoot_target, world, 0, Course(), answer), [11]).outcomes == ["miss"]


@pytest.mark.rule("swidenth.weapon-trait.thrown")
def test_a_thrown_weapon_is_gone() -> None:
    world = scene(archer(missiles=("javelin-thrown", "javelin-thrown")), man(1, 16, 10))
    once = shot(world, [5, 15], answer=("shoot", "javelin-thrown", 1))
    assert once.figure(0).missiles == ("javelin-thrown",)
    twice = shot(once.world, [5, 15], answer=("shoot", "javelin-thrown", 1))
    assert refused(twice.world, ("shoot", "javelin-thrown", 1)) == "not-ready"
    held = scene(archer(missiles=(), hands=("javelin-melee",)), man(1, 16, 10))
    thrown = shot(held, [5, 15], answer=("shoot", "javelin-melee", 1))
    assert thrown.figure(0).hands == ()
    near = scene(changed(thrown.figure(0), x=pas(14.9)), thrown.figure(1))
    assert totals(duel(near, [12, 20]))[0] == 9


@pytest.mark.rule("swidenth.weapon-trait.reload", "swidenth.action.reload")
def test_a_weapon_that_was_shot_must_be_reloaded() -> None:
    world = scene(archer(missiles=("crossbow",)), man(1, 20, 10))
    answers = [("shoot", "crossbow", 1), ("reload", "crossbow")]
    played = play(Call(activate, world, 0), [5, 15], answers)
    assert played.figure(0).unloaded == ()
    fired = shot(world, [5, 15], answer=("shoot", "crossbow", 1))
    assert why_not(fired.world, ("shoot", "crossbow", 1)) == "swidenth.weapon-trait.reload"


@pytest.mark.rule("swidenth.equipment.hands", "swidenth.equipment.shields")
def test_a_bow_takes_the_hands_from_the_shield_until_the_next_activation() -> None:
    world = scene(archer(missiles=("long-bow", "pistol"), hands=("sword", "shield")), man(1, 16, 10))
    bow = shot(world, [5, 15], answer=("shoot", "long-bow", 1))
    assert (defence(world.figures[0]), defence(bow.figure(0))) == (6, 5)
    awake = play(Call(activate, bow.world, 0), [], [("end",)])
    assert defence(awake.figure(0)) == 6
    assert defence(shot(world, [5, 15], answer=("shoot", "pistol", 1)).figure(0)) == 6


@pytest.mark.rule("swidenth.equipment.hands")
def test_strict_hands_hold_either_the_sword_or_the_bow() -> None:
    world = scene(archer(), man(1, 16, 10), switches=(STRICT_HANDS,))
    assert refused(world, BOW) == "not-ready"
    drawn = play(Call(act, world, 0, Course()), [], [("draw", "short-bow"), ("end",)]).world
    assert refused(drawn, BOW) == ""
    near = drawn.with_figure(changed(drawn.figures[0], x=pas(14.8)))
    assert totals(duel(near, [12, 20]))[0] == 9
