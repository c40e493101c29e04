"""Ways on foot through a dungeon: how far somebody is around the walls and through the doors, and where to go first."""

from __future__ import annotations

from typing import Final

from escarmouche.systems.fda.model import FOOT, Figure, World
from escarmouche.systems.fda.rules.values import RADIUS
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import sweep_meets_polygon
from escarmouche.table.walks import CLOSED, NOWHERE, Toll, Walks

CELL: Final = 5000
"""The side of a square: 5 cm, so that no doorway of a dungeon falls between two of them."""
DOOR: Final = 10000
LOCKED: Final = 25000
"""What a door counts: as much as one walks in the time in which it is opened, or broken open."""
KEPT: Final = 64

_known: dict[int, tuple[tuple[Piece, ...], object, Walks]] = {}
_same: dict[object, Walks] = {}


def tolls(world: World) -> list[Toll]:
    """What stands in the way of somebody on foot. (fda.terrain.doors-and-rooms, fda.extra.open)"""
    doors = {one.piece: LOCKED if one.locked else DOOR for one in world.fixtures}
    found: list[Toll] = []
    for number, piece in enumerate(world.ground.pieces):
        if piece.impassable:
            found.append((piece.shape, doors.get(number, CLOSED) if piece.blocks_sight else CLOSED))
    return found


def walks(world: World) -> Walks:
    """The ways of a table as it stands, kept from one look to the next."""
    pieces, fixtures = world.ground.pieces, world.fixtures
    known = _known.get(id(pieces))
    if known is not None and known[0] is pieces and known[1] is fixtures:
        return known[2]
    found = tolls(world)
    key = (world.ground.width, world.ground.depth, tuple([(shape.points, toll) for shape, toll in found]))
    made = _same.get(key)
    if made is None:
        made = Walks(world.ground.width, world.ground.depth, RADIUS[FOOT], found, CELL)
        if len(_same) >= KEPT:
            _same.clear()
        _same[key] = made
    if len(_known) >= KEPT:
        _known.clear()
    _known[id(pieces)] = (pieces, fixtures, made)
    return made


def on_foot(world: World, figure: Figure, places: list[tuple[int, int]]) -> int:
    """Roughly how far it is for a figure to the nearest of some places; as far as can be where no way leads to any."""
    length = walks(world).nearest(figure.x, figure.y, places)
    return world.ground.width + world.ground.depth if length == NOWHERE else length


def first_leg(world: World, figure: Figure, places: list[tuple[int, int]]) -> tuple[int, int] | None:
    """The farthest square on a figure's way to the nearest of some places that it can go to in a straight line; None where it
    can go to the place itself so, or no way leads there."""
    x, y = min(places, key=lambda place: on_foot(world, figure, [place]))
    ways = walks(world)
    solid = [piece.shape for piece in world.ground.pieces if piece.impassable]
    best: tuple[int, int] | None = None
    for px, py in [(x, y), *reversed(ways.way(figure.x, figure.y, x, y))]:
        if not any(sweep_meets_polygon(figure.x, figure.y, px, py, figure.card.radius, shape) for shape in solid):
            best = (px, py)
            break
    return None if best == (x, y) else best
