"""Lanes: a quick look along a straight move, never wrong about what is met."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from escarmouche.table.areas import moved, overlap_when_moved, polygons_overlap
from escarmouche.table.lanes import NEVER, Lane
from escarmouche.table.shapes import Polygon, rectangle, turned
from tests.table.geometry import CHECKED, Point, polygons, spots

HEADINGS = st.integers(0, 35_999)


@CHECKED
@given(polygons(scale=8), polygons(scale=8), spots(1))
def test_a_polygon_that_would_be_moved_overlaps_as_the_moved_one_does(a: Polygon, b: Polygon, places: list[Point]) -> None:
    ((dx, dy),) = places
    assert overlap_when_moved(a, dx, dy, b) == polygons_overlap(moved(a, dx, dy), b)


@CHECKED
@given(polygons(), polygons(), HEADINGS, st.integers(0, 60_000))
def test_nothing_is_met_before_the_gap(shape: Polygon, other: Polygon, heading: int, length: int) -> None:
    gap = Lane(shape, heading).gap(other)
    dx, dy = turned(min(length, gap), 0, heading)
    if length < gap:
        assert not overlap_when_moved(shape, dx, dy, other)


def test_what_is_beside_or_behind_is_never_met_and_what_is_ahead_after_its_distance() -> None:
    lane = Lane(rectangle(0, 0, 500, 300, 0), 0)
    assert lane.gap(rectangle(3000, 0, 500, 300, 0)) == 3000 - 600 - 10
    assert lane.gap(rectangle(3000, 1200, 500, 300, 0)) == NEVER
    assert lane.gap(rectangle(-3000, 0, 500, 300, 0)) == NEVER
    assert lane.gap(rectangle(0, 0, 500, 300, 0)) == 0
