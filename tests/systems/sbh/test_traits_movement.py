"""Special rules of movement: Amphibious, Forester, Slow, Flying, Clinging."""

from __future__ import annotations

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import FLYING, ON_TABLE, Figure, World
from escarmouche.systems.sbh.rules.actions import Doing, spend
from escarmouche.systems.sbh.rules.morale import flee
from escarmouche.table.pieces import Piece
from tests.systems.sbh.scene import MM, fighter, play, scene, square

FAR = fighter("human-warrior", 1, 580, 580)
MARSH = square("marsh", 0, 110, 600, 60, difficult=True)
WATER = square("water", 0, 110, 600, 60, difficult=True)
WOOD = square("wood", 0, 110, 600, 60, difficult=True, cover=True, blocks_sight=True)
RUBBLE = square("ruins", 0, 110, 600, 60, difficult=True)
WALL = square("wall-or-tree", 50, 130, 100, 10, impassable=True)
ROCK = square("rocks", 50, 130, 100, 10, impassable=True)


def refusal(figure: Figure, reach: float, *others: Figure, pieces: tuple[Piece, ...] = (), left: int = 1) -> str:
    """The key of the refusal of a move `reach` millimetres to the north, or ""."""
    world = scene(figure, *others, FAR, pieces=pieces)
    refused = Doing(world, 0, left).check(("move", figure.x, figure.y + round(reach * MM)))
    return "" if refused is None else refused.key


def at_start(profile: str) -> Figure:
    """A fighter at 100, 100."""
    return fighter(profile, 0, 100, 100)


# ---------------------------------------------------------------- terrain


@pytest.mark.rule("sbh.special.amphibious")
@pytest.mark.parametrize(("piece", "reach"), [(MARSH, 80), (WATER, 80), (WOOD, 50), (RUBBLE, 50)])
def test_the_amphibious_cross_marsh_and_water_at_full_speed(piece: Piece, reach: float) -> None:
    assert refusal(at_start("fish-man-warrior"), reach, pieces=(piece,)) == ""
    assert refusal(at_start("fish-man-warrior"), reach + 0.01, pieces=(piece,)) == "too-far"
    assert refusal(at_start("human-warrior"), 50.01, pieces=(piece,)) == "too-far"


@pytest.mark.rule("sbh.special.forester")
@pytest.mark.parametrize(("piece", "reach"), [(WOOD, 80), (MARSH, 50), (WATER, 50), (RUBBLE, 50)])
def test_foresters_cross_woods_at_full_speed(piece: Piece, reach: float) -> None:
    assert refusal(at_start("wood-elf-warrior"), reach, pieces=(piece,)) == ""
    assert refusal(at_start("wood-elf-warrior"), reach + 0.01, pieces=(piece,)) == "too-far"


# ---------------------------------------------------------------- Slow


def acting(profile: str) -> World:
    """A fighter in the middle of the table and an enemy far away."""
    return scene(fighter(profile, 0, 300, 300), FAR)


@pytest.mark.rule("sbh.special.slow")
def test_a_slow_fighter_moves_once_a_turn_whatever_its_successes() -> None:
    after = play(Call(spend, acting("bugbear-warrior"), 0, 3, "", "", ()), answers=[("move", 30000, 35000)]).result
    assert after.figures[0].moves == 1
    refused = Doing(after, 0, 2).check(("move", 30000, 36000))
    assert refused is not None
    assert (refused.key, refused.rule) == ("slow", "sbh.special.slow")
    quick = play(Call(spend, acting("human-warrior"), 0, 2, "", "", ()), answers=[("move", 30000, 35000)])
    assert quick.asked[-1].options.check(("move", 30000, 36000)) is None


@pytest.mark.rule("sbh.special.slow")
def test_a_slow_fighter_spends_its_other_actions_otherwise() -> None:
    world = scene(fighter("bugbear-warrior", 0, 300, 300), fighter("human-warrior", 1, 300, 350), FAR)
    answers = [("move", 30000, 30000 + 5000 - 1250 - 801), ("attack", 1, True)]
    played = play(Call(spend, world, 0, 3, "", "", ()), dice=[4, 3], answers=answers)
    assert played.told("attacks").about == (0, 1, True)


