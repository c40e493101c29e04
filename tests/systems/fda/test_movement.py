"""Movement: straight ahead, over clear and other ground, in haste, past others; turning and getting up."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.fda.model import (
    EXTRA_ACTIONS,
    ON_TABLE,
    PRONE,
    RECOVERY_OUT,
    STANDING,
    STUNNED,
    Course,
    Figure,
    World,
)
from escarmouche.systems.fda.rules.damage import recover
from escarmouche.systems.fda.rules.turn import activate
from escarmouche.systems.fda.rules.ways import fits, full_length, reach, rough_length
from tests.systems.fda.stage import act, box, changed, cm, figure, offered, play, refused, scene


def goblin(x: float = 20, y: float = 20, **more: Any) -> Figure:
    return figure("goblin", 0, x, y, **{"A": 7, **more})


def basic(*figures: Figure, **more: Any) -> World:
    return scene(*figures, options=more.pop("options", 0), **more)


def at(played: Any, id: int = 0) -> tuple[float, float]:
    one = played[id]
    return round(one.x / 1000, 2), round(one.y / 1000, 2)


# ---------------------------------------------------------------- how far


@pytest.mark.rule("fda.move.table", "fda.move.foot-clear", "fda.move.foot-other", "fda.char.agility")
def test_on_foot_ten_centimetres_or_a() -> None:
    assert full_length(goblin()) == cm(10)
    assert rough_length(goblin()) == cm(7)
    assert rough_length(goblin(A=2)) == cm(2)
    assert rough_length(goblin(A=12)) == cm(10)
    troll = figure("troll", 0, 20, 20)
    assert at(act(basic(troll), ("advance", cm(30), cm(20)))) == (30, 20)
    assert refused(basic(troll), ("advance", cm(30.1), cm(20))) == "fda.move.table"


@pytest.mark.rule("fda.move.mounted-clear", "fda.move.mounted-other", "fda.trait.mounted")
def test_mounted_twenty_or_twice_a() -> None:
    rider = figure("amazon-rider", 0, 20, 20, A=6)
    assert (full_length(rider), rough_length(rider)) == (cm(20), cm(12))


@pytest.mark.rule("fda.terrain.clear", "fda.terrain.non-clear")
def test_clutter_limits_a_move_to_a() -> None:
    debris = box("debris", 0, 0, 60, 60)
    assert reach(basic(goblin(), pieces=[debris]), goblin(), 1, 0, cm(10)) == cm(7)
    assert reach(basic(goblin()), goblin(), 1, 0, cm(10)) == cm(10)


@pytest.mark.rule("fda.move.mixed-terrain")
def test_the_worse_ground_limits_the_whole_move() -> None:
    """The rim of a base at x = 20 is at 21.25."""
    near = basic(goblin(), pieces=[box("debris", 25.25, 10, 40, 30)])
    assert reach(near, near.figures[0], 1, 0, cm(10)) == cm(7)
    far = basic(goblin(), pieces=[box("debris", 29.25, 10, 40, 30)])
    assert abs(reach(far, far.figures[0], 1, 0, cm(10)) - cm(8)) <= 1
    strip = basic(goblin(), pieces=[box("debris", 24, 10, 26, 30)])
    assert reach(strip, strip.figures[0], 1, 0, cm(10)) == cm(7)
    beside = basic(goblin(), pieces=[box("debris", 22, 20.5, 40, 30)])
    assert reach(beside, beside.figures[0], 1, 0, cm(10)) == cm(7)
    leaving = basic(goblin(), pieces=[box("debris", 10, 10, 21, 30)])
    assert reach(leaving, leaving.figures[0], 1, 0, cm(10)) == cm(7)
    assert fits(far, far.figures[0], cm(27.9), cm(20), cm(10))
    assert not fits(far, far.figures[0], cm(28.1), cm(20), cm(10))


# ---------------------------------------------------------------- straight ahead


@pytest.mark.rule("fda.move.straight-line", "fda.move.advance", "fda.tip.walking-always-works")
def test_a_walk_goes_straight_and_never_rolls() -> None:
    played = act(basic(goblin()), ("advance", cm(26), cm(28)))
    assert at(played) == (26, 28)
    assert played.rolls == []
    assert abs(played[0].facing - 5313) <= 1
    edge = act(basic(goblin(x=3)), ("advance", cm(-5), cm(20)))
    assert at(edge) == (1.25, 20)


@pytest.mark.rule("fda.move.what-stops")
def test_what_stops_a_move() -> None:
    orc = figure("orc", 1, 28.5, 20, 180)
    played = act(basic(goblin(), orc), ("advance", cm(30), cm(20)))
    assert abs(played[0].x - cm(26)) <= 3
    beside = act(basic(goblin(), figure("orc", 1, 25, 22.9, 180)), ("advance", cm(30), cm(20)))
    assert at(beside) == (30, 20)
    wall = act(basic(goblin(), pieces=[box("wall", 25, 10, 26, 30)]), ("advance", cm(30), cm(20)))
    assert abs(wall[0].x - cm(23.75)) <= 2
    friend = act(basic(goblin(), figure("orc", 0, 28.5, 20)), ("advance", cm(30), cm(20)))
    assert cm(25.9) < friend[0].x < cm(26)
    body = act(basic(goblin(), figure("orc", 1, 25, 20, status=2)), ("advance", cm(30), cm(20)))
    assert at(body) == (30, 20)


@pytest.mark.rule("fda.move.disputes")
def test_half_a_centimetre_is_settled_by_a_ja() -> None:
    """The orc's base is cut by 0.3 cm when its centre is 2.2 off the line."""
    tight = basic(goblin(A=6), figure("orc", 1, 25, 22.2, 180))
    assert at(act(tight, ("advance", cm(30), cm(20)), [4])) == (30, 20)
    stopped = act(tight, ("advance", cm(30), cm(20)), [8], [("keep",)])
    assert stopped[0].x < cm(25)
    assert "contact" in stopped.kinds
    blocked = act(basic(goblin(A=6), figure("orc", 1, 25, 21.7, 180)), ("advance", cm(30), cm(20)), (), [("keep",)])
    assert blocked.rolls == []
    assert "contact" in blocked.kinds
    gap = [box("wall", 25, 10, 26, 18.9), box("wall", 25, 21.1, 26, 30)]
    assert at(act(basic(goblin(A=6), pieces=gap), ("advance", cm(30), cm(20)), [4, 4])) == (30, 20)
    narrow = [box("wall", 25, 10, 26, 19.05), box("wall", 25, 20.95, 26, 30)]
    assert act(basic(goblin(A=6), pieces=narrow), ("advance", cm(30), cm(20)))[0].x < cm(25)
    chest = [box("chest", 23, 19, 24, 21)]
    assert at(act(basic(goblin(A=6), pieces=chest), ("advance", cm(30), cm(20)), [4])) == (30, 20)


