"""Swarms: several bases that stay together."""

from __future__ import annotations

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import DEAD, Figure, World
from escarmouche.systems.sbh.rules.actions import Doing
from escarmouche.systems.sbh.rules.conventions import touches
from escarmouche.systems.sbh.rules.morale import aftermath
from tests.systems.sbh.scene import changed, fighter, play, scene


def bats(x: float, y: float = 300) -> Figure:
    """A base of bats of seat 0."""
    return fighter("bat-swarm", 0, x, y)


def refusal(world: World, x: float, y: float) -> str:
    """The key of the refusal of a move of figure 0 to x, y millimetres, or ""."""
    refused = Doing(world, 0, 3).check(("move", round(x * 100), round(y * 100)))
    return "" if refused is None else refused.key


WIDTH = bats(0).card.radius / 50


@pytest.mark.rule("sbh.special.swarm-cohesion")
def test_a_base_may_not_leave_its_kind() -> None:
    world = scene(bats(300), bats(300 + WIDTH), fighter("human-warrior", 0, 100, 100))
    assert refusal(world, 280, 300) == "swarm-apart"
    assert refusal(world, 300 + WIDTH, 300 + WIDTH) == ""


@pytest.mark.rule("sbh.special.swarm-cohesion")
def test_another_kind_of_swarm_does_not_count() -> None:
    other = fighter("rat-swarm", 0, 300 - WIDTH, 300)
    world = scene(bats(300), bats(300 + WIDTH), bats(300 + 2 * WIDTH), other, fighter("human-warrior", 0, 100, 100))
    assert refusal(world, 300 - WIDTH, 300 - WIDTH) == "swarm-apart"
    same = scene(*world.figures[:3], bats(300 - WIDTH))
    assert refusal(same, 300 - WIDTH, 300 - WIDTH) == ""


@pytest.mark.rule("sbh.special.swarm-cohesion")
def test_nor_may_it_leave_a_base_that_leans_on_it() -> None:
    world = scene(bats(300), bats(300 + WIDTH), bats(300 - WIDTH), bats(300 + 2 * WIDTH))
    assert refusal(world, 300 + WIDTH, 300 + WIDTH) == "swarm-apart"


@pytest.mark.rule("sbh.special.swarm-cohesion")
def test_the_last_base_is_free() -> None:
    world = scene(bats(300), fighter("human-warrior", 0, 100, 100))
    assert refusal(world, 280, 300) == ""


@pytest.mark.rule("sbh.special.swarm-cohesion")
def test_a_base_far_from_the_others_may_come_back_to_them_but_not_stray_farther() -> None:
    world = scene(bats(100), bats(300), bats(300 + WIDTH), fighter("human-warrior", 0, 100, 100))
    assert refusal(world, 160, 300) == ""
    assert refusal(world, 60, 300) == "swarm-apart"


@pytest.mark.rule("sbh.special.swarm-close-ranks")
def test_a_gap_left_by_a_killed_base_may_be_closed_at_once() -> None:
    middle = changed(bats(300), status=DEAD)
    far = [fighter("human-warrior", 0, 50 * n, 20) for n in range(1, 8)]
    world = scene(middle, bats(300 - WIDTH), bats(300 + WIDTH), *far)
    asked = play(Call(aftermath, world, 0, False)).asked
    spots = asked[0].options.listed()
    assert spots[0] == "stay"
    closed = play(Call(aftermath, world, 0, False), answers=[spots[1]]).result
    assert touches(closed, closed.figures[1].x, closed.figures[1].y, closed.figures[1].card.radius, closed.figures[2])
    assert closed.figures[2].x == world.figures[2].x


@pytest.mark.rule("sbh.special.swarm-close-ranks")
def test_nothing_is_asked_where_no_gap_opened() -> None:
    gone = changed(bats(300 + 2 * WIDTH), status=DEAD)
    far = [fighter("human-warrior", 0, 50 * n, 20) for n in range(1, 8)]
    assert play(Call(aftermath, scene(gone, bats(300), bats(300 + WIDTH), *far), 0, False)).asked == []
