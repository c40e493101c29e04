"""Movement: sticks, straight lines, what stands in the way, difficult ground, contact."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.cards import card
from escarmouche.systems.sbh.model import LONG, MEDIUM, OFF_TABLE, SHORT, Figure, Ground, Marker, World
from escarmouche.systems.sbh.rules.actions import END, REGROUP, Doing, spend
from escarmouche.systems.sbh.rules.conventions import engaged
from escarmouche.systems.sbh.rules.movement import (
    contact_spot,
    go,
    in_difficult,
    in_the_way,
    move_cost,
    move_refusal,
    rejoining,
    stick,
    way_refusal,
)
from escarmouche.table.hexes import distance as hex_distance
from escarmouche.table.hexes import hex_at, hex_centre
from escarmouche.table.pieces import Piece
from tests.systems.sbh.scene import MM, RULERS, changed, fighter, key, play, scene, square

FAR = fighter("orc-warrior", 1, 580, 580)
WOOD = square("wood", 0, 130, 600, 100, difficult=True, cover=True, blocks_sight=True)
MARSH = square("marsh", 0, 130, 600, 100, difficult=True)
WALL = square("wall-or-tree", 50, 130, 100, 10, impassable=True)
HEX = 20 * MM


def alone(figure: Figure, *pieces: Piece, **changes: Any) -> World:
    """The figure, an enemy far away, and some terrain."""
    return scene(figure, FAR, pieces=pieces, **changes)


def refusal(world: World, x: float, y: float, left: int = 1) -> str:
    """The key of the refusal of figure 0's move to x, y millimetres; "" when it is legal."""
    refused = Doing(world, 0, left).check(("move", round(x * MM), round(y * MM)))
    return "" if refused is None else refused.key


def walk(world: World, left: int, *spots: tuple[float, float]) -> Figure:
    """Figure 0 after these moves, in millimetres, with `left` actions."""
    answers = [("move", round(x * MM), round(y * MM)) for x, y in spots]
    played = play(Call(spend, world, 0, left, "", "", ()), answers=[*answers, END] if len(answers) < left else answers)
    figure = played.result.figures[0]
    assert isinstance(figure, Figure)
    return figure


def hex_world(*spots: tuple[int, int], profile: str = "human-warrior") -> World:
    """Figures on these hexes, the first of seat 0, the others of seat 1."""
    figures = []
    for number, spot in enumerate(spots):
        x, y = hex_centre(spot, HEX)
        own = fighter(profile if number == 0 else "orc-warrior", min(number, 1), 0, 0)
        figures.append(changed(own, x=x, y=y))
    return scene(*figures, ground=Ground(600 * MM, 600 * MM, (0, 4, 7, 13), (), HEX))


# ---------------------------------------------------------------- sticks


@pytest.mark.rule("sbh.movement.medium-default")
def test_an_ordinary_move_is_up_to_medium() -> None:
    world = alone(fighter("human-warrior", 0, 100, 100))
    assert refusal(world, 100, 180) == ""
    assert refusal(world, 100, 180.01) == "too-far"
    larger = alone(fighter("human-warrior", 0, 100, 100), ground=Ground(900 * MM, 900 * MM, (0, 7500, 12000, 18000)))
    assert refusal(larger, 100, 220) == ""
    assert refusal(larger, 100, 221) == "too-far"


@pytest.mark.rule("sbh.movement.categories", "sbh.special.short-move", "sbh.special.long-move")
@pytest.mark.parametrize(("profile", "reach"), [("dwarf-warrior", 50), ("human-light-cavalry", 120)])
def test_short_and_long_movers_use_their_own_stick(profile: str, reach: int) -> None:
    world = alone(fighter(profile, 0, 100, 100))
    assert refusal(world, 100, 100 + reach) == ""
    assert refusal(world, 100, 100 + reach + 0.01) == "too-far"


@pytest.mark.rule("sbh.movement.cavalry")
def test_only_the_profile_makes_a_rider_a_long_mover() -> None:
    heavy, light = fighter("elf-heavy-cavalry", 0, 100, 100), fighter("human-light-cavalry", 0, 100, 100)
    assert (card("elf-heavy-cavalry").move, card("human-light-cavalry").move) == (MEDIUM, LONG)
    assert (stick(alone(heavy), heavy, False), stick(alone(light), light, False)) == (RULERS[MEDIUM], RULERS[LONG])


@pytest.mark.rule("sbh.movement.partial")
@pytest.mark.parametrize("distance", [30, 0])
def test_a_move_may_be_shorter_or_nothing(distance: int) -> None:
    moved = walk(alone(fighter("human-warrior", 0, 100, 100)), 1, (100, 100 + distance))
    assert (moved.y, moved.moves) == ((100 + distance) * MM, 1)


