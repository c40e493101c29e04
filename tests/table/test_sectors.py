"""Fields of view, quarters and the sectors of rectangles, against floating-point angles and Shapely."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, isqrt, radians, sin

import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from escarmouche.table import sectors
from escarmouche.table.sectors import (
    FRONT,
    LEFT_FLANK,
    REAR,
    RIGHT_FLANK,
    behind_rectangle,
    disc_in_view,
    facing_of,
    in_view,
    rectangle_sector,
    sector,
)
from escarmouche.table.shapes import Polygon, inside, polygon, rectangle
from tests.table.geometry import CHECKED, Point, examples_of, spots

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
    """The field of view as a fan, 100 m long."""
    middle = atan2(facing[1], facing[0])
    steps = [middle + radians(half / 100) * k / 32 for k in range(-32, 33)]
    return shapely.Polygon([a, *((a[0] + 1e7 * cos(t), a[1] + 1e7 * sin(t)) for t in steps)])


@CHECKED
@given(spots(3), st.integers(200, 17_800), st.integers(0, 9000))
def test_discs_in_view(places: list[Point], half: int, r: int) -> None:
    a, p, facing = places
    assume(facing != (0, 0))
    view = view_of(a, facing, half)
    distance = view.distance(shapely.Point(p))
    if abs(distance - r) > 0.01:
        assert disc_in_view(*a, *facing, half, *p, r) == (distance < r)


def test_discs_on_the_border_of_the_view() -> None:
    assert not disc_in_view(0, 0, 1, 0, 9000, -500, 3000, 500)
    assert disc_in_view(0, 0, 1, 0, 9000, -499, 3000, 500)
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


def test_on_a_border_the_defender_gets_the_better_sector() -> None:
    around = ((10, 10), (-10, 10), (-10, -10), (10, -10))
    assert [sector(0, 0, 5, 0, *p) for p in around] == [FRONT, LEFT_FLANK, RIGHT_FLANK, FRONT]
    assert [sector(0, 0, 5, 0, *p) for p in ((1, 0), (0, 1), (-1, 0), (0, -1))] == list(ALL)
    assert sector(3, 3, 5, 0, 3, 3) == FRONT


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


def sector_area(unit: Polygon, which: int) -> Polygon:
    """A sector of a rectangle with exact borders, 5 m long or more."""
    (ax, ay), (bx, by) = unit.points[which - 1], unit.points[which]
    fx, fy = unit.points[0][0] - unit.points[1][0], unit.points[0][1] - unit.points[1][1]
    for _ in range(which):
        fx, fy = -fy, fx
    times = 500_000 // isqrt(fx * fx + fy * fy) + 1
    left, right = ((fx - fy) * times, (fy + fx) * times), ((fx + fy) * times, (fy - fx) * times)
    return polygon([(ax, ay), (ax + right[0], ay + right[1]), (bx + left[0], by + left[1]), (bx, by)])


@CHECKED
@given(spots(2), st.integers(1, 5000), st.integers(1, 5000), ANGLES)
def test_the_areas_of_a_rectangle_s_sectors(places: list[Point], width: int, depth: int, angle: int) -> None:
    (x, y), p = places
    unit = rectangle(x, y, width, depth, angle)
    found = rectangle_sector(unit, *p)
    held = [which for which in ALL if inside(sector_area(unit, which), *p)]
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


@CHECKED
@given(ANGLES, spots(2))
def test_behind_a_rectangle_is_in_front_of_one_that_faces_the_other_way(facing: int, places: list[Point]) -> None:
    (x, y), (px, py) = places
    shape = rectangle(x, y, 2000, 700, facing)
    about = Polygon(shape.points[2:] + shape.points[:2], shape.left, shape.bottom, shape.right, shape.top, True, ())
    assert behind_rectangle(shape, px, py) == (rectangle_sector(about, px, py) == FRONT)
