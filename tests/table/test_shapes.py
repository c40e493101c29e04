"""Discs, segments, polygons and rectangles against Shapely and against exact fractions."""

from __future__ import annotations

from math import cos, hypot, isqrt, pi, radians, sin

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from escarmouche.table import shapes
from escarmouche.table.shapes import (
    BOTTOM,
    LEFT,
    LIMIT,
    RIGHT,
    TOP,
    TOUCH,
    Polygon,
    beyond,
    contact_point,
    convex_parts,
    cross,
    disc_gap_polygon,
    disc_in_polygon,
    disc_meets_polygon,
    disc_touches_polygon,
    edge_point,
    gap,
    inside,
    nearest_edge,
    on_table,
    overlapping,
    polygon,
    polygon_extent,
    polygon_gap,
    polygons_meet,
    polygons_touch,
    polygons_within,
    rectangle,
    segment_distance_squared,
    segment_meets_disc,
    segment_meets_polygon,
    segments_cross,
    stretched,
    sweep_meets_disc,
    sweep_meets_polygon,
    touching,
    towards,
    turned,
    within,
)
from tests.table.geometry import (
    CHECKED,
    Point,
    area_of,
    around,
    boundary_distance,
    examples_of,
    line_of,
    point_to_segment,
    polygons,
    ringed,
    rounded_up_root,
    scenes,
    segment_to_area,
    spots,
)

RADII = st.integers(0, 6000)
SQUARE = polygon([(0, 0), (1000, 0), (1000, 1000), (0, 1000)])
L_SHAPE = polygon([(0, 0), (300, 0), (300, 100), (100, 100), (100, 300), (0, 300)])


def test_the_examples_in_the_docstrings() -> None:
    found = examples_of(shapes)
    assert found.attempted >= 3
    assert found.failed == 0


# ---------------------------------------------------------------- discs


@CHECKED
@given(spots(2), RADII, RADII, RADII)
def test_the_gap_is_the_distance_between_the_edges_rounded_up(places: list[Point], ar: int, br: int, reach: int) -> None:
    (ax, ay), (bx, by) = places
    apart = gap(ax, ay, ar, bx, by, br)
    square = (bx - ax) ** 2 + (by - ay) ** 2
    assert square <= (ar + br + apart) ** 2
    assert apart == 0 or square > (ar + br + apart - 1) ** 2
    for far in (reach, apart - 1, apart, apart + 1):
        assert within(ax, ay, ar, bx, by, br, far) == (apart <= far)
    assert touching(ax, ay, ar, bx, by, br) == (apart <= TOUCH)
    assert overlapping(ax, ay, ar, bx, by, br) == (square < (ar + br) ** 2)


def test_gaps_made_by_hand() -> None:
    assert gap(0, 0, 1000, 5000, 0, 1000) == 3000
    assert gap(0, 0, 1000, 2000, 0, 1000) == 0
    assert not overlapping(0, 0, 1000, 2000, 0, 1000)
    assert gap(0, 0, 1000, 1000, 0, 1000) == 0
    assert overlapping(0, 0, 1000, 1000, 0, 1000)
    assert gap(0, 0, 0, 1, 1, 0) == 2
    assert touching(0, 0, 1000, 2002, 0, 1000)
    assert not touching(0, 0, 1000, 2003, 0, 1000)
    assert not within(0, 0, 1000, 0, 0, 1000, -1)


# ---------------------------------------------------------------- directions


@CHECKED
@given(spots(2), st.integers(0, 200_000))
def test_a_stretched_vector_is_never_too_long_and_less_than_2_too_short(places: list[Point], length: int) -> None:
    (x0, y0), (x1, y1) = places
    dx, dy = x1 - x0, y1 - y0
    sx, sy = stretched(dx, dy, length)
    if dx == dy == 0:
        assert (sx, sy) == (0, 0)
        return
    assert sx * sx + sy * sy <= length * length
    assert length < 2 or sx * sx + sy * sy > (length - 2) ** 2
    assert (dx * sy - dy * sx) ** 2 < 4 * (dx * dx + dy * dy)
    assert dx * sx + dy * sy >= 0


@CHECKED
@given(spots(2), st.integers(0, 200_000))
def test_towards_stops_at_the_goal_or_on_the_way(places: list[Point], length: int) -> None:
    (x0, y0), (x1, y1) = places
    x, y = towards(x0, y0, x1, y1, length)
    if (x1 - x0) ** 2 + (y1 - y0) ** 2 <= length * length:
        assert (x, y) == (x1, y1)
    else:
        assert length - 2 < hypot(x - x0, y - y0)
        assert (x - x0) ** 2 + (y - y0) ** 2 <= length * length
        assert point_to_segment((x, y), (x0, y0), (x1, y1)) < 4


