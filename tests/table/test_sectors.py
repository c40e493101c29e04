"""Fields of view, quarters and the sectors of rectangles, against floating-point angles and Shapely."""

from __future__ import annotations

import itertools
from math import atan2, cos, degrees, hypot, radians, sin

import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from escarmouche.table import sectors
from escarmouche.table.sectors import (
    FRONT,
    LEFT_FLANK,
    REAR,
    RIGHT_FLANK,
    disc_in_view,
    disc_rectangle_sectors,
    disc_sectors,
    disc_wholly_in_view,
    facing_of,
    in_view,
    polygon_rectangle_sectors,
    polygon_sectors,
    quarter,
    rectangle_area,
    rectangle_sector,
    sector,
)
from escarmouche.table.shapes import Polygon, inside, polygon, rectangle
from tests.table.geometry import CHECKED, Point, area_of, examples_of, polygons, segment_to_area, spots

ALL = (FRONT, LEFT_FLANK, REAR, RIGHT_FLANK)
ANGLES = st.integers(0, 36_000)
HALVES = st.one_of(st.sampled_from((0, 3000, 4500, 9000, 13_500, 18_000)), st.integers(1, 17_999))


def off_facing(facing: Point, a: Point, p: Point) -> float:
    """The angle in hundredths of a degree between the facing and the way from a to p, -18000 to 18000, left positive."""
    dx, dy = p[0] - a[0], p[1] - a[1]
    return 100 * degrees(atan2(facing[0] * dy - facing[1] * dx, facing[0] * dx + facing[1] * dy))


def test_the_examples_in_the_docstrings() -> None:
    found = examples_of(sectors)
    assert found.attempted >= 1
    assert found.failed == 0


# ---------------------------------------------------------------- field of view


@CHECKED
@given(spots(3), HALVES)
def test_a_point_is_in_view_when_its_angle_is_small_enough(places: list[Point], half: int) -> None:
    a, p, facing = places
    assume(facing != (0, 0) and p != a)
    angle = abs(off_facing(facing, a, p))
    if abs(angle - half) > 0.01:
        assert in_view(*a, *facing, half, *p) == (angle < half)


def test_borders_of_the_view_are_in_view() -> None:
    assert in_view(0, 0, 7, 0, 4500, 123_456, 123_456)
    assert in_view(0, 0, 7, 0, 4500, 123_456, -123_456)
    assert not in_view(0, 0, 7, 0, 4500, 123_456, 123_457)
    assert in_view(0, 0, 3, 4, 9000, -400, 300)
    assert not in_view(0, 0, 3, 4, 9000, -401, 300)
    assert in_view(0, 0, 1, 0, 13_500, -10, 10)
    assert not in_view(0, 0, 1, 0, 13_500, -11, 10)
    assert in_view(0, 0, 3, 4, 0, 300, 400)
    assert not in_view(0, 0, 3, 4, 0, -300, -400)
    assert in_view(0, 0, 3, 4, 18_000, -300, -400)
    assert in_view(5, 5, 3, 4, 0, 5, 5)


def view_of(a: Point, facing: Point, half: int) -> shapely.Geometry:
    """The field of view as a fan of long thin triangles."""
    middle = atan2(facing[1], facing[0])
    steps = [middle + radians(half / 100) * k / 32 for k in range(-32, 33)]
    far = [(a[0] + 1e7 * cos(t), a[1] + 1e7 * sin(t)) for t in steps]
    return shapely.union_all([shapely.Polygon([a, p, q]) for p, q in itertools.pairwise(far)], grid_size=1e-6)


@CHECKED
@given(spots(3), st.integers(200, 17_800), st.integers(0, 9000))
def test_discs_in_view(places: list[Point], half: int, r: int) -> None:
    a, p, facing = places
    assume(facing != (0, 0))
    view = view_of(a, facing, half)
    distance = view.distance(shapely.Point(p))
    depth = view.boundary.distance(shapely.Point(p)) if view.covers(shapely.Point(p)) else 0.0
    if abs(distance - r) > 0.01:
        assert disc_in_view(*a, *facing, half, *p, r) == (distance < r)
    if abs(depth - r) > 0.01:
        assert disc_wholly_in_view(*a, *facing, half, *p, r) == (depth > r)


