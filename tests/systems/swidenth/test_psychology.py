"""Psychology: morale tests, rout, the Chief's fall, flight, rallying, Fear, Terror."""

from __future__ import annotations

from math import isqrt
from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.swidenth.model import (
    CHIEF,
    COURAGEOUS,
    COWARD,
    EVERY_TURN,
    FEAR,
    FLED,
    HERO,
    LEFT,
    ON_TABLE,
    OUT,
    ROUTED,
    TERROR,
    Course,
    Ladder,
    World,
)
from escarmouche.systems.swidenth.rules.activation import act, activate
from escarmouche.systems.swidenth.rules.damage import out_of_action
from escarmouche.systems.swidenth.rules.flight import flee, judged, refuges, run_of, run_straight
from escarmouche.systems.swidenth.rules.psychology import fear, morale_test, terrors
from escarmouche.systems.swidenth.rules.rout import broken, rout_tests, voluntary
from escarmouche.systems.swidenth.rules.turn import dawn
from tests.systems.swidenth.scene import (
    body,
    changed,
    cited,
    duel,
    ground,
    man,
    pas,
    pit,
    play,
    refused,
    scene,
    script,
    totals,
    trail,
)


def passes(difficulty: str, die: int, *answers: Any, **more: Any) -> bool:
    """Does a man pass a morale test with this die?"""
    world = scene(man(0, 10, 10, **more), man(1, 33, 33))
    return bool(play(Call(morale_test, world, 0, difficulty, "swidenth.morale.test"), [die], answers).result[1])


@pytest.mark.rule("swidenth.morale.test", "swidenth.trait.courageous", "swidenth.trait.coward")
def test_a_morale_test_is_strictly_above_its_difficulty() -> None:
    assert not passes("rout", 12)
    assert passes("rout", 13)
    assert not passes("fear", 10, traits=COWARD)
    assert passes("fear", 11, traits=COWARD)
    assert passes("rout", 10, traits=COURAGEOUS)
    assert not passes("rout", 9, traits=COURAGEOUS)
    assert passes("rout", 16, traits=COWARD)
    assert not passes("rout", 15, traits=COWARD)
    assert passes("rout-chief-failed", 10, ("heroism", 1), traits=COURAGEOUS, heroism=1)
    assert not passes("rout-chief-failed", 9, ("heroism", 1), traits=COURAGEOUS, heroism=1)


def company(lost: int, whole: int, **more: Any) -> World:
    """A band with so many lost out of so many, far from its enemy."""
    gone = [man(0, 2 + place, 2, status=OUT) for place in range(lost)]
    rest = [man(0, 3 + 2 * place, 8, **more) for place in range(whole - lost)]
    return scene(*gone, *rest, man(1, 33, 33))


@pytest.mark.rule("swidenth.rout.trigger")
def test_more_than_half_lost_breaks_a_band() -> None:
    assert [broken(company(lost, whole), 0) for lost, whole in ((4, 8), (5, 8), (4, 7))] == [False, True, True]
    mixed = company(3, 9, fleeing=True)
    mixed = mixed.with_figure(changed(mixed.figures[3], status=FLED))
    assert not broken(mixed, 0)
    left = company(4, 8).with_figure(changed(company(4, 8).figures[5], status=LEFT))
    assert not broken(left, 0)
    assert play(Call(rout_tests, company(4, 8), 0)).rolls == []
    assert len(play(Call(rout_tests, company(5, 8), 0), [13, 13, 13]).rolls) == 3


@pytest.mark.rule("swidenth.rout.chief-first")
def test_the_chief_tests_first_and_his_failure_is_worse_for_the_rest() -> None:
    world = company(4, 7)
    world = world.with_figure(changed(world.figures[6], card=changed(world.figures[6].card, rank=CHIEF)))
    failed = play(Call(rout_tests, world, 0), [12, 15, 16])
    assert [roll.figure for roll in failed.rolls] == [6, 4, 5]
    assert [failed.figure(id).status for id in (6, 4, 5)] == [ROUTED, ROUTED, ON_TABLE]
    passed = play(Call(rout_tests, world, 0), [13, 13, 12])
    assert [passed.figure(id).status for id in (6, 4, 5)] == [ON_TABLE, ON_TABLE, ROUTED]
    gone = world.with_figure(changed(world.figures[6], status=OUT))
    assert [one.status for one in play(Call(rout_tests, gone, 0), [13, 13]).world.figures[4:6]] == [ON_TABLE, ON_TABLE]
    assert "takes-flight" not in failed.kinds


