"""Tangles: outnumbering, sub-groups chosen by the larger side, fights inside them."""

from __future__ import annotations

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.swidenth.model import Course, World
from escarmouche.systems.swidenth.rules.activation import act
from escarmouche.systems.swidenth.rules.melee import fight
from escarmouche.systems.swidenth.rules.tangles import Splitting, helpers, most_served, opponents, split, tangle
from escarmouche.systems.swidenth.rules.turn import dawn
from tests.systems.swidenth.scene import changed, cited, duel, man, play, refused, scene, totals, trail

SPARE = ("spare",)


def around(count: int) -> World:
    """So many of seat 0 around one of seat 1, which comes last."""
    spots = [(10, 10), (12.4, 10), (11.2, 11.2), (11.2, 8.8)][:count]
    return scene(*[man(0, x, y) for x, y in spots], man(1, 11.2, 10))


def three_on_two() -> World:
    """A (0) touches X (3), B (1) touches X and Y, C (2) touches Y (4)."""
    return scene(man(0, 10, 10), man(0, 12, 11), man(0, 14, 10), man(1, 11.2, 10), man(1, 12.8, 10))


@pytest.mark.rule("swidenth.melee.outnumber")
def test_each_ally_more_gives_three_whoever_starts() -> None:
    for count, value in ((2, 3), (3, 6), (4, 9)):
        world = around(count)
        assert totals(duel(world, [5, 20], target=count))[0] == 5 + value
        answered = play(Call(fight, world, count, 0, False, ()), [10, 10], [])
        assert totals(answered) == (10, 10 + value)
    assert totals(duel(around(1), [5, 20]))[0] == 5


@pytest.mark.rule("swidenth.melee.outnumber")
def test_two_different_enemies_do_not_help_each_other() -> None:
    world = scene(man(0, 10, 10), man(1, 11.2, 10), man(2, 12.4, 10), seats=3)
    assert helpers(world, 0, 1) == helpers(world, 2, 1) == 0
    fleeing = changed(around(2), figures=tuple(changed(one, stunned=True, fleeing=True) for one in around(2).figures))
    assert helpers(fleeing, 0, 2) == 1


@pytest.mark.rule("swidenth.melee.subgroups")
def test_the_larger_side_splits_before_the_fight() -> None:
    world = three_on_two()
    assert refused(world, ("fight", 4), 2) != ""
    played = play(Call(act, world, 3, Course()), [], [("fight", -1)])
    assert played.why[-1] == "swidenth.melee.subgroups"
    assert played.asked[-1].seat == 0
    assert set(played.asked[-1].options.listed()) == {
        ("split", ((0, 3), (1, 3), (2, 4))),
        ("split", ((0, 3), (1, 4), (2, 4))),
    }


def divided(world: World, *pairs: tuple[int, int]) -> World:
    return play(Call(split, world, 0, 3), [], [("split", pairs)]).world


@pytest.mark.rule("swidenth.melee.subgroup-fights", "swidenth.melee.subgroups")
def test_fights_stay_inside_a_sub_group() -> None:
    world = divided(three_on_two(), (0, 3), (1, 3), (2, 4))
    assert opponents(world, 1) == (3,)
    assert opponents(world, 4) == (2,)
    assert cited_fight(world, 1, 4) == "swidenth.melee.subgroup-fights"
    assert [helpers(world, *pair) for pair in ((0, 3), (1, 3), (2, 4))] == [1, 1, 0]
    x = play(Call(fight, world, 3, 0, False, ()), [10, 10], [])
    assert totals(x) == (10, 13)


def cited_fight(world: World, id: int, target: int) -> str:
    return cited(trail(world, id).check(("fight", target)))


@pytest.mark.rule("swidenth.melee.subgroup-fights", "swidenth.melee.subgroups")
def test_a_split_is_void_when_somebody_goes_or_the_turn_ends() -> None:
    world = divided(three_on_two(), (0, 3), (1, 3), (2, 4))
    gone = world.with_figure(changed(world.figures[0], status=1))
    assert set(opponents(gone, 1)) == {3, 4}
    assert helpers(gone, 1, 3) == 0
    assert dawn(world).splits == ()


@pytest.mark.rule("swidenth.melee.subgroup-limits")
def test_one_faces_only_whom_it_touches_and_equals_are_not_split() -> None:
    world = three_on_two()
    options = Splitting(world, (0, 1, 2), (3, 4))
    assert cited(options.check(("split", ((0, 4), (1, 3), (2, 4))))) == "swidenth.melee.subgroup-limits"
    assert cited(options.check(("split", ((0, 3), (1, 3))))) == "swidenth.melee.subgroup-limits"
    assert options.check(("split", ((0, 3), (1, 4), (2, 4)))) is None
    even = scene(man(0, 10, 10), man(0, 12, 11), man(1, 11.2, 10), man(1, 12.8, 10))
    assert tangle(even, 0, 2) == ((0, 1), (2, 3))
    assert helpers(even, 0, 2) == helpers(even, 1, 2) == 0
    assert set(opponents(even, 1)) == {2, 3}


@pytest.mark.rule("swidenth.melee.subgroups", "swidenth.melee.subgroup-limits")
def test_nobody_is_left_without_an_opponent_where_that_can_be() -> None:
    assert most_served([(3, 4), (3, 4)]) == 2
    assert most_served([(3,), (3,)]) == 1
    world = scene(man(0, 10, 10), man(0, 11.2, 11.2), man(0, 12, 11), man(1, 11.2, 10), man(1, 12.8, 10))
    options = Splitting(world, (0, 1, 2), (3, 4))
    assert cited(options.check(("split", ((0, 3), (1, 3), (2, 3))))) == "swidenth.melee.subgroups"


@pytest.mark.rule("swidenth.melee.subgroup-limits")
def test_one_who_cannot_be_served_shares_a_sub_group() -> None:
    """X1 and X2 touch only A; X3 touches A, B, C, D: four against three."""
    xs = [man(1, 9, 10.9), man(1, 9, 9.1), man(1, 11.2, 10)]
    world = scene(man(0, 10, 10), man(0, 12.4, 10), man(0, 11.2, 11.2), man(0, 11.2, 8.8), *xs)
    listed = Splitting(world, (0, 1, 2, 3), (4, 5, 6)).listed()
    assert all(dict(pairs)[1] == dict(pairs)[2] == dict(pairs)[3] == 6 for _, pairs in listed)
    after = play(Call(split, world, 0, 6), [], [listed[0]]).world
    assert [helpers(after, id, 0) for id in (4, 5)] == [1, 1]
    assert [helpers(after, id, 6) for id in (1, 2, 3)] == [2, 2, 2]


@pytest.mark.rule("swidenth.melee.subgroups")
def test_the_smaller_side_fights_whom_it_was_left() -> None:
    """X wants A; the other player first puts A with Y."""
    world = scene(man(1, 11.2, 10.8), man(1, 10, 10), man(1, 12.4, 10), man(0, 11.2, 9.6), man(0, 11.2, 12))
    assert tangle(world, 3, 0)[1] == (0, 1, 2)
    played = play(Call(act, world, 3, Course()), [], [("fight", -1)])
    assert played.told("sub-groups").about == (1, 2)
    assert played.asked[-1].options.listed() == [("opponent", 1), ("opponent", 2)]
