"""Groups: several figures move first, then strike one enemy together."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.swidenth.model import CHIEF, OUT, World
from escarmouche.systems.swidenth.rules.activation import Roster, activate, phase
from tests.systems.swidenth.scene import Played, cited, man, pas, play, scene


def ring() -> World:
    """Three of seat 0 around one of seat 1, each two pas away."""
    return scene(man(0, 8, 10), man(0, 12, 10), man(0, 10, 12), man(1, 10, 10, defence=12), man(1, 33, 33))


def step(x: float, y: float) -> tuple[str, Any]:
    return ("move", (("walk", pas(x), pas(y)),))


JOIN = [step(8.9, 10), step(11.1, 10), step(10, 11.1)]


def mods(played: Played) -> list[dict[str, int]]:
    """What each attacker added to its die."""
    return [dict(tell.about[3]) for tell in played.tells if tell.kind == "totals"]


@pytest.mark.rule("swidenth.activation.group", "swidenth.melee.outnumber", "swidenth.melee.charge")
def test_a_group_strikes_with_the_bonus_for_all_and_charges() -> None:
    answers = [("group", (0, 1, 2), 3), *JOIN, ("next", 0), ("fight", 3), ("spare",), ("next", 1), ("fight", 3), ("spare",),
               ("next", 2), ("fight", 3), ("spare",)]  # fmt: skip
    played = play(Call(phase, ring()), [8, 12, 8, 12, 8, 12], answers)
    assert [one.get("outnumber") for one in mods(played)] == [6, 6, 6]
    assert [tell.about[1] for tell in played.tells if tell.kind == "suffers-pushed"] == [2 + 2 + 3] * 3
    assert all(one.activated for one in played.world.figures[:3])


@pytest.mark.rule("swidenth.activation.group", "swidenth.melee.outnumber")
def test_one_by_one_the_bonus_grows() -> None:
    world, found = ring(), []
    for id in range(3):
        played = play(Call(activate, world, id), [8, 7], [JOIN[id], ("fight", 3), ("spare",)])
        found.append(mods(played)[0].get("outnumber", 0))
        world = played.world
    assert found == [0, 3, 6]


@pytest.mark.rule("swidenth.activation.group-resolution")
def test_the_bonus_is_counted_afresh_when_a_member_is_pushed_away() -> None:
    answers = [("group", (0, 1, 2), 3), *JOIN, ("next", 0), ("fight", 3), ("push",), ("next", 1), ("fight", 3), ("spare",),
               ("next", 2), ("fight", 3), ("spare",)]  # fmt: skip
    played = play(Call(phase, ring()), [3, 12, 8, 9, 8, 9], answers)
    assert [one.get("outnumber") for one in mods(played)] == [6, 3, 3]


@pytest.mark.rule("swidenth.activation.group-resolution")
def test_whoever_loses_his_fight_may_do_something_else() -> None:
    world = ring()
    frail = scene(*world.figures[:3], man(1, 10, 10, defence=1), world.figures[4])
    answers = [("group", (0, 1, 2), 3), *JOIN, ("next", 0), ("fight", 3), ("next", 1)]
    played = play(Call(phase, frail), [15, 5], answers)
    assert played.figure(3).status == 1
    options = played.asked[-1].options
    assert options.check(("run", (("walk", pas(13), pas(10)),))) is None
    assert cited(options.check(("move", ()))) == "swidenth.action.combinations"


@pytest.mark.rule("swidenth.activation.group")
def test_a_group_is_of_members_who_do_not_flee_and_moves_first() -> None:
    world = ring()
    assert cited(Roster(world).check(("group", (0,), 3))) == "swidenth.activation.group"
    assert cited(Roster(world).check(("group", (0, 3), 4))) == "swidenth.activation.bubble-members"
    fleeing = scene(man(0, 8, 10, fleeing=True), *world.figures[1:])
    assert cited(Roster(fleeing).check(("group", (0, 1), 3))) == "swidenth.flight.activation"
    joining = play(Call(phase, world), [], [("group", (0, 1), 3)]).asked[-1]
    assert joining.why == "swidenth.action.move"
    assert cited(joining.options.check(("concentrate",))) == "swidenth.activation.group"


@pytest.mark.rule("swidenth.activation.group")
def test_a_member_already_engaged_strikes_without_a_charge() -> None:
    world = scene(man(0, 8.8, 10), man(0, 12, 10), man(1, 10, 10, defence=12), man(1, 33, 33))
    answers = [("group", (0, 1), 2), ("end",), JOIN[1], ("next", 0), ("fight", 2), ("spare",)]
    answers += [("next", 1), ("fight", 2), ("spare",)]
    played = play(Call(phase, world), [8, 6, 8, 6], answers)
    assert [one.get("outnumber") for one in mods(played)] == [3, 3]
    assert [tell.about[1] for tell in played.tells if tell.kind == "suffers-pushed"] == [5 + 2, 5 + 2 + 3]


@pytest.mark.rule("swidenth.flight.engaged", "swidenth.activation.group-resolution")
def test_members_who_take_flight_while_engaged_must_fight_all_the_same() -> None:
    world = scene(man(0, 8.8, 10, rank=CHIEF), man(0, 10, 8.8), man(0, 10, 11.2), man(1, 10, 10, combat=15), man(1, 33, 33))
    answers = [("group", (0, 1, 2), 3), ("end",), ("end",), ("end",), ("next", 0), ("fight", 3)]
    played = play(Call(phase, world), [2, 19, 5, 13], answers)
    assert [played.figure(id).fleeing for id in (1, 2)] == [True, False]
    assert played.asked[-1].options.listed() == [("next", 1), ("next", 2)]
    fought = play(Call(phase, world), [2, 19, 5, 13, 10, 10], [*answers, ("next", 1), ("fight", 3)])
    assert fought.figure(1).status == OUT
    assert ("done",) in fought.asked[-1].options.listed()
