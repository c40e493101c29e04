"""Discs, segments, polygons and rectangles on a flat table, measured exactly.

Every coordinate and length is an `int` in hundredths of a millimetre. Comparisons are made on integer squares and are
exact; only a position or a distance that is *produced* is rounded, and its docstring says which way. Angles are
hundredths of a degree, counter-clockwise from the x axis (x to the right, y up).

    >>> gap(0, 0, 1000, 3000, 4000, 1000)
    3000
    >>> towards(0, 0, 3000, 4000, 500)
    (300, 400)
    >>> inside(polygon([(0, 0), (100, 0), (100, 100), (0, 100)]), 100, 50)
    True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.core.data import Data
from escarmouche.table.corners import cross as cross
from escarmouche.table.corners import doubled_area, extent, is_convex, triangles
from escarmouche.table.corners import segment_distance_squared as segment_distance_squared
from escarmouche.table.trig import sincos, unscaled
from escarmouche.table.whole import divided, more, part, root_up, share, sixteenths

LIMIT: Final = 1 << 28
"""Coordinates and lengths must not be larger than this, 2.6 km: then the product of two still fits a machine word, and
the functions below that take `i64` (a plain int to its callers) give the same answers compiled and not."""

TOUCH: Final = 2
"""Two bases are in contact when the gap between their edges is at most this. Positions are whole numbers, so two discs
can almost never be exactly tangent: a fiftieth of a millimetre is what rounding needs and no player can see."""

_NEAR: Final = 1 << 12
_FAR: Final = 1 << 36
"""The product of the square of a number below the one and a number below the other fits a machine word, with room for more."""

LEFT: Final = 0
BOTTOM: Final = 1
RIGHT: Final = 2
TOP: Final = 3


# ---------------------------------------------------------------- discs


def square_between(ax: i64, ay: i64, bx: i64, by: i64) -> int:
    """The square of the distance between two points."""
    dx = bx - ax
    dy = by - ay
    return dx * dx + dy * dy


def gap(ax: i64, ay: i64, ar: i64, bx: i64, by: i64, br: i64) -> int:
    """The distance from edge to edge of two discs, rounded up; 0 when they overlap or are exactly tangent."""
    dx = bx - ax
    dy = by - ay
    apart = root_up(dx * dx + dy * dy) - ar - br
    return max(0, apart)


def within(ax: i64, ay: i64, ar: i64, bx: i64, by: i64, br: i64, reach: i64) -> bool:
    """Exactly `gap(...) <= reach`, without a square root."""
    if reach < 0:
        return False
    dx = bx - ax
    dy = by - ay
    far = ar + br + reach
    return dx * dx + dy * dy <= far * far


def touching(ax: i64, ay: i64, ar: i64, bx: i64, by: i64, br: i64) -> bool:
    """In contact: the gap is at most TOUCH. Overlapping discs touch too."""
    dx = bx - ax
    dy = by - ay
    far = ar + br + TOUCH
    return dx * dx + dy * dy <= far * far


def overlapping(ax: i64, ay: i64, ar: i64, bx: i64, by: i64, br: i64) -> bool:
    """The centres are strictly closer than the two radii together."""
    dx = bx - ax
    dy = by - ay
    near = ar + br
    return dx * dx + dy * dy < near * near


# ---------------------------------------------------------------- directions


def stretched(dx: i64, dy: i64, length: i64) -> tuple[int, int]:
    """The vector in the direction of (dx, dy) that is `length` long: never longer, and less than 2 shorter.

    The zero vector has no direction and stays zero."""
    square = dx * dx + dy * dy
    if square == 0:
        return 0, 0
    return share(dx, length, square), share(dy, length, square)


def towards(x0: i64, y0: i64, x1: i64, y1: i64, length: i64) -> tuple[int, int]:
    """The point `length` along the way from point 0 to point 1, or point 1 itself when it is not farther than that.

    It is never farther than `length` from point 0, and less than 2 nearer."""
    dx = x1 - x0
    dy = y1 - y0
    if dx * dx + dy * dy <= length * length:
        return x1, y1
    sx, sy = stretched(dx, dy, length)
    return x0 + sx, y0 + sy


def beyond(x0: i64, y0: i64, x1: i64, y1: i64, length: i64) -> tuple[int, int]:
    """The point `length` past point 1 on the line from point 0 through point 1: directly away from point 0.

    It is never farther than `length` from point 1, and less than 2 nearer. Point 1 itself when the two points are
    one."""
    sx, sy = stretched(x1 - x0, y1 - y0, length)
    return x1 + sx, y1 + sy


def turned(dx: i64, dy: i64, centidegrees: int) -> tuple[int, int]:
    """The vector turned counter-clockwise, each component rounded to the nearest (vectors under 5 m: less than 1
    off)."""
    sine, cosine = sincos(centidegrees)
    return unscaled(dx * cosine - dy * sine), unscaled(dx * sine + dy * cosine)


# ---------------------------------------------------------------- segments


def segment_meets_disc(x0: i64, y0: i64, x1: i64, y1: i64, cx: i64, cy: i64, r: i64) -> bool:
    """Some point of the closed segment is strictly nearer than r to the centre."""
    if (x0 - cx >= r and x1 - cx >= r) or (cx - x0 >= r and cx - x1 >= r):
        return False
    if (y0 - cy >= r and y1 - cy >= r) or (cy - y0 >= r and cy - y1 >= r):
        return False
    dx = x1 - x0
    dy = y1 - y0
    fx = cx - x0
    fy = cy - y0
    along = dx * fx + dy * fy
    if along <= 0:
        return fx * fx + fy * fy < r * r
    square = dx * dx + dy * dy
    if along >= square:
        fx = cx - x1
        fy = cy - y1
        return fx * fx + fy * fy < r * r
    side = dx * fy - dy * fx
    if side < 0:
        side = -side
    if dx < 0:
        dx = -dx
    if dy < 0:
        dy = -dy
    # The length lies between the longer side of the box and both together: that settles most cases without big squares.
    if side >= r * (dx + dy):
        return False
    if side < r * max(dx, dy):
        return True
    return more(r * r, square, side, side)


def segments_cross(ax: i64, ay: i64, bx: i64, by: i64, cx: i64, cy: i64, dx: i64, dy: i64) -> bool:
    """The closed segments a-b and c-d share at least one point; touching ends and lying on each other count."""
    if (ax > cx and ax > dx and bx > cx and bx > dx) or (ax < cx and ax < dx and bx < cx and bx < dx):
        return False
    if (ay > cy and ay > dy and by > cy and by > dy) or (ay < cy and ay < dy and by < cy and by < dy):
        return False
    c_side: i64 = cross(ax, ay, bx, by, cx, cy)
    d_side: i64 = cross(ax, ay, bx, by, dx, dy)
    if (c_side > 0 and d_side > 0) or (c_side < 0 and d_side < 0):
        return False
    a_side: i64 = cross(cx, cy, dx, dy, ax, ay)
    b_side: i64 = cross(cx, cy, dx, dy, bx, by)
    return not ((a_side > 0 and b_side > 0) or (a_side < 0 and b_side < 0))


# ---------------------------------------------------------------- moving discs


def contact_point(x0: i64, y0: i64, r: i64, x1: i64, y1: i64, cx: i64, cy: i64, cr: i64) -> tuple[int, int] | None:
    """Where a disc of radius r, moved straight from point 0 towards point 1, first comes into contact with another.

    The result always satisfies `touching` and never `overlapping`, and lies less than 2 off the straight line. It is
    the start when the discs touch there already; otherwise the place where the gap falls to 0.01 mm, or, when it never
    gets that small, the place of nearest approach. None when they overlap at the start or never touch on the way."""
    if overlapping(x0, y0, r, cx, cy, cr):
        return None
    if touching(x0, y0, r, cx, cy, cr):
        return x0, y0
    near = r + cr
    met = segment_meets_disc(x0, y0, x1, y1, cx, cy, near + TOUCH + 1)
    return _first_contact(x0, y0, x1, y1, cx, cy, near) if met else None


def _first_contact(x0: i64, y0: i64, x1: i64, y1: i64, cx: i64, cy: i64, near: i64) -> tuple[int, int] | None:
    """The same for a disc that is clear of the other at the start and gets near it."""
    dx = x1 - x0
    dy = y1 - y0
    fx = x0 - cx
    fy = y0 - cy
    closing = -(fx * dx + fy * dy)
    if closing <= 0:
        return None
    square = dx * dx + dy * dy
    aim = near + 1
    side = fx * dy - fy * dx
    under_root = _room(aim, square, side)
    if under_root >= 0:
        along, whole = (int(closing) << 4) - sixteenths(under_root), int(square) << 4
        if along <= whole:
            return x0 + part(dx, along, whole), y0 + part(dy, along, whole)
    if closing >= square:
        return (x1, y1) if square_between(x1, y1, cx, cy) <= (near + TOUCH) * (near + TOUCH) else None
    if _room(near + TOUCH, square, side) < 0:
        return None
    across = aim if side > 0 else -aim
    length = sixteenths(square)
    return cx + divided((dy * across) << 4, length), cy - divided((dx * across) << 4, length)


def _room(reach: i64, square: i64, side: i64) -> int:
    """reach² * square - side²: how far a line passes inside a circle, times the square of its length. The line passes by no
    farther than a little more than the reach."""
    if reach < _NEAR and square < _FAR:
        return reach * reach * square - side * side
    return _exact_room(reach, square, side)


def _exact_room(reach: int, square: int, side: int) -> int:
    """The same where the products may outgrow a machine word, so no i64 here."""
    return reach * reach * square - side * side


def sweep_meets_disc(x0: i64, y0: i64, x1: i64, y1: i64, r: i64, cx: i64, cy: i64, cr: i64) -> bool:
    """A disc of radius r moved straight from point 0 to point 1 runs into another disc.

    That is: somewhere on the way the discs overlap (strictly) and their centres are nearer than they were at the start.
    So a disc may leave another that it touches or even overlaps, as long as it never gets nearer; standing still meets
    nothing."""
    fx = cx - x0
    fy = cy - y0
    near = r + cr
    if fx * fx + fy * fy < near * near:
        return (x1 - x0) * fx + (y1 - y0) * fy > 0
    return segment_meets_disc(x0, y0, x1, y1, cx, cy, near)


# ---------------------------------------------------------------- polygons


@final
@mypyc_attr(acyclic=True)
class Polygon(Data):
    """A simple polygon, made by `polygon`: its corners counter-clockwise, its bounding box, whether it is convex, and
    the triangles that make it up if it is not."""

    __slots__ = ("points", "left", "bottom", "right", "top", "convex", "triangles")

    def __init__(
        self,
        points: tuple[tuple[int, int], ...],
        left: int,
        bottom: int,
        right: int,
        top: int,
        convex: bool,
        triangles: tuple[tuple[tuple[int, int], ...], ...],
    ) -> None:
        self.points = points
        self.left = left
        self.bottom = bottom
        self.right = right
        self.top = top
        self.convex = convex
        self.triangles = triangles

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Polygon) and self.points == other.points)

    def __hash__(self) -> int:
        return hash(self.points)


def polygon(points: Sequence[tuple[int, int]]) -> Polygon:
    """The simple polygon with these corners in order, either way round. The first corner stays first.

    Raises ValueError with fewer than three corners, no area, a corner named twice, or sides that cross or touch."""
    return counter_clockwise(in_order(points))


def in_order(points: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """These corners counter-clockwise, the first one first. Raises ValueError where they make no simple polygon."""
    corners = [(x, y) for x, y in points]
    if len(corners) < 3:
        raise ValueError(f"A polygon needs at least three corners, not {len(corners)}: add the missing ones.")
    for x, y in corners:
        if x > LIMIT or x < -LIMIT or y > LIMIT or y < -LIMIT:
            raise ValueError(f"The polygon {corners} reaches farther than {LIMIT} from the origin: bring it nearer.")
    area = doubled_area(corners)
    if area == 0 or not _simple(corners):
        raise ValueError(f"The sides of the polygon {corners} cross or touch each other: list its corners in order.")
    if area < 0:
        corners = [corners[0], *corners[:0:-1]]
    return corners


def counter_clockwise(corners: list[tuple[int, int]]) -> Polygon:
    """The polygon of corners known to be simple and counter-clockwise."""
    points: list[tuple[i64, i64]] = corners
    left, bottom = points[0]
    right, top = left, bottom
    for x, y in points:
        left, right = min(left, x), max(right, x)
        bottom, top = min(bottom, y), max(top, y)
    convex = is_convex(corners)
    return Polygon(tuple(corners), left, bottom, right, top, convex, () if convex else triangles(corners))


def _simple(corners: list[tuple[int, int]]) -> bool:
    """Whether no two sides share a point, other than neighbours their common corner."""
    points: list[tuple[i64, i64]] = corners
    count = len(points)
    for i in range(count):
        ax, ay = points[i]
        bx, by = points[(i + 1) % count]
        cx, cy = points[(i + 2) % count]
        doubled_back = (ax - bx) * (cx - bx) + (ay - by) * (cy - by) > 0 and cross(ax, ay, bx, by, cx, cy) == 0
        if (ax == bx and ay == by) or doubled_back:
            return False
        for j in range(i + 2, count):
            if i == 0 and j == count - 1:
                continue
            cx, cy = points[j]
            dx, dy = points[(j + 1) % count]
            if segments_cross(ax, ay, bx, by, cx, cy, dx, dy):
                return False
    return True


def convex_parts(poly: Polygon) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Convex counter-clockwise pieces that make up the polygon: itself when it is convex, else triangles."""
    return (poly.points,) if poly.convex else poly.triangles


