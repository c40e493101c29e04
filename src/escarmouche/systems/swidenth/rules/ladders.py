"""Ladders, ropes and the bare walls that climbers go up: where a figure is on them, and which wall it touches.
(swidenth.terrain.ladder-rope, swidenth.trait.climber)"""

from __future__ import annotations

from typing import Final

from escarmouche.systems.swidenth.model import Figure, Ladder, World
from escarmouche.systems.swidenth.rules.conventions import FLAT, THIN, VOID, floor_from, nearest_point
from escarmouche.systems.swidenth.rules.values import PAS
from escarmouche.table.costs import stretches
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import TOUCH, disc_touches_polygon, inside, stretched

FINE: Final = 32
"""Parts of a leg are counted in so many bits."""


def ladder_spot(ladder: Ladder, figure: Figure, z: int) -> tuple[int, int]:
    """Where a figure is on a ladder: at its foot and on it just before the wall, at its head behind the edge."""
    radius = figure.card.radius
    far = -(radius + ladder.inset) if z >= ladder.head else radius
    dx, dy = stretched(ladder.dx, ladder.dy, abs(far))
    return (ladder.x + dx, ladder.y + dy) if far > 0 else (ladder.x - dx, ladder.y - dy)


def wall_at(world: World, figure: Figure, x: int, y: int, z: int) -> Ladder | None:
    """The bare wall that a climber touches, or the bank of the void it is in, as a ladder at that place.
    (swidenth.trait.climber, swidenth.mission.ravine-special)"""
    ground, radius = world.ground, figure.card.radius
    for piece in ground.pieces:
        bank = piece.kind == VOID and z < 0 and inside(piece.shape, x, y)
        wall = piece.kind == FLAT and piece.base <= z < piece.height and disc_touches_polygon(x, y, radius, piece.shape)
        if not bank and not wall:
            continue
        edge_x, edge_y = boundary_point(piece, x, y)
        dx, dy = x - edge_x, y - edge_y
        if dx * dx + dy * dy > (radius + TOUCH) ** 2 or (dx == 0 and dy == 0):
            continue
        if wall:
            foot = floor_from(ground.pieces, x, y, 0)
            lined = lining(ground.pieces, piece.height, edge_x, edge_y, dx, dy)
            return Ladder("wall", edge_x, edge_y, dx, dy, min(foot, z), piece.height, lined)
        if 0 < edge_x < ground.width and 0 < edge_y < ground.depth:
            return Ladder("wall", edge_x, edge_y, dx, dy, piece.floor, 0)
    return None


def lining(pieces: tuple[Piece, ...], level: int, x: int, y: int, dx: int, dy: int) -> int:
    """How thick a parapet on a wall's edge is, at a point from which dx, dy points away from the wall."""
    far_x, far_y = stretched(dx, dy, PAS)
    thick = 0
    for piece in pieces:
        if piece.kind == THIN and piece.base == level:
            for start, end in stretches(x, y, x - far_x, y - far_y, piece.shape):
                if start == 0:
                    thick = max(thick, -(-PAS * end >> FINE))
    return thick


def boundary_point(piece: Piece, x: int, y: int) -> tuple[int, int]:
    """The point of a piece's boundary that is nearest to another."""
    points = piece.shape.points
    best, least = points[0], -1
    px, py = points[-1]
    for qx, qy in points:
        at = nearest_point(px, py, qx, qy, x, y)
        square = (at[0] - x) ** 2 + (at[1] - y) ** 2
        if least < 0 or square < least:
            best, least = at, square
        px, py = qx, qy
    return best
