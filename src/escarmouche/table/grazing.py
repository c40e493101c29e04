"""Bearings on which a straight move of a given length just passes something, or just ends beside it, in hundredths of a degree.

Whoever looks for the best of all straight moves need look at few bearings: between two neighbouring ones of these nothing
changes, the way is free or barred all along.
"""

from __future__ import annotations

from math import isqrt

from escarmouche.table.shapes import Polygon
from escarmouche.table.trig import angle_of


def past_disc(dx: int, dy: int, radius: int, length: int) -> list[int]:
    """The bearings on which a move from the origin grazes a disc at dx, dy, or ends on its rim."""
    square = dx * dx + dy * dy
    if square > (length + radius) ** 2:
        return []
    found: list[int] = []
    if square > radius * radius:
        found += both_sides(dx, dy, isqrt(square - radius * radius), radius)
    else:
        found += both_sides(dx, dy, 0, 1)
    along = square + length * length - radius * radius
    across = 4 * square * length * length - along * along
    return found + both_sides(dx, dy, along, isqrt(across)) if across >= 0 else found


def past_polygon(x: int, y: int, shape: Polygon, radius: int, length: int) -> list[int]:
    """The same, from x, y, for a polygon that the disc of this radius around the mover may not overlap."""
    found: list[int] = []
    reach = length + radius
    if shape.left - x > reach or x - shape.right > reach or shape.bottom - y > reach or y - shape.top > reach:
        return found
    px, py = shape.points[-1]
    for qx, qy in shape.points:
        found += past_disc(qx - x, qy - y, radius, length)
        nx, ny = qy - py, px - qx
        found += at_line(nx, ny, nx * (px - x) + ny * (py - y) + radius * isqrt(nx * nx + ny * ny), length)
        px, py = qx, qy
    return found


def at_line(nx: int, ny: int, level: int, length: int) -> list[int]:
    """The bearings on which a move of this length ends on the line of the points v with n·v = level."""
    across = length * length * (nx * nx + ny * ny) - level * level
    return both_sides(nx, ny, level, isqrt(across)) if across >= 0 else []


def both_sides(dx: int, dy: int, along: int, across: int) -> list[int]:
    """The two bearings that lie `along` the vector and `across` to its left and right."""
    return [angle_of(dx * along - dy * way, dy * along + dx * way) for way in (across, -across)]