@CHECKED
@given(spots(2), st.integers(0, 200_000))
def test_beyond_goes_directly_away(places: list[Point], length: int) -> None:
    (x0, y0), (x1, y1) = places
    x, y = beyond(x0, y0, x1, y1, length)
    assert (x - x1) ** 2 + (y - y1) ** 2 <= length * length
    if (x0, y0) == (x1, y1):
        assert (x, y) == (x1, y1)
    else:
        assert length - 2 < hypot(x - x1, y - y1)
        assert point_to_segment((x1, y1), (x0, y0), (x, y)) < 4


@CHECKED
@given(spots(1), st.integers(-72_000, 72_000))
def test_turning_agrees_with_the_floating_point_library(places: list[Point], angle: int) -> None:
    ((dx, dy),) = places
    tx, ty = turned(dx, dy, angle)
    sine, cosine = sin(radians(angle / 100)), cos(radians(angle / 100))
    assert abs(tx - (dx * cosine - dy * sine)) < 1
    assert abs(ty - (dx * sine + dy * cosine)) < 1


def test_quarter_turns_are_exact() -> None:
    assert [turned(3, 4, angle) for angle in (0, 9000, 18_000, 27_000)] == [(3, 4), (-4, 3), (-3, -4), (4, -3)]


# ---------------------------------------------------------------- segments


@CHECKED
@given(spots(3), st.data())
def test_a_segment_and_a_disc(places: list[Point], data: st.DataObject) -> None:
    a, b, c = places
    square = point_to_segment(c, a, b)
    r = data.draw(around(square))
    assert segment_meets_disc(*a, *b, *c, r) == (square < r * r)
    up = segment_distance_squared(*a, *b, *c)
    assert square <= up < square + 1


def test_a_tangent_does_not_meet_its_disc() -> None:
    assert not segment_meets_disc(0, 0, 300, 400, -40, 30, 50)
    assert segment_meets_disc(0, 0, 300, 400, -40, 30, 51)
    assert not segment_meets_disc(0, 0, 300, 400, -4000, 3000, 5000)
    assert segment_meets_disc(-300, -400, 300, 400, -4000, 3000, 5001)


@CHECKED
@given(spots(4))
def test_segments_cross_when_they_share_a_point(places: list[Point]) -> None:
    a, b, c, d = places
    assert segments_cross(*a, *b, *c, *d) == line_of(a, b).intersects(line_of(c, d))


def test_segments_in_line() -> None:
    assert segments_cross(0, 0, 10, 0, 10, 0, 20, 0)
    assert not segments_cross(0, 0, 10, 0, 11, 0, 20, 0)
    assert segments_cross(0, 0, 10, 10, 3, 3, 5, 5)
    assert not segments_cross(0, 0, 0, 0, 1, 1, 1, 1)
    assert segments_cross(0, 0, 0, 0, -1, -1, 1, 1)


def test_segments_that_touch_with_one_end() -> None:
    for x, y in ((0, 10), (0, -10), (10, 0), (-10, 0), (10, 10), (-10, 10)):
        for a, b in (((0, 0), (x, y)), ((x, y), (0, 0))):
            for c, d in (((0, 0), (-x, -y)), ((-x, -y), (0, 0))):
                assert segments_cross(*a, *b, *c, *d)
            for c, d in (((-x, -y), (-2 * x, -2 * y)), ((-2 * x, -2 * y), (-x, -y))):
                assert not segments_cross(*a, *b, *c, *d)


def test_cross_tells_left_from_right() -> None:
    assert cross(0, 0, 10, 0, 5, 1) > 0 > cross(0, 0, 10, 0, 5, -1)
    assert cross(0, 0, 10, 0, 50, 0) == 0


# ---------------------------------------------------------------- moving discs