@pytest.mark.rule("sbh.movement.straight-line")
def test_a_bend_takes_another_action() -> None:
    world = alone(fighter("human-warrior", 0, 100, 100), WALL)
    assert refusal(world, 100, 160, left=2) == "terrain-in-the-way"
    around = walk(world, 2, (165, 100), (165, 160))
    assert (around.x, around.y, around.moves) == (165 * MM, 160 * MM, 2)


@pytest.mark.rule("sbh.movement.straight-line")
def test_a_base_stays_on_the_table() -> None:
    world = alone(fighter("human-warrior", 0, 20, 100))
    assert refusal(world, 8, 100) == ""
    assert refusal(world, 7.99, 100) == "off-the-table"


# ---------------------------------------------------------------- in the way


@pytest.mark.rule("sbh.movement.figures-block")
@pytest.mark.parametrize("seat", [0, 1])
def test_friends_and_enemies_bar_the_way(seat: int) -> None:
    world = scene(fighter("human-warrior", 0, 100, 100), fighter("human-archer", seat, 100, 140), FAR)
    assert refusal(world, 100, 170) == "figure-in-the-way"
    assert refusal(world, 116.5, 170) == "figure-in-the-way"
    assert refusal(world, 132, 170) == ""


@pytest.mark.rule("sbh.movement.figures-block")
def test_nobody_stops_on_anybody_and_the_dead_are_in_nobodys_way() -> None:
    other = fighter("human-archer", 0, 100, 140)
    world = scene(fighter("human-warrior", 0, 100, 100), other, FAR)
    assert refusal(world, 100, 124) == ""
    assert refusal(world, 100, 124.01) == "figure-in-the-way"
    gone = scene(fighter("human-warrior", 0, 100, 100), changed(other, status=OFF_TABLE), FAR)
    assert refusal(gone, 100, 170) == ""
    assert in_the_way(gone, gone.figures[0], 10000, 17000) == -1


@pytest.mark.rule("sbh.movement.figures-block")
def test_the_first_figure_bars_the_way_of_the_second() -> None:
    world = scene(fighter("human-archer", 0, 100, 140), fighter("human-warrior", 0, 100, 100), FAR)
    refused = Doing(world, 1, 1).check(("move", 10000, 17000))
    assert refused is not None
    assert (refused.key, refused.about) == ("figure-in-the-way", (1, 0))


@pytest.mark.rule("sbh.movement.figures-block")
def test_solid_terrain_bars_the_way() -> None:
    world = alone(fighter("human-warrior", 0, 100, 100), WALL)
    assert refusal(world, 100, 122) == ""
    assert refusal(world, 100, 122.01) == "terrain-in-the-way"
    assert refusal(world, 100, 170) == "terrain-in-the-way"


@pytest.mark.rule("sbh.movement.figures-block")
def test_nobody_stops_on_a_hidden_marker() -> None:
    world = alone(fighter("human-warrior", 0, 100, 100), markers=(Marker(0, "ambush", 10000, 15000, 1),))
    refused = way_refusal(world, world.figures[0], 10000, 15000)
    assert refused is not None
    assert (refused.key, refused.about) == ("marker-in-the-way", (0,))
    assert refusal(world, 100, 134) == ""


# ---------------------------------------------------------------- difficult ground


@pytest.mark.rule("sbh.movement.difficult", "sbh.reference.movement")
@pytest.mark.parametrize(
    ("profile", "piece", "category"),
    [
        ("human-light-cavalry", MARSH, MEDIUM),
        ("human-warrior", WOOD, SHORT),
        ("human-warrior", MARSH, SHORT),
        ("dwarf-warrior", MARSH, SHORT),
    ],
)
def test_difficult_ground_takes_one_category(profile: str, piece: Piece, category: int) -> None:
    world = alone(fighter(profile, 0, 100, 100), piece)
    reach = RULERS[category] // MM
    assert refusal(world, 100, 100 + reach, left=2) == ""
    assert refusal(world, 100, 100 + reach + 0.01, left=2) == "too-far"


@pytest.mark.rule("sbh.woods.difficult")
def test_woods_slow_a_medium_mover_to_short() -> None:
    figure = fighter("human-warrior", 0, 100, 180)
    world = alone(figure, WOOD)
    assert stick(world, figure, in_difficult(world, figure, 10000, 23000)) == RULERS[SHORT]


@pytest.mark.rule("sbh.movement.difficult")
def test_any_overlap_slows_the_whole_move() -> None:
    world = alone(fighter("human-warrior", 0, 100, 100), square("wood", 108, 100, 10, 60, difficult=True))
    assert refusal(world, 100, 180) == ""
    assert refusal(world, 100.5, 180) == "too-far"
    leaving = alone(fighter("human-warrior", 0, 100, 100), square("wood", 90, 90, 15, 15, difficult=True))
    assert refusal(leaving, 100, 155) == "too-far"