@pytest.mark.rule("swidenth.rout.result")
def test_a_failed_rout_test_removes_the_figure_with_its_load() -> None:
    world = company(2, 3, cargo="chest", fleeing=True)
    failed = play(Call(rout_tests, world, 0), [12])
    assert failed.figure(2).status == ROUTED
    assert failed.world.markers == ()
    passed = play(Call(rout_tests, world, 0), [14])
    assert passed.figure(2).fleeing
    assert play(Call(rout_tests, dawn(passed.world), 0), [12]).figure(2).status == ROUTED


@pytest.mark.rule("swidenth.rout.voluntary")
def test_a_broken_band_may_be_ordered_away() -> None:
    assert play(Call(voluntary, company(4, 8), 0)).asked == []
    played = play(Call(voluntary, company(5, 8), 0), [], [("rout",)])
    assert [one.status for one in played.world.figures[5:8]] == [ROUTED] * 3


@pytest.mark.rule("swidenth.chief-fall.test")
def test_those_who_see_the_chief_fall_test_or_flee() -> None:
    wall = [body("flat-obstacle", 12, 5, 12.3, 15, 3)]
    world = scene(
        man(0, 10, 10, rank=CHIEF), man(0, 10, 15), man(0, 15, 10), man(0, 10, 5, fleeing=True), man(1, 33, 33), pieces=wall
    )
    played = play(Call(out_of_action, world, 0, 4), [12])
    assert [roll.figure for roll in played.rolls] == [1]
    assert played.figure(1).fleeing
    assert not play(Call(out_of_action, world, 0, 4), [13]).figure(1).fleeing
    tough = world.with_figure(changed(world.figures[0], vitality=2))
    assert play(Call(out_of_action, tough, 0, 4)).rolls == []


@pytest.mark.rule("swidenth.chief-fall.test", "swidenth.flight.engaged")
def test_an_engaged_figure_that_fails_fights_on_unstunned() -> None:
    world = scene(man(0, 10, 10, rank=CHIEF), man(0, 10, 15), man(1, 10, 16.2))
    played = play(Call(out_of_action, world, 0, 2), [5])
    assert (played.figure(1).fleeing, played.figure(1).stunned) == (True, False)
    assert refused(played.world, ("fight", 2), 1) == ""
    assert cited(trail(played.world, 1).check(("end",))) == "swidenth.flight.engaged"
    assert cited(trail(played.world, 1).check(("recover",))) == "swidenth.flight.activation"


@pytest.mark.rule("swidenth.flight.direction")
def test_flight_leads_as_far_as_possible_from_the_nearest_enemy() -> None:
    world = scene(man(0, 18, 18, fleeing=True), man(1, 18, 15))
    played = play(Call(flee, world, 0))
    assert (played.figure(0).x, played.figure(0).y) == (pas(18), pas(25.5))
    slow = scene(man(0, 18, 18, fleeing=True, movement=pas(4)), man(1, 18, 15))
    assert play(Call(flee, slow, 0)).figure(0).y == pas(24)
    edge = scene(man(0, 18, 30, fleeing=True), man(1, 18, 27))
    assert play(Call(flee, edge, 0)).figure(0).status == FLED
    other = scene(man(0, 18, 18, fleeing=True), man(1, 18, 15), man(1, 18, 27))
    end = play(Call(flee, other, 0)).figure(0)
    assert (end.x - pas(18)) ** 2 + (end.y - pas(27)) ** 2 >= pas(9) ** 2
    cornered = [
        body("flat-obstacle", 17, 18.5, 19, 19, 3),
        body("flat-obstacle", 17, 17, 17.5, 19, 3),
        body("flat-obstacle", 18.5, 17, 19, 19, 3),
    ]
    stuck = scene(man(0, 18, 18, fleeing=True), man(1, 18, 16.4), pieces=cornered)
    assert refuges(stuck, stuck.figures[0]) == []
    assert play(Call(flee, stuck, 0)).kinds == ["cornered"]


