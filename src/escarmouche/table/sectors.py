"""Front, flanks and rear of something that faces a way, and what lies in its field of view.

A facing is a vector (fx, fy) of any length but zero; its left is (-fy, fx). Comparisons are exact on cross and dot
products. On a border between sectors the defender gets the better one: front before flank, flank before rear.

    >>> sector(0, 0, 1, 0, 500, 500) == FRONT, sector(0, 0, 1, 0, 500, 501) == LEFT_FLANK
    (True, True)
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from escarmouche.table.corners import cross
from escarmouche.table.shapes import Polygon
from escarmouche.table.trig import sincos

FRONT: Final = 0
LEFT_FLANK: Final = 1
REAR: Final = 2
RIGHT_FLANK: Final = 3


def facing_of(centidegrees: int) -> tuple[int, int]:
    """The facing vector of an angle, about a million long; exact for multiples of 45 degrees."""
    sine, cosine = sincos(centidegrees)
    return cosine, sine


# ---------------------------------------------------------------- field of view


def in_view(x: int, y: int, fx: int, fy: int, half: int, px: int, py: int) -> bool:
    """Whether the point p is at most `half` hundredths of a degree (0 to 18000) to either side of the facing from (x,
    y).

    Exact for multiples of 45 degrees; other angles are as good as `sincos`, a millionth. The place itself is in view.
    """
    ahead = fx * (px - x) + fy * (py - y)
    aside = abs(fx * (py - y) - fy * (px - x))
    if half >= 18000 or (ahead == 0 and aside == 0):
        return True
    if half == 0:
        return aside == 0 and ahead > 0
    sine, cosine = sincos(half)
    return aside * cosine <= ahead * sine


def disc_in_view(x: int, y: int, fx: int, fy: int, half: int, px: int, py: int, r: int) -> bool:
    """Whether at least a part of the disc (px, py, r) is in view; merely touching the border is not enough."""
    return in_view(x, y, fx, fy, half, px, py) or _border_nearer(x, y, fx, fy, half, px, py, r)


def _border_nearer(x: int, y: int, fx: int, fy: int, half: int, px: int, py: int, r: int) -> bool:
    """Whether a border of the field of view comes strictly nearer than r to the point p."""
    if half >= 18000:
        return False
    sine, cosine = sincos(half)
    left = _ray_nearer(fx * cosine - fy * sine, fy * cosine + fx * sine, px - x, py - y, r)
    return left or _ray_nearer(fx * cosine + fy * sine, fy * cosine - fx * sine, px - x, py - y, r)


def _ray_nearer(dx: int, dy: int, px: int, py: int, r: int) -> bool:
    """Whether the ray from (0, 0) in the direction d comes strictly nearer than r to the point p."""
    if dx * px + dy * py <= 0:
        return px * px + py * py < r * r
    side = dx * py - dy * px
    return side * side < r * r * (dx * dx + dy * dy)


# ---------------------------------------------------------------- the four quarters around a point


def sector(x: i64, y: i64, fx: i64, fy: i64, px: i64, py: i64) -> int:
    """The quarter in which the point p lies as seen from (x, y): FRONT, LEFT_FLANK, REAR or RIGHT_FLANK.

    The quarters meet on the diagonals, which belong to the front and to the flanks. The place itself is in front.
    """
    ahead = fx * (px - x) + fy * (py - y)
    left = fx * (py - y) - fy * (px - x)
    aside = left if left > 0 else -left
    if aside <= ahead:
        return FRONT
    if aside < -ahead:
        return REAR
    return LEFT_FLANK if left > 0 else RIGHT_FLANK


# ---------------------------------------------------------------- the four sectors around a rectangle


def _ahead(ax: i64, ay: i64, bx: i64, by: i64, dx: i64, dy: i64, px: i64, py: i64) -> bool:
    """Whether the point p lies ahead of the side from d to a and between its diagonals, or on them; b is behind a."""
    fx = ax - bx
    fy = ay - by
    if cross(dx, dy, ax, ay, px, py) > 0 or (fx - fy) * (py - ay) - (fy + fx) * (px - ax) > 0:
        return False
    return (fx + fy) * (py - dy) - (fy - fx) * (px - dx) >= 0


def behind_rectangle(rect: Polygon, px: i64, py: i64) -> bool:
    """Whether the point p would be in front of a rectangle (made by `shapes.rectangle`) that faced the other way."""
    points: tuple[tuple[i64, i64], ...] = rect.points
    bx, by = points[1]
    cx, cy = points[2]
    dx, dy = points[3]
    return _ahead(cx, cy, dx, dy, bx, by, px, py)


def rectangle_sector(rect: Polygon, px: i64, py: i64) -> int:
    """The sector of a rectangle (made by `shapes.rectangle`) in which the point p lies.

    The borders leave its corners at 45 degrees: the front is what lies ahead of the front side and between its two
    diagonals, the rear likewise, the flanks are the rest. A point inside is on the flank of its half of the rectangle.
    """
    points: tuple[tuple[i64, i64], ...] = rect.points
    ax, ay = points[0]  # one by one: a tuple of any length is otherwise gone through
    bx, by = points[1]
    cx, cy = points[2]
    dx, dy = points[3]
    if _ahead(ax, ay, bx, by, dx, dy, px, py):
        return FRONT
    fx = ax - bx
    fy = ay - by
    if (
        cross(bx, by, cx, cy, px, py) < 0
        and (fx + fy) * (py - by) - (fy - fx) * (px - bx) < 0
        and (fx - fy) * (py - cy) - (fy + fx) * (px - cx) > 0
    ):
        return REAR
    left = fx * (2 * py - ay - cy) - fy * (2 * px - ax - cx)
    return LEFT_FLANK if left > 0 else RIGHT_FLANK
