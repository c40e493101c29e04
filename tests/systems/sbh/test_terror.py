"""Terror: approaching it, being approached by it."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import ARTIFICIAL, FEARLESS, LEADER, ON_TABLE, OUT_OF_ACTION, TERROR, Figure, World
from escarmouche.systems.sbh.rules.actions import Doing, spend
from escarmouche.systems.sbh.rules.movement import go, move
from escarmouche.systems.sbh.rules.upgrades import DIRTY_TRICKS
from tests.systems.sbh.scene import changed, fighter, play, scene

BESIDE = ("move", 30000, 30000)
"""Where a figure touches the creature that stands 16 mm farther north."""


def man(x: float = 300, y: float = 240, **changes: Any) -> Figure:
    """A human warrior of seat 0, Quality 3+."""
    return fighter("human-warrior", 0, x, y, **changes)


def ghost(x: float = 300, y: float = 316, seat: int = 1, **changes: Any) -> Figure:
    """A creature of Terror."""
    return fighter("human-warrior", seat, x, y, **{"traits": TERROR, **changes})


def elf(x: float = 300, y: float = 316, **changes: Any) -> Figure:
    """An ordinary enemy, Quality 3+."""
    return fighter("human-warrior", 1, x, y, **changes)


@pytest.mark.rule("sbh.special.terror-approach")
def test_whoever_fails_to_dare_keeps_the_action_but_may_not_engage_that_enemy() -> None:
    played = play(Call(spend, scene(man(), ghost()), 0, 1, "", "", ()), dice=[2], answers=[BESIDE])
    now = played.run.top
    assert now is not None
    doing = played.asked[-1].options
    assert isinstance(doing, Doing)
    assert (doing.left, doing.figure().y) == (1, 24000)
    refused = doing.check(BESIDE)
    assert refused is not None
    assert refused.key == "shuns"
    assert doing.check(("move", 30000, 26000)) is None


@pytest.mark.rule("sbh.special.terror-approach")
def test_whoever_dares_engages() -> None:
    world, cost = play(Call(move, scene(man(), ghost()), 0, BESIDE), dice=[3]).result
    assert (world.figures[0].y, cost) == (30000, 1)


@pytest.mark.rule("sbh.special.terror-approach")
def test_daring_is_a_quality_roll_that_a_leader_helps() -> None:
    world = scene(man(), ghost(), man(200, 240, traits=LEADER))
    assert play(Call(move, world, 0, BESIDE), dice=[2]).result[0].figures[0].y == 30000


@pytest.mark.rule("sbh.special.terror-approach")
def test_nobody_rolls_to_approach_an_ordinary_enemy() -> None:
    assert play(Call(move, scene(man(), elf()), 0, BESIDE)).rolls == []


@pytest.mark.rule("sbh.special.fearless", "sbh.special.artificial-no-morale", "sbh.special.terror-immunity")
@pytest.mark.parametrize("changes", [{"traits": FEARLESS}, {"traits": ARTIFICIAL}, {"traits": TERROR}, {"steeled": True}])
def test_some_know_no_terror(changes: dict[str, Any]) -> None:
    assert play(Call(move, scene(man(**changes), ghost()), 0, BESIDE)).rolls == []
    charged = scene(ghost(300, 240, seat=0), elf(**changes))
    assert play(Call(go, charged, 0, 30000, 30000)).rolls == []


def charge(*dice: int, **changes: Any) -> World:
    """The world after a creature of Terror has moved to touch an elf (changed as told)."""
    world = scene(ghost(300, 240, seat=0), elf(**changes), elf(100, 580), elf(200, 580), elf(500, 580))
    result = play(Call(go, world, 0, 30000, 30000), dice=dice).result
    assert isinstance(result, World)
    return result


@pytest.mark.rule("sbh.special.terror-charge", "sbh.morale.trigger-terror")
def test_an_enemy_about_to_be_touched_tests_and_flees_when_it_fails() -> None:
    world = charge(5, 2, 4)
    assert (world.figures[0].x, world.figures[0].y) == (30000, 30000)
    assert world.figures[1].y > 31600
    assert world.figures[1].status == ON_TABLE


@pytest.mark.rule("sbh.special.terror-fail-example")
def test_the_victim_of_terror_is_not_engaged_so_nobody_strikes_at_it() -> None:
    world = scene(ghost(300, 240, seat=0), elf(), elf(100, 580), elf(200, 580))
    played = play(Call(go, world, 0, 30000, 30000), dice=[5, 2, 4])
    assert "free-hack" not in played.kinds
    assert played.kinds.index("moves") < played.kinds.index("flees")


@pytest.mark.rule("sbh.special.terror-immunity")
def test_one_that_withstands_terror_is_immune_for_the_rest_of_the_game() -> None:
    world = charge(3, 4, 5)
    assert world.figures[1].steeled
    assert (world.figures[1].x, world.figures[1].y) == (30000, 31600)
    assert not charge(5, 2, 4).figures[1].steeled


@pytest.mark.rule("sbh.special.terror-fail-example", "sbh.morale.flee-from-melee")
def test_an_enemy_it_was_already_fighting_strikes_at_one_that_terror_drives_off() -> None:
    world = scene(ghost(300, 240, seat=0), elf(), elf(100, 580), elf(200, 580), man(316, 316))
    played = play(Call(go, world, 0, 30000, 30000), dice=[5, 2, 4, 1, 6])
    assert [tell.about for tell in played.tells if tell.kind == "free-hack"] == [(4, 1)]
    assert played.kinds[-1] == "flees"


@pytest.mark.rule("sbh.special.terror-fail-example", "sbh.morale.prone-adjacent")
def test_one_on_the_ground_cannot_flee_from_terror_that_touches_it() -> None:
    world = charge(5, 2, 4, prone=True)
    assert (world.figures[1].status, world.figures[1].removal) == (OUT_OF_ACTION, "helpless-morale-failure")


def cunning(world: World, seat: int) -> World:
    """The world in which a seat may play a dirty trick."""
    return world.with_band(changed(world.bands[seat], upgrades=(DIRTY_TRICKS,)))


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_a_dirty_trick_takes_the_terror_out_of_a_charge() -> None:
    world = cunning(scene(ghost(300, 240, seat=0), elf()), 1)
    played = play(Call(go, world, 0, 30000, 30000), answers=["terror"])
    assert (played.rolls, played.result.figures[1].y, played.result.bands[1].upgrades) == ([], 31600, ())
    assert played.result.figures[0].cancelled == 0
    declined = play(Call(go, world, 0, 30000, 30000), dice=[6, 6, 6], answers=["decline"])
    assert declined.result.figures[1].steeled


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_a_dirty_trick_opens_the_way_to_a_creature_of_terror() -> None:
    world = cunning(scene(man(), ghost(traits=TERROR | LEADER)), 0)
    played = play(Call(move, world, 0, BESIDE), answers=["terror"])
    assert (played.rolls, played.result[0].figures[0].y, played.result[0].figures[1].cancelled) == ([], 30000, 0)
    wasted = play(Call(move, world, 0, BESIDE), dice=[2], answers=["leader"])
    assert (wasted.result[0].figures[0].y, wasted.result[0].figures[1].cancelled) == (24000, 0)
