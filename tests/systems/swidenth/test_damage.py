"""Damage: bands, push-backs and their chains, Stunned, Vitality, Out of action."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.swidenth.model import AMPHIBIOUS, FEAR, ON_TABLE, OUT, TWO_DEEP, Course, Figure, Ladder, World
from escarmouche.systems.swidenth.rules.activation import act
from escarmouche.systems.swidenth.rules.conventions import engaged, foes
from escarmouche.systems.swidenth.rules.damage import out_of_action, push_back, recoil, suffer
from escarmouche.systems.swidenth.rules.shooting import shoot
from escarmouche.systems.swidenth.rules.tangles import tangle
from escarmouche.table.pieces import Piece
from tests.systems.swidenth.scene import Played, body, box, changed, duel, man, pas, pit, play, scene

PUSH, SPARE = ("push",), ("spare",)


def hit(world: World, margin: int, *answers: Any, dice: Any = ()) -> Played:
    """Figure 1 suffers a final margin from figure 0."""
    return play(Call(suffer, world, 1, 0, margin, False, "defender"), dice, answers)


def row(*behind: Figure, pieces: Any = (), **more: Any) -> World:
    """A winner, a loser to the right of him, and what stands behind."""
    return scene(man(0, 10, 10), man(1, 11.2, 10), *behind, pieces=pieces, **more)


@pytest.mark.rule("swidenth.damage.margin", "swidenth.damage.out-band", "swidenth.damage.stunned-band")
@pytest.mark.parametrize(
    ("margin", "defence", "result"),
    [(5, 5, "pushed"), (6, 5, "stunned"), (10, 5, "stunned"), (11, 5, "out"), (9, 4, "out"), (-1, 5, "pushed"), (7, 3, "out")],
)
def test_the_three_bands(margin: int, defence: int, result: str) -> None:
    world = scene(man(0, 10, 10), man(1, 11.2, 10, defence=defence))
    assert hit(world, margin).outcomes == [f"defender-{result}"]


@pytest.mark.rule("swidenth.damage.margin", "swidenth.damage.stunned-band")
def test_damage_is_the_weapons_and_the_charges() -> None:
    weak = scene(man(0, 10, 10, hands=("two-handed-axe",)), man(1, 11.2, 10, defence=4))
    assert duel(weak, [7, 5], charge=(1,)).told("suffers-out").about == (1, 9, 4)
    shield = scene(man(0, 10, 10), man(1, 11.2, 10, defence=4, hands=("sword", "shield")))
    assert duel(shield, [8, 5], [SPARE]).outcomes == ["defender-pushed"]
    stunned = duel(shield, [9, 5])
    assert stunned.outcomes == ["defender-stunned"]
    assert engaged(stunned.world, stunned.figure(0), stunned.figure(1))


@pytest.mark.rule("swidenth.damage.pushback", "swidenth.damage.pushback-direction")
def test_the_winner_chooses_the_push_back_of_one_pas() -> None:
    pushed = hit(row(), 5, PUSH)
    assert pushed.asked[0].seat == 0
    assert (pushed.figure(1).x, pushed.figure(1).y) == (pas(12.2), pas(10))
    assert foes(pushed.world, pushed.figure(1)) == ()
    spared = hit(row(), 5, SPARE)
    assert engaged(spared.world, spared.figure(0), spared.figure(1))


@pytest.mark.rule("swidenth.damage.pushback-direction", "swidenth.fear.test")
def test_a_push_makes_new_engagements() -> None:
    world = scene(man(0, 10, 10), man(1, 11.2, 10), man(0, 13.5, 10))
    pushed = hit(world, 5, PUSH)
    assert foes(pushed.world, pushed.figure(1)) == (2,)
    ogre = scene(man(0, 10, 10), man(1, 11.2, 10), man(0, 13.5, 10, traits=FEAR))
    assert hit(ogre, 5, PUSH, dice=[7]).figure(1).stunned
    parted = scene(man(0, 10, 10), man(1, 11.2, 10), man(0, 11.2, 11.3))
    assert foes(hit(parted, 5, PUSH).world, hit(parted, 5, PUSH).figure(1)) == ()


@pytest.mark.rule("swidenth.damage.pushback-friends")
def test_one_or_two_friends_behind_may_fall_back_too() -> None:
    one = hit(row(man(1, 12.4, 10)), 5, PUSH, ("fall-back",))
    assert [one.figure(id).x for id in (1, 2)] == [pas(12.2), pas(13.4)]
    assert one.asked[1].seat == 1
    two = hit(row(man(1, 12.3, 9.4), man(1, 12.3, 10.6)), 5, PUSH, ("fall-back",))
    assert [two.figure(id).x for id in (1, 2, 3)] == [pas(12.2), pas(13.3), pas(13.3)]
    aside = hit(row(man(1, 12.7, 10.7)), 5, PUSH, ("fall-back",))
    assert aside.figure(2).x == pas(13.7)
    held = hit(row(man(1, 12.4, 10)), 5, PUSH, ("hold",))
    assert held.figure(1).stunned
    assert held.figure(1).x == pas(11.2)


@pytest.mark.rule("swidenth.damage.pushback-friends", "swidenth.damage.pushback-void")
def test_a_friend_pushed_over_an_edge_falls() -> None:
    world = row(man(1, 12.4, 10), pieces=[pit(12.6, 0, 20, 36, 2)])
    played = hit(world, 5, PUSH, ("fall-back",), dice=[20])
    assert played.told("falls").about == (2, pas(2), 6, 12)


@pytest.mark.rule("swidenth.damage.pushback-blocked")
def test_a_friend_who_cannot_go_blocks_the_push() -> None:
    column = row(man(1, 12.4, 10), man(1, 13.6, 10))
    stunned = hit(column, 5, PUSH)
    assert stunned.figure(1).stunned
    assert [one.x for one in stunned.world.figures] == [one.x for one in column.figures]
    engaged_friend = row(man(1, 12.4, 10), man(0, 12.4, 11.2))
    assert hit(engaged_friend, 5, PUSH).figure(1).stunned
    half = row(man(1, 12.3, 9.4), man(1, 12.3, 10.6), man(0, 12.3, 11.8))
    assert [one.x for one in hit(half, 5, PUSH).world.figures] == [one.x for one in half.figures]
    walled = row(man(1, 12.4, 10), pieces=[body("flat-obstacle", 13, 8, 14, 12, 1)])
    assert hit(walled, 5, PUSH).figure(1).stunned


@pytest.mark.rule("swidenth.damage.pushback-blocked")
def test_a_column_of_two_goes_where_the_table_says_so() -> None:
    column = changed(row(man(1, 12.4, 10), man(1, 13.6, 10)), switches=(TWO_DEEP,))
    played = hit(column, 5, PUSH, ("fall-back",))
    assert [played.figure(id).x for id in (1, 2, 3)] == [pas(12.2), pas(13.4), pas(14.6)]
    three = changed(row(man(1, 12.4, 10), man(1, 13.6, 10), man(1, 14.8, 10)), switches=(TWO_DEEP,))
    assert hit(three, 5, PUSH).figure(1).stunned


@pytest.mark.rule("swidenth.damage.pushback-wall", "swidenth.terrain.swim-climb")
def test_walls_enemies_water_and_the_edge_block_a_push() -> None:
    wall = row(pieces=[body("flat-obstacle", 12.3, 8, 13, 12, 0.5)])
    assert hit(wall, 1, PUSH).figure(1).stunned
    assert hit(wall, 1, PUSH).figure(1).x == pas(11.2)
    assert not hit(wall, 1, SPARE).figure(1).stunned
    kerb = row(pieces=[body("flat-obstacle", 12.3, 8, 13, 12, 0.4)])
    assert hit(kerb, 1, PUSH).figure(1).x == pas(12.2)
    assert hit(row(man(0, 12.6, 10)), 1, PUSH).figure(1).stunned
    river = Piece("deep-water", box(11.6, 0, 15, 36), impassable=True)
    assert hit(row(pieces=[river]), 1, PUSH).figure(1).stunned
    troll = scene(man(0, 10, 10), man(1, 11.2, 10, traits=AMPHIBIOUS), pieces=[river])
    assert hit(troll, 1, PUSH).figure(1).x == pas(12.2)
    edge = scene(man(0, 34, 10), man(1, 35.2, 10))
    assert hit(edge, 1, PUSH).figure(1).stunned


@pytest.mark.rule("swidenth.damage.pushback-wall", "swidenth.heroism.soften")
def test_a_blocked_push_is_avoided_before_it_is_blocked_or_never() -> None:
    edge = scene(man(0, 34, 10), man(1, 35.2, 10, heroism=1))
    saved = hit(edge, 1, PUSH, ("avoid-pushed", 1), dice=[8])
    assert not saved.figure(1).stunned
    kept = hit(edge, 1, PUSH, ("avoid-pushed", 0))
    assert kept.figure(1).stunned
    assert kept.figure(1).heroism == 1


@pytest.mark.rule("swidenth.damage.pushback-wall", "swidenth.mission.ravine-special")
def test_the_bank_of_a_ravine_stops_a_push_at_its_bottom() -> None:
    ravine = pit(5, 9, 15, 11, 4)
    bottom = scene(man(0, 10, 9.2, -4), man(1, 10, 10.4, -4), pieces=[ravine])
    blocked = hit(bottom, 1, PUSH)
    assert (blocked.figure(1).stunned, blocked.figure(1).y, blocked.figure(1).z) == (True, pas(10.4), -pas(4))
    along = scene(man(0, 8, 10, -4), man(1, 9.2, 10, -4), pieces=[ravine])
    pushed = hit(along, 1, PUSH).figure(1)
    assert (pushed.stunned, pushed.x, pushed.z) == (False, pas(10.2), -pas(4))


@pytest.mark.rule("swidenth.damage.pushback-void")
def test_a_push_over_an_edge_is_a_fall() -> None:
    wall = body("flat-obstacle", 5, 8, 11.5, 12, 3)
    high = scene(man(0, 10, 10, 3), man(1, 11.2, 10, 3), pieces=[wall])
    assert hit(high, 5, PUSH, dice=[19]).told("falls").about == (1, pas(3), 9, 18)
    low = scene(man(0, 10, 10, 1.2), man(1, 11.2, 10, 1.2), pieces=[body("flat-obstacle", 5, 8, 11.5, 12, 1.2)])
    foot = hit(low, 5, PUSH)
    assert foot.figure(1).z == 0
    assert foes(foot.world, foot.figure(1)) == ()


@pytest.mark.rule("swidenth.damage.pushback-void", "swidenth.terrain.ladder-rope")
def test_a_push_on_a_ladder_is_a_fall_from_there() -> None:
    ladder = Ladder("ladder", pas(10), pas(12), 0, -2500, 0, pas(3))
    climber = man(1, 10, 11.5, 2.6, climbing=0)
    world = scene(man(0, 10, 12.6, 3), climber, pieces=[body("flat-obstacle", 5, 12, 15, 14, 3)], ladders=[ladder])
    played = hit(world, 3, PUSH, dice=[20])
    assert played.told("falls").about == (1, pas(2.6), 9, 18)
    assert played.figure(1).z == 0
    back = scene(man(0, 10, 11.5, 2.6, climbing=0), man(1, 10, 12.6, 3), pieces=world.ground.pieces, ladders=[ladder])
    assert hit(back, 3, PUSH).figure(1).y == pas(13.6)


@pytest.mark.rule("swidenth.damage.vitality-loss", "swidenth.damage.out-band")
def test_one_blow_costs_at_most_one_vitality_and_leaves_the_figure_unhindered() -> None:
    world = scene(man(0, 10, 10), man(1, 11.2, 10, vitality=2))
    played = hit(world, 40)
    assert played.outcomes == ["defender-wounded"]
    assert (played.figure(1).vitality, played.figure(1).stunned, played.figure(1).x) == (1, False, pas(11.2))
    assert hit(played.world, 11).figure(1).status == OUT


@pytest.mark.rule("swidenth.state.out-of-action")
def test_one_who_is_out_blocks_nothing_and_drops_everything() -> None:
    world = scene(man(0, 10, 10), man(1, 11.2, 10, cargo="chest", hands=("sword", "shield")), man(0, 11.2, 11.3))
    played = play(Call(out_of_action, world, 1, 0))
    assert foes(played.world, played.figure(0)) == foes(played.world, played.figure(2)) == ()
    assert sorted((one.kind, one.item) for one in played.world.markers) == [
        ("chest", ""),
        ("item", "shield"),
        ("item", "sword"),
    ]
    through = play(Call(act, played.world, 0, Course()), [], [("move", (("walk", pas(13), pas(10)),))])
    assert through.figure(0).x == pas(13)


@pytest.mark.rule("swidenth.state.stunned-duration")
def test_stunned_lasts_for_the_next_phase_and_not_for_a_dodge() -> None:
    world = scene(man(0, 10, 10, missiles=("short-bow",)), man(1, 20, 10, stunned=True))
    shot = play(Call(shoot, world, 0, Course(), ("shoot", "short-bow", 1)), [5, 12])
    assert shot.told("totals").about[11] == 6
    assert shot.figure(1).stunned
    grouped = scene(man(0, 10, 10), man(1, 11.2, 10, defence=9), man(0, 12.4, 10), man(0, 11.2, 11.2))
    stunned = grouped.with_figure(changed(grouped.figures[1], stunned=True))
    second = duel(stunned, [5, 12], [SPARE])
    assert second.told("totals").about[10] is True
    assert not second.figure(1).stunned


@pytest.mark.rule("swidenth.damage.pushback-direction")
def test_the_push_goes_along_the_line_of_the_centres() -> None:
    world = scene(man(0, 10, 10), man(1, 10.9, 10.9))
    found = recoil(world, world.figures[1], world.figures[0].x, world.figures[0].y)
    assert abs(found.dx - found.dy) <= 1
    assert found.dx**2 + found.dy**2 == pytest.approx(pas(1) ** 2, rel=1e-3)
    assert tangle(world, 0, 1) == ((0,), (1,))
    assert play(Call(push_back, world, 1, 0)).figure(1).status == ON_TABLE
