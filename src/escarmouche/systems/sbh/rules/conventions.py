"""Introduction and conventions: measuring, contact, who is an enemy, who can act."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from escarmouche.systems.sbh.model import FLYING, FREE, ON_TABLE, Figure, Ground, World
from escarmouche.systems.sbh.rules.values import IGNORED_BY
from escarmouche.table.hexes import distance as hex_distance
from escarmouche.table.hexes import hex_at, hex_centre
from escarmouche.table.pieces import Piece, ground_height
from escarmouche.table.shapes import (
    disc_touches_polygon,
    gap,
    inside,
    on_table,
    overlapping,
    segment_meets_polygon,
    touching,
    within,
)

EDGEWARD: Final[tuple[int, ...]] = (18000, 27000, 0, 9000)
"""The bearings straight towards the four edges of the table, in the order of Band.edge."""
STATURE: Final[tuple[int, ...]] = (1500, 2250, 3750)
"""How tall figures of 15 mm are, by size, in hundredths of a millimetre."""
THIN: Final = 1000
"""How far apart figures may stand on two sides of a thin obstacle and still fight across it: 10 mm."""


# ---------------------------------------------------------------- distances


def apart(world: World, a: Figure, b: Figure) -> int:
    """The distance between two figures, edge to edge (sbh.setup.measuring-points); in hexes on a hexagon board.

    Anybody may ask at any time. (sbh.setup.premeasuring)
    """
    width = world.ground.hex_width
    if width:
        return hex_distance(hex_at(a.x, a.y, width), hex_at(b.x, b.y, width))
    return gap(a.x, a.y, a.card.radius, b.x, b.y, b.card.radius)


def near(world: World, a: Figure, b: Figure, length: int) -> bool:
    """Is b within SHORT, MEDIUM or LONG of a? (sbh.setup.measuring-points, sbh.hex.distances)"""
    if world.ground.hex_width:
        return apart(world, a, b) <= world.ruler(length)
    return within(a.x, a.y, a.card.radius, b.x, b.y, b.card.radius, world.ruler(length))


def homeward(world: World, figure: Figure) -> int:
    """The bearing straight towards the fighter's own edge. Where the book leaves open which of several spots is meant, they
    are sought from here round, so that neither side of the table is favoured."""
    return EDGEWARD[max(0, world.bands[figure.seat].edge)]


def span(ground: Ground, length: int) -> i64:
    """The length of a stick in hundredths of a millimetre, also where the rulers count hexes."""
    if ground.hex_width:
        return ground.rulers[length] * ground.hex_width
    return ground.rulers[length]


def spot_near(world: World, x: i64, y: i64, radius: i64, other: Figure, reach: i64) -> bool:
    """Would a base standing at x, y be within `reach` (a ruler's length, or hexes) of the other figure?"""
    width = world.ground.hex_width
    if width:
        return hex_distance(hex_at(x, y, width), hex_at(other.x, other.y, width)) <= reach
    return within(x, y, radius, other.x, other.y, other.card.radius, reach)


def girth(world: World, figure: Figure) -> i64:
    """The room a figure takes up to every side: the radius of its base; on a hexagon board it fills its hex, whatever its
    size. (sbh.hex.unchanged)"""
    return world.ground.hex_width // 2 or figure.card.radius


def fits_table(world: World, figure: Figure, x: int, y: int) -> bool:
    """Would the figure, standing at x, y, be wholly on the table?"""
    return on_table(x, y, girth(world, figure), world.ground.width, world.ground.depth)


def snapped(world: World, x: int, y: int) -> tuple[int, int]:
    """The spot itself, or the centre of its hex on a hexagon board."""
    width = world.ground.hex_width
    return hex_centre(hex_at(x, y, width), width) if width else (x, y)


def level(world: World, figure: Figure) -> int:
    """The height of the ground under a figure's centre."""
    return ground_height(figure.x, figure.y, world.ground.pieces)


def stature(world: World, figure: Figure) -> i64:
    """How tall a figure is: as its scale says, half as tall again for a Big one, two and a half times for a Huge one."""
    tall: i64 = STATURE[figure.card.size]
    return tall * 28 // 15 if world.ground.scale == "28mm" else tall


def bars(figure: Figure, piece: Piece) -> bool:
    """Is the terrain impassable to the figure? The Clinging walk on walls and trees (sbh.special.clinging); fliers pass above
    it, but do not land there (sbh.special.flying-lands)."""
    return piece.impassable and not figure.has(IGNORED_BY[piece.kind] & ~FLYING)


def kept_hidden(world: World, x: i64, y: i64, radius: i64) -> bool:
    """Is the spot taken by an ambush marker, under which a fighter may stand?"""
    width = world.ground.hex_width
    for marker in world.markers:
        if marker.kind == "ambush" and (
            (marker.x, marker.y) == (x, y) if width else overlapping(x, y, radius, marker.x, marker.y, radius)
        ):
            return True
    return False


def clipped(world: World, left: i64, bottom: i64, right: i64, top: i64) -> World:
    """The world with only those figures and pieces of terrain that reach into a box, for those who ask much of a small part
    of the table. Figures are not found by their id in it."""
    figures = []
    for other in world.figures:
        size = other.card.radius
        if left - size <= other.x <= right + size and bottom - size <= other.y <= top + size:
            figures.append(other)
    ground, pieces = world.ground, []
    for piece in ground.pieces:
        shape = piece.shape
        across = shape.left <= right and shape.right >= left and shape.bottom <= top and shape.top >= bottom
        if across or piece.kind == "bridge-or-ford":  # whether water slows a base at its edge depends on there being a bridge
            pieces.append(piece)
    part = world.copy()
    part.figures = tuple(figures)
    part.ground = Ground(ground.width, ground.depth, ground.rulers, tuple(pieces), ground.hex_width, ground.scale)
    return part


# ---------------------------------------------------------------- contact


def touches(world: World, x: i64, y: i64, radius: i64, other: Figure) -> bool:
    """Would a base standing at x, y be in contact with the other figure? (sbh.melee.contact)

    On a hexagon board contact means adjacent hexes. (sbh.hex.unchanged)
    """
    width = world.ground.hex_width
    if width:
        return hex_distance(hex_at(x, y, width), hex_at(other.x, other.y, width)) <= 1
    if not within(x, y, radius, other.x, other.y, other.card.radius, THIN):
        return False
    return touching(x, y, radius, other.x, other.y, other.card.radius) or across_obstacle(world, x, y, radius, other) >= 0


def across_obstacle(world: World, x: i64, y: i64, radius: i64, other: Figure) -> int:
    """The thin obstacle that the two touch from opposite sides, as an index among the pieces, or -1. Whoever has climbed
    onto it is on neither side; on a hexagon board it lies between two neighbouring hexes."""
    for index, piece in enumerate(world.ground.pieces):
        shape = piece.shape
        if piece.kind != "obstacle" or not segment_meets_polygon(x, y, other.x, other.y, shape):
            continue
        if inside(shape, x, y) or inside(shape, other.x, other.y):
            continue
        if world.ground.hex_width or (
            disc_touches_polygon(x, y, radius, shape) and disc_touches_polygon(other.x, other.y, other.card.radius, shape)
        ):
            return index
    return -1


def contact(world: World, a: Figure, b: Figure) -> bool:
    """Are the two in base contact?"""
    return touches(world, a.x, a.y, a.card.radius, b)


def enemies(world: World, figure: Figure) -> list[Figure]:
    """The enemies of a figure on the table."""
    return [other for other in world.figures if other.seat != figure.seat and other.status == ON_TABLE]


def has_enemies(world: World, figure: Figure) -> bool:
    """Is any enemy of a figure on the table?"""
    return any(other.seat != figure.seat and other.status == ON_TABLE for other in world.figures)


def friends(world: World, figure: Figure) -> list[Figure]:
    """The other figures of its band on the table."""
    return [other for other in world.figures if are_friends(figure, other)]


def are_friends(figure: Figure, other: Figure) -> bool:
    """Is the other one of its band, on the table and not itself?"""
    return other.seat == figure.seat and other.status == ON_TABLE and other.id != figure.id


def foes_at(world: World, figure: Figure, x: i64, y: i64) -> list[Figure]:
    """The enemies it would be in contact with, standing at x, y."""
    found = []
    radius = figure.card.radius
    reach = radius + max(THIN, world.ground.hex_width)
    for other in world.figures:
        if other.seat == figure.seat or other.status != ON_TABLE:
            continue
        far = reach + other.card.radius
        if -far <= other.x - x <= far and -far <= other.y - y <= far and touches(world, x, y, radius, other):
            found.append(other)
    return found


def foes(world: World, figure: Figure) -> tuple[Figure, ...]:
    """The enemies in contact with it."""
    found = world.foes_of(figure)
    if found is None:
        found = tuple(foes_at(world, figure, figure.x, figure.y))
        world.keep_foes(figure, found)
    return found


# ---------------------------------------------------------------- states


def helpless(figure: Figure) -> bool:
    """Knocked down or immobilised: two states, and one may be in both. (sbh.melee.mod.helpless, sbh.faq.state-markers)"""
    return figure.prone or figure.held != FREE


def operational(figure: Figure) -> bool:
    """Neither knocked down nor immobilised. (sbh.state.operational)"""
    return not figure.prone and figure.held == FREE


def engaged(world: World, figure: Figure) -> bool:
    """In base contact with an enemy. (sbh.state.engaged)"""
    return len(foes(world, figure)) > 0


def guarded(world: World, figure: Figure) -> bool:
    """Does any operational enemy in contact keep it in melee?"""
    return any(operational(foe) for foe in foes(world, figure))


def guards(world: World, figure: Figure) -> list[Figure]:
    """The operational enemies in contact with it: those that keep it in melee and may strike when it leaves."""
    return [foe for foe in foes(world, figure) if operational(foe)]
