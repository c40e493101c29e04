"""Swarms: several bases that stay together."""

from __future__ import annotations

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import DEAD, LEADER, Figure, World
from escarmouche.systems.sbh.rules.actions import Doing
from escarmouche.systems.sbh.rules.conventions import touches
from escarmouche.systems.sbh.rules.groups import order_group
from escarmouche.systems.sbh.rules.morale import aftermath
from escarmouche.systems.sbh.rules.movement import contact_spot, move
from escarmouche.systems.sbh.rules.swarms import adrift, clumps
from escarmouche.systems.sbh.system import SYSTEM
from escarmouche.table.shapes import disc_meets_polygon
from tests.systems.sbh.scene import changed, fighter, key, play, scene, square


def bats(x: float, y: float = 300) -> Figure:
    """A base of bats of seat 0."""
    return fighter("bat-swarm", 0, x, y)


def refusal(world: World, x: float, y: float) -> str:
    """The key of the refusal of a move of figure 0 to x, y millimetres, or ""."""
    refused = Doing(world, 0, 3).check(("move", round(x * 100), round(y * 100)))
    return "" if refused is None else refused.key


WIDTH = bats(0).card.radius / 50


def spent(x: float, y: float = 300) -> Figure:
    """A base of bats that has been activated this turn."""
    return changed(bats(x, y), activated=True)


@pytest.mark.rule("sbh.special.swarm-cohesion")
def test_a_base_may_not_leave_its_kind_when_none_can_follow() -> None:
    world = scene(bats(300), spent(300 + WIDTH), fighter("human-warrior", 0, 100, 100))
    assert refusal(world, 280, 300) == "swarm-apart"
    assert refusal(world, 300 + WIDTH, 300 + WIDTH) == ""
    lying = scene(bats(300), changed(bats(300 + WIDTH), prone=True), fighter("human-warrior", 0, 100, 100))
    assert refusal(lying, 280, 300) == "swarm-apart"
    fresh = scene(bats(300), bats(300 + WIDTH), fighter("human-warrior", 0, 100, 100))
    assert refusal(changed(fresh, passing=True), 280, 300) == "swarm-apart"
    pinned = scene(bats(300), bats(300 + WIDTH), fighter("orc-warrior", 1, 300 + 2 * WIDTH, 300))
    assert refusal(pinned, 280, 300) == "swarm-apart"


@pytest.mark.rule("sbh.special.swarm-cohesion")
@pytest.mark.parametrize("profile", ["bat-swarm", "rat-swarm"])
def test_the_first_base_goes_a_full_move_ahead_and_the_others_follow(profile: str) -> None:
    def base(x: float) -> Figure:
        return fighter(profile, 0, x, 300)

    wide = base(0).card.radius / 50
    ahead = (0, 50, 80, 120)[base(0).card.move]
    world = scene(base(300), base(300 - wide), base(300 - 2 * wide), fighter("human-warrior", 0, 100, 100))
    for id in range(3):
        figure = world.figures[id]
        answer = ("move", figure.x + ahead * 100, figure.y)
        assert Doing(world, id, 1).check(answer) is None
        world, _ = play(Call(move, world, id, answer)).result
        world = world.with_figure(changed(world.figures[id], activated=True))
    assert [figure.x / 100 for figure in world.figures[:3]] == [300 + ahead, 300 - wide + ahead, 300 - 2 * wide + ahead]


@pytest.mark.rule("sbh.special.swarm-cohesion")
def test_the_first_base_may_not_go_where_none_can_catch_up() -> None:
    slow = changed(bats(300 + WIDTH), card=changed(bats(0).card, move=1))
    world = scene(bats(300), slow, fighter("human-warrior", 0, 100, 100))
    assert refusal(world, 250, 300) == ""
    assert refusal(world, 249, 300) == "swarm-apart"


@pytest.mark.rule("sbh.special.swarm-cohesion", "sbh.group.shared-successes")
def test_a_swarm_ordered_as_a_group_moves_and_charges() -> None:
    leader = fighter("human-warrior", 0, 300, 240, traits=LEADER)
    row = [fighter("rat-swarm", 0, 300 + n * WIDTH, 300) for n in range(3)]
    world = scene(leader, *row, fighter("orc-warrior", 1, 300, 342))
    order = Call(order_group, world, 0, ("group", (1, 2, 3)))
    doing = play(order, dice=[6], answers=[1, 1]).asked[-1].options
    spot = contact_spot(world, world.figures[1], world.figures[4])
    assert spot is not None
    assert doing.check(("move", *spot)) is None
    after = play(order, dice=[6], answers=[1, 1, ("move", *spot), 2]).asked[-1].options
    assert isinstance(after, Doing)
    assert after.id == 2
    assert key(after.check(("end",))) == "swarm-apart", "it comes back to the others"
    follow = next(answer for answer in after.listed() if answer[0] == "move")
    third = play(order, dice=[6], answers=[1, 1, ("move", *spot), 2, follow]).asked[-1].options
    assert isinstance(third, Doing)
    assert third.id == 3
    assert key(third.check(("end",))) == "swarm-apart", "and so does the last"
    world, _ = play(order, dice=[6], answers=[1, 1, ("move", *spot), 2, follow, third.listed()[0]]).result
    assert all(not adrift(world, figure, figure.x, figure.y) for figure in world.figures[1:4])


