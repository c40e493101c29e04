"""Templates and the discs under them, against Shapely."""

from __future__ import annotations

from math import atan2, cos, hypot, radians, sin

import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from escarmouche.table.shapes import polygon
from escarmouche.table.templates import strip, under_cone, under_line, under_polygon, under_round, under_teardrop
from tests.table.geometry import CHECKED, Point, spots

SLACK = 1.5
"""How near a disc may come to the outline before the rounding of a template's corners decides."""


def checked(area: shapely.Geometry, disc: tuple[int, int, int], partly: list[int], wholly: list[int]) -> None:
    """Compare with Shapely unless the disc comes within rounding of the outline."""
    centre = shapely.Point(disc[:2])
    distance, depth = area.distance(centre), area.boundary.distance(centre)
    if abs(distance - disc[2]) > SLACK:
        assert partly == ([0] if distance < disc[2] else [])
    if abs(depth - disc[2]) > SLACK:
        assert wholly == ([0] if distance == 0 and depth > disc[2] else [])
    assert not wholly or partly or disc[2] == 0


@CHECKED
@given(spots(2), st.integers(0, 9000), st.integers(0, 3000))
def test_round_templates_are_exact(places: list[Point], radius: int, r: int) -> None:
    a, c = places
    square = (a[0] - c[0]) ** 2 + (a[1] - c[1]) ** 2
    disc = (*c, r)
    assert under_round(*a, radius, [disc], False) == ([0] if square < (radius + r) ** 2 else [])
    assert under_round(*a, radius, [disc], True) == ([0] if r <= radius and square <= (radius - r) ** 2 else [])


def test_round_templates_made_by_hand() -> None:
    discs = [(0, 0, 500), (1500, 0, 500), (1501, 0, 500), (2500, 0, 500), (2499, 0, 500)]
    assert under_round(0, 0, 2000, discs, True) == [0, 1]
    assert under_round(0, 0, 2000, discs, False) == [0, 1, 2, 4]
    assert under_round(0, 0, 499, discs, True) == []


@CHECKED
@given(spots(3), st.integers(2, 9000), st.integers(0, 6000))
def test_straight_lines(places: list[Point], width: int, r: int) -> None:
    a, b, c = places
    assume(a != b)
    area = shapely.LineString([a, b]).buffer(width / 2, cap_style="flat")
    shape = strip(*a, *b, width)
    for corner in shape.points:
        assert area.boundary.distance(shapely.Point(corner)) < 1
    disc = (*c, r)
    checked(area, disc, under_line(*a, *b, width, [disc], False), under_line(*a, *b, width, [disc], True))


def test_lines_made_by_hand() -> None:
    discs = [(500, 150, 50), (500, 151, 50), (500, 149, 100), (500, 0, 100), (0, 0, 50), (50, 0, 50)]
    assert under_line(0, 0, 1000, 0, 200, discs, False) == [2, 3, 4, 5]
    assert under_line(0, 0, 1000, 0, 200, discs, True) == [3, 5]
    assert under_line(0, 0, 1000, 0, 0, discs, False) == [3, 4, 5]
    assert under_line(0, 0, 1000, 0, 0, discs, True) == []
    assert under_line(0, 0, 0, 0, 200, discs, False) == [4]
    assert under_line(0, 0, 0, 0, 200, discs, True) == []
    assert under_polygon(polygon([(0, -100), (1000, -100), (1000, 100), (0, 100)]), discs, True) == [3, 5]


@CHECKED
@given(spots(3), st.integers(300, 9000), st.integers(100, 60_000), st.integers(0, 6000))
def test_cones(places: list[Point], half: int, length: int, r: int) -> None:
    a, c, facing = places
    assume(facing != (0, 0))
    middle = atan2(facing[1], facing[0])
    steps = [middle + radians(half / 100) * k / 2000 for k in range(-2000, 2001)]
    area = shapely.Polygon([a, *((a[0] + length * cos(t), a[1] + length * sin(t)) for t in steps)])
    disc = (*c, r)
    partly = under_cone(*a, *facing, half, length, [disc], False)
    checked(area, disc, partly, under_cone(*a, *facing, half, length, [disc], True))


def test_cones_made_by_hand() -> None:
    discs = [(1000, 0, 100), (1900, 0, 100), (1901, 0, 100), (2100, 0, 100), (1000, 1100, 50), (-50, 0, 51), (-50, 0, 50)]
    assert under_cone(0, 0, 1, 0, 4500, 2000, discs, True) == [0, 1]
    assert under_cone(0, 0, 1, 0, 4500, 2000, discs, False) == [0, 1, 2, 5]
    assert under_cone(0, 0, 1, 0, 9000, 2000, discs, True) == [0, 1, 4]


@CHECKED
@given(spots(3), st.integers(0, 4000), st.integers(0, 4000), st.integers(0, 6000))
def test_teardrops(places: list[Point], r0: int, r1: int, r: int) -> None:
    a, b, c = places
    ends = [shapely.Point(p).buffer(size, quad_segs=500) for p, size in ((a, r0), (b, r1)) if size > 0]
    ends += [shapely.Point(p) for p, size in ((a, r0), (b, r1)) if size == 0]
    area = shapely.union_all(ends).convex_hull
    assume(area.area > 0 and hypot(a[0] - b[0], a[1] - b[1]) > 50)
    disc = (*c, r)
    partly = under_teardrop(*a, r0, *b, r1, [disc], False)
    checked(area, disc, partly, under_teardrop(*a, r0, *b, r1, [disc], True))


def test_teardrops_made_by_hand() -> None:
    discs = [(0, 0, 200), (0, 0, 201), (3000, 0, 600), (3000, 0, 601), (1500, 0, 380), (1500, 600, 100), (-300, 0, 99)]
    assert under_teardrop(0, 0, 200, 3000, 0, 600, discs, True) == [0, 2, 4]
    assert under_teardrop(0, 0, 200, 3000, 0, 600, discs, False) == [0, 1, 2, 3, 4]
    assert under_teardrop(0, 0, 200, 100, 0, 600, discs, False) == [0, 1, 6]
    assert under_teardrop(0, 0, 600, 100, 0, 200, discs, True) == [0, 1, 6]


def test_teardrops_are_exact_where_their_sides_are() -> None:
    discs = [(0, 300, 100), (0, 299, 100), (0, -299, 100), (0, 100, 100), (0, 101, 100), (0, -100, 100)]
    assert under_teardrop(-1500, 0, 200, 1500, 0, 200, discs, False) == [1, 2, 3, 4, 5]
    assert under_teardrop(-1500, 0, 200, 1500, 0, 200, discs, True) == [3, 5]
    turned = [(y, x, r) for x, y, r in discs]
    assert under_teardrop(0, -1500, 200, 0, 1500, 200, turned, False) == [1, 2, 3, 4, 5]
    assert under_teardrop(0, -1500, 200, 0, 1500, 200, turned, True) == [3, 5]
