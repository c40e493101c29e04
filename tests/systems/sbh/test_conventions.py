"""Introduction, conventions and profiles: bases, distances, contact, states, cards."""

from __future__ import annotations

import pytest

from escarmouche.systems.sbh.cards import card
from escarmouche.systems.sbh.model import (
    BIG,
    ENTANGLED,
    HUGE,
    LONG,
    MEDIUM,
    MOUNTED,
    NORMAL,
    SHORT,
    SHORT_MOVE,
    SPELLBOUND,
    UNDEAD,
    Ground,
    Marker,
)
from escarmouche.systems.sbh.rules.conventions import (
    across_obstacle,
    apart,
    contact,
    enemies,
    engaged,
    fits_table,
    foes,
    friends,
    girth,
    guards,
    helpless,
    kept_hidden,
    near,
    operational,
    spot_near,
    touches,
)
from escarmouche.systems.sbh.rules.ending import points_killed
from escarmouche.table.hexes import hex_centre
from escarmouche.table.pieces import Piece
from tests.systems.sbh.scene import MM, changed, fighter, scene, square

HEX = 20 * MM


def at_hex(q: int, r: int) -> dict[str, int]:
    """The place of a figure on a hex."""
    x, y = hex_centre((q, r), HEX)
    return {"x": x, "y": y}


def hex_ground() -> Ground:
    """A hexagon board whose rulers count hexes."""
    return Ground(600 * MM, 600 * MM, (0, 4, 7, 13), (), HEX)


# ---------------------------------------------------------------- bases and distances


@pytest.mark.rule("sbh.setup.bases")
def test_a_foot_figure_has_the_base_of_a_small_coin_and_a_rider_a_larger_one() -> None:
    assert card("human-warrior").radius * 2 == 16 * MM
    assert card("human-light-cavalry").radius * 2 == 21 * MM
    assert card("ogre-warrior").radius * 2 == 25 * MM
    assert card("dragon-adult").radius * 2 == 40 * MM
    assert card("human-warrior", "28mm").radius * 2 == 24 * MM


@pytest.mark.rule("sbh.special.mounted-single-fighter")
def test_rider_and_mount_are_one_figure_on_one_base() -> None:
    rider = fighter("goblin-wolf-rider", 0, 100, 100)
    world = scene(rider)
    assert world.figures[0].card.traits & MOUNTED
    assert len(world.on_table(0)) == 1
    assert rider.card.radius == card("human-light-cavalry").radius


@pytest.mark.rule("sbh.setup.measuring-points")
@pytest.mark.parametrize(("millimetres", "within_long"), [(120, True), (120.01, False), (121, False)])
def test_distances_run_from_edge_to_edge_and_the_stick_itself_is_within(millimetres: float, within_long: bool) -> None:
    a, b = fighter("human-warrior", 0, 100, 100), fighter("orc-warrior", 1, 116 + millimetres, 100)
    world = scene(a, b)
    assert apart(world, *world.figures) == round(millimetres * MM)
    assert near(world, world.figures[0], world.figures[1], LONG) is within_long


@pytest.mark.rule("sbh.setup.measuring-points")
def test_the_three_sticks() -> None:
    a, b = fighter("human-warrior", 0, 100, 100), fighter("orc-warrior", 1, 100, 176)
    world = scene(a, b)
    human, orc = world.figures
    assert [near(world, human, orc, length) for length in (SHORT, MEDIUM, LONG)] == [False, True, True]


@pytest.mark.rule("sbh.setup.premeasuring")
def test_anybody_may_measure_in_the_opponents_turn() -> None:
    world = scene(fighter("human-warrior", 0, 100, 100), fighter("ogre-warrior", 1, 100, 200), active=1)
    mine, theirs = world.figures
    assert apart(world, mine, theirs) == apart(world, theirs, mine) == (100 - 8) * MM - theirs.card.radius


def test_the_distance_of_a_spot_counts_the_base_that_would_stand_there() -> None:
    dragon, orc = fighter("dragon-adult", 0, 100, 300), fighter("orc-warrior", 1, 300, 300)
    world = scene(dragon, orc)
    x, y = (300 - 8 - 50 - 20) * MM, 300 * MM
    assert spot_near(world, x, y, dragon.card.radius, world.figures[1], 50 * MM)
    assert not spot_near(world, x - 1, y, dragon.card.radius, world.figures[1], 50 * MM)