@pytest.mark.rule("fda.move.repeat", "fda.action.free-order", "fda.position.turn", "fda.action.flash")
def test_turn_move_turn_move_and_turn() -> None:
    thief = figure("thief", 0, 20, 20, A=8)
    steps: list[Any] = [("turn", 9000), ("advance-fast", cm(20), cm(30)), ("go", cm(10)), ("turn", 18000)]
    steps += [("advance-fast", cm(10), cm(30)), ("go", cm(10)), ("turn", 0)]
    played = play(Call(activate, basic(thief), 0), [3, 3], steps)
    assert at(played) == (10, 30)
    assert played[0].facing == 0


# ---------------------------------------------------------------- in haste


def hurry(world: World, dice: list[int], length: float | None, **more: Any) -> Any:
    answers = [] if length is None else [("go", cm(length))]
    return act(world, ("advance-fast", cm(30), cm(20)), dice, [*answers, *more.get("answers", [])])


@pytest.mark.rule("fda.move.advance-fast", "fda.move.fast-success")
def test_haste_rolls_first_and_then_says_how_far() -> None:
    assert at(hurry(basic(goblin()), [5], 10)) == (30, 20)
    assert at(hurry(basic(goblin()), [5], 4)) == (24, 20)
    debris = basic(goblin(), pieces=[box("debris", 0, 0, 60, 60)])
    played = act(debris, ("advance-fast", cm(27), cm(20)), [5])
    assert played.asked[-1].options.check(("go", cm(7))) is None
    assert played.asked[-1].options.check(("go", cm(7.1))) is not None
    elf = figure("elf", 1, 30.5, 20, 180)
    touching = hurry(basic(goblin(), elf), [5], 10)
    assert "contact" in touching.kinds
    assert touching.course.left == 1