def test_discs_on_the_border_of_the_view() -> None:
    assert not disc_in_view(0, 0, 1, 0, 9000, -500, 3000, 500)
    assert disc_in_view(0, 0, 1, 0, 9000, -499, 3000, 500)
    assert disc_wholly_in_view(0, 0, 1, 0, 9000, 500, 3000, 500)
    assert not disc_wholly_in_view(0, 0, 1, 0, 9000, 499, 3000, 500)
    assert disc_wholly_in_view(0, 0, 1, 0, 18_000, -499, 0, 500)
    assert not disc_in_view(0, 0, 1, 0, 4500, -300, 0, 300)
    assert disc_in_view(0, 0, 1, 0, 4500, -299, 0, 300)


@CHECKED
@given(ANGLES)
def test_a_facing_points_along_its_angle(angle: int) -> None:
    fx, fy = facing_of(angle)
    assert abs(hypot(fx, fy) - (1 << 20)) < 2
    assert abs(cos(radians(angle / 100)) * fx + sin(radians(angle / 100)) * fy - (1 << 20)) < 2


# ---------------------------------------------------------------- quarters


@CHECKED
@given(spots(3))
def test_a_point_lies_in_the_quarter_of_its_angle(places: list[Point]) -> None:
    a, p, facing = places
    assume(facing != (0, 0) and p != a)
    found = sector(*a, *facing, *p)
    angle = off_facing(facing, a, p)
    on_border = min(abs(abs(angle) - 4500), abs(abs(angle) - 13_500)) < 0.01
    if not on_border:
        assert found == ALL[round(angle / 9000) % 4]
    reach = int(hypot(p[0] - a[0], p[1] - a[1])) + 1
    held = [which for which in ALL if inside(quarter(*a, *facing, which, reach), *p)]
    assert found in held
    assert len(held) == 1 or on_border


def test_on_a_border_the_defender_gets_the_better_sector() -> None:
    around = ((10, 10), (-10, 10), (-10, -10), (10, -10))
    assert [sector(0, 0, 5, 0, *p) for p in around] == [FRONT, LEFT_FLANK, RIGHT_FLANK, FRONT]
    assert [sector(0, 0, 5, 0, *p) for p in ((1, 0), (0, 1), (-1, 0), (0, -1))] == list(ALL)
    assert sector(3, 3, 5, 0, 3, 3) == FRONT


def long_quarter(a: Point, facing: Point, which: int) -> Polygon:
    """The quarter, half a kilometre long, from the compass of its facing."""
    fx, fy = ((facing[0], facing[1]), (-facing[1], facing[0]), (-facing[0], -facing[1]), (facing[1], -facing[0]))[which]
    times = 50_000_000 // (abs(fx) + abs(fy))
    left, right = (fx - fy, fy + fx), (fx + fy, fy - fx)
    return polygon([a, *((a[0] + times * x, a[1] + times * y) for x, y in (right, left))])


@CHECKED
@given(spots(3), polygons(), st.integers(1, 9000))
def test_shapes_lie_in_all_quarters_that_they_overlap(places: list[Point], shape: Polygon, r: int) -> None:
    a, p, facing = places
    assume(facing != (0, 0))
    quarters = [long_quarter(a, facing, which) for which in ALL]
    expected = [which for which in ALL if segment_to_area(p, p, quarters[which]) < r * r]
    assert disc_sectors(*a, *facing, *p, r) == expected
    expected = [w for w in ALL if shapely.relate_pattern(area_of(quarters[w]), area_of(shape), "T********")]
    assert polygon_sectors(*a, *facing, shape) == expected


def test_a_disc_on_the_diagonal_lies_in_two_quarters() -> None:
    assert disc_sectors(0, 0, 1, 0, 5000, 5000, 100) == [FRONT, LEFT_FLANK]
    assert disc_sectors(0, 0, 1, 0, 5000, 0, 100) == [FRONT]
    assert disc_sectors(0, 0, 1, 0, 50, 0, 100) == list(ALL)
    assert polygon_sectors(0, 0, 0, 1, rectangle(0, 5000, 9000, 100, 9000)) == [FRONT, LEFT_FLANK, RIGHT_FLANK]


