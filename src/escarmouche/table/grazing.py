"""Bearings on which a straight move of a given length just passes something, or just ends beside it, in hundredths of a degree.

Whoever looks for the best of all straight moves need look at few bearings: between two neighbouring ones of these nothing
changes, the way is free or barred all along.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from mypy_extensions import i64

from escarmouche.table.shapes import Polygon
from escarmouche.table.trig import angle_of
from escarmouche.table.whole import root

_WORD: Final = 1 << 33
"""The product of a coordinate and a number below this fits a machine word, with room for a sum."""


def past_disc(dx: i64, dy: i64, radius: i64, length: i64) -> list[int]:
    """The bearings on which a move from the origin grazes a disc at dx, dy, or ends on its rim."""
    square = dx * dx + dy * dy
    if square > (length + radius) * (length + radius):
        return []
    free = square - radius * radius
    found = both_sides(dx, dy, root(free), radius) if free > 0 else both_sides(dx, dy, 0, 1)
    along = free + length * length
    across = _across(square, length, along)
    return found + both_sides(dx, dy, along, isqrt(across)) if across >= 0 else found


def _across(square: int, length: int, along: int) -> int:
    """(2 * length)² * square - along²; the products outgrow a machine word, so no i64 here."""
    return 4 * length * length * square - along * along


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


def both_sides(dx: i64, dy: i64, along: i64, across: i64) -> list[int]:
    """The two bearings that lie `along` the vector and `across` to its left and right."""
    if across < _WORD and -_WORD < along < _WORD:
        ax, ay, bx, by = dx * along, dy * along, dy * across, dx * across
        return [angle_of(ax - bx, ay + by), angle_of(ax + bx, ay - by)]
    return _both_sides(dx, dy, along, across)


def _both_sides(dx: int, dy: int, along: int, across: int) -> list[int]:
    """The same where the products may outgrow a machine word, so no i64 here."""
    return [angle_of(dx * along - dy * way, dy * along + dx * way) for way in (across, -across)]