@pytest.mark.rule("sbh.movement.difficult-short", "sbh.action.short-move-difficult")
def test_a_short_mover_pays_two_actions_in_difficult_ground() -> None:
    world = alone(fighter("dwarf-warrior", 0, 100, 100), WOOD)
    assert refusal(world, 100, 150, left=1) == "too-dear"
    assert refusal(world, 100, 150, left=2) == ""
    played = play(Call(spend, world, 0, 3, "", "", ()), answers=[("move", 10000, 15000)])
    assert played.left == 1
    assert key(played.asked[-1].options.check(("move", 10000, 19000))) == "too-dear"
    human = alone(fighter("human-warrior", 0, 100, 100), WOOD)
    assert [move_cost(one, one.figures[0], 10000, 15000) for one in (human, world)] == [1, 2]


def test_a_bridge_carries_a_move_across_water() -> None:
    river = square("water", 0, 120, 600, 40, difficult=True)
    bridge = square("bridge-or-ford", 80, 115, 40, 50)
    world = alone(fighter("human-warrior", 0, 100, 100), river, bridge)
    assert refusal(world, 100, 180) == ""
    assert refusal(world, 140, 165) == "too-far"
    assert refusal(alone(fighter("human-warrior", 0, 100, 100), river), 100, 180) == "too-far"
    wide = square("bridge-or-ford", 80, 115, 60, 50)
    assert refusal(alone(fighter("human-warrior", 0, 100, 100), river, wide), 130, 170) == ""
    assert refusal(alone(fighter("human-warrior", 0, 100, 100), river, bridge), 130, 170) == "too-far"
    assert refusal(alone(fighter("human-warrior", 0, 100, 100), MARSH, wide), 100, 180) == "too-far"


# ---------------------------------------------------------------- contact


@pytest.mark.rule("sbh.movement.contact-engages")
def test_moving_into_contact_engages_but_is_no_attack() -> None:
    world = scene(fighter("human-warrior", 0, 100, 100), fighter("orc-warrior", 1, 100, 150))
    spot = contact_spot(world, *world.figures)
    assert spot is not None
    played = play(Call(spend, world, 0, 2, "", "", ()), answers=[("move", *spot)])
    after = played.asked[-1].world
    assert engaged(after, after.figures[0])
    assert engaged(after, after.figures[1])
    assert (played.rolls, after.figures[0].attacked) == ([], False)
    assert played.asked[-1].options.check(("attack", 1, False)) is None
    one = play(Call(spend, world, 0, 1, "", "", ()), answers=[("move", *spot)])
    assert (one.result.figures[0].attacked, one.rolls) == (False, [])


@pytest.mark.rule("sbh.movement.contact-engages")
def test_passing_near_an_enemy_is_free() -> None:
    world = scene(fighter("human-warrior", 0, 100, 100), fighter("orc-warrior", 1, 120, 140))
    played = play(Call(spend, world, 0, 1, "", "", ()), answers=[("move", 10000, 18000)])
    assert (played.result.figures[0].y, played.rolls) == (18000, [])


@pytest.mark.rule("sbh.special.terror-charge")
def test_those_who_are_touched_already_are_not_horrified_again() -> None:
    vampire, human = fighter("vampire", 0, 100, 100), fighter("human-warrior", 1, 116, 100, prone=True)
    world = scene(vampire, human, FAR)
    assert play(Call(go, world, 0, 10000, 10000)).rolls == []
    away = scene(vampire, changed(human, x=15000), FAR)
    assert len(play(Call(go, away, 0, 13399, 10000), dice=[6, 6, 6]).rolls) == 1


def test_those_in_contact_have_no_contact_spot() -> None:
    world = scene(fighter("human-warrior", 0, 100, 100), fighter("orc-warrior", 1, 116, 100))
    assert contact_spot(world, *world.figures) is None


# ---------------------------------------------------------------- hexagon boards


@pytest.mark.rule("sbh.hex.distances")
def test_on_hexes_a_medium_move_is_seven_hexes() -> None:
    world = hex_world((2, 2), (0, 20))
    figure = world.figures[0]
    assert way_refusal(world, figure, *hex_centre((9, 2), HEX)) is None
    refused = way_refusal(world, figure, *hex_centre((10, 2), HEX))
    assert refused is not None
    assert refused.key == "too-far"


