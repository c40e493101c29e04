"""Lists of corners, before they become a `Polygon`: their area, their turns, the triangles and the hull they make;
and the distance of a point from the side between two."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from escarmouche.table.whole import root_up

HALF_WORD: Final = 1 << 31
"""The product of two numbers below this fits a machine word, with room for a sum."""


def cross(ax: i64, ay: i64, bx: i64, by: i64, px: i64, py: i64) -> int:
    """Positive when p lies to the left of the line from a to b, negative to the right, 0 on it."""
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


def doubled_area(corners: list[tuple[int, int]]) -> int:
    """Twice the signed area: positive when the corners run counter-clockwise."""
    points: list[tuple[i64, i64]] = corners
    total: i64 = 0
    px, py = points[-1]
    for x, y in points:
        total += px * y - py * x
        px, py = x, y
    return total


def extent(corners: tuple[tuple[int, int], ...]) -> int:
    """The largest distance between two corners, rounded up."""
    points: tuple[tuple[i64, i64], ...] = corners
    most: i64 = 0
    for ax, ay in points:
        for bx, by in points:
            square = (bx - ax) * (bx - ax) + (by - ay) * (by - ay)
            most = max(most, square)
    return root_up(most)


def is_convex(corners: list[tuple[int, int]]) -> bool:
    """Whether counter-clockwise corners never turn right."""
    px, py = corners[-2]
    qx, qy = corners[-1]
    for x, y in corners:
        if cross(px, py, qx, qy, x, y) < 0:
            return False
        px, py, qx, qy = qx, qy, x, y
    return True


def triangles(corners: list[tuple[int, int]]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Cut ear after ear off a simple counter-clockwise polygon."""
    rest = list(corners)
    found: list[tuple[tuple[int, int], ...]] = []
    while len(rest) > 3:
        i = _ear(rest)
        found.append((rest[i - 1], rest[i], rest[(i + 1) % len(rest)]))
        del rest[i]
    return (*found, (rest[0], rest[1], rest[2]))


def _ear(rest: list[tuple[int, int]]) -> int:
    """A corner that can be cut off: a left turn with no other corner in its triangle. Every simple polygon has two."""
    count = len(rest)
    for i in range(count):
        ax, ay = rest[i - 1]
        bx, by = rest[i]
        cx, cy = rest[(i + 1) % count]
        if cross(ax, ay, bx, by, cx, cy) > 0 and not _any_in_triangle(rest, ax, ay, bx, by, cx, cy):
            return i
    raise ValueError(f"The sides of the polygon {rest} cross or touch each other: list its corners in order.")


def _any_in_triangle(points: list[tuple[int, int]], ax: int, ay: int, bx: int, by: int, cx: int, cy: int) -> bool:
    for x, y in points:
        if (x == ax and y == ay) or (x == bx and y == by) or (x == cx and y == cy):
            continue
        if cross(ax, ay, bx, by, x, y) >= 0 and cross(bx, by, cx, cy, x, y) >= 0 and cross(cx, cy, ax, ay, x, y) >= 0:
            return True
    return False


def hull(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
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


def segment_distance_squared(x0: i64, y0: i64, x1: i64, y1: i64, px: i64, py: i64) -> int:
    """The squared distance of a point from a closed segment, rounded up (the least whole number not below it)."""
    dx = x1 - x0
    dy = y1 - y0
    fx = px - x0
    fy = py - y0
    along = dx * fx + dy * fy
    if along <= 0:
        return fx * fx + fy * fy
    square = dx * dx + dy * dy
    if along >= square:
        fx = px - x1
        fy = py - y1
        return fx * fx + fy * fy
    side = dx * fy - dy * fx
    if -HALF_WORD < side < HALF_WORD:
        return (side * side + square - 1) // square
    return _square_over(side, square)


def _square_over(side: int, square: int) -> int:
    """side² / square, rounded up; the product outgrows a machine word, so no i64 here."""
    return -(-side * side // square)
