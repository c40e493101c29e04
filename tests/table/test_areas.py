"""Overlaps, sweeps, hulls and rounded quotients, against Shapely."""

from __future__ import annotations

from fractions import Fraction

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from escarmouche.table.areas import moved, polygons_overlap, swept
from escarmouche.table.corners import hull
from escarmouche.table.shapes import Polygon, polygon, rectangle
from escarmouche.table.whole import divided, root_up
from tests.table.geometry import CHECKED, Point, area_of, polygons, ringed, spots

L_SHAPE = polygon([(0, 0), (300, 0), (300, 100), (100, 100), (100, 300), (0, 300)])


@CHECKED
@given(polygons(scale=8), polygons(scale=8))
def test_polygons_overlap_when_their_insides_do(a: Polygon, b: Polygon) -> None:
    inner = shapely.relate_pattern(area_of(a), area_of(b), "T********")
    assert polygons_overlap(a, b) == polygons_overlap(b, a) == inner


def test_sharing_a_side_is_not_overlapping() -> None:
    unit = rectangle(0, 0, 5000, 2000, 0)
    assert not polygons_overlap(unit, rectangle(4000, 0, 5000, 2000, 0))
    assert polygons_overlap(unit, rectangle(3999, 0, 5000, 2000, 0))
    assert not polygons_overlap(L_SHAPE, polygon([(100, 100), (300, 100), (300, 300), (100, 300)]))
    assert polygons_overlap(L_SHAPE, L_SHAPE)


@CHECKED
@given(polygons(), spots(1))
def test_a_moved_polygon_is_the_same_elsewhere(shape: Polygon, places: list[Point]) -> None:
    ((dx, dy),) = places
    assert moved(shape, dx, dy) == polygon([(x + dx, y + dy) for x, y in shape.points])
    assert area_of(moved(shape, dx, dy)).bounds == (
        shape.left + dx, shape.bottom + dy, shape.right + dx, shape.top + dy,
    )  # fmt: skip


@CHECKED
@given(spots(6))
def test_the_hull_of_points(places: list[Point]) -> None:
    expected = shapely.MultiPoint(places).convex_hull
    if isinstance(expected, shapely.Polygon):
        assert shapely.Polygon(hull(places)).equals(expected)
        assert shapely.Polygon(hull(places)).exterior.is_ccw


@CHECKED
@given(spots(2), st.integers(1, 5000), st.integers(1, 5000), st.integers(0, 36_000))
def test_a_swept_rectangle_covers_its_way(places: list[Point], width: int, depth: int, angle: int) -> None:
    (x, y), (dx, dy) = places
    unit = rectangle(x, y, width, depth, angle)
    way = swept(unit, dx, dy)
    expected = shapely.union(area_of(unit), area_of(moved(unit, dx, dy))).convex_hull
    assert area_of(way).equals(expected)
    assert way.convex


def test_a_hull_has_no_flat_corners() -> None:
    assert hull([(0, 0), (5, 0), (10, 0), (10, 5), (10, 10), (5, 5), (3, 2)]) == [(0, 0), (10, 0), (10, 10)]


def test_only_convex_shapes_are_swept() -> None:
    with pytest.raises(ValueError, match="convex_parts"):
        swept(L_SHAPE, 10, 10)


@CHECKED
@given(st.integers(-(10**30), 10**30), st.integers(1, 10**18))
def test_quotients_and_roots(a: int, b: int) -> None:
    exact = Fraction(a, b)
    assert abs(divided(a, b) - exact) <= Fraction(1, 2)
    assert divided(-a, b) == -divided(a, b)
    root = root_up(abs(a))
    assert root**2 >= abs(a)
    assert root == 0 or (root - 1) ** 2 < abs(a)


def test_points_around_their_middle_often_make_concave_polygons() -> None:
    shape = ringed([(0, 0), (100, 0), (100, 100), (51, 50), (0, 100)])
    assert shape is not None
    assert not shape.convex