@pytest.mark.rule("fda.move.fast-failure")
def test_failing_it_slows_down_to_a() -> None:
    played = act(basic(goblin()), ("advance-fast", cm(30), cm(20)), [0, 1])
    assert played.asked[-1].options.check(("go", cm(7))) is None
    assert played.asked[-1].options.check(("go", cm(8))) is not None
    assert at(hurry(basic(goblin(A=4)), [9], 4)) == (24, 20)


@pytest.mark.rule("fda.move.fast-critical")
def test_failing_it_badly_ends_on_the_nose() -> None:
    played = hurry(basic(goblin()), [0, 0], None)
    assert at(played) == (27, 20)
    assert played[0].posture == PRONE
    met = act(basic(goblin(), figure("elf", 1, 26.5, 20, 180)), ("advance-fast", cm(30), cm(20)), [0, 0])
    assert met[0].posture == PRONE
    assert "contact" in met.kinds


@pytest.mark.rule("fda.trait.shambling")
def test_who_shambles_never_runs() -> None:
    zombie = figure("zombie", 0, 20, 20)
    assert refused(basic(zombie), ("advance-fast", cm(25), cm(20))) == "fda.trait.shambling"
    assert refused(basic(zombie), ("advance", cm(25), cm(20))) == ""


# ---------------------------------------------------------------- getting up


@pytest.mark.rule("fda.position.stand-up", "fda.action.slow", "fda.state.prone", "fda.action.two-time-units")
def test_getting_up_takes_both_units_and_any_facing() -> None:
    world = basic(figure("elf", 0, 20, 20, posture=PRONE))
    played = act(world, ("stand-up",))
    assert (played[0].posture, played.course.left) == (STANDING, 0)
    assert refused(world, ("stand-up",), course=Course(1, ("x",))) == "fda.action.two-time-units"
    assert refused(played.world, ("turn", 123), course=played.course) == ""


@pytest.mark.rule("fda.trait.floor-dweller")
def test_who_lives_on_the_floor_gets_up_quickly() -> None:
    world = basic(figure("reivax", 0, 20, 20, posture=PRONE))
    assert act(world, ("stand-up",)).course.left == 1


@pytest.mark.rule("fda.position.recover", "fda.action.compulsory", "fda.state.stunned", "fda.state.recover-failure")
def test_a_stunned_figure_can_only_try_to_recover() -> None:
    servant = figure("servant", 0, 20, 20, D=3, posture=STUNNED)
    up = play(Call(activate, basic(servant), 0), [2], [("turn", 9000)])
    assert (up[0].posture, up[0].facing) == (STANDING, 9000)
    assert up.asked[-1].options.check(("advance", cm(21), cm(20))) is not None
    for dice in ([7], [0, 4]):
        assert play(Call(activate, basic(servant), 0), dice)[0].posture == STUNNED
    assert play(Call(activate, basic(servant), 0), [0, 0])[0].status != ON_TABLE


@pytest.mark.rule("fda.state.recover-roll-equal")
def test_exactly_d_stays_stunned_but_at_some_tables() -> None:
    world = basic(figure("orc", 0, 20, 20, D=4, posture=STUNNED))
    assert play(Call(recover, world, 0), [4])[0].posture == STUNNED
    assert play(Call(recover, changed(world, switches=RECOVERY_OUT), 0), [4])[0].status != ON_TABLE


@pytest.mark.rule("fda.contact.leaving-contact")
def test_one_may_walk_away_where_nobody_can_flee() -> None:
    elf, orc = figure("elf", 0, 20, 20), figure("orc", 1, 22.5, 20)
    assert refused(basic(elf, orc), ("advance", cm(15), cm(20))) == ""
    assert refused(basic(elf, orc, options=EXTRA_ACTIONS), ("advance", cm(15), cm(20))) == "fda.contact.leaving-contact"
    stunned = changed(orc, posture=STUNNED)
    assert refused(basic(elf, stunned, options=EXTRA_ACTIONS), ("advance", cm(15), cm(20))) == ""


