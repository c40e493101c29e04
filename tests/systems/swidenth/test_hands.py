"""Hands: a deployment put down by hand, and ways with way-points bent round what is in the way."""

from __future__ import annotations

from typing import Any

from escarmouche.core.effects import Choose
from escarmouche.kit.view import checked_hands
from escarmouche.systems.swidenth.model import Course, Ladder, World
from escarmouche.systems.swidenth.rules.actions import Trail
from escarmouche.systems.swidenth.rules.deployment import Deployment
from escarmouche.systems.swidenth.system import SYSTEM
from tests.systems.swidenth.scene import body, ground, man, pas, pit, scene


def due(world: World, course: Course | None = None) -> Choose:
    return Choose("swidenth.action.two", 0, world, Trail(world, 0, course or Course()), 0)


def wish(world: World, x: float, y: float, **more: Any) -> tuple[Any, str]:
    """What the hand's wish leads to, and what stops it."""
    answer, stopped = SYSTEM.planned(due(world), {"kind": "move", "x": pas(x), "y": pas(y), **more})
    return answer, "" if stopped is None else stopped.key


def test_a_way_grows_way_point_by_way_point() -> None:
    world = scene(man(0, 10, 10), man(1, 33, 33), pieces=[body("flat-obstacle", 11, 8, 12, 11, 3)])
    first, stopped = wish(world, 10, 11.6)
    assert (first, stopped) == (("move", (("walk", pas(10), pas(11.6)),)), "")
    whole, stopped = wish(world, 12.6, 11.6, before=[first[0], [list(step) for step in first[1]]])
    assert stopped == ""
    assert due(world).options.check(whole) is None
    straight, _ = wish(world, 12.6, 10)
    refused = due(world).options.check(straight)
    assert refused is not None
    assert refused.key == "too-high"


def test_a_way_that_is_too_long_is_cut_where_the_movement_ends() -> None:
    world = scene(man(0, 10, 10), man(1, 33, 33))
    answer, stopped = wish(world, 20, 10)
    assert stopped == "too-far"
    assert pas(14.9) < answer[1][-1][1] <= pas(15)
    assert due(world).options.check(answer) is None


def test_the_gait_makes_a_jump_and_a_step_climbs() -> None:
    ladder = Ladder("ladder", pas(10), pas(12), 0, -2500, 0, pas(3))
    world = scene(man(0, 10, 11.5), man(1, 33, 33), pieces=[body("flat-obstacle", 5, 12, 15, 14, 3)], ladders=[ladder])
    (hand, *_) = SYSTEM.hands(due(world))
    assert [step["step"] for step in hand["steps"]] == [["climb", 0, pas(2.5)]]
    answer, _ = SYSTEM.planned(due(world), {"kind": "move", "step": hand["steps"][0]["step"]})
    assert due(world).options.check(answer) is None
    run_up, _ = wish(world, 8, 11.5)
    jump, _ = wish(world, 6, 11.5, before=run_up, set={"gait": "jump"})
    assert jump[1][-1][0] == "jump"
    assert due(world).options.check(jump) is None


def test_hands_keep_the_contract() -> None:
    world = scene(man(0, 10, 10), man(1, 33, 33))
    assert [hand["kind"] for hand in checked_hands(SYSTEM.hands(due(world)), "swidenth")] == ["move"]
    after = checked_hands(SYSTEM.hands(due(world, Course(("move",)))), "swidenth")
    assert [hand["kind"] for hand in after] == ["run"]


def test_a_deployment_is_put_down_by_hand() -> None:
    world = scene(man(0, 0, 0, status=5), man(0, 0, 0, status=5), man(1, 30, 30))
    choice = Choose("swidenth.mission.common", 0, world, Deployment(world, 0))
    (hand,) = SYSTEM.hands(choice)
    assert (hand["gesture"], hand["figures"]) == ("places", [0, 1])
    answer, _ = SYSTEM.planned(choice, {"kind": "deploy", "places": [[1, pas(5), pas(3)], [0, pas(3), pas(3)]]})
    assert answer == ("deploy", ((pas(3), pas(3)), (pas(5), pas(3))))
    assert choice.options.check(answer) is None


def test_a_jump_by_hand_goes_straight_on_from_its_run_up() -> None:
    """No hand points within half a degree: the jump takes the direction of the run-up, and its length from the hand."""
    world = scene(man(0, 10, 10), man(1, 33, 33))
    run_up, _ = wish(world, 12, 10)
    jump, _ = wish(world, 13.9, 10.3, before=run_up, set={"gait": "jump"})
    assert jump[1][-1][2] == pas(10)
    assert pas(13.9) < jump[1][-1][1] < pas(13.95)
    assert due(world).options.check(jump) is None


def test_a_jump_by_hand_finds_its_own_run_up() -> None:
    world = scene(man(0, 10, 10), man(1, 33, 33), pieces=[pit(12.3, 5, 13.6, 15, 4)])
    walked, _ = wish(world, 14, 10)
    trial = SYSTEM.trial(due(world), walked)
    assert [one["rule"] for one in trial["notes"]] == ["swidenth.fall.risk"]
    jumped, _ = wish(world, 14, 10, set={"gait": "jump"})
    assert [step[0] for step in jumped[1]] == ["walk", "jump"]
    assert due(world).options.check(jumped) is None
    trial = SYSTEM.trial(due(world), jumped)
    assert [one["rule"] for one in trial["notes"]] == ["swidenth.jump.running"]
    assert [one.get("sign", "") for one in trial["path"]] == ["", "⤼"]


def test_a_way_says_what_may_be_climbed_at_its_end_and_what_the_ground_costs() -> None:
    ladder = Ladder("ladder", pas(10), pas(12), 0, -2500, 0, pas(1))
    wall = body("flat-obstacle", 5, 12, 15, 14, 1.6)
    world = scene(man(0, 10, 9.5), man(1, 33, 33), pieces=[wall, ground("woods", 8, 10, 12, 11)], ladders=[ladder])
    assert SYSTEM.hands(due(world))[0]["steps"] == []
    walked, _ = wish(world, 10, 11.5)
    trial = SYSTEM.trial(due(world), walked)
    assert trial["distance"] == pas(3), "the movement that it costs, not how far it is as the crow flies"
    assert trial["terrain"] in range(pas(1) - 10, pas(1) + 10)
    assert [one["step"] for one in trial["steps"]] == [["climb", 0, pas(1)]]
    climbed, _ = SYSTEM.planned(due(world), {"kind": "move", "before": walked, "step": trial["steps"][0]["step"]})
    assert due(world).options.check(climbed) is None


def test_how_far_a_figure_could_run_is_shown_while_it_runs() -> None:
    world = scene(man(0, 10, 10), man(1, 33, 33))
    (moves,) = SYSTEM.reach_now(due(world), 0)
    (runs,) = SYSTEM.reach_now(due(world, Course(("move",), pas(5) * 16)), 0)
    assert max(x for x, _ in moves) > pas(14.9)
    assert pas(12.4) < max(x for x, _ in runs) <= pas(12.5)


def test_a_figure_put_down_upon_an_enemy_comes_to_stand_beside_it() -> None:
    world = scene(man(0, 10, 10), man(1, 13, 11))
    answer, stopped = wish(world, 13.1, 11.2)
    assert stopped == ""
    assert due(world).options.check(answer) is None
    assert [one["figure"] for one in SYSTEM.trial(due(world), answer)["provokes"]] == [1]
