"""Actions: two in an activation, and which go together."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.swidenth.model import ANIMAL, EITHER_PLACE, STRICT_ORDER, Course, Marker, World
from escarmouche.systems.swidenth.rules.activation import act, activate
from tests.systems.swidenth.scene import changed, cited, man, pas, play, refused, scene, totals, trail


def busy(**more: Any) -> World:
    """An archer with everything to do, an enemy 10 pas off and another beside it or not."""
    figure = man(0, 10, 10, missiles=("short-bow", "pistol"), unloaded=("pistol",), belt=("dagger",), stunned=True, **more)
    return scene(figure, man(1, 20, 10), markers=(Marker(5, "item", pas(10), pas(10.5), 0, "axe"),))


ANSWERS: dict[str, Any] = {
    "move": ("move", ()),
    "run": ("run", ()),
    "concentrate": ("concentrate",),
    "reload": ("reload", "pistol"),
    "shoot": ("shoot", "short-bow", 1),
    "recover": ("recover",),
    "pick-up": ("pick-up", 5),
    "draw": ("draw", "dagger"),
    "standing-jump": ("standing-jump", pas(10), pas(10.9)),
}


def pair(first: str, second: str, *switches: str) -> bool:
    """May the two be done in this order in one activation?"""
    world = changed(busy(), switches=switches)
    if refused(world, ANSWERS[first]):
        return False
    return refused(world, ANSWERS[second], 0, Course((first,))) == ""


@pytest.mark.rule("swidenth.action.two", "swidenth.action.combinations")
@pytest.mark.parametrize(
    ("first", "second", "legal"),
    [
        ("move", "shoot", True),
        ("shoot", "move", True),
        ("move", "move", False),
        ("move", "run", True),
        ("move", "reload", True),
        ("reload", "move", True),
        ("reload", "shoot", True),
        ("reload", "run", False),
        ("concentrate", "shoot", True),
        ("concentrate", "run", False),
        ("concentrate", "move", False),
        ("concentrate", "recover", True),
        ("move", "recover", True),
        ("recover", "move", True),
        ("recover", "shoot", False),
        ("draw", "shoot", False),
        ("recover", "pick-up", False),
        ("standing-jump", "move", True),
        ("standing-jump", "run", False),
        ("shoot", "recover", False),
        ("draw", "draw", False),
    ],
)
def test_pairs_of_actions(first: str, second: str, legal: bool) -> None:
    assert pair(first, second) is legal


@pytest.mark.rule("swidenth.action.combinations", "swidenth.action.single-items", "swidenth.state.recover")
def test_single_actions_may_be_the_preparation_where_the_table_says_so() -> None:
    assert not pair("recover", "shoot")
    assert pair("recover", "shoot", EITHER_PLACE)
    assert pair("recover", "pick-up", EITHER_PLACE)
    assert not pair("draw", "draw", EITHER_PLACE)


@pytest.mark.rule("swidenth.action.order")
def test_either_order_is_free_unless_the_table_is_strict() -> None:
    assert pair("shoot", "move")
    assert not pair("shoot", "move", STRICT_ORDER)
    assert pair("move", "shoot", STRICT_ORDER)
    assert pair("recover", "move")
    assert not pair("recover", "move", STRICT_ORDER)


@pytest.mark.rule("swidenth.action.two")
def test_there_is_no_third_action() -> None:
    assert cited(trail(busy(), 0, Course(("move", "shoot"))).check(("recover",))) == "swidenth.action.two"


@pytest.mark.rule("swidenth.action.nothing")
def test_both_actions_may_be_left() -> None:
    played = play(Call(activate, scene(man(0, 10, 10), man(1, 30, 30)), 0), [], [("end",)])
    assert played.figure(0).activated
    assert (played.figure(0).x, played.figure(0).y) == (pas(10), pas(10))


@pytest.mark.rule("swidenth.action.concentrate", "swidenth.melee.concentrate")
def test_concentrating_gives_three_to_the_fight_that_follows() -> None:
    world = scene(man(0, 10, 10, combat=1), man(1, 11.2, 10))
    played = play(Call(act, world, 0, Course()), [10, 14], [("concentrate",), ("fight", 1)])
    assert totals(played)[0] == 14
    late = play(Call(act, world, 0, Course(("fight",))), [], [("concentrate",)])
    assert late.result is not None


@pytest.mark.rule("swidenth.action.concentrate")
def test_concentration_is_lost_when_it_is_not_used() -> None:
    world = scene(man(0, 10, 10), man(1, 11.2, 10))
    rested = play(Call(activate, world, 0), [], [("concentrate",), ("end",)]).world
    answered = play(Call(act, rested, 1, Course()), [10, 10], [("fight", 0)])
    assert totals(answered) == (10, 10)


@pytest.mark.rule("swidenth.action.reload", "swidenth.weapon-trait.reload")
def test_reloading_makes_one_weapon_ready_and_is_allowed_while_engaged() -> None:
    world = scene(man(0, 10, 10, missiles=("pistol", "pistol"), unloaded=("pistol", "pistol")), man(1, 11.2, 10))
    assert refused(world, ("shoot", "pistol", 1)) == "not-ready"
    played = play(Call(act, world, 0, Course()), [], [("reload", "pistol"), ("reload", "pistol")])
    assert played.figure(0).unloaded == ()


@pytest.mark.rule("swidenth.action.fight", "swidenth.melee.engaged")
def test_a_fight_is_against_one_engaged_enemy() -> None:
    world = scene(man(0, 10, 10), man(1, 11.2, 10), man(1, 8.8, 10), man(1, 10, 11.6))
    options = trail(world)
    assert options.check(("fight", 1)) is None
    assert options.check(("fight", 2)) is None
    assert cited(options.check(("fight", 3))) == "swidenth.melee.engaged"


@pytest.mark.rule("swidenth.action.shoot")
def test_a_shot_takes_a_loaded_weapon_and_moving_does_not_hinder_it() -> None:
    world = scene(man(0, 10, 10, missiles=("short-bow",), shooting=1), man(1, 20, 10))
    answers = [("move", (("walk", pas(13), pas(10)),)), ("shoot", "short-bow", 1)]
    played = play(Call(act, world, 0, Course()), [9, 12], answers)
    assert totals(played) == (10, 12)
    assert refused(scene(man(0, 10, 10), man(1, 20, 10)), ("shoot", "short-bow", 1)) == "not-ready"


@pytest.mark.rule("swidenth.action.special", "swidenth.mission.common", "swidenth.trait.animal")
def test_taking_an_object_needs_reach_and_a_free_hand_and_no_enemy() -> None:
    chest = (Marker(0, "chest", pas(11), pas(10)),)
    world = scene(man(0, 10, 10), man(1, 20, 20), markers=chest)
    played = play(Call(act, world, 0, Course()), [], [("take", 0), ("end",)])
    assert played.figure(0).cargo == "chest"
    assert played.world.markers == ()
    assert played.world.taken
    assert refused(scene(man(0, 9.9, 10), man(1, 20, 20), markers=chest), ("take", 0)) == "out-of-reach"
    assert refused(scene(man(0, 10, 10), man(1, 10, 11.2), markers=chest), ("take", 0)) == "engaged"
    assert refused(scene(man(0, 10, 10, cargo="chest"), man(1, 20, 20), markers=chest), ("take", 0)) == "carries-already"
    animal = scene(man(0, 10, 10, traits=ANIMAL), man(1, 20, 20), markers=chest)
    assert cited(trail(animal).check(("take", 0))) == "swidenth.trait.animal"


@pytest.mark.rule("swidenth.action.single-items", "swidenth.state.recover")
def test_recovering_ends_stunned_even_while_engaged() -> None:
    world = scene(man(0, 10, 10, stunned=True), man(1, 11.2, 10))
    played = play(Call(act, world, 0, Course()), [], [("recover",), ("end",)])
    assert not played.figure(0).stunned
    assert refused(played.world, ("recover",)) == "not-stunned"
