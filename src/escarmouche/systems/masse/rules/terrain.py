"""Terrain: what it costs to cross, whom it keeps out. (masse.terrain.table-4a)

A piece of terrain carries the id of its row of Table 4a as its kind. A cost is a pair (numerator, denominator) by which each
inch of the way is multiplied.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.systems.masse.model import INCH, Country, Unit, World
from escarmouche.systems.masse.rules.ground import footprint
from escarmouche.systems.masse.rules.values import (
    CAVALRY_COST,
    CROSSING,
    DOWNHILL,
    FORBIDDEN,
    INFANTRY_COST,
    PAVED,
    TRACK,
    UPHILL,
    Share,
)
from escarmouche.table.areas import overlap_when_moved, polygons_overlap
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon, inside, segment_distance_squared
from escarmouche.table.whole import root_up

Cost = Share

PLAIN: Final[Cost] = (1, 1)
STRIDE: Final = INCH // 2
"""The way is looked at in stretches of half an inch."""

BRUSH: Final = "broussailles"
SPARSE_FOREST: Final = "foret-clairsemee"
DENSE_FOREST: Final = "foret-dense"
MARSH: Final = "marais-sables"
SNOW: Final = "neige"
LOW_OBSTACLE: Final = "obstacles-bas"
HIGH_OBSTACLE: Final = "obstacles-hauts-escaladables"
FORTIFICATION: Final = "obstacles-hauts-non-franchissables"
RIVER: Final = "riviere"
LAKE: Final = "torrents-lacs"
ELEVATION: Final = "elevations"
ROAD: Final = "route"

SHARP: Final = "sharp"
"""The tag of a hill with steep sides: climbing them is crossing an obstacle. (masse.terrain.elevation)"""

LEVEL: Final = 25
"""A stride that brings a unit no nearer to the top than this runs along the slope."""

EIGHTEENTHS: Final = 18
"""Costs are added up in eighteenths, so that thirds of thirds and halves are exact."""

SNOWED: Final[Cost] = (2, 1)
"""What each inch of snow costs, which has no row in the table. (masse.terrain.marsh)"""


def moves_as(unit: Unit) -> str:
    """How terrain sees it: "infantry" (shooters on foot count as infantry, masse.org.category-shooters), "cavalry",
    "chariot" or "engine". Monsters and heroes on foot go where infantry goes; whoever rides is cavalry, a hero too
    (masse.cavalry.definition)."""
    if unit.dismounted:
        return "infantry"
    category = unit.card.category
    if category == "engine" or category == "chariot":
        return category
    if unit.card.has("chariot"):
        return "chariot"
    return "cavalry" if category == "cavalry" or unit.card.has("mounted") else "infantry"


def is_aquatic(unit: Unit) -> bool:
    """Swimmers cross water and marsh at no extra cost. (masse.special.aquatic)"""
    return unit.card.has("aquatic")


def bars(piece: Piece, unit: Unit) -> bool:
    """Does this terrain keep the unit out altogether? Nothing on the ground bars a flier, nor water and marsh a swimmer; the
    steep side of a hill is a low obstacle. (masse.terrain.fortification, masse.terrain.torrent-lake,
    masse.terrain.dense-forest, masse.terrain.marsh, masse.terrain.brush, masse.chariot.terrain, masse.engine.terrain)"""
    if unit.altitude > 0:
        return False
    kind = LOW_OBSTACLE if is_sharp(piece) else piece.kind
    shut = FORBIDDEN.get(kind, ())
    if not shut or (kind in (LAKE, MARSH) and is_aquatic(unit)):
        return False
    return "all" in shut or moves_as(unit) in shut


def cost_of(piece: Piece, unit: Unit) -> Cost:
    """By what each inch in this terrain is multiplied for the unit."""
    kind = piece.kind
    if kind == SNOW:
        return SNOWED
    if kind not in INFANTRY_COST or (kind == MARSH and is_aquatic(unit)):
        return PLAIN
    return CAVALRY_COST[kind] if moves_as(unit) == "cavalry" else INFANTRY_COST[kind]


def road_cost(piece: Piece) -> Cost:
    """Two thirds on a track, half on a paved road. (masse.terrain.road)"""
    return PAVED if "paved" in piece.tags else TRACK


def is_sharp(piece: Piece) -> bool:
    """Is it a hill whose sides count as an obstacle? (masse.terrain.elevation)"""
    return piece.kind == ELEVATION and SHARP in piece.tags


def slope_cost(pieces: Sequence[Piece], x0: i64, y0: i64, x1: i64, y1: i64) -> Cost:
    """Double uphill, two thirds downhill: onto higher or lower ground, and on a hill, whose sides rise all the way from its
    edge to its middle, farther from the edge or nearer to it. (masse.terrain.elevation)"""
    level: i64 = 0
    start: i64 = 0
    hill: Piece | None = None
    for piece in pieces:
        from_it, onto_it = inside(piece.shape, x0, y0), inside(piece.shape, x1, y1)
        floor: i64 = piece.floor
        if from_it and floor != 0 and (start == 0 or floor > start):  # the ground at a point, as `ground_height` has it
            start = floor
        if onto_it and floor != 0 and (level == 0 or floor > level):
            level = floor
        if from_it and onto_it and piece.kind == ELEVATION and (hill is None or floor > hill.floor):
            hill = piece
    if level == start and hill is not None:
        return climb_cost(hill.shape, x0, y0, x1, y1)
    if level == start:
        return PLAIN
    return UPHILL if level > start else DOWNHILL


def climb_cost(hill: Polygon, x0: i64, y0: i64, x1: i64, y1: i64) -> Cost:
    """The same on one hill: by how much farther from its edge the second point is; nothing along the slope."""
    deeper: i64 = from_edge(hill, x1, y1) - from_edge(hill, x0, y0)
    if -LEVEL <= deeper <= LEVEL:
        return PLAIN
    return UPHILL if deeper > 0 else DOWNHILL


def from_edge(shape: Polygon, x: i64, y: i64) -> int:
    """The distance of a point from the nearest side."""
    points: tuple[tuple[i64, i64], ...] = shape.points
    ax, ay = points[-1]
    least: i64 = -1
    for bx, by in points:
        square: i64 = segment_distance_squared(ax, ay, bx, by, x, y)
        if least < 0 or square < least:
            least = square
        ax, ay = bx, by
    return root_up(least)


@final
@mypyc_attr(acyclic=True)
class Tract:
    """A piece of terrain as one kind of troops meets it: what each inch costs, whether it is a road, whether crossing its edge
    is paid for, whether it rises or falls, whether it is closed to them."""

    __slots__ = ("piece", "shape", "cost", "slow", "road", "crossed", "hilly", "closed")

    def __init__(self, piece: Piece, unit: Unit) -> None:
        self.piece = piece
        self.shape = piece.shape
        self.road = piece.kind == ROAD
        self.cost: Cost = PLAIN if self.road else cost_of(piece, unit)
        self.slow = self.cost[0] > self.cost[1]
        self.crossed = is_crossed(piece, unit)
        self.hilly = piece.floor != 0 or piece.kind == ELEVATION
        self.closed = bars(piece, unit)


def tracts(world: World, unit: Unit) -> list[Tract]:
    """The terrain as a unit meets it; told once a battle for troops of its kind. There is none in the air."""
    if unit.altitude > 0 or not world.pieces:
        return []
    known = world._country
    if known is None or known.pieces is not world.pieces:
        known = world._country = Country(world.pieces)
    if known.card is not unit.card or known.dismounted != unit.dismounted:
        kind = moves_as(unit) + (" that swims" if is_aquatic(unit) else "")
        if kind not in known.tracts:
            known.tracts[kind] = [Tract(piece, unit) for piece in world.pieces]
        known.card, known.dismounted, known.latest = unit.card, unit.dismounted, known.tracts[kind]
    return known.latest


@final
class Going:
    """What a unit meets underfoot among these tracts of terrain: those that slow it, roads narrow troops may use, obstacles it
    pays for crossing, hills. `plain` where none of them changes what its way costs. A footprint is given as a shape and how far
    that is moved."""

    __slots__ = ("slow", "roads", "crossed", "hills", "plain")

    def __init__(self, met: list[Tract], unit: Unit) -> None:
        self.slow: tuple[Tract, ...] = ()
        self.roads: tuple[Piece, ...] = ()
        self.crossed: tuple[Piece, ...] = ()
        self.hills: tuple[Piece, ...] = ()
        for tract in met:
            if tract.slow:
                self.slow += (tract,)
            if tract.road and unit.files <= 4:
                self.roads += (tract.piece,)
            if tract.crossed:
                self.crossed += (tract.piece,)
            if tract.hilly:
                self.hills += (tract.piece,)
        self.plain = not (self.slow or self.roads or self.crossed or self.hills)

    def eased(self) -> tuple[Piece, ...]:
        """What it may come farther over than its allowance: roads, and hills on their way down."""
        return self.roads + self.hills

    def ground(self, shape: Polygon, dx: i64, dy: i64) -> Cost:
        """The most costly terrain any of its figures stands in, with this footprint; a road cancels the penalties of the
        difficult ground it crosses for a unit no wider than four figures whose middle is on it (masse.terrain.road)."""
        road: Cost | None = None
        for piece in self.roads:
            x, y = (shape.left + shape.right) // 2 + dx, (shape.bottom + shape.top) // 2 + dy
            if inside(piece.shape, x, y) and overlap_when_moved(shape, dx, dy, piece.shape):
                road = road_cost(piece)
        if road is not None:
            return road
        worst = PLAIN
        for tract in self.slow:
            cost = tract.cost
            if cost[0] * worst[1] > worst[0] * cost[1] and overlap_when_moved(shape, dx, dy, tract.shape):
                worst = cost
        return worst

    def slope(self, x0: i64, y0: i64, x1: i64, y1: i64) -> Cost:
        """What the slope between two places of its centre costs. (masse.terrain.elevation)"""
        return slope_cost(self.hills, x0, y0, x1, y1) if self.hills else PLAIN

    def entered(self, before: Polygon, bx: i64, by: i64, after: Polygon, ax: i64, ay: i64) -> list[Piece]:
        """Low obstacles, rivers and steep hills that it begins to cross between two footprints."""
        return [
            piece
            for piece in self.crossed
            if overlap_when_moved(after, ax, ay, piece.shape) and not overlap_when_moved(before, bx, by, piece.shape)
        ]

    def tolls(self, paid: int, before: Polygon, bx: i64, by: i64, after: Polygon, ax: i64, ay: i64) -> int:
        """What the obstacles that it begins to cross between two footprints still cost: what it has paid in earlier turns for
        the one before it is taken off. (masse.terrain.low-obstacle, masse.terrain.river)"""
        if not self.crossed:
            return 0
        total = 0
        for piece in self.entered(before, bx, by, after, ax, ay):
            total += crossing_cost(piece)
        return max(0, total - paid)


def dearest(world: World, unit: Unit, shape: Polygon) -> Cost:
    """The most costly terrain any of its figures stands in, with its footprint as given."""
    return Going(tracts(world, unit), unit).ground(shape, 0, 0)


def crossing_cost(piece: Piece) -> int:
    """What crossing this obstacle or river costs; the steep side of a hill as much as a low obstacle."""
    for tag in piece.tags:
        if tag.startswith("crossing-"):
            return int(tag[9:]) * INCH
    return CROSSING.get(piece.kind, CROSSING[LOW_OBSTACLE])


def is_crossed(piece: Piece, unit: Unit) -> bool:
    """Is it something that the unit pays for crossing: a low obstacle, a river, the steep side of a hill?"""
    if unit.altitude > 0:
        return False
    return piece.kind == LOW_OBSTACLE or (piece.kind == RIVER and not is_aquatic(unit)) or is_sharp(piece)


def is_crossing(world: World, unit: Unit) -> bool:
    """Is it crossing an obstacle: it is paying for one, stands in a river or astride the edge of a steep hill, or has moved
    onto a low obstacle this turn? (masse.melee.mod-crossing, masse.shoot.mod-crossing)"""
    if unit.crossing:
        return True
    if unit.building >= 0 or unit.aboard >= 0:
        return False
    shape = footprint(unit)
    for piece in world.pieces:
        if not is_crossed(piece, unit) or not polygons_overlap(piece.shape, shape):
            continue
        if piece.kind == RIVER or (piece.kind == LOW_OBSTACLE and unit.moved):
            return True
        if is_sharp(piece) and not all(inside(piece.shape, x, y) for x, y in shape.points):
            return True
    return False


def obstacles_entered(world: World, before: Polygon, after: Polygon, unit: Unit) -> list[Piece]:
    """Low obstacles, rivers and steep hills that the unit begins to cross between two footprints."""
    return Going(tracts(world, unit), unit).entered(before, 0, 0, after, 0, 0)


def crossings(world: World, before: Polygon, after: Polygon, unit: Unit) -> int:
    """What the obstacles that the unit begins to cross between two footprints still cost it."""
    return Going(tracts(world, unit), unit).tolls(unit.crossing, before, 0, 0, after, 0, 0) if world.pieces else 0


def stretch_cost(length: int, ground: Cost, slope: Cost) -> int:
    """What a stretch of the way costs, in eighteenths: the ground under the footprint at its end times the slope between the
    two places of the unit's centre."""
    return length * EIGHTEENTHS * ground[0] * slope[0] // (ground[1] * slope[1])


def scaled(length: int, cost: Cost) -> int:
    """A length times a cost, rounded up."""
    return -(-length * cost[0] // cost[1])
