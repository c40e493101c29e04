"""Polygons as areas: overlapped, swept along a straight move, walked through. Units and rounding as in `shapes`."""

from __future__ import annotations

from typing import Final

from escarmouche.table.corners import hull
from escarmouche.table.shapes import Polygon, convex_parts, counter_clockwise, sweep_meets_polygon
from escarmouche.table.whole import root_up


def polygons_overlap(a: Polygon, b: Polygon) -> bool:
    """The insides of the two polygons share a point; sharing only boundary is not enough."""
    if a.left >= b.right or b.left >= a.right or a.bottom >= b.top or b.bottom >= a.top:
        return False
    for p in convex_parts(a):
        for q in convex_parts(b):
            if not _split_by_side(p, q) and not _split_by_side(q, p):
                return True
    return False


def _split_by_side(a: tuple[tuple[int, int], ...], b: tuple[tuple[int, int], ...]) -> bool:
    """Whether the line through some side of convex `a` leaves all of `b` outside or on it."""
    px, py = a[-1]
    for qx, qy in a:
        apart = True
        for x, y in b:
            if (qx - px) * (y - py) - (qy - py) * (x - px) > 0:
                apart = False
                break
        if apart:
            return True
        px, py = qx, qy
    return False


def moved(poly: Polygon, dx: int, dy: int) -> Polygon:
    """The same polygon elsewhere."""
    points = tuple([(x + dx, y + dy) for x, y in poly.points])
    parts = tuple([tuple([(x + dx, y + dy) for x, y in part]) for part in poly.triangles])
    return Polygon(points, poly.left + dx, poly.bottom + dy, poly.right + dx, poly.top + dy, poly.convex, parts)


def swept(poly: Polygon, dx: int, dy: int) -> Polygon:
    """Everything a convex polygon passes over when it is moved straight by (dx, dy)."""
    if not poly.convex:
        raise ValueError("Only a convex polygon can be swept: split it with convex_parts first.")
    return counter_clockwise(hull([*poly.points, *moved(poly, dx, dy).points]))


# ---------------------------------------------------------------- the length of a way inside an area

FINE: Final = 8
"""Places along a way are counted in 1/256 of a hundredth of a millimetre."""


def length_inside(x0: int, y0: int, x1: int, y1: int, r: int, poly: Polygon) -> int:
    """How much of the straight way from point 0 to point 1 a disc of radius r spends overlapping the polygon.

    With r = 0: the length of the line inside the polygon, its boundary included. Never less than the true length and
    less than 2 more; 0 when `sweep_meets_polygon` says that they do not meet.
    """
    if not sweep_meets_polygon(x0, y0, x1, y1, r, poly):
        return 0
    dx = x1 - x0
    dy = y1 - y0
    square = dx * dx + dy * dy
    if square == 0:
        return 0
    whole = root_up(square << (2 * FINE))
    spans = _line_spans(x0, y0, dx, dy, square, whole, poly)
    if r > 0:
        px, py = poly.points[-1]
        for qx, qy in poly.points:
            spans.append(_disc_span(qx - x0, qy - y0, r, dx, dy, square, whole))
            spans.append(_side_span(x0 - px, y0 - py, qx - px, qy - py, r, dx, dy, whole))
            px, py = qx, qy
    return -(-_covered(spans, whole) >> FINE)


def _covered(spans: list[tuple[int, int]], whole: int) -> int:
    """The length of 0..whole that lies in at least one of the spans."""
    total = 0
    reached = 0
    for start, end in sorted(spans):
        start = max(start, reached)
        end = min(end, whole)
        if end > start:
            total += end - start
            reached = end
    return total


def _line_spans(x0: int, y0: int, dx: int, dy: int, square: int, whole: int, poly: Polygon) -> list[tuple[int, int]]:
    """Where the whole line through the way is inside the polygon, by the sides that it crosses.

    Corners on the line are taken once as left and once as right of it, so that running along a side counts as inside.
    """
    entries: list[tuple[int, int]] = []
    for limit in (0, 1):
        places: list[tuple[int, int]] = []
        px, py = poly.points[-1]
        p_side = dx * (py - y0) - dy * (px - x0)
        p_along = dx * (px - x0) + dy * (py - y0)
        for qx, qy in poly.points:
            q_side = dx * (qy - y0) - dy * (qx - x0)
            q_along = dx * (qx - x0) + dy * (qy - y0)
            if (p_side >= limit) != (q_side >= limit):
                above = (q_along * p_side - p_along * q_side) * whole
                below = (p_side - q_side) * square
                places.append((above // below, -(-above // below)))
            p_side, p_along = q_side, q_along
        places.sort()
        entries.extend([(places[i][0], places[i + 1][1]) for i in range(0, len(places), 2)])
    return entries


def _disc_span(fx: int, fy: int, r: int, dx: int, dy: int, square: int, whole: int) -> tuple[int, int]:
    """Where the line comes nearer than r to the point (fx, fy) from its start; an empty span when it does not."""
    side = dx * fy - dy * fx
    left = r * r * square - side * side
    if left <= 0:
        return 0, 0
    along = (dx * fx + dy * fy) << FINE
    half = root_up(left << (2 * FINE))
    below = square << FINE
    return (along - half) * whole // below, -(-(along + half) * whole // below)


def _side_span(gx: int, gy: int, ex: int, ey: int, r: int, dx: int, dy: int, whole: int) -> tuple[int, int]:
    """Where the line runs beside a side (ex, ey) of the polygon, nearer than r; (gx, gy) leads from it to the start."""
    length = ex * ex + ey * ey
    along = gx * ex + gy * ey
    along_step = dx * ex + dy * ey
    side = (ex * gy - ey * gx) << 32
    side_step = (ex * dy - ey * dx) << 32
    reach = root_up(r * r * length << 64)
    start, end = 0, whole
    for value, step in (
        (along, along_step),
        (length - along, -along_step),
        (reach - side, -side_step),
        (reach + side, side_step),
    ):
        if step > 0:
            start = max(start, -value * whole // step)
        elif step < 0:
            end = min(end, -(value * whole // step))
        elif value <= 0:
            return 0, 0
    return start, end
