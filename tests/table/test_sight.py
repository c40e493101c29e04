"""Lines of sight with heights, cover and tangents, against Shapely and against exact fractions."""

from __future__ import annotations

from fractions import Fraction
from math import hypot

import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon, polygon
from escarmouche.table.sight import (
    LINES,
    LINES_UP,
    clear_sight,
    covered_fraction,
    outer_tangents,
)
from tests.table.geometry import CHECKED, Point, area_of, polygons, spots

SLOW = settings(max_examples=40, deadline=None, derandomize=True)
SIZES = st.sampled_from((5, 60))
"""On the small board lines often run exactly through corners, along sides and along tangents."""


def places(size: int) -> st.SearchStrategy[Point]:
    return st.tuples(st.integers(-2 * size, 2 * size), st.integers(-2 * size, 2 * size))


def box(left: int, bottom: int, right: int, top: int) -> Polygon:
    return polygon([(left, bottom), (right, bottom), (right, top), (left, top)])


def wall(left: int, bottom: int, right: int, top: int, height: int = 5000, base: int = 0) -> Piece:
    return Piece("wall", box(left, bottom, right, top), height, blocks_sight=True, base=base)


# ---------------------------------------------------------------- tangents


@CHECKED
@given(spots(2), st.integers(0, 3000), st.integers(0, 3000))
def test_outer_tangents_touch_both_discs_on_their_side(places: list[Point], ar: int, br: int) -> None:
    a, b = places
    left, right = outer_tangents(*a, ar, *b, br)
    dx, dy = b[0] - a[0], b[1] - a[1]
    if dx * dx + dy * dy <= (ar - br) ** 2:
        assert left == right == (*a, *b)
        return
    for line, sign in ((left, 1), (right, -1)):
        start, end = line[:2], line[2:]
        assert abs(hypot(start[0] - a[0], start[1] - a[1]) - ar) < 1
        assert abs(hypot(end[0] - b[0], end[1] - b[1]) - br) < 1
        assert sign * (dx * (start[1] - a[1]) - dy * (start[0] - a[0])) >= -abs(dx) - abs(dy)
        # No disc sticks out over its tangent by more than the rounding of the ends.
        if hypot(dx, dy) > 2 * (ar + br) and ar + br > 10:
            assert shapely.Point(a).distance(shapely.LineString([start, end])) > ar - 2
            assert shapely.Point(b).distance(shapely.LineString([start, end])) > br - 2


def test_tangents_made_by_hand() -> None:
    assert outer_tangents(0, 0, 100, 1000, 0, 100) == ((0, 100, 1000, 100), (0, -100, 1000, -100))
    assert outer_tangents(0, 0, 300, 500, 0, 0) == ((180, 240, 500, 0), (180, -240, 500, 0))


# ---------------------------------------------------------------- with heights

HEIGHTS = st.integers(0, 12)


def blocked_slowly(a: tuple[int, int, int], b: tuple[int, int, int], part: tuple[Point, ...], base: int, height: int) -> bool:
    """Whether a line in space meets a convex upright block: try all places where it enters or leaves something."""
    limits = [(a[2] - base, b[2] - base)]
    for (px, py), (qx, qy) in zip(part, part[1:] + part[:1], strict=True):
        first, last = ((qx - px) * (y - py) - (qy - py) * (x - px) for x, y in ((a[0], a[1]), (b[0], b[1])))
        limits.append((first, last))
    places = {Fraction(0), Fraction(1)}
    places |= {Fraction(first, first - last) for first, last in limits if first != last}
    good = [t for t in places if 0 <= t <= 1 and all(first + t * (last - first) >= 0 for first, last in limits)]
    return any(a[2] + t * (b[2] - a[2]) < height for t in good)


