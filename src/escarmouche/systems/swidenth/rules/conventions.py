"""Characteristics and conventions: measuring, levels, who is an enemy, who is engaged."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from escarmouche.systems.swidenth.model import CHIEF, NOWHERE, ON_TABLE, OUT, SPELLCASTER, Figure, World
from escarmouche.systems.swidenth.rules.values import BUBBLE_CHIEF, BUBBLE_HERO, ENGAGED, HIGHEST, LEVELS, PAS, SPELLS
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import inside, overlapping, segment_meets_polygon, square_between
from escarmouche.table.whole import root

FLAT: Final = "flat-obstacle"
THIN: Final = "thin-obstacle"
SHEER: Final = "sheer-wall"
GATE: Final = "closed-gate"
WATER: Final = "deep-water"
VOID: Final = "void"
SOLID: Final = frozenset([FLAT, THIN, SHEER, GATE])
"""Kinds of ground that have a body: they hide, and stop whoever cannot get over them."""
RELIEF: Final = frozenset([FLAT, THIN, SHEER, GATE, WATER, VOID])
"""Kinds of ground that more than slow down whoever walks there."""
NO_FLOOR: Final = 1 << 30
FULL_TURN: Final = 36000


# ---------------------------------------------------------------- measuring (swidenth.stats.measuring)


def flat_reach(a: Figure, b: Figure, reach: int) -> int:
    """How far apart the centres of two bases may be for a distance of `reach` between their edges, their levels considered; -1
    when their levels alone are farther apart."""
    rise = a.z - b.z if a.z > b.z else b.z - a.z
    if rise > reach:
        return -1
    flat = root(reach * reach - rise * rise) if rise else reach
    return flat + a.card.radius + b.card.radius


def closer(a: Figure, b: Figure, reach: int) -> bool:
    """Are the two strictly less than this apart, edge to edge, levels included? (swidenth.stats.measuring)"""
    far = flat_reach(a, b, reach)
    return far >= 0 and square_between(a.x, a.y, b.x, b.y) < far * far


def within(a: Figure, b: Figure, reach: int) -> bool:
    """Are the two no farther apart than this? (swidenth.stats.measuring)"""
    far = flat_reach(a, b, reach)
    return far >= 0 and square_between(a.x, a.y, b.x, b.y) <= far * far


def apart(a: Figure, b: Figure) -> int:
    """The distance between two figures, edge to edge, levels included, rounded down."""
    flat = max(0, root(square_between(a.x, a.y, b.x, b.y)) - a.card.radius - b.card.radius)
    dz = a.z - b.z
    return root(flat * flat + dz * dz) if dz else flat


def nearest_point(x0: int, y0: int, x1: int, y1: int, px: int, py: int) -> tuple[int, int]:
    """The point of a segment that is nearest to another point, rounded."""
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy
    if square == 0:
        return x0, y0
    part = max(0, min(square, dx * (px - x0) + dy * (py - y0)))
    return x0 + (2 * dx * part + square) // (2 * square), y0 + (2 * dy * part + square) // (2 * square)


def near_spot(figure: Figure, x: i64, y: i64, z: i64, reach: i64) -> bool:
    """Is the figure's base within this of a point, n included? (swidenth.stats.measuring)"""
    rise: i64 = figure.z - z
    if rise > reach or -rise > reach:
        return False
    far: i64 = figure.card.radius + (root(reach * reach - rise * rise) if rise else reach)
    dx: i64 = figure.x - x
    dy: i64 = figure.y - y
    return dx * dx + dy * dy <= far * far


# ---------------------------------------------------------------- sides


def enemies(world: World, figure: Figure) -> list[Figure]:
    """The enemies of a figure on the table: everybody of another side. (swidenth.turn.initiative-many)"""
    return [other for other in world.figures if other.status == ON_TABLE and other.seat != figure.seat]


def friends(world: World, figure: Figure) -> list[Figure]:
    """The other figures of its side on the table."""
    return [
        other for other in world.figures if other.status == ON_TABLE and other.seat == figure.seat and other.id != figure.id
    ]


# ---------------------------------------------------------------- levels


def floor_below(pieces: tuple[Piece, ...], x: int, y: int, limit: int) -> int:
    """The highest level at a point on which a figure can stand and that is not above the limit; NO_FLOOR when all are."""
    ground = 0
    best = NO_FLOOR
    for piece in pieces:
        floor = piece.floor
        if floor != 0 and inside(piece.shape, x, y):
            if piece.kind == VOID:
                ground = floor
            elif floor <= limit and (best == NO_FLOOR or floor > best):
                best = floor
    if best == NO_FLOOR and ground <= limit:
        return ground
    return best


def floor_from(pieces: tuple[Piece, ...], x: int, y: int, z: int) -> int:
    """The level that a figure on level z comes to when it walks to a point: the highest it can mount.
    (swidenth.terrain.flat-obstacle)"""
    return floor_below(pieces, x, y, z + HIGHEST)


