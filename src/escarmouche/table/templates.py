"""Templates laid on the table, and the discs under them.

Discs are (x, y, radius); the answer is the list of their places in the sequence, in order. A disc is hit *partly* when
the template overlaps it (being tangent is not enough) and *wholly* when no part of it sticks out (it may be tangent).
"""

from __future__ import annotations

from collections.abc import Sequence

from escarmouche.table.sectors import disc_wholly_in_view, in_view
from escarmouche.table.shapes import (
    Polygon,
    cross,
    disc_in_polygon,
    disc_meets_polygon,
    overlapping,
    polygon,
    segment_meets_disc,
    stretched,
    turned,
)
from escarmouche.table.sight import outer_tangents
from escarmouche.table.whole import divided

Disc = tuple[int, int, int]


def under_round(x: int, y: int, radius: int, discs: Sequence[Disc], wholly: bool) -> list[int]:
    """The discs under a round template."""
    return [i for i, (cx, cy, r) in enumerate(discs) if in_round(x, y, radius, cx, cy, r, wholly)]


def in_round(x: int, y: int, radius: int, cx: int, cy: int, r: int, wholly: bool) -> bool:
    """Whether a round template hits the disc."""
    if not wholly:
        return overlapping(x, y, radius, cx, cy, r)
    dx = cx - x
    dy = cy - y
    return r <= radius and dx * dx + dy * dy <= (radius - r) * (radius - r)


def under_polygon(shape: Polygon, discs: Sequence[Disc], wholly: bool) -> list[int]:
    """The discs under a template of any straight-sided shape."""
    if wholly:
        return [i for i, (cx, cy, r) in enumerate(discs) if disc_in_polygon(cx, cy, r, shape)]
    return [i for i, (cx, cy, r) in enumerate(discs) if disc_meets_polygon(cx, cy, r, shape)]


def strip(x0: int, y0: int, x1: int, y1: int, width: int) -> Polygon:
    """The straight band of that width between two points, with square ends; its corners are rounded to the nearest."""
    sx, sy = stretched(y0 - y1, x1 - x0, width << 10)
    ax, ay = divided(sx, 2 << 10), divided(sy, 2 << 10)
    return polygon([(x0 - ax, y0 - ay), (x1 - ax, y1 - ay), (x1 + ax, y1 + ay), (x0 + ax, y0 + ay)])


def under_line(x0: int, y0: int, x1: int, y1: int, width: int, discs: Sequence[Disc], wholly: bool) -> list[int]:
    """The discs under the `strip` between two points. Without width or length it holds none but cuts what it
    crosses."""
    if width > 0 and (x0 != x1 or y0 != y1):
        return under_polygon(strip(x0, y0, x1, y1, width), discs, wholly)
    if wholly:
        return []
    return [i for i, (cx, cy, r) in enumerate(discs) if segment_meets_disc(x0, y0, x1, y1, cx, cy, r)]


def under_cone(x: int, y: int, fx: int, fy: int, half: int, length: int, discs: Sequence[Disc], wholly: bool) -> list[int]:
    """The discs under a cone: a slice of the circle of radius `length` around its tip (x, y).

    It spreads `half` hundredths of a degree (1 to 9000) to either side of the direction (fx, fy).
    """
    return [i for i, (cx, cy, r) in enumerate(discs) if in_cone(x, y, fx, fy, half, length, cx, cy, r, wholly)]


def in_cone(x: int, y: int, fx: int, fy: int, half: int, length: int, cx: int, cy: int, r: int, wholly: bool) -> bool:
    """Whether a cone (see `under_cone`) hits the disc. The far ends of its straight sides are rounded to the
    nearest."""
    if wholly:
        return in_round(x, y, length, cx, cy, r, True) and disc_wholly_in_view(x, y, fx, fy, half, cx, cy, r)
    if in_view(x, y, fx, fy, half, cx, cy):
        return overlapping(x, y, length, cx, cy, r)
    long_x, long_y = stretched(fx, fy, length << 10)
    for side in (half, -half):
        ex, ey = turned(long_x, long_y, side)
        if segment_meets_disc(x, y, x + divided(ex, 1 << 10), y + divided(ey, 1 << 10), cx, cy, r):
            return True
    return False


def under_teardrop(x0: int, y0: int, r0: int, x1: int, y1: int, r1: int, discs: Sequence[Disc], wholly: bool) -> list[int]:
    """The discs under a teardrop: two round ends and the straight sides that join them."""
    return [i for i, (cx, cy, r) in enumerate(discs) if in_teardrop(x0, y0, r0, x1, y1, r1, cx, cy, r, wholly)]


def in_teardrop(x0: int, y0: int, r0: int, x1: int, y1: int, r1: int, cx: int, cy: int, r: int, wholly: bool) -> bool:
    """Whether a teardrop hits the disc. Its straight sides end on the `outer_tangents` of its ends, rounded."""
    if in_round(x0, y0, r0, cx, cy, r, wholly) or in_round(x1, y1, r1, cx, cy, r, wholly):
        return True
    if (x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0) <= (r1 - r0) * (r1 - r0):
        return False
    left, right = outer_tangents(x0, y0, r0, x1, y1, r1)
    if cross(x0, y0, x1, y1, cx, cy) >= 0:
        ax, ay, bx, by = left
        side = -cross(ax, ay, bx, by, cx, cy)
    else:
        ax, ay, bx, by = right
        side = cross(ax, ay, bx, by, cx, cy)
    dx = bx - ax
    dy = by - ay
    along = dx * (cx - ax) + dy * (cy - ay)
    square = dx * dx + dy * dy
    if along <= 0 or along >= square:
        return False  # the nearest place of the outline is on a round end
    if wholly:
        return side >= 0 and side * side >= r * r * square
    return side >= 0 or side * side < r * r * square