# ---------------------------------------------------------------- contact


@pytest.mark.rule("sbh.melee.contact")
def test_base_contact_is_needed_to_fight() -> None:
    a, b = fighter("human-warrior", 0, 100, 100), fighter("orc-warrior", 1, 116, 100)
    world = scene(a, b)
    assert contact(world, *world.figures)
    apart_now = scene(a, changed(b, x=b.x + 10))
    assert not contact(apart_now, *apart_now.figures)


@pytest.mark.rule("sbh.melee.contact")
def test_a_thin_obstacle_does_not_part_those_who_touch_it_from_either_side() -> None:
    hedge = square("obstacle", 50, 108, 100, 6)
    a, b = fighter("human-warrior", 0, 100, 100), fighter("orc-warrior", 1, 100, 122)
    world = scene(a, b, pieces=[hedge])
    assert contact(world, *world.figures)
    assert across_obstacle(world, world.figures[0].x, world.figures[0].y, 800, world.figures[1]) == 0
    without = scene(a, b)
    assert not contact(without, *without.figures)


@pytest.mark.parametrize(
    ("piece", "y"),
    [
        (square("obstacle", 50, 108, 100, 11), 127),  # too thick to fight across
        (square("obstacle", 50, 108.5, 100, 5), 122),  # the first does not touch it
        (square("hill", 50, 108, 100, 6), 122),  # no obstacle
        (square("obstacle", 50, 95, 100, 19), 122),  # the first has climbed onto it
        (square("obstacle", 50, 108, 100, 19), 122),  # the second has
        (square("obstacle", 50, 108, 100, 5), 122),  # the second does not touch it
        (square("obstacle", 92, 100, 6, 22), 122),  # it lies beside them, not between
    ],
)
def test_other_terrain_between_two_figures_is_no_contact(piece: Piece, y: float) -> None:
    world = scene(fighter("human-warrior", 0, 100, 100), fighter("orc-warrior", 1, 100, y), pieces=[piece])
    assert not contact(world, *world.figures)


@pytest.mark.rule("sbh.hex.unchanged")
def test_on_hexes_contact_means_neighbouring_hexes_whatever_the_bases() -> None:
    human = changed(fighter("human-warrior", 0, 0, 0), **at_hex(3, 3))
    beside = changed(fighter("orc-warrior", 1, 0, 0), **at_hex(4, 3))
    dragon = changed(fighter("dragon-adult", 1, 0, 0), **at_hex(3, 5))
    world = scene(human, beside, dragon, ground=hex_ground())
    me, orc, far = world.figures
    assert contact(world, me, orc)
    assert not contact(world, me, far)
    assert touches(world, *hex_centre((3, 4), HEX), 800, far)


@pytest.mark.rule("sbh.hex.distances")
def test_on_hexes_the_sticks_count_hexes() -> None:
    human = changed(fighter("human-warrior", 0, 0, 0), **at_hex(2, 2))
    orc = changed(fighter("orc-warrior", 1, 0, 0), **at_hex(9, 2))
    world = scene(human, orc, ground=hex_ground())
    assert apart(world, *world.figures) == 7
    human, orc = world.figures
    assert [near(world, human, orc, length) for length in (SHORT, MEDIUM, LONG)] == [False, True, True]
    assert spot_near(world, *hex_centre((5, 2), HEX), 800, world.figures[1], 4)
    assert not spot_near(world, *hex_centre((4, 2), HEX), 800, world.figures[1], 4)


def test_a_base_must_lie_on_the_table_and_on_hexes_its_hex() -> None:
    world = scene(fighter("human-warrior", 0, 100, 100))
    assert fits_table(world, world.figures[0], 800, 800)
    assert not fits_table(world, world.figures[0], 799, 800)
    on_hexes = scene(fighter("giant", 0, 100, 100), ground=hex_ground())
    assert girth(on_hexes, on_hexes.figures[0]) == HEX // 2
    assert fits_table(on_hexes, on_hexes.figures[0], *hex_centre((0, 0), HEX))
    assert not fits_table(on_hexes, on_hexes.figures[0], *hex_centre((-1, 0), HEX))


