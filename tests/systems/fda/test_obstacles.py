"""Broken ground, jumping and climbing."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.systems.fda.model import (
    BROKEN_GROUND,
    CLIMB_ANY_HEIGHT,
    EXTRA_ACTIONS,
    NOBODY,
    OBSTACLES,
    PRONE,
    STANDING,
    STUNNED,
    TWO_WEAPONS,
    World,
)
from tests.systems.fda.stage import Played, act, acts, box, changed, cm, figure, offered, refused, scene

RUBBLE = box("broken-ground", 45, 40, 80, 60)


def runs(*dice: int, options: int = BROKEN_GROUND, profile: str = "orc", go: bool = True, **more: Any) -> Played:
    """An orc (A5, D4) hurries over broken ground."""
    world = scene(figure(profile, 0, 50, 50, **{"A": 5, "D": 4, **more}), pieces=(RUBBLE,), options=options)
    return act(world, ("advance-fast", cm(55), cm(50)), dice, [("go", cm(5))] if go else [])


@pytest.mark.rule("fda.terrain.broken", "fda.terrain.broken-failure", "fda.setup.options-together")
def test_a_hasty_failure_on_broken_ground_trips() -> None:
    tripped = runs(8, 6)
    assert tripped[0].posture == PRONE
    assert tripped[0].x == cm(55)
    assert runs(4)[0].posture == STANDING
    stunned = runs(0, 0, 4, go=False)
    assert stunned[0].posture == STUNNED
    assert stunned[0].x == cm(55)
    assert runs(8, options=0)[0].posture == STANDING
    clear = scene(figure("orc", 0, 30, 50, A=5), pieces=(RUBBLE,), options=BROKEN_GROUND)
    assert act(clear, ("advance-fast", cm(35), cm(50)), [8], [("go", cm(5))])[0].posture == STANDING


@pytest.mark.rule("fda.trait.sure-footed")
def test_certain_creatures_do_not_trip() -> None:
    chicken = runs(8, profile="chicken")
    assert chicken[0].posture == STANDING
    assert len(chicken.rolls) == 1
    assert refused(chicken.world, ("advance", cm(60.1), cm(50))) == "fda.move.table"  # A cm all the same


# ---------------------------------------------------------------- jumping


def chest(at: float = 55, deep: float = 1) -> Any:
    return box("chest", at, 40, at + deep, 60)


def leaps(*dice: int, options: int = OBSTACLES, piece: Any = None, to: float = 60, **more: Any) -> Played:
    """An orc (A6) walks 10 cm east over a chest 1 cm high."""
    world = scene(figure("orc", 0, 50, 50, **{"A": 6, "D": 4, **more}), pieces=(piece or chest(),), options=options)
    return act(world, ("advance", cm(to), cm(50)), dice)


@pytest.mark.rule("fda.obstacle.jump", "fda.obstacle.jump-success")
def test_a_jump_is_a_roll_on_the_way() -> None:
    over = leaps(3)
    assert over[0].x == cm(60)
    assert over[0].posture == STANDING
    assert over.rolls[0].why == "fda.obstacle.jump"
    world = scene(figure("orc", 0, 50, 50, A=6), pieces=(chest(),), options=OBSTACLES)
    fast = act(world, ("advance-fast", cm(60), cm(50)), [4, 3], [("go", cm(10))])
    assert [roll.why for roll in fast.rolls] == ["fda.move.advance-fast", "fda.obstacle.jump"]
    assert fast[0].x == cm(60)
    assert offered(world, "climb") == []


@pytest.mark.rule("fda.obstacle.jump")
def test_without_room_beyond_it_stops_in_front() -> None:
    short = leaps(piece=chest(57.25, 3))  # 6 cm to it, 3 cm of it, 2.5 cm of base: 11.5 cm
    assert short.rolls == []
    assert cm(55.9) < short[0].x <= cm(56)
    tall = leaps(piece=box("wall", 55, 40, 56, 60))
    assert tall.rolls == []
    assert cm(53.7) < tall[0].x <= cm(53.75)


@pytest.mark.rule("fda.obstacle.jump", "fda.move.disputes", "fda.setup.options-together")
def test_without_the_option_it_is_a_dispute() -> None:
    failed = leaps(9, options=0)
    assert failed.rolls[0].why == "fda.move.disputes"
    assert failed[0].posture == STANDING
    assert failed[0].x < cm(54)
    assert leaps(3, options=0)[0].x == cm(60)


@pytest.mark.rule("fda.obstacle.jump-failure", "fda.obstacle.jump-critical")
def test_a_failed_jump_ends_prone_behind_it() -> None:
    prone = leaps(9)
    assert prone[0].posture == PRONE
    assert cm(57.25) <= prone[0].x < cm(57.4)
    assert len(prone.rolls) == 1
    assert leaps(0, 0, 4)[0].posture == STUNNED
    target = figure("goblin", 1, 61, 50, activated=True)
    world = scene(figure("orc", 0, 50, 50, A=6), target, pieces=(chest(),), options=OBSTACLES)
    charge = act(world, ("charge", 1, cm(61), cm(50)), [9])
    assert charge[0].posture == PRONE
    assert "charge-falls-short" in charge.kinds
    assert len(charge.rolls) == 1


# ---------------------------------------------------------------- climbing


def wall(high: str = "palisade", thick: float = 1) -> Any:
    """A palisade is 4 cm high, a wall 10 cm; the climber at (50, 50) touches it."""
    return box(high, 51.25, 40, 51.25 + thick, 60)


def climber(piece: Any = None, options: int = OBSTACLES, **more: Any) -> World:
    return scene(figure("orc", 0, 50, 50, **{"A": 5, "D": 5, "hands": (), **more}), pieces=(piece or wall(),), options=options)


@pytest.mark.rule("fda.obstacle.climb", "fda.obstacle.climb-success")
def test_over_a_palisade_in_one_go() -> None:
    over = act(climber(), ("climb", 0), [5, 4], [("foot", cm(53.5), cm(50))])
    assert (over[0].x, over[0].y, over[0].climbed, over[0].climbing) == (cm(53.5), cm(50), 0, NOBODY)
    assert over.course.left == 0
    exact = act(climber(), ("climb", 0), [5, 1])
    assert exact.asked != []  # 3 + 1 = 4: reached exactly
    assert refused(climber(chest(51.25)), ("climb", 0)) == "fda.obstacle.climb"
    assert refused(climber(box("door", 51.25, 40, 52.25, 60)), ("climb", 0)) == "fda.obstacle.climb"
    assert refused(changed(climber(), options=0), ("climb", 0)) == "fda.setup.rule-levels"
    away = scene(figure("orc", 0, 49, 50), pieces=(wall(),), options=OBSTACLES)
    assert refused(away, ("climb", 0)) == "fda.obstacle.climb"


@pytest.mark.rule("fda.obstacle.climb", "fda.twoweapons.no-hands", "fda.trait.mounted")
def test_who_may_not_climb() -> None:
    armed = climber(options=OBSTACLES | TWO_WEAPONS, hands=("sword", "shield"))
    assert refused(armed, ("climb", 0)) == "fda.twoweapons.no-hands"
    assert refused(climber(hands=("sword", "shield")), ("climb", 0)) == ""
    assert refused(climber(posture=PRONE), ("climb", 0)) == "fda.state.prone-limits"
    rider = scene(figure("amazon-rider", 0, 49.25, 50), pieces=(wall(),), options=OBSTACLES)
    assert refused(rider, ("climb", 0)) == "fda.trait.mounted"
    engaged = climber(options=OBSTACLES | EXTRA_ACTIONS)
    engaged = changed(engaged, figures=(*engaged.figures, changed(figure("orc", 1, 50, 52.5), id=1)))
    assert refused(engaged, ("climb", 0)) == "fda.contact.leaving-contact"


@pytest.mark.rule("fda.obstacle.part-way", "fda.obstacle.climb-success")
def test_a_high_wall_takes_several_goes() -> None:
    half = act(climber(wall("wall")), ("climb", 0), [5, 2])
    assert half[0].climbed == cm(5)
    assert half[0].x == cm(50)
    assert refused(half.world, ("advance", cm(45), cm(50))) == "fda.obstacle.part-way"
    over = act(half.world, ("climb", 0), [5, 4], [("foot", cm(53.5), cm(50))])
    assert over[0].climbed == 0
    assert over[0].x == cm(53.5)
    down = act(half.world, ("come-down",))
    assert down[0].climbed == 0
    assert down[0].climbing == NOBODY
    assert down.course.left == 2
    any_height = act(changed(climber(wall("wall")), switches=CLIMB_ANY_HEIGHT), ("climb", 0), [5])
    assert any_height.asked != []
    assert len(any_height.rolls) == 1


@pytest.mark.rule("fda.obstacle.climb-failure", "fda.obstacle.climb-critical")
def test_no_progress_and_a_tumble() -> None:
    failed = act(climber(), ("climb", 0), [8])
    assert failed[0].climbed == 0
    assert failed.course.left == 0
    half = act(climber(wall("wall")), ("climb", 0), [5, 2]).world
    fell = act(half, ("climb", 0), [0, 0, 8])
    assert fell[0].posture == PRONE
    assert fell[0].climbed == 0
    assert fell[0].x == cm(50)


@pytest.mark.rule("fda.obstacle.part-way", "fda.setup.measure-in-centimetres")
def test_on_top_one_stands_higher_and_comes_down_by_climbing() -> None:
    column = box("column", 51.25, 48.5, 54.25, 51.5)
    top = act(climber(column), ("climb", 0), [5, 7], [("top", cm(52.5), cm(50))])
    assert top[0].z == cm(10)
    assert top[0].climbing == 0
    assert top[0].climbed == 0
    orc = changed(figure("orc", 1, 50, 50), id=1)
    crowd = changed(top.world, figures=(top[0], orc))
    assert not offered(changed(crowd, acting=1), "strike", id=1)  # on another level there is no contact
    walk = act(top.world, ("advance", cm(60), cm(50)))
    assert walk[0].x == cm(53)  # to the brink
    down = act(top.world, ("climb", 0), [5], [("foot", cm(55.5), cm(50))])
    assert down[0].z == 0
    assert down[0].x == cm(55.5)
    stuck = acts(top.world, ("climb", 0), dice=[9])
    assert stuck[0].z == cm(10)


@pytest.mark.rule("fda.obstacle.jump")
def test_nobody_jumps_onto_a_base_that_one_might_squeeze_past() -> None:
    chest = box("chest", 54, 48, 56, 52)
    fallen = figure("ranger", 0, 58, 52.3, posture=PRONE)
    world = scene(figure("elf", 0, 50, 50), fallen, figure("orc", 1, 100, 100), pieces=[chest])
    stopped = act(world, ("advance", cm(60), cm(50)))
    assert not stopped.rolls
    assert cm(52.7) < stopped[0].x <= cm(52.75)
