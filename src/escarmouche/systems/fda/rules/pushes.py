"""Displacement that is no move action: a dodge, a flight, a push. (fda.move.what-stops)"""

from __future__ import annotations

from escarmouche.systems.fda.model import NOBODY, ON_TABLE, Figure, World
from escarmouche.table.shapes import TOUCH, disc_in_polygon, on_table, sweep_meets_disc, sweep_meets_polygon, touching
from escarmouche.table.trig import step


def way_free(world: World, figure: Figure, x: int, y: int) -> bool:
    """Can a figure be displaced straight to a point: over no obstacle, off no edge, through nobody, and into contact with
    nobody it did not touch before? (fda.move.what-stops)"""
    radius = figure.card.radius
    on_top = figure.z > 0 and figure.climbing != NOBODY
    if on_top and not disc_in_polygon(x, y, radius, world.ground.pieces[figure.climbing].shape):  # fda.obstacle.part-way
        return False
    if not on_table(x, y, radius, world.ground.width, world.ground.depth):
        return False
    for piece in world.ground.pieces:
        if piece.impassable and piece.height > figure.z and sweep_meets_polygon(figure.x, figure.y, x, y, radius, piece.shape):
            return False
    for other in world.figures:
        if other.id == figure.id or other.status != ON_TABLE or other.z != figure.z:
            continue
        near = touching(figure.x, figure.y, radius, other.x, other.y, other.card.radius)
        rim = other.card.radius if near else other.card.radius + TOUCH + 1
        if sweep_meets_disc(figure.x, figure.y, x, y, radius, other.x, other.y, rim):
            return False
    return True


def displaced(world: World, figure: Figure, bearing: int, length: int) -> tuple[int, int]:
    """Where a figure ends that is displaced so far on a bearing, stopped by the first thing in its way."""
    x, y = step(figure.x, figure.y, bearing, length)
    if way_free(world, figure, x, y):
        return x, y
    least, most = 0, length
    while most - least > 1:
        middle = (least + most) // 2
        x, y = step(figure.x, figure.y, bearing, middle)
        if way_free(world, figure, x, y):
            least = middle
        else:
            most = middle
    return step(figure.x, figure.y, bearing, least)


def put(world: World, id: int, x: int, y: int) -> World:
    """The world in which a figure stands elsewhere on its level."""
    twin = world.figures[id].copy()
    twin.x, twin.y = x, y
    return world.with_figure(twin)
