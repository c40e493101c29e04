"""What a lost fight or a shot does: push-backs and what blocks them, Stunned, Vitality, Out of action."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Answer, Call
from escarmouche.systems.swidenth.model import NEUTRAL, ON_TABLE, OUT, TWO_DEEP, Figure, World
from escarmouche.systems.swidenth.rules.conventions import foes, is_engaged
from escarmouche.systems.swidenth.rules.damage import band, suffer
from escarmouche.systems.swidenth.rules.equipment import defence
from escarmouche.systems.swidenth.rules.values import PAS
from tests.systems.swidenth.arena import box, fighter, scene
from tests.systems.swidenth.scene import Played, play

PUSH: Answer = ("push",)
SPARE: Answer = ("spare",)


def loser(profile: str = "imperial-human", x: float = 20, **changes: Any) -> Figure:
    """Figure 0, D5, whom figure 1 has beaten."""
    return fighter(profile, 0, x, 20, **changes)


def beaten(*others: Figure, pieces: Any = (), victim: Figure | None = None, **changes: Any) -> World:
    """The loser at 20, 20 and the winner to the left of him, engaged."""
    one = victim or loser()
    winner = fighter("orc", 1, one.x / PAS - 0.5 - one.card.radius / PAS - 0.2, 20)
    return scene(one, winner, *others, pieces=pieces, **changes)


def suffers(world: World, margin: int, *dice: int, answers: tuple[Answer, ...] = (), pierced: bool = False) -> Played:
    return play(Call(suffer, world, 0, 1, margin, pierced, "defender"), dice, answers)


# ---------------------------------------------------------------- the bands


@pytest.mark.rule(
    "swidenth.damage.margin", "swidenth.damage.stunned-band", "swidenth.damage.out-band", "swidenth.stats.defence"
)
def test_the_three_bands() -> None:
    assert [band(margin, 5) for margin in (-1, 0, 5, 6, 10, 11)] == [1, 1, 1, 2, 2, 3]
    assert [band(margin, 8) for margin in (8, 9, 16, 17)] == [1, 2, 2, 3]
    assert [band(margin, 3) for margin in (6, 7)] == [2, 3]
    assert band(9, 4) == 3  # a two-handed axe (4), a charge (3) and a margin of 2 against D4


@pytest.mark.rule("swidenth.stats.defence", "swidenth.equipment.armour", "swidenth.equipment.shields")
def test_defence_with_armour_and_shield() -> None:
    man = fighter("imperial-human", 0, 5, 5, kit=["sword", "shield", "medium-armour"])
    assert defence(man) == 8
    assert defence(fighter("imperial-human", 0, 5, 5, kit=["heavy-armour"])) == 8
    knight = fighter("imperial-human", 0, 5, 5, kit=["sword", "kite-shield", "medium-armour"])
    assert (defence(knight), defence(knight, pierced=True)) == (9, 7)
    assert defence(fighter("imperial-human", 0, 5, 5, kit=["sword", "round-shield"])) == 5


@pytest.mark.rule("swidenth.damage.stunned-band")
def test_stunned_he_stays_where_he_is_and_engaged() -> None:
    found = suffers(beaten(), 6)
    assert found.outcomes == ["defender-stunned"]
    assert found.world.figures[0].stunned
    assert foes(found.world, found.world.figures[0]) == (1,)


@pytest.mark.rule("swidenth.damage.out-band", "swidenth.state.out-of-action")
def test_out_of_action_he_drops_what_he_carried_and_holds_nobody() -> None:
    world = beaten(victim=loser(kit=["sword", "shield"], spare=["dagger"], cargo="chest"))
    found = suffers(world, 13)  # D6 with the shield
    assert found.outcomes == ["defender-out"]
    after = found.world
    assert after.figures[0].status == OUT
    assert not is_engaged(after, after.figures[1])
    assert [(marker.kind, marker.item) for marker in after.markers] == [
        ("item", "sword"), ("item", "shield"), ("item", "dagger"), ("chest", ""),
    ]  # fmt: skip


@pytest.mark.rule("swidenth.damage.vitality-loss", "swidenth.stats.vitality")
def test_one_vitality_a_blow_and_the_last_one_ends_it() -> None:
    world = beaten(victim=loser("young-wood-bear"))
    found = suffers(world, 99)
    assert found.outcomes == ["defender-wounded"]
    bear = found.world.figures[0]
    assert (bear.vitality, bear.status, bear.stunned) == (1, ON_TABLE, False)
    assert foes(found.world, bear) == (1,)
    assert suffers(found.world, 99).world.figures[0].status == OUT


# ---------------------------------------------------------------- push-backs


@pytest.mark.rule("swidenth.damage.pushback", "swidenth.damage.pushback-direction")
def test_the_winner_chooses_and_the_loser_goes_straight_back() -> None:
    found = suffers(beaten(), 5, answers=(PUSH,))
    assert found.asked[0].seat == 1
    one = found.world.figures[0]
    assert (one.x, one.y) == (21 * PAS, 20 * PAS)
    assert not is_engaged(found.world, one)
    spared = suffers(beaten(), 5, answers=(SPARE,)).world
    assert is_engaged(spared, spared.figures[0])
    assert spared.figures[0].x == 20 * PAS


@pytest.mark.rule("swidenth.damage.pushback-direction", "swidenth.fear.test")
def test_a_push_towards_another_enemy_engages_and_frightens() -> None:
    """To 0.2 pas from an ogre: a test of 7, or Stunned."""
    ogre = fighter("ogre", 1, 20 + 1 + 0.5 + 0.2 + 0.8, 20)
    found = suffers(beaten(ogre), 5, 7, answers=(PUSH,))
    assert foes(found.world, found.world.figures[0]) == (2,)
    assert found.world.figures[0].stunned
    assert not suffers(beaten(ogre), 5, 8, answers=(PUSH,)).world.figures[0].stunned


@pytest.mark.rule("swidenth.damage.pushback-wall")
@pytest.mark.parametrize(
    "piece",
    [
        box("thin-obstacle", 20.6, 15, 20.8, 25, 0.5),
        box("flat-obstacle", 21.1, 15, 22.5, 25, 1),
        box("deep-water", 20.8, 15, 25, 25),
    ],
)
def test_back_to_the_wall_is_stunned_and_does_not_move(piece: Any) -> None:
    """Not 0.6 pas and then the wall: the whole pas or nothing."""
    found = suffers(beaten(pieces=[piece]), 1, answers=(PUSH,))
    assert found.world.figures[0].stunned
    assert found.world.figures[0].x == 20 * PAS
    spared = suffers(beaten(pieces=[piece]), 1, answers=(SPARE,))
    assert not spared.world.figures[0].stunned


@pytest.mark.rule("swidenth.damage.pushback-wall", "swidenth.terrain.swim-climb", "swidenth.trait.amphibious")
def test_edge_enemy_and_water() -> None:
    at_edge = beaten(victim=loser(x=39.2))
    assert suffers(at_edge, 1, answers=(PUSH,)).world.figures[0].stunned
    enemy_behind = beaten(fighter("orc", 1, 21.9, 20))
    assert suffers(enemy_behind, 1, answers=(PUSH,)).world.figures[0].stunned
    kerb = beaten(pieces=[box("thin-obstacle", 20.6, 15, 20.8, 25, 0.4)])
    assert suffers(kerb, 1, answers=(PUSH,)).world.figures[0].x == 21 * PAS
    troll = beaten(victim=loser("marsh-troll"), pieces=[box("deep-water", 20.8, 15, 25, 25)])
    assert suffers(troll, 1, answers=(PUSH,)).world.figures[0].x == 21 * PAS


def friend(x: float, y: float = 20, **changes: Any) -> Figure:
    return fighter("imperial-human", 0, x, y, **changes)


@pytest.mark.rule("swidenth.damage.pushback-friends")
def test_one_or_two_friends_fall_back_with_him() -> None:
    found = suffers(beaten(friend(21.2)), 5, answers=(PUSH, ("fall-back",)))
    assert [found.world.figures[one].x for one in (0, 2)] == [21 * PAS, round(22.2 * PAS)]
    assert found.asked[1].seat == 0
    abreast = suffers(beaten(friend(21.2, 19.5), friend(21.2, 20.5)), 5, answers=(PUSH, ("fall-back",)))
    assert [abreast.world.figures[one].x / PAS for one in (0, 2, 3)] == [21, 22.2, 22.2]
    held = suffers(beaten(friend(21.2)), 5, answers=(PUSH, ("hold",)))
    assert held.world.figures[0].stunned


@pytest.mark.rule("swidenth.damage.pushback-blocked")
@pytest.mark.parametrize(
    "others",
    [
        [friend(21.2), friend(22.3)],
        [friend(21.2), fighter("orc", 1, 21.2, 21.3)],
        [friend(21.2, 19.5), friend(21.2, 20.5), fighter("orc", 1, 21.2, 21.8)],
        [friend(20.9, 19.2), friend(20.9, 20.8), friend(21.8)],
    ],
    ids=["one behind the other", "engaged", "one of two engaged", "three in the way"],
)
def test_a_blocked_push_back_stuns_and_nobody_moves(others: list[Figure]) -> None:
    world = beaten(*others)
    found = suffers(world, 5, answers=(PUSH,))
    assert found.world.figures[0].stunned
    assert [(one.x, one.y) for one in found.world.figures] == [(one.x, one.y) for one in world.figures]
    assert not any(one.stunned for one in found.world.figures[1:])


@pytest.mark.rule("swidenth.damage.pushback-blocked")
def test_with_the_other_reading_a_column_of_two_falls_back() -> None:
    world = beaten(friend(21.2), friend(22.3), switches=(TWO_DEEP,))
    found = suffers(world, 5, answers=(PUSH, ("fall-back",)))
    assert [found.world.figures[one].x / PAS for one in (0, 2, 3)] == [21, 22.2, 23.3]


@pytest.mark.rule("swidenth.damage.pushback-void", "swidenth.fall.trigger", "swidenth.fall.safe")
def test_pushed_over_an_edge_he_falls() -> None:
    walk = box("flat-obstacle", 10, 15, 20.6, 25, 3)
    world = beaten(pieces=[walk], victim=loser(z=3))
    world.figures[1].z = 3 * PAS
    found = suffers(world, 5, 9, answers=(PUSH,))
    assert found.told("falls").about[1:] == (3 * PAS, 9, 18)
    assert found.world.figures[0].status == OUT
    low = beaten(pieces=[box("flat-obstacle", 10, 15, 20.6, 25, 1.2)], victim=loser(z=1.2))
    low.figures[1].z = 3 * PAS * 2 // 5
    harmless = suffers(low, 5, answers=(PUSH,)).world
    assert (harmless.figures[0].z, harmless.figures[0].stunned) == (0, False)


@pytest.mark.rule("swidenth.damage.pushback-friends", "swidenth.fall.risk")
def test_a_friend_at_the_edge_may_go_and_fall() -> None:
    walk = box("flat-obstacle", 10, 15, 21.5, 25, 2)
    world = beaten(friend(21.2, z=2), pieces=[walk], victim=loser(z=2))
    world.figures[1].z = 2 * PAS
    found = suffers(world, 5, 6, answers=(PUSH, ("fall-back",)))
    assert found.told("falls").about[2] == 6
    assert found.world.figures[2].status == OUT


def test_a_push_of_the_beast_is_decided_by_the_victims_opponent() -> None:
    world = scene(loser(), fighter("young-dragon", NEUTRAL, 18, 20))
    assert suffers(world, 4).asked[0].seat == 1