@CHECKED
@given(spots(3), st.data())
def test_contact_is_touching_without_overlapping_and_comes_first(places: list[Point], data: st.DataObject) -> None:
    a, b, c = places
    square = point_to_segment(c, a, b)
    reach = data.draw(st.one_of(around(square), st.integers(0, isqrt(int(square)) + 4)))
    r = data.draw(st.integers(0, reach))
    cr = reach - r
    found = contact_point(*a, r, *b, *c, cr)
    if found is None:
        assert overlapping(*a, r, *c, cr) or square > (reach + TOUCH) ** 2
        return
    assert square <= (reach + TOUCH) ** 2
    assert touching(*found, r, *c, cr)
    assert not overlapping(*found, r, *c, cr)
    assert point_to_segment(found, a, b) < 4
    outer = shapely.Point(c).buffer(reach + TOUCH + 0.1, quad_segs=256)
    first = shapely.Point(a).distance(line_of(a, b).intersection(outer))
    assert hypot(found[0] - a[0], found[1] - a[1]) > first - 2
    assert shapely.Point(c).distance(line_of(a, found)) > reach - 1


def test_contacts_made_by_hand() -> None:
    assert contact_point(0, 0, 1000, 10_000, 0, 5000, 0, 1000) == (2999, 0)
    assert contact_point(2999, 0, 1000, -10_000, 0, 5000, 0, 1000) == (2999, 0)
    assert contact_point(0, 0, 1000, 2000, 0, 5000, 0, 1000) is None
    assert contact_point(0, 0, 1000, 2998, 0, 5000, 0, 1000) == (2998, 0)
    assert contact_point(0, 0, 1000, 10_000, 0, 5000, 2002, 1000) == (5000, 1)
    assert contact_point(0, 0, 1000, 10_000, 0, 5000, 2003, 1000) is None
    assert contact_point(0, 0, 1000, 10_000, 0, 1000, 0, 1000) is None
    assert contact_point(0, 0, 1000, 0, 0, 5000, 0, 1000) is None


@CHECKED
@given(spots(3), st.data())
def test_a_swept_disc_runs_into_another_where_it_overlaps_and_gets_nearer(places: list[Point], data: st.DataObject) -> None:
    a, b, c = places
    square = point_to_segment(c, a, b)
    start = (a[0] - c[0]) ** 2 + (a[1] - c[1]) ** 2
    reach = data.draw(st.one_of(around(square), st.integers(0, isqrt(start) + 4)))
    r = data.draw(st.integers(0, reach))
    assert sweep_meets_disc(*a, *b, r, *c, reach - r) == (square < reach * reach and square < start)


def test_a_disc_may_leave_what_it_touches() -> None:
    assert not sweep_meets_disc(0, 0, -5000, 0, 1000, 2000, 0, 1000)
    assert not sweep_meets_disc(0, 0, 0, 5000, 1000, 2000, 0, 1000)
    assert not sweep_meets_disc(0, 0, -5000, 0, 1000, 1999, 0, 1000)
    assert not sweep_meets_disc(0, 0, 0, 0, 1000, 1999, 0, 1000)
    assert sweep_meets_disc(0, 0, 1, 0, 1000, 1999, 0, 1000)
    assert sweep_meets_disc(0, 0, 9000, 0, 1000, 5000, 1999, 1000)
    assert not sweep_meets_disc(0, 0, 9000, 0, 1000, 5000, 2000, 1000)


# ---------------------------------------------------------------- polygons


@CHECKED
@given(spots(5), st.integers(3, 5))
def test_a_polygon_is_made_exactly_when_it_is_simple(places: list[Point], count: int) -> None:
    corners = places[:count]
    valid = len(set(corners)) == count and shapely.Polygon(corners).is_valid
    if not valid:
        with pytest.raises(ValueError, match="corners"):
            polygon(corners)
        return
    shape = polygon(corners)
    assert set(shape.points) == set(corners)
    assert shape.points[0] == corners[0]
    assert area_of(shape).exterior.is_ccw
    assert (shape.left, shape.bottom, shape.right, shape.top) == area_of(shape).bounds
    assert shape.convex == (area_of(shape).convex_hull.area == area_of(shape).area)


@CHECKED
@given(polygons())
def test_the_parts_make_up_the_polygon(shape: Polygon) -> None:
    parts = [shapely.Polygon(part) for part in convex_parts(shape)]
    assert all(part.is_valid and part.exterior.is_ccw and part.convex_hull.area == part.area for part in parts)
    assert sum(part.area for part in parts) == area_of(shape).area
    assert all(part.difference(area_of(shape)).area < 1e-6 * part.area for part in parts)