def test_a_hidden_marker_takes_up_its_spot_and_others_do_not() -> None:
    markers = (Marker(0, "ambush", 20000, 20000, 1), Marker(1, "search", 30000, 30000))
    world = scene(fighter("human-warrior", 0, 100, 100), markers=markers)
    assert kept_hidden(world, 20000 + 1599, 20000, 800)
    assert not kept_hidden(world, 20000 + 1600, 20000, 800)
    assert not kept_hidden(world, 30000, 30000, 800)
    x, y = hex_centre((4, 4), HEX)
    on_hexes = scene(fighter("human-warrior", 0, 100, 100), ground=hex_ground(), markers=(Marker(0, "ambush", x, y, 1),))
    assert kept_hidden(on_hexes, x, y, 800)
    assert not kept_hidden(on_hexes, *hex_centre((5, 4), HEX), 2000)


# ---------------------------------------------------------------- states


@pytest.mark.rule("sbh.state.engaged")
def test_engaged_means_in_contact_with_at_least_one_enemy() -> None:
    human, friend = fighter("human-warrior", 0, 100, 100), fighter("human-archer", 0, 100, 116)
    orc = fighter("orc-warrior", 1, 116, 100)
    dead = [fighter("orc-warrior", 1, 84, 100, status=1), fighter("human-archer", 0, 84, 100, status=1)]
    world = scene(human, friend, orc, *dead)
    assert engaged(world, world.figures[0])
    assert not engaged(world, world.figures[1])
    assert foes(world, world.figures[0]) == (world.figures[2],)
    assert enemies(world, world.figures[0]) == [world.figures[2]]
    assert friends(world, world.figures[0]) == [world.figures[1]]


@pytest.mark.rule("sbh.state.engaged")
def test_a_prone_enemy_engages_too() -> None:
    world = scene(fighter("human-warrior", 0, 100, 100), fighter("orc-warrior", 1, 116, 100, prone=True))
    assert engaged(world, world.figures[0])


@pytest.mark.rule("sbh.state.operational")
@pytest.mark.parametrize(
    ("state", "fit"),
    [({}, True), ({"prone": True}, False), ({"held": SPELLBOUND}, False), ({"held": ENTANGLED}, False)],
)
def test_operational_is_neither_knocked_down_nor_immobilised(state: dict[str, object], fit: bool) -> None:
    world = scene(fighter("human-warrior", 0, 100, 100), fighter("orc-warrior", 1, 116, 100, **state))
    orc = world.figures[1]
    assert operational(orc) is fit
    assert helpless(orc) is not fit
    assert guards(world, world.figures[0]) == ([orc] if fit else [])


# ---------------------------------------------------------------- profiles


@pytest.mark.rule("sbh.profile.structure")
def test_the_dwarf_skeleton_of_the_book() -> None:
    skeleton = card("dwarf-skeleton")
    assert (skeleton.points, skeleton.quality, skeleton.combat) == (30, 3, 3)
    assert skeleton.traits == UNDEAD | SHORT_MOVE
    assert skeleton.move == SHORT


@pytest.mark.rule("sbh.profile.special-rules")
def test_special_rules_become_traits_with_their_parameters() -> None:
    archer, hunter, warrior = card("orc-archer"), card("human-witch-hunter"), card("human-warrior")
    assert archer.shooting == MEDIUM
    assert hunter.lethal == ("mages",)
    assert warrior.traits == 0
    assert (warrior.move, warrior.shooting, warrior.lethal) == (MEDIUM, 0, ())


@pytest.mark.rule("sbh.profile.points")
def test_points_are_what_a_killed_enemy_is_worth() -> None:
    dead = fighter("human-warrior", 1, 200, 200, status=1)
    world = scene(fighter("orc-warrior", 0, 100, 100), dead, fighter("human-archer", 1, 300, 300))
    assert points_killed(world, 0) == card("human-warrior").points == 30
    assert points_killed(world, 1) == 0


@pytest.mark.rule("sbh.size.order")
def test_three_sizes_and_small_folk_are_of_normal_size() -> None:
    assert NORMAL < BIG < HUGE
    sizes = [card(name).size for name in ("halfling-spearman", "kobold-warrior", "human-warrior", "ogre-warrior", "giant")]
    assert sizes == [NORMAL, NORMAL, NORMAL, BIG, HUGE]
