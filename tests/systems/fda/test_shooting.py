"""Shooting: weapons and missiles, lines and strips, what spoils the aim, the shot itself."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.systems.fda.model import CROUCHED, OUT, PRONE, STUNNED, TURNING_HAMPERS, Course, Figure, World
from escarmouche.systems.fda.rules.shooting import (
    in_melee,
    in_strip,
    is_hampered,
    is_poorly_visible,
    shot_modifiers,
    weapon_refusal,
)
from escarmouche.systems.fda.rules.sight import MOSTLY, NOTHING, PARTLY, concealment, has_line
from tests.systems.fda.stage import act, acts, box, changed, cited, cm, figure, offered, refused, scene


def basic(*figures: Figure, **more: Any) -> World:
    return scene(*figures, options=more.pop("options", 0), **more)


def archer(**more: Any) -> Figure:
    return figure("archer", 0, 20, 20, **more)


def orc(x: float = 40, y: float = 20, facing: int = 180, **more: Any) -> Figure:
    return figure("orc", 1, x, y, facing, **more)


def value(played: Any) -> int:
    """The T that a shot was made with."""
    found: int = next(tell for tell in played.tells if tell.kind == "shoots").about[3]
    return found


# ---------------------------------------------------------------- the shot


@pytest.mark.rule("fda.shoot.sequence", "fda.shoot.shoot", "fda.shoot.hit", "fda.shoot.miss", "fda.action.quick")
def test_a_shot_hits_or_misses_and_takes_one_unit() -> None:
    world = basic(archer(T=7), orc(D=4))
    hit = act(world, ("shoot", "bow", 1), [3, 9])
    assert hit[1].status == OUT
    assert hit.course.left == 1
    assert "shot-misses" in act(world, ("shoot", "bow", 1), [8]).kinds
    friend = basic(archer(), figure("dwarf", 0, 40, 20))
    assert refused(friend, ("shoot", "bow", 1)) == "fda.shoot.sequence"


@pytest.mark.rule("fda.shoot.missile-spent", "fda.shoot.reload", "fda.shoot.reload-quick", "fda.shoot.ammunition-unlimited")
def test_a_bow_is_reloaded_quickly_and_for_ever() -> None:
    world = basic(archer(), orc())
    for _ in range(3):
        shot = act(world, ("shoot", "bow", 1), [9])
        assert refused(shot.world, ("shoot", "bow", 1), course=shot.course) == "fda.shoot.missile-spent"
        loaded = act(shot.world, ("reload-quick", "bow"), course=shot.course)
        assert loaded.course.left == 0
        world = loaded.world
    assert refused(world, ("shoot", "bow", 1)) == ""


@pytest.mark.rule("fda.shoot.reload-slow")
def test_crossbows_and_powder_take_both_units() -> None:
    guard = basic(figure("guard", 0, 20, 20, unloaded=("crossbow",)), orc())
    assert act(guard, ("reload-slow", "crossbow")).course.left == 0
    assert refused(guard, ("reload-quick", "crossbow")) == "fda.shoot.reload"
    assert refused(guard, ("reload-slow", "crossbow"), course=Course(1, ("turn",))) == "fda.action.two-time-units"


@pytest.mark.rule("fda.shoot.thrown-weapons-counted", "fda.shoot.missile-spent", "fda.shoot.reload-quick")
def test_thrown_weapons_are_counted_and_lie_where_the_target_stood() -> None:
    rider = figure("amazon-rider", 0, 20, 20)
    thrown = act(basic(rider, orc()), ("shoot", "javelin", 1), [9])
    assert thrown[0].hands == ()
    assert [(one.item, one.x) for one in thrown.world.things] == [("javelin", cm(40))]
    again = act(thrown.world, ("reload-quick", "javelin"))
    assert (again[0].hands, again[0].belt.count("javelin")) == (("javelin",), 1)
    thief = act(basic(figure("thief", 0, 20, 20), orc()), ("shoot", "dagger", 1), [9])
    assert refused(thief.world, ("shoot", "dagger", 1), course=thief.course) == ""


@pytest.mark.rule("fda.shoot.critical")
def test_two_zeros_leave_no_missiles() -> None:
    world = basic(archer(), orc())
    empty = act(world, ("shoot", "bow", 1), [0, 0])
    assert cited(weapon_refusal(changed(empty[0], unloaded=()), "bow")) == "fda.shoot.critical"
    assert offered(empty.world, "reload-quick", course=empty.course) == []
    assert act(world, ("shoot", "bow", 1), [0, 5])[0].spent == ()
    rider = act(basic(figure("amazon-rider", 0, 20, 20), orc()), ("shoot", "javelin", 1), [0, 0])
    assert "javelin" not in (*rider[0].hands, *rider[0].belt)


@pytest.mark.rule("fda.shoot.weapon-in-hand")
def test_only_a_loaded_weapon_in_hand_shoots() -> None:
    ranger = figure("ranger", 0, 20, 20)
    assert cited(weapon_refusal(ranger, "bow")) == "fda.shoot.weapon-in-hand"
    assert cited(weapon_refusal(archer(hands=("bow", "dagger")), "bow")) == "fda.shoot.weapon-in-hand"
    assert weapon_refusal(archer(), "bow") is None


# ---------------------------------------------------------------- whom


@pytest.mark.rule("fda.shoot.not-in-contact")
def test_nobody_shoots_in_contact() -> None:
    world = basic(archer(), orc(22.5, posture=STUNNED), orc(40))
    assert refused(world, ("shoot", "bow", 2)) == "fda.shoot.not-in-contact"


@pytest.mark.rule("fda.shoot.no-shot-into-melee", "fda.shoot.prone-friend-exception")
def test_nobody_shoots_into_a_melee() -> None:
    dwarf = figure("dwarf", 0, 42.5, 20)
    assert refused(basic(archer(), orc(), dwarf), ("shoot", "bow", 1)) == "fda.shoot.no-shot-into-melee"
    assert in_melee(basic(archer(), orc(posture=STUNNED), dwarf), archer(), orc(posture=STUNNED))
    fallen = changed(dwarf, posture=PRONE)
    assert refused(basic(archer(), orc(), fallen), ("shoot", "bow", 1)) == ""
    assert refused(basic(archer(), orc(posture=PRONE), fallen), ("shoot", "bow", 1)) == "fda.shoot.no-shot-into-melee"


@pytest.mark.rule("fda.shoot.foot-firing-strip")
def test_straight_ahead_of_the_base() -> None:
    north = figure("archer", 0, 20, 20, 90)
    assert in_strip(north, figure("orc", 1, 22, 40))
    assert not in_strip(north, figure("orc", 1, 22.6, 40))
    assert not in_strip(north, figure("orc", 1, 20, 10))
    assert in_strip(figure("troll", 0, 20, 20, 90), figure("goblin", 1, 23.25, 40))
    turned = act(basic(north, orc()), ("shoot", "bow", 1), [9])
    assert turned[0].facing == 0


@pytest.mark.rule("fda.shoot.mounted-all-round")
def test_riders_shoot_all_round() -> None:
    assert in_strip(figure("amazon-rider", 0, 20, 20, 90), figure("orc", 1, 20, 10))


@pytest.mark.rule("fda.shoot.line-of-sight", "fda.terrain.doors-and-rooms")
def test_scenery_blocks_a_line_and_figures_do_not() -> None:
    assert has_line(basic(archer(), orc(), figure("troll", 1, 30, 20)), archer(), orc())
    wall = basic(archer(), orc(), pieces=[box("wall", 30, 0, 31, 60)])
    assert refused(wall, ("shoot", "bow", 1)) == "fda.shoot.line-of-sight"
    column = basic(archer(), orc(), pieces=[box("column", 29, 18.5, 32, 21.5)])
    assert not has_line(column, column.figures[0], column.figures[1])
    beside = basic(archer(), orc(), pieces=[box("column", 29, 20, 32, 23)])
    assert has_line(beside, beside.figures[0], beside.figures[1])
    closed, opened = box("door", 30, 0, 31, 60), box("door", 30, 0, 31, 60, open=True)
    assert not has_line(basic(archer(), orc(), pieces=[closed]), archer(), orc())
    assert has_line(basic(archer(), orc(), pieces=[opened]), archer(), orc())


# ---------------------------------------------------------------- what spoils the aim


@pytest.mark.rule("fda.shoot.hampered", "fda.shoot.hampered-action", "fda.shoot.hampered-mounted")
def test_whoever_did_something_before_is_hampered_once() -> None:
    world = basic(archer(T=7), orc())
    assert value(act(world, ("shoot", "bow", 1), [9])) == 7
    assert value(act(world, ("shoot", "bow", 1), [9], course=Course(1, ("advance-fast",)))) == 6
    rider = basic(figure("amazon-rider", 0, 20, 20, T=6), orc())
    assert value(act(rider, ("shoot", "javelin", 1), [9])) == 5
    assert value(act(rider, ("shoot", "javelin", 1), [9], course=Course(1, ("advance-fast",)))) == 5


@pytest.mark.rule("fda.shoot.turning-does-not-hamper")
def test_turning_does_not_hamper_but_at_some_tables() -> None:
    world = basic(archer(T=5), orc(20, 40))
    assert value(act(world, ("shoot", "bow", 1), [9])) == 5
    assert value(act(changed(world, switches=TURNING_HAMPERS), ("shoot", "bow", 1), [9])) == 4
    ahead = changed(basic(archer(T=5), orc()), switches=TURNING_HAMPERS)
    assert not is_hampered(ahead, ahead.figures[0], Course(), False)


@pytest.mark.rule("fda.shoot.target-poorly-visible", "fda.shoot.target-on-ground", "fda.shoot.target-shield")
def test_poorly_visible_is_one_less_whatever_the_causes() -> None:
    shield = figure("goblin", 1, 40, 20, 180)
    assert value(act(basic(archer(T=5), shield), ("shoot", "bow", 1), [9])) == 4
    lying = basic(archer(T=5), changed(shield, posture=PRONE))
    assert value(act(lying, ("shoot", "bow", 1), [9])) == 4
    assert value(act(basic(archer(T=5), orc(posture=STUNNED)), ("shoot", "bow", 1), [9])) == 4
    both = act(basic(archer(T=5), shield), ("shoot", "bow", 1), [9], course=Course(1, ("advance-fast",)))
    assert value(both) == 3
    assert not is_poorly_visible(basic(archer(), orc()), archer(), orc(), "bow")
    assert is_poorly_visible(basic(archer(), orc()), archer(), orc(posture=CROUCHED), "bow")


@pytest.mark.rule("fda.shoot.shield-ignored-from-behind", "fda.shoot.shield-ignored-by-firearm")
def test_a_shield_helps_neither_from_behind_nor_against_powder() -> None:
    back, flank = figure("goblin", 1, 40, 20, 0), figure("goblin", 1, 40, 20, 70)
    assert not is_poorly_visible(basic(archer(), back), archer(), back, "bow")
    assert is_poorly_visible(basic(archer(), flank), archer(), flank, "bow")
    front = figure("goblin", 1, 40, 20, 180)
    assert not is_poorly_visible(basic(archer(), front), archer(), front, "pistol")


@pytest.mark.rule("fda.geometry.concealment", "fda.shoot.target-partly-hidden", "fda.terrain.sight")
def test_how_much_scenery_hides() -> None:
    def hidden(target: Figure, *pieces: Any, viewer: Figure | None = None) -> int:
        world = basic(viewer or archer(), target, pieces=pieces)
        return concealment(world, world.figures[0], world.figures[1])

    far = orc(60)
    assert hidden(far) == NOTHING
    assert hidden(far, box("chest", 57, 17, 58, 23)) == PARTLY
    assert hidden(far, box("sarcophagus", 57, 17, 58, 23)) == MOSTLY
    assert hidden(far, box("chest", 57, 17, 58, 23), viewer=figure("archer", 0, 45, 20, z=cm(10))) == NOTHING
    assert hidden(far, box("debris", 57, 17, 63, 23)) == PARTLY
    assert hidden(far, box("thicket", 57, 17, 63, 23)) == MOSTLY
    assert hidden(far, box("marsh", 30, 17, 50, 23)) == NOTHING
    assert hidden(far, box("window", 57.5, 17, 58.5, 23)) == MOSTLY
    assert hidden(far, box("window", 51, 17, 52, 23)) == NOTHING
    assert hidden(far, box("column", 56, 20, 58, 26)) == PARTLY
    elf = figure("elf", 0, 20, 20, T=7)
    assert value(act(basic(elf, orc(), pieces=[box("debris", 37, 17, 43, 23)]), ("shoot", "bow", 1), [9])) == 6


@pytest.mark.rule("fda.trait.clumsy-shot")
def test_the_elf_may_hit_a_friend() -> None:
    elf, thief = figure("elf", 0, 20, 20, T=7), figure("thief", 0, 40, 26, D=4)
    world = basic(elf, orc(), thief)
    stray = act(world, ("shoot", "bow", 1), [3, 1, 9])
    assert stray[2].status == OUT
    assert act(world, ("shoot", "bow", 1), [3, 3, 9])[1].status == OUT
    alone = act(basic(elf, orc()), ("shoot", "bow", 1), [3, 9])
    assert alone[1].status == OUT
    two = act(basic(elf, orc(), thief, figure("dwarf", 0, 30, 24)), ("shoot", "bow", 1), [3, 2])
    assert (two.asked[-1].seat, two.asked[-1].options.listed()) == (1, [("victim", 2), ("victim", 3)])


@pytest.mark.rule("fda.shoot.hampered-action", "fda.action.free-order")
def test_two_daggers_in_one_activation() -> None:
    thief = figure("thief", 0, 20, 20, T=4)
    played = acts(basic(thief, orc()), ("shoot", "dagger", 1), ("shoot", "dagger", 1), dice=[9, 9])
    assert [tell.about[3] for tell in played.tells if tell.kind == "shoots"] == [4, 3]
    assert shot_modifiers(basic(thief, orc()), thief, orc(), "dagger", True, True) == [("shooter-hampered", -1)]


@pytest.mark.rule("fda.shoot.line-of-sight")
@pytest.mark.parametrize(("low", "high"), [(0.25, 0.45), (-0.45, -0.25), (0.8, 1.1)])
def test_a_gap_anywhere_between_two_walls_is_enough_for_a_line(low: float, high: float) -> None:
    """Two walls halfway with a gap of two or three millimetres beside the line between the centres."""
    lower, upper = box("wall", 34, 30, 36, 50 + low), box("wall", 34, 50 + high, 36, 70)
    elf, orc = figure("elf", 0, 20, 50), figure("orc", 1, 50, 50, 180)
    world = scene(elf, orc, pieces=[lower, upper], options=0)
    assert has_line(world, world.figures[0], world.figures[1])
    shut = scene(elf, orc, pieces=[lower, upper, box("wall", 40, 30, 41, 70)], options=0)
    assert not has_line(shut, shut.figures[0], shut.figures[1])