# ---------------------------------------------------------------- rectangles


@CHECKED
@given(spots(2), st.integers(100, 5000), st.integers(100, 5000), ANGLES)
def test_the_sectors_of_a_rectangle(places: list[Point], width: int, depth: int, angle: int) -> None:
    (x, y), p = places
    unit = rectangle(x, y, width, depth, angle)
    t = radians(angle / 100)
    ahead = (p[0] - x) * cos(t) + (p[1] - y) * sin(t)
    left = (p[1] - y) * cos(t) - (p[0] - x) * sin(t)
    past_side, past_front, past_rear = abs(left) - width, ahead - depth, -ahead - depth
    # Corners are rounded, and a direction between rounded corners swings farther the shorter they are apart.
    slack = 3 + 3 * hypot(ahead, left) / depth
    if min(abs(past_front - max(past_side, 0)), abs(past_rear - max(past_side, 0)), abs(left)) < slack:
        return
    if past_front > max(past_side, 0):
        expected = FRONT
    elif past_rear > max(past_side, 0):
        expected = REAR
    else:
        expected = LEFT_FLANK if left > 0 else RIGHT_FLANK
    assert rectangle_sector(unit, *p) == expected


@CHECKED
@given(spots(2), st.integers(1, 5000), st.integers(1, 5000), ANGLES)
def test_the_areas_of_a_rectangle_s_sectors(places: list[Point], width: int, depth: int, angle: int) -> None:
    (x, y), p = places
    unit = rectangle(x, y, width, depth, angle)
    found = rectangle_sector(unit, *p)
    held = [which for which in ALL if inside(rectangle_area(unit, which, 500_000), *p)]
    assert inside(unit, *p) or found in held
    if len(held) == 1 and not inside(unit, *p):
        assert held == [found]
    if not held:
        assert inside(unit, *p)
    # The better sector for the defender on a border: front, then flank.
    if found == REAR and not inside(unit, *p):
        assert held == [REAR]
    if FRONT in held:
        assert found == FRONT


@CHECKED
@given(spots(2), st.integers(50, 5000), st.integers(50, 5000), ANGLES, polygons(), st.integers(1, 9000))
def test_shapes_lie_in_all_sectors_that_they_overlap(
    places: list[Point], width: int, depth: int, angle: int, shape: Polygon, r: int
) -> None:
    (x, y), p = places
    unit = rectangle(x, y, width, depth, angle)
    areas = [rectangle_area(unit, which, 1_000_000) for which in ALL]
    assert disc_rectangle_sectors(unit, *p, r) == [w for w in ALL if segment_to_area(p, p, areas[w]) < r * r]
    assert polygon_rectangle_sectors(unit, shape) == [
        w for w in ALL if shapely.relate_pattern(area_of(areas[w]), area_of(shape), "T********")
    ]


def test_sectors_of_a_regiment() -> None:
    regiment = rectangle(0, 0, 6000, 2000, 9000)
    assert rectangle_sector(regiment, 0, 2000) == FRONT
    assert rectangle_sector(regiment, 7000, 3000) == FRONT
    assert rectangle_sector(regiment, -7000, 3000) == FRONT
    assert rectangle_sector(regiment, 7001, 3000) == RIGHT_FLANK
    assert rectangle_sector(regiment, -7001, 3000) == LEFT_FLANK
    assert rectangle_sector(regiment, 7000, -3000) == RIGHT_FLANK
    assert rectangle_sector(regiment, 0, -2000) == RIGHT_FLANK
    assert rectangle_sector(regiment, 0, -2001) == REAR
    assert rectangle_sector(regiment, -7000, -3000) == LEFT_FLANK
    assert rectangle_sector(regiment, -6999, -3000) == REAR
    assert rectangle_sector(regiment, -100, 0) == LEFT_FLANK
    assert polygon_rectangle_sectors(regiment, rectangle(7000, 3000, 500, 500, 0)) == [FRONT, RIGHT_FLANK]
    assert disc_rectangle_sectors(regiment, 0, 3000, 1000) == [FRONT]
