"""The tables of the missions: what lies where. (swidenth.terrain.declare)"""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Chance
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import Ground, Ladder, Marker
from escarmouche.systems.swidenth.rules.conventions import FLAT, FULL_TURN, GATE, THIN, VOID
from escarmouche.systems.swidenth.rules.deeds import GATEWAY
from escarmouche.systems.swidenth.rules.goals import CHEST, EGG, LEVER
from escarmouche.systems.swidenth.rules.missions import CROSSROADS, PORTCULLIS, RAVINE
from escarmouche.systems.swidenth.rules.sight import RAMPART
from escarmouche.systems.swidenth.rules.values import DIFFICULT, FREE_STEP, PAS
from escarmouche.table.areas import moved
from escarmouche.table.pieces import Piece
from escarmouche.table.scatter import irregular
from escarmouche.table.shapes import Polygon, disc_meets_polygon, polygon, polygon_gap, rectangle
from escarmouche.table.trig import step

ROAD: Final = "road"
BRIDGE: Final = "bridge"
STAIR: Final = "stair"
DECK: Final = 1
"""The level of a bridge: a hair above the ground, since 0 leaves the ground as it is."""
TRIES: Final = 400
Board = tuple[Ground, tuple[Marker, ...]]


def box(left: int, bottom: int, right: int, top: int) -> Polygon:
    """An upright rectangle."""
    return polygon([(left, bottom), (right, bottom), (right, top), (left, top)])


def area(kind: str, shape: Polygon) -> Piece:
    """An area of ground of a kind that was agreed on. (swidenth.terrain.declare)"""
    return Piece(kind, shape, difficult=kind in DIFFICULT)


def obstacle(kind: str, shape: Polygon, height: int, base: int = 0, tags: tuple[str, ...] = ()) -> Piece:
    """A thin obstacle, or a flat-topped one on which figures stand. (swidenth.terrain.flat-obstacle,
    swidenth.terrain.thin-obstacle)"""
    high = height - base > 3 * PAS // 2
    return Piece(
        kind, shape, height, impassable=high and base == 0, blocks_sight=True, tags=tags, base=base,
        floor=height if kind == FLAT else 0,
    )  # fmt: skip


def bounds(mission: str) -> tuple[int, int]:
    """The width and the depth of a mission's table."""
    row = book().mission[mission]
    return book().length(row.width), book().length(row.depth)


def board(mission: str, chance: Chance, size: tuple[int, int] | None = None) -> Board:
    """The table of a mission, and what lies on it; of another size where one is given."""
    width, depth = size or bounds(mission)
    if mission == CROSSROADS:
        return Ground(width, depth, crossroads(width, depth, chance)), ()
    if mission == RAVINE:
        return ravine(width, depth)
    if mission == PORTCULLIS:
        return portcullis(width, depth)
    return lair(width, depth, chance)


# ---------------------------------------------------------------- by chance