@pytest.mark.rule("sbh.special.swarm-cohesion")
def test_another_kind_of_swarm_does_not_count() -> None:
    other = fighter("rat-swarm", 0, 300 - WIDTH, 300)
    world = scene(bats(300), spent(300 + WIDTH), spent(300 + 2 * WIDTH), other, fighter("human-warrior", 0, 100, 100))
    assert refusal(world, 300 - WIDTH, 300 - WIDTH) == "swarm-apart"
    same = scene(*world.figures[:3], bats(300 - WIDTH))
    assert refusal(same, 300 - WIDTH, 300 - WIDTH) == ""


@pytest.mark.rule("sbh.special.swarm-cohesion")
def test_nor_may_it_leave_a_base_that_leans_on_it_and_has_acted() -> None:
    world = scene(bats(300), bats(300 + WIDTH), spent(300 - WIDTH), bats(300 + 2 * WIDTH))
    assert refusal(world, 300 + WIDTH, 300 + WIDTH) == "swarm-apart"
    fresh = world.with_figure(changed(world.figures[2], activated=False))
    assert refusal(fresh, 300 + WIDTH, 300 + WIDTH) == ""


@pytest.mark.rule("sbh.special.swarm-cohesion")
def test_the_last_base_is_free() -> None:
    world = scene(bats(300), fighter("human-warrior", 0, 100, 100))
    assert refusal(world, 280, 300) == ""


@pytest.mark.rule("sbh.special.swarm-cohesion")
def test_a_base_far_from_the_others_may_come_back_to_them_but_not_stray_farther() -> None:
    world = scene(bats(100), spent(300), spent(300 + WIDTH), fighter("human-warrior", 0, 100, 100))
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


FAR = [fighter("human-warrior", 0, 50 * n, 20) for n in range(1, 8)]


@pytest.mark.rule("sbh.special.swarm-close-ranks")
def test_two_halves_of_a_row_close_up_and_stay_in_their_order() -> None:
    row = [bats(300 + (n - 3) * WIDTH) for n in range(1, 6)]
    world = scene(changed(row[2], status=DEAD), row[0], row[1], row[3], row[4], *FAR)
    asked = play(Call(aftermath, world, 0, False)).asked
    assert [one.figure for one in asked] == [1], "one half of two bases moves"
    spots = asked[0].options.listed()
    after = play(Call(aftermath, world, 0, False), answers=[spots[1]]).result
    assert len(clumps(after, after.figures[0])) == 1
    assert [after.figures[id].x - world.figures[id].x for id in (1, 2, 3, 4)] == [1599, 1599, 0, 0]
    apart = play(Call(aftermath, world, 0, False), answers=["stay"]).result
    assert apart.figures[1:5] == world.figures[1:5]


@pytest.mark.rule("sbh.special.swarm-close-ranks")
def test_a_single_base_comes_to_the_larger_part() -> None:
    row = [bats(300 + n * WIDTH) for n in range(4)]
    world = scene(changed(row[1], status=DEAD), row[2], row[3], row[0], *FAR)
    assert [one.figure for one in play(Call(aftermath, world, 0, False)).asked] == [3]


@pytest.mark.rule("sbh.special.swarm-close-ranks")
@pytest.mark.parametrize("profile", ["human-warrior", "rat-swarm"])
def test_the_death_of_another_kind_closes_no_ranks(profile: str) -> None:
    gone = changed(fighter(profile, 0, 500, 500), status=DEAD)
    assert play(Call(aftermath, scene(gone, bats(200), bats(300), *FAR), 0, False)).asked == []


@pytest.mark.rule("sbh.special.swarm-close-ranks")
def test_nobody_closes_up_into_a_wall() -> None:
    middle = changed(bats(300), status=DEAD)
    wall = square("wall-or-tree", 296, 290, 8, 20, impassable=True)
    world = scene(middle, bats(300 - WIDTH - 2), bats(300 + WIDTH + 2), *FAR, pieces=[wall])
    for due in play(Call(aftermath, world, 0, False)).asked:
        for spot in due.options.listed()[1:]:
            assert not disc_meets_polygon(spot[0], spot[1], world.figures[1].card.radius, wall.shape)


# ---------------------------------------------------------------- what a screen shows of its way


def width_of(polygons: list[list[tuple[int, int]]]) -> int:
    """How wide the shape of where one could go is, in millimetres."""
    across = [x for polygon in polygons for x, _ in polygon]
    return (max(across) - min(across)) // 100


@pytest.mark.rule("sbh.special.swarm-cohesion", "sbh.group.shared-successes")
def test_the_reach_of_a_base_in_a_group_counts_on_those_that_may_follow() -> None:
    leader = fighter("human-warrior", 0, 300, 260, traits=LEADER)
    world = scene(leader, *[bats(300 + WIDTH * n) for n in range(3)], fighter("orc-warrior", 1, 300, 560))
    order = Call(order_group, world, 0, ("group", (1, 2, 3)))
    who = play(order, dice=[6], answers=[1]).asked[-1]
    assert (who.why, who.world.figures[1].activated) == ("sbh.group.shared-successes", True)
    assert width_of(SYSTEM.reach_now(who, 1)) > 100
    acting = play(order, dice=[6], answers=[1, 1]).asked[-1]
    shown = SYSTEM.reach_now(acting, 1)
    assert width_of(shown) > 100
    assert all(
        acting.options.check(("move", x, y)) is None for polygon in shown for x, y in polygon if (x, y) != (30000, 30000)
    )
    alone = play(order, dice=[6], answers=[1, 1, ("move", 30000, 34000), 2, ("move", 30000 + round(WIDTH * 100), 34000)]).asked[
        -1
    ]
    assert width_of(SYSTEM.reach_now(alone, 3)) < width_of(shown)
