"""Line of sight, cover, Stealth, ambush."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from escarmouche.systems.sbh.model import LONG, SHORT, SPELLBOUND, STEALTH, Figure, Ground, World
from escarmouche.systems.sbh.rules.shooting import ranged_modifiers
from escarmouche.systems.sbh.rules.sight import began_hidden, in_cover, sees, untouchable
from escarmouche.table.hexes import hex_centre
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import disc_touches_polygon, inside, segment_meets_polygon
from escarmouche.table.sight import outer_tangents
from tests.systems.sbh.ranges import doing, facing, pair, scenery, why_not
from tests.systems.sbh.scene import MM, changed, fighter, scene

SHOOT = ("shoot", 1, False)
BLOCKED = "sbh.los.straight-line"


def bystander(profile: str, seat: int, x: float, y: float = 300, **changes: Any) -> World:
    """An archer at x 50 and an orc at x 200, and somebody else."""
    other = fighter(profile, seat, x, y, **changes)
    return scene(fighter("human-archer", 0, 50, 300), fighter("orc-warrior", 1, 200, 300), other)


def behind(*pieces: Piece) -> World:
    """An archer at x 50 and an orc at x 200, and scenery."""
    return scene(fighter("human-archer", 0, 50, 300), fighter("orc-warrior", 1, 200, 300), pieces=pieces)


def covered(world: World) -> bool:
    """Is figure 1 in cover from figure 0?"""
    return in_cover(world, world.figures[0], world.figures[1])


# ---------------------------------------------------------------- figures in the way


@pytest.mark.rule("sbh.los.straight-line")
@pytest.mark.parametrize(("profile", "seat"), [("human-warrior", 0), ("ogre-warrior", 0)])
@pytest.mark.parametrize("prone", [False, True])
def test_a_friend_in_between_blocks_the_shot(profile: str, seat: int, prone: bool) -> None:
    assert why_not(doing(bystander(profile, seat, 120, prone=prone), 1), SHOOT) == BLOCKED


@pytest.mark.rule("sbh.los.straight-line")
def test_an_enemy_in_between_blocks_the_shot() -> None:
    world = bystander("zombie", 1, 120)
    assert why_not(doing(world, 1), SHOOT) == BLOCKED
    assert not sees(world, world.figures[0], world.figures[1])


@pytest.mark.rule("sbh.los.straight-line")
@pytest.mark.parametrize(("y", "free"), [(300, False), (307.9, False), (308, True), (292, True), (292.1, False)])
def test_the_line_runs_from_centre_to_centre(y: float, free: bool) -> None:
    assert (why_not(doing(bystander("human-warrior", 0, 120, y), 1), SHOOT) == "") is free


@pytest.mark.rule("sbh.los.straight-line")
@pytest.mark.parametrize(("row", "free"), [(10, False), (11, True)])
def test_on_a_hexagon_board_a_figure_blocks_its_own_hex(row: int, free: bool) -> None:
    width = 18 * MM
    ground = Ground(600 * MM, 600 * MM, (0, 4, 7, 13), hex_width=width)
    spots = [hex_centre(at, width) for at in ((2, 10), (10, 10), (6, row))]
    figures = [fighter("human-archer", 0, 0, 0), fighter("orc-warrior", 1, 0, 0), fighter("ogre-warrior", 0, 0, 0)]
    world = scene(*[changed(figure, x=x, y=y) for figure, (x, y) in zip(figures, spots, strict=True)], ground=ground)
    assert (why_not(doing(world, 1), SHOOT) == "") is free


@pytest.mark.rule("sbh.los.adjacent-exception")
def test_one_shoots_past_a_friend_that_one_touches() -> None:
    assert why_not(doing(bystander("human-warrior", 0, 66), 1), SHOOT) == ""
    assert why_not(doing(bystander("human-warrior", 0, 67), 1), SHOOT) == BLOCKED


@pytest.mark.rule("sbh.los.adjacent-exception")
def test_an_enemy_lying_at_ones_feet_still_blocks() -> None:
    assert why_not(doing(bystander("zombie", 1, 66, prone=True), 1), SHOOT) == BLOCKED


# ---------------------------------------------------------------- scenery in the way


@pytest.mark.rule("sbh.cover.full", "sbh.los.straight-line")
@pytest.mark.parametrize("kind", ["ruins", "rocks", "wall-or-tree", "obstacle"])
def test_scenery_across_the_line_hides_the_target(kind: str) -> None:
    assert why_not(doing(behind(scenery(kind, 110, 280, 10, 40)), 1), SHOOT) == "sbh.cover.full"


@pytest.mark.rule("sbh.cover.full")
@pytest.mark.parametrize("kind", ["hill", "marsh", "water", "bridge-or-ford"])
def test_open_ground_neither_hides_nor_covers(kind: str) -> None:
    world = behind(scenery(kind, 110, 280, 10, 40))
    assert why_not(doing(world, 1), SHOOT) == ""
    assert not covered(world)


@pytest.mark.rule("sbh.los.adjacent-exception")
def test_one_shoots_over_a_wall_that_one_touches_and_it_covers_nobody() -> None:
    touched = behind(scenery("wall-or-tree", 58, 250, 5, 100))
    assert why_not(doing(touched, 1), SHOOT) == ""
    assert not covered(touched)
    one_off = behind(scenery("wall-or-tree", 59, 250, 5, 100))
    assert why_not(doing(one_off, 1), SHOOT) == "sbh.cover.full"


@pytest.mark.rule("sbh.los.adjacent-exception", "sbh.cover.partial")
def test_the_wall_of_the_target_does_hide_it_but_a_low_obstacle_only_covers() -> None:
    assert why_not(doing(behind(scenery("wall-or-tree", 187, 250, 5, 100)), 1), SHOOT) == "sbh.cover.full"
    hedge = behind(scenery("obstacle", 187, 250, 5, 100))
    assert why_not(doing(hedge, 1), SHOOT) == ""
    assert covered(hedge)


# ---------------------------------------------------------------- cover


@pytest.mark.rule("sbh.cover.partial")
@pytest.mark.parametrize(
    ("bottom", "free", "cover"), [(300, False, True), (300.01, True, True), (308, True, True), (308.1, True, False)]
)
def test_the_corner_of_a_ruin_covers_from_tangent_to_centre(bottom: float, free: bool, cover: bool) -> None:
    world = behind(scenery("ruins", 110, bottom, 30, 30))
    assert (why_not(doing(world, 1), SHOOT) == "") is free
    assert covered(world) is cover


@pytest.mark.rule("sbh.cover.partial")
def test_who_stands_in_ruins_is_in_cover() -> None:
    world = behind(scenery("ruins", 180, 280, 40, 40))
    assert why_not(doing(world, 1), SHOOT) == ""
    assert covered(world)


@pytest.mark.rule("sbh.cover.partial")
def test_the_tangents_of_a_large_base_reach_farther() -> None:
    rocks = scenery("rocks", 170, 310, 20, 20)
    assert not covered(behind(rocks))
    world = scene(fighter("human-archer", 0, 50, 300), fighter("dragon-adult", 1, 200, 300), pieces=[rocks])
    assert covered(world)


def by_three_lines(world: World, shooter: Figure, target: Figure) -> bool:
    """Cover, word for word: the two outer tangents and the line of the centres against every piece."""
    radii = shooter.card.radius, target.card.radius
    lines = [
        *outer_tangents(shooter.x, shooter.y, radii[0], target.x, target.y, radii[1]),
        (shooter.x, shooter.y, target.x, target.y),
    ]
    for piece in world.ground.pieces:
        own_wood = piece.kind == "wood" and inside(piece.shape, target.x, target.y)
        touched = disc_touches_polygon(shooter.x, shooter.y, radii[0], piece.shape)
        crossed = any(segment_meets_polygon(*line, piece.shape) for line in lines)
        if piece.cover and (own_wood or (crossed and not touched)):
            return True
    return False


PLACES = st.tuples(st.integers(8, 592), st.integers(8, 592))
KINDS = st.sampled_from(["rocks", "wood", "obstacle", "marsh", "ruins"])
BLOCKS = st.lists(st.tuples(KINDS, PLACES, st.integers(2, 90), st.integers(2, 90)), min_size=1, max_size=5)


@pytest.mark.rule("sbh.cover.partial")
@given(PLACES, PLACES, st.sampled_from(["orc-warrior", "ogre-warrior", "dragon-adult"]), BLOCKS)
def test_cover_is_the_same_word_for_word(
    here: tuple[int, int], there: tuple[int, int], profile: str, blocks: list[tuple[str, tuple[int, int], int, int]]
) -> None:
    pieces = [scenery(kind, x, y, width, depth) for kind, (x, y), width, depth in blocks]
    world = scene(fighter("human-archer", 0, *here), fighter(profile, 1, *there), pieces=pieces)
    assert covered(world) is by_three_lines(world, world.figures[0], world.figures[1])


# ---------------------------------------------------------------- Stealth


def sneak(gap: float, **changes: Any) -> World:
    """An archer, and a thief whose left side is `gap` mm from a rock that does not lie between them."""
    thief = fighter("human-thief", 1, 200, 300, **changes)
    rock = scenery("rocks", 190, 308 + gap, 20, 20)
    return scene(fighter("human-archer", 0, 50, 300), thief, pieces=[rock])


@pytest.mark.rule("sbh.special.stealth")
def test_stealth_beside_cover_is_no_target() -> None:
    assert why_not(doing(sneak(0), 1), SHOOT) == "sbh.special.stealth"
    assert why_not(doing(sneak(1), 1), SHOOT) == ""
    assert not any(answer[0] == "shoot" for answer in doing(sneak(0), 1).listed())


@pytest.mark.rule("sbh.special.stealth")
def test_without_stealth_the_rock_does_not_help() -> None:
    assert why_not(doing(sneak(0, traits=0), 1), SHOOT) == ""
    assert why_not(doing(sneak(0, traits=STEALTH), 1), SHOOT) == "sbh.special.stealth"


@pytest.mark.rule("sbh.special.stealth")
@pytest.mark.parametrize("kind", ["hill", "marsh"])
def test_only_scenery_that_covers_counts(kind: str) -> None:
    thief = fighter("human-thief", 1, 200, 300)
    world = scene(fighter("human-archer", 0, 50, 300), thief, pieces=[scenery(kind, 190, 290, 40, 40)])
    assert not untouchable(world, world.figures[1])


@pytest.mark.rule("sbh.special.stealth")
def test_stealth_wards_off_spells_and_webs_too() -> None:
    near_thief = changed(fighter("human-thief", 1, 200, 300), x=90 * MM)
    rock = scenery("rocks", 80, 308, 20, 20)
    mage = scene(fighter("human-mage", 0, 50, 300), near_thief, pieces=[rock])
    assert why_not(doing(mage, 1, "cast"), ("cast", "attack", 1, 1)) == "sbh.special.stealth"
    assert why_not(doing(mage, 1, "cast"), ("cast", "immobilise", 1, 1)) == "sbh.special.stealth"
    spider = scene(fighter("giant-spider", 0, 50, 300), near_thief, pieces=[rock])
    assert why_not(doing(spider, 1), ("entangle", 1, 1)) == "sbh.special.stealth"


@pytest.mark.rule("sbh.item.magic-cloak")
def test_the_magic_cloak_gives_stealth() -> None:
    assert why_not(doing(sneak(0, traits=0, item="magic-cloak"), 1), SHOOT) == "sbh.special.stealth"


# ---------------------------------------------------------------- ambush


def lurking(pieces: list[Piece], moved_to: float = 0) -> World:
    """An archer that began the turn at x 50 and now stands at `moved_to`, if that is given, and an orc at x 200."""
    then = behind(*pieces)
    return then.with_figure(changed(then.figures[0], x=round(moved_to * MM))) if moved_to else then


def bonus(world: World) -> int:
    """What ambush adds to the shot of figure 0 at figure 1."""
    return dict(ranged_modifiers(world, world.figures[0], world.figures[1], LONG, False)).get("ambush", 0)


@pytest.mark.rule("sbh.ambush.ranged", "sbh.shooting.mod.ambush", "sbh.ambush.definition")
def test_a_shot_out_of_the_wood_has_the_bonus_until_one_leaves_it() -> None:
    wood = [scenery("wood", 20, 270, 60, 60)]
    assert bonus(lurking(wood)) == 1
    assert bonus(lurking(wood, 100)) == 0
    assert bonus(changed(lurking(wood), active=1)) == 0


@pytest.mark.rule("sbh.ambush.ranged")
def test_who_enters_the_wood_during_the_turn_is_not_in_ambush() -> None:
    wood = [scenery("wood", 90, 270, 60, 60)]
    world = scene(fighter("human-archer", 0, 50, 300), fighter("orc-warrior", 1, 200, 300), pieces=wood)
    seen = changed(world, dawn=(changed(world.figures[0], y=100 * MM), world.figures[1]))
    inside = changed(seen, figures=(changed(world.figures[0], x=120 * MM), world.figures[1]))
    assert bonus(inside) == 0


@pytest.mark.rule("sbh.ambush.definition", "sbh.ambush.ranged")
def test_behind_a_wall_one_is_in_ambush_behind_a_low_one_not() -> None:
    wall, low = [scenery("wall-or-tree", 58, 250, 5, 100)], [scenery("obstacle", 58, 250, 5, 100)]
    assert bonus(lurking(wall)) == 1
    assert bonus(lurking(low)) == 0
    world = lurking(low)
    assert not began_hidden(world, world.figures[0], world.figures[1])


def test_a_held_or_prone_figure_is_seen_like_any_other() -> None:
    archer, orc = pair("human-archer", "orc-warrior", 60, prone=True, held=SPELLBOUND)
    world = scene(archer, facing(archer, orc, 60))
    assert why_not(doing(world, 1), SHOOT) == ""
    assert dict(ranged_modifiers(world, world.figures[0], world.figures[1], SHORT, False))["target-immobilised"] == 2