def fits(shape: Polygon, others: list[Polygon], width: int, depth: int, clear: int) -> bool:
    """Does a shape lie on the table, a pas from all others and away from its middle?"""
    if shape.left < 0 or shape.bottom < 0 or shape.right > width or shape.top > depth:
        return False
    if disc_meets_polygon(width // 2, depth // 2, clear, shape):
        return False
    return all(polygon_gap(shape, other) >= PAS for other in others)


def strewn(shapes: list[tuple[str, Polygon, int]], width: int, depth: int, clear: int, chance: Chance) -> tuple[Piece, ...]:
    """Pieces laid out by chance; one that finds no room is left out."""
    laid: list[Polygon] = []
    pieces: list[Piece] = []
    for kind, shape, height in shapes:
        for _ in range(TRIES):
            there = moved(shape, chance.below(width), chance.below(depth))
            if fits(there, laid, width, depth, clear):
                laid.append(there)
                pieces.append(obstacle(kind, there, height) if height else area(kind, there))
                break
    return tuple(pieces)


def crossroads(width: int, depth: int, chance: Chance) -> tuple[Piece, ...]:
    """Two roads that cross, areas of difficult ground, palisades and walls. (swidenth.mission.crossroads-setup)"""
    row, length = book().crossroads, book().length
    shapes: list[tuple[str, Polygon, int]] = []
    for number in range(row.areas):
        wide = length(row.area_least) + chance.below(length(row.area_most - row.area_least) + 1)
        shapes.append((row.kinds[number % len(row.kinds)], irregular(chance.below, wide), 0))
    for kind, count, long, thick in (
        (THIN, row.palisades, row.palisade_length, row.palisade_thickness),
        (FLAT, row.walls, row.wall_length, row.wall_thickness),
    ):
        for _ in range(count):
            shape = rectangle(0, 0, length(long) // 2, length(thick) // 2, chance.below(FULL_TURN))
            shapes.append((kind, shape, length(row.obstacle_height)))
    half = length(row.road_width) // 2
    x, y = width // 2, depth // 2
    roads = (box(x - half, 0, x + half, depth), box(0, y - half, width, y + half))
    paved = tuple([Piece("open", road, tags=(ROAD,)) for road in roads])
    return (*paved, *strewn(shapes, width, depth, length(row.clear_centre), chance))


def lair(width: int, depth: int, chance: Chance) -> Board:
    """Areas of rocks round the beast's place, its eggs beside it. (swidenth.mission.lair-setup)"""
    row, length = book().lair, book().length
    shapes = [("rocks", irregular(chance.below, length(row.area_size)), 0) for _ in range(row.areas)]
    pieces = strewn(shapes, width, depth, length(row.clear_centre), chance)
    far = length(book().profile[row.beast].base) // 2 + length(row.eggs_within) // 2
    spots = [step(width // 2, depth // 2, turn * FULL_TURN // row.eggs + 4500, far) for turn in range(row.eggs)]
    eggs = tuple([Marker(number, EGG, x, y) for number, (x, y) in enumerate(spots)])
    return Ground(width, depth, pieces), eggs


# ---------------------------------------------------------------- drawn


def ravine(width: int, depth: int) -> Board:
    """A ravine from side to side, bridges over it with a chest on each and a rope under each. (swidenth.mission.ravine-setup,
    swidenth.mission.ravine-special)"""
    row, length = book().ravine, book().length
    half, low = length(row.width) // 2, -length(row.depth)
    middle = depth // 2
    gorge = Piece(VOID, box(0, middle - half, width, middle + half), floor=low)
    centres = (length(row.bridges_from_ends), width // 2, width - length(row.bridges_from_ends))
    pieces, chests, ropes = [gorge], [], []
    for number, x in enumerate(centres[: row.chests]):
        wide = length(row.footbridge_width if x == width // 2 else row.bridge_width) // 2
        deck = box(x - wide, middle - half, x + wide, middle + half)
        pieces.append(Piece(FLAT, deck, DECK, tags=(BRIDGE,), floor=DECK, base=0))
        chests.append(Marker(number, CHEST, x, middle, DECK))
        ropes.append(Ladder("rope", x + wide, middle, PAS, 0, low, DECK))
    return Ground(width, depth, tuple(pieces), tuple(ropes)), tuple(chests)


def portcullis(width: int, depth: int) -> Board:
    """A wall with a walk, a parapet and a gate across the table; ladders before it, stairs behind it, the lever on the walk.
    (swidenth.mission.portcullis-setup)"""
    row, length = book().portcullis, book().length
    inner, high = length(row.wall_from_edge), length(row.wall_height)
    outer = inner + length(row.walk_width)
    thin = length(row.parapet_thickness)
    middle, gate = width // 2, length(row.gate_width) // 2
    arch = high - FREE_STEP
    pieces = [
        obstacle(FLAT, box(0, inner, middle - gate, outer), high, tags=(RAMPART,)),
        obstacle(FLAT, box(middle + gate, inner, width, outer), high, tags=(RAMPART,)),
        obstacle(FLAT, box(middle - gate, inner, middle + gate, outer), high, arch, (RAMPART,)),
        obstacle(THIN, box(0, outer - thin, width, outer), high + length(row.parapet_height), high),
        Piece(GATE, box(middle - gate, inner, middle + gate, outer), arch, impassable=True, tags=(GATEWAY,)),
    ]
    ladders = []
    for side in (-1, 1):
        x = middle + side * length(row.ladders_from_gate)
        ladders.append(Ladder("ladder", x, outer, 0, PAS, 0, high, thin))
        pieces.extend(stair(x, inner, length(row.stair_width) // 2, length(row.stair_length), high))
    marker = Marker(0, LEVER, middle + gate, (inner + outer - thin) // 2, high)
    return Ground(width, depth, tuple(pieces), tuple(ladders)), (marker,)


def stair(x: int, top: int, half: int, long: int, high: int) -> list[Piece]:
    """A stair up to the walk: steps low enough to cost nothing, on difficult ground."""
    count = high // FREE_STEP + 1
    pieces = []
    for number in range(1, count):
        end = top - long * (number - 1) // (count - 1)
        start = top - long * number // (count - 1)
        level = high * (count - number) // count
        pieces.append(obstacle(FLAT, box(x - half, start, x + half, end), level, tags=(STAIR,)))
    return [*pieces, Piece("other-difficult", box(x - half, top - long, x + half, top), difficult=True, tags=(STAIR,))]