def inside(poly: Polygon, x: i64, y: i64) -> bool:
    """Whether the point lies in the polygon; its boundary counts."""
    if x < poly.left or x > poly.right or y < poly.bottom or y > poly.top:
        return False
    points: tuple[tuple[i64, i64], ...] = poly.points
    px, py = points[-1]
    odd = False
    for qx, qy in points:
        if (py > y) != (qy > y):
            side = (qx - px) * (y - py) - (qy - py) * (x - px)
            if side == 0:
                return True
            if (side > 0) == (qy > py):
                odd = not odd
        elif py == y and qy == y:
            if (px <= x <= qx) or (qx <= x <= px):
                return True
        elif (qx == x and qy == y) or (px == x and py == y):
            return True
        px, py = qx, qy
    return odd


def segment_meets_polygon(x0: i64, y0: i64, x1: i64, y1: i64, poly: Polygon) -> bool:
    """The closed segment shares a point with the polygon, its inside or its boundary."""
    if (x0 < poly.left and x1 < poly.left) or (x0 > poly.right and x1 > poly.right):
        return False
    if (y0 < poly.bottom and y1 < poly.bottom) or (y0 > poly.top and y1 > poly.top):
        return False
    if poly.convex:
        return _segment_meets_convex(x0, y0, x1, y1, poly.points)
    points: tuple[tuple[i64, i64], ...] = poly.points
    px, py = points[-1]
    for qx, qy in points:
        if segments_cross(x0, y0, x1, y1, px, py, qx, qy):
            return True
        px, py = qx, qy
    return inside(poly, x0, y0)


