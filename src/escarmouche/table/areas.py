"""Polygons as areas: overlapped, moved, swept along a straight move. Units and rounding as in `shapes`."""

from __future__ import annotations

from mypy_extensions import i64

from escarmouche.table.corners import hull
from escarmouche.table.shapes import Polygon, convex_parts, counter_clockwise


def polygons_overlap(a: Polygon, b: Polygon) -> bool:
    """The insides of the two polygons share a point; sharing only boundary is not enough."""
    return overlap_when_moved(a, 0, 0, b)


def overlap_when_moved(a: Polygon, dx: i64, dy: i64, b: Polygon) -> bool:
    """The same for the first polygon moved by (dx, dy)."""
    if a.left + dx >= b.right or b.left >= a.right + dx or a.bottom + dy >= b.top or b.bottom >= a.top + dy:
        return False
    if a.convex and b.convex:
        return _overlap(a.points, dx, dy, b.points)
    return any(_overlap(p, dx, dy, q) for p in convex_parts(a) for q in convex_parts(b))


def _overlap(a: tuple[tuple[i64, i64], ...], dx: i64, dy: i64, b: tuple[tuple[i64, i64], ...]) -> bool:
    """The same for corners of convex polygons."""
    return not _split_by_side(a, b, -dx, -dy) and not _split_by_side(b, a, dx, dy)


def _split_by_side(a: tuple[tuple[i64, i64], ...], b: tuple[tuple[i64, i64], ...], dx: i64, dy: i64) -> bool:
    """Whether the line through some side of convex `a` leaves all of `b`, moved by (dx, dy), outside or on it."""
    px, py = a[-1]
    for qx, qy in a:
        apart = True
        for x, y in b:
            if (qx - px) * (y + dy - py) - (qy - py) * (x + dx - px) > 0:
                apart = False
                break
        if apart:
            return True
        px, py = qx, qy
    return False


def moved_points(points: tuple[tuple[int, int], ...], dx: int, dy: int) -> tuple[tuple[int, int], ...]:
    """The same points elsewhere."""
    if len(points) != 4:
        return tuple([(x + dx, y + dy) for x, y in points])
    (ax, ay), (bx, by), (cx, cy), (ex, ey) = points  # a rectangle, as most are: written out, since a list takes twice the time
    return ((ax + dx, ay + dy), (bx + dx, by + dy), (cx + dx, cy + dy), (ex + dx, ey + dy))


def moved(poly: Polygon, dx: int, dy: int) -> Polygon:
    """The same polygon elsewhere."""
    parts = poly.triangles
    if parts:
        parts = tuple([moved_points(part, dx, dy) for part in parts])
    points = moved_points(poly.points, dx, dy)
    return Polygon(points, poly.left + dx, poly.bottom + dy, poly.right + dx, poly.top + dy, poly.convex, parts)


def swept(poly: Polygon, dx: int, dy: int) -> Polygon:
    """Everything a convex polygon passes over when it is moved straight by (dx, dy)."""
    if not poly.convex:
        raise ValueError("Only a convex polygon can be swept: split it with convex_parts first.")
    return counter_clockwise(hull([*poly.points, *moved(poly, dx, dy).points]))