@pytest.mark.rule("sbh.special.slow", "sbh.faq.slow-flees-twice")
def test_a_slow_fighter_flees_twice() -> None:
    world = scene(fighter("bugbear-warrior", 0, 300, 290, moves=1), fighter("human-warrior", 1, 300, 500))
    fled = play(Call(flee, world, 0, 2, True)).result.figures[0]
    assert (fled.status, fled.y) == (ON_TABLE, 5000)
    once = play(Call(flee, world, 0, 1, True)).result.figures[0]
    assert once.y == 17000


@pytest.mark.rule("sbh.special.slow-and-long")
def test_slow_and_long_is_one_long_move() -> None:
    giant = fighter("giant", 0, 100, 100)
    assert refusal(giant, 120, left=3) == ""
    assert refusal(giant, 120.01, left=3) == "too-far"
    moved = fighter("giant", 0, 100, 100, moves=1)
    assert refusal(moved, 10, left=2) == "slow"


# ---------------------------------------------------------------- Flying


@pytest.mark.rule("sbh.special.flying-move")
@pytest.mark.parametrize(
    ("other", "key"),
    [
        (fighter("orc-warrior", 1, 100, 140), ""),
        (fighter("human-warrior", 0, 100, 140), ""),
        (fighter("griffon-warrior", 0, 100, 140), ""),
        (fighter("bat-swarm", 1, 100, 140), "figure-in-the-way"),
    ],
)
def test_fliers_pass_over_everybody_but_enemy_fliers(other: Figure, key: str) -> None:
    assert refusal(at_start("griffon-warrior"), 75, other) == key
    assert refusal(at_start("human-warrior"), 75, other) == "figure-in-the-way"


@pytest.mark.rule("sbh.special.flying-move")
def test_fliers_pass_over_walls_and_difficult_ground() -> None:
    assert refusal(at_start("griffon-warrior"), 75, pieces=(WALL,)) == ""
    assert refusal(at_start("human-warrior"), 75, pieces=(WALL,)) == "terrain-in-the-way"
    for piece in (MARSH, WOOD, WATER):
        assert refusal(at_start("griffon-warrior"), 80, pieces=(piece,)) == ""


@pytest.mark.rule("sbh.special.flying-lands")
def test_a_flier_lands_on_nobody_and_on_nothing_solid() -> None:
    assert refusal(at_start("griffon-warrior"), 40, fighter("orc-warrior", 1, 100, 145)) == "figure-in-the-way"
    assert refusal(at_start("griffon-warrior"), 35, pieces=(WALL,)) == "terrain-in-the-way"
    assert at_start("griffon-warrior").has(FLYING)


@pytest.mark.rule("sbh.special.flying-lands")
def test_a_flier_that_has_landed_is_fought_like_anybody() -> None:
    griffon = fighter("griffon-warrior", 0, 100, 100)
    world = scene(griffon, fighter("orc-warrior", 1, 100, 160), FAR)
    y = 16000 - griffon.card.radius - 800 - 1
    landed = play(Call(spend, world, 0, 1, "", "", ()), answers=[("move", 10000, y)]).result
    assert Doing(landed, 1, 1).check(("attack", 0, False)) is None


# ---------------------------------------------------------------- Clinging


@pytest.mark.rule("sbh.special.clinging")
def test_a_spider_walks_up_walls_and_trees_at_no_extra_cost() -> None:
    assert refusal(at_start("giant-spider"), 80, pieces=(WALL,)) == ""
    assert refusal(at_start("giant-spider"), 35, pieces=(WALL,)) == ""
    assert refusal(at_start("giant-spider"), 80, pieces=(ROCK,)) == "terrain-in-the-way"
    assert refusal(at_start("human-warrior"), 80, pieces=(WALL,)) == "terrain-in-the-way"
