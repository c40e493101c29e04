"""Running away: where a flight leads."""

from __future__ import annotations

from escarmouche.systems.sbh.model import SHORT, Figure, Ground, World
from escarmouche.systems.sbh.rules.conventions import EDGEWARD, enemies, fits_table, operational, spot_near
from escarmouche.systems.sbh.rules.movement import in_difficult, obstruction, off_at, reaches, stick
from escarmouche.table.hexes import distance as hex_distance
from escarmouche.table.hexes import hex_at
from escarmouche.table.hexes import line as hex_line
from escarmouche.table.shapes import nearest_edge, on_table, segment_distance_squared

FAN = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8, -8, 9, -9, 10, -10, 11, -11, 12)
"""Directions tried, in steps of 15 degrees off the straight way to the nearest edge."""


def run_for_the_edge(world: World, figure: Figure, last: bool) -> tuple[int, ...] | None:
    """Where one flee move takes the fighter: a spot nearer the edge, () when it is off the table, None when there is no way.

    On its way it may not come within Short of an operational enemy that was farther away, and it ends its `last` move Short
    or more from all of them, or off the table. (sbh.morale.flee-path)
    """
    ground = world.ground
    straight = EDGEWARD[nearest_side(world, figure)]
    best: tuple[int, ...] | None = None
    best_gap = -1
    for turn in FAN:
        for difficult in (False, True):
            spot = flee_spot(world, figure, straight + turn * 1500, difficult)
            if spot is None:
                continue
            x, y = spot
            if keeps_clear(world, figure, x, y, last):
                if off_table(world, figure, x, y):
                    return ()
                left = nearest_edge(x, y, ground.width, ground.depth)[1]
                if best is None or left < best_gap:
                    best, best_gap = spot, left
            break
    return best


def nearest_side(world: World, figure: Figure) -> int:
    """The table edge nearest to the fighter; among equals its own, then the next in turn."""
    ground, own = world.ground, max(0, world.bands[figure.seat].edge)
    gaps = (figure.x, figure.y, ground.width - figure.x, ground.depth - figure.y)
    best = own
    for further in (1, 2, 3):
        side = (own + further) % 4
        if gaps[side] < gaps[best]:
            best = side
    return best


def off_table(world: World, figure: Figure, x: int, y: int) -> bool:
    """Is a figure that has run to x, y out of play? It is when its centre is over the edge; on a hexagon board, when it comes
    to a hex that is not wholly on the table. (sbh.morale.leave-table)"""
    ground = world.ground
    if ground.hex_width:
        return not fits_table(world, figure, x, y)
    return not on_table(x, y, 0, ground.width, ground.depth)


def flee_spot(world: World, figure: Figure, angle: int, difficult: bool) -> tuple[int, int] | None:
    """The end of a full move in this direction, on the table or beyond its edge; None when something bars the way, or when
    the ground makes the move shorter than that (sbh.movement.difficult)."""
    x, y = off_at(world, figure, angle, difficult)
    ground, radius = world.ground, figure.card.radius
    if not ground.hex_width and not off_table(world, figure, x, y):
        x = min(max(x, radius), ground.width - radius)
        y = min(max(y, radius), ground.depth - radius)
    if not reaches(world, figure, x, y, stick(world, figure, in_difficult(world, figure, x, y))):
        return None
    return (x, y) if obstruction(world, figure, x, y) is None else None


def keeps_clear(world: World, figure: Figure, x: int, y: int, last: bool) -> bool:
    """Does a move to x, y keep the distance from enemies that can act?"""
    too_near, radius = world.ruler(SHORT) - 1, figure.card.radius
    for enemy in enemies(world, figure):
        if not operational(enemy):
            continue
        if not spot_near(world, figure.x, figure.y, radius, enemy, too_near):
            if passes_near(world, figure, x, y, enemy, too_near):
                return False
        elif last and not off_table(world, figure, x, y) and spot_near(world, x, y, radius, enemy, too_near):
            return False
    return True


def passes_near(world: World, figure: Figure, x: int, y: int, enemy: Figure, reach: int) -> bool:
    """Does the straight move to x, y come within `reach` (a ruler's length, or hexes) of the enemy anywhere on the table?"""
    width = world.ground.hex_width
    if width:
        there = hex_at(enemy.x, enemy.y, width)
        way = hex_line(hex_at(figure.x, figure.y, width), hex_at(x, y, width))
        return any(hex_distance(at, there) <= reach for at in way)
    far = figure.card.radius + enemy.card.radius + reach
    x, y = where_it_leaves(world.ground, figure, x, y)
    return segment_distance_squared(figure.x, figure.y, x, y, enemy.x, enemy.y) <= far * far


def where_it_leaves(ground: Ground, figure: Figure, x: int, y: int) -> tuple[int, int]:
    """The last point on the table of a straight move to x, y."""
    edge = min(max(x, 0), ground.width)
    if edge != x:
        x, y = edge, figure.y + share(y - figure.y, abs(edge - figure.x), abs(x - figure.x))
    edge = min(max(y, 0), ground.depth)
    if edge != y:
        x, y = figure.x + share(x - figure.x, abs(edge - figure.y), abs(y - figure.y)), edge
    return x, y


def share(length: int, part: int, whole: int) -> int:
    """So much of a length, rounded towards zero, so that it is the same in the mirror."""
    found = abs(length) * part // whole
    return found if length >= 0 else -found