@pytest.mark.rule("fda.setup.measure-in-centimetres")
def test_distances_run_from_base_to_base() -> None:
    from escarmouche.systems.fda.rules.conventions import apart, closer, touch, within

    elf, orc, troll = figure("elf", 0, 20, 20), figure("orc", 1, 32.5, 20), figure("troll", 1, 32.5, 20)
    assert apart(elf, orc) == cm(10)
    assert within(elf, orc, cm(10))
    assert not closer(elf, orc, cm(10))
    assert apart(elf, troll) == cm(8.75)
    assert not touch(elf, changed(orc, x=cm(22.5), z=cm(2)))


@pytest.mark.rule("fda.contact.no-friendly-contact")
def test_friends_do_not_touch_unless_one_helps() -> None:
    ranger = figure("ranger", 0, 25, 20, posture=PRONE)
    assert act(basic(goblin(), ranger), ("advance", cm(25), cm(20)))[0].x < cm(22.498)
    helped = act(basic(goblin(), ranger), ("advance", cm(25), cm(20), 1))
    assert abs(helped[0].x - cm(22.5)) <= 2
    assert ("advance", cm(25), cm(20), 1) in offered(basic(goblin(), ranger), "advance")
    enemy = basic(goblin(), figure("orc", 1, 25, 20))
    assert refused(enemy, ("advance", cm(25), cm(20), 1)) == "fda.contact.no-friendly-contact"


@pytest.mark.rule("fda.move.what-stops", "fda.contact.no-friendly-contact")
def test_a_wall_stops_the_way_to_a_friend_whatever_its_number() -> None:
    """The wall is piece 1 and the fallen friend behind it figure 1."""
    fallen = figure("ranger", 0, 57, 50, posture=PRONE)
    wall = box("wall", 53, 40, 54, 60)
    world = scene(figure("elf", 0, 50, 50), fallen, figure("orc", 1, 100, 100), pieces=[box("debris", 90, 90, 95, 95), wall])
    stopped = act(world, ("advance", cm(55), cm(50), 1))
    assert cm(51.7) <= stopped[0].x <= cm(51.75)
    assert stopped.rules[0] == "fda.move.what-stops"


@pytest.mark.rule("fda.move.what-stops", "fda.contact.no-friendly-contact")
def test_a_move_that_ends_early_says_why() -> None:
    elf, friend, foe = figure("elf", 0, 50, 50), figure("ranger", 0, 55, 50), figure("orc", 1, 100, 100)
    short = act(scene(elf, friend, foe), ("advance", cm(60), cm(50)))
    assert (short.kinds, short.rules[0]) == (["keeps-its-distance", "moves"], "fda.contact.no-friendly-contact")
    edge = act(scene(figure("elf", 0, 5, 50), foe), ("advance", cm(-4), cm(50)))
    assert (edge.kinds, edge.rules[0]) == (["at-the-edge", "moves"], "fda.move.what-stops")
    close = act(scene(elf, figure("ranger", 0, 52.55, 50), foe), ("advance", cm(60), cm(50)))
    assert close.kinds == ["keeps-its-distance", "stays-put"]


@pytest.mark.rule("fda.move.what-stops", "fda.move.straight-line")
def test_the_edge_of_the_table_stops_a_run_that_pointed_at_a_place_quite_near() -> None:
    runs = act(
        scene(figure("elf", 0, 117, 50), figure("orc", 1, 20, 20)),
        ("advance-fast", cm(117.02), cm(49.995)),
        [1],
        [("go", cm(10))],
    )
    assert cm(118.74) <= runs[0].x <= cm(118.75)


@pytest.mark.rule("fda.move.disputes")
def test_one_stopped_while_it_squeezes_past_something_ends_in_front_of_that() -> None:
    """Past the first wall it gets, but the second one is too long for the move and stops it beside the first."""
    first, second = box("wall", 54, 51.05, 56, 60), box("wall", 55, 40, 75, 48.95)
    world = scene(figure("elf", 0, 50, 50), figure("orc", 1, 100, 100), pieces=[first, second])
    stopped = act(world, ("advance", cm(60), cm(50)), [1])
    assert "squeezes-past" in stopped.kinds
    assert cm(53.2) < stopped[0].x < cm(53.4)  # its rim touches the first wall