def _segment_meets_convex(x0: i64, y0: i64, x1: i64, y1: i64, points: tuple[tuple[i64, i64], ...]) -> bool:
    """By separating lines: none of the sides, nor the segment itself, has the two shapes strictly apart."""
    dx = x1 - x0
    dy = y1 - y0
    left = False
    right = False
    px, py = points[-1]
    for qx, qy in points:
        ex = qx - px
        ey = qy - py
        if ex * (y0 - py) - ey * (x0 - px) < 0 and ex * (y1 - py) - ey * (x1 - px) < 0:
            return False
        side = dx * (qy - y0) - dy * (qx - x0)
        if side >= 0:
            left = True
        if side <= 0:
            right = True
        px, py = qx, qy
    return left and right


def sweep_meets_polygon(x0: i64, y0: i64, x1: i64, y1: i64, r: i64, poly: Polygon) -> bool:
    """A disc of radius r moved straight from point 0 to point 1 overlaps the polygon somewhere; being tangent is
    allowed.

    There is no leave for a disc that overlaps at the start. A mere point (r = 0) meets whatever its line shares a point
    with."""
    if (x0 + r < poly.left and x1 + r < poly.left) or (x0 - r > poly.right and x1 - r > poly.right):
        return False
    if (y0 + r < poly.bottom and y1 + r < poly.bottom) or (y0 - r > poly.top and y1 - r > poly.top):
        return False
    if segment_meets_polygon(x0, y0, x1, y1, poly):
        return True
    points: tuple[tuple[i64, i64], ...] = poly.points
    px, py = points[-1]
    for qx, qy in points:
        if (
            segment_meets_disc(x0, y0, x1, y1, qx, qy, r)
            or segment_meets_disc(px, py, qx, qy, x0, y0, r)
            or segment_meets_disc(px, py, qx, qy, x1, y1, r)
        ):
            return True
        px, py = qx, qy
    return False


