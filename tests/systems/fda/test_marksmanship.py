"""Advanced shooting: into a melee, reloading, retrieving, two pistols, aiming, short range, cover."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.systems.fda.model import (
    COVER,
    CROUCHED,
    ON_TABLE,
    OUT,
    POSITIONS,
    SHOOT_INTO_MELEE,
    SHOOTING_ACTIONS,
    SHORT_RANGE,
    STANDING,
    STUNNED,
    TWO_WEAPONS,
    WOUNDS,
    Course,
    World,
)
from tests.systems.fda.stage import Played, act, box, changed, cm, figure, offered, refused, scene


def value(played: Played, place: int = 0) -> int:
    """The T of a shot, with everything."""
    return int([tell.about[3] for tell in played.tells if tell.kind == "shoots"][place])


# ---------------------------------------------------------------- into a melee


def melee(options: int = SHOOT_INTO_MELEE, shooter: Any = None, **more: Any) -> World:
    """An elf (T7), 30 cm off an orc that the dwarf (D5+2) and the ranger (D4+1) touch."""
    first = shooter or figure("archer", 0, 20, 50, T=7)
    return scene(
        first, figure("orc", 1, 50, 50, 180, D=4), figure("dwarf", 0, 52.5, 50), figure("ranger", 0, 50, 52.5), options=options,
        **more,
    )  # fmt: skip


@pytest.mark.rule("fda.shootadv.into-melee", "fda.shootadv.into-melee-careful", "fda.shoot.no-shot-into-melee")
def test_a_careful_shot_into_a_melee_costs_two_and_risks_nobody() -> None:
    careful = act(melee(), ("shoot", "bow", 1), [5, 9], [("careful",)])
    assert value(careful) == 5
    assert careful[1].status == OUT
    assert refused(melee(options=0), ("shoot", "bow", 1)) == "fda.shoot.no-shot-into-melee"
    clumsy = act(melee(shooter=figure("elf", 0, 20, 50, T=7)), ("shoot", "bow", 1), [5, 9], [("careful",)])
    assert clumsy[1].status == OUT  # the clumsy elf does not roll for a stray hit
    assert act(scene(*melee().figures[:2], options=SHOOT_INTO_MELEE), ("shoot", "bow", 1), [9]).asked == []


@pytest.mark.rule("fda.shootadv.into-melee-normal", "fda.trait.clumsy-shot")
@pytest.mark.parametrize(("die", "friend"), [(0, True), (1, False), (4, True), (7, False)])
def test_a_normal_one_strikes_a_friend_on_an_even_die(die: int, friend: bool) -> None:
    answers = [("risky",), ("victim", 3)] if friend else [("risky",)]
    shot = act(melee(shooter=figure("elf", 0, 20, 50, T=7)), ("shoot", "bow", 1), [7, die, 9], answers)
    assert value(shot) == 7
    assert (shot[3].status == OUT) is friend
    assert (shot[1].status == OUT) is not friend


@pytest.mark.rule("fda.shootadv.into-melee-victim")
def test_the_opponent_picks_the_victim_whose_defence_is_one_less() -> None:
    shot = act(melee(), ("shoot", "bow", 1), [7, 6, 4], [("risky",), ("victim", 3)])
    assert shot[3].posture == STUNNED
    assert shot.asked[1].seat == 1
    dwarf = act(melee(), ("shoot", "bow", 1), [7, 6, 5], [("risky",), ("victim", 2)])
    assert dwarf[2].posture == STANDING  # dwarf 5+2-1 = 6
    target = act(melee(), ("shoot", "bow", 1), [7, 7, 4], [("risky",)])
    assert target[1].posture == STUNNED  # the target itself has no penalty


# ---------------------------------------------------------------- reloading and retrieving


@pytest.mark.rule("fda.shootadv.reload-faster")
def test_reloading_faster_needs_an_agility_roll() -> None:
    guard = figure("guard", 0, 20, 50, A=5, unloaded=("crossbow",))
    world = scene(guard, figure("orc", 1, 50, 50), options=SHOOTING_ACTIONS)
    loaded = act(world, ("reload-faster", "crossbow"), [4])
    assert loaded[0].unloaded == ()
    assert loaded.course.left == 1
    assert value(act(loaded.world, ("shoot", "crossbow", 1), [9], course=loaded.course)) == guard.card.healthy.shooting - 1
    failed = act(world, ("reload-faster", "crossbow"), [6])
    assert failed[0].unloaded == ("crossbow",)
    assert failed.course.left == 1
    assert act(failed.world, ("reload-faster", "crossbow"), [5], course=failed.course)[0].unloaded == ()
    assert refused(changed(world, options=0), ("reload-faster", "crossbow")) == "fda.setup.rule-levels"
    bow = scene(figure("archer", 0, 20, 50, unloaded=("bow",)), options=SHOOTING_ACTIONS)
    assert not offered(bow, "reload-faster")


@pytest.mark.rule("fda.shootadv.retrieve-missile", "fda.shoot.thrown-weapons-counted")
def test_a_thrown_weapon_is_pulled_out_or_breaks() -> None:
    rider = figure("orc", 0, 20, 50, hands=("javelin",), A=6)
    world = scene(rider, figure("goblin", 1, 22.6, 56), options=SHOOTING_ACTIONS | TWO_WEAPONS)
    thrown = act(world, ("shoot", "javelin", 1), [9]).world
    (thing,) = thrown.things
    assert thing.stuck
    assert (thing.x, thing.y) == (cm(22.6), cm(56))
    assert thrown.figures[0].hands == ()
    assert refused(thrown, ("retrieve-missile", thing.id)) == "fda.shootadv.retrieve-missile"
    near = changed(thrown, figures=(changed(thrown.figures[0], x=cm(22.6), y=cm(54.8)), changed(thrown.figures[1], status=OUT)))
    back = act(near, ("retrieve-missile", thing.id), [5])
    assert back[0].hands == ("javelin",)
    assert back.world.things == ()
    assert back.course.left == 0
    broken = act(near, ("retrieve-missile", thing.id), [8])
    assert broken[0].hands == ()
    assert broken.world.things == ()
    assert ("pick-up", "ground", thing.id, "javelin") not in offered(near, "pick-up")
    assert ("pick-up", "ground", thing.id, "javelin") in offered(changed(near, options=0), "pick-up")
    full = changed(near, figures=(changed(near.figures[0], hands=("sword", "shield")), near.figures[1]))
    assert refused(full, ("retrieve-missile", thing.id)) == "fda.shootadv.retrieve-missile"


# ---------------------------------------------------------------- two pistols


def corsair(*others: Any, options: int = SHOOTING_ACTIONS, **more: Any) -> World:
    return scene(figure("corsair", 0, 20, 50, T=5, **more), *others, options=options)


@pytest.mark.rule("fda.shootadv.two-pistols-same-target", "fda.shootadv.modifier-table")
def test_two_pistols_at_one_target_are_hampered() -> None:
    world = corsair(figure("orc", 1, 50, 50, D=4), options=SHOOTING_ACTIONS | WOUNDS)
    shots = act(world, ("two-pistols", 1, 1), [4, 4, 9, 9])
    assert value(shots) == value(shots, 1) == 4
    assert shots[1].status == OUT
    assert shots.course.left == 0
    assert [roll.why for roll in shots.rolls] == ["fda.test.jt", "fda.test.jt", "fda.damage.jd-roll", "fda.damage.jd-roll"]
    assert shots[0].unloaded == ("pistol", "pistol")
    one = act(corsair(figure("orc", 1, 50, 50, D=4)), ("two-pistols", 1, 1), [4, 4, 9])
    assert one[1].status == OUT
    assert len(one.rolls) == 3
    quick = act(world, ("shoot", "pistol", 1), [9])
    assert value(quick) == 5
    assert value(act(quick.world, ("shoot", "pistol", 1), [9], course=quick.course)) == 4
    assert not offered(corsair(figure("orc", 1, 50, 50), unloaded=("pistol",)), "two-pistols")


@pytest.mark.rule("fda.shootadv.two-pistols-two-targets")
def test_two_targets_cost_four_and_must_both_be_ahead() -> None:
    world = corsair(figure("orc", 1, 50, 50), figure("orc", 1, 50, 53), figure("orc", 1, 20, 80))
    shots = act(world, ("two-pistols", 1, 2), [9, 9])
    assert value(shots) == value(shots, 1) == 1
    assert refused(world, ("two-pistols", 1, 3)) == "fda.shootadv.two-pistols-two-targets"


# ---------------------------------------------------------------- precise shots


@pytest.mark.rule("fda.shootadv.aimed-shot", "fda.shootadv.modifier-table")
def test_an_aimed_shot_does_not_mind_poor_visibility() -> None:
    target = figure("goblin", 1, 50, 50, 180, posture=CROUCHED)
    world = scene(figure("archer", 0, 20, 50, T=5), target, options=SHOOTING_ACTIONS | POSITIONS)
    aimed = act(world, ("aimed-shot", "bow", 1), [9])
    assert value(aimed) == 5
    assert aimed.course.left == 0
    assert value(act(world, ("shoot", "bow", 1), [9])) == 4
    rider = scene(figure("amazon-rider", 0, 20, 50, T=6), target, options=SHOOTING_ACTIONS)
    assert value(act(rider, ("aimed-shot", "javelin", 1), [9])) == 5  # still hampered
    assert refused(world, ("aimed-shot", "bow", 1), course=Course(1, ("crouch",))) == "fda.action.two-time-units"


@pytest.mark.rule("fda.shootadv.short-range")
def test_less_than_ten_centimetres_are_short_range() -> None:
    def at(distance: float, options: int = SHORT_RANGE) -> int:
        target = figure("goblin", 1, 22.5 + distance, 50, 180)
        return value(act(scene(figure("archer", 0, 20, 50, T=5), target, options=options), ("shoot", "bow", 1), [9]))

    assert (at(9), at(10), at(9, options=0)) == (5, 4, 4)


# ---------------------------------------------------------------- cover


def covered(top: float, *dice: int, answers: Any = (), options: int = COVER | SHOOTING_ACTIONS, kind: str = "shoot") -> Played:
    """A shot at an orc (D4) beside a column that hides as much of it as reaches above its middle."""
    column = box("column", 46, 40, 48.6, top)
    world = scene(figure("archer", 0, 10, 50, T=7), figure("orc", 1, 50, 50, 180, D=4), options=options, pieces=(column,))
    return act(world, (kind, "bow", 1), dice, answers)


@pytest.mark.rule("fda.cover.reroll-jd", "fda.shoot.target-partly-hidden", "fda.geometry.concealment")
def test_more_than_half_hidden_a_defence_may_be_rolled_again() -> None:
    saved = covered(50.5, 5, 7, 3, answers=[("reroll",)])
    assert value(saved) == 6
    assert saved[1].status == ON_TABLE
    assert saved.why == ["fda.cover.reroll-jd"]
    assert covered(50.5, 5, 7, answers=[("keep",)])[1].status == OUT
    assert covered(50.5, 5, 4, 3, answers=[("reroll",)])[1].posture == STANDING  # a stun as well
    zero = covered(50.5, 5, 0, 3)
    assert zero[1].status == OUT
    assert zero.asked == []
    aimed = covered(50.5, 7, 7, 3, answers=[("reroll",)], kind="aimed-shot")
    assert value(aimed) == 7
    assert aimed[1].status == ON_TABLE
    partly = covered(49.3, 5, 7)
    assert value(partly) == 6
    assert partly.asked == []
    assert partly[1].status == OUT
    assert covered(50.5, 5, 7, options=0).asked == []


@pytest.mark.rule("fda.cover.back-shot")
@pytest.mark.parametrize(("facing", "expected"), [(180, 4), (0, 5)])
def test_shot_in_the_back_neither_shield_nor_crouching_helps(facing: int, expected: int) -> None:
    target = figure("goblin", 1, 50, 50, facing, posture=CROUCHED)
    world = scene(figure("archer", 0, 20, 50, T=5), target, options=COVER | POSITIONS)
    assert value(act(world, ("shoot", "bow", 1), [9])) == expected


@pytest.mark.rule("fda.extra.handle-object", "fda.shoot.missile-spent")
def test_of_two_pistols_the_loaded_one_is_kept_or_taken_in_hand() -> None:
    """A corsair fires one of two pistols and draws the sabre instead of it; later the sabre is swapped, and the pistols."""
    orc = figure("orc", 1, 70, 50, 180)
    fired = act(scene(figure("corsair", 0, 50, 50), orc), ("shoot", "pistol", 1), [9]).world
    armed = act(fired, ("draw", ("sabre", "pistol"))).world
    assert (armed.figures[0].unloaded, armed.figures[0].stowed) == ((), ("pistol",))
    assert refused(armed, ("shoot", "pistol", 1)) == ""
    assert refused(armed, ("reload-slow", "pistol")) == "fda.shoot.reload"  # the empty one is not in hand
    emptied = act(armed, ("shoot", "pistol", 1), [9]).world
    assert refused(emptied, ("draw", ("sabre", "pistol"))) == "fda.extra.handle-object"  # the other is empty as well
    one = figure("corsair", 0, 50, 50, hands=("pistol", "sabre"), belt=("pistol",))
    spent = act(scene(one, orc), ("shoot", "pistol", 1), [9]).world
    assert refused(spent, ("shoot", "pistol", 1)) == "fda.shoot.missile-spent"
    swapped = act(spent, ("draw", ("pistol", "sabre"))).world
    assert refused(swapped, ("shoot", "pistol", 1)) == ""
    assert ("draw", ("pistol", "sabre")) in offered(spent, "draw")
