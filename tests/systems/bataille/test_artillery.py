"""Artillery: crew, moving a piece, shells and bolts."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.bataille.model import BUSY, HERO, MOVED, PARALYSED, ROUTED, SERVED, SORCERER, Figure, World
from escarmouche.systems.bataille.rules.artillery import crew_serving, pierced
from escarmouche.systems.bataille.rules.core import Contacts
from escarmouche.systems.bataille.rules.deployment import types
from escarmouche.systems.bataille.rules.melee import Blows
from escarmouche.systems.bataille.rules.movement import Marching, move_side
from escarmouche.systems.bataille.rules.shooting import Shots, shooting
from tests.systems.bataille.scene import Played, box, changed, gun, inches, man, play, rule_of, scene


def crew(*spots: tuple[float, float], **changes: Any) -> list[Figure]:
    """Crew of the first figure, a gun."""
    return [man(0, x, y, gun=0, **changes) for x, y in spots]


THREE = ((8, 10), (10, 8), (10, 12))
"""Half an inch from a gun at 10, 10."""


def battery(*others: Figure, shell: str = "explosive", men: int = 1, **changes: Any) -> World:
    """A gun at 10, 10 with some crew, the figures behind them."""
    return scene(gun(0, 10, 10, shell), *crew(*THREE[:men]), *others, **changes)


def at(*spots: float) -> tuple[int, ...]:
    """Coordinates in inches."""
    return tuple([inches(one) for one in spots])


def fired(world: World, dice: list[int], target: int, firer: int = 1) -> Played:
    """What comes of a shot of the gun."""
    return play(Call(shooting, world), dice, [("declare", (0, firer, target))])


def hit(played: Played) -> list[int]:
    """Whom it hit."""
    return [figure for figure, _, _ in played.needs("core.defence-roll")]


def refused(world: World, *row: int) -> str:
    """The rule by which a shot of the gun is refused; empty when it is allowed."""
    return rule_of(Shots(world, 0).check(("declare", row)))


def serving(world: World) -> list[int]:
    """The crew who can serve the gun."""
    return crew_serving(world, world.figures[0], Contacts(world))


@pytest.mark.rule("bataille.artillery.crew-needed", "bataille.artillery.crew-distance", "bataille.artillery.crew-roster")
def test_a_gun_is_served_by_its_own_crew_less_than_an_inch_away() -> None:
    spots = ((10 - 1 - 0.5 - 0.9, 10), (10 + 1 + 0.5 + 1, 10))
    world = scene(gun(0, 10, 10), *crew(*spots), man(0, 10, 12), man(1, 30, 10))
    assert serving(world) == [1]
    assert refused(world, 0, 2, 4) == refused(world, 0, 3, 4) == "artillery.crew-needed"
    assert Shots(scene(gun(0, 10, 10), man(1, 30, 10)), 0).able() == []


@pytest.mark.rule("bataille.artillery.crew-moves")
@pytest.mark.parametrize(("men", "far"), [(3, 6), (2, 3), (1, 0)])
def test_a_gun_moves_by_its_crew(men: int, far: float) -> None:
    world = battery(man(1, 40, 40), men=men)
    named = tuple(range(1, men + 1))
    if far:
        assert Marching(world, 0).check(("gun", 0, *at(10 + far, 10), *named)) is None
    assert rule_of(Marching(world, 0).check(("gun", 0, *at(10.1 + far, 10), *named))) == "artillery.crew-moves"


@pytest.mark.rule("bataille.artillery.crew-move-along")
def test_the_crew_named_go_with_their_gun() -> None:
    world = battery(man(1, 40, 40), men=3)
    after = play(Call(move_side, world, 0), [], [("gun", 0, *at(13, 10), 1, 2)]).world
    assert [(one.x, one.y) for one in after.figures[:4]] == [at(13, 10), at(11, 10), at(13, 8), at(10, 12)]
    assert [one.having(SERVED) for one in after.figures[:4]] == [False, True, True, False]
    assert after.figures[3].having(MOVED) is False, "the third acts alone"
    near = battery(man(1, 14, 8), men=3)
    places = play(Call(move_side, near, 0), [], [("gun", 0, *at(13, 10), 1, 2, 3)]).world
    assert (places.figures[2].x, places.figures[2].y) != at(13, 8), "its place would touch an enemy"
    marsh = battery(man(1, 40, 40), men=3, pieces=[box("difficult", 10, 0, 12, 20)])
    assert Marching(marsh, 0).check(("gun", 0, *at(14, 10), 1, 2, 3)) is None
    assert rule_of(Marching(marsh, 0).check(("gun", 0, *at(14.2, 10), 1, 2, 3))) == "artillery.crew-moves"
    wall = battery(man(1, 40, 40), men=2, pieces=[box("low-wall", 11.5, 0, 12, 20)])
    assert rule_of(Marching(wall, 0).check(("gun", 0, *at(13, 10), 1, 2))) == "artillery.crew-moves"


@pytest.mark.rule("bataille.artillery.fire")
def test_one_crew_figure_fires_and_the_others_are_free() -> None:
    world = battery(man(1, 30, 10), men=3)
    played = fired(world, [6], 4, firer=2)
    assert [one.having(SERVED) for one in played.world.figures[:4]] == [True, False, True, False]


@pytest.mark.rule("bataille.artillery.uses-own-tir", "bataille.artillery.characteristics")
def test_the_gun_shoots_with_its_own_score() -> None:
    world = scene(gun(0, 10, 10, shooting=(4,)), *crew((8, 10), shooting=(1,), traits="powerful"), man(1, 30, 10))
    played = fired(world, [4, 1], 2)
    assert played.needs("artillery.uses-own-tir") == [(0, 1, 4)]
    assert played.needs("core.defence-roll") == [(2, 1, 3)], "its crew's abilities do not matter"


@pytest.mark.rule("bataille.artillery.one-shot", "bataille.artillery.move-or-fire")
def test_a_gun_is_moved_or_fired_once() -> None:
    world = battery(man(1, 30, 10), men=3)
    moved = play(Call(move_side, world, 0), [], [("gun", 0, *at(11, 10), 1, 2)]).world
    assert Shots(moved, 0).able() == []
    assert refused(moved, 0, 3, 4) == "artillery.move-or-fire", "not even by the third"
    assert len(fired(world, [6], 4).needs("artillery.uses-own-tir")) == 1
    twice = Shots(world, 0).check(("declare", (0, 1, 4), (0, 2, 4)))
    assert twice is not None


@pytest.mark.rule("bataille.artillery.crew-nothing-else")
def test_crew_do_nothing_else() -> None:
    for state in (MOVED | BUSY, BUSY):
        assert serving(scene(gun(0, 10, 10), *crew((8, 10), state=state))) == []
    used = scene(gun(0, 10, 10), *crew((8, 10), state=SERVED, traits="reach"), man(1, 6, 10))
    assert Blows(used, 0).able() == []
    own = scene(gun(0, 10, 10), *crew((8, 10), shooting=(3,)), man(1, 20, 10))
    assert rule_of(Shots(own, 0).check(("declare", (0, 1, 2), (1, 2)))) == "artillery.crew-nothing-else"
    moved = play(Call(move_side, own, 0), [], [("move", 1, *at(8, 10.2))]).world
    assert serving(moved) == []


@pytest.mark.rule("bataille.artillery.crew-free")
def test_crew_who_leave_their_gun_alone_act_like_others() -> None:
    world = scene(gun(0, 10, 10), *crew((8, 10), shooting=(3,)), man(1, 15, 20))
    assert Shots(world, 0).check(("declare", (1, 2))) is None
    assert Marching(world, 0).check(("move", 1, *at(6, 10))) is None


@pytest.mark.rule("bataille.artillery.range")
@pytest.mark.parametrize(("x", "refusal"), [(47.5, ""), (47.6, "artillery.range")])
def test_a_gun_reaches_36_inches(x: float, refusal: str) -> None:
    world = scene(gun(0, 10, 10), *crew((8, 10)), man(1, x, 10)) if x <= 47.5 else None
    if world is None:
        world = scene(gun(0, 9.8, 10), *crew((7.8, 10)), man(1, 47.4, 10))
    assert refused(world, 0, 1, 2) == refusal


@pytest.mark.rule("bataille.artillery.minimum-range")
@pytest.mark.parametrize(("x", "refusal"), [(17.5, ""), (17.4, "artillery.minimum-range")])
def test_a_gun_does_not_fire_at_what_is_near(x: float, refusal: str) -> None:
    assert refused(battery(man(1, x, 10)), 0, 1, 2) == refusal


@pytest.mark.rule("bataille.artillery.minimum-range-splash")
def test_the_template_may_cover_what_is_nearer_and_the_line_not() -> None:
    splash = fired(battery(man(1, 18, 10), man(1, 16.5, 10)), [1, 1, 1, 1], 2)
    assert hit(splash) == [2, 3], "the second stands at 5 inches, and is no cover that stopped it"
    world = battery(man(1, 19.5, 10), man(1, 16.2, 10), shell="piercing")
    assert pierced(world, world.figures[0], 2, 2, []) == [2], "the line begins 6 inches from the gun"


@pytest.mark.rule("bataille.artillery.normal-shooting-rules")
def test_a_gun_obeys_the_rules_of_shooting() -> None:
    assert refused(battery(man(1, 30, 10), man(0, 31, 10)), 0, 1, 2) == "shoot.not-into-melee"
    assert refused(battery(man(1, 30, 10), pieces=[box("hill", 18, 5, 22, 15)]), 0, 1, 2) == "shoot.line-of-sight"
    assert refused(battery(man(1, 30, 10), pieces=[box("wood", 18, 5, 21, 15)]), 0, 1, 2) == "shoot.line-of-sight"
    ahead = scene(gun(0, 10, 10), *crew((8, 10), (11.9, 10)), man(1, 30, 10))
    assert hit(fired(ahead, [1, 4, 6], 3)) == [2], "its own crew in front of the muzzle"
    two = battery(man(1, 30, 10), man(0, 20, 10), man(0, 24, 10))
    assert len(fired(two, [1, 1, 1, 6], 2).needs("cover.roll")) == 2


@pytest.mark.rule("bataille.artillery.engaged-crew")
def test_engaged_routed_and_paralysed_crew_do_not_serve() -> None:
    world = scene(gun(0, 10, 10), *crew(*THREE), man(1, 7, 10), man(1, 10, 13), man(1, 30, 10))
    assert serving(world) == [2]
    assert refused(world, 0, 2, 6) == ""
    for state in (ROUTED, PARALYSED):
        assert serving(scene(gun(0, 10, 10), *crew((8, 10), state=state))) == []
    touched = battery(man(1, 11.5, 10), man(1, 30, 14))
    assert serving(touched) == [1], "an enemy who touches only the piece does not stop it"


@pytest.mark.rule("bataille.artillery.hero-restriction")
def test_whom_a_gun_may_aim_at() -> None:
    world = battery(man(1, 15, 14), man(1, 21.5, 10, role=HERO), man(1, 23.5, 14))
    assert refused(world, 0, 1, 3) == "", "the orc at less than 6 inches does not shield"
    shielded = battery(man(1, 18, 14), man(1, 21.5, 10, role=SORCERER))
    assert refused(shielded, 0, 1, 3) == "shoot.hero-restriction"
    beside = battery(man(1, 21.5, 10), man(1, 22.6, 10, role=HERO))
    assert hit(fired(beside, [1, 1, 1], 2)) == [2, 3]


@pytest.mark.rule("bataille.artillery.explosive", "bataille.artillery.affected-one-hit", "bataille.artillery.template-place")
def test_a_shell_hits_everybody_under_its_template() -> None:
    near = man(1, 30, 11.9), man(0, 31.9, 10), man(1, 30, 12), man(1, 30, 8, radius=inches(0.8))
    played = fired(battery(man(1, 30, 10), *near), [3, 1, 1, 1, 1], 2)
    assert hit(played) == [2, 3, 4, 6], "touching the edge of the template is not enough"
    assert fired(battery(man(1, 30, 10)), [4], 2).kinds[-1] == "shot-missed", "no scatter"


@pytest.mark.rule("bataille.artillery.collateral-melee")
def test_a_fight_beside_the_target_is_hit_too() -> None:
    played = fired(battery(man(1, 30, 10), man(1, 31.2, 10), man(0, 31.2, 11, role=HERO)), [1, 1, 1, 1], 2)
    assert hit(played) == [2, 3, 4]


def line(*spots: float, shell: str = "piercing", **changes: Any) -> World:
    """A gun and enemies on its line at these distances from the edge of its base to their centres; the first is the target."""
    return battery(*[man(1, 11 + spot, 10) for spot in spots], shell=shell, **changes)


@pytest.mark.rule("bataille.artillery.piercing", "bataille.artillery.piercing-line")
def test_a_bolt_pierces_the_line_near_its_impact() -> None:
    world = line(20.5, 15.5, 25.5, 14.1, 26.9, 13.9, 28)
    assert pierced(world, world.figures[0], 2, 2, []) == [2, 3, 4, 5, 6]
    end = line(33, 36.4, 36.6)
    assert pierced(end, end.figures[0], 2, 2, []) == [2, 3], "the line ends at 36 inches"
    off = battery(man(1, 31, 10), man(1, 34, 10.3), man(1, 35, 10.6), shell="piercing")
    assert pierced(off, off.figures[0], 2, 2, []) == [2, 3]
    house = line(20, 25, pieces=[box("building", 33, 8, 34, 12)])
    assert pierced(house, house.figures[0], 2, 2, []) == [2]
    behind = line(20, 15, 25, off="piercing-both-ways")
    assert pierced(behind, behind.figures[0], 2, 2, []) == [2, 4]
    friend = battery(man(1, 31, 10), man(0, 34, 10), shell="piercing")
    assert hit(fired(friend, [1, 1, 1], 2)) == [2, 3]


@pytest.mark.rule("bataille.artillery.piercing-cover")
def test_whom_a_bolt_pierces_is_no_cover() -> None:
    world = battery(man(1, 31, 10), man(0, 21, 10), man(1, 27, 10), shell="piercing")
    played = fired(world, [1, 1, 1, 1], 2)
    assert len(played.needs("cover.roll")) == 1
    assert hit(played) == [2, 4], "the friend it passed is not hit"
    wall = line(20, pieces=[box("low-wall", 30, 5, 30.5, 15)])
    assert len(fired(wall, [1, 1, 1], 2).needs("cover.roll")) == 1


@pytest.mark.rule("bataille.artillery.cover-burst")
def test_a_stopped_shell_bursts_where_it_was_stopped() -> None:
    wall = battery(man(1, 30, 10), pieces=[box("low-wall", 28.5, 5, 29, 15)])
    assert hit(fired(wall, [1, 5], 2)) == []
    world = battery(man(1, 30, 10), man(0, 28.5, 10), man(1, 27, 10, status=2))
    assert hit(fired(world, [1, 5, 1, 1], 2)) == [2, 3], "the orc behind the friend is under it too"
    alone = battery(man(1, 30, 10), man(0, 28.5, 10), off="stopped-shell-bursts")
    assert hit(fired(alone, [1, 5, 1], 2)) == [3]
    bolt = battery(man(1, 31, 10), man(0, 21, 10), man(0, 24, 10), man(1, 29.6, 10), shell="piercing")
    stopped = fired(bolt, [1, 2, 5, 1, 1], 2)
    assert hit(stopped) == [4, 5], "from 13 inches it reaches 19; whom it passed and the target are safe"


@pytest.mark.rule("bataille.artillery.deployed-with-crew")
def test_a_gun_and_its_crew_are_one_type() -> None:
    waiting = [changed(one, status=1) for one in (gun(0, 0, 0), *crew((0, 0), (0, 0)), man(0, 0, 0))]
    assert types(scene(*waiting), 0) == {"gun 0": [0, 1, 2], "man": [3]}


@pytest.mark.rule("bataille.artillery.fire")
def test_a_gun_is_fired_at_somebody_or_not_at_all() -> None:
    world = battery(man(1, 30, 10), man(0, 5, 5))
    assert refused(world, 0, 1, 2) == ""
    assert refused(world, 0, 1, -1) == "artillery.fire", "it would fire at whoever stands last in the list"