def boundary_nearer(poly: Polygon, x: i64, y: i64, r: i64) -> bool:
    """Some point of the polygon's boundary is strictly nearer than r to the point."""
    points: tuple[tuple[i64, i64], ...] = poly.points
    px, py = points[-1]
    for qx, qy in points:
        if segment_meets_disc(px, py, qx, qy, x, y, r):
            return True
        px, py = qx, qy
    return False


def disc_meets_polygon(x: i64, y: i64, r: i64, poly: Polygon) -> bool:
    """The disc and the polygon overlap; being tangent is not enough. A mere point (r = 0) meets it when it is
    `inside`."""
    if x + r < poly.left or x - r > poly.right or y + r < poly.bottom or y - r > poly.top:
        return False
    return inside(poly, x, y) or boundary_nearer(poly, x, y, r)


def disc_touches_polygon(x: i64, y: i64, r: i64, poly: Polygon) -> bool:
    """In contact with the polygon: overlapping it, or a gap of at most TOUCH. Exactly `disc_gap_polygon(...) <=
    TOUCH`."""
    far = r + TOUCH
    if x + far < poly.left or x - far > poly.right or y + far < poly.bottom or y - far > poly.top:
        return False
    return inside(poly, x, y) or _boundary_distance_squared(poly, x, y) <= far * far