def level_with(figure: Figure, z: int, other: Figure) -> bool:
    """Would the figure, on level z, and the other be in each other's way: does one stand lower than the other's head?"""
    return z - other.z < other.card.height and other.z - z < figure.card.height


# ---------------------------------------------------------------- engagement (swidenth.melee.engaged)


def parted(world: World, x: int, y: int, z: int, other: Figure) -> bool:
    """Is there an obstacle of more than 1.5 pas between a spot and a figure? (swidenth.terrain.too-high)"""
    top = max(z, other.z) + HIGHEST
    for piece in world.ground.pieces:
        if (
            piece.kind in SOLID
            and piece.base <= max(z, other.z)
            and (piece.height > top or piece.kind == GATE)
            and segment_meets_polygon(x, y, other.x, other.y, piece.shape)
        ):
            return True
    return False


def engages_at(world: World, figure: Figure, x: int, y: int, z: int, other: Figure) -> bool:
    """Would the figure, standing there, be engaged with the other: an enemy, less than 0.5 pas off, no more than 1.5 pas
    higher or lower, and nothing high between? One that sleeps is engaged with nobody (swidenth.mission.lair-special).
    (swidenth.melee.engaged)"""
    if other.seat == figure.seat or other.status != ON_TABLE or z - other.z > LEVELS or other.z - z > LEVELS:
        return False
    near = overlapping(x, y, figure.card.radius, other.x, other.y, other.card.radius + ENGAGED)
    if not near or other.asleep or figure.asleep:
        return False
    return not parted(world, x, y, z, other)


def engaged(world: World, a: Figure, b: Figure) -> bool:
    """Are the two engaged?"""
    return a.status == ON_TABLE and engages_at(world, a, a.x, a.y, a.z, b)


def foes_at(world: World, figure: Figure, x: i64, y: i64, z: int) -> tuple[int, ...]:
    """The enemies with whom the figure would be engaged there."""
    found: tuple[int, ...] = ()
    near: i64 = figure.card.radius + ENGAGED
    seat = figure.seat
    for other in world.figures:
        if other.seat == seat:
            continue
        far: i64 = near + other.card.radius
        dx: i64 = other.x - x
        dy: i64 = other.y - y
        if -far < dx < far and -far < dy < far and engages_at(world, figure, x, y, z, other):
            found += (other.id,)
    return found


def foes(world: World, figure: Figure) -> tuple[int, ...]:
    """The enemies with whom a figure is engaged."""
    return foes_at(world, figure, figure.x, figure.y, figure.z) if figure.status == ON_TABLE else ()


def is_engaged(world: World, figure: Figure) -> bool:
    """Is it engaged with anybody?"""
    return len(foes(world, figure)) > 0


# ---------------------------------------------------------------- what a figure can do


def bubble(figure: Figure) -> int:
    """The reach of its command: 3 pas for the Chief, 2 for another Hero, none for anybody else.
    (swidenth.activation.bubble-radius)"""
    if not figure.is_hero():
        return 0
    return BUBBLE_CHIEF if figure.card.rank == CHIEF else BUBBLE_HERO


def commands(hero: Figure, other: Figure) -> bool:
    """Is the other strictly inside the Hero's bubble? No sight is needed. (swidenth.activation.bubble-strict)"""
    return other.id != hero.id and other.seat == hero.seat and other.status == ON_TABLE and closer(hero, other, bubble(hero))


def movement(figure: Figure) -> int:
    """Its Movement: 5 pas unless a special rule says otherwise (swidenth.stats.movement, swidenth.trait.slow,
    swidenth.trait.fast), 2 more in haste, half in roots."""
    length = figure.card.movement
    if figure.under("haste"):
        length += SPELLS["haste"].bonus * PAS
    return length // 2 if figure.under("grasping-roots") else length


def can_cast(figure: Figure) -> bool:
    """Is it a spellcaster? (swidenth.trait.spellcaster)"""
    return figure.has(SPELLCASTER) and figure.card.psychism >= 0


def hangs(figure: Figure) -> bool:
    """Is it on a ladder, a rope or a wall? (swidenth.terrain.ladder-rope)"""
    return figure.climbing != NOWHERE


def lost(figure: Figure) -> bool:
    """Is it lost to its band: Out of action, routed or fled off the table? (swidenth.rout.trigger)"""
    return figure.status != ON_TABLE and OUT <= figure.status <= 3


def opponent(world: World, seat: int) -> int:
    """The seat that decides for a figure of no side against a seat's figure. (swidenth.mission.lair-special)"""
    return (seat + 1) % len(world.bands)


def decider(world: World, figure: Figure, victim: Figure) -> int:
    """Who decides for a figure that strikes another."""
    return figure.seat if figure.seat >= 0 else opponent(world, max(0, victim.seat))
