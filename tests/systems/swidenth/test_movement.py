"""Movement: any path, its cost, what it may not pass, climbs, jumps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.swidenth.model import (
    AMPHIBIOUS,
    ANIMAL,
    CLIMBER,
    NOWHERE,
    RUNNER_MARSH,
    RUNNER_ROCKS,
    RUNNER_WOODS,
    WALL,
    Course,
    Figure,
    Ladder,
    World,
)
from escarmouche.systems.swidenth.rules.activation import act
from escarmouche.systems.swidenth.rules.conventions import engaged
from escarmouche.systems.swidenth.rules.movement import way_of
from escarmouche.systems.swidenth.rules.ways import GRAIN, Way
from escarmouche.table.pieces import Piece
from tests.systems.swidenth.scene import body, cited, ground, key, man, pas, pit, play, refused, scene, trail


def walk(*spots: tuple[float, float]) -> tuple[Any, ...]:
    return tuple(("walk", pas(x), pas(y)) for x, y in spots)


def way(world: World, *steps: Any, action: str = "move", course: Course | None = None) -> Way:
    return way_of(world, world.figures[0], course or Course(), action, tuple(steps))


def cost(figure: Figure, pieces: Iterable[Piece], *spots: tuple[float, float]) -> float:
    """What a walk costs, in pas."""
    found = way(scene(figure, man(1, 33, 33), pieces=pieces), *walk(*spots))
    assert found.refused is None or found.refused.key == "too-far", found.refused
    return round(found.cost / GRAIN / 2500, 3)


def stops(figure: Figure, pieces: Iterable[Piece], *spots: tuple[float, float]) -> str:
    """The rule that stops a walk; empty when nothing does."""
    return cited(way(scene(figure, man(1, 33, 33), pieces=pieces), *walk(*spots)).refused)


@pytest.mark.rule("swidenth.movement.path", "swidenth.action.move")
def test_a_path_may_bend_and_its_length_counts() -> None:
    assert cost(man(0, 10, 10), [], (13, 10), (13, 12)) == 5
    world = scene(man(0, 10, 10), man(1, 33, 33))
    assert refused(world, ("move", walk((13, 10), (13, 12)))) == ""
    assert refused(world, ("move", walk((13, 10), (13, 12.01)))) == "too-far"
    assert refused(world, ("move", ())) == ""
    assert refused(world, ("move", walk((10, 0.4)))) == "off-the-table"
    assert refused(world, ("move", (("fly", 1, 2),))) == "malformed"


@pytest.mark.rule("swidenth.movement.path", "swidenth.movement.no-passing-through")
def test_a_base_must_fit_between_others() -> None:
    tight = scene(man(0, 10, 10), man(0, 9.05, 12), man(0, 10.95, 12), man(1, 33, 33))
    assert refused(tight, ("move", walk((10, 14)))) == "figure-in-the-way"
    wide = scene(man(0, 10, 10), man(0, 9, 12), man(0, 11, 12), man(1, 33, 33))
    assert refused(wide, ("move", walk((10, 14)))) == ""
    fallen = scene(man(0, 10, 10), man(0, 10, 12, status=1), man(1, 33, 33))
    assert refused(fallen, ("move", walk((10, 14)))) == ""


@pytest.mark.rule("swidenth.action.run", "swidenth.movement.run-total")
def test_move_and_run_together_are_one_and_a_half_movements() -> None:
    world = scene(man(0, 10, 10), man(1, 33, 33))
    answers = [("move", walk((15, 10))), ("run", walk((17.5, 10)))]
    assert play(Call(act, world, 0, Course()), [], answers).figure(0).x == pas(17.5)
    after = Course(("move",), GRAIN * pas(5))
    assert refused(world, ("run", walk((12.51, 10))), 0, after) == "too-far"
    assert refused(world, ("run", walk((12.5, 10)))) == "run-needs-move"
    slow = scene(man(0, 10, 10, movement=pas(4)), man(1, 33, 33))
    assert refused(slow, ("run", walk((12, 10))), 0, Course(("move",), GRAIN * pas(4))) == ""
    assert refused(slow, ("run", walk((12.1, 10))), 0, Course(("move",), GRAIN * pas(4))) == "too-far"


@pytest.mark.rule("swidenth.movement.run-total", "swidenth.terrain.thin-obstacle")
def test_what_the_move_left_is_there_for_the_run() -> None:
    palisade = body("thin-obstacle", 14, 8, 14.1, 12, 1)
    world = scene(man(0, 13.5, 10), man(1, 33, 33), pieces=[palisade])
    assert refused(world, ("run", walk((15.5, 10))), 0, Course(("move",), GRAIN * pas(4.5))) == ""
    assert refused(world, ("run", walk((15.6, 10))), 0, Course(("move",), GRAIN * pas(4.5))) == "too-far"


@pytest.mark.rule("swidenth.movement.run-total", "swidenth.melee.charge-limits")
def test_a_run_may_end_engaged_but_is_no_charge() -> None:
    world = scene(man(0, 10, 10), man(1, 18, 10))
    played = play(Call(act, world, 0, Course()), [], [("move", walk((15, 10))), ("run", walk((16.9, 10)))])
    assert engaged(played.world, played.figure(0), played.figure(1))
    assert played.run.due is None


@pytest.mark.rule("swidenth.movement.passing-engages", "swidenth.melee.no-disengage")
def test_passing_close_to_an_enemy_engages_and_holds() -> None:
    world = scene(man(0, 10, 10), man(1, 12, 11.3))
    assert cited(way(world, *walk((15, 10))).refused) == "swidenth.movement.passing-engages"
    assert refused(world, ("move", walk((12, 10)))) == ""
    far = scene(man(0, 10, 10), man(1, 12, 11.6))
    assert refused(far, ("move", walk((15, 10)))) == ""
    held = scene(man(0, 10, 10), man(1, 11.2, 10))
    assert cited(way(held, *walk((8, 10))).refused) == "swidenth.melee.no-disengage"
    assert refused(held, ("move", walk((10, 10.5)))) == ""


@pytest.mark.rule("swidenth.movement.passing-engages", "swidenth.melee.charge-limits")
def test_sliding_round_one_enemy_into_another_charges_the_second_only() -> None:
    world = scene(man(0, 10, 10), man(1, 11.2, 10, defence=20), man(1, 10.9, 12.3, defence=20))
    played = play(Call(act, world, 0, Course()), [], [("move", walk((10.4, 11.1)))])
    assert engaged(played.world, played.figure(0), played.figure(1))
    assert engaged(played.world, played.figure(0), played.figure(2))
    options: Any = played.asked[-1].options
    assert options.course.charge == (2,)


@pytest.mark.rule("swidenth.movement.passing-engages", "swidenth.melee.engaged")
def test_an_enemy_far_above_is_passed_freely() -> None:
    world = scene(man(0, 10, 10), man(1, 12, 11.2, 3), pieces=[body("flat-obstacle", 11, 10.7, 13, 12, 3)])
    assert refused(world, ("move", walk((14, 10)))) == ""


@pytest.mark.rule("swidenth.terrain.difficult", "swidenth.terrain.declare")
def test_difficult_ground_costs_double_by_the_centre() -> None:
    wood = ground("woods", 12, 5, 20, 15)
    assert cost(man(0, 10, 10), [wood], (13.5, 10)) == 5
    assert cost(man(0, 10, 10), [ground("rocks", 12, 5, 20, 15)], (13.5, 10)) == 5
    both = [wood, ground("marsh", 12, 5, 20, 15)]
    assert cost(man(0, 10, 10), both, (13.5, 10)) == 5
    wall = body("thin-obstacle", 13.1, 5, 13.2, 15, 1)
    assert cost(man(0, 12.5, 10), [ground("woods", 5, 5, 20, 15), wall], (14.5, 10)) == 5


@pytest.mark.rule("swidenth.trait.runner-woods", "swidenth.trait.runner-marsh", "swidenth.trait.runner-rocks")
def test_runners_pay_nothing_more_in_their_own_ground() -> None:
    for trait, kind in ((RUNNER_WOODS, "woods"), (RUNNER_MARSH, "marsh"), (RUNNER_ROCKS, "rocks")):
        for other in ("woods", "marsh", "rocks"):
            paid = cost(man(0, 10, 10, traits=trait), [ground(other, 5, 5, 20, 15)], (14, 10))
            assert paid == (4 if other == kind else 8)


@pytest.mark.rule("swidenth.trait.amphibious", "swidenth.terrain.swim-climb")
def test_only_the_amphibious_swim() -> None:
    river = Piece("deep-water", ground("marsh", 12, 0, 15, 36).shape, impassable=True)
    assert stops(man(0, 10, 10), [river], (15.5, 10)) == "swidenth.terrain.swim-climb"
    assert cost(man(0, 12, 10, traits=AMPHIBIOUS), [river], (15, 10)) == 3
    assert cost(man(0, 10, 10, traits=AMPHIBIOUS), [ground("marsh", 10, 5, 20, 15)], (12, 10)) == 4
    assert cost(man(0, 10, 10, traits=AMPHIBIOUS), [ground("shallow-water", 10, 5, 20, 15)], (12, 10)) == 2
    assert cost(man(0, 10, 10), [ground("shallow-water", 10, 5, 20, 15)], (12, 10)) == 4


@pytest.mark.rule("swidenth.terrain.flat-obstacle", "swidenth.terrain.too-high")
def test_mounting_costs_the_height() -> None:
    assert cost(man(0, 10, 10), [body("flat-obstacle", 11, 8, 14, 12, 1.2)], (12, 10)) == 3.2
    assert cost(man(0, 10, 10), [body("flat-obstacle", 11, 8, 14, 12, 0.4)], (12, 10)) == 2
    steps = [body("flat-obstacle", 11, 8, 16, 12, 1), body("flat-obstacle", 13, 8, 16, 12, 1.8)]
    assert cost(man(0, 11.5, 10, 1), steps, (14, 10)) == pytest.approx(3.3)
    assert cost(man(0, 12, 10, 1), [steps[0]], (10, 10)) == 2
    assert cost(man(0, 10, 10), [body("flat-obstacle", 11, 8, 14, 12, 1.5)], (12, 10)) == 3.5
    assert stops(man(0, 10, 10), [body("flat-obstacle", 11, 8, 14, 12, 1.6)], (12, 10)) == "swidenth.terrain.too-high"


@pytest.mark.rule("swidenth.terrain.thin-obstacle", "swidenth.terrain.too-high")
def test_crossing_a_palisade_costs_its_height_once() -> None:
    assert cost(man(0, 10, 10), [body("thin-obstacle", 12, 8, 12.2, 12, 1)], (14, 10)) == 5
    assert cost(man(0, 10, 10), [body("thin-obstacle", 12, 8, 12.2, 12, 0.3)], (14, 10)) == 4
    palisade = body("thin-obstacle", 10.5, 8, 10.7, 12, 1.2)
    assert cost(man(0, 10, 10), [palisade], (11.2, 10)) == pytest.approx(2.4)
    assert stops(man(0, 10, 10), [palisade], (11.1, 10)) == "swidenth.terrain.thin-obstacle"
    assert stops(man(0, 10, 10), [body("thin-obstacle", 12, 8, 12.2, 12, 1.6)], (14, 10)) == "swidenth.terrain.too-high"


@pytest.mark.rule("swidenth.terrain.swim-climb")
def test_walls_and_closed_gates_stop_everybody_in_one_sentence() -> None:
    wall = Piece("sheer-wall", ground("woods", 12, 5, 13, 15).shape, pas(3), impassable=True)
    found = way(scene(man(0, 10, 10), man(1, 33, 33), pieces=[wall]), *walk((15, 10))).refused
    assert (cited(found), key(found)) == ("swidenth.terrain.swim-climb", "wall-in-the-way")


LADDER = Ladder("ladder", pas(10), pas(12), 0, -2500, 0, pas(3))
WALLED = body("flat-obstacle", 5, 12, 15, 14, 3)


@pytest.mark.rule("swidenth.terrain.ladder-rope")
def test_a_ladder_costs_two_for_each_pas() -> None:
    world = scene(man(0, 10, 11.5), man(1, 33, 33), pieces=[WALLED], ladders=[LADDER])
    up = way(world, ("climb", 0, pas(2.5)))
    assert up.refused is None
    assert up.cost == GRAIN * pas(5)
    assert up.climbing == 0
    assert refused(world, ("move", (("climb", 0, pas(3)),))) == "too-far"
    played = play(Call(act, world, 0, Course()), [], [("move", (("climb", 0, pas(2.5)),)), ("run", (("climb", 0, pas(3)),))])
    assert (played.figure(0).z, played.figure(0).climbing) == (pas(3), NOWHERE)
    assert played.figure(0).y == pas(12.5)
    away = scene(man(0, 10, 10), man(1, 33, 33), pieces=[WALLED], ladders=[LADDER])
    assert key(way(away, ("climb", 0, pas(1))).refused) == "no-ladder"


@pytest.mark.rule("swidenth.terrain.ladder-rope")
def test_on_a_ladder_one_only_climbs_and_fights() -> None:
    hanging = man(0, 10, 11.5, 2.6, climbing=0, missiles=("short-bow",))
    world = scene(hanging, man(1, 20, 5), pieces=[WALLED], ladders=[LADDER])
    assert refused(world, ("shoot", "short-bow", 1)) == "on-a-ladder"
    assert refused(world, ("concentrate",)) == "on-a-ladder"
    assert refused(world, ("move", walk((10, 10)))) == "on-a-ladder"
    fighting = scene(hanging, man(1, 10, 12.6, 3), pieces=[WALLED], ladders=[LADDER])
    assert refused(fighting, ("fight", 1)) == ""
    taken = scene(hanging, man(0, 10, 11.5), man(1, 33, 33), pieces=[WALLED], ladders=[LADDER])
    assert key(way_of(taken, taken.figures[1], Course(), "move", (("climb", 0, pas(2)),)).refused) == "ladder-taken"


@pytest.mark.rule("swidenth.trait.animal", "swidenth.terrain.ladder-rope")
def test_animals_use_no_ladder_but_cross_low_walls() -> None:
    world = scene(man(0, 10, 11.5, traits=ANIMAL), man(1, 33, 33), pieces=[WALLED], ladders=[LADDER])
    assert cited(way(world, ("climb", 0, pas(1))).refused) == "swidenth.trait.animal"
    assert cost(man(0, 10, 10, traits=ANIMAL), [body("flat-obstacle", 11, 8, 14, 12, 1.2)], (12, 10)) == 3.2


@pytest.mark.rule("swidenth.trait.climber", "swidenth.terrain.swim-climb")
def test_a_climber_goes_up_bare_walls() -> None:
    low = body("flat-obstacle", 5, 12, 15, 14, 2.5)
    world = scene(man(0, 10, 11.5, traits=CLIMBER), man(1, 33, 33), pieces=[low])
    up = way(world, ("climb", WALL, pas(2.5)))
    assert up.refused is None
    assert up.cost == GRAIN * pas(5)
    assert up.end()[2] == pas(2.5)
    part = way(world, ("climb", WALL, pas(1)))
    assert part.climbing == WALL
    other = scene(man(0, 10, 11.5), man(1, 33, 33), pieces=[low])
    assert cited(way(other, ("climb", WALL, pas(1))).refused) == "swidenth.terrain.swim-climb"


@pytest.mark.rule("swidenth.terrain.ladder-rope")
def test_one_pas_each_along_a_ladder() -> None:
    ahead = man(0, 10, 11.5, 1.2, climbing=0)
    world = scene(man(0, 10, 11.5), man(1, 33, 33), ahead, pieces=[WALLED], ladders=[LADDER])
    assert way(world, ("climb", 0, pas(0.2))).refused is None
    assert key(way(world, ("climb", 0, pas(0.21))).refused) == "ladder-taken"
    climbed = play(Call(act, world, 0, Course()), [], [("move", (("climb", 0, pas(0.2)),))])
    assert climbed.told("climbs").about == (0, pas(0.2))


@pytest.mark.rule("swidenth.movement.path")
def test_who_has_no_goal_is_offered_half_the_way_where_all_of_it_is_barred() -> None:
    world = scene(man(0, 10, 10), man(1, 33, 33), pieces=[body("sheer-wall", 0, 13.5, 20, 18, 3)])
    ends = [answer[1][-1] for answer in trail(world).listed() if answer[0] == "move" and answer[1]]
    north = [y for _, x, y in ends if abs(x - pas(10)) < 9 and y > pas(10)]
    assert [round(y / 2500, 1) for y in north] == [12.5]
    assert pas(12.5) - 9 < north[0] <= pas(12.5)


@pytest.mark.rule("swidenth.trait.climber", "swidenth.mission.ravine-special")
def test_a_climber_leaves_a_ravine_by_its_bank_and_is_offered_to() -> None:
    spider = man(0, 10, 10.5, -4, traits=CLIMBER, movement=pas(7))
    world = scene(spider, man(1, 33, 33), pieces=[pit(0, 9, 36, 11, 4)])
    offered = [answer for answer in trail(world).listed() if answer[0] == "move" and answer[1][0][0] == "climb"]
    assert offered == [("move", (("climb", WALL, -pas(0.5)),))]
    hanging = play(Call(act, world, 0, Course()), [], [offered[0], ("run", (("climb", WALL, 0),))])
    assert (hanging.figure(0).y, hanging.figure(0).z, hanging.figure(0).climbing) == (pas(11.5), 0, NOWHERE)
    man_below = scene(man(0, 10, 10.5, -4), man(1, 33, 33), pieces=[pit(0, 9, 36, 11, 4)])
    assert cited(way(man_below, ("climb", WALL, 0)).refused) == "swidenth.terrain.swim-climb"
    middle = scene(man(0, 10, 10, -4, traits=CLIMBER), man(1, 33, 33), pieces=[pit(0, 9, 36, 11, 4)])
    assert cited(way(middle, ("climb", WALL, 0)).refused) == "swidenth.terrain.swim-climb"  # it touches no wall


@pytest.mark.rule("swidenth.trait.climber", "swidenth.mission.portcullis-setup")
def test_a_climber_comes_up_behind_the_parapet() -> None:
    walls = [body("flat-obstacle", 5, 12, 15, 14, 3), body("thin-obstacle", 5, 12, 15, 12.2, 3.8, 3)]
    world = scene(man(0, 10, 11.5, traits=CLIMBER, movement=pas(7)), man(1, 33, 33), pieces=walls)
    up = way(world, ("climb", WALL, pas(3)))
    assert (up.refused, up.end()) == (None, (pas(10), pas(12.7), pas(3)))


DITCH = pit(14, 0, 16, 36, 4)


@pytest.mark.rule("swidenth.jump.running", "swidenth.jump.cost")
def test_a_jump_is_as_long_as_its_straight_run_up() -> None:
    world = scene(man(0, 11.9, 10), man(1, 33, 33), pieces=[DITCH])
    clears = way(world, *walk((14, 10)), ("jump", pas(16.05), pas(10)))
    assert clears.refused is None
    assert clears.jumps == 1
    assert clears.cost == pytest.approx(GRAIN * pas(4.15), abs=4)
    short = scene(man(0, 12.5, 10), man(1, 33, 33), pieces=[DITCH])
    assert key(way(short, *walk((14, 10)), ("jump", pas(16.1), pas(10))).refused) == "jump-too-far"
    open_ground = scene(man(0, 3, 10), man(1, 33, 33))
    assert way(open_ground, *walk((5, 10)), ("jump", pas(7), pas(10))).refused is None
    assert key(way(open_ground, *walk((5, 10)), ("jump", pas(7.1), pas(10))).refused) == "jump-too-far"
    assert key(way(open_ground, *walk((5, 10), (5, 11)), ("jump", pas(5), pas(12.2))).refused) == "jump-too-far"
    assert way(open_ground, *walk((5, 10), (5, 11)), ("jump", pas(5), pas(12))).refused is None
    assert (
        key(way(open_ground, *walk((4, 10)), ("jump", pas(5), pas(10)), ("jump", pas(5.5), pas(10))).refused) == "jump-too-far"
    )


@pytest.mark.rule("swidenth.jump.running")
def test_no_jump_is_longer_than_three_pas_and_the_run_up_may_straddle_the_run() -> None:
    world = scene(man(0, 10, 10), man(1, 33, 33))
    ready = Course(("move",), GRAIN * pas(4), 0, GRAIN * pas(4))
    assert way(world, ("jump", pas(13), pas(10)), action="run", course=ready).refused is None
    assert key(way(world, ("jump", pas(13.1), pas(10)), action="run", course=ready).refused) == "jump-too-far"
    assert key(way(world, ("jump", pas(10), pas(12)), action="run", course=ready).refused) == "jump-too-far"


@pytest.mark.rule("swidenth.jump.cost")
def test_a_jump_passes_no_figure_no_wall_and_no_enemy_closely() -> None:
    run_up = walk((12, 10))
    leap = ("jump", pas(14), pas(10))
    wall = scene(man(0, 10, 10), man(1, 33, 33), pieces=[body("thin-obstacle", 13, 8, 13.1, 12, 0.5)])
    assert key(way(wall, *run_up, leap).refused) == "jump-blocked"
    kerb = scene(man(0, 10, 10), man(1, 33, 33), pieces=[body("thin-obstacle", 13, 8, 13.1, 12, 0.4)])
    assert way(kerb, *run_up, leap).refused is None
    friend = scene(man(0, 10, 10), man(0, 13, 10.5), man(1, 33, 33))
    assert key(way(friend, *run_up, leap).refused) == "figure-in-the-way"
    enemy = scene(man(0, 10, 10), man(1, 13, 11.4))
    assert key(way(enemy, *run_up, ("jump", pas(13.9), pas(10))).refused) == "passes-close"


@pytest.mark.rule("swidenth.jump.cost", "swidenth.melee.charge-limits")
def test_a_jump_in_the_first_move_may_end_in_a_charge() -> None:
    world = scene(man(0, 11.9, 10), man(1, 17.3, 10, defence=20), pieces=[DITCH])
    played = play(Call(act, world, 0, Course()), [], [("move", (*walk((14, 10)), ("jump", pas(16.05), pas(10))))])
    options: Any = played.asked[-1].options
    assert options.course.charge == (1,)


@pytest.mark.rule("swidenth.jump.standing")
def test_a_standing_jump_is_one_pas_and_no_move() -> None:
    world = scene(man(0, 10, 10), man(1, 33, 33), pieces=[pit(10.1, 0, 10.9, 36, 4)])
    played = play(Call(act, world, 0, Course()), [], [("standing-jump", pas(11), pas(10)), ("move", walk((15, 10)))])
    assert played.figure(0).x == pas(15)
    assert played.figure(0).z == 0
    assert refused(world, ("standing-jump", pas(11.1), pas(10))) == "jump-too-far"
    assert refused(world, ("run", ()), 0, Course(("standing-jump",))) == "run-needs-move"
    held = scene(man(0, 10, 10), man(1, 10, 11.2))
    assert refused(held, ("standing-jump", pas(10), pas(9))) == "may-not-leave"