@pytest.mark.parametrize(
    "corners",
    [
        # Flat corners on every side of an L.
        [(0, 0), (1, 0), (4, 0), (4, 1), (4, 2), (3, 2), (2, 2), (2, 3), (2, 4), (1, 4), (0, 4), (0, 1)],
        # The tip of a notch on the line between two other corners.
        [(0, 0), (4, 0), (4, 4), (2, 2), (0, 4)],
        [(0, 0), (6, 0), (6, 6), (5, 3), (4, 6), (3, 3), (2, 6), (1, 3), (0, 6)],
    ],
)
def test_awkward_polygons_are_cut_without_overlap(corners: list[Point]) -> None:
    for turn in range(len(corners)):
        shape = polygon(corners[turn:] + corners[:turn])
        parts = [shapely.Polygon(part) for part in convex_parts(shape)]
        assert len(parts) > 1
        assert all(part.area > 0 and area_of(shape).covers(part) for part in parts)
        assert sum(part.area for part in parts) == area_of(shape).area == shapely.union_all(parts).area


def test_polygons_that_are_none() -> None:
    for corners, said in (
        ([(0, 0), (10, 0)], "at least three corners"),
        ([(0, 0), (10, 0), (20, 0)], "cross or touch"),
        ([(0, 0), (10, 10), (10, 0), (0, 10)], "cross or touch"),
        ([(0, 0), (10, 0), (10, 0), (0, 10)], "cross or touch"),
        ([(0, 0), (10, 0), (5, 0), (5, 10)], "cross or touch"),
        ([(0, 0), (20, 0), (20, 20), (10, 0), (0, 20)], "cross or touch"),
        ([(0, 0), (LIMIT + 1, 0), (0, 10)], "bring it nearer"),
    ):
        with pytest.raises(ValueError, match=said):
            polygon(corners)


def test_equal_polygons_are_equal_values() -> None:
    assert polygon([(0, 0), (10, 0), (0, 10)]) == polygon([(0, 0), (0, 10), (10, 0)])
    assert hash(polygon([(0, 0), (10, 0), (0, 10)])) == hash(polygon([(0, 0), (0, 10), (10, 0)]))
    assert polygon([(0, 0), (10, 0), (0, 10)]) != polygon([(0, 0), (10, 0), (0, 11)])


@CHECKED
@given(scenes(3))
def test_inside_includes_the_boundary(scene: tuple[list[Point], Polygon]) -> None:
    points, shape = scene
    for p in (*points, *shape.points):
        assert inside(shape, *p) == area_of(shape).covers(shapely.Point(p))


def test_inside_made_by_hand() -> None:
    assert inside(L_SHAPE, 100, 100)
    assert inside(L_SHAPE, 100, 200)
    assert inside(L_SHAPE, 50, 300)
    assert not inside(L_SHAPE, 101, 101)
    assert not inside(L_SHAPE, 301, 50)
    assert not inside(L_SHAPE, 200, 300)


@CHECKED
@given(scenes(3))
def test_a_segment_meets_a_polygon_when_they_share_a_point(scene: tuple[list[Point], Polygon]) -> None:
    (a, b, c), shape = scene
    corner = shape.points[0]
    for p, q in ((a, b), (b, c), (a, a), (corner, c), (corner, corner)):
        assert segment_meets_polygon(*p, *q, shape) == line_of(p, q).intersects(area_of(shape))


@CHECKED
@given(scenes(2), st.data())
def test_a_swept_disc_meets_a_polygon_when_it_comes_nearer_than_its_radius(
    scene: tuple[list[Point], Polygon], data: st.DataObject
) -> None:
    (a, b), shape = scene
    square = segment_to_area(a, b, shape)
    r = data.draw(around(square))
    assert sweep_meets_polygon(*a, *b, r, shape) == (square < r * r or square == 0)


def test_segments_that_end_on_a_side() -> None:
    for shape in (SQUARE, polygon([*SQUARE.points, (1, 500)])):
        for end, out in (((500, 0), (0, -9)), ((1000, 500), (9, 0)), ((500, 1000), (0, 9)), ((0, 0), (-9, 0))):
            for times in (0, 1):
                x, y = end[0] + times * out[0], end[1] + times * out[1]
                far = (end[0] + 2 * out[0], end[1] + 2 * out[1])
                assert segment_meets_polygon(x, y, *far, shape) == (times == 0)
                assert segment_meets_polygon(*far, x, y, shape) == (times == 0)


