"""Psychology: morale tests, rout, the Chief's fall, flight, rallying, Fear and Terror."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.swidenth.model import FLED, ON_TABLE, OUT, ROUTED, Figure, World
from escarmouche.systems.swidenth.rules.activation import activate
from escarmouche.systems.swidenth.rules.damage import suffer
from escarmouche.systems.swidenth.rules.flight import flee
from escarmouche.systems.swidenth.rules.psychology import fear, met, morale_test, rally_all, terrors
from escarmouche.systems.swidenth.rules.rout import broken, rout_tests, voluntary
from escarmouche.systems.swidenth.rules.values import PAS
from tests.systems.swidenth.arena import box, fighter, refused, scene
from tests.systems.swidenth.scene import Played, changed, play
from tests.systems.swidenth.scene import script as step


def passes(profile: str, test: str, die: int, **changes: Any) -> bool:
    world = scene(fighter(profile, 0, 20, 20, **changes))
    found = play(Call(morale_test, world, 0, test, "swidenth.morale.test"), (die,))
    return found.kinds[-1] == "morale-passed"


@pytest.mark.rule("swidenth.morale.test", "swidenth.trait.courageous", "swidenth.trait.coward")
@pytest.mark.parametrize(
    ("profile", "test", "needed"),
    [("orc", "rout", 13), ("orc", "fear", 8), ("goblin", "fear", 11), ("goblin", "rout", 16), ("dwarf", "rout", 10),
     ("dwarf", "rout-chief-failed", 13), ("orc", "rout-chief-failed", 16), ("dwarf", "rally", 5)],
)  # fmt: skip
def test_the_die_that_a_test_needs(profile: str, test: str, needed: int) -> None:
    assert passes(profile, test, needed)
    assert not passes(profile, test, needed - 1)


# ---------------------------------------------------------------- rout


def band(size: int, lost: int, chief: str = "orc-chief", **changes: Any) -> World:
    """A band of so many, a Chief first, of whom the last few are Out of action."""
    figures = [fighter(chief if number == 0 else "orc", 0, 2 + 2 * number, 5) for number in range(size)]
    figures = [changed(one, heroism=0, status=OUT if number >= size - lost else ON_TABLE) for number, one in enumerate(figures)]
    return scene(*figures, fighter("goblin", 1, 30, 30), **changes)


@pytest.mark.rule("swidenth.rout.trigger")
@pytest.mark.parametrize(("size", "lost", "is_broken"), [(8, 4, False), (8, 5, True), (7, 4, True), (9, 4, False)])
def test_more_than_half_lost(size: int, lost: int, is_broken: bool) -> None:
    assert broken(band(size, lost), 0) is is_broken


@pytest.mark.rule("swidenth.rout.trigger")
def test_fleeing_on_the_table_is_not_lost_yet_and_those_who_left_are_neither() -> None:
    world = band(9, 3)
    world = world.with_figure(changed(world.figures[1], status=FLED)).with_figure(changed(world.figures[2], fleeing=True))
    assert not broken(world, 0)
    assert broken(world.with_figure(changed(world.figures[3], status=ROUTED)), 0)


@pytest.mark.rule("swidenth.rout.chief-first", "swidenth.rout.result")
def test_the_chief_tests_first_and_his_failure_makes_it_harder() -> None:
    failed = play(Call(rout_tests, band(5, 3), 0), (12, 15)).world
    assert [one.status for one in failed.figures[:2]] == [ROUTED, ROUTED]
    passed = play(Call(rout_tests, band(5, 3), 0), (13, 13)).world
    assert [one.status for one in passed.figures[:2]] == [ON_TABLE, ON_TABLE]
    harder = play(Call(rout_tests, band(5, 3), 0), (12, 16)).world
    assert [one.status for one in harder.figures[:2]] == [ROUTED, ON_TABLE]
    gone = band(5, 3)
    gone = gone.with_figure(changed(gone.figures[0], status=OUT))
    assert play(Call(rout_tests, gone, 0), (13,)).world.figures[1].status == ON_TABLE


@pytest.mark.rule("swidenth.rout.result")
def test_whoever_routs_takes_along_what_it_carries_and_the_fleeing_flee_on() -> None:
    world = band(5, 3)
    carrier = world.with_figure(changed(world.figures[1], cargo="chest"))
    found = play(Call(rout_tests, carrier, 0), (13, 12)).world
    assert (found.figures[1].status, found.figures[1].cargo, found.markers) == (ROUTED, "", ())
    fleeing = world.with_figure(changed(world.figures[1], fleeing=True))
    assert play(Call(rout_tests, fleeing, 0), (13, 14)).world.figures[1].fleeing


@pytest.mark.rule("swidenth.rout.voluntary")
def test_a_broken_band_may_be_ordered_off() -> None:
    found = play(Call(voluntary, band(8, 5), 0), (), (("rout",),)).world
    assert [one.status for one in found.figures[:3]] == [ROUTED] * 3
    assert play(Call(voluntary, band(8, 5), 0), (), (("stand",),)).world.on_table(0)
    assert play(Call(voluntary, band(8, 4), 0)).asked == []


# ---------------------------------------------------------------- the Chief's fall


def chief_struck(*band: Figure, dice: tuple[int, ...], pieces: Any = (), **changes: Any) -> Played:
    chief = fighter("orc-chief", 0, 20, 20, heroism=0, **changes)
    world = scene(chief, fighter("goblin", 1, 20, 21.2), *band, pieces=pieces)
    return play(Call(suffer, world, 0, 1, 99, False, "defender"), dice)


@pytest.mark.rule("swidenth.chief-fall.test", "swidenth.melee.sequence")
def test_those_who_see_the_chief_fall_test_or_flee() -> None:
    near, other = fighter("orc", 0, 25, 20), fighter("orc", 0, 15, 20)
    found = chief_struck(near, other, dice=(12, 13))
    assert [one.fleeing for one in found.world.figures[2:]] == [True, False]
    wall = box("thin-obstacle", 22, 15, 22.2, 25, 1.5)
    assert [roll.figure for roll in chief_struck(near, other, dice=(13,), pieces=[wall]).rolls] == [3]
    fleeing = changed(near, fleeing=True)
    assert chief_struck(fleeing, dice=()).rolls == []


@pytest.mark.rule("swidenth.chief-fall.test")
def test_a_chief_who_keeps_vitality_frightens_nobody() -> None:
    assert chief_struck(fighter("orc", 0, 25, 20), dice=(), vitality=2).rolls == []


# ---------------------------------------------------------------- flight


@pytest.mark.rule("swidenth.flight.direction", "swidenth.trait.slow")
@pytest.mark.parametrize(("profile", "length"), [("orc", 7.5), ("dwarf", 6)])
def test_straight_away_from_the_nearest_enemy(profile: str, length: float) -> None:
    world = scene(fighter(profile, 0, 20, 20, fleeing=True), fighter("goblin", 1, 20, 17))
    after = play(Call(flee, world, 0)).world.figures[0]
    assert (after.x, after.y) == (20 * PAS, round((20 + length) * PAS))


@pytest.mark.rule("swidenth.flight.direction")
def test_off_the_table_where_the_best_point_lies_beyond_its_edge() -> None:
    world = scene(fighter("orc", 0, 20, 33.5, fleeing=True), fighter("goblin", 1, 20, 30))
    found = play(Call(flee, world, 0))
    assert "flees-off" in found.kinds
    assert found.world.figures[0].status == FLED


@pytest.mark.rule("swidenth.flight.direction")
def test_not_nearer_to_another_enemy_and_from_terror_rather_than_from_the_nearest() -> None:
    behind = fighter("goblin", 1, 20, 30)
    world = scene(fighter("orc", 0, 20, 20, fleeing=True), fighter("goblin", 1, 20, 17), behind)
    for answer in play(Call(flee, world, 0)).asked[:1]:
        assert len(answer.options.listed()) == 2  # left or right, and the owner chooses
    dread = scene(
        fighter("orc", 0, 20, 20, fleeing=True, dread=2), fighter("goblin", 1, 24, 20), fighter("young-dragon", 1, 20, 12)
    )
    after = play(Call(flee, dread, 0), (), ()).world.figures[0]
    assert after.y > 26 * PAS


@pytest.mark.rule("swidenth.flight.activation")
def test_a_fleeing_figure_does_nothing_but_run() -> None:
    world = scene(fighter("orc-marksman", 0, 20, 20, fleeing=True), fighter("goblin", 1, 20, 10))
    for answer in (("shoot", "crossbow", 1), ("move", ()), ("reload", "crossbow")):
        assert refused(world, 0, answer) == "swidenth.flight.activation"
    found = play(Call(activate, world, 0)).world.figures[0]
    assert (found.y, found.activated) == (round(27.5 * PAS), True)


@pytest.mark.rule("swidenth.flight.engaged")
def test_engaged_it_must_fight_and_is_stunned_once() -> None:
    world = scene(fighter("orc", 0, 20, 20, fleeing=True), fighter("goblin", 1, 21.2, 20))
    found = play(step(met, world, 1, ()))
    assert found.world.figures[0].stunned
    assert not play(step(met, world, 1, (0,))).world.figures[0].stunned
    acting = play(Call(activate, world, 0)).asked[0].options
    assert acting.check(("end",)) is not None
    assert acting.check(("fight", 1)) is None
    assert acting.check(("concentrate",)) is None


# ---------------------------------------------------------------- rallying


def lost_soul(distance: float, leader: str = "orc-chief", **changes: Any) -> World:
    """A fleeing orc so far, edge to edge, from a leader."""
    return scene(fighter("orc", 0, 20, 20, fleeing=True), fighter(leader, 0, 21 + distance, 20, **changes))


@pytest.mark.rule("swidenth.rally.test", "swidenth.activation.bubble-radius", "swidenth.activation.bubble-strict")
def test_inside_a_leaders_bubble_it_may_rally() -> None:
    rallied = play(step(rally_all, lost_soul(2.9), 0), (8,), (("rally", 1),))
    assert not rallied.world.figures[0].fleeing
    assert play(step(rally_all, lost_soul(2.9), 0), (7,), (("rally", 1),)).world.figures[0].fleeing
    assert play(step(rally_all, lost_soul(2.9), 0), (), (("decline",),)).world.figures[0].fleeing
    for world in (lost_soul(3), lost_soul(2, "orc-hero"), lost_soul(1, fleeing=True), lost_soul(1, "orc-veteran")):
        assert play(step(rally_all, world, 0)).asked == []


@pytest.mark.rule("swidenth.rally.test")
def test_one_try_by_each_leader() -> None:
    """Fails by the Chief (5), tries by the Hero (11): rallied."""
    world = scene(fighter("orc", 0, 20, 20, fleeing=True), fighter("orc-chief", 0, 22, 20), fighter("orc-hero", 0, 18.5, 20))
    found = play(step(rally_all, world, 0), (5, 11), (("rally", 1), ("rally", 2)))
    assert not found.world.figures[0].fleeing
    again = play(step(rally_all, found.world.with_figure(changed(found.world.figures[0], fleeing=True)), 0))
    assert again.asked == []


# ---------------------------------------------------------------- Fear and Terror


@pytest.mark.rule("swidenth.fear.test", "swidenth.trait.causes-fear")
def test_fear_is_tested_with_every_new_engagement() -> None:
    world = scene(fighter("ogre", 1, 20, 20), fighter("dwarf", 0, 21.5, 20), fighter("goblin", 0, 18.5, 20))
    found = play(step(met, world, 0, ()), (5, 10))
    assert [one.stunned for one in found.world.figures] == [False, False, True]
    assert play(step(met, world, 0, (1, 2))).rolls == []
    ogres = scene(fighter("ogre", 1, 20, 20), fighter("marsh-troll", 0, 21.8, 20))
    assert play(step(met, ogres, 0, ())).rolls == []
    assert not play(Call(fear, world, 1, 0), (5,)).world.figures[1].stunned


@pytest.mark.rule("swidenth.terror.test", "swidenth.trait.causes-terror")
@pytest.mark.parametrize(("distance", "tested"), [(9.9, True), (10.0, False)])
def test_terror_reaches_ten_pas(distance: float, tested: bool) -> None:
    world = scene(fighter("young-dragon", 1, 10, 20), fighter("orc", 0, 10 + 1.2 + 0.5 + distance, 20))
    found = play(step(terrors, world), (12,) if tested else ())
    assert found.world.figures[1].fleeing is tested
    if tested:
        assert found.world.figures[1].dread == 0
        assert play(step(terrors, found.world)).rolls == []  # once per game and source


@pytest.mark.rule("swidenth.trait.causes-terror", "swidenth.fear.test")
def test_terror_is_fear_too_and_its_kind_is_immune() -> None:
    world = scene(fighter("young-dragon", 1, 20, 20), fighter("orc", 0, 21.9, 20))
    assert play(step(met, world, 0, ()), (7,)).world.figures[1].stunned
    dragons = scene(fighter("young-dragon", 1, 20, 20), fighter("young-dragon", 0, 23, 20))
    assert play(step(terrors, dragons)).rolls == []
