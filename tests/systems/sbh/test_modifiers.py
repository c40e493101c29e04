"""Melee modifiers, size, ambush in melee."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.cards import card
from escarmouche.systems.sbh.model import BIG, ENTANGLED, SPELLBOUND, Figure, Ground, World
from escarmouche.systems.sbh.rules.harm import KILL, KNOCKED_DOWN, verdict
from escarmouche.systems.sbh.rules.melee import fight, melee_modifiers
from escarmouche.table.hexes import hex_centre
from escarmouche.table.pieces import Piece
from tests.systems.sbh.catalogue import of_the_book
from tests.systems.sbh.scene import MM, fighter, play, scene, square

RUIN = square("ruins", 250, 350, 100, 20, blocks_sight=True, cover=True)


def against(world: World, figure: int, foe: int, attacking: bool = True, power: bool = False) -> dict[str, int]:
    """The modifiers of a figure against a foe, by their ids."""
    return dict(melee_modifiers(world, world.figures[figure], world.figures[foe], attacking, power))


def beside(first: str, second: str, pieces: tuple[Piece, ...] = (), **changes: Any) -> World:
    """Two fighters of these profiles in contact; changes are for the second."""
    room = (card(first).radius + card(second).radius) / MM
    return scene(fighter(first, 0, 300, 300), fighter(second, 1, 300 + room, 300, **changes), pieces=pieces)


# ---------------------------------------------------------------- the table


@pytest.mark.rule("sbh.melee.mod.multiple-enemies")
@pytest.mark.parametrize(("enemies", "modifier"), [(1, 0), (2, -1), (3, -2)])
def test_every_further_enemy_in_contact_costs_one(enemies: int, modifier: int) -> None:
    spots = [(316, 300), (284, 300), (300, 316)][:enemies]
    world = scene(fighter("human-warrior", 0, 300, 300), *[fighter("orc-warrior", 1, x, y) for x, y in spots])
    for attacking in (True, False):
        assert against(world, 0, 1, attacking).get("multiple-enemies", 0) == modifier
        assert against(world, 1, 0, attacking).get("multiple-enemies", 0) == 0


@pytest.mark.rule("sbh.melee.mod.multiple-enemies")
def test_enemies_on_the_ground_count_and_distant_ones_do_not() -> None:
    world = scene(
        fighter("human-warrior", 0, 300, 300),
        fighter("orc-warrior", 1, 316, 300),
        fighter("orc-warrior", 1, 284, 300, prone=True),
        fighter("orc-warrior", 1, 300, 317),
    )
    assert against(world, 0, 1) == {"multiple-enemies": -1}


@pytest.mark.rule("sbh.melee.mod.helpless", "sbh.state.prone-opponent-bonus", "sbh.state.immobilised-bonus")
@pytest.mark.parametrize(
    ("state", "bonus"),
    [
        ({}, 0),
        ({"prone": True}, 2),
        ({"held": SPELLBOUND}, 2),
        ({"held": ENTANGLED}, 2),
        ({"prone": True, "held": SPELLBOUND}, 2),
    ],
)
def test_a_helpless_enemy_gives_two_on_attack_and_defence(state: dict[str, Any], bonus: int) -> None:
    world = beside("human-warrior", "orc-warrior", **state)
    assert [against(world, 0, 1, attacking).get("helpless", 0) for attacking in (True, False)] == [bonus, bonus]
    assert against(world, 1, 0) == {}


@pytest.mark.rule("sbh.melee.mod.power-attack", "sbh.melee.minus-vs-plus")
def test_a_power_attack_lowers_the_opponent_and_does_not_raise_oneself() -> None:
    world = beside("human-warrior", "human-warrior")
    plain = play(Call(fight, world, 0, 1, False), dice=[4, 1])
    power = play(Call(fight, world, 0, 1, True), dice=[4, 1])
    assert (plain.told("totals").about[4], plain.told("totals").about[9]) == (7, 4)
    assert (power.told("totals").about[4], power.told("totals").about[9]) == (7, 3)
    assert (plain.outcomes[0], power.outcomes[0]) == ("defender-knocked-down", "defender-kill")


@pytest.mark.rule("sbh.melee.minus-vs-plus")
def test_lowering_the_opponent_makes_doubling_easier_than_raising_oneself() -> None:
    a, b = beside("human-warrior", "human-warrior").figures
    assert verdict(a, b, 4, 6 + 1, 4, True) == KNOCKED_DOWN
    assert verdict(a, b, 4, 6, 4 - 1, True) == KILL


@pytest.mark.rule("sbh.melee.mod.mounted", "sbh.special.mounted-bonus")
@pytest.mark.parametrize(
    ("rider", "foe", "bonus"),
    [
        ("human-light-cavalry", "human-warrior", 1),
        ("human-light-cavalry", "ogre-warrior", 0),
        ("human-light-cavalry", "goblin-wolf-rider", 0),
        ("human-light-cavalry", "giant-wolf", 0),
        ("human-warrior", "human-warrior", 0),
    ],
)
def test_riders_against_those_on_foot_who_are_no_larger(rider: str, foe: str, bonus: int) -> None:
    world = beside(rider, foe)
    assert [against(world, 0, 1, attacking).get("mounted", 0) for attacking in (True, False)] == [bonus, bonus]
    assert "mounted" not in against(world, 1, 0)


@pytest.mark.rule("sbh.special.mounted-bonus")
def test_a_big_rider_rides_down_big_folk() -> None:
    ogre = fighter("ogre-warrior", 1, 322, 300)
    world = scene(fighter("human-light-cavalry", 0, 300, 300, size=BIG), ogre)
    assert against(world, 0, 1) == {"mounted": 1}


# ---------------------------------------------------------------- obstacles and heights


@pytest.mark.rule("sbh.melee.mod.obstacle-or-height")
def test_one_on_a_hill_fights_from_above() -> None:
    hill = square("hill", 250, 250, 55, 100, floor=2000)
    world = beside("human-warrior", "orc-warrior", (hill,))
    assert against(world, 0, 1) == against(world, 0, 1, False) == {"obstacle-or-height": 1}
    assert against(world, 1, 0) == {}
    both = beside("human-warrior", "orc-warrior", (square("hill", 250, 250, 100, 100, floor=2000),))
    assert against(both, 0, 1) == against(both, 1, 0) == {}


@pytest.mark.rule("sbh.melee.mod.obstacle-or-height")
def test_one_attacked_across_a_wall_defends_it() -> None:
    hedge = square("obstacle", 308, 250, 5, 100)
    world = scene(fighter("human-warrior", 0, 300, 300), fighter("orc-warrior", 1, 321, 300), pieces=[hedge])
    assert against(world, 1, 0, attacking=False) == {"obstacle-or-height": 1}
    assert against(world, 0, 1) == {}
    behind = beside("human-warrior", "orc-warrior", (square("obstacle", 324, 250, 5, 100),))
    assert against(behind, 1, 0, attacking=False) == {}


@pytest.mark.rule("sbh.melee.mod.obstacle-or-height")
@pytest.mark.parametrize(("striker", "struck", "holder"), [(0, 0, 1), (1, 0, 1), (0, 1, 0), (1, 1, 1)])
def test_one_that_stayed_behind_a_wall_defends_it_against_those_who_came_up(striker: int, struck: int, holder: int) -> None:
    """The moves each made decide who holds the wall: the one attacked, unless only that one has come up to it."""
    one = fighter("human-warrior", 0, 300, 300, moves=striker)
    other = fighter("orc-warrior", 1, 321, 300, moves=struck)
    world = scene(one, other, pieces=[square("obstacle", 308, 250, 5, 100)])
    bonus = {"obstacle-or-height": 1}
    assert against(world, 0, 1) == (bonus if holder == 0 else {})
    assert against(world, 1, 0, attacking=False) == (bonus if holder == 1 else {})


@pytest.mark.rule("sbh.melee.mod.obstacle-or-height")
def test_an_obstacle_and_a_height_together_give_one() -> None:
    pieces = (square("obstacle", 308, 250, 5, 100), square("hill", 313, 250, 80, 100, floor=2000))
    world = scene(fighter("human-warrior", 0, 300, 300), fighter("orc-warrior", 1, 321, 300), pieces=pieces)
    assert against(world, 1, 0, attacking=False) == {"obstacle-or-height": 1}


@pytest.mark.rule("sbh.melee.mod.obstacle-or-height", "sbh.hex.unchanged")
def test_on_hexes_an_obstacle_between_two_hexes_is_defended() -> None:
    spots = [hex_centre(spot, 20 * MM) for spot in ((5, 5), (6, 5))]
    edge = (spots[0][0] + spots[1][0]) / 2 / MM
    fence = square("obstacle", edge - 1, 0, 2, 600)
    figures = [fighter("human-warrior", seat, x / MM, y / MM) for seat, (x, y) in enumerate(spots)]
    world = scene(*figures, ground=Ground(600 * MM, 600 * MM, (0, 4, 7, 13), (fence,), 20 * MM))
    assert against(world, 1, 0, attacking=False) == {"obstacle-or-height": 1}
    assert against(world, 1, 0) == {}


@pytest.mark.rule("sbh.special.clinging-high")
def test_a_spider_on_a_wall_fights_from_above() -> None:
    wall = square("wall-or-tree", 250, 250, 60, 100, impassable=True)
    world = beside("giant-spider", "dwarf-warrior", (wall,))
    assert against(world, 0, 1)["obstacle-or-height"] == 1
    assert "obstacle-or-height" not in against(world, 1, 0)
    ground = beside("giant-spider", "dwarf-warrior", (square("wall-or-tree", 100, 100, 20, 20, impassable=True),))
    assert "obstacle-or-height" not in against(ground, 0, 1)


@pytest.mark.rule("sbh.special.clinging-high")
def test_two_on_walls_are_level_and_only_one_of_two_is_above() -> None:
    wall = square("wall-or-tree", 250, 250, 150, 100, impassable=True)
    world = beside("giant-spider", "giant-centipede", (wall,))
    assert not any("obstacle-or-height" in against(world, one, 1 - one) for one in (0, 1))
    hill = square("hill", 306, 250, 80, 100, floor=2000)
    uphill = beside("giant-spider", "dwarf-warrior", (square("wall-or-tree", 250, 250, 50, 100, impassable=True), hill))
    assert against(uphill, 0, 1)["obstacle-or-height"] == 1
    assert "obstacle-or-height" not in against(uphill, 1, 0)


# ---------------------------------------------------------------- size


@pytest.mark.rule("sbh.melee.mod.big", "sbh.special.big", "sbh.size.melee")
@pytest.mark.parametrize(
    ("one", "other", "bonus"),
    [("ogre-warrior", "human-warrior", 1), ("ogre-warrior", "ogre-warrior", 0), ("troll", "dwarf-warrior", 1)],
)
def test_big_against_normal(one: str, other: str, bonus: int) -> None:
    world = beside(one, other)
    assert [against(world, 0, 1, attacking).get("big", 0) for attacking in (True, False)] == [bonus, bonus]
    assert against(world, 1, 0) == {}


@pytest.mark.rule("sbh.melee.mod.huge", "sbh.special.huge", "sbh.size.not-cumulative")
@pytest.mark.parametrize(("other", "bonus"), [("ogre-warrior", 1), ("human-warrior", 1), ("dragon-adult", 0), ("giant", 0)])
def test_huge_against_all_that_is_smaller_and_never_more_than_one(other: str, bonus: int) -> None:
    world = beside("dragon-adult", other)
    for attacking in (True, False):
        found = against(world, 0, 1, attacking)
        assert (found.get("huge", 0), sum(found.values())) == (bonus, bonus)
    assert against(world, 1, 0) == {}


@pytest.mark.rule("sbh.size.melee")
def test_the_larger_has_its_bonus_when_it_defends() -> None:
    world = beside("dwarf-warrior", "troll")
    played = play(Call(fight, world, 0, 1, False), dice=[1, 1])
    dwarf, troll = world.figures
    assert played.told("totals").about[4] == 1 + dwarf.card.combat
    assert played.told("totals").about[9] == 1 + troll.card.combat + 1


@pytest.mark.rule("sbh.size.order")
def test_small_folk_count_as_normal() -> None:
    world = beside("halfling-spearman", "human-warrior")
    assert against(world, 0, 1) == against(world, 1, 0) == {}


# ---------------------------------------------------------------- ambush


def ambush(y: float = 390, active: int = 0, then: Figure | None = None) -> World:
    """A human beside an orc that began the turn behind a ruin, at 300, y."""
    human, orc = fighter("human-warrior", 0, 300, 300), fighter("orc-warrior", 1, 316, 300)
    world = scene(human, orc, pieces=[RUIN], active=active)
    began = then or fighter("human-warrior", 0, 300, y)
    dawn = scene(began, orc).figures
    return scene(human, orc, pieces=[RUIN], active=active, dawn=dawn, bands=world.bands)


@pytest.mark.rule("sbh.ambush.definition", "sbh.melee.mod.ambush", "sbh.ambush.melee")
def test_one_that_began_the_turn_hidden_attacks_at_plus_one() -> None:
    world = ambush()
    assert against(world, 0, 1) == {"ambush": 1}
    assert against(world, 0, 1, attacking=False) == {}
    assert against(ambush(y=340), 0, 1) == {}
    attack = play(Call(fight, world, 0, 1, False), dice=[2, 3]).told("totals").about
    assert (attack[3], attack[8]) == ((("ambush", 1),), ())


@pytest.mark.rule("sbh.ambush.melee")
def test_the_next_turn_there_is_no_ambush_any_more() -> None:
    world = ambush()
    later = scene(*world.figures, pieces=[RUIN], dawn=world.figures)
    assert against(later, 0, 1) == {}
    assert against(ambush(active=1), 0, 1) == {}


@pytest.mark.rule("sbh.ambush.definition")
def test_partial_cover_is_no_ambush() -> None:
    world = ambush(then=fighter("human-warrior", 0, 225, 360))
    assert against(world, 0, 1) == {}


@pytest.mark.rule("sbh.ambush.definition")
def test_inside_a_wood_one_is_hidden_from_those_outside() -> None:
    wood = square("wood", 200, 400, 200, 100, blocks_sight=True, cover=True, difficult=True)
    human, orc = fighter("human-warrior", 0, 300, 300), fighter("orc-warrior", 1, 316, 300)
    dawn = scene(fighter("human-warrior", 0, 300, 420), orc).figures
    assert against(scene(human, orc, pieces=[wood], dawn=dawn), 0, 1) == {"ambush": 1}
    inside = scene(fighter("human-warrior", 0, 300, 420), fighter("orc-warrior", 1, 320, 440)).figures
    assert against(scene(human, orc, pieces=[wood], dawn=inside), 0, 1) == {}


# ---------------------------------------------------------------- all of it


@pytest.mark.rule("sbh.melee.modifier-table")
def test_modifiers_add_up_and_are_those_of_the_table() -> None:
    rider = fighter("human-light-cavalry", 0, 300, 300)
    prone = fighter("orc-warrior", 1, 318.5, 300, prone=True)
    other = fighter("orc-warrior", 1, 300, 318.5)
    hill = square("hill", 250, 250, 60, 60, floor=2000)
    world = scene(rider, prone, other, pieces=[hill])
    found = against(world, 0, 1, power=True)
    assert found == {
        "multiple-enemies": -1, "helpless": 2, "power-attack": -1, "mounted": 1, "obstacle-or-height": 1,
    }  # fmt: skip
    assert set(of_the_book("melee_modifier")) == {
        "multiple-enemies", "helpless", "power-attack", "ambush", "mounted", "obstacle-or-height", "big", "huge",
    }  # fmt: skip
