"""Actions and reactions: two time units, what costs what, who may react and what that costs."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.fda.model import (
    ASLEEP,
    OUT,
    PRONE,
    STUNNED,
    Course,
    Figure,
    Trigger,
    World,
)
from escarmouche.systems.fda.rules.actions import Activation
from escarmouche.systems.fda.rules.reactions import ATTACK, Window, reaction_refusal
from escarmouche.systems.fda.rules.turn import activate
from tests.systems.fda.stage import act, changed, cited, cm, figure, offered, play, refused, scene


def basic(*figures: Figure, **more: Any) -> World:
    return scene(*figures, options=more.pop("options", 0), **more)


def fight(**more: Any) -> World:
    return basic(figure("orc", 0, 40, 40), figure("dwarf", 1, 42.5, 40, 180, **more))


@pytest.mark.rule("fda.action.two-time-units", "fda.action.unspent-time-is-lost")
def test_two_quick_actions_or_a_slow_one() -> None:
    world = basic(figure("archer", 0, 20, 20), figure("orc", 1, 60, 20))
    quick = Course(1, ("advance-fast",))
    assert refused(world, ("shoot", "bow", 1), course=quick) == ""
    assert refused(world, ("advance", cm(25), cm(20)), course=quick) == "fda.action.two-time-units"
    played = play(Call(activate, world, 0), [9], [("shoot", "bow", 1), ("end",)])
    assert played[0].activated
    assert refused(world, ("shoot", "bow", 1), course=Course(0, ("advance",))) == "fda.action.two-time-units"


@pytest.mark.rule("fda.setup.rule-levels")
def test_advanced_actions_need_their_option() -> None:
    assert refused(basic(figure("orc", 0, 20, 20)), ("crouch",)) == "fda.setup.rule-levels"


@pytest.mark.rule("fda.action.reaction", "fda.melee.defender-options")
def test_who_may_react() -> None:
    trigger = Trigger(ATTACK, 0, (1,))

    def why(**more: Any) -> str:
        world = fight(**more)
        return cited(reaction_refusal(world, world.figures[1], trigger))

    assert why() == ""
    assert why(posture=PRONE) == "fda.action.reaction"
    assert why(posture=STUNNED) == "fda.action.reaction"
    assert why(posture=ASLEEP) == "fda.action.reaction"
    assert why(activated=True) == "fda.action.reaction-uses-activation"
    world = fight()
    assert cited(reaction_refusal(world, world.figures[0], trigger)) == "fda.action.reaction"
    assert cited(reaction_refusal(changed(world, acting=-1), world.figures[1], trigger)) != ""


@pytest.mark.rule("fda.action.reaction-uses-activation")
def test_a_reaction_is_the_activation() -> None:
    played = act(fight(), ("strike", 1), [9, 1, 1], [("skewer", 1)])
    assert played[1].activated
    assert played.world.reacted == 1


@pytest.mark.rule("fda.action.reaction-basic-scope")
def test_the_basic_game_knows_the_skewer_alone() -> None:
    world = fight()
    window = Window(world, Trigger(ATTACK, 0, (1,)))
    assert window.listed() == [("let-be",), ("skewer", 1)]
    assert cited(window.check(("dodge", 1))) in ("fda.action.reaction-basic-scope", "fda.react.windows")
    passing = basic(figure("orc", 0, 20, 20), figure("elf", 1, 30, 30, 270))
    assert act(passing, ("advance", cm(30), cm(20))).asked == []


@pytest.mark.rule("fda.action.reaction-interrupts")
def test_whoever_is_stunned_by_a_reaction_has_done() -> None:
    world = basic(figure("orc", 0, 40, 40, D=4, C=2), figure("dwarf", 1, 42.5, 40, 180))
    played = play(Call(activate, world, 0), [1, 9, 4], [("strike", 1), ("skewer", 1)])
    assert played[0].posture == STUNNED
    assert played.result is not None
    assert played.result.acting == -1


@pytest.mark.rule("fda.react.pass-forfeits", "fda.action.pass")
def test_who_passed_cannot_react() -> None:
    world = fight()
    passed = play(Call(activate, changed(world, active=1), 1), (), [("end",)]).world
    assert cited(reaction_refusal(passed, passed.figures[1], Trigger(ATTACK, 0, (1,)))) == "fda.action.reaction-uses-activation"


@pytest.mark.rule("fda.action.reflex", "fda.melee.defend")
def test_a_reflex_is_free_as_often_as_need_be() -> None:
    world = fight(activated=True)
    for _ in range(3):
        played = act(world, ("strike", 1), [1, 9])
        assert "parried" in played.kinds
        world = changed(played.world, acting=0)
    stunned = fight(posture=STUNNED, D=9)
    assert act(stunned, ("strike", 1), [5, 1]).rolls[0].why == "fda.melee.strike-stunned"


# ---------------------------------------------------------------- what nobody has described


def dormitory(*more: Figure, profile: str = "ranger", coins: Any = ()) -> World:
    shaker, sleeper = figure(profile, 0, 40, 40), figure("ogre", 0, 43.75, 40, posture=ASLEEP)
    return basic(shaker, sleeper, figure("orc", 1, 90, 40), *more, scenario="rude-awakening", coins=coins)


@pytest.mark.rule("fda.action.undescribed")
def test_a_coin_says_once_how_long_it_takes() -> None:
    tails = act(dormitory(), ("shake-awake", 1), [1])
    assert (tails[1].posture, tails.course.left) == (PRONE, 1)
    assert tails.world.coins == (("shake-awake", 1),)
    heads = act(dormitory(), ("shake-awake", 1), [2], course=Course(1, ("turn",)))
    assert (heads[1].posture, heads.course.left) == (ASLEEP, 1)
    known = act(dormitory(coins=(("shake-awake", 2),)), ("shake-awake", 1))
    assert (known[1].posture, known.course.left, known.rolls) == (PRONE, 0, [])
    late = dormitory(coins=(("shake-awake", 2),))
    assert refused(late, ("shake-awake", 1), course=Course(1, ("turn",))) == "fda.action.two-time-units"


@pytest.mark.rule("fda.trait.dwarf-undescribed-costs-two")
def test_for_a_dwarf_it_always_takes_two() -> None:
    played = act(dormitory(profile="dwarf", coins=(("shake-awake", 1),)), ("shake-awake", 1))
    assert (played[1].posture, played.course.left, played.rolls) == (PRONE, 0, [])


@pytest.mark.rule("fda.scenario.rude-awakening-waking", "fda.action.quick")
def test_a_shout_wakes_those_around() -> None:
    world = dormitory(figure("thief", 0, 58, 40, posture=ASLEEP), figure("elf", 0, 70, 40, posture=ASLEEP))
    played = act(world, ("shout",))
    assert [played[one].posture for one in (1, 3, 4)] == [PRONE, PRONE, ASLEEP]
    assert played.course.left == 1
    assert offered(basic(figure("orc", 0, 20, 20)), "shout") == []


@pytest.mark.rule("fda.scenario.rude-awakening-asleep")
def test_a_sleeper_does_nothing_and_is_struck_like_a_prone_figure() -> None:
    world = dormitory()
    played = play(Call(activate, world, 1))
    assert "sleeps-on" in played.kinds
    assert played.asked == []
    struck = basic(figure("orc", 0, 40, 40), figure("ogre", 1, 43.75, 40, D=7, posture=ASLEEP), scenario="rude-awakening")
    assert act(struck, ("strike", 1), [1, 9])[1].status == OUT
    awake = act(struck, ("strike", 1), [1, 3])
    assert awake[1].posture == PRONE
    assert Activation(world, 1, Course()).check(("turn", 5)) is not None
