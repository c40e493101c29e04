"""The end of a battle: when it comes, who has won, what objectives are worth."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import (
    CHAMPION,
    COMMANDER,
    DESTROYED,
    FLED,
    INCH,
    JOINED,
    ON_TABLE,
    RESERVE,
    ROUTED,
    Goal,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.ending import (
    CONCEDE,
    goal_points,
    held_by,
    is_over,
    lost_share,
    nv_left,
    outcome,
    points,
    turn_points,
    why_over,
    winner,
)
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.turn import Declarations, act, new_turn
from tests.systems.masse.field import changed, engine, field, hero, play, structure, unit


def foot(seat: int, x: float = 30, y: float = 20, **changes: Any) -> Unit:
    """Ten figures of NV 1."""
    return unit("infanterie-reguliere", seat, x, y, 90 if seat == 0 else 270, **changes)


def mill(kind: str = "hold", seat: int = -1, worth: int = 2) -> Goal:
    """A place at 30, 30, to be held from within 4 in."""
    return Goal(kind, worth, seat, 30 * INCH, 30 * INCH, 4 * INCH, name_en="the mill", name_fr="le moulin")


# ---------------------------------------------------------------- when it ends (masse.victory.end)


@pytest.mark.rule("masse.victory.end")
def test_it_ends_when_a_side_has_nobody_unrouted_left() -> None:
    world = field(foot(0), foot(1, y=40))
    assert not is_over(world)
    for changes in ({"morale": ROUTED}, {"status": DESTROYED}, {"status": FLED}):
        over = world.with_unit(changed(world.units[1], **changes))
        assert (why_over(over), winner(over)) == ("masse.victory.end", 0)
    late = world.with_unit(changed(world.units[1], status=RESERVE, entry_turn=3))
    assert not is_over(late)


@pytest.mark.rule("masse.victory.end")
def test_it_ends_after_the_last_turn() -> None:
    world = field(foot(0), foot(1, y=40), turn=3, turn_limit=3)
    assert not is_over(world)
    result = play(Call(new_turn, world)).result
    assert (result.reason, result.winner, result.scores) == ("masse.victory.end", -1, (0, 0))
    assert play(Call(new_turn, changed(world, turn_limit=0))).asked


@pytest.mark.rule("masse.victory.end")
def test_it_ends_when_a_side_concedes() -> None:
    world = field(foot(0), foot(1, y=40))
    assert Doing(world, 0, 0).check(CONCEDE) is None
    assert Doing(world, 0, 0).check(("concede", 1)) is not None
    result = play(Call(act, world, 0), answers=[CONCEDE]).result
    assert (result.winner, result.reason, result.world.sides[0].conceded) == (1, "masse.victory.end", True)
    declared = play(Call(new_turn, changed(world, turn=0)), answers=[CONCEDE]).result
    assert declared.winner == 1
    assert CONCEDE in Declarations(world, 0).listed()


# ---------------------------------------------------------------- who has won (masse.victory.winner)


@pytest.mark.rule("masse.victory.winner")
def test_at_the_turn_limit_the_smaller_share_lost_wins() -> None:
    world = field(foot(0, figures=10, began=10), foot(1, y=40, figures=20), turn=4, turn_limit=3)
    one, other = world.units
    assert winner(world) == -1
    hurt = world.with_unit(changed(one, figures=9)).with_unit(changed(other, figures=19))
    assert (lost_share(hurt, 0), lost_share(hurt, 1), winner(hurt)) == (1000, 500, 1)
    assert outcome(hurt).scores == (5, 10)


@pytest.mark.rule("masse.victory.winner")
def test_routed_and_departed_units_count_as_lost_and_heroes_share_the_fate_of_theirs() -> None:
    led = foot(0)
    world = field(led, foot(0, 10), foot(1, y=40), hero(0, host=0, role=COMMANDER), hero(0, host=1, role=CHAMPION))
    assert nv_left(world, 0) == 10 + 10 + 2 + 2
    assert lost_share(world, 0) == 0
    routed = world.with_unit(changed(world.units[0], morale=ROUTED))
    assert nv_left(routed, 0) == 10 + 2
    gone = world.with_unit(changed(world.units[1], status=FLED))
    assert nv_left(gone, 0) == 10 + 2
    carried = world.with_unit(changed(world.units[0], carried=0, figures=7))
    assert nv_left(carried, 0) == 7 + 10 + 4


@pytest.mark.rule("masse.victory.winner")
def test_the_objective_decides_before_losses() -> None:
    near, far = foot(0, 30, 27), foot(1, 30, 50)
    world = field(changed(near, figures=5), far, goals=(mill(),), turn=9, turn_limit=8)
    assert (points(world, 0), points(world, 1), winner(world)) == (2, 0, 0)
    assert lost_share(world, 0) > lost_share(world, 1)
    assert winner(changed(world, goals=())) == 1
    assert outcome(world).scores == (200, 50)


# ---------------------------------------------------------------- objectives


@pytest.mark.rule("masse.victory.winner")
def test_a_place_is_held_by_those_who_alone_stand_there() -> None:
    goal = mill()
    one, other = foot(0, 30, 27), foot(1, 30, 50)
    assert held_by(field(one, other), goal) == 0
    assert held_by(field(changed(one, y=10 * INCH), other), goal) == -1
    both = field(one, foot(1, 30, 33))
    assert held_by(both, goal) == -1
    assert held_by(both, mill(seat=1)) == 1
    assert held_by(field(changed(one, morale=ROUTED), foot(0, 5, 5), other), goal) == -1
    assert held_by(field(changed(one, altitude=2), other), goal) == -1


@pytest.mark.rule("masse.victory.winner")
def test_heroes_hold_nothing_and_crews_do() -> None:
    other = foot(1, 30, 50)
    assert held_by(field(hero(0, 30, 30), foot(0, 5, 5), other), mill()) == -1
    assert held_by(field(engine("baliste", 0, 30, 30), foot(0, 5, 5), other), mill()) == 0


@pytest.mark.rule("masse.victory.winner")
def test_whoever_is_left_alone_holds_everything() -> None:
    world = field(foot(0, 5, 5), foot(1, 30, 30, morale=ROUTED))
    assert held_by(world, mill(seat=1)) == 0


@pytest.mark.rule("masse.victory.winner")
def test_places_that_are_kept_give_their_points_at_the_end_of_every_turn() -> None:
    world = field(foot(0, 30, 27), foot(1, 30, 50), goals=(mill("keep", worth=1), mill("hold")))
    played = play(Call(turn_points, world))
    assert [tell.about for tell in played.tells] == [(0, "goal-0", 1, 1)]
    assert (played.result.sides[0].points, played.result.sides[1].points) == (1, 0)
    assert points(played.result, 0) == 1 + 2
    again = play(Call(turn_points, played.result)).result
    assert again.sides[0].points == 2
    turned = play(Call(new_turn, changed(world, turn=1, turn_limit=1))).result
    assert turned.world.sides[0].points == 1


@pytest.mark.rule("masse.victory.winner")
def test_a_structure_brought_down_and_a_commander_slain() -> None:
    gate = Goal("destroy", 3, 0, structure=0)
    king = Goal("slay", 2, 0)
    chief = hero(1, 40, 40, army_commander=True)
    door = structure("porte-standard", 10, 10, 3, 1)
    world = field(foot(0), foot(1, y=40), chief, structures=[door], goals=(gate, king))
    assert [goal_points(world, goal, 0) for goal in (gate, king)] == [0, 0]
    broken = world.with_structure(changed(world.structures[0], damage=world.structures[0].pr))
    assert [goal_points(broken, gate, seat) for seat in (0, 1)] == [3, 0]
    dead = world.with_unit(changed(world.units[2], status=DESTROYED))
    assert [goal_points(dead, king, seat) for seat in (0, 1)] == [2, 0]


def test_before_the_first_turn_nothing_is_over() -> None:
    world: World = field(foot(0, status=RESERVE), foot(1, status=RESERVE), turn=0)
    assert not is_over(world)
    assert world.units[0].status != ON_TABLE


@pytest.mark.rule("masse.victory.winner", "masse.move.leave-table")
def test_a_commander_who_was_driven_off_is_slain_to_the_objective() -> None:
    king = Goal("slay", 2, 0)
    world = field(foot(0), foot(1, y=40), hero(1, 40, 40, army_commander=True), hero(1, 42, 40), goals=(king,))
    fled = world.with_unit(changed(world.units[2], status=FLED))
    assert [goal_points(fled, king, seat) for seat in (0, 1)] == [2, 0]
    other = world.with_unit(changed(world.units[3], status=FLED))
    assert goal_points(other, king, 0) == 0, "any other hero is not the commander"
    joined = world.with_unit(changed(world.units[2], status=JOINED, host=1))
    assert goal_points(joined, king, 0) == 0
