"""How high a line of sight passes over a shape on the table. (masse.view.line-of-sight)"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from escarmouche.table.shapes import Polygon, inside

WHOLE: Final = 1 << 20
"""A line from one end to the other, in parts."""

Point = tuple[int, int, int]


def lowest_over(shape: Polygon, start: Point, end: Point) -> int:
    """The least height of the line between two points (x, y, height) while it is over the shape, which it must meet."""
    x0, y0, low = start
    x1, y1, high = end
    parts = [part for part, x, y in ((0, x0, y0), (WHOLE, x1, y1)) if inside(shape, x, y)]
    ax, ay = shape.points[-1]
    for bx, by in shape.points:
        part = crossing_part(x0, y0, x1 - x0, y1 - y0, ax, ay, bx, by)
        if part >= 0:
            parts.append(part)
        ax, ay = bx, by
    if not parts:
        return min(low, high)
    return min([low + (high - low) * part // WHOLE for part in parts])


def crossing_part(x: i64, y: i64, dx: i64, dy: i64, ax: i64, ay: i64, bx: i64, by: i64) -> int:
    """At which part of the line from (x, y) along d it crosses the side from a to b, or -1."""
    ex, ey = bx - ax, by - ay
    below = dx * ey - dy * ex
    if below == 0:
        return -1
    along = (ax - x) * ey - (ay - y) * ex
    aside = (ax - x) * dy - (ay - y) * dx
    if below < 0:
        below, along, aside = -below, -along, -aside
    return along * WHOLE // below if 0 <= along <= below and 0 <= aside <= below else -1