@pytest.mark.rule("sbh.hex.unchanged")
def test_on_hexes_figures_stand_on_centres_and_one_to_a_hex() -> None:
    world = hex_world((2, 2), (5, 2))
    figure = world.figures[0]
    x, y = hex_centre((4, 2), HEX)
    assert way_refusal(world, figure, x, y) is None
    assert key(way_refusal(world, figure, x + 1, y)) == "not-a-hex"
    for spot in ((5, 2), (6, 2)):
        assert key(way_refusal(world, figure, *hex_centre(spot, HEX))) == "figure-in-the-way"
    assert contact_spot(world, *world.figures) == (x, y)


@pytest.mark.rule("sbh.hex.unchanged")
def test_on_hexes_a_way_along_an_edge_may_pass_on_either_side() -> None:
    end = hex_centre((3, 3), HEX)
    for spot in ((2, 3), (3, 2)):
        one = hex_world((2, 2), spot)
        assert way_refusal(one, one.figures[0], *end) is None
    both = hex_world((2, 2), (2, 3), (3, 2))
    assert key(way_refusal(both, both.figures[0], *end)) == "figure-in-the-way"


@pytest.mark.rule("sbh.hex.unchanged")
def test_on_hexes_the_size_of_a_base_does_not_matter() -> None:
    x, y = hex_centre((0, 0), HEX)
    world = hex_world((3, 0), (9, 9), profile="giant")
    assert way_refusal(world, world.figures[0], x, y) is None


def test_moves_listed_on_hexes_reach_as_far_in_every_direction() -> None:
    world = hex_world((8, 12), (0, 28))
    options = Doing(world, 0, 1)
    lengths = [hex_distance((8, 12), hex_at(x, y, HEX)) for _, x, y in options.listed()[1:]]
    assert all(options.check(answer) is None for answer in options.listed())
    assert len(lengths) >= 8
    assert set(lengths) == {7}


# ---------------------------------------------------------------- a Regroup


@pytest.mark.rule("sbh.regroup.activation")
def test_in_a_regroup_the_last_move_ends_in_contact() -> None:
    orc, friend = fighter("orc-warrior", 0, 100, 100), fighter("orc-warrior", 0, 100, 160)
    world = scene(orc, friend, fighter("human-warrior", 1, 500, 500))
    doing = Doing(world, 0, 1, "", REGROUP, (0, 1))
    assert key(move_refusal(doing, 16000, 10000)) == "regroup-contact"
    assert key(doing.check(END)) == "regroup-contact"
    assert rejoining(doing) == [contact_spot(world, *world.figures[:2])]
    assert all(doing.check(answer) is None for answer in doing.listed())
    two = Doing(world, 0, 2, "", REGROUP, (0, 1))
    assert move_refusal(two, 16000, 10000) is None


@pytest.mark.rule("sbh.regroup.activation")
def test_in_a_regroup_nobody_strands_itself() -> None:
    orc, friend = fighter("orc-warrior", 0, 100, 200), fighter("orc-warrior", 0, 100, 260)
    world = scene(orc, friend, fighter("human-warrior", 1, 500, 500))
    doing = Doing(world, 0, 2, "", REGROUP, (0, 1))
    assert key(move_refusal(doing, 10000, 13000)) == "regroup-stranded"  # 130 mm away: beyond a move
    assert move_refusal(doing, 10000, 18500) is None  # 75 mm away: it can come back
    assert all(doing.check(answer) is None for answer in doing.listed())
    far = Doing(scene(orc, fighter("orc-warrior", 0, 100, 480), friend), 0, 2, "", REGROUP, (0, 1))
    assert move_refusal(far, 10000, 13000) is None, "one that reaches nobody is free until its last move"


@pytest.mark.rule("sbh.regroup.activation")
def test_a_slow_fighter_must_rejoin_with_its_one_move() -> None:
    slow = fighter("bugbear-warrior", 0, 100, 100)
    world = scene(slow, fighter("orc-warrior", 0, 100, 160), fighter("human-warrior", 1, 500, 500))
    assert key(move_refusal(Doing(world, 0, 2, "", REGROUP, (0, 1)), 16000, 10000)) == "regroup-contact"


@pytest.mark.rule("sbh.regroup.activation")
@pytest.mark.parametrize(("y", "pieces"), [(400, ()), (160, (square("wood", 0, 110, 300, 20, difficult=True),))])
def test_whoever_cannot_reach_its_companions_is_free(y: float, pieces: tuple[Piece, ...]) -> None:
    world = scene(
        fighter("dwarf-warrior", 0, 100, 100), fighter("dwarf-warrior", 0, 100, y), fighter("orc-warrior", 1, 500, 500),
        pieces=pieces,
    )  # fmt: skip
    doing = Doing(world, 0, 1, "", REGROUP, (0, 1))
    assert rejoining(doing) == []
    assert doing.check(END) is None
    assert all(doing.check(answer) is None for answer in doing.listed())