@CHECKED
@given(SIZES, HEIGHTS, HEIGHTS, HEIGHTS, HEIGHTS, st.data())
def test_a_piece_blocks_where_the_line_is_between_its_base_and_its_top(
    size: int, z0: int, z1: int, base: int, thickness: int, data: st.DataObject
) -> None:
    a, b, shape = data.draw(places(size)), data.draw(places(size)), data.draw(polygons(scale=size))
    piece = Piece("floor", shape, base + thickness, blocks_sight=True, base=base)
    parts = [tuple((int(x), int(y)) for x, y in part.exterior.coords[:-1]) for part in triangles_of(shape)]
    expected = any(blocked_slowly((*a, z0), (*b, z1), part, base, base + thickness) for part in parts)
    assert clear_sight(*a, z0, *b, z1, (piece,), []) == (not expected)
    assert clear_sight(*b, z1, *a, z0, (piece,), []) == (not expected)


def triangles_of(shape: Polygon) -> list[shapely.Polygon]:
    """Shapely's own cut of the polygon, counter-clockwise."""
    cut = shapely.constrained_delaunay_triangles(area_of(shape))
    return [shapely.geometry.polygon.orient(part) for part in cut.geoms]


@CHECKED
@given(SIZES, HEIGHTS, HEIGHTS, HEIGHTS, HEIGHTS, st.data())
def test_a_column_blocks_where_the_line_is_between_its_foot_and_its_head(
    size: int, z0: int, z1: int, foot: int, tall: int, data: st.DataObject
) -> None:
    a, b = data.draw(places(size)), data.draw(places(size))
    along = data.draw(st.integers(-1, 9))
    ox, oy = data.draw(places(size // 4 + 1))
    c = (a[0] + (b[0] - a[0]) * along // 8 + ox, a[1] + (b[1] - a[1]) * along // 8 + oy)
    r = data.draw(st.integers(0, size))
    low, high = Fraction(0), Fraction(1)
    dz = z1 - z0
    if dz == 0:
        level = foot <= z0 < foot + tall
    else:
        ends = sorted((Fraction(foot - z0, dz), Fraction(foot + tall - z0, dz)))
        low, high = max(low, ends[0]), min(high, ends[1])
        level = low <= high and any(z0 + t * dz < foot + tall for t in (low, high))
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    nearest = Fraction((c[0] - a[0]) * dx + (c[1] - a[1]) * dy, square) if square else Fraction(0)
    t = min(max(nearest, low), high)
    near = (a[0] + t * dx - c[0]) ** 2 + (a[1] + t * dy - c[1]) ** 2 < r * r
    expected = level and near and c not in (a, b)
    assert clear_sight(*a, z0, *b, z1, (), [(*c, r, foot, foot + tall)]) == (not expected)


def test_heights_made_by_hand() -> None:
    fence = wall(4000, -1000, 4100, 1000, height=1000)
    assert not clear_sight(0, 0, 500, 8000, 0, 500, (fence,), [])
    assert clear_sight(0, 0, 1000, 8000, 0, 1000, (fence,), [])
    # Over the far side of the fence the line is at 3000 - 4000 / 2, that is exactly at its top.
    assert clear_sight(0, 0, 3000, 8200, 0, -1000, (fence,), [])
    assert not clear_sight(0, 0, 3000, 8199, 0, -1000, (fence,), [])
    assert not clear_sight(3900, -900, 0, 4100, -1100, 0, (fence,), [])
    upstairs = wall(0, -1000, 8000, 1000, height=7700, base=7500)
    assert clear_sight(1000, 0, 500, 7000, 0, 7499, (upstairs,), [])
    assert not clear_sight(1000, 0, 500, 7000, 0, 7501, (upstairs,), [])
    assert not clear_sight(1000, 0, 500, 1000, 0, 9000, (upstairs,), [])
    assert clear_sight(1000, 0, 7700, 1000, 0, 9000, (upstairs,), [])
    giant = (4000, 0, 1000, 0, 6000)
    assert not clear_sight(0, 0, 500, 8000, 0, 500, (), [giant])
    assert clear_sight(0, 0, 6000, 8000, 0, 6000, (), [giant])
    assert clear_sight(0, 1000, 500, 8000, 1000, 500, (), [giant])
    assert not clear_sight(0, 999, 500, 8000, 999, 500, (), [giant])
    # It is at the giant's height over its axis, and lower only when it has passed it by.
    assert not clear_sight(0, 0, 12_000, 8000, 0, 0, (), [giant])
    assert not clear_sight(0, 0, 0, 8000, 0, 12_000, (), [giant])
    assert clear_sight(0, 0, 11_000, 8000, 0, 3000, (), [giant])
    assert clear_sight(0, 0, 3000, 8000, 0, 11_000, (), [giant])
    assert not clear_sight(4500, 0, 500, 4500, 0, 9000, (), [giant])
    assert clear_sight(4500, 0, 6000, 4500, 0, 9000, (), [giant])


def test_cover_with_heights() -> None:
    fence = wall(9000, -5000, 9100, 5000, height=1000)
    total = LINES * LINES_UP
    assert covered_fraction(0, 0, 1000, 10_000, 0, 500, 0, 2000, (), []) == (0, total)
    # The eye is level with the top: what is below it is hidden. Of nine rows four are lower, the fifth is level.
    assert covered_fraction(0, 0, 1000, 10_000, 0, 500, 0, 2000, (fence,), []) == (4 * LINES, total)
    assert covered_fraction(0, 0, 90_000, 10_000, 0, 500, 0, 2000, (fence,), []) == (0, total)
    assert covered_fraction(0, 0, 1000, 10_000, 0, 500, 500, 1500, (fence,), []) == (4 * LINES, total)
    # Standing on a floor at 1000: all of it is above the fence.
    assert covered_fraction(0, 0, 1000, 10_000, 0, 500, 1000, 3000, (fence,), []) == (0, total)
    high = wall(9000, -5000, 9100, 5000, height=90_000)
    assert covered_fraction(0, 0, 1000, 10_000, 0, 500, 0, 2000, (high,), []) == (total, total)
    friend = (5000, 0, 5000, 0, 90_000)
    assert covered_fraction(0, 0, 1000, 10_000, 0, 500, 0, 2000, (), [friend]) == (total, total)
    own = [(0, 0, 500, 0, 2000), (10_000, 0, 500, 0, 2000)]
    assert covered_fraction(0, 0, 1000, 10_000, 0, 500, 0, 2000, (), own) == (0, total)


THINGS = st.lists(
    st.tuples(st.integers(2000, 8000), st.integers(-900, 900), st.integers(50, 900), st.integers(0, 3000)), max_size=4
)


@CHECKED
@given(THINGS, THINGS)
def test_counting_until_it_is_enough_tells_whether_it_is(
    boxes: list[tuple[int, int, int, int]], discs: list[tuple[int, int, int, int]]
) -> None:
    pieces = tuple([wall(x, y - half, x + 90, y + half, high) for x, y, half, high in boxes])
    columns = [(x, y, half, 0, high) for x, y, half, high in discs]
    exact, _ = covered_fraction(0, 0, 2000, 10_000, 0, 700, 0, 2000, pieces, columns)
    for enough in (1, exact, exact + 1, 99):
        counted, _ = covered_fraction(0, 0, 2000, 10_000, 0, 700, 0, 2000, pieces, columns, enough)
        assert (counted >= enough) == (exact >= enough)


# ---------------------------------------------------------------- across the width of a target

TALL = 5000


def flat_cover(
    viewer: Point, target: Point, r: int, pieces: tuple[Piece, ...], discs: list[tuple[int, int, int]]
) -> tuple[int, int]:
    """How many of the lines across the target are hidden when all that is in the way is taller than both: it is the same at
    every height."""
    columns = [(x, y, half, 0, TALL) for x, y, half in discs]
    hidden, total = covered_fraction(*viewer, 1000, *target, r, 0, 2000, pieces, columns)
    assert hidden % LINES_UP == 0
    return hidden // LINES_UP, total // LINES_UP


def seen_shadow(viewer: Point, target: Point, r: int, blocks: list[shapely.Geometry]) -> float:
    """The hidden share of the target's diameter, by cutting it with the shadows of what is in between."""
    dx, dy = target[0] - viewer[0], target[1] - viewer[1]
    long = hypot(dx, dy)
    ux, uy = -dy / long * r, dx / long * r
    ends = (target[0] - ux, target[1] - uy), (target[0] + ux, target[1] + uy)
    sight = shapely.Polygon([viewer, *ends])
    hidden = []
    for block in blocks:
        inner = block.intersection(sight)
        if inner.area > 0:
            shadow = shapely.union_all(
                [
                    shapely.MultiPoint([p, (viewer[0] + 99 * (p[0] - viewer[0]), viewer[1] + 99 * (p[1] - viewer[1]))])
                    for p in shapely.get_coordinates(inner)
                ]
            ).convex_hull
            hidden.append(shadow)
    return float(shapely.LineString(ends).intersection(shapely.union_all(hidden)).length) / (2 * r) if hidden else 0.0


@SLOW
@given(
    spots(1),
    st.integers(4000, 9000),
    st.integers(-5000, 5000),
    st.integers(200, 3000),
    st.lists(st.tuples(st.integers(2000, 3500), st.integers(-3000, 3000), st.integers(50, 900)), max_size=3),
    st.lists(st.tuples(st.integers(2000, 3500), st.integers(-3000, 3000), st.integers(50, 900)), max_size=3),
)
def test_the_covered_fraction_is_the_shadow_on_the_target_s_width(
    eye: list[Point], x: int, y: int, r: int, boxes: list[tuple[int, int, int]], discs: list[tuple[int, int, int]]
) -> None:
    vx, vy = eye[0]
    r = min(r, x - 3600)
    x, y = x + vx, y + vy
    discs = [(dx + vx, dy + vy, half) for dx, dy, half in discs]
    pieces = tuple(wall(bx + vx, by + vy, bx + vx + half, by + vy + half) for bx, by, half in boxes)
    blocks = [area_of(piece.shape) for piece in pieces]
    blocks += [shapely.Point(dx, dy).buffer(half, quad_segs=64) for dx, dy, half in discs]
    hidden, total = flat_cover((vx, vy), (x, y), r, pieces, [(vx, vy, 500), (x, y, r), *discs])
    assert total == LINES
    # Each border of each shadow may fall anywhere between two lines; a hundredth of a millimetre is lost to rounding.
    borders = 2 * len(blocks)
    assert abs(hidden / total - seen_shadow((vx, vy), (x, y), r, blocks)) <= (borders + 0.5) / LINES + borders / r


def test_cover_made_by_hand() -> None:
    assert flat_cover((0, 0), (10_000, 0), 1000, (), []) == (0, LINES)
    assert flat_cover((0, 0), (10_000, 0), 1000, (wall(5000, 0, 5100, 4000),), []) == (LINES // 2 + 1, LINES)
    assert flat_cover((0, 0), (10_000, 0), 1000, (wall(5000, -4000, 5100, 4000),), []) == (LINES, LINES)
    assert flat_cover((0, 0), (10_000, 0), 1000, (wall(5000, 600, 5100, 4000),), []) == (0, LINES)
    # Its far corner casts its shadow on the target from 494 up: on the lines to 545, 606, ... 970.
    assert flat_cover((0, 0), (10_000, 0), 1000, (wall(8000, 400, 8100, 4000),), []) == (8, LINES)
    assert flat_cover((0, 0), (10_000, 0), 1000, (Piece("pond", box(5000, -4000, 5100, 4000)),), []) == (0, LINES)
    assert flat_cover((0, 0), (10_000, 0), 1000, (), [(5000, 0, 5000)]) == (LINES, LINES)


def test_cover_is_the_same_all_over_the_table() -> None:
    for vx, vy in ((0, 0), (7000, 0), (0, 7000), (-40_000, 90_000)):
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            # A wall half way, from the line of the centres to 400 on its left: its shadow is twice as wide.
            ax, ay = vx + 5000 * dx, vy + 5000 * dy
            bx, by = ax - 400 * dy, ay + 400 * dx
            stone = Piece("wall", polygon([(ax, ay), (bx, by), (bx - dx, by - dy)]), TALL, blocks_sight=True)
            assert flat_cover((vx, vy), (vx + 10_000 * dx, vy + 10_000 * dy), 1000, (stone,), []) == (14, LINES)