def _boundary_distance_squared(poly: Polygon, x: i64, y: i64) -> int:
    """The squared distance of a point from the polygon's boundary, rounded up."""
    points: tuple[tuple[i64, i64], ...] = poly.points
    px, py = points[-1]
    least = (px - x) * (px - x) + (py - y) * (py - y)
    for qx, qy in points:
        square = segment_distance_squared(px, py, qx, qy, x, y)
        if square < least:
            least = square
        px, py = qx, qy
    return least


def disc_gap_polygon(x: i64, y: i64, r: i64, poly: Polygon) -> int:
    """The distance from the edge of the disc to the polygon, rounded up; 0 when they overlap or are exactly tangent."""
    if inside(poly, x, y):
        return 0
    apart = root_up(_boundary_distance_squared(poly, x, y)) - r
    return max(0, apart)


def disc_in_polygon(x: i64, y: i64, r: i64, poly: Polygon) -> bool:
    """The disc lies wholly in the polygon; it may be tangent to the boundary from inside."""
    if x - r < poly.left or x + r > poly.right or y - r < poly.bottom or y + r > poly.top:
        return False
    return inside(poly, x, y) and not boundary_nearer(poly, x, y, r)


def depth_in_polygon(x: i64, y: i64, poly: Polygon) -> int:
    """How far a point in the polygon is from its boundary, rounded up; 0 when it is not inside."""
    return root_up(_boundary_distance_squared(poly, x, y)) if inside(poly, x, y) else 0


def polygons_meet(a: Polygon, b: Polygon) -> bool:
    """The two closed polygons share a point."""
    if a.left > b.right or b.left > a.right or a.bottom > b.top or b.bottom > a.top:
        return False
    px, py = a.points[-1]
    for qx, qy in a.points:
        if segment_meets_polygon(px, py, qx, qy, b):
            return True
        px, py = qx, qy
    bx, by = b.points[0]
    return inside(a, bx, by)


def polygon_gap(a: Polygon, b: Polygon) -> int:
    """The distance between two polygons, rounded up; 0 when they share a point."""
    if polygons_meet(a, b):
        return 0
    ax, ay = a.points[0]
    bx, by = b.points[0]
    return _corners_nearest(a, b, root_up(square_between(ax, ay, bx, by)))


def _corners_nearest(a: Polygon, b: Polygon, least: i64) -> i64:
    """The distance between the boundaries of two polygons that do not meet, rounded up, or `least` where that is less."""
    least = _nearest_of(a, b, least)
    return _nearest_of(b, a, least)


def _nearest_of(a: Polygon, b: Polygon, least: i64) -> i64:
    """The distance of the nearest corner of one polygon from the boundary of another, rounded up, or `least` where that is
    less. Corners that are no nearer to the box around the other are not measured."""
    left: i64 = b.left
    bottom: i64 = b.bottom
    right: i64 = b.right
    top: i64 = b.top
    points: tuple[tuple[i64, i64], ...] = a.points
    for x, y in points:
        if left - x < least and x - right < least and bottom - y < least and y - top < least:
            least = _boundary_nearest(b, x, y, least)
    return least