def test_sliding_along_a_wall_is_allowed() -> None:
    assert not sweep_meets_polygon(-5000, 1500, 5000, 1500, 500, SQUARE)
    assert sweep_meets_polygon(-5000, 1499, 5000, 1499, 500, SQUARE)
    assert sweep_meets_polygon(500, 500, 500, 500, 1, SQUARE)
    assert sweep_meets_polygon(-10, 0, 10, 0, 0, SQUARE)
    assert not sweep_meets_polygon(-10, -1, 10, -1, 0, SQUARE)
    for x, y, dx, dy in ((0, 500, -1, 0), (1000, 500, 1, 0), (500, 0, 0, -1), (500, 1000, 0, 1)):
        assert sweep_meets_polygon(x + 9 * dx, y + 9 * dy, x, y, 0, SQUARE)
        assert not sweep_meets_polygon(x + 9 * dx, y + 9 * dy, x + dx, y + dy, 0, SQUARE)


@CHECKED
@given(scenes(1), st.data())
def test_a_disc_and_a_polygon(scene: tuple[list[Point], Polygon], data: st.DataObject) -> None:
    (p,), shape = scene
    held = area_of(shape).covers(shapely.Point(p))
    square = boundary_distance(p, shape)
    r = data.draw(around(square))
    assert disc_meets_polygon(*p, r, shape) == (held or square < r * r)
    apart = 0 if held else max(0, rounded_up_root(square) - r)
    assert disc_gap_polygon(*p, r, shape) == apart
    for near in (r, max(0, r - 2), max(0, r - 3)):
        assert disc_touches_polygon(*p, near, shape) == (disc_gap_polygon(*p, near, shape) <= TOUCH)
    assert disc_in_polygon(*p, r, shape) == (held and square >= r * r)


def test_a_disc_and_a_wall() -> None:
    assert disc_gap_polygon(-700, 500, 500, SQUARE) == 200
    assert not disc_touches_polygon(-700, 500, 500, SQUARE)
    assert disc_touches_polygon(-502, 500, 500, SQUARE)
    assert not disc_touches_polygon(-503, 500, 500, SQUARE)
    assert not disc_meets_polygon(-500, 500, 500, SQUARE)
    assert disc_meets_polygon(-499, 500, 500, SQUARE)
    assert disc_in_polygon(500, 500, 500, SQUARE)
    assert not disc_in_polygon(500, 501, 500, SQUARE)
    assert not disc_meets_polygon(-300, -400, 500, SQUARE)
    assert disc_gap_polygon(-301, -400, 500, SQUARE) == 1


@CHECKED
@given(polygons(scale=60), polygons(scale=60), spots(1))
def test_the_gap_between_polygons(a: Polygon, b: Polygon, places: list[Point]) -> None:
    dx, dy = places[0]
    b = polygon([(x + dx, y + dy) for x, y in b.points])
    meeting = area_of(a).intersects(area_of(b))
    square = min(segment_to_area(p, q, a) for p, q in zip(b.points, b.points[1:] + b.points[:1], strict=True))
    apart = 0 if meeting else rounded_up_root(square)
    assert polygons_meet(a, b) == meeting
    assert polygon_gap(a, b) == polygon_gap(b, a) == apart
    assert polygons_touch(a, b) == (apart <= TOUCH)
    for reach in (0, apart - 1, apart, apart + 1):
        assert polygons_within(a, b, reach) == polygons_within(b, a, reach) == (apart <= reach)


@CHECKED
@given(polygons())
def test_the_extent_is_the_longest_dimension_rounded_up(shape: Polygon) -> None:
    most = max((ax - bx) ** 2 + (ay - by) ** 2 for ax, ay in shape.points for bx, by in shape.points)
    extent = polygon_extent(shape)
    assert (extent - 1) ** 2 < most <= extent**2


# ---------------------------------------------------------------- rectangles and the table


@CHECKED
@given(spots(1), st.integers(1, 9000), st.integers(1, 9000), st.integers(0, 36_000))
def test_a_rectangle_has_its_corners_where_they_belong(places: list[Point], width: int, depth: int, angle: int) -> None:
    ((x, y),) = places
    shape = rectangle(x, y, width, depth, angle)
    a = angle / 18_000 * pi
    for (px, py), (ahead, left) in zip(
        shape.points, ((depth, width), (-depth, width), (-depth, -width), (depth, -width)), strict=True
    ):
        assert abs(px - (x + ahead * cos(a) - left * sin(a))) < 1
        assert abs(py - (y + ahead * sin(a) + left * cos(a))) < 1
    assert shape.convex
    assert area_of(shape).is_valid
    assert area_of(shape).exterior.is_ccw


