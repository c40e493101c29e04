"""Stunned and recovering, and which two actions go together."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Answer, Call
from escarmouche.systems.swidenth.model import EITHER_PLACE, STRICT_ORDER, Course, World
from escarmouche.systems.swidenth.rules.activation import activate, group
from escarmouche.systems.swidenth.rules.deeds import concentrate, recover
from escarmouche.systems.swidenth.rules.melee import fight
from escarmouche.systems.swidenth.rules.turn import dawn
from escarmouche.systems.swidenth.rules.values import PAS
from tests.systems.swidenth.arena import fighter, refused, scene
from tests.systems.swidenth.scene import play


def busy(switches: Any = (), **changes: Any) -> World:
    """An orc engaged with one enemy, another out of reach of everything but its bow."""
    kit = ["sword", "long-bow"]
    return scene(
        fighter("orc", 0, 20, 20, **{"kit": kit, "spare": ["dagger"], **changes}),
        fighter("goblin", 1, 30, 20),
        switches=switches,
    )


def engaged(switches: Any = (), **changes: Any) -> World:
    return scene(
        fighter("orc", 0, 20, 20, kit=["sword"], spare=["dagger"], **changes), fighter("goblin", 1, 21.2, 20), switches=switches
    )


MOVE: Answer = ("move", ())
SHOOT: Answer = ("shoot", "long-bow", 1)
FIGHT: Answer = ("fight", 1)


@pytest.mark.rule("swidenth.action.two", "swidenth.action.combinations", "swidenth.action.nothing")
def test_one_action_is_of_preparation() -> None:
    assert refused(busy(), 0, SHOOT, "move") == ""
    assert refused(busy(), 0, MOVE, "shoot") == ""
    assert refused(busy(), 0, SHOOT) == ""
    assert refused(busy(), 0, MOVE, "move") == "swidenth.action.combinations"
    assert refused(busy(), 0, ("run", ()), "move") == ""
    assert refused(busy(), 0, ("run", ()), "concentrate") == "swidenth.action.run"
    assert refused(busy(), 0, ("run", ())) == "swidenth.action.run"
    assert refused(busy(), 0, MOVE, "concentrate") == "swidenth.action.combinations"
    assert refused(engaged(), 0, FIGHT, "shoot") == "swidenth.action.combinations"
    assert refused(busy(), 0, MOVE, "move", "shoot") == "swidenth.action.two"
    assert refused(busy(), 0, ("end",)) == ""


@pytest.mark.rule("swidenth.action.single-items", "swidenth.state.recover", "swidenth.action.combinations")
def test_single_actions_take_the_main_place() -> None:
    assert refused(engaged(stunned=True), 0, ("recover",), "move") == ""
    assert refused(engaged(stunned=True), 0, ("recover",)) == ""
    assert refused(engaged(stunned=True), 0, FIGHT, "recover") == "swidenth.action.combinations"
    assert refused(engaged(stunned=True), 0, ("draw", "dagger"), "recover") == "swidenth.action.combinations"
    assert refused(engaged(), 0, ("recover",)) == "swidenth.state.recover"
    either = engaged((EITHER_PLACE,), stunned=True)
    assert refused(either, 0, FIGHT, "recover") == ""
    assert refused(either, 0, ("draw", "dagger"), "draw") == "swidenth.action.combinations"


@pytest.mark.rule("swidenth.action.order")
def test_the_order_is_free_unless_the_table_is_strict() -> None:
    assert refused(busy(), 0, MOVE, "shoot") == ""
    assert refused(busy((STRICT_ORDER,)), 0, MOVE, "shoot") == "swidenth.action.order"
    assert refused(busy((STRICT_ORDER,)), 0, SHOOT, "move") == ""


@pytest.mark.rule("swidenth.action.concentrate")
def test_concentration_goes_with_the_second_action_only() -> None:
    found = play(Call(concentrate, busy(), 0, Course(), ("concentrate",)))
    world, course = found.run.result
    assert course.concentrated()
    assert not course.after("shoot").concentrated()
    assert world == busy()
    assert refused(busy(), 0, ("concentrate",), "shoot") == ""
    assert not Course(("shoot", "concentrate")).concentrated()


@pytest.mark.rule("swidenth.state.recover")
def test_recovering_even_in_a_fight() -> None:
    found = play(Call(recover, engaged(stunned=True), 0, Course(), ("recover",)))
    assert not found.world.figures[0].stunned


@pytest.mark.rule("swidenth.state.stunned-duration")
def test_stunned_lasts_to_the_next_phase_and_over_turns() -> None:
    world = engaged(stunned=True)
    assert dawn(dawn(world)).figures[0].stunned
    assert not play(Call(fight, world, 1, 0, False, ()), (10, 20)).world.figures[0].stunned


@pytest.mark.rule("swidenth.activation.once")
def test_an_activation_is_marked_and_ends() -> None:
    found = play(Call(activate, busy(), 0), (), (("concentrate",), ("end",)))
    assert found.world.figures[0].activated


@pytest.mark.rule("swidenth.activation.group", "swidenth.activation.group-resolution", "swidenth.melee.outnumber")
def test_a_group_moves_first_and_then_strikes_with_its_numbers() -> None:
    """Three around an orc: each rolls with +6; the first loses and is pushed back: the others have +3."""
    spots = [(20, 20), (21.2, 21.2), (21.2, 18.8)]
    men = [fighter("imperial-human", 0, x, y, kit=["sword"]) for x, y in spots]
    world = scene(*men, fighter("orc", 1, 21.2, 20, kit=["dagger"]))
    stay: Answer = ("move", ())
    found = play(
        Call(group, world, (0, 1, 2), 3),
        (5, 15, 10, 10),
        (stay, stay, stay, ("next", 0), ("fight", 3), ("push",), ("next", 1), ("fight", 3)),
    )
    rolled = [tell.about for tell in found.tells if tell.kind == "totals"]
    assert [about[3] for about in rolled] == [(("outnumber", 6),), (("outnumber", 3),)]
    assert found.told("pushed-back").about == ((0,),)


@pytest.mark.rule("swidenth.activation.group")
def test_nobody_in_a_group_concentrates() -> None:
    world = engaged()
    assert refused(world, 0, ("concentrate",)) == ""
    spots = [fighter("imperial-human", 0, 20, 20), fighter("imperial-human", 0, 21.2, 21.2), fighter("orc", 1, 21.2, 20)]
    asked = play(Call(group, scene(*spots), (0, 1), 2)).asked[0].options
    assert asked.check(("concentrate",)) is not None
    assert asked.check(("move", ())) is None
    assert spots[0].x == 20 * PAS
