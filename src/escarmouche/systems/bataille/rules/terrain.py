"""Terrain: pieces by their kinds, and layouts drawn by chance."""

from __future__ import annotations

from typing import Final

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Chance
from escarmouche.systems.bataille.content import book
from escarmouche.systems.bataille.model import Ground
from escarmouche.systems.bataille.rows import INCH
from escarmouche.systems.bataille.rules.core import OBSTACLE
from escarmouche.systems.bataille.rules.scenarios import GEM, KING, KING_TAG
from escarmouche.systems.bataille.rules.values import GEM_CLEAR, HILL_RADIUS, LARGE, PRISON, SPACING, THICKNESS
from escarmouche.table.areas import moved
from escarmouche.table.pieces import Piece
from escarmouche.table.scatter import irregular
from escarmouche.table.shapes import Polygon, polygon, polygons_meet, polygons_within, rectangle
from escarmouche.table.trig import TURN, step

AMOUNTS: Final = ({"wood": 2, "difficult": 2, "hill": 1, "low-wall": 2, "building": 1},
                  {"wood": 3, "difficult": 2, "hill": 2, "low-wall": 3, "building": 2})  # fmt: skip
"""What lies on a small and on a large table. (bataille.setup.terrain-pieces)"""
SMALLEST: Final = 6 * INCH
LARGEST: Final = 9 * INCH
WALL: Final = 6 * INCH
HEIGHTS: Final = {"wood": 3000, "hill": 2000, "building": 4000, "low-wall": 800, "cliff": 4000}
TRIES: Final = 40
LAYOUTS: Final = 1 << 20
"""The number of layouts there are."""


def piece(kind: str, shape: Polygon, *tags: str) -> Piece:
    """A piece of a kind, as its row says."""
    row = book().terrain[kind]
    named = (*tags, OBSTACLE) if row.obstacle else tags
    blocks = row.sight == "blocks"
    return Piece(kind, shape, HEIGHTS.get(kind, 0), row.move_factor > 1, row.impassable, blocks, row.cover, named)


def ground(width: int, depth: int, pieces: tuple[Piece, ...]) -> Ground:
    """A table with this terrain on it."""
    return Ground(width, depth, pieces, tuple([book().terrain[one.kind].move_factor if one.difficult else 0 for one in pieces]))


def disc(x: int, y: int, radius: int) -> Polygon:
    """A round area, as a polygon of many corners."""
    return polygon([step(x, y, corner * TURN // 24, radius) for corner in range(24)])


def layout(width: int, depth: int, scenario: str, number: int) -> tuple[Piece, ...]:
    """The layout of a number: what lies on a table of that size, nothing nearer to another or an edge than may be; the middle
    is kept clear for the gem, or holds the hill of which somebody will be king. (bataille.scenario.king-size)"""
    chance = Stream(f"bataille terrain {number}")
    amounts = dict(AMOUNTS[1 if width >= LARGE else 0])
    laid: list[Piece] = []
    clear: list[Polygon] = []
    if scenario == KING:
        laid.append(piece("hill", disc(width // 2, depth // 2, HILL_RADIUS), KING_TAG))
        amounts["hill"] -= 1
    if scenario == GEM:
        clear.append(disc(width // 2, depth // 2, GEM_CLEAR))
    for kind, count in amounts.items():
        for _ in range(count):
            found = lay(kind, width, depth, [one.shape for one in laid], clear, chance)
            if found is not None:
                laid.append(piece(kind, found))
    return tuple(laid)


def lay(kind: str, width: int, depth: int, others: list[Polygon], clear: list[Polygon], chance: Chance) -> Polygon | None:
    """A place for one more piece; the longer that takes, the smaller an area gets."""
    for attempt in range(TRIES):
        spread = (LARGEST - SMALLEST) * (TRIES - attempt) // TRIES
        shape = outline(kind, SMALLEST + 4 + chance.below(spread + 1), chance)
        free_x, free_y = width - shape.right + shape.left - 2 * SPACING, depth - shape.top + shape.bottom - 2 * SPACING
        x, y = SPACING - shape.left + chance.below(free_x + 1), SPACING - shape.bottom + chance.below(free_y + 1)
        there = moved(shape, x, y)
        crowded = any(polygons_within(there, one, SPACING - 1) for one in others)
        if not crowded and not any(polygons_meet(there, one) for one in clear):
            return there
    return None


def outline(kind: str, extent: int, chance: Chance) -> Polygon:
    """The shape of a piece around the origin."""
    if kind == "low-wall":
        return rectangle(0, 0, WALL // 2, THICKNESS // 2, chance.below(36) * 1000)
    if kind == "building":
        return rectangle(0, 0, PRISON // 2, PRISON // 2, chance.below(9) * 1000)
    return irregular(chance.below, extent)