def farthest(world: World, bearings: int) -> tuple[bool, int]:
    """The best of so many straight runs: whether it comes no nearer to another enemy, and how far it leads from the first."""
    figure, source = world.figures[0], world.figures[1]
    found = [run_straight(world, figure, number * 36000 // bearings, run_of(figure)) for number in range(bearings)]
    return max((one.safe, one.far) for one in [judged(world, figure, source, each) for each in found if each is not None])


@pytest.mark.rule("swidenth.flight.direction")
def test_flight_goes_straight_away_and_not_along_one_of_a_few_bearings() -> None:
    world = scene(man(0, 18, 18, fleeing=True), man(1, 17, 15))
    after = play(Call(flee, world, 0)).figure(0)
    straight = isqrt((after.x - pas(17)) ** 2 + (after.y - pas(15)) ** 2)
    assert abs(straight - (isqrt(10 * pas(1) ** 2) + pas(7.5))) < 5


@pytest.mark.rule("swidenth.flight.direction")
def test_flight_off_the_table_leads_straight_to_its_edge() -> None:
    for x, y, (end_x, end_y) in ((3.0, 2.0, (1.5, 0.5)), (2.0, 3.0, (0.5, 1.5)), (18.0, 2.0, (16.5, 0.5))):
        world = scene(man(0, x, y, fleeing=True), man(1, x + 3, y + 3))
        (off,) = refuges(world, world.figures[0])
        assert off.off
        assert (off.spots[-1][0], off.spots[-1][1]) == pytest.approx((pas(end_x), pas(end_y)), abs=3)


@pytest.mark.rule("swidenth.flight.direction")
def test_flight_finds_the_gap_the_tangent_and_the_way_round() -> None:
    friend = scene(man(0, 18, 18, fleeing=True), man(1, 18, 15), man(0, 18, 24))
    left, right = refuges(friend, friend.figures[0])
    assert left.y == right.y > pas(25.3)  # just beside him, to the left or to the right
    gap = [body("flat-obstacle", 10, 20, 18.3, 21, 3), body("flat-obstacle", 19.4, 20, 28, 21, 3)]
    narrow = scene(man(0, 18, 18, fleeing=True), man(1, 18, 15), pieces=gap)
    (through,) = refuges(narrow, narrow.figures[0])
    assert through.y > pas(24.5)
    wall = scene(man(0, 18, 18, fleeing=True), man(1, 18, 15), pieces=[body("flat-obstacle", 17, 19, 19, 19.4, 3)])
    best = refuges(wall, wall.figures[0])[0]
    assert len(best.spots) > 2
    assert best.far > farthest(wall, 720)[1]


@pytest.mark.rule("swidenth.flight.direction")
def test_no_straight_run_is_better_than_the_one_that_is_found() -> None:
    ground_around = [ground("woods", 12, 20, 17, 24), ground("rocks", 19, 19.5, 24, 22), pit(16, 25, 21, 27, 4)]
    crowd = [man(1, 13, 21), man(1, 24, 24), man(0, 20, 19.2), man(0, 16.5, 19.5)]
    for x in (16.5, 17.5, 18.5, 19.5):
        world = scene(man(0, 18, 17.5, fleeing=True), man(1, x, 15), *crowd, pieces=ground_around)
        found = refuges(world, world.figures[0])[0]
        assert (found.safe, found.far + 25) > farthest(world, 180)


@pytest.mark.rule("swidenth.flight.direction", "swidenth.terrain.ladder-rope")
def test_whoever_flees_on_a_ladder_does_not_come_down_upon_an_enemy() -> None:
    wall, ladder = body("flat-obstacle", 5, 10, 15, 12, 3), Ladder("ladder", pas(10), pas(10), 0, -pas(1), 0, pas(3))
    climber = man(0, 10, 9.5, 2, fleeing=True, climbing=0)
    waited_for = scene(climber, man(1, 10.6, 8.6), pieces=[wall], ladders=[ladder])
    assert play(Call(flee, waited_for, 0)).kinds == ["cornered"]
    free = scene(climber, man(1, 10.6, 5), pieces=[wall], ladders=[ladder])
    assert play(Call(flee, free, 0)).figure(0).z == 0


@pytest.mark.rule("swidenth.flight.direction", "swidenth.terror.test")
def test_one_who_ran_from_terror_flees_from_its_source() -> None:
    world = scene(man(0, 18, 18, fleeing=True, dread=2), man(1, 18, 21), man(1, 18, 10, traits=TERROR))
    away = play(Call(flee, world, 0)).figure(0)
    assert away.y >= pas(18)
    gone = world.with_figure(changed(world.figures[2], status=OUT))
    assert play(Call(flee, gone, 0)).figure(0).y < pas(18)


@pytest.mark.rule("swidenth.flight.activation")
def test_the_activation_of_one_who_flees_is_its_run() -> None:
    world = scene(man(0, 18, 18, fleeing=True, missiles=("short-bow",)), man(1, 18, 10))
    played = play(Call(activate, world, 0))
    assert played.asked == []
    assert played.figure(0).y == pas(25.5)
    stops = scene(man(0, 10, 10), man(1, 10, 22, traits=TERROR))
    moving = play(Call(act, stops, 0, Course()), [12], [("move", (("walk", pas(10), pas(15)),))])
    assert moving.figure(0).fleeing
    assert moving.figure(0).y == pytest.approx(pas(11), abs=2)
    assert moving.run.due is None


@pytest.mark.rule("swidenth.flight.engaged", "swidenth.state.stunned-halving")
def test_a_fleeing_figure_that_is_engaged_is_stunned_and_fights() -> None:
    world = scene(man(0, 10, 10), man(1, 13, 10, fleeing=True))
    met = play(Call(act, world, 0, Course()), [10, 14], [("move", (("walk", pas(11.8), pas(10)),)), ("fight", 1)])
    assert met.kinds.index("is-stunned") < met.kinds.index("totals")
    assert totals(met) == (10, 7)
    again = scene(man(0, 10, 10, fleeing=True), man(1, 11.2, 10))
    assert play(Call(activate, again, 0)).asked[0].why == "swidenth.action.two"


@pytest.mark.rule("swidenth.rally.test", "swidenth.activation.bubble-radius")
def test_a_fleeing_figure_in_a_bubble_may_rally() -> None:
    def rallied(die: int, distance: float = 1.9, **leader: Any) -> Any:
        world = scene(man(0, 10, 10, fleeing=True), man(0, 11 + distance, 10, **{"rank": HERO, **leader}), man(1, 10, 30))
        return play(Call(activate, world, 0), [die] if die else [], [("rally", 1)] if die else [])

    done = rallied(8)
    assert not done.figure(0).fleeing
    assert done.asked[-1].why == "swidenth.action.two"
    failed = rallied(7)
    assert failed.figure(0).fleeing
    assert failed.figure(0).y < pas(10)
    assert rallied(0, 2.0).rolls == []
    assert rallied(0, fleeing=True).rolls == []


@pytest.mark.rule("swidenth.rally.test")
def test_each_leader_gives_one_try_and_may_bring_his_bubble() -> None:
    both = scene(man(0, 10, 10, fleeing=True), man(0, 12, 10, rank=CHIEF), man(0, 8, 10, rank=HERO), man(1, 10, 30))
    played = play(Call(activate, both, 0), [5, 11], [("rally", 1), ("rally", 2), ("end",)])
    assert not played.figure(0).fleeing
    declined = play(Call(activate, both, 0), [], [("decline",), ("decline",)])
    assert declined.figure(0).fleeing
    coming = scene(man(0, 10, 10, rank=CHIEF), man(0, 16, 10, fleeing=True), man(1, 33, 33))
    walked = play(Call(act, coming, 0, Course()), [8], [("move", (("walk", pas(12.5), pas(10)),)), ("rally", 0)])
    assert not walked.figure(1).fleeing
    again = dawn(walked.world)
    assert again.figures[1].rallied == 0


@pytest.mark.rule("swidenth.fear.test", "swidenth.trait.causes-fear")
def test_engaging_what_causes_fear_is_tested_before_the_fight() -> None:
    world = scene(man(0, 10, 10, combat=1), man(1, 13, 10, traits=FEAR, defence=20))
    answers = [("move", (("walk", pas(11.8), pas(10)),)), ("fight", 1), ("spare",)]
    played = play(Call(act, world, 0, Course()), [7, 15, 3], answers)
    assert totals(played)[0] == 8
    assert played.told("suffers-pushed").about[1] == 8 - 3 + 2 + 3
    brave = play(Call(act, world, 0, Course()), [8, 15, 3], answers)
    assert totals(brave)[0] == 16
    ogre = scene(man(0, 10, 10, traits=FEAR), man(1, 13, 9.5, traits=COURAGEOUS), man(1, 13, 10.6, traits=COWARD))
    charged = play(Call(act, ogre, 0, Course()), [5, 10], [("move", (("walk", pas(11.9), pas(10)),))])
    assert [charged.figure(id).stunned for id in (1, 2)] == [False, True]
    two = scene(man(0, 10, 10, traits=FEAR), man(1, 13, 10, traits=FEAR))
    assert play(Call(act, two, 0, Course()), [], [("move", (("walk", pas(11.8), pas(10)),))]).rolls == []


@pytest.mark.rule("swidenth.fear.test")
def test_fear_is_tested_again_only_in_a_new_engagement() -> None:
    world = scene(man(0, 10, 10), man(1, 11.2, 10, traits=FEAR))
    assert duel(world, [10, 10]).rolls[0].why == "swidenth.melee.roll"
    slide = play(Call(act, world, 0, Course()), [], [("move", (("walk", pas(10), pas(10.2)),))])
    assert slide.rolls == []
    assert play(Call(fear, world, 0, 1), [7]).figure(0).stunned


@pytest.mark.rule("swidenth.terror.test", "swidenth.trait.causes-terror")
def test_coming_less_than_ten_pas_from_terror_is_tested_once() -> None:
    near = scene(man(0, 10, 10), man(1, 20.9, 10, traits=TERROR))
    assert play(script(terrors, near), [12]).figure(0).fleeing
    assert not play(script(terrors, near), [13]).figure(0).fleeing
    far = scene(man(0, 10, 10), man(1, 21, 10, traits=TERROR))
    assert play(script(terrors, far)).rolls == []
    again = play(script(terrors, near), [13]).world
    assert play(script(terrors, again)).rolls == []
    assert play(script(terrors, dawn(again))).rolls == []
    every = dawn(changed(again, switches=(EVERY_TURN,)))
    assert len(play(script(terrors, every), [13]).rolls) == 1
    dragons = scene(man(0, 10, 10, traits=TERROR), man(1, 15, 10, traits=TERROR))
    assert play(script(terrors, dragons)).rolls == []


@pytest.mark.rule("swidenth.terror.test", "swidenth.flight.engaged")
def test_a_terror_that_comes_into_contact_is_tested_before_fear() -> None:
    world = scene(man(0, 5, 10, traits=TERROR, movement=pas(20)), man(1, 20, 10))
    played = play(Call(act, world, 0, Course()), [11, 9], [("move", (("walk", pas(18.8), pas(10)),))])
    assert [roll.why for roll in played.rolls] == ["swidenth.terror.test", "swidenth.fear.test"]
    assert (played.figure(1).fleeing, played.figure(1).stunned) == (True, True)
    orcs = scene(man(0, 5, 10, traits=TERROR, movement=pas(20)), *[man(1, 20, y) for y in (8, 10, 12)])
    assert len(play(Call(act, orcs, 0, Course()), [13, 13, 13], [("move", (("walk", pas(11), pas(10)),))]).rolls) == 3


@pytest.mark.rule("swidenth.fear.test", "swidenth.movement.passing-engages")
def test_a_hair_of_a_step_into_contact_ends_and_is_tested() -> None:
    """The last hundredth of a millimetre of a slanting step is shorter than any whole length."""
    mover = changed(man(0, 0, 0), x=56472, y=46317)
    world = scene(mover, changed(man(1, 0, 0, traits=FEAR), x=56787, y=42580))
    played = play(Call(act, world, 0, Course()), [7], [("move", (("walk", 56473, 46316),))])
    assert played.figure(0).stunned
    assert (played.figure(0).x, played.figure(0).y) == (56473, 46316)