def _boundary_nearest(poly: Polygon, x: i64, y: i64, least: i64) -> i64:
    """The distance of a point from the polygon's boundary, rounded up, or `least` where that is less. Sides whose box is no
    nearer are not measured."""
    points: tuple[tuple[i64, i64], ...] = poly.points
    best: i64 = least * least
    px, py = points[-1]
    for qx, qy in points:
        beside = (px - x < least or qx - x < least) and (x - px < least or x - qx < least)
        if beside and (py - y < least or qy - y < least) and (y - py < least or y - qy < least):
            square: i64 = segment_distance_squared(px, py, qx, qy, x, y)
            best = min(best, square)
        px, py = qx, qy
    return least if best == least * least else root_up(best)


def polygons_within(a: Polygon, b: Polygon, reach: i64) -> bool:
    """The gap is at most `reach`; boxes that are farther apart are enough to know better."""
    if a.left > b.right + reach or b.left > a.right + reach or a.bottom > b.top + reach or b.bottom > a.top + reach:
        return False
    if reach < 0:
        return False
    ax, ay = a.points[0]
    bx, by = b.points[0]
    if square_between(ax, ay, bx, by) <= reach * reach or polygons_meet(a, b):
        return True
    return _corners_nearest(a, b, reach + 1) <= reach


def polygons_touch(a: Polygon, b: Polygon) -> bool:
    """In contact: the gap is at most TOUCH. Overlapping polygons touch too."""
    return polygons_within(a, b, TOUCH)


def polygon_extent(poly: Polygon) -> int:
    """The longest dimension: the largest distance between two corners, rounded up."""
    return extent(poly.points)


# ---------------------------------------------------------------- rectangles and the table


def rectangle(x: i64, y: i64, half_width: i64, half_depth: i64, centidegrees: int) -> Polygon:
    """The rectangle around (x, y) that faces `centidegrees`: its depth lies along that direction, its width across.

    Its corners are front left, rear left, rear right, front right, each rounded to the nearest; all other answers about
    it are exact for those corners. Any multiple of 90 degrees is exact."""
    if half_width < 1 or half_depth < 1:
        raise ValueError(f"A rectangle of half sides {half_width} and {half_depth} has no area: give positive lengths.")
    sine, cosine = sincos(centidegrees)
    ahead_x, ahead_y = half_depth * cosine, half_depth * sine
    aside_x, aside_y = half_width * sine, half_width * cosine
    fx, fy = unscaled(ahead_x - aside_x), unscaled(ahead_y + aside_y)  # front left and front right, as `turned` has them
    rx, ry = unscaled(ahead_x + aside_x), unscaled(ahead_y - aside_y)
    corners = ((x + fx, y + fy), (x - rx, y - ry), (x - fx, y - fy), (x + rx, y + ry))
    if cross(0, 0, rx, ry, fx, fy) < 0:  # so small that rounding has turned it inside out
        return counter_clockwise(list(corners))
    aside = max(max(fx, -fx), max(rx, -rx))
    up = max(max(fy, -fy), max(ry, -ry))
    return Polygon(corners, x - aside, y - up, x + aside, y + up, True, ())


def on_table(x: int, y: int, r: int, width: int, depth: int) -> bool:
    """The disc lies wholly on the table that reaches from (0, 0) to (width, depth)."""
    return r <= x <= width - r and r <= y <= depth - r


def nearest_edge(x: i64, y: i64, width: i64, depth: i64) -> tuple[int, int]:
    """The nearest edge of the table (LEFT, BOTTOM, RIGHT or TOP; the first of equals) and its distance from the
    point."""
    side = LEFT
    least = x
    if y < least:
        side, least = BOTTOM, y
    if width - x < least:
        side, least = RIGHT, width - x
    if depth - y < least:
        side, least = TOP, depth - y
    return side, least


def edge_point(x: int, y: int, width: int, depth: int, side: int) -> tuple[int, int]:
    """The point of that edge of the table straight across from (x, y)."""
    if side == LEFT:
        return 0, y
    if side == RIGHT:
        return width, y
    return (x, 0) if side == BOTTOM else (x, depth)