def test_the_smallest_rectangles_have_an_area_at_any_angle() -> None:
    for half_width in (1, 2, 3, 50):
        for half_depth in (1, 2, 40, 1000):
            for angle in range(0, 36_000, 150):
                assert area_of(rectangle(0, 0, half_width, half_depth, angle)).area > 0
    with pytest.raises(ValueError, match="positive lengths"):
        rectangle(0, 0, 0, 10, 0)


def test_a_rectangle_faces_its_angle() -> None:
    assert rectangle(100, 200, 30, 10, 0).points == ((110, 230), (90, 230), (90, 170), (110, 170))
    assert rectangle(100, 200, 30, 10, 9000).points == ((70, 210), (70, 190), (130, 190), (130, 210))


def test_units_in_contact() -> None:
    unit = rectangle(0, 0, 5000, 2000, 0)
    assert polygon_gap(unit, rectangle(4300, 0, 5000, 2000, 18_000)) == 300
    assert polygons_touch(unit, rectangle(4002, 0, 5000, 2000, 18_000))
    assert not polygons_touch(unit, rectangle(4003, 0, 5000, 2000, 18_000))
    assert disc_gap_polygon(0, 7000, 1000, unit) == 1000
    for dx, dy in ((4002, 0), (-4002, 0), (0, 10_002), (0, -10_002)):
        assert polygons_touch(unit, rectangle(dx, dy, 5000, 2000, 0))
        assert not polygons_touch(unit, rectangle(dx * 4003 // 4002, dy * 10_003 // 10_002, 5000, 2000, 0))


@CHECKED
@given(st.integers(0, 900), st.integers(0, 600))
def test_the_nearest_edge(x: int, y: int) -> None:
    distances = [x, y, 900 - x, 600 - y]
    side, distance = nearest_edge(x, y, 900, 600)
    assert distance == min(distances)
    assert side == distances.index(distance)
    px, py = edge_point(x, y, 900, 600, side)
    assert abs(px - x) + abs(py - y) == distance
    assert px in (0, 900) or py in (0, 600)


def test_edges_made_by_hand() -> None:
    assert [nearest_edge(*p, 900, 600)[0] for p in ((10, 300), (450, 10), (890, 300), (450, 590))] == [
        LEFT, BOTTOM, RIGHT, TOP,
    ]  # fmt: skip
    assert [edge_point(450, 300, 900, 600, side) for side in (LEFT, BOTTOM, RIGHT, TOP)] == [
        (0, 300), (450, 0), (900, 300), (450, 600),
    ]  # fmt: skip
    assert on_table(100, 100, 100, 900, 600)
    assert on_table(800, 500, 100, 900, 600)
    assert not on_table(99, 100, 100, 900, 600)
    assert not on_table(100, 501, 100, 900, 600)


# ---------------------------------------------------------------- the largest numbers

FAR = st.tuples(st.sampled_from((-LIMIT, -LIMIT + 1, -1, 0, LIMIT - 1, LIMIT)), st.integers(-LIMIT, LIMIT))


@CHECKED
@given(FAR, FAR, FAR, FAR, st.integers(0, LIMIT), st.integers(0, LIMIT), st.integers(0, LIMIT))
def test_nothing_overflows_up_to_the_limit(a: Point, b: Point, c: Point, d: Point, ar: int, br: int, reach: int) -> None:
    square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    assert within(*a, ar, *b, br, reach) == (square <= (ar + br + reach) ** 2)
    assert overlapping(*a, ar, *b, br) == (square < (ar + br) ** 2)
    assert cross(*a, *b, *c) == (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    near = point_to_segment(c, a, b)
    assert segment_meets_disc(*a, *b, *c, ar) == (near < ar * ar)
    apart = (c[0] - a[0]) ** 2 + (c[1] - a[1]) ** 2
    assert sweep_meets_disc(*a, *b, ar, *c, br) == (near < (ar + br) ** 2 and near < apart)
    shape = ringed([a, b, c])
    if shape is not None:
        assert inside(shape, *d) == area_of(shape).covers(shapely.Point(d))
        assert segment_meets_polygon(*d, 0, 0, shape) == line_of(d, (0, 0)).intersects(area_of(shape))
        assert disc_meets_polygon(*d, ar, shape) == (inside(shape, *d) or boundary_distance(d, shape) < ar * ar)
        assert sweep_meets_polygon(*d, 0, 0, ar + 1, shape) == (segment_to_area(d, (0, 0), shape) < (ar + 1) ** 2)
