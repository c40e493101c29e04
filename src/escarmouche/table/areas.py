"""Polygons as areas: cut into convex parts, overlapped, swept along a straight move. Same units and rules as
`shapes`."""

from __future__ import annotations

from escarmouche.table.shapes import Polygon, counter_clockwise, cross, doubled_area, moved


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


def convex_parts(poly: Polygon) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Convex counter-clockwise pieces that make up the polygon: itself when it is convex, else triangles."""
    if poly.convex:
        return (poly.points,)
    rest = list(poly.points)
    parts: list[tuple[tuple[int, int], ...]] = []
    while len(rest) > 3:
        i = _ear(rest)
        ear = (rest[i - 1], rest[i], rest[(i + 1) % len(rest)])
        if doubled_area(ear) > 0:
            parts.append(ear)
        del rest[i]
    parts.append((rest[0], rest[1], rest[2]))
    return tuple(parts)


def _ear(rest: list[tuple[int, int]]) -> int:
    """A corner that can be cut off: flat, or a left turn with no other corner in its triangle."""
    count = len(rest)
    for i in range(count):
        ax, ay = rest[i - 1]
        bx, by = rest[i]
        cx, cy = rest[(i + 1) % count]
        turn = cross(ax, ay, bx, by, cx, cy)
        if turn == 0 or (turn > 0 and not _any_in_triangle(rest, ax, ay, bx, by, cx, cy)):
            return i
    raise ValueError(f"The sides of the polygon {rest} cross or touch each other: list its corners in order.")


def _any_in_triangle(
    points: list[tuple[int, int]], ax: int, ay: int, bx: int, by: int, cx: int, cy: int
) -> bool:
    for x, y in points:
        if (x == ax and y == ay) or (x == bx and y == by) or (x == cx and y == cy):
            continue
        if (
            cross(ax, ay, bx, by, x, y) >= 0
            and cross(bx, by, cx, cy, x, y) >= 0
            and cross(cx, cy, ax, ay, x, y) >= 0
        ):
            return True
    return False


def swept(poly: Polygon, dx: int, dy: int) -> Polygon:
    """Everything a convex polygon passes over when it is moved straight by (dx, dy)."""
    if not poly.convex:
        raise ValueError("Only a convex polygon can be swept: split it with convex_parts first.")
    return counter_clockwise(_hull([*poly.points, *moved(poly, dx, dy).points]))


def _hull(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The convex hull, counter-clockwise, without flat corners."""
    ordered = sorted(set(points))
    return _half_hull(ordered) + _half_hull(ordered[::-1])


def _half_hull(ordered: list[tuple[int, int]]) -> list[tuple[int, int]]:
    chain: list[tuple[int, int]] = []
    for x, y in ordered:
        while len(chain) > 1:
            ax, ay = chain[-2]
            bx, by = chain[-1]
            if cross(ax, ay, bx, by, x, y) > 0:
                break
            chain.pop()
        chain.append((x, y))
    return chain[:-1]
